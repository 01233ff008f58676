//! The board of Othello as bits of a word: which moves are legal, and what a move turns over.
//!
//! Row 1 is the top one, as players write it. The cell in column c and row r, both from 0, is bit `8 r + c`, whatever the
//! size: smaller boards lie in the top left corner, and what lies beside them is never occupied, so that the same shifts do
//! for all.

/// Bits from a cell to its neighbour along the row, the column, and the two diagonals.
const AXES: [u32; 4] = [1, 8, 7, 9];

/// The cells of a board that questions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells {
    /// All of them.
    pub full: u64,
    /// Those that are not in the first or the last column. Only these can be turned over along a row or a diagonal, and runs
    /// that are made of them do not continue around the edge.
    pub inner: u64,
    /// The four corners.
    pub corners: u64,
    /// Steps along the row, the column and the two diagonals.
    pub axes: [Axis; 4],
}

/// Steps along one axis, ahead to the higher bit and back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Axis {
    step: u32,
    /// The cells that a step ahead can lead to without leaving the board.
    ahead: u64,
    /// The same for a step back.
    back: u64,
}

impl Axis {
    /// The cells beside a set of cells.
    #[inline]
    pub fn beside(&self, cells: u64) -> u64 {
        cells << self.step & self.ahead | cells >> self.step & self.back
    }

    /// The cells at an end of their line.
    #[inline]
    pub fn ends(&self, full: u64) -> u64 {
        full & !(self.ahead & self.back)
    }

    /// All cells on the lines through a set of cells.
    #[inline]
    pub fn lines(&self, cells: u64) -> u64 {
        let (mut up, mut down, step) = (cells, cells, self.step);
        let (mut open_up, mut open_down) = (self.ahead, self.back);
        for by in [step, 2 * step, 4 * step] {
            up |= open_up & up << by;
            down |= open_down & down >> by;
            open_up &= open_up << by;
            open_down &= open_down >> by;
        }
        up | down
    }
}

impl Cells {
    /// The cells of a board with that many columns and rows, at most 8.
    pub fn new(size: u32) -> Cells {
        let all = |wanted: &dyn Fn(u32, u32) -> bool| {
            (0..size * size)
                .map(|index| (index % size, index / size))
                .filter(|&(column, row)| wanted(column, row))
                .fold(0, |cells, (column, row)| cells | 1 << cell(column, row))
        };
        let is_edge = |at: u32| at == 0 || at + 1 == size;
        Cells {
            full: all(&|_, _| true),
            inner: all(&|column, _| !is_edge(column)),
            corners: all(&|column, row| is_edge(column) && is_edge(row)),
            axes: [(1, 0), (0, 1), (-1, 1), (1, 1)].map(|(right, down)| {
                let to = |from: &dyn Fn(i32, i32) -> (i32, i32)| {
                    let inside = 0..size as i32;
                    all(&|column, row| {
                        let (column, row) = from(column as i32, row as i32);
                        inside.contains(&column) && inside.contains(&row)
                    })
                };
                Axis {
                    step: (8 * down + right) as u32,
                    ahead: to(&|column, row| (column - right, row - down)),
                    back: to(&|column, row| (column + right, row + down)),
                }
            }),
        }
    }

    /// The opponent's discs that can be turned over along an axis.
    #[inline]
    fn between(&self, other: u64, axis: u32) -> u64 {
        if axis == 8 { other } else { other & self.inner }
    }

    /// The cells where a player can move: empty ones that enclose discs of `other` together with a disc of `own`.
    #[inline]
    pub fn moves(&self, own: u64, other: u64) -> u64 {
        let reached = AXES.into_iter().fold(0, |reached, axis| {
            let between = self.between(other, axis);
            let up = run(own, between, axis, |cells, by| cells << by) << axis;
            let down = run(own, between, axis, |cells, by| cells >> by) >> axis;
            reached | up | down
        });
        reached & self.full & !(own | other)
    }

    /// The discs of `other` that a disc of `own` on a cell turns over.
    #[inline]
    pub fn turned(&self, own: u64, other: u64, cell: u8) -> u64 {
        let placed = 1 << cell;
        AXES.into_iter().fold(0, |turned, axis| {
            let between = self.between(other, axis);
            let up = run(placed, between, axis, |cells, by| cells << by);
            let down = run(placed, between, axis, |cells, by| cells >> by);
            let enclosed = |run: u64, end: u64| if end & own != 0 { run } else { 0 };
            turned | enclosed(up, up << axis) | enclosed(down, down >> axis)
        })
    }
}

/// The bit of a cell.
#[inline]
pub(super) fn cell(column: u32, row: u32) -> u32 {
    8 * row + column
}

/// The discs of `between` that follow on discs of `from` without a gap in one direction, at most six: no more fit
/// between two others.
#[inline]
fn run(from: u64, between: u64, axis: u32, shift: impl Fn(u64, u32) -> u64) -> u64 {
    let mut run = between & shift(from, axis);
    run |= between & shift(run, axis);
    let pairs = between & shift(between, axis);
    run |= pairs & shift(run, 2 * axis);
    run | (pairs & shift(run, 2 * axis))
}

/// The image of a set of cells when rows and columns change places.
fn transposed(cells: u64) -> u64 {
    // Swaps the bits of each pair whose places differ by the shift.
    let swap = |cells: u64, mask: u64, shift: u32| {
        let change = (cells ^ cells >> shift) & mask;
        cells ^ change ^ change << shift
    };
    let cells = swap(cells, 0x00aa_00aa_00aa_00aa, 7);
    let cells = swap(cells, 0x0000_cccc_0000_cccc, 14);
    swap(cells, 0x0000_0000_f0f0_f0f0, 28)
}

/// The images of two sets of cells under the eight symmetries of a board of that size, the identity first.
pub(super) fn images(size: u32, sets: [u64; 2]) -> [[u64; 2]; 8] {
    let flipped = |cells: u64| cells.swap_bytes() >> (8 * (8 - size));
    let mirrored = |cells: u64| cells.reverse_bits().swap_bytes() >> (8 - size);
    let turned = sets.map(transposed);
    let four = |sets: [u64; 2]| {
        let mirror = sets.map(mirrored);
        [sets, sets.map(flipped), mirror, mirror.map(flipped)]
    };
    let (straight, across) = (four(sets), four(turned));
    core::array::from_fn(|index| if index < 4 { straight[index] } else { across[index - 4] })
}

#[cfg(test)]
mod tests {
    use foregone_game::random::Random;

    use super::*;

    /// The definition: from the cell in each of eight directions, step by step.
    fn plainly(size: i32, own: u64, other: u64, column: i32, row: i32) -> u64 {
        let on = |cells: u64, column: i32, row: i32| {
            let inside = (0..size).contains(&column) && (0..size).contains(&row);
            inside && cells >> cell(column as u32, row as u32) & 1 == 1
        };
        let mut turned = 0;
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
        {
            let (mut line, mut at) = (0, (column + right, row + down));
            while on(other, at.0, at.1) {
                line |= 1 << cell(at.0 as u32, at.1 as u32);
                at = (at.0 + right, at.1 + down);
            }
            if on(own, at.0, at.1) {
                turned |= line;
            }
        }
        turned
    }

    #[test]
    fn shifts_do_what_steps_do() {
        let mut random = Random::new(8);
        for round in 0..6_000 {
            let size = [4, 6, 8][round % 3];
            let cells = Cells::new(size);
            let (mut own, mut other) = (0, 0);
            for at in (0..64).filter(|&at| cells.full >> at & 1 == 1) {
                match random.below(if round % 2 == 0 { 3 } else { 9 }) {
                    0 => own |= 1 << at,
                    2 => {}
                    _ => other |= 1 << at,
                }
            }
            let mut legal = 0;
            for at in (0..64u8).filter(|&at| cells.full & !(own | other) & 1 << at != 0) {
                let (column, row) = (i32::from(at % 8), i32::from(at / 8));
                let expected = plainly(size as i32, own, other, column, row);
                assert_eq!(cells.turned(own, other, at), expected, "{size} {own:x} {other:x} {at}");
                legal |= u64::from(expected != 0) << at;
            }
            assert_eq!(cells.moves(own, other), legal, "{size} {own:x} {other:x}");
        }
    }

    #[test]
    fn images_are_those_of_the_square() {
        for size in [4, 6, 8] {
            // A cell that no symmetry but the identity leaves where it is.
            let (column, row) = (1, 0);
            let images = images(size, [1 << cell(column, row), Cells::new(size).corners]);
            let last = size - 1;
            let mut places = [
                (1, 0),
                (1, last),
                (last - 1, 0),
                (last - 1, last),
                (0, 1),
                (last, 1),
                (0, last - 1),
                (last, last - 1),
            ]
            .map(|(column, row)| 1 << cell(column, row));
            let mut found = images.map(|[one, _]| one);
            assert_eq!(found[0], places[0]);
            places.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, places, "{size}");
            assert!(images.iter().all(|[_, corners]| *corners == images[0][1]));
        }
    }
}
