//! Othello as it is written: `f5d6c3`, with rows from the top, and boards as rows or as a line of OBF.

use foregone_game::{Game, Notation, NotationError, Player};

use super::board::cell;
use super::{Othello, Position};
use crate::grid;

/// How a pass is written.
const PASS: &str = "pass";
/// How others write it.
const OTHER_PASSES: [&str; 3] = ["pa", "ps", "--"];

fn is_pass(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower == PASS || OTHER_PASSES.contains(&lower.as_str())
}

/// The letter of a column.
pub(super) fn column_name(column: u32) -> String {
    char::from(b'a' + column as u8).to_string()
}

/// What stands on a cell by a symbol of a position; nothing if it is none.
fn content(symbol: char) -> Option<grid::Cell> {
    match symbol {
        '.' | '-' => Some(None),
        'x' | 'X' | '*' => Some(Some(Player::Max)),
        'o' | 'O' => Some(Some(Player::Min)),
        _ => None,
    }
}

/// The length of the first move of a text without gaps: a pass, or everything up to the next letter.
fn first_move(text: &str) -> usize {
    let passes = [PASS].into_iter().chain(OTHER_PASSES);
    let begins =
        |pass: &&str| text.get(..pass.len()).is_some_and(|head| head.eq_ignore_ascii_case(pass));
    if let Some(pass) = passes.into_iter().find(begins) {
        return pass.len();
    }
    let mut symbols = text.char_indices().skip(1);
    symbols
        .find(|(_, symbol)| symbol.is_alphabetic() || *symbol == '-')
        .map_or(text.len(), |(at, _)| at)
}

impl Othello {
    /// What stands on a cell.
    pub(super) fn disc(&self, position: &Position, column: u32, row: u32) -> grid::Cell {
        let (max, min) = self.discs(position);
        let bit = 1 << cell(column, row);
        match (max & bit != 0, min & bit != 0) {
            (true, _) => Some(Player::Max),
            (_, true) => Some(Player::Min),
            _ => None,
        }
    }

    /// The name of a cell by its bit.
    pub(super) fn name(bit: u8) -> String {
        column_name(u32::from(bit) % 8) + &(u32::from(bit) / 8 + 1).to_string()
    }

    /// The discs of both players on a board, whose rows are separated by `/` or written one after the other.
    fn read_board(&self, text: &str) -> Result<(u64, u64), NotationError> {
        let size = self.size as usize;
        let symbols: Vec<char> = text.chars().collect();
        let rows: Vec<&[char]> = if text.contains('/') {
            symbols.split(|&symbol| symbol == '/').collect()
        } else if symbols.len() == size * size {
            symbols.chunks(size).collect()
        } else {
            vec![&symbols]
        };
        if rows.len() != size {
            return Err(NotationError(format!(
                "a board has {size} rows separated by \"/\", top row first, or {} symbols in one; this one has {} rows",
                size * size,
                rows.len()
            )));
        }
        let (mut max, mut min) = (0, 0);
        for (row, symbols) in (0..).zip(rows) {
            let number = row + 1;
            if symbols.len() != size {
                return Err(NotationError(format!(
                    "row {number} has {} cells instead of {size}",
                    symbols.len()
                )));
            }
            for (column, &symbol) in (0..).zip(symbols) {
                let disc = content(symbol).ok_or_else(|| {
                    NotationError(format!(
                        "'{symbol}' in row {number}; cells are x (first player), o (second player) or . (empty)"
                    ))
                })?;
                match disc {
                    Some(Player::Max) => max |= 1 << cell(column, row),
                    Some(Player::Min) => min |= 1 << cell(column, row),
                    None => {}
                }
            }
        }
        Ok((max, min))
    }
}

impl Notation for Othello {
    fn write_move(&self, _: &Position, mv: u8) -> String {
        if mv == self.pass { PASS.to_owned() } else { Othello::name(mv) }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let player = grid::letter(Some(position.player));
        let must_pass = position.moves == 1 << self.pass;
        if is_pass(text) {
            return match must_pass {
                true => Ok(self.pass),
                false => {
                    Err(NotationError(format!("{player} has a move, so there is no pass here")))
                }
            };
        }
        let mut symbols = text.chars();
        let column = symbols.next().map(|letter| letter.to_ascii_lowercase());
        let column = column.and_then(|letter| (letter as u32).checked_sub(u32::from(b'a')));
        let row = symbols.as_str().parse::<u32>().ok().and_then(|number| number.checked_sub(1));
        let (column, row) = match (column, row) {
            (Some(column), Some(row)) if column < self.size && row < self.size => (column, row),
            _ => {
                return Err(NotationError(format!(
                    "a move is a cell from a1 to {}{}: the column's letter and the row's number, counted from the top",
                    column_name(self.size - 1),
                    self.size
                )));
            }
        };
        let bit = cell(column, row) as u8;
        if position.moves >> bit & 1 == 1 && !must_pass {
            return Ok(bit);
        }
        Err(NotationError(if must_pass {
            format!("{player} has no cell to place a disc, and has to pass")
        } else if self.disc(position, column, row).is_some() {
            format!("{} is taken", Othello::name(bit))
        } else {
            format!("a disc of {player} on {} turns nothing over", Othello::name(bit))
        }))
    }

    /// A pass that is left out before a cell.
    fn left_out(&self, position: &Position, text: &str) -> Option<u8> {
        (position.moves == 1 << self.pass && !is_pass(text)).then_some(self.pass)
    }

    fn write_position(&self, position: &Position) -> String {
        // Row 0 is the top one here, and the bottom one there.
        let disc = |column, row| self.disc(position, column, self.size - 1 - row);
        let rows = grid::write_rows(self.size, self.size, disc);
        format!("{rows} {}", grid::letter(Some(position.player)))
    }

    /// A board and the player to move; what follows on `;` or `%` is left out, as in the lines of OBF files.
    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.split([';', '%']).next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, player] = words.as_slice() else {
            return Err(NotationError(format!(
                "a position is a board and the player to move, for example \"{}\"",
                self.write_position(&self.start())
            )));
        };
        let (max, min) = self.read_board(board)?;
        let player = match *player {
            "x" | "X" | "*" => Player::Max,
            "o" | "O" => Player::Min,
            other => {
                return Err(NotationError(format!(
                    "the player to move is x (first player) or o (second player), not \"{other}\""
                )));
            }
        };
        let missing = self.middle & !(max | min);
        if missing != 0 {
            return Err(NotationError(format!(
                "{} is empty, but the four cells in the middle are always occupied",
                Othello::name(missing.trailing_zeros() as u8)
            )));
        }
        let (mover, other) = if player == Player::Max { (max, min) } else { (min, max) };
        Ok(self.position(mover, other, player))
    }

    /// At white space and commas, and after every cell and every pass.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut moves = Vec::new();
        for piece in text.split(|c: char| c.is_whitespace() || c == ',') {
            let mut rest = piece;
            while !rest.is_empty() {
                let (one, more) = rest.split_at(first_move(rest));
                moves.push(one);
                rest = more;
            }
        }
        moves
    }

    fn join_moves(&self, moves: &[String]) -> String {
        moves.concat()
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::notation::{read_line, write_line};

    use super::*;
    use crate::othello::{Score, Start};

    fn game(size: u32) -> Othello {
        Othello::new(size, Start::Diagonal, Score::Difference).expect("a board")
    }

    #[test]
    fn lines_are_read_with_and_without_spaces() {
        let game = game(8);
        let (position, line) = read_line(&game, game.start(), "f5d6c3").expect("legal");
        for text in ["F5 D6 C3", "f5,d6,c3", " f5d6 c3 "] {
            assert_eq!(read_line(&game, game.start(), text).expect("legal").0, position, "{text}");
        }
        assert_eq!(write_line(&game, &game.start(), &line), "f5d6c3");
        assert_eq!(
            game.write_position(&position),
            "......../......../..x...../...xx.../...oxx../...o..../......../........ o"
        );
    }

    /// Records of people leave passes out.
    #[test]
    fn passes_are_written_and_may_be_left_out() {
        let game = game(4);
        let (position, line) = read_line(&game, game.start(), "b1c1d3a1 pass d4").expect("legal");
        assert_eq!(write_line(&game, &game.start(), &line), "b1c1d3a1passd4");
        for text in ["b1c1d3a1passd4", "B1C1D3A1PAD4", "b1c1d3a1--d4", "b1c1d3a1d4"] {
            let read = read_line(&game, game.start(), text).expect(text);
            assert_eq!(read, (position, line.clone()), "{text}");
        }
    }

    #[test]
    fn lines_of_obf_are_positions() {
        let game = game(8);
        let obf =
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; G8:+18; H1:+12;";
        let position = game.read_position(obf).expect("a position");
        let rows = "o..oooox/.oooooox/ooxxooox/ooxoooxx/ooooooxx/...oooox/....o..x/........ x";
        assert_eq!(game.write_position(&position), rows);
        assert_eq!(game.read_position(rows), Ok(position));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let game = game(4);
        let read = |text: &str| game.read_position(text).expect_err(text).0;
        assert_eq!(
            read("..../.ox./.xo./...."),
            "a position is a board and the player to move, for example \"..../.ox./.xo./.... x\""
        );
        assert!(read(".../.ox./.xo./.... x").contains("row 1 has 3 cells instead of 4"));
        assert!(read("..../.ox./.xo. x").contains("has 3 rows"));
        assert!(read("..../.o?./.xo./.... x").contains("'?' in row 2"));
        assert!(read("..../.ox./.x../.... x").contains("c3 is empty"));
        assert!(read("..../.ox./.xo./.... w").contains("not \"w\""));
        let error = |text| read_line(&game, game.start(), text).expect_err(text).0;
        assert!(error("e1").contains("a cell from a1 to d4"));
        assert!(error("b0").contains("a cell from a1 to d4"));
        assert!(error("é1").contains("a cell from a1 to d4"));
        assert_eq!(error("b1 b1"), "move 2 (\"b1\"): b1 is taken");
        assert_eq!(error("a1"), "move 1 (\"a1\"): a disc of x on a1 turns nothing over");
        assert_eq!(error("b1 pass"), "move 2 (\"pass\"): o has a move, so there is no pass here");
    }
}
