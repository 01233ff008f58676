//! Proofs of expectations, for an independent checker: the records of certificates, as `docs/certificate-chance.md`
//! describes them.
//!
//! A proof is a strategy of one player, its owner, with a number for every position that the expectation there cannot be
//! worse than. [`study`](crate::search::study) makes proofs of games in which play never returns;
//! [`Solution::prove`](crate::cyclic::Solution::prove) and [`Brackets::prove`](crate::cyclic::Brackets::prove) of
//! the others, and [`Swept::prove`](crate::sweeps::Swept::prove) by a table of all positions.

pub(crate) mod encode;
mod graph;
mod lengths;
mod plan;
mod tree;
mod write;

use core::fmt;

use foregone_game::{Outcome, Player};
use num_bigint::BigInt;

use crate::fraction::Fraction;
use crate::limits::Stop;
use crate::utility::Utility;

pub(crate) use graph::prove as prove_graph;
pub(crate) use tree::prove as prove_tree;

/// What a proof proves about the expectation at its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// `Max` can make it at least this much.
    AtLeast(Fraction),
    /// `Min` can make it at most this much.
    AtMost(Fraction),
}

impl Claim {
    /// The claim of a player.
    pub fn of(owner: Player, bound: Fraction) -> Claim {
        match owner {
            Player::Max => Claim::AtLeast(bound),
            Player::Min => Claim::AtMost(bound),
        }
    }

    /// The fraction that is claimed.
    pub fn bound(&self) -> &Fraction {
        let (Claim::AtLeast(bound) | Claim::AtMost(bound)) = self;
        bound
    }

    /// Who forces it.
    pub fn owner(&self) -> Player {
        match self {
            Claim::AtLeast(_) => Player::Max,
            Claim::AtMost(_) => Player::Min,
        }
    }
}

/// In words: `at least 170/243`.
impl fmt::Display for Claim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::AtLeast(bound) => write!(out, "at least {bound}"),
            Claim::AtMost(bound) => write!(out, "at most {bound}"),
        }
    }
}

/// A proof of one claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What it proves.
    pub claim: Claim,
    /// Its records.
    pub bytes: Vec<u8>,
    /// How many records there are.
    pub records: u64,
    /// What all numbers are multiples of one part of; nothing if they are fractions of any kind.
    pub denominator: Option<BigInt>,
    /// Whether the records are a table of all positions, which proves all claims at once.
    pub is_table: bool,
}

/// Why there is no proof of something that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// A limit was reached before the proof was complete.
    Stopped(Stop),
    /// A number is too long for the format.
    TooLong,
    /// The expected lengths of play could not be bounded.
    Endless,
}

impl From<Stop> for Unproved {
    fn from(stop: Stop) -> Unproved {
        Unproved::Stopped(stop)
    }
}

/// The proofs of what a finished position is worth: nothing has to be shown.
pub fn finished(utility: &Utility, outcome: Outcome) -> Vec<Proof> {
    let worth = utility.worth(outcome);
    let claim = |owner| {
        let is_claim = match owner {
            Player::Max => worth > utility.least(),
            Player::Min => worth < utility.greatest(),
        };
        is_claim.then(|| Proof {
            claim: Claim::of(owner, worth.clone()),
            bytes: Vec::new(),
            records: 0,
            denominator: None,
            is_table: false,
        })
    };
    [Player::Max, Player::Min].into_iter().filter_map(claim).collect()
}

/// The players whose claims answer a question: the one who shows that a threshold is met or not, if that is what was asked
/// and it is known, and otherwise both.
pub fn owners(low: &Fraction, high: &Fraction, threshold: Option<&Fraction>) -> Vec<Player> {
    match threshold {
        Some(threshold) if low >= threshold => vec![Player::Max],
        Some(threshold) if high < threshold => vec![Player::Min],
        _ => vec![Player::Max, Player::Min],
    }
}
