//! What the next two plies decide: a pawn that arrives, a player who cannot move, and threats to arrive that no capture
//! can parry.
//!
//! Why it is sound. A pawn one step from the goal that has a way there keeps it (see [`View::arriving`]), so only its
//! capture stops it, and one move captures one pawn. Only pawns that never left their first row can capture there.

use super::view::{Down, Up, View};

/// Whether the mover wins or loses within two plies, as far as that can be seen.
#[inline]
pub fn next_move(view: &View) -> Option<bool> {
    if view.arriving::<Up>() != 0 {
        return Some(true);
    }
    let targets = view.targets::<Up>();
    if targets == 0 {
        return Some(false);
    }
    let threats = view.arriving::<Down>();
    let parried = threats & view.field.strikes(view.own & view.field.row(0));
    if threats & (threats.wrapping_sub(1)) != 0 || parried != threats {
        return Some(false);
    }
    (view.other == 0).then_some(true)
}
