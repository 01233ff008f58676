//! Hare and Hounds as it is written: `x../x...o/x.. x`, moves `b1c2` from cell to cell.

use foregone_game::{Game, Notation, NotationError, Player};

use super::{CELLS, Hounds, NAMES, Position, cell, column, row};

/// How many cells the rows have, from the top, and the column of the first one.
const ROWS: [(usize, u8); 3] = [(3, 1), (5, 0), (3, 1)];

/// The cell in a row from the top and a place from the left.
fn cell_at(row_from_top: usize, place: usize) -> Option<u8> {
    let (wanted_column, wanted_row) = (ROWS[row_from_top].1 + place as u8, 2 - row_from_top as u8);
    (0..CELLS).find(|&cell| (column(cell), row(cell)) == (wanted_column, wanted_row))
}

impl Hounds {
    pub(super) fn stands_on(position: &Position, cell: u8) -> Option<Player> {
        if position.hounds >> cell & 1 != 0 {
            return Some(Player::Max);
        }
        (position.hare == cell).then_some(Player::Min)
    }

    /// The rows from the top.
    pub(super) fn rows(position: &Position) -> [String; 3] {
        core::array::from_fn(|from_top| {
            let places = (0..ROWS[from_top].0).filter_map(|place| cell_at(from_top, place));
            places.map(|cell| crate::grid::letter(Hounds::stands_on(position, cell))).collect()
        })
    }
}

fn read_board(text: &str) -> Result<(u16, u8), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 3 {
        return Err(NotationError(format!(
            "a board has 3 rows separated by \"/\", top row first; this one has {}",
            rows.len()
        )));
    }
    let (mut hounds, mut hares) = (0_u16, Vec::new());
    for (from_top, text) in rows.into_iter().enumerate() {
        let (number, length) = (from_top + 1, text.chars().count());
        if length != ROWS[from_top].0 {
            let expected = ROWS[from_top].0;
            return Err(NotationError(format!(
                "row {number} from the top has {length} cells instead of {expected}"
            )));
        }
        for (place, symbol) in text.chars().enumerate() {
            let cell = cell_at(from_top, place).expect("every place of a row is a cell");
            match symbol {
                '.' => {}
                'x' => hounds |= 1 << cell,
                'o' => hares.push(cell),
                other => {
                    return Err(NotationError(format!(
                        "'{other}' in row {number} from the top; cells are x (hound), o (hare) or . (empty)"
                    )));
                }
            }
        }
    }
    match (hounds.count_ones(), hares.as_slice()) {
        (3, &[hare]) => Ok((hounds, hare)),
        (count, hares) => Err(NotationError(format!(
            "{count} x and {} o: there are three hounds and one hare",
            hares.len()
        ))),
    }
}

impl Notation for Hounds {
    fn write_move(&self, _: &Position, mv: u8) -> String {
        let name = |cell: u8| NAMES[usize::from(cell)];
        format!("{}{}", name(mv >> 4), name(mv & 15))
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let ends = text.split_at_checked(2).and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
        let Some((from, to)) = ends else {
            return Err(NotationError(format!(
                "a move is two cells, where from and where to, for example b1c2; the cells are {}",
                NAMES.join(", ")
            )));
        };
        if self.movers(position) >> from & 1 == 0 {
            let piece = if position.player == Player::Max { "hound" } else { "hare" };
            return Err(NotationError(format!("there is no {piece} on {}", &text[..2])));
        }
        if self.targets(position, from) >> to & 1 != 0 {
            return Ok(from << 4 | to);
        }
        let (from_name, to_name) = (&text[..2], &text[2..]);
        Err(NotationError(if Hounds::stands_on(position, to).is_some() {
            format!("{to_name} is not free")
        } else if self.next[usize::from(from)] >> to & 1 == 0 {
            format!("no line leads from {from_name} to {to_name}")
        } else {
            format!("hounds never go back, as from {from_name} to {to_name}")
        }))
    }

    fn write_position(&self, position: &Position) -> String {
        let player = crate::grid::letter(Some(self.player(position)));
        format!("{} {player}", Hounds::rows(position).join("/"))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, player] = words.as_slice() else {
            return Err(NotationError::new(
                "a position is a board and the player to move, for example \"x../x...o/x.. x\"",
            ));
        };
        let (hounds, hare) = read_board(board)?;
        let player = match *player {
            "x" => Player::Max,
            "o" => Player::Min,
            other => {
                return Err(NotationError(format!(
                    "the player to move is x (the hounds) or o (the hare), not \"{other}\""
                )));
            }
        };
        Ok(Position { hounds, hare, player })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_wrong() {
        let game = Hounds::new();
        let read = |text: &str| game.read_position(text).expect_err(text).0;
        assert_eq!(
            read("x../x...o x"),
            "a board has 3 rows separated by \"/\", top row first; this one has 2"
        );
        assert_eq!(read("x../x...o/x. x"), "row 3 from the top has 2 cells instead of 3");
        assert_eq!(read("x../x...o/... x"), "2 x and 1 o: there are three hounds and one hare");
        assert_eq!(
            read("x../x...r/x.. x"),
            "'r' in row 2 from the top; cells are x (hound), o (hare) or . (empty)"
        );
        assert_eq!(
            read("x../x...o/x.. h"),
            "the player to move is x (the hounds) or o (the hare), not \"h\""
        );
        assert!(read("x../x...o/x..").contains("for example"));
        let position = game.read_position("x../.x..o/.x. x").expect("a position");
        let refused = |text: &str| game.read_move(&position, text).expect_err(text).0;
        assert_eq!(refused("b1c2"), "there is no hound on b1");
        assert_eq!(refused("b3b2"), "b2 is not free");
        assert_eq!(refused("b3d1"), "no line leads from b3 to d1");
        assert_eq!(refused("c1b1"), "hounds never go back, as from c1 to b1");
        assert!(refused("c1").contains("the cells are a2, b1"));
        assert!(refused("é1é2").contains("two cells"));
    }
}
