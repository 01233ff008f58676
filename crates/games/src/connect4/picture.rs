//! Connect Four as a picture.

use foregone_game::{Game, Picture};

use super::{Board, Connect4, Position};
use crate::grid;

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

    fn svg(&self, position: &Position<W>) -> String {
        grid::svg(
            self.columns,
            self.rows,
            |column| (column + 1).to_string(),
            |_| String::new(),
            |column, row, x, y| grid::stone(x, y, self.stone(position, column, row)),
            &self.status(position),
        )
    }
}
