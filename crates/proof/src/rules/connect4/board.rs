//! The cells of a Connect Four board: straight lines, the cells that can be played, the mirror image.
//!
//! The cell in column c and row r, both from 0, the row from the bottom, has the bit c·(R+1) + r. So every column has a spare
//! cell on top, which never holds a stone. A line that leaves the board at the top or at the bottom comes to a spare cell, and one
//! that leaves it at a side to no bit at all.

use super::set::Set;

/// The length of a winning line.
pub(super) const LINE: u32 = 4;

/// A board of some size.
#[derive(Clone, Debug)]
pub(super) struct Board<S> {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// All cells, without the spare ones.
    pub(super) cells: S,
    /// The lowest cell of every column.
    floor: S,
    /// Bits from a cell to the next one of a line: up, to the right and down, to the right, to the right and up.
    steps: [u32; 4],
    /// The cells of each column from the left.
    pub(super) each_column: Vec<S>,
    /// The highest row, the third from the top, and so on.
    pub(super) upper_rows: S,
}

impl<S: Set> Board<S> {
    /// A board that has room in the set.
    pub(super) fn new(columns: u32, rows: u32) -> Board<S> {
        let height = rows + 1;
        let set = |cells: &mut dyn Iterator<Item = (u32, u32)>| {
            S::narrowed(cells.map(|(column, row)| 1u128 << (column * height + row)).sum())
        };
        let column = |column: u32| set(&mut (0..rows).map(|row| (column, row)));
        let row = |row: u32| set(&mut (0..columns).map(|column| (column, row)));
        let union = |sets: &mut dyn Iterator<Item = S>| sets.fold(S::NONE, |all, set| all | set);
        // On fewer than four columns all lines are upright. Longer steps could exceed the set.
        let steps = if columns < LINE { [1; 4] } else { [1, height - 1, height, height + 1] };
        Board {
            columns,
            rows,
            cells: union(&mut (0..columns).map(column)),
            floor: row(0),
            steps,
            each_column: (0..columns).map(column).collect(),
            upper_rows: union(&mut (0..rows).rev().step_by(2).map(row)),
        }
    }

    /// The number of cells.
    pub(super) fn size(&self) -> u32 {
        self.columns * self.rows
    }

    /// Whether four cells of the set are in a line.
    pub(super) fn has_line(&self, set: S) -> bool {
        self.steps.iter().any(|&step| {
            let pairs = set & (set >> step);
            pairs.meets(pairs >> (2 * step))
        })
    }

    /// The cells that are in a line with three cells of the set.
    pub(super) fn completing(&self, set: S) -> S {
        let mut found = S::NONE;
        for step in self.steps {
            let before = [set << step, set << (2 * step), set << (3 * step)];
            let behind = [set >> step, set >> (2 * step), set >> (3 * step)];
            found = found
                | (before[2] & before[1] & before[0])
                | (before[1] & before[0] & behind[0])
                | (before[0] & behind[0] & behind[1])
                | (behind[0] & behind[1] & behind[2]);
        }
        found & self.cells
    }

    /// The lowest free cell of every column that is not full: those on the floor or on a stone.
    pub(super) fn open(&self, stones: S) -> S {
        (self.floor | (stones << 1)) & (self.cells ^ stones)
    }

    /// The set with left and right exchanged.
    pub(super) fn mirrored(&self, set: S) -> S {
        let height = self.rows + 1;
        let mut image = S::NONE;
        for column in 0..self.columns {
            let at_the_left = (set >> (column * height)) & self.each_column[0];
            image = image | (at_the_left << ((self.columns - 1 - column) * height));
        }
        image
    }

    /// The first cell of the set in the order of the notation: the highest row first, and each row from the left.
    pub(super) fn first_written(&self, set: S) -> S {
        let rows = (0..self.rows).rev().map(|row| set & (self.floor << row));
        rows.map(S::first).find(|&cell| cell != S::NONE).unwrap_or(S::NONE)
    }
}
