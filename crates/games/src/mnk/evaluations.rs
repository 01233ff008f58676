//! The evaluations of m,n,k-games besides the estimate.

use super::{Mnk, Position};
use crate::in_a_row::{CENTRE, GREEDY, LINES, nearness};
use crate::lines::cells;

impl Mnk {
    /// The evaluation of that index; nothing for an index that is none of these.
    pub(super) fn named_evaluation(&self, position: &Position, evaluation: u8) -> Option<i32> {
        let (max, min) = self.stones(position);
        match evaluation {
            LINES => Some(self.count_lines(|line| line & min == 0, |line| line & max == 0)),
            CENTRE => Some(self.nearness(max) - self.nearness(min)),
            GREEDY => {
                let empty = self.full & !position.all;
                let is_short = |line: u128, own: u128| {
                    (line & empty).count_ones() == 1 && line & !empty & !own == 0
                };
                Some(self.count_lines(|line| is_short(line, max), |line| is_short(line, min)))
            }
            _ => None,
        }
    }

    /// How many lines count for `Max`, less those that count for `Min`.
    fn count_lines(&self, for_max: impl Fn(u128) -> bool, for_min: impl Fn(u128) -> bool) -> i32 {
        let counts = |&line: &u128| i32::from(for_max(line)) - i32::from(for_min(line));
        self.lines.masks().iter().map(counts).sum()
    }

    fn nearness(&self, stones: u128) -> i32 {
        let of_cell = |cell: u8| {
            let (column, row) = (u32::from(cell) % self.columns, u32::from(cell) / self.columns);
            nearness(column, self.columns) + nearness(row, self.rows)
        };
        cells(stones).map(of_cell).sum()
    }
}
