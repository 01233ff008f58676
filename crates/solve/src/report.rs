//! The answer to a question, and the reasons to refuse one.

use std::time::Duration;

use foregone_game::{Outcome, Scale};

use crate::certify::Proof;
use crate::effort::ProofNumbers;
use crate::limits::{Counters, Stop};
use crate::options::Goal;
use crate::persist::LoadError;

/// The answer to a [`Question`](crate::options::Question).
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// What has been proved: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Why the search ended.
    pub stop: Stop,
    /// A move that keeps the value, if the game goes on and one is known.
    pub best: Option<M>,
    /// A line of best play, as far as the search still holds it.
    pub line: Vec<M>,
    /// When stopped early, the line to the leaf that would have come next.
    pub most_proving: Vec<M>,
    /// The efforts at the root when the last run ended, per question "at least this outcome?".
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// What it cost.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
    /// Proofs of the bounds, if a certificate was wanted.
    pub proofs: Vec<Proof>,
    /// Why a wanted proof is missing.
    pub unproved: Option<Stop>,
}

/// Why a question cannot be put to this game or within these limits: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

impl Refusal {
    /// For that reason.
    pub fn new(sentence: impl Into<String>) -> Refusal {
        Refusal(sentence.into())
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl From<LoadError> for Refusal {
    fn from(broken: LoadError) -> Refusal {
        Refusal(broken.0)
    }
}

/// The outcomes that a question is about.
pub fn asked_range(scale: &Scale, goal: Goal) -> Result<(Outcome, Outcome), Refusal> {
    match goal {
        Goal::Value => Ok((scale.worst(), scale.best())),
        Goal::AtLeast(goal) if goal == scale.worst() => Err(Refusal(format!(
            "\"at least {}\" holds for every position, it is the worst outcome; ask for a better one",
            scale.name(goal)
        ))),
        Goal::AtLeast(goal) => Ok((Outcome(goal.0 - 1), goal)),
        Goal::Range(low, high) if low < high => Ok((low, high)),
        Goal::Range(low, high) => Err(Refusal(format!(
            "the range {}..{} must go from a worse outcome to a better one",
            scale.name(low),
            scale.name(high)
        ))),
    }
}
