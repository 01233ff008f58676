//! What a player can do with a roll, as in backgammon.
//!
//! Whether a step is legal depends on the player's own checkers and on the point that the opponent holds, and never on the
//! opponent's blots. So plays are made without looking at blots: a play is where the own checkers end and which points they
//! touch on their way, and it hits every blot on a point that it touches.

use super::side::{BAR, OFF, Side};

/// How many different rolls there are.
pub(super) const ROLLS: usize = 21;

/// A roll of two dice, the larger one first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Roll(pub u8, pub u8);

impl Roll {
    /// All rolls in the canonical order: 11, 21, 22, 31, and so on.
    pub(super) fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|larger| (1..=larger).map(move |smaller| Roll(larger, smaller)))
    }

    pub(super) fn is_double(self) -> bool {
        self.0 == self.1
    }

    /// How many of the 36 throws of two dice it is.
    pub(super) fn weight(self) -> u64 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The number that stands for it: 31 for three and one.
    pub(super) fn number(self) -> u8 {
        10 * self.0 + self.1
    }

    /// The roll of that number, with the dice in either order.
    pub(super) fn of_number(number: u32) -> Option<Roll> {
        let dice = [number / 10, number % 10];
        let is_roll = dice.iter().all(|die| (1..=6).contains(die));
        is_roll.then(|| Roll(dice[0].max(dice[1]) as u8, dice[0].min(dice[1]) as u8))
    }
}

/// Where the own checkers end, and every point on which one of them landed, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Play {
    pub side: Side,
    pub touched: u32,
}

/// One checker moves by one die.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Step {
    pub from: u8,
    pub to: u8,
}

/// Calls `found` with every legal play and its steps, in the order of the steps; a play can come more than once. If nothing
/// can be moved, that is the only play. `held` are the points that the opponent holds, a bit each.
pub(super) fn each_play(side: Side, held: u32, roll: Roll, found: &mut dyn FnMut(Play, &[Step])) {
    let Roll(larger, smaller) = roll;
    let orders: &[&[u8]] = match roll.is_double() {
        true => &[&[larger; 4]],
        false => &[&[larger, smaller], &[smaller, larger]],
    };
    let deepest = |dice: &[u8]| depth(side, held, dice);
    let most = orders.iter().map(|dice| deepest(dice)).max().unwrap_or(0);
    // If only one die can be played, it is the larger one where that is possible.
    let alone = [&orders[0][..most.min(orders[0].len())]];
    let orders = match most == 1 && deepest(alone[0]) == 1 {
        true => &alone,
        false => orders,
    };
    let mut walk = Walk { held, most, steps: [Step::default(); 4], found };
    for dice in orders {
        walk.go(Play { side, touched: 0 }, dice, 0);
    }
}

/// All legal plays, every one once, in rising order.
pub(super) fn plays(side: Side, held: u32, roll: Roll, list: &mut Vec<Play>) {
    list.clear();
    each_play(side, held, roll, &mut |play, _| list.push(play));
    list.sort_unstable();
    list.dedup();
}

/// How many of the dice can be played one after the other.
fn depth(side: Side, held: u32, dice: &[u8]) -> usize {
    let Some((&die, rest)) = dice.split_first() else { return 0 };
    let after =
        steps(side, held, die).map(|step| 1 + depth(side.moved(step.from, step.to), held, rest));
    after.max().unwrap_or(0)
}

/// The steps that a die allows, the rearmost checker first.
fn steps(side: Side, held: u32, die: u8) -> impl Iterator<Item = Step> {
    let places = side.places();
    let is_first = move |index: &usize| *index == 0 || places[*index] != places[*index - 1];
    (0..places.len()).filter(is_first).filter_map(move |index| {
        let from = places[index];
        let must_enter = places[0] == BAR && from != BAR;
        if from == OFF || must_enter {
            return None;
        }
        let step = Step { from, to: from.saturating_sub(die) };
        let is_legal = match step.to {
            // A number that is too high bears off from the highest point.
            OFF => side.is_home() && (from == die || index == 0),
            point => held >> point & 1 == 0,
        };
        is_legal.then_some(step)
    })
}

/// Plays that use as many dice as possible.
struct Walk<'f> {
    held: u32,
    most: usize,
    steps: [Step; 4],
    found: &'f mut dyn FnMut(Play, &[Step]),
}

impl Walk<'_> {
    fn go(&mut self, play: Play, dice: &[u8], done: usize) {
        if done == self.most {
            (self.found)(play, &self.steps[..done]);
            return;
        }
        let Some((&die, rest)) = dice.split_first() else { return };
        for step in steps(play.side, self.held, die) {
            self.steps[done] = step;
            let landed = if step.to == OFF { 0 } else { 1 << step.to };
            let side = play.side.moved(step.from, step.to);
            self.go(Play { side, touched: play.touched | landed }, rest, done + 1);
        }
    }
}
