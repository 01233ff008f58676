//! The sides in the order of their numbers, and the plays of all of them.
//!
//! Plays depend on the own side, the point that the opponent holds, and the roll; they are kept for all of these.

use std::collections::HashMap;
use std::ops::Range;

use super::plays::{Play, ROLLS, Roll, plays};
use super::side::{BAR, CHECKERS_MAX, Side};

/// The points that can be held, and none.
pub(super) const HOLDS: usize = 25;

/// All sides in the order of their numbers.
pub(super) struct Sides {
    pub(super) sides: Vec<Side>,
    /// The number of every side, by its places with 5 bits each.
    numbers: Vec<u16>,
}

impl Sides {
    pub(super) fn new(checkers: usize) -> Sides {
        let mut sides = Vec::new();
        for a in 0..=BAR {
            for b in 0..=a {
                sides.extend((0..=b).map(|c| Side::new([a, b, c])));
            }
        }
        sides.retain(|side| side.left() <= checkers);
        sides.sort_by_key(|&side| (side.pips(), side.held(), side));
        let mut numbers = vec![0; 1 << (5 * CHECKERS_MAX)];
        for (number, &side) in (0..).zip(&sides) {
            numbers[side.packed()] = number;
        }
        Sides { sides, numbers }
    }

    pub(super) fn number(&self, side: Side) -> u16 {
        self.numbers[side.packed()]
    }
}

/// A play: the number of the side after it, and that of the points it touches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) side: u16,
    pub(super) touched: u16,
}

/// The plays of every side, held point and roll.
pub(super) struct Lists {
    pub(super) plays: Vec<Listed>,
    /// Sets of points.
    pub(super) touched: Vec<u32>,
    /// Where the plays are, for every side, held point and roll.
    pub(super) places: Vec<[Range<u32>; ROLLS]>,
}

impl Lists {
    pub(super) fn new(sides: &Sides) -> Lists {
        let mut lists = Lists { plays: Vec::new(), touched: Vec::new(), places: Vec::new() };
        let (mut sets, mut found) = (HashMap::new(), Vec::new());
        for &side in &sides.sides {
            let free = lists.places.len();
            for held in 0..HOLDS {
                let mut rolls = [const { 0..0 }; ROLLS];
                let is_possible = side.points() >> held & 1 == 0;
                for (index, roll) in Roll::all().enumerate().filter(|_| is_possible) {
                    // Bit 0 is no point: nothing is held.
                    plays(side, 1 << held & !1, roll, &mut found);
                    let known = lists.places.get(free).map(|rolls| rolls[index].clone());
                    rolls[index] = lists.add(sides, &found, known, &mut sets);
                }
                lists.places.push(rolls);
            }
        }
        lists.plays.shrink_to_fit();
        lists
    }

    /// Adds plays at the end, unless they are those of a known place.
    fn add(
        &mut self,
        sides: &Sides,
        found: &[Play],
        known: Option<Range<u32>>,
        sets: &mut HashMap<u32, u16>,
    ) -> Range<u32> {
        let start = self.plays.len();
        for play in found {
            let touched = *sets.entry(play.touched).or_insert_with(|| {
                self.touched.push(play.touched);
                (self.touched.len() - 1) as u16
            });
            self.plays.push(Listed { side: sides.number(play.side), touched });
        }
        match known {
            Some(known) if self.at(&known) == &self.plays[start..] => {
                self.plays.truncate(start);
                known
            }
            _ => start as u32..self.plays.len() as u32,
        }
    }

    pub(super) fn at(&self, place: &Range<u32>) -> &[Listed] {
        &self.plays[place.start as usize..place.end as usize]
    }
}
