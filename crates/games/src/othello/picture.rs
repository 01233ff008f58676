//! Othello as a picture, with row 1 at the top.

use foregone_game::{Drawing, Game, Picture, Place};

use super::notation::column_name;
use super::{Othello, Position};
use crate::grid::{self, Names};

impl Othello {
    /// The number of a row, counted from the bottom, as a label.
    fn row_name(&self, row: u32) -> String {
        (self.size - row).to_string()
    }

    /// What stands on a cell, with the row counted from the bottom.
    fn disc_from_bottom(&self, position: &Position, column: u32, row: u32) -> grid::Cell {
        self.disc(position, column, self.size - 1 - row)
    }

    fn status(&self, position: &Position) -> String {
        let result = self.outcome(position).map(|outcome| self.scale().name(outcome));
        let (max, min) = self.discs(position);
        let status = grid::status(result, position.player);
        format!("{status}, discs {}:{}", max.count_ones(), min.count_ones())
    }
}

impl Picture for Othello {
    fn text(&self, position: &Position) -> String {
        let row_name = |row| self.row_name(row);
        let disc = |column, row| grid::letter(self.disc_from_bottom(position, column, row));
        let board = grid::text(self.size, self.size, column_name, row_name, disc);
        format!("{board}{}\n", self.status(position))
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let names = Names {
            column: column_name,
            row: |row| self.row_name(row),
            cell: |column: u32, row: u32| column_name(column) + &self.row_name(row),
        };
        let disc =
            |column, row, x, y| grid::stone(x, y, self.disc_from_bottom(position, column, row));
        grid::drawing((self.size, self.size), names, disc, &self.status(position))
    }

    /// The cell of the disc; a pass has none.
    fn places(&self, _: &Position, mv: u8, _: &Drawing) -> Vec<Place> {
        if mv == self.pass {
            return Vec::new();
        }
        let (column, row) = (u32::from(mv) % 8, u32::from(mv) / 8);
        vec![Place::Cell(((self.size - 1 - row) * self.size + column) as usize)]
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;

    use super::*;
    use crate::othello::{Score, Start};

    #[test]
    fn row_1_is_at_the_top() {
        let game = Othello::new(4, Start::Diagonal, Score::Difference).expect("a board");
        let position = game.read_position(".x../.xx./.xo./.... o").expect("a position");
        let expected = [
            "1 . x . .",
            "2 . x x .",
            "3 . x o .",
            "4 . . . .",
            "  a b c d",
            "second player (o) to move, discs 4:1",
            "",
        ];
        assert_eq!(game.text(&position), expected.join("\n"));
        let drawing = game.drawing(&position);
        let places = game.places(&position, 8, &drawing);
        let [Place::Cell(cell)] = places[..] else { panic!("{places:?}") };
        assert_eq!(drawing.cells[cell].name, "a2");
    }
}
