//! The legal turns of Chinese dark chess, in their canonical order.

use super::piece::{CANNON, owner, rank_on, takes};
use super::{DARK, DarkChess, EMPTY, Position};

impl<const LIMITED: bool> DarkChess<LIMITED> {
    /// Calls `each` with every legal turn until it says that it has seen enough: cell by cell from a1, row by row, the
    /// flip of a dark piece or the targets of an own piece in the order of cells. Whether none said so.
    pub(super) fn each_move(&self, position: &Position, mut each: impl FnMut(u16) -> bool) -> bool {
        for from in 0..self.cells() {
            let piece = position.cells[usize::from(from)];
            let go_on = if piece == DARK {
                each(u16::from(from) << 5 | u16::from(from))
            } else if owner(piece) == Some(position.player) {
                let mut step = |to: u8| each(u16::from(from) << 5 | u16::from(to));
                if rank_on(piece) == CANNON {
                    self.cannon_targets(position, from, &mut step)
                } else {
                    self.step_targets(position, from, &mut step)
                }
            } else {
                true
            };
            if !go_on {
                return false;
            }
        }
        true
    }

    /// Whether the player to move has a legal turn.
    pub(super) fn can_move(&self, position: &Position) -> bool {
        !self.each_move(position, |_| false)
    }

    /// The cells beside a cell in the order of cells: below, left, right, above.
    fn neighbours(&self, cell: u8) -> impl Iterator<Item = u8> {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let below = (row > 0).then(|| cell - self.columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.columns).then(|| cell + 1);
        let above = (row + 1 < self.rows).then(|| cell + self.columns);
        [below, left, right, above].into_iter().flatten()
    }

    fn step_targets(
        &self,
        position: &Position,
        from: u8,
        step: &mut impl FnMut(u8) -> bool,
    ) -> bool {
        let piece = position.cells[usize::from(from)];
        self.neighbours(from).all(|to| {
            let target = position.cells[usize::from(to)];
            let enemy = owner(target) == Some(position.player.other());
            let legal = target == EMPTY || (enemy && takes(rank_on(piece), rank_on(target)));
            !legal || step(to)
        })
    }

    /// A cannon steps to empty cells, and captures by jumping over exactly one piece.
    fn cannon_targets(
        &self,
        position: &Position,
        from: u8,
        step: &mut impl FnMut(u8) -> bool,
    ) -> bool {
        let mut targets = 0u32;
        for to in self.neighbours(from).filter(|&to| position.cells[usize::from(to)] == EMPTY) {
            targets |= 1 << to;
        }
        for to in self.jumps(position, from).into_iter().flatten() {
            targets |= 1 << to;
        }
        while targets != 0 {
            if !step(targets.trailing_zeros() as u8) {
                return false;
            }
            targets &= targets - 1;
        }
        true
    }

    /// What a cannon captures: the second piece in each direction, if it is a revealed enemy.
    fn jumps(&self, position: &Position, from: u8) -> [Option<u8>; 4] {
        let (column, row) = ((from % self.columns) as i8, (from / self.columns) as i8);
        [(0, -1), (-1, 0), (1, 0), (0, 1)].map(|(across, up)| {
            let (mut column, mut row, mut met) = (column + across, row + up, 0);
            while (0..self.columns as i8).contains(&column) && (0..self.rows as i8).contains(&row) {
                let cell = row as u8 * self.columns + column as u8;
                let content = position.cells[usize::from(cell)];
                met += u8::from(content != EMPTY);
                if met == 2 {
                    let enemy = owner(content) == Some(position.player.other());
                    return enemy.then_some(cell);
                }
                (column, row) = (column + across, row + up);
            }
            None
        })
    }
}
