//! Runners: a pawn that the opponent cannot stop and that arrives first.
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

use super::view::{Direction, Down, Up, View};

/// Whether the mover wins or loses by such a pawn.
#[inline]
pub fn race(view: &View) -> Option<bool> {
    if runs_first::<Up>(view) {
        return Some(true);
    }
    runs_second::<Down>(view).then_some(false)
}

/// Whether a pawn of a player, who is to move, arrives whatever the opponent does, and before the opponent can.
#[inline]
pub fn runs_first<D: Direction>(view: &View) -> bool {
    let limit = view.distance::<D::Opposite>();
    let (runners, reached) = (view.pawns::<D>(), view.pawns::<D::Opposite>());
    view.distance::<D>() <= limit && runs::<D>(view, limit, runners, reached)
}

/// The same for a player whose opponent is to move.
#[inline]
pub fn runs_second<D: Direction>(view: &View) -> bool {
    let limit = view.distance::<D::Opposite>() - 1;
    let against = view.pawns::<D::Opposite>();
    let runners = view.pawns::<D>() & !view.strikes::<D::Opposite>(against);
    view.distance::<D>() <= limit
        && runs::<D>(view, limit, runners, against | view.reach::<D::Opposite>(against))
}

/// Whether one of the runners arrives within a number of moves; the opponent's pawns are among `reached`.
#[inline]
fn runs<D: Direction>(view: &View, limit: u32, mut runners: u64, mut reached: u64) -> bool {
    let pawns = view.pawns::<D>();
    let goal = view.row::<D>(view.field.height() - 1);
    for _ in 0..limit {
        runners = (view.ahead::<D>(runners) & !reached | view.strikes::<D>(runners)) & !pawns;
        if runners & goal != 0 {
            return true;
        }
        runners &= !view.strikes::<D::Opposite>(reached);
        if runners == 0 {
            return false;
        }
        reached |= view.reach::<D::Opposite>(reached);
    }
    false
}
