//! All positions with the same home of Black's pawns: what they are worth follows from each other and from other homes.
//!
//! Black's moves from home and those within the middle take all lanes as they are; only those that reach White's second row
//! look at the lanes. With White to move it is the other way round. Nobody steps in front of the goal for nothing: such a
//! pawn is captured at once, or has won, so it is two moves that lead from a stored position to stored ones.

use super::board::{Middle, Shape, bits};
use super::lanes::{Lanes, both, enter, is_empty, leave, rise, threat};

/// What is known of all positions with the same home: with White and with Black to move, whether that player wins.
#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    pub(super) white: Vec<u64>,
    pub(super) black: Vec<u64>,
}

/// A table, by middles.
type Part<'t, const L: usize> = &'t [Lanes<L>];

/// Where the other tables are that one home needs, and what pawns do in the middle.
pub(super) struct Job<'t, const M: usize, const L: usize> {
    shape: &'t Shape,
    /// Black's pawns on the last row and on the one before it.
    far: u64,
    near: u64,
    /// After steps from the last row to the one before it.
    quiet: Vec<Part<'t, L>>,
    /// After a pawn has left the row before the last, by its column: with White, and with Black to move.
    left: Vec<(usize, Part<'t, L>, Part<'t, L>)>,
    /// After a pawn that got in front of Black's last row was captured from there, by its column.
    captured: [Vec<Part<'t, L>>; M],
    /// Where none of Black's pawns could capture.
    free: u64,
    /// The first and the last column of the middle.
    first: u64,
    last: u64,
}

/// The columns beside one.
fn beside<const M: usize>(column: usize) -> impl Iterator<Item = usize> {
    let left = column.checked_sub(1);
    left.into_iter().chain((column + 1 < M).then_some(column + 1))
}

/// The homes whose tables one needs.
pub(super) fn needed(shape: &Shape, home: usize) -> Vec<usize> {
    let width = shape.width;
    let mut found = Vec::new();
    for column in (0..width).filter(|column| home >> column & 1 == 1) {
        found.push(home ^ 1 << column);
    }
    for from in (0..width).filter(|from| home >> (width + from) & 1 == 1) {
        for to in from.saturating_sub(1)..width.min(from + 2) {
            found.push((home ^ 1 << (width + from)) | 1 << to);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

impl<'t, const M: usize, const L: usize> Job<'t, M, L> {
    pub(super) fn new(shape: &'t Shape, home: usize, table: impl Fn(usize) -> &'t Table) -> Self {
        let (far, near) = ((home >> M) as u64, (home & ((1 << M) - 1)) as u64);
        let white = |home| table(home).white.as_chunks().0;
        let is = |row: u64, column: usize| row >> column & 1 == 1;
        let after = |from: usize, to: usize| (home ^ 1 << (M + from)) | 1 << to;
        let mut quiet = Vec::new();
        for from in bits(far) {
            for to in from.saturating_sub(1)..M.min(from + 2) {
                if !is(near, to) {
                    quiet.push(white(after(from, to)));
                }
            }
        }
        let left = bits(near)
            .map(|column| {
                let home = home ^ 1 << column;
                (column, white(home), table(home).black.as_chunks().0)
            })
            .collect();
        let captured = core::array::from_fn(|column| {
            let by = beside::<M>(column).filter(|&by| is(far, by));
            by.map(|by| white(after(by, column))).collect::<Vec<_>>()
        });
        let free = (0..M).filter(|&column| captured[column].is_empty());
        let free = free.fold(0, |free, column| free | 1 << column);
        let first = (0..shape.rows).fold(0, |cells, row| cells | 1 << (row * M));
        Job { shape, far, near, quiet, left, captured, free, first, last: first << (M - 1) }
    }

    fn weight(&self, cell: usize) -> usize {
        self.shape.weights[cell]
    }

    /// What a cell of the middle counts more once a black pawn has come.
    fn blackened(&self, middle: &Middle, cell: usize) -> usize {
        self.weight(cell) << (middle.white >> cell & 1)
    }

    /// What it counts less once a white one has.
    fn whitened(&self, middle: &Middle, cell: usize) -> usize {
        self.weight(cell) << (middle.black >> cell & 1)
    }

    /// The lanes in which Black, to move, wins, given both tables of this home below this middle.
    pub(super) fn black(
        &self,
        middle: &Middle,
        white: Part<'_, L>,
        black: Part<'_, L>,
    ) -> Lanes<L> {
        let mut rest = [u64::MAX; L];
        for table in &self.quiet {
            both(&mut rest, &table[middle.number]);
        }
        if self.shape.rows == 0 {
            for &(column, _, black) in &self.left {
                self.threats(&mut rest, column, &black[0]);
            }
            return rest.map(|word| !word);
        }
        let vacant = self.shape.open & !middle.black;
        let empty = vacant & !middle.white;
        let top = (self.shape.rows - 1) * M;
        for &(column, table, _) in &self.left {
            let cell = top + column;
            if empty >> cell & 1 == 1 {
                both(&mut rest, &table[middle.number + self.weight(cell)]);
            }
            for beside in beside::<M>(column) {
                let cell = top + beside;
                if vacant >> cell & 1 == 1 {
                    both(&mut rest, &table[middle.number + self.blackened(middle, cell)]);
                }
            }
        }
        let pawns = middle.black;
        for (targets, back) in [
            (pawns >> M & empty, M),
            ((pawns & !self.first) >> (M + 1) & vacant, M + 1),
            ((pawns & !self.last) >> (M - 1) & vacant, M - 1),
        ] {
            for cell in bits(targets) {
                let number = middle.number - self.weight(cell + back);
                both(&mut rest, &white[number + self.blackened(middle, cell)]);
            }
        }
        if is_empty(&rest) {
            return [u64::MAX; L];
        }
        for column in bits(middle.black & ((1 << M) - 1)) {
            self.threats(&mut rest, column, &black[middle.number - self.weight(column)]);
        }
        rest.map(|word| !word)
    }

    /// A black pawn of some column steps to White's second row; without it Black, to move, wins as said.
    fn threats(&self, rest: &mut Lanes<L>, column: usize, won: &Lanes<L>) {
        threat::<M, L>(rest, won, column, false);
        for beside in beside::<M>(column) {
            threat::<M, L>(rest, won, beside, true);
        }
    }

    /// The lanes in which White, to move, wins, given Black's table of this home up to this middle. If the opponent has to be
    /// without a move at once, pawns in front of the goal do not count as won.
    pub(super) fn white(&self, middle: &Middle, black: Part<'_, L>, at_once: bool) -> Lanes<L> {
        let mut rest = [u64::MAX; L];
        let (row, rows) = ((1 << M) - 1, self.shape.rows);
        if rows == 0 {
            for column in 0..M {
                self.leaves_low(&mut rest, column, middle, at_once);
            }
            rise::<M, L>(&mut rest, &black[0]);
            return rest.map(|word| !word);
        }
        let top = (rows - 1) * M;
        let pawns = middle.white >> top & row;
        let diagonal = (pawns << 1 | pawns >> 1) & row;
        let in_front = diagonal | pawns & !self.near;
        if !at_once && in_front & self.free != 0 {
            return [u64::MAX; L];
        }
        for column in bits(pawns) {
            let number = middle.number + self.weight(top + column);
            let gone = Middle { white: middle.white & !(1 << (top + column)), ..*middle };
            for to in column.saturating_sub(1)..M.min(column + 2) {
                if to == column && self.near >> to & 1 == 1 {
                    continue;
                }
                match self.captured[to][..] {
                    [] if at_once && self.is_stuck(&gone, to) => return [u64::MAX; L],
                    [] => {}
                    [one] => minus(&mut rest, &one[number], &one[number]),
                    [one, other, ..] => minus(&mut rest, &one[number], &other[number]),
                }
            }
        }
        let vacant = self.shape.open & !middle.white;
        let empty = vacant & !middle.black;
        let pawns = middle.white;
        for (targets, back) in [
            (pawns << M & empty, M),
            ((pawns & !self.first) << (M - 1) & vacant, M - 1),
            ((pawns & !self.last) << (M + 1) & vacant, M + 1),
        ] {
            for cell in bits(targets) {
                let number = middle.number + self.weight(cell - back);
                both(&mut rest, &black[number - self.whitened(middle, cell)]);
            }
        }
        if is_empty(&rest) {
            return [u64::MAX; L];
        }
        for column in bits(vacant & row) {
            let from = &black[middle.number - self.whitened(middle, column)];
            enter::<M, L>(&mut rest, from, column, empty >> column & 1 == 1);
        }
        rise::<M, L>(&mut rest, &black[middle.number]);
        rest.map(|word| !word)
    }

    /// On the lowest boards White's pawns step from their second row in front of the goal.
    fn leaves_low(&self, rest: &mut Lanes<L>, column: usize, middle: &Middle, at_once: bool) {
        for to in column.saturating_sub(1)..M.min(column + 2) {
            if to == column && self.near >> to & 1 == 1 {
                continue;
            }
            let mut lost = [0; L];
            if at_once && !self.is_stuck(middle, to) {
                lost = [u64::MAX; L];
            }
            for table in &self.captured[to] {
                for (lost, won) in lost.iter_mut().zip(&table[0]) {
                    *lost |= !won;
                }
            }
            leave(rest, &lost, column);
        }
    }

    /// Whether Black cannot move once a white pawn of the middle stands in front of Black's last row, at a column where none
    /// can capture it.
    fn is_stuck(&self, middle: &Middle, column: usize) -> bool {
        let (row, rows) = ((1 << M) - 1, self.shape.rows);
        let near = self.near & !(1 << column);
        let sides = |pawns: u64| (pawns << 1 | pawns >> 1) & row;
        // From the row before White's second row there is always a way, if only by capture.
        let lowest = if rows == 0 { near } else { middle.black & row };
        let home = self.far & !(near | 1 << column) | sides(self.far) & !near;
        if lowest | home != 0 {
            return false;
        }
        let vacant = self.shape.open & !middle.black;
        let empty = vacant & !middle.white;
        let pawns = middle.black | near << (rows * M);
        let (first, last) = (self.first | 1 << (rows * M), self.last | 1 << (rows * M + M - 1));
        let straight = pawns >> M & empty;
        let sides = (pawns & !first) >> (M + 1) | (pawns & !last) >> (M - 1);
        straight | sides & vacant == 0
    }
}

/// The lanes that are in both tables leave.
#[inline(always)]
fn minus<const L: usize>(rest: &mut Lanes<L>, one: &Lanes<L>, other: &Lanes<L>) {
    for ((rest, one), other) in rest.iter_mut().zip(one).zip(other) {
        *rest &= !(one & other);
    }
}
