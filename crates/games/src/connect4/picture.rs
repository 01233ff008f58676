//! Connect Four as a picture.

use foregone_game::{Drawing, Game, Picture, Place};

use super::{Board, Connect4, Position};
use crate::grid::{self, Names};

impl<W: Board> Connect4<W> {
    fn status(&self, position: &Position<W>) -> String {
        let result = self.outcome(position).map(|outcome| self.scale.name(outcome));
        grid::status(result, self.player(position))
    }
}

impl<W: Board> Picture for Connect4<W> {
    fn text(&self, position: &Position<W>) -> String {
        let board = grid::text(
            self.columns,
            self.rows,
            |column| (column + 1).to_string(),
            |_| String::new(),
            |column, row| grid::letter(self.stone(position, column, row)),
        );
        format!("{board}{}\n", self.status(position))
    }

    fn drawing(&self, position: &Position<W>) -> Drawing {
        let names = Names {
            column: |column: u32| (column + 1).to_string(),
            row: |_: u32| String::new(),
            cell: |column: u32, row: u32| format!("column {}, row {}", column + 1, row + 1),
        };
        let stone = |column, row, x, y| grid::stone(x, y, self.stone(position, column, row));
        grid::drawing((self.columns, self.rows), names, stone, &self.status(position))
    }

    /// The cell where the stone comes to rest.
    fn places(&self, position: &Position<W>, column: u8, _: &Drawing) -> Vec<Place> {
        let column = u32::from(column);
        vec![Place::Cell((self.height(position, column) * self.columns + column) as usize)]
    }
}
