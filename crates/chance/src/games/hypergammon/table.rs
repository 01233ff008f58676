//! The numbers of positions, and the order of sweeps.
//!
//! The sides, all places of one player's checkers, are put in order by their pips; sides that hold the same point are
//! neighbours. The number of a position before a roll is that of the side that waits times the number of sides, plus that of
//! the side that rolls. Sweeps go up by the pips of both sides together, so that only hits lead to positions that are not
//! up to date, and if nothing can be moved the same pips come back.

use std::ops::Range;

use foregone_game::{Outcome, Player};

use super::lists::{HOLDS, Listed, Lists, Sides};
use super::plays::Roll;
use super::side::{BAR, CHECKERS_MAX, Side, mirrored};
use super::{Hypergammon, Phase, Position};
use crate::limits::Stop;
use crate::sweeps::{Plan, Turns, Visitor};

/// Subsets of the opponent's checkers.
const HITS: usize = 1 << CHECKERS_MAX;

/// Sides with the same pips that hold the same point, by their numbers.
struct Class {
    sides: Range<u16>,
    /// The point by the opponent's count, or 0 if there is none.
    held: usize,
}

/// What sweeps need.
pub struct HypergammonPlan {
    checkers: usize,
    sides: Sides,
    classes: Vec<Class>,
    /// The classes of every number of pips.
    by_pips: Vec<Range<usize>>,
    /// Every point with a checker by the opponent's count, and the points of the blots, of every side.
    points: Vec<(u32, [u8; CHECKERS_MAX])>,
    /// Every side after some of its checkers were hit.
    after_hits: Vec<[u16; HITS]>,
    lists: Lists,
}

/// A bit that no set of points has.
const NO_POINT: u8 = 31;

impl HypergammonPlan {
    fn new(checkers: usize) -> HypergammonPlan {
        let sides = Sides::new(checkers);
        let hit = |side: Side| core::array::from_fn(|hit| sides.number(side.after_hits(hit as u8)));
        let blot = |side: Side, index: usize| match side.is_blot(index) {
            true => mirrored(side.places()[index]),
            false => NO_POINT,
        };
        let points =
            |side: Side| (side.points_mirrored(), core::array::from_fn(|index| blot(side, index)));
        let (classes, by_pips) = classes(&sides.sides);
        HypergammonPlan {
            checkers,
            classes,
            by_pips,
            points: sides.sides.iter().map(|&side| points(side)).collect(),
            after_hits: sides.sides.iter().map(|&side| hit(side)).collect(),
            lists: Lists::new(&sides),
            sides,
        }
    }

    fn number_of(&self, rolls: usize, waits: usize) -> usize {
        waits * self.sides.sides.len() + rolls
    }

    /// Shows the positions in which one side rolls and the other is of a class.
    fn group<V: Visitor>(
        &self,
        own: usize,
        class: &Class,
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        let points = self.sides.sides[own].points();
        let meets = |&other: &u16| self.points[usize::from(other)].0 & points == 0;
        scratch.others.clear();
        scratch.others.extend(class.sides.clone().filter(meets));
        if scratch.others.is_empty() {
            return Ok(());
        }
        let number = |&other: &u16| self.number_of(own, other.into()) as u32;
        scratch.numbers.clear();
        scratch.numbers.extend(scratch.others.iter().map(number));
        visitor.begin(&scratch.numbers);
        for (roll, place) in Roll::all().zip(&self.lists.places[own * HOLDS + class.held]) {
            visitor.roll(roll.weight() as i64);
            for play in self.lists.at(place) {
                self.next(*play, scratch);
                visitor.play(&scratch.numbers);
            }
        }
        visitor.end()
    }

    /// The numbers after a play, where the opponent's side is each of a group.
    #[inline]
    fn next(&self, play: Listed, scratch: &mut Scratch) {
        let touched = self.lists.touched[usize::from(play.touched)];
        let row = self.number_of(0, play.side.into()) as u32;
        for (next, &other) in scratch.numbers.iter_mut().zip(&scratch.others) {
            let [first, second, third] = self.points[usize::from(other)].1;
            let bit = |point: u8| (touched >> point & 1) as usize;
            let hit = bit(first) | bit(second) << 1 | bit(third) << 2;
            *next = row + u32::from(self.after_hits[usize::from(other)][hit]);
        }
    }
}

/// Lists of a group.
#[derive(Default)]
struct Scratch {
    others: Vec<u16>,
    numbers: Vec<u32>,
}

/// Cuts the sides into classes, and the classes by their pips.
fn classes(sides: &[Side]) -> (Vec<Class>, Vec<Range<usize>>) {
    let (mut classes, mut by_pips) = (Vec::new(), Vec::new());
    let mut start = 0;
    for same in sides.chunk_by(|a, b| (a.pips(), a.held()) == (b.pips(), b.held())) {
        let end = start + same.len() as u16;
        by_pips.resize(same[0].pips() + 1, classes.len()..classes.len());
        let held = same[0].held().map_or(0, |point| usize::from(mirrored(point)));
        classes.push(Class { sides: start..end, held });
        by_pips[same[0].pips()].end = classes.len();
        start = end;
    }
    (classes, by_pips)
}

impl Plan for HypergammonPlan {
    fn positions(&self) -> u64 {
        let meets = |a: &Side| {
            let others = self.points.iter().filter(|(points, _)| points & a.points() == 0);
            others.count() as u64
        };
        self.sides.sides.iter().map(meets).sum()
    }

    fn weights(&self) -> u64 {
        Roll::all().map(Roll::weight).sum()
    }

    fn finished(&self, found: &mut dyn FnMut(usize, Outcome)) {
        for (number, side) in self.sides.sides.iter().enumerate() {
            let lost = side.points_lost(self.checkers);
            found(self.number_of(number, 0), super::outcome(Player::Min, lost));
        }
    }

    /// The side that rolls comes first, then the one that waits, both in lexicographic order.
    fn unfinished(&self, found: &mut dyn FnMut(usize)) {
        let mut order: Vec<usize> = (0..self.sides.sides.len()).collect();
        order.sort_by_key(|&side| self.sides.sides[side]);
        order.retain(|&side| self.sides.sides[side].left() > 0);
        for &rolls in &order {
            let points = self.sides.sides[rolls].points();
            let meets = |waits: &&usize| self.points[**waits].0 & points == 0;
            for &waits in order.iter().filter(meets) {
                found(self.number_of(rolls, waits));
            }
        }
    }

    fn sweep<V: Visitor>(&self, visitor: &mut V) -> Result<(), Stop> {
        let mut scratch = Scratch::default();
        let most = self.by_pips.len() - 1;
        for total in 0..=2 * most {
            for own in 1..self.sides.sides.len() {
                let Some(pips) = total.checked_sub(self.sides.sides[own].pips()) else { break };
                let classes = match pips {
                    // The opponent has borne off all checkers: the game is over.
                    0 => 0..0,
                    pips => self.by_pips.get(pips).cloned().unwrap_or(0..0),
                };
                for class in &self.classes[classes] {
                    self.group(own, class, &mut scratch, visitor)?;
                }
            }
        }
        Ok(())
    }
}

impl Turns for Hypergammon {
    type Plan = HypergammonPlan;

    /// There are 26, 351 or 3276 sides.
    fn numbers(&self) -> usize {
        let sides = (1..=self.checkers).fold(1, |sides, n| sides * (n + usize::from(BAR)) / n);
        sides * sides
    }

    /// Mostly the plays, in a list that has grown to twice its length at most.
    fn plan_bytes(&self) -> usize {
        [2 << 20, 8 << 20, 64 << 20][self.checkers - 1]
    }

    fn plan(&self) -> HypergammonPlan {
        HypergammonPlan::new(self.checkers)
    }

    fn number(&self, plan: &HypergammonPlan, position: &Position) -> Option<(usize, Player)> {
        let player = position.player;
        let number = |player: Player| plan.sides.number(position.side(player)).into();
        let is_before = position.phase == Phase::Roll && self.finished(position).is_none();
        is_before.then(|| (plan.number_of(number(player), number(player.other())), player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_take_no_more_bytes_than_they_say() {
        for checkers in 1..=3 {
            let game = Hypergammon::new(checkers).expect("checkers");
            let Lists { plays, places, touched } = game.plan().lists;
            let plays = 2 * size_of_val(plays.as_slice());
            let bytes = plays + size_of_val(places.as_slice()) + size_of_val(touched.as_slice());
            assert!(bytes < game.plan_bytes(), "{checkers} checkers: {bytes}");
        }
    }
}
