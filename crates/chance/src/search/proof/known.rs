//! What proof-number search knows of a position: bounds, and how hard the last question looks.

use crate::number::{Arithmetic, WHOLE_WAY};
use crate::search::table::Fact;

/// No number is larger. It says nothing about the answer: only bounds do.
pub(super) const MOST: u64 = 1 << 48;
/// The numbers of a position that nobody has been asked about add up to a little more than this: the further the
/// threshold is on the way from the lower to the upper bound, the harder the proof and the easier the disproof.
const FIRST: u64 = 32;

/// How hard a proof and a disproof look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u64,
    pub disproof: u64,
}

impl Numbers {
    /// Whether one of the numbers has reached its limit.
    pub fn reach(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    /// The number of a player's own side, and that of the other side.
    pub fn seen_by<const MAX: bool>(self) -> (u64, u64) {
        if MAX { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    /// The opposite of [`Numbers::seen_by`].
    pub fn of<const MAX: bool>(own: u64, others: u64) -> Numbers {
        if MAX {
            Numbers { proof: own, disproof: others }
        } else {
            Numbers { proof: others, disproof: own }
        }
    }
}

/// The value is at least `low` and at most `high`. The numbers belong to the last question, if it was not answered.
#[derive(Clone, Debug)]
pub(super) struct Known<N> {
    pub low: N,
    pub high: N,
    pub asked: Option<(N, Numbers)>,
}

impl<N: Ord> Known<N> {
    /// Bounds without an open question.
    pub fn unasked(low: N, high: N) -> Known<N> {
        Known { low, high, asked: None }
    }

    /// The numbers for a threshold. Those of another threshold are taken if there are no better ones.
    pub fn numbers<A: Arithmetic<Number = N>>(&self, arithmetic: &A, threshold: &N) -> Numbers {
        if self.low >= *threshold {
            return Numbers { proof: 0, disproof: MOST };
        }
        if self.high < *threshold {
            return Numbers { proof: MOST, disproof: 0 };
        }
        match self.asked {
            Some((_, numbers)) => numbers,
            None => {
                let way = u64::from(arithmetic.way(&self.low, threshold, &self.high));
                let whole = u64::from(WHOLE_WAY);
                let part = |way: u64| 1 + FIRST * way / whole;
                Numbers { proof: part(way), disproof: part(whole - way) }
            }
        }
    }
}

impl<N: Ord> Fact for Known<N> {
    fn join(&mut self, news: Known<N>) {
        if news.low > self.low {
            self.low = news.low;
        }
        if news.high < self.high {
            self.high = news.high;
        }
        self.asked = news.asked;
    }
}
