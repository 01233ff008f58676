//! The evaluations of Connect Four besides the estimate.

use super::{ALIGN, Board, Connect4, Position};
use crate::in_a_row::{CENTRE, GREEDY, LINES, nearness};

impl<W: Board> Connect4<W> {
    /// The evaluation of that index; nothing for an index that is none of these.
    pub(super) fn named_evaluation(&self, position: &Position<W>, evaluation: u8) -> Option<i32> {
        let (max, min) = self.stones(position);
        let empty = self.full ^ position.all;
        match evaluation {
            LINES => Some(self.lines_on(max | empty) - self.lines_on(min | empty)),
            CENTRE => Some(self.nearness(max) - self.nearness(min)),
            GREEDY => Some(self.lines_but_one(max, empty) - self.lines_but_one(min, empty)),
            _ => None,
        }
    }

    /// The directions of lines. On a board with fewer than four columns all lines are vertical.
    fn line_directions(&self) -> impl Iterator<Item = u32> {
        let others = if self.columns as usize >= ALIGN { &self.directions[..] } else { &[] };
        [1].into_iter().chain(others.iter().copied())
    }

    /// How many lines lie on these cells.
    fn lines_on(&self, cells: W) -> i32 {
        let along = |direction: u32| {
            let pairs = cells & (cells >> direction);
            (pairs & (pairs >> (2 * direction))).count() as i32
        };
        self.line_directions().map(along).sum()
    }

    /// How many lines have one empty cell and else these stones.
    fn lines_but_one(&self, stones: W, empty: W) -> i32 {
        let along = |direction: u32| {
            let cell = |place: usize, gap: usize| {
                (if place == gap { empty } else { stones }) >> (place as u32 * direction)
            };
            let with_gap = |gap| {
                let lines = (1..ALIGN).fold(cell(0, gap), |cells, place| cells & cell(place, gap));
                lines.count() as i32
            };
            (0..ALIGN).map(with_gap).sum::<i32>()
        };
        self.line_directions().map(along).sum()
    }

    fn nearness(&self, stones: W) -> i32 {
        let on = |cells: W| (stones & cells).count() as i32;
        let column = |column: u32| {
            on(self.column << (column * self.stride)) * nearness(column, self.columns)
        };
        let row = |row: u32| on(self.bottom << row) * nearness(row, self.rows);
        (0..self.columns).map(column).sum::<i32>() + (0..self.rows).map(row).sum::<i32>()
    }
}
