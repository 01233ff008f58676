//! Many positions at once: one bit for each way in which White's pawns can stand on their first two rows.
//!
//! A lane's number has a bit for each of these cells: those of the second row, by columns, and above them those of the
//! first. To move a pawn is to shift all lanes. The lowest six bits are shifts within words, the others exchange words.

use super::board::WORD;

/// All lanes of a middle: 4^M bits for a board of M columns, in `L` words.
pub(super) type Lanes<const L: usize> = [u64; L];

/// Bits of a lane's number within a word.
const INNER: usize = WORD.ilog2() as usize;

/// Lanes of a word that lack a bit of their number.
const LACK: [u64; INNER] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Leaves what is in both.
#[inline(always)]
pub(super) fn both<const L: usize>(rest: &mut Lanes<L>, from: &Lanes<L>) {
    for (rest, from) in rest.iter_mut().zip(from) {
        *rest &= from;
    }
}

/// Whether no lane is left.
#[inline(always)]
pub(super) fn is_empty<const L: usize>(lanes: &Lanes<L>) -> bool {
    lanes.iter().fold(0, |any, word| any | word) == 0
}

/// For each lane that lacks a bit of its number, what `from` says with it; true for those that have it.
#[inline(always)]
fn with<const L: usize>(from: &Lanes<L>, word: usize, bit: usize) -> u64 {
    if bit < INNER {
        from[word] >> (1 << bit) | !LACK[bit]
    } else if word >> (bit - INNER) & 1 == 0 {
        from[word | 1 << (bit - INNER)]
    } else {
        u64::MAX
    }
}

/// White loses the pawn on a cell: of the lanes that have it, by the bit of their numbers, those stay that are in `from`
/// without it.
#[inline(always)]
pub(super) fn leave<const L: usize>(rest: &mut Lanes<L>, from: &Lanes<L>, bit: usize) {
    if bit < INNER {
        for (rest, from) in rest.iter_mut().zip(from) {
            *rest &= (from & LACK[bit]) << (1 << bit) | LACK[bit];
        }
    } else {
        // Words in two halves: those of the lower one lack the bit.
        let step = 1 << (bit - INNER);
        for (rest, from) in rest.chunks_exact_mut(2 * step).zip(from.chunks_exact(2 * step)) {
            for (rest, from) in rest[step..].iter_mut().zip(from) {
                *rest &= from;
            }
        }
    }
}

/// White pawns leave the second row for the cell ahead of a column, from the columns beside it and, if the cell is empty,
/// from the column itself: of the lanes that can those stay whose successors are in `from`.
#[inline(always)]
pub(super) fn enter<const M: usize, const L: usize>(
    rest: &mut Lanes<L>,
    from: &Lanes<L>,
    column: usize,
    straight: bool,
) {
    if M > INNER {
        for at in column.saturating_sub(1)..M.min(column + 2) {
            if straight || at != column {
                leave(rest, from, at);
            }
        }
        return;
    }
    // A column outside the board is one whose lanes are not asked.
    let part = |at: usize, is: bool| if is { (LACK[at], 1 << at) } else { (0, 0) };
    let (left, left_shift) = part(column.saturating_sub(1), column > 0);
    let (own, own_shift) = part(column, straight);
    let (right, right_shift) = part((column + 1).min(M - 1), column + 1 < M);
    for (rest, from) in rest.iter_mut().zip(from) {
        let not = !from;
        let gone =
            (not & left) << left_shift | (not & own) << own_shift | (not & right) << right_shift;
        *rest &= !gone;
    }
}

/// White pawns step from the first row to the second: of the lanes that can those stay all of whose successors are in
/// `from`.
#[inline(always)]
pub(super) fn rise<const M: usize, const L: usize>(rest: &mut Lanes<L>, from: &Lanes<L>) {
    let mut after = [0; L];
    for column in 0..M {
        let (first, last) = (column.saturating_sub(1), (column + 1).min(M - 1));
        if M <= INNER {
            let [left, own, right] = [first, column, last].map(|to| (1 << to, !LACK[to]));
            for (after, from) in after.iter_mut().zip(from) {
                *after = (from >> left.0 | left.1)
                    & (from >> own.0 | own.1)
                    & (from >> right.0 | right.1);
            }
        } else {
            for (word, after) in after.iter_mut().enumerate() {
                *after =
                    with(from, word, first) & with(from, word, column) & with(from, word, last);
            }
        }
        leave(rest, &after, M + column);
    }
}

/// A black pawn steps to the second row, where White has to capture it from the first: the lanes where it cannot, or only
/// with successors that are in `won`, leave `rest`. A pawn that does not step diagonally needs an empty cell.
#[inline(always)]
pub(super) fn threat<const M: usize, const L: usize>(
    rest: &mut Lanes<L>,
    won: &Lanes<L>,
    column: usize,
    diagonal: bool,
) {
    // Whoever captures stands where the black pawn was: only lanes with a pawn there say what follows.
    let mut answered = [u64::MAX; L];
    if column > 0 {
        leave(&mut answered, won, M + column - 1);
    }
    if column + 1 < M {
        leave(&mut answered, won, M + column + 1);
    }
    if column < INNER {
        let stays = if diagonal { u64::MAX } else { LACK[column] };
        for (rest, answered) in rest.iter_mut().zip(&answered) {
            let answered = answered & !LACK[column];
            *rest &= !((answered | answered >> (1 << column)) & stays);
        }
    } else {
        let step = 1 << (column - INNER);
        for word in (0..L).filter(|word| word & step != 0) {
            rest[word ^ step] &= !answered[word];
            if diagonal {
                rest[word] &= !answered[word];
            }
        }
    }
}

/// All lanes in a mirror: both rows with their columns in the other order.
pub(super) fn mirror<const M: usize, const L: usize>(lanes: &mut Lanes<L>) {
    for column in 0..M / 2 {
        for row in [0, M] {
            exchange(lanes, row + column, row + M - 1 - column);
        }
    }
}

/// Exchanges two bits of the numbers of all lanes, the lower one first.
#[inline(always)]
fn exchange<const L: usize>(lanes: &mut Lanes<L>, low: usize, high: usize) {
    if high < INNER {
        let shift = (1 << high) - (1 << low);
        // Lanes that have the lower bit and lack the higher one.
        let moved = !LACK[low] & LACK[high];
        for word in lanes {
            let change = (*word ^ *word >> shift) & moved;
            *word ^= change | change << shift;
        }
    } else if low < INNER {
        let (shift, step) = (1 << low, 1 << (high - INNER));
        for word in (0..L).filter(|word| word & step == 0) {
            let change = (lanes[word] >> shift ^ lanes[word | step]) & LACK[low];
            lanes[word] ^= change << shift;
            lanes[word | step] ^= change;
        }
    } else {
        let (one, other) = (1 << (low - INNER), 1 << (high - INNER));
        for word in (0..L).filter(|word| word & one != 0 && word & other == 0) {
            lanes.swap(word, word ^ one ^ other);
        }
    }
}
