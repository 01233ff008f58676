//! Positions and moves of Qubic as people write them.

use foregone_game::{Notation, NotationError};

use super::lines::has_line;
use super::{Position, Qubic};
use crate::grid;

/// Rows in all: four of each layer.
const ROWS: u32 = 16;

/// A cell's column, row and layer, each from 0.
pub(super) fn place(cell: u8) -> (u32, u32, u32) {
    (u32::from(cell) % 4, u32::from(cell) / 4 % 4, u32::from(cell) / 16)
}

pub(super) fn column_name(column: u32) -> String {
    char::from(b'a' + column as u8).to_string()
}

pub(super) fn cell_name(cell: u8) -> String {
    let (column, row, layer) = place(cell);
    format!("{}{}{}", column_name(column), row + 1, layer + 1)
}

impl Notation for Qubic {
    fn write_move(&self, _: &Position, cell: u8) -> String {
        cell_name(cell)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let places: Option<Vec<u8>> = text
            .bytes()
            .zip([b'a', b'1', b'1'])
            .map(|(symbol, first)| {
                symbol.to_ascii_lowercase().checked_sub(first).filter(|&place| place < 4)
            })
            .collect();
        match places.as_deref() {
            Some(&[column, row, layer]) if text.len() == 3 => {
                let cell = column + 4 * row + 16 * layer;
                match position.all >> cell & 1 {
                    0 => Ok(cell),
                    _ => Err(NotationError::new("this cell is taken")),
                }
            }
            _ => Err(NotationError::new(
                "a move is a cell from a11 to d44: the column's letter, the row's number and the layer's number",
            )),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        grid::write_rows(4, ROWS, |column, row| position.stone((4 * row + column) as u8))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let (mut max, mut min) = (0u64, 0u64);
        let (max_count, min_count) = grid::read_rows(text, 4, ROWS, |column, row, player| {
            let stones = if player == foregone_game::Player::Max { &mut max } else { &mut min };
            *stones |= 1 << (4 * row + column);
        })?;
        let (mover, line, last) = match max_count == min_count {
            true => (max, "x", "o"),
            false => (min, "o", "x"),
        };
        if has_line(mover) {
            return Err(NotationError(format!(
                "{line} has four in a row, so the game was over before the last stone of {last}"
            )));
        }
        Ok(Position { mover, all: max | min })
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Game;
    use foregone_game::notation::read_line;

    use super::*;

    #[test]
    fn cells_are_named_by_column_row_and_layer() {
        let game = Qubic::new();
        let (position, _) = read_line(&game, game.start(), "a11 D44 b23").expect("legal");
        let text = game.write_position(&position);
        let expected =
            "...o/..../..../..../..../..../.x../..../..../..../..../..../..../..../..../x...";
        assert_eq!(text, expected);
        assert_eq!(game.read_position(&text).expect("a position"), position);
        let error = |text| read_line(&game, game.start(), text).expect_err(text).0;
        for wrong in ["a1", "e11", "a51", "a10", "a111", "aä"] {
            assert!(error(wrong).contains("a11 to d44"), "{wrong}");
        }
        assert!(error("a11 a11").contains("taken"));
    }
}
