//! What proofs may leave out: wins that the checker finds by itself (`docs/certificate.md` says which). It is less than
//! [`super::Early`] sees, and exactly what is written there, so that both end a proof at the same positions.
//!
//! A player who is to win by threats only arrives, threatens to arrive, or captures a pawn that is about to; the opponent
//! may do anything.

use super::runner::race;
use super::sight::{Sight, Up, Way, bits};

/// Whether the mover wins or loses, if a proof may leave that out. The game is not over.
pub fn evident(sight: &Sight) -> Option<bool> {
    if wins::<Up>(sight) { Some(true) } else { race(sight) }
}

/// Whether a player, who is to move, wins by arriving, by threats, or by capturing what is about to arrive.
fn wins<D: Way>(sight: &Sight) -> bool {
    if sight.arriving::<D>() != 0 {
        return true;
    }
    let danger = sight.arriving::<D::Back>();
    if danger != 0 {
        let captors = sight.strikes::<D::Back>(danger) & sight.pawns::<D>();
        return danger.is_power_of_two()
            && bits(captors).any(|from| loses::<D::Back>(&sight.after::<D>(from, danger)));
    }
    let entering = sight.row::<D>(sight.field.height() - 3);
    sight.steps::<D>(entering).into_iter().any(|(targets, shift)| {
        bits(targets).any(|target| {
            let then = sight.after::<D>(D::back(target, shift), target);
            then.arriving::<D>() != 0 && loses::<D::Back>(&then)
        })
    })
}

/// Whether a player, who is to move, loses like that, whatever the move.
fn loses<D: Way>(sight: &Sight) -> bool {
    if sight.arriving::<D>() != 0 {
        return false;
    }
    sight.steps::<D>(u64::MAX).into_iter().all(|(targets, shift)| {
        bits(targets)
            .all(|target| wins::<D::Back>(&sight.after::<D>(D::back(target, shift), target)))
    })
}
