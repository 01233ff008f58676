//! Discs that nothing can turn over any more.
//!
//! A disc is *stable along an axis* (row, column, diagonal, antidiagonal) if all cells of its line along this axis are
//! occupied, or if one of its two neighbours along the axis is beyond the edge or a stable disc of the same player. It is
//! *stable* if it is so along all four axes. The stable discs are the smallest set with this property: corners first, then
//! what leans on them.
//!
//! Why a stable disc is never turned over: a disc is turned over along a line, between a disc that is just placed on an empty
//! cell of this line and another disc of the opponent. A full line has no such cell, now or later. Otherwise there is no disc
//! beyond the edge, and the stable neighbour would have to be turned over in the same move, or to be the opponent's. So the
//! first stable disc to be turned over would need one that was turned over before. `docs/certificate.md` specifies the same
//! for the checker.

use super::board::Cells;

/// Bits along the four axes, and where the column goes when the row goes on.
const AXES: [(u32, Side); 4] =
    [(1, Side::Right), (8, Side::None), (7, Side::Left), (9, Side::Right)];

#[derive(Clone, Copy)]
enum Side {
    None,
    Left,
    Right,
}

/// What the discs of both players, taken together, say about the lines of a board.
pub(super) struct Lines<'c> {
    cells: &'c Cells,
    /// For each axis the cells where a disc is stable along it, whatever the discs beside it: on full lines, and at the edge.
    sure: [u64; 4],
}

impl<'c> Lines<'c> {
    /// The lines of a board on which these cells are occupied.
    pub fn new(cells: &'c Cells, occupied: u64) -> Lines<'c> {
        let empty = cells.full & !occupied;
        let sure = AXES.map(|axis| {
            let [after, before] = neighbours(cells, cells.full, axis);
            let edge = cells.full & !(after & before);
            // What is empty spreads along its line as far as the board goes.
            let mut open = empty;
            loop {
                let [after, before] = neighbours(cells, open, axis);
                let wider = open | after | before;
                if wider == open {
                    break;
                }
                open = wider;
            }
            edge | cells.full & !open
        });
        Lines { cells, sure }
    }

    /// The stable discs among those of one player.
    pub fn stable(&self, own: u64) -> u64 {
        let mut stable = 0;
        loop {
            let along = AXES.into_iter().zip(self.sure).map(|(axis, sure)| {
                let [after, before] = neighbours(self.cells, stable, axis);
                sure | after | before
            });
            let more = along.fold(own, |discs, along| discs & along);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

/// The cells beside a set of cells along an axis, on the one side and on the other.
#[inline]
fn neighbours(cells: &Cells, of: u64, (step, side): (u32, Side)) -> [u64; 2] {
    let (ahead, back) = match side {
        Side::None => (of, of),
        Side::Right => (of & !cells.last_column, of & !cells.first_column),
        Side::Left => (of & !cells.first_column, of & !cells.last_column),
    };
    [ahead << step & cells.full, back >> step & cells.full]
}
