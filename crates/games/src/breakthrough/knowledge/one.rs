//! What the next two plies decide: a pawn that arrives, a player who cannot move, and threats to arrive that no capture
//! can parry.
//!
//! Why it is sound. A pawn one step from the goal that has a way there keeps it (see [`Sight::arriving`]), so only its
//! capture stops it, and one move captures one pawn. Only pawns that never left their first row can capture there.

use super::sight::{Down, Sight, Up};

/// Whether the mover wins or loses within two plies, as far as that can be seen.
#[inline]
pub fn one(sight: &Sight) -> Option<bool> {
    if sight.arriving::<Up>() != 0 {
        return Some(true);
    }
    let targets = sight.targets::<Up>();
    if targets == 0 {
        return Some(false);
    }
    let threats = sight.arriving::<Down>();
    let parried = threats & sight.field.strikes(sight.own & sight.field.row(0));
    if threats & (threats.wrapping_sub(1)) != 0 || parried != threats {
        return Some(false);
    }
    (sight.other == 0).then_some(true)
}
