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
        let sure = cells.axes.map(|axis| axis.ends(cells.full) | cells.full & !axis.lines(empty));
        Lines { cells, sure }
    }

    /// The stable discs among those of one player.
    pub fn stable(&self, own: u64) -> u64 {
        let mut stable = 0;
        loop {
            let along = self.cells.axes.iter().zip(self.sure);
            let more = along.fold(own, |discs, (axis, sure)| discs & (sure | axis.beside(stable)));
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}
