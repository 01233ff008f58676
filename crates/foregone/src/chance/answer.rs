//! Answers about games with chance: what was asked, what is certain, what it cost.

use std::time::Duration;

use foregone_chance::certify::{Proof, Unproved};
use foregone_chance::fraction::Fraction;
use foregone_chance::limits::{Stop, Tally};
use foregone_chance::{Turn, Utility};

use super::certificate::Certificate;
use super::method::Method;
use super::position::Position;

/// What is certain about a move, or about an outcome of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move or the outcome, as it is written.
    pub mv: String,
    /// The weight of an outcome of chance.
    pub weight: Option<u64>,
    /// The position after it is worth at least this much.
    pub low: Fraction,
    /// The position after it is worth at most this much.
    pub high: Fraction,
    /// The outcomes of chance that follow the move, if chance follows.
    pub outcomes: Vec<MoveValue>,
}

impl MoveValue {
    /// The value, if it is known.
    pub fn value(&self) -> Option<&Fraction> {
        (self.low == self.high).then_some(&self.low)
    }
}

/// The answer to a question about a position of a game with chance.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// What outcomes are worth.
    pub utility: Utility,
    /// The threshold, if only that was asked.
    pub at_least: Option<Fraction>,
    /// The value is at least this much.
    pub low: Fraction,
    /// The value is at most this much.
    pub high: Fraction,
    /// Why the search ended.
    pub stop: Stop,
    /// The search.
    pub method: Method,
    /// Why, if the method was left open.
    pub chosen: Option<String>,
    /// Positions that were entered.
    pub tally: Tally,
    /// Positions of the graph, if all of them were needed at once.
    pub positions: Option<u64>,
    /// What was counted in: `i64`, `i128`, `fractions` or `fixed point`.
    pub counted_in: Option<&'static str>,
    /// A move that keeps the value for the player to move, if one is known.
    pub best_move: Option<String>,
    /// The value of every move or outcome, if that was wanted; best for the player to move first, outcomes as they are listed.
    pub moves: Option<Vec<MoveValue>>,
    /// Wall time.
    pub elapsed: Duration,
    /// Whether a certificate was wanted.
    pub wants_certificate: bool,
    /// Why the certificate does not prove all that is known, if it does not.
    pub unproved: Option<Unproved>,
    pub(super) proofs: Vec<Proof>,
}

impl Answer {
    /// The value, if it is known exactly.
    pub fn value(&self) -> Option<&Fraction> {
        (self.low == self.high).then_some(&self.low)
    }

    /// The certificate of what was found, if [`Settings::certificate`](super::Settings::certificate) was set and anything was
    /// proved.
    pub fn certificate(&self) -> Option<Certificate> {
        Certificate::new(&self.position, &self.utility, &self.proofs)
    }

    /// Whether the game is over in the position.
    pub fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// The answer to "at least?", if that was asked and is known.
    pub fn holds(&self) -> Option<bool> {
        let threshold = self.at_least.as_ref()?;
        if self.low >= *threshold { Some(true) } else { (self.high < *threshold).then_some(false) }
    }

    /// Whether what was asked is known. Bounds of interval iteration answer a question for the value: nothing better
    /// was looked for.
    pub fn is_answered(&self) -> bool {
        match self.at_least {
            Some(_) => self.holds().is_some(),
            None => self.value().is_some() || self.stop == Stop::Solved,
        }
    }

    /// Whether everything that was wanted is known, the moves included.
    pub fn is_complete(&self) -> bool {
        self.is_answered() && (self.stop == Stop::Solved || self.moves.is_none())
    }

    /// How much it says: `solved`, `bounded`, or `unknown`.
    pub fn status(&self) -> &'static str {
        let is_narrower = self.low > *self.utility.least() || self.high < *self.utility.greatest();
        match (self.value(), is_narrower) {
            (Some(_), _) => "solved",
            (None, true) => "bounded",
            (None, false) => "unknown",
        }
    }

    /// What was asked, in words.
    pub fn goal(&self) -> String {
        match &self.at_least {
            Some(threshold) => format!("at least {threshold}"),
            None => "value".to_owned(),
        }
    }

    /// Brings the bounds of the position to what those of its moves say: a search that was stopped knows both.
    pub(super) fn tighten(&mut self) {
        let Some(moves) = self.moves.as_ref().filter(|moves| !moves.is_empty()) else { return };
        let mean = |of: &dyn Fn(&MoveValue) -> &Fraction| {
            let weight =
                |value: &MoveValue| Fraction::from_integer(value.weight.unwrap_or(1).into());
            let total: Fraction = moves.iter().map(weight).sum();
            moves.iter().map(|value| of(value) * weight(value)).sum::<Fraction>() / total
        };
        let (lows, highs) = (moves.iter().map(|it| &it.low), moves.iter().map(|it| &it.high));
        let (low, high) = match self.position.turn() {
            Turn::Max => (lows.max().cloned(), highs.max().cloned()),
            Turn::Min => (lows.min().cloned(), highs.min().cloned()),
            _ => (Some(mean(&|it| &it.low)), Some(mean(&|it| &it.high))),
        };
        self.low = low.into_iter().fold(self.low.clone(), Fraction::max);
        self.high = high.into_iter().fold(self.high.clone(), Fraction::min);
    }

    /// Puts the best moves first; outcomes of chance stay as they are listed.
    pub(super) fn sort_moves(&mut self) {
        let turn = self.position.turn();
        let Some(moves) = &mut self.moves else { return };
        match turn {
            Turn::Max => moves.sort_by(|a, b| (&b.low, &b.high).cmp(&(&a.low, &a.high))),
            Turn::Min => moves.sort_by(|a, b| (&a.high, &a.low).cmp(&(&b.high, &b.low))),
            _ => {}
        }
    }
}
