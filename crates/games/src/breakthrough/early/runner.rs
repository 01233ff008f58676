//! A pawn that nobody can stop and that arrives first.
//!
//! The runner moves at every turn of its player; all other pawns of that player stay. Kept are the cells where the
//! runner can be after `i` moves, on some way that is safe whatever the opponent does, and the cells where the opponent's
//! pawns can be after as many moves as there were, all of them spent on any one pawn and nothing in the way. A cell is
//! safe if no such pawn strikes it; straight steps need a cell that no such pawn can have entered.
//!
//! Why it is sound. Both sets are larger than what can happen for the opponent and smaller for the runner: what the
//! opponent really occupies after `j` moves is among the cells reached with at most `j`. Nothing on the way can stop the
//! runner, so it arrives with its `k`-th move, before which the opponent has `k - 1` moves, or `k` if the opponent
//! begins. The opponent's closest pawn needs `d` moves, so `k <= d`, or `k < d`, is enough.

use super::sight::Sight;

/// Whether the mover wins or loses by such a pawn.
#[inline]
pub fn race(sight: &Sight) -> Option<bool> {
    if runs::<true, true>(sight) {
        return Some(true);
    }
    runs::<false, false>(sight).then_some(false)
}

/// Whether a pawn of the player `UP` arrives whatever the opponent does, and before the opponent can; `FIRST` says that
/// the player is to move.
#[inline]
pub fn runs<const UP: bool, const FIRST: bool>(sight: &Sight) -> bool {
    let pawns = sight.pawns::<UP>();
    let limit = if UP { sight.distance::<false>() } else { sight.distance::<true>() };
    let limit = if FIRST { limit } else { limit - 1 };
    if sight.distance::<UP>() > limit {
        return false;
    }
    let goal = sight.row::<UP>(sight.field.height() - 1);
    let (mut runners, mut reached) = (pawns, sight.against::<UP>());
    if !FIRST {
        runners &= !struck::<UP>(sight, reached);
        reached |= spread::<UP>(sight, reached);
    }
    for _ in 0..limit {
        runners = (sight.ahead::<UP>(runners) & !reached | sight.strikes::<UP>(runners)) & !pawns;
        if runners & goal != 0 {
            return true;
        }
        runners &= !struck::<UP>(sight, reached);
        if runners == 0 {
            return false;
        }
        reached |= spread::<UP>(sight, reached);
    }
    false
}

/// The cells that the opponent of `UP` reaches from some with one move, whatever is in the way.
#[inline]
fn spread<const UP: bool>(sight: &Sight, cells: u64) -> u64 {
    if UP {
        sight.ahead::<false>(cells) | sight.strikes::<false>(cells)
    } else {
        sight.ahead::<true>(cells) | sight.strikes::<true>(cells)
    }
}

/// The cells that the opponent of `UP` strikes from some.
#[inline]
fn struck<const UP: bool>(sight: &Sight, cells: u64) -> u64 {
    if UP { sight.strikes::<false>(cells) } else { sight.strikes::<true>(cells) }
}
