//! Awari as it is written: `1,0,4,19,4,2/1,1,3,1,0,0 5-7 S`, moves `F14x7` by pit, stones sown and stones captured.
//!
//! The pit says it all; the numbers, which Allis et al. 1994 §6.1 has against errors, may be left out and are checked if given.
//! Lists of moves may have move numbers and spaces around the captures, so that printed game scores can be read.

use core::ops::Range;

use foregone_game::{Notation, NotationError, Player};

use super::board::{Board, GrandSlam, PITS, ROW, STONES};
use super::{Awari, Position, name};

/// The names of the pits of a player.
pub(super) fn letters(player: Player) -> &'static [char; ROW] {
    match player {
        Player::Max => &['A', 'B', 'C', 'D', 'E', 'F'],
        Player::Min => &['a', 'b', 'c', 'd', 'e', 'f'],
    }
}

/// What stands between the stones sown and those captured.
fn is_cross(symbol: char) -> bool {
    matches!(symbol, 'x' | 'X' | '×')
}

/// A number without a sign, or nothing.
fn number(text: &str) -> Option<Option<u8>> {
    match text {
        "" => Some(None),
        text if text.bytes().all(|digit| digit.is_ascii_digit()) => text.parse().ok().map(Some),
        _ => None,
    }
}

/// The letter of a move, its stones and its captures, as far as they are given.
fn parts(text: &str) -> Option<(char, Option<u8>, Option<u8>)> {
    let text: String = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let mut rest = text.chars();
    let letter = rest.next()?;
    let (sown, captured) = match rest.as_str().split_once(is_cross) {
        Some((sown, captured)) => (number(sown)?, Some(number(captured)??)),
        None => (number(rest.as_str())?, None),
    };
    Some((letter, sown, captured))
}

/// Without a move number such as `12.` or `12...` at the front.
fn without_move_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if behind.len() < word.len() && behind.starts_with('.') {
        behind.trim_start_matches('.')
    } else {
        word
    }
}

impl Awari {
    fn illegal(&self, position: &Position, pit: usize) -> NotationError {
        let (player, letters) = (position.player, letters(position.player));
        if position.board.0[pit] == 0 {
            return NotationError(format!("pit {} is empty", letters[pit]));
        }
        let legal = position.board.legal(self.variant());
        let pits: Vec<String> =
            (0..ROW).filter(|pit| legal >> pit & 1 != 0).map(|pit| letters[pit].into()).collect();
        let (letter, opponent, pits) = (letters[pit], name(player.other()), pits.join(" or "));
        let slams = position.board.sow(pit, self.variant()).captured > 0
            && self.variant().grand_slam == GrandSlam::Forbidden;
        NotationError(if slams {
            format!(
                "{letter} would capture all stones of {opponent}, which is forbidden here; play {pits}"
            )
        } else {
            format!(
                "{letter} would leave {opponent} without a stone, which other moves do not; play {pits}"
            )
        })
    }
}

impl Notation for Awari {
    fn write_move(&self, position: &Position, mv: u8) -> String {
        let pit = usize::from(mv);
        let (letter, stones) = (letters(position.player)[pit], position.board.0[pit]);
        match position.board.sow(pit, self.variant()).captured {
            0 => format!("{letter}{stones}"),
            captured => format!("{letter}{stones}x{captured}"),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let (own, others) = (letters(position.player), letters(position.player.other()));
        let read = parts(text);
        let known =
            |&(letter, ..): &(char, _, _)| own.contains(&letter) || others.contains(&letter);
        let Some((letter, sown, captured)) = read.filter(known) else {
            return Err(NotationError::new(
                "a move is a pit, A to F of South or a to f of North, and if you like the stones that are sown and captured, for example F14x7",
            ));
        };
        let Some(pit) = own.iter().position(|&pit| pit == letter) else {
            return Err(NotationError(format!(
                "{} is to move, whose pits are {} to {}",
                name(position.player),
                own[0],
                own[ROW - 1]
            )));
        };
        if position.board.legal(self.variant()) >> pit & 1 == 0 {
            return Err(self.illegal(position, pit));
        }
        let stones = position.board.0[pit];
        if let Some(sown) = sown.filter(|&sown| sown != stones) {
            return Err(NotationError(format!("pit {letter} has {stones} stones, not {sown}")));
        }
        let captures = position.board.sow(pit, self.variant()).captured;
        match captured.filter(|&captured| captured != captures) {
            Some(captured) => Err(NotationError(format!(
                "{letter}{stones} captures {captures} stones, not {captured}"
            ))),
            None => Ok(pit as u8),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let row = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let board = position.from_south();
        let ([south, north], player) = (position.captured, &name(position.player)[..1]);
        format!("{}/{} {south}-{north} {player}", row(&board.0[..ROW]), row(&board.0[ROW..]))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (board, captured, player) = match words.as_slice() {
            [board, player] => (*board, "0-0", *player),
            [board, captured, player] => (*board, *captured, *player),
            _ => {
                return Err(NotationError::new(
                    "a position is South's pits and North's, the stones captured by South and North, and the player to move, for example \"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S\"",
                ));
            }
        };
        let (board, captured) = (read_board(board)?, read_captured(captured)?);
        let total: u32 = board.iter().chain(&captured).map(|&stones| u32::from(stones)).sum();
        if total > u32::from(STONES) {
            return Err(NotationError(format!(
                "{total} stones on the board and captured; there are {STONES} in the game"
            )));
        }
        let board = Board(board);
        match player {
            "S" => Ok(Position { board, captured, player: Player::Max }),
            "N" => Ok(Position { board: board.turned(), captured, player: Player::Min }),
            other => Err(NotationError(format!(
                "the player to move is S (South) or N (North), not \"{other}\""
            ))),
        }
    }

    /// Cuts a game score as it is printed, `1. D4 b5 2. B4 e5 × 2`: move numbers are dropped, captures stay with their
    /// moves.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let is_between = |symbol: char| symbol.is_whitespace() || symbol == ',';
        let (mut pieces, mut end): (Vec<Range<usize>>, usize) = (Vec::new(), 0);
        for piece in text.split_inclusive(is_between) {
            let word = piece.trim_end_matches(is_between);
            let (move_end, word) = (end + word.len(), without_move_number(word));
            end += piece.len();
            match pieces.last_mut() {
                _ if word.is_empty() => {}
                Some(last)
                    if word.starts_with(is_cross) || text[last.clone()].ends_with(is_cross) =>
                {
                    last.end = move_end;
                }
                _ => pieces.push(move_end - word.len()..move_end),
            }
        }
        pieces.into_iter().map(|piece| &text[piece]).collect()
    }
}

fn read_stones(text: &str, place: impl Fn() -> String) -> Result<u8, NotationError> {
    number(text).flatten().filter(|&stones| stones <= STONES).ok_or_else(|| {
        NotationError(format!(
            "{} has \"{text}\"; a number of stones is 0 to {STONES}, without a sign",
            place()
        ))
    })
}

/// The pits of both rows as South sees them.
fn read_board(text: &str) -> Result<[u8; PITS], NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    let [south, north] = rows.as_slice() else {
        return Err(NotationError(format!(
            "a board has 2 rows separated by \"/\", South's pits A to F and North's a to f; this one has {}",
            rows.len()
        )));
    };
    let mut board = [0; PITS];
    for (player, row, pits) in [(Player::Max, south, 0..ROW), (Player::Min, north, ROW..PITS)] {
        let numbers: Vec<&str> = row.split(',').collect();
        if numbers.len() != ROW {
            return Err(NotationError(format!(
                "{}'s row has {} pits instead of {ROW}; separate their stones by commas",
                name(player),
                numbers.len()
            )));
        }
        for ((pit, text), letter) in board[pits].iter_mut().zip(numbers).zip(letters(player)) {
            *pit = read_stones(text, || format!("pit {letter}"))?;
        }
    }
    Ok(board)
}

/// The stones captured by South and by North.
fn read_captured(text: &str) -> Result<[u8; 2], NotationError> {
    let Some((south, north)) = text.split_once('-') else {
        return Err(NotationError(format!(
            "captured stones are written South-North, for example 0-0, not \"{text}\""
        )));
    };
    let read = |text, player| read_stones(text, || format!("what {} captured", name(player)));
    Ok([read(south, Player::Max)?, read(north, Player::Min)?])
}

#[cfg(test)]
mod tests {
    use foregone_game::Game;
    use foregone_game::notation::read_line;

    use super::super::Score;
    use super::super::board::Variant;
    use super::*;

    #[test]
    fn positions_are_checked() {
        let game = Awari::default();
        let read = |text: &str| game.read_position(text).expect_err(text).0;
        assert!(read("4,4,4,4,4,4/4,4,4,4,4,4").contains("for example"));
        assert!(read("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S S").contains("for example"));
        assert!(read("4,4,4,4,4,4 S").contains("this one has 1"));
        assert_eq!(
            read("4,4,4,4,4/4,4,4,4,4,4 S"),
            "South's row has 5 pits instead of 6; separate their stones by commas"
        );
        assert_eq!(
            read("4,4,4,4,4,4/4,4,4,4,-4,4 S"),
            "pit e has \"-4\"; a number of stones is 0 to 48, without a sign"
        );
        for bad in ["49", "", "+1", "4.", "1000", "four"] {
            assert!(read(&format!("{bad},0,0,0,0,0/0,0,0,0,0,0 S")).starts_with("pit A has"));
        }
        assert_eq!(
            read("4,4,4,4,4,4/4,4,4,4,4,4 1-0 S"),
            "49 stones on the board and captured; there are 48 in the game"
        );
        assert_eq!(
            read("4,4,4,4,4,4/4,4,4,4,4,4 1 S"),
            "captured stones are written South-North, for example 0-0, not \"1\""
        );
        assert!(
            read("0,0,0,0,0,0/0,0,0,0,0,0 1--1 S").starts_with("what North captured has \"-1\"")
        );
        assert_eq!(
            read("4,4,4,4,4,4/4,4,4,4,4,4 0-0 x"),
            "the player to move is S (South) or N (North), not \"x\""
        );
    }

    #[test]
    fn captures_may_be_left_out_of_a_position() {
        let game = Awari::default();
        let position = game.read_position(" 0,1,0,0,1,0/0,0,0,0,0,1  N").expect("a position");
        assert_eq!(game.write_position(&position), "0,1,0,0,1,0/0,0,0,0,0,1 0-0 N");
        assert_eq!(game.write_position(&game.start()), "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S");
    }

    #[test]
    fn moves_are_checked() {
        let game = Awari::default();
        let figure_11 = game.read_position("1,0,4,19,4,2/1,1,3,1,0,0 5-7 S").expect("figure 11");
        for (text, pit) in
            [("D", 3), ("D19", 3), ("D19x7", 3), ("Dx7", 3), ("D19 × 7", 3), ("A1x0", 0)]
        {
            assert_eq!(game.read_move(&figure_11, text), Ok(pit), "{text}");
        }
        let refused = |text: &str| game.read_move(&figure_11, text).expect_err(text).0;
        for text in ["", "G", "4", "D+19", "D19x", "D19x7x7", "D999", "é1", "D 19 7 x"] {
            assert!(refused(text).starts_with("a move is a pit"), "{text}");
        }
        assert_eq!(refused("d1"), "South is to move, whose pits are A to F");
        assert_eq!(refused("B"), "pit B is empty");
        assert_eq!(refused("D18x7"), "pit D has 19 stones, not 18");
        assert_eq!(refused("D19x8"), "D19 captures 7 stones, not 8");
        assert_eq!(refused("A1x2"), "A1 captures 0 stones, not 2");
        let fed = game.read_position("0,0,0,0,0,2/1,1,0,0,0,0 23-21 S").expect("a position");
        assert_eq!(game.read_move(&fed, "F"), Ok(5), "no move leaves a reply");
        let fed = game.read_position("1,0,0,0,0,2/1,1,0,0,0,0 23-20 S").expect("a position");
        assert_eq!(
            game.read_move(&fed, "F2").expect_err("starves").0,
            "F would leave North without a stone, which other moves do not; play A"
        );
        let variant = Variant { grand_slam: GrandSlam::Forbidden, ..Variant::default() };
        let forbidden = Awari::new(variant, Score::Difference);
        assert_eq!(
            forbidden.read_move(&fed, "F2").expect_err("a grand slam").0,
            "F would capture all stones of North, which is forbidden here; play A"
        );
    }

    #[test]
    fn printed_scores_are_cut_into_moves() {
        let game = Awari::default();
        let cut = |text| game.split_moves(text);
        assert_eq!(cut("1. D4 b5 2. B4 e5 × 2"), ["D4", "b5", "B4", "e5 × 2"]);
        assert_eq!(cut("1.D4 b5,2.B4 e5x 2 3. C6"), ["D4", "b5", "B4", "e5x 2", "C6"]);
        assert_eq!(cut("1... b5 x2\u{2003}× 3\nA1,"), ["b5 x2\u{2003}× 3", "A1"]);
        assert!(cut(" 1. ").is_empty() && cut("").is_empty());
        assert_eq!(cut("12 A"), ["12", "A"], "a number without a dot is no move number");
        let read = |text| read_line(&game, game.start(), text);
        assert_eq!(read("1. D4 b5 2. B4 e5 × 2").expect("legal").1, [3, 1, 1, 4]);
        assert_eq!(
            read("1. D4 b5 2. B4 e5 × 3").expect_err("wrong").0,
            "move 4 (\"e5 × 3\"): e5 captures 2 stones, not 3"
        );
    }
}
