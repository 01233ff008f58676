//! Attacks: moves that prepare threats which nothing stops, positions in which no defence is left, and the forced captures
//! of a player whose opponent is about to arrive.
//!
//! Why it is sound. *Wins*: a move is tried, and what follows is judged as a position in which the opponent is to move;
//! nothing is assumed about moves that were not tried, and after a threat all captures are tried, every other answer losing
//! at once. *Losses*: every move is tried, but for those that are known to lose: if the opponent would win by threats
//! should the player to move pass, these are the moves that are no threats and leave alone what the opponent's threats
//! depend on, which is what stands in the player's first two rows and what the pawns there can capture. A player who must
//! capture, or lose at once, has no moves but captures, and they are all tried.
//!
//! Pawns given away for threats can be combined in more ways than anyone can try, so a judgement ends after so many
//! [`STEPS`]. What was not tried then counts as not found, which claims nothing: neither a win nor a loss.

use std::cell::Cell;

use super::Level;
use super::runner::{race, runs_first, runs_second};
use super::sight::{Down, Sight, Up, Way, bits};
use super::threats::Tables;

/// How far attacks are looked for. More finds more, and takes longer: a search of 5x5 needs 782 thousand nodes with threats
/// alone, 55 thousand with [`Level::Attack`] in a sixth of the time, 28 thousand with [`Level::Siege`] in half as much again.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// How many moves in a row may prepare threats, each of them leaving the opponent only hopeless defences.
    prepare: u32,
    /// The same if the opponent is not yet one move short of winning by threats; 0 to look for no such losses.
    idle: u32,
    /// Whether to look for threats that are captured, followed by moves that prepare.
    sacrifice: bool,
}

/// So many positions of an attack are looked at in one judgement at most. Searches of 6x5 and 8x5 stay far below it with
/// [`Level::Attack`]; with [`Level::Siege`] a position of 8x4 would take millions.
const STEPS: u32 = 1 << 17;

/// The reach of a level, if it looks for attacks.
#[inline]
fn reach(level: Level) -> Option<Reach> {
    match level {
        Level::Attack => Some(Reach { prepare: 2, idle: 1, sacrifice: false }),
        Level::Siege | Level::Patterns => Some(Reach { prepare: 3, idle: 2, sacrifice: true }),
        _ => None,
    }
}

/// Whether the player to move wins; the mover cannot arrive with this move, and can capture what is about to arrive.
#[inline]
pub fn judge(sight: &Sight, tables: &Tables, level: Level) -> Option<bool> {
    if sight.own & sight.field.row(sight.field.height() - 2) != 0 {
        return race(sight); // walls keep it there; the tables know no such pawns
    }
    let near = sight.other & sight.field.row(1);
    let steps = Cell::new(STEPS);
    if near == 0 {
        return calm::<Up>(sight, tables, level, &steps);
    }
    let threat = sight.arriving::<Down>();
    if threat != near {
        return race(sight);
    }
    let mut lost = true;
    for from in bits(sight.field.strikes_back(threat) & sight.own) {
        match calm::<Down>(&sight.after::<Up>(from, threat), tables, level, &steps) {
            Some(false) => return Some(true),
            Some(true) => {}
            None => lost = false,
        }
    }
    if lost { Some(false) } else { race(sight) }
}

/// Whether a player, who is to move, wins; nobody is one step from the goal.
#[inline]
fn calm<D: Way>(sight: &Sight, tables: &Tables, level: Level, steps: &Cell<u32>) -> Option<bool> {
    let seen = tables.judge::<D>(sight);
    if seen.is_some() {
        return seen;
    }
    if runs_first::<D>(sight) {
        return Some(true);
    }
    if let Some(reach) = reach(level) {
        let attack = Attack { tables, steps, depth: reach.prepare };
        let menaced = tables.wins::<D::Back>(sight);
        if attack.prepares::<D>(sight, menaced) || reach.sacrifice && attack.forces::<D>(sight) {
            return Some(true);
        }
        let idle = Attack { tables, steps, depth: reach.idle };
        let lost = if menaced {
            attack.collapses::<D>(sight)
        } else {
            reach.idle > 0
                && idle.prepares::<D::Back>(sight, false)
                && idle.defenceless::<D>(sight, u64::MAX)
        };
        if lost {
            return Some(false);
        }
    }
    runs_second::<D::Back>(sight).then_some(false)
}

/// A search for moves that prepare threats, so many in a row. In all positions nobody is one step from the goal.
#[derive(Clone, Copy)]
struct Attack<'a> {
    tables: &'a Tables<'a>,
    /// How many more positions may be looked at.
    steps: &'a Cell<u32>,
    depth: u32,
}

impl Attack<'_> {
    /// Counts a position that is looked at; false if that is one too many, and nothing is to be found there.
    #[inline]
    fn may_go_on(self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left > 0
    }

    /// Whether a player, who is to move, has a move that is no threat and after which the opponent loses. `menaced` says
    /// whether the opponent would win by threats if the player passed.
    fn prepares<D: Way>(self, sight: &Sight, menaced: bool) -> bool {
        let (tables, height) = (self.tables, sight.field.height());
        // Only a pawn that comes to two steps from the goal can make threats that were not there, and only pawns of the
        // first two rows can stop the opponent's.
        let mut to = !sight.row::<D>(height - 2);
        if !tables.holds::<D>(sight) {
            if !tables.gains::<D>(sight) {
                return false;
            }
            to &= sight.row::<D>(height - 3);
        }
        if !self.may_go_on() {
            return false;
        }
        let from = if menaced { home::<D>(sight) } else { u64::MAX };
        for (targets, shift) in sight.steps::<D>(from) {
            for target in bits(targets & to) {
                let then = sight.after::<D>(D::back(target, shift), target);
                if !tables.wins::<D>(&then) || tables.wins::<D::Back>(&then) {
                    continue;
                }
                let deeper = Attack { depth: self.depth - 1, ..self };
                if tables.holds::<D>(&then)
                    || deeper.depth > 0 && deeper.collapses::<D::Back>(&then)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a player, who is to move, loses because the opponent would win by threats now and every defence fails; the
    /// player does not win by threats.
    fn collapses<D: Way>(self, sight: &Sight) -> bool {
        self.defenceless::<D>(sight, home::<D>(sight))
    }

    /// Whether a player, who is to move and does not win by threats, loses with every threat and with every other move of
    /// the pawns on some cells.
    fn defenceless<D: Way>(self, sight: &Sight, from: u64) -> bool {
        let (tables, height) = (self.tables, sight.field.height());
        for (targets, shift) in sight.steps::<D>(from) {
            for target in bits(targets & !sight.row::<D>(height - 2)) {
                let then = sight.after::<D>(D::back(target, shift), target);
                if !tables.wins::<D::Back>(&then)
                    && !self.prepares::<D::Back>(&then, tables.wins::<D>(&then))
                {
                    return false;
                }
            }
        }
        entries::<D>(sight, |then, target| {
            then.arriving::<D>() == 0 || !self.refutes::<D>(then, target)
        })
        .is_none()
    }

    /// Whether the opponent has a capture of a pawn that is about to arrive after which the player loses.
    fn refutes<D: Way>(self, sight: &Sight, pawn: u64) -> bool {
        let tables = self.tables;
        self.may_go_on()
            && bits(sight.strikes::<D>(pawn) & sight.pawns::<D::Back>()).any(|from| {
                let then = sight.after::<D::Back>(from, pawn);
                match tables.judge::<D>(&then) {
                    Some(wins) => !wins,
                    None => tables.wins::<D::Back>(&then) && self.collapses::<D>(&then),
                }
            })
    }

    /// Whether a player, who is to move, has a threat after which every capture loses to more threats, or to a move that
    /// prepares some.
    fn forces<D: Way>(self, sight: &Sight) -> bool {
        if !self.may_go_on() {
            return false;
        }
        let tables = self.tables;
        let wins = |then: &Sight| {
            tables.wins::<D>(then)
                || self.prepares::<D>(then, tables.wins::<D::Back>(then))
                || self.forces::<D>(then)
        };
        entries::<D>(sight, |then, target| {
            let captors = then.strikes::<D>(target) & then.pawns::<D::Back>();
            then.arriving::<D>() != 0
                && bits(captors).all(|from| wins(&then.after::<D::Back>(from, target)))
        })
        .is_some()
    }
}

/// The first two rows of a player.
#[inline]
fn home<D: Way>(sight: &Sight) -> u64 {
    sight.row::<D>(0) | sight.row::<D>(1)
}

/// The first cell one step from the goal that a pawn of the player can enter so that something holds.
#[inline]
fn entries<D: Way>(sight: &Sight, holds: impl Fn(&Sight, u64) -> bool) -> Option<u64> {
    let from = sight.row::<D>(sight.field.height() - 3);
    sight.steps::<D>(from).into_iter().find_map(|(targets, shift)| {
        bits(targets)
            .find(|&target| holds(&sight.after::<D>(D::back(target, shift), target), target))
    })
}
