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
//! Pawns given away for threats can be combined in more ways than can be tried, so an evaluation looks at no more than
//! [`STEPS_MAX`] positions. What was not tried counts as not found, which claims neither a win nor a loss.

use std::cell::Cell;

use super::Level;
use super::runner::{race, runs_first, runs_second};
use super::threats::Tables;
use super::view::{Direction, Down, Up, View, bits};

/// How far attacks are looked for. More finds more, and takes longer: a search of 5x5 needs 782 thousand nodes with threats
/// alone, 55 thousand with [`Level::Attack`] in a sixth of the time, 28 thousand with [`Level::LongAttack`] in half as much again.
#[derive(Clone, Copy, Debug)]
struct AttackLimits {
    /// How many moves in a row may prepare threats, each of them leaving the opponent only hopeless defences.
    prepare: u32,
    /// The same if the opponent is not yet one move short of winning by threats; 0 to look for no such losses.
    idle: u32,
    /// Whether to look for threats that are captured, followed by moves that prepare.
    sacrifice: bool,
}

/// The most positions of an attack that one evaluation looks at. Searches of 6x5 and 8x5 stay far below it with
/// [`Level::Attack`]; with [`Level::LongAttack`] a position of 8x4 would take millions. For [`Level::Attack`] the number, what
/// counts, and the order in which moves are tried are part of the format of certificates (`docs/certificate.md`).
pub const STEPS_MAX: u32 = 1 << 17;

/// The reach of a level, if it looks for attacks.
#[inline]
fn limits(level: Level) -> Option<AttackLimits> {
    match level {
        Level::Attack => Some(AttackLimits { prepare: 2, idle: 1, sacrifice: false }),
        Level::LongAttack | Level::Patterns => {
            Some(AttackLimits { prepare: 3, idle: 2, sacrifice: true })
        }
        _ => None,
    }
}

/// Whether the player to move wins; the mover cannot arrive with this move, and can capture what is about to arrive. `steps`
/// says how many positions of attacks may be looked at, and is counted down.
#[inline]
pub fn mover_wins(view: &View, tables: &Tables, level: Level, steps: &Cell<u32>) -> Option<bool> {
    if view.own & view.field.row(view.field.height() - 2) != 0 {
        return race(view); // walls keep it there; the tables know no such pawns
    }
    let near = view.other & view.field.row(1);
    if near == 0 {
        return calm::<Up>(view, tables, level, steps);
    }
    let threat = view.arriving::<Down>();
    if threat != near {
        return race(view);
    }
    let mut lost = true;
    for from in bits(view.field.strikes_back(threat) & view.own) {
        match calm::<Down>(&view.after::<Up>(from, threat), tables, level, steps) {
            Some(false) => return Some(true),
            Some(true) => {}
            None => lost = false,
        }
    }
    if lost { Some(false) } else { race(view) }
}

/// Whether a player, who is to move, wins; no pawn is one step from its goal.
#[inline]
fn calm<D: Direction>(
    view: &View,
    tables: &Tables,
    level: Level,
    steps: &Cell<u32>,
) -> Option<bool> {
    let seen = tables.decided::<D>(view);
    if seen.is_some() {
        return seen;
    }
    if runs_first::<D>(view) {
        return Some(true);
    }
    if let Some(limits) = limits(level) {
        let attack = Attack { tables, steps, depth: limits.prepare };
        let threatened = tables.wins::<D::Opposite>(view);
        if attack.prepares::<D>(view, threatened) || limits.sacrifice && attack.forces::<D>(view) {
            return Some(true);
        }
        let idle = Attack { tables, steps, depth: limits.idle };
        let lost = if threatened {
            attack.collapses::<D>(view)
        } else {
            limits.idle > 0
                && idle.prepares::<D::Opposite>(view, false)
                && idle.defenceless::<D>(view, u64::MAX)
        };
        if lost {
            return Some(false);
        }
    }
    runs_second::<D::Opposite>(view).then_some(false)
}

/// A search for moves that prepare threats, at most `depth` in a row. In all positions no pawn is one step from its goal.
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

    /// Whether a player, who is to move, has a move that is no threat and after which the opponent loses. `threatened` says
    /// whether the opponent would win by threats if the player passed.
    fn prepares<D: Direction>(self, view: &View, threatened: bool) -> bool {
        let (tables, height) = (self.tables, view.field.height());
        // Only a pawn that comes to two steps from the goal can make threats that were not there, and only pawns of the
        // first two rows can stop the opponent's.
        let mut to = !view.row::<D>(height - 2);
        if !tables.holds::<D>(view) {
            if !tables.gains::<D>(view) {
                return false;
            }
            to &= view.row::<D>(height - 3);
        }
        if !self.may_go_on() {
            return false;
        }
        let from = if threatened { home::<D>(view) } else { u64::MAX };
        for (targets, shift) in view.steps::<D>(from) {
            for target in bits(targets & to) {
                let then = view.after::<D>(D::origin(target, shift), target);
                if !tables.wins::<D>(&then) || tables.wins::<D::Opposite>(&then) {
                    continue;
                }
                let deeper = Attack { depth: self.depth - 1, ..self };
                if tables.holds::<D>(&then)
                    || deeper.depth > 0 && deeper.collapses::<D::Opposite>(&then)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a player, who is to move, loses because the opponent would win by threats now and every defence fails; the
    /// player does not win by threats.
    fn collapses<D: Direction>(self, view: &View) -> bool {
        self.defenceless::<D>(view, home::<D>(view))
    }

    /// Whether a player, who is to move and does not win by threats, loses with every threat and with every other move of
    /// the pawns on some cells.
    fn defenceless<D: Direction>(self, view: &View, from: u64) -> bool {
        let (tables, height) = (self.tables, view.field.height());
        for (targets, shift) in view.steps::<D>(from) {
            for target in bits(targets & !view.row::<D>(height - 2)) {
                let then = view.after::<D>(D::origin(target, shift), target);
                if !tables.wins::<D::Opposite>(&then)
                    && !self.prepares::<D::Opposite>(&then, tables.wins::<D>(&then))
                {
                    return false;
                }
            }
        }
        entries::<D>(view, |then, target| {
            then.arriving::<D>() == 0 || !self.refutes::<D>(then, target)
        })
        .is_none()
    }

    /// Whether the opponent has a capture of a pawn that is about to arrive after which the player loses.
    fn refutes<D: Direction>(self, view: &View, pawn: u64) -> bool {
        let tables = self.tables;
        self.may_go_on()
            && bits(view.strikes::<D>(pawn) & view.pawns::<D::Opposite>()).any(|from| {
                let then = view.after::<D::Opposite>(from, pawn);
                match tables.decided::<D>(&then) {
                    Some(wins) => !wins,
                    None => tables.wins::<D::Opposite>(&then) && self.collapses::<D>(&then),
                }
            })
    }

    /// Whether a player, who is to move, has a threat after which every capture loses to more threats, or to a move that
    /// prepares some.
    fn forces<D: Direction>(self, view: &View) -> bool {
        if !self.may_go_on() {
            return false;
        }
        let tables = self.tables;
        let wins = |then: &View| {
            tables.wins::<D>(then)
                || self.prepares::<D>(then, tables.wins::<D::Opposite>(then))
                || self.forces::<D>(then)
        };
        entries::<D>(view, |then, target| {
            let captors = then.strikes::<D>(target) & then.pawns::<D::Opposite>();
            then.arriving::<D>() != 0
                && bits(captors).all(|from| wins(&then.after::<D::Opposite>(from, target)))
        })
        .is_some()
    }
}

/// The first two rows of a player.
#[inline]
fn home<D: Direction>(view: &View) -> u64 {
    view.row::<D>(0) | view.row::<D>(1)
}

/// The first cell one step from the goal that a pawn of the player can enter so that something holds.
#[inline]
fn entries<D: Direction>(view: &View, holds: impl Fn(&View, u64) -> bool) -> Option<u64> {
    let from = view.row::<D>(view.field.height() - 3);
    view.steps::<D>(from).into_iter().find_map(|(targets, shift)| {
        bits(targets)
            .find(|&target| holds(&view.after::<D>(D::origin(target, shift), target), target))
    })
}
