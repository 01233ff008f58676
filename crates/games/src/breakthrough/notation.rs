//! Breakthrough as it is written: moves `a2-a3` and captures `b4xa5` from cell to cell, walls by their cells, positions row
//! by row from the top with the player to move, `bbb/bbb/.../www/www w`.

use foregone_game::{InvalidGame, Notation, NotationError, Player};

use super::board::{Movers, ends, moved};
use super::{Breakthrough, Field, Move, Position, cells};

/// What a player is called.
pub(super) fn called(player: Player) -> &'static str {
    match player {
        Player::Max => "White",
        Player::Min => "Black",
    }
}

/// The letter of a player in a position.
pub(super) fn letter(player: Player) -> char {
    match player {
        Player::Max => 'w',
        Player::Min => 'b',
    }
}

/// A cell by its column's letter and its row's number from the bottom. A board has no more than 21 columns.
pub(super) fn name(field: &Field, cell: u8) -> String {
    let (column, row) = (u32::from(cell) % field.width(), u32::from(cell) / field.width());
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The cell that a text begins with, and the rest of the text.
fn leading<'t>(field: &Field, text: &'t str) -> Option<(u8, &'t str)> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let column = u32::from(letter).checked_sub(u32::from('a'))?;
    let digits = text.get(1..)?;
    let end = digits.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(digits.len());
    let (number, rest) = digits.split_at(end);
    let row = number.parse::<u32>().ok().filter(|_| !number.starts_with('0'))?.checked_sub(1)?;
    let on_board = column < field.width() && row < field.height();
    on_board.then(|| ((row * field.width() + column) as u8, rest))
}

/// What a written move says: from, to, and whether it captures, if it tells.
fn parts(field: &Field, text: &str) -> Option<(u8, u8, Option<bool>)> {
    let (from, rest) = leading(field, text)?;
    let (captures, rest) = match rest.as_bytes().first()? {
        b'-' => (Some(false), &rest[1..]),
        b'x' | b'X' => (Some(true), &rest[1..]),
        _ => (None, rest),
    };
    let (to, rest) = leading(field, rest)?;
    rest.is_empty().then_some((from, to, captures))
}

impl Breakthrough {
    /// The same board with walls on cells that are named, separated by commas: `c3,d4`.
    pub fn walled(&self, names: &str) -> Result<Breakthrough, InvalidGame> {
        let field = self.field();
        let mut walls = 0;
        for text in names.split(',').map(str::trim) {
            let Some((cell, "")) = leading(field, text) else {
                return Err(InvalidGame(format!(
                    "breakthrough has walls on cells of the board, from a1 to {}, not on \"{text}\"",
                    name(field, field.cells() as u8 - 1)
                )));
            };
            if walls >> cell & 1 != 0 {
                return Err(InvalidGame(format!("breakthrough is given the wall {text} twice")));
            }
            walls |= 1 << cell;
        }
        Breakthrough::new(field.width(), field.height(), walls)
    }

    /// Size and walls as they stand behind the name of the game: `5x6`, or `5x6,walls=c3,d4`, by row and column.
    pub fn spelling(&self) -> String {
        let field = self.field();
        let walls: Vec<String> = cells(self.walls()).map(|wall| name(field, wall)).collect();
        let option = if walls.is_empty() { "" } else { ",walls=" };
        format!("{}x{}{option}{}", field.width(), field.height(), walls.join(","))
    }

    /// The cells that are walls.
    pub fn walls(&self) -> u64 {
        let field = self.field();
        Field::new(field.width(), field.height(), 0).open() & !field.open()
    }

    /// The symbol of a cell.
    pub(super) fn symbol(&self, position: &Position, cell: u8) -> char {
        if self.field().open() >> cell & 1 == 0 {
            return '#';
        }
        let on = |player| position.pawns(player) >> cell & 1 != 0;
        [Player::Max, Player::Min].into_iter().find(|&player| on(player)).map_or('.', letter)
    }

    /// Why a move from a pawn of the player to move is not legal.
    fn refusal(&self, position: &Position, from: u8, to: u8) -> String {
        let field = self.field();
        let (width, mover) = (field.width() as i32, position.player);
        let (from_name, to_name) = (name(field, from), name(field, to));
        let straight = i32::from(from) + i32::from(self.stride(mover));
        let sideways = (i32::from(to) % width - i32::from(from) % width).abs();
        let row = |cell: i32| cell.div_euclid(width);
        if row(i32::from(to)) != row(straight) || sideways > 1 {
            let way = if mover == Player::Max { "up" } else { "down" };
            format!(
                "{}'s pawns go one row {way}, straight or diagonally, which does not lead from {from_name} to {to_name}",
                called(mover)
            )
        } else if field.open() >> to & 1 == 0 {
            format!("{to_name} is a wall")
        } else if position.pawns(mover) >> to & 1 != 0 {
            format!("{}'s own pawn is on {to_name}", called(mover))
        } else {
            format!("{to_name} is not free, and pawns capture diagonally only")
        }
    }
}

impl Notation for Breakthrough {
    fn write_move(&self, position: &Position, mv: Move) -> String {
        let ((from, to), field) = (ends(mv), self.field());
        let captures = position.pawns(position.player.other()) >> to & 1 != 0;
        format!("{}{}{}", name(field, from), if captures { 'x' } else { '-' }, name(field, to))
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let field = self.field();
        let Some((from, to, captures)) = parts(field, text) else {
            return Err(NotationError(format!(
                "a move is where from and where to, for example a2-a3, or b4xa5 for a capture; the cells are a1 to {}",
                name(field, field.cells() as u8 - 1)
            )));
        };
        if position.pawns(position.player) >> from & 1 == 0 {
            return Err(NotationError(format!(
                "{} has no pawn on {}",
                called(position.player),
                name(field, from)
            )));
        }
        let (mv, mut legal) = (moved(from, to), Vec::new());
        Movers::of(field, position).list(self.stride(position.player), &mut legal);
        if !legal.contains(&mv) {
            return Err(NotationError(self.refusal(position, from, to)));
        }
        let is_capture = position.occupied() >> to & 1 != 0;
        match captures {
            Some(said) if said != is_capture => {
                let what = if is_capture { "captures a pawn" } else { "captures nothing" };
                let right = self.write_move(position, mv);
                Err(NotationError(format!("this move {what}, so it is written {right}")))
            }
            _ => Ok(mv),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let (width, height) = (self.field().width(), self.field().height());
        let row = |row: u32| -> String {
            (0..width).map(|column| self.symbol(position, (row * width + column) as u8)).collect()
        };
        let rows: Vec<String> = (0..height).rev().map(row).collect();
        format!("{} {}", rows.join("/"), letter(position.player))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read(text)
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Game;
    use foregone_game::notation::{read_line, write_line};

    use super::*;

    #[test]
    fn moves_are_read_in_several_spellings_and_written_in_one() {
        let game = Breakthrough::new(4, 5, 0).expect("a board");
        for text in ["b2-b3 a4xb3", "b2b3 a4b3", "B2-B3, A4XB3", "b2b3,a4xb3"] {
            let (_, line) = read_line(&game, game.start(), text).expect("legal");
            assert_eq!(write_line(&game, &game.start(), &line), "b2-b3 a4xb3");
        }
        let tall = Breakthrough::new(2, 32, 0).expect("a board");
        let (position, _) = read_line(&tall, tall.start(), "b2-b3 a31-b30 b3b4").expect("legal");
        assert!(tall.write_position(&position).starts_with("bb/.b/.b/../"));
    }

    #[test]
    fn bad_moves_get_a_reason() {
        let game = Breakthrough::new(4, 6, 0).and_then(|game| game.walled("a3")).expect("a board");
        let position = game.read_position("bbbb/..b./.bw./#ww./wwww/wwww w").expect_err("too many");
        assert_eq!(position.0, "11 w: White has 8 pawns at most");
        let position = game.read_position("bbbb/..b./.bw./#ww./w..w/.... w").expect("a position");
        let refused = |text: &str| game.read_move(&position, text).expect_err(text).0;
        for text in [
            "", "a", "a2", "a2a", "a2-", "a2--a3", "a2-e3", "a0a1", "a2-a03", "a2-a3-", "é2é3",
            "a2a7",
        ] {
            assert_eq!(
                refused(text),
                "a move is where from and where to, for example a2-a3, or b4xa5 for a capture; the cells are a1 to d6"
            );
        }
        assert_eq!(refused("b4-b3"), "White has no pawn on b4");
        assert_eq!(refused("a2-a3"), "a3 is a wall");
        assert_eq!(refused("a2-b3"), "White's own pawn is on b3");
        assert_eq!(refused("b3-b4"), "b4 is not free, and pawns capture diagonally only");
        assert_eq!(
            refused("c4xb4"),
            "White's pawns go one row up, straight or diagonally, which does not lead from c4 to b4"
        );
        assert_eq!(
            refused("d2a3"),
            "White's pawns go one row up, straight or diagonally, which does not lead from d2 to a3"
        );
        assert_eq!(refused("c3-b4"), "this move captures a pawn, so it is written c3xb4");
        assert_eq!(refused("c4xd5"), "this move captures nothing, so it is written c4-d5");
    }

    #[test]
    fn walls_have_one_spelling() {
        let game = Breakthrough::new(5, 6, 0).expect("a board");
        assert_eq!(game.spelling(), "5x6");
        let walled = |text: &str| match game.walled(text) {
            Ok(game) => Ok(game.spelling()),
            Err(error) => Err(error.to_string()),
        };
        assert_eq!(walled("d4, B3,a4").as_deref(), Ok("5x6,walls=b3,a4,d4"));
        assert_eq!(walled("c3,c3"), Err("breakthrough is given the wall c3 twice".to_owned()));
        assert_eq!(
            walled("c3;d3"),
            Err("breakthrough has walls on cells of the board, from a1 to e6, not on \"c3;d3\""
                .to_owned())
        );
        assert!(walled("c2").expect_err("a start row").ends_with("as on c2"));
        assert!(walled("f3").is_err() && walled("").is_err());
    }
}
