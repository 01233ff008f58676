//! Attacks: a move that prepares threats which nothing stops, and the forced captures of a player whose opponent is about
//! to arrive.
//!
//! Why it is sound. A move is tried, and what follows is judged as a position in which the opponent is to move; nothing is
//! assumed about moves that were not tried. A player who must capture, or lose at once, has no moves but captures, so
//! these are all tried.

use super::Level;
use super::runner::{race, runs};
use super::sight::{Sight, bits};
use super::threats::{Tables, threats};

/// Whether the player to move wins; the mover cannot arrive with this move, and can capture what is about to arrive.
#[inline]
pub fn judge(sight: &Sight, tables: &Tables, level: Level) -> Option<bool> {
    if sight.own & sight.field.row(sight.field.height() - 2) != 0 {
        return race(sight); // walls keep it there; the tables know no such pawns
    }
    let near = sight.other & sight.field.row(1);
    if near == 0 {
        return calm::<true>(sight, tables, level);
    }
    let threat = sight.arriving::<false>();
    if threat != near {
        return race(sight);
    }
    let mut lost = true;
    for from in bits(sight.field.strikes_back(threat) & sight.own) {
        match calm::<false>(&sight.after::<true>(from, threat), tables, level) {
            Some(false) => return Some(true),
            Some(true) => {}
            None => lost = false,
        }
    }
    if lost { Some(false) } else { race(sight) }
}

/// Whether the player `UP`, who is to move, wins; nobody is one step from the goal.
#[inline]
fn calm<const UP: bool>(sight: &Sight, tables: &Tables, level: Level) -> Option<bool> {
    let seen = threats::<UP>(sight, tables);
    if seen.is_some() {
        return seen;
    }
    if UP && runs::<true, true>(sight) || !UP && runs::<false, true>(sight) {
        return Some(true);
    }
    if level >= Level::Attack && prepares::<UP>(sight, tables) {
        return Some(true);
    }
    (UP && runs::<false, false>(sight) || !UP && runs::<true, false>(sight)).then_some(false)
}

/// Whether the player `UP`, who is to move, has a move after which the opponent loses to threats.
fn prepares<const UP: bool>(sight: &Sight, tables: &Tables) -> bool {
    let height = sight.field.height();
    let (ours, theirs) = if UP {
        (tables.up.holds(sight.key::<true>()), tables.down.wins(sight.key::<false>()))
    } else {
        (tables.down.holds(sight.key::<false>()), tables.up.wins(sight.key::<true>()))
    };
    // Only a pawn that comes to two steps from the goal can make threats hold that did not, and only pawns of the first
    // two rows can stop the opponent's.
    let mut to = !sight.row::<UP>(height - 2);
    if !ours {
        to &= sight.row::<UP>(height - 3);
    }
    let mut from = u64::MAX;
    if theirs {
        from = sight.row::<UP>(0) | sight.row::<UP>(1);
    }
    for (targets, shift) in sight.steps::<UP>(from) {
        for target in bits(targets & to) {
            let origin = if UP { target >> shift } else { target << shift };
            let then = sight.after::<UP>(origin, target);
            let seen =
                if UP { threats::<false>(&then, tables) } else { threats::<true>(&then, tables) };
            if seen == Some(false) {
                return true;
            }
        }
    }
    false
}
