//! Hypergammon: backgammon with one, two or three checkers a side.

mod notation;
mod plays;
mod table;

use super::super::spelling::number_from;
use super::{ChanceRules, Side, Turn, only_text};
use plays::{BAR, OFF, plays, sorted};

pub use plays::Places;
pub(crate) use table::{Numbers, Pair};

/// The names of the outcomes: how many points Max wins.
const OUTCOMES: [&str; 6] = ["-3", "-2", "-1", "1", "2", "3"];

/// A throw of two dice, the larger one first.
type Roll = (u8, u8);

/// `hypergammon:`.
#[derive(Clone, Debug)]
pub struct Hypergammon {
    checkers: usize,
}

/// The checkers of both players, each by the own count, whose turn it is, and how far the turn is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HypergammonPosition {
    /// The checkers of Max, the rearmost first.
    max: Places,
    /// The checkers of Min, the rearmost first.
    min: Places,
    side: Side,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// Before the first roll of the game, in which the dice differ.
    Opening,
    /// Before a roll.
    Roll,
    /// After a roll.
    Play(Roll),
}

/// The rolls in the canonical order.
fn rolls() -> impl Iterator<Item = Roll> {
    (1..=6).flat_map(|larger| (1..=larger).map(move |smaller| (larger, smaller)))
}

/// Of the 36 throws of two dice, how many are this roll.
fn weight((larger, smaller): Roll) -> u64 {
    if larger == smaller { 1 } else { 2 }
}

/// Whether a player has borne off all checkers.
fn is_off(places: Places) -> bool {
    places[0] == OFF
}

impl Hypergammon {
    /// `hypergammon:` with these parameters.
    pub fn open(parameters: &str) -> Result<Hypergammon, String> {
        let checkers = number_from(parameters, "the number of checkers", 1, 3)?;
        Ok(Hypergammon { checkers })
    }

    /// The checkers of a player at the start.
    fn first(&self) -> Places {
        let mut places = [24, 23, 22];
        places[self.checkers..].fill(OFF);
        places
    }

    /// The position where the game begins.
    pub fn start(&self) -> HypergammonPosition {
        let (max, min) = (self.first(), self.first());
        HypergammonPosition { max, min, side: Side::Max, phase: Phase::Opening }
    }

    /// How many points a player loses who has these checkers when the other one has borne off all: 1; 2 if none is borne off;
    /// 3 if moreover one is on the bar or on the winner's points 1 to 6.
    fn points_lost(&self, loser: Places) -> usize {
        let left = loser.iter().filter(|&&place| place != OFF).count();
        match left == self.checkers {
            false => 1,
            true if BAR - loser[0] > 6 => 2,
            true => 3,
        }
    }

    /// The rank of the outcome if this player wins so many points.
    fn outcome(winner: Side, points: usize) -> usize {
        match winner {
            Side::Max => 2 + points,
            Side::Min => 3 - points,
        }
    }
}

impl HypergammonPosition {
    /// The checkers of the player whose turn it is, and those of the other one.
    fn own_and_other(&self) -> (Places, Places) {
        match self.side {
            Side::Max => (self.max, self.min),
            Side::Min => (self.min, self.max),
        }
    }

    /// The position before the roll of Max or of Min, with the checkers of this player and of the other one.
    pub(crate) fn of(is_max: bool, own: Places, other: Places) -> HypergammonPosition {
        let side = if is_max { Side::Max } else { Side::Min };
        HypergammonPosition::before_roll(side, own, other)
    }

    fn before_roll(side: Side, own: Places, other: Places) -> HypergammonPosition {
        let (max, min) = match side {
            Side::Max => (own, other),
            Side::Min => (other, own),
        };
        HypergammonPosition { max, min, side, phase: Phase::Roll }
    }
}

impl ChanceRules for Hypergammon {
    type Position = HypergammonPosition;

    fn outcomes(&self) -> Vec<&str> {
        OUTCOMES.to_vec()
    }

    fn read(&self, text: &str) -> Result<HypergammonPosition, String> {
        let position = self.parse(text)?;
        self.check(&position)?;
        let written = self.write(&position);
        only_text(text, position, &written)
    }

    fn write(&self, position: &HypergammonPosition) -> String {
        self.written(position)
    }

    fn turn(&self, position: &HypergammonPosition) -> Turn {
        if is_off(position.max) {
            return Turn::Over(Hypergammon::outcome(Side::Max, self.points_lost(position.min)));
        }
        if is_off(position.min) {
            return Turn::Over(Hypergammon::outcome(Side::Min, self.points_lost(position.max)));
        }
        match position.phase {
            Phase::Play(_) => position.side.turn(),
            Phase::Opening | Phase::Roll => Turn::Chance,
        }
    }

    fn successors(
        &self,
        position: &HypergammonPosition,
        list: &mut Vec<(HypergammonPosition, u64)>,
    ) {
        let Phase::Play(roll) = position.phase else {
            let is_opening = position.phase == Phase::Opening;
            let possible = rolls().filter(|(larger, smaller)| !is_opening || larger != smaller);
            let rolled =
                |roll| HypergammonPosition { phase: Phase::Play(roll), ..position.clone() };
            list.extend(possible.map(|roll| (rolled(roll), weight(roll))));
            return;
        };
        let ((own, other), mut boards) = (position.own_and_other(), Vec::new());
        plays(own, other, roll, &mut boards);
        boards.sort_unstable_by_key(|board| (board.own, board.hits));
        boards.dedup_by_key(|board| (board.own, board.hits));
        let waits = position.side.other();
        list.extend(boards.iter().map(|board| {
            (HypergammonPosition::before_roll(waits, sorted(board.other), board.own), 1)
        }));
    }

    fn infinite(&self, _: &HypergammonPosition) -> Option<usize> {
        Some(0)
    }
}
