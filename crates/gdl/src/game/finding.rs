//! What play has shown about the rules: positions at which they do not say what a game of two players needs.
//!
//! The cell is shared by all searches of a game. Whoever has an answer looks into it first: with anything in it, the answer is
//! not one. Nothing rests on samples: every position that a search meets is looked at.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

/// What is wrong at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Both roles have more than one move.
    BothChoose,
    /// The role has no legal move, and play is not over.
    NoMove(usize),
    /// Play is over and the role has no goal.
    NoGoal(usize),
    /// Play is over and the role has two goals.
    TwoGoals(usize),
    /// The goals of the two roles do not add up to the sum that they had at another end.
    OtherSum(i64, i64, i64),
    /// Sentences that exclude each other in all positions seen at the opening hold together, or none of them holds: the
    /// position has no short key.
    NoKey,
}

/// A fault with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub fault: Fault,
    /// The sentences of the position.
    pub position: String,
    /// The sentence for a person.
    pub message: String,
}

impl core::fmt::Display for Finding {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.write_str(&self.message)
    }
}

/// No sum of goals has been seen.
const NONE: i64 = i64::MIN;

/// The first fault that was found, and the sum of goals at the ends seen.
#[derive(Debug)]
pub struct Findings {
    first: OnceLock<Finding>,
    sum: AtomicI64,
}

impl Default for Findings {
    fn default() -> Findings {
        Findings { first: OnceLock::new(), sum: AtomicI64::new(NONE) }
    }
}

impl Findings {
    /// The first fault that was found.
    pub fn first(&self) -> Option<&Finding> {
        self.first.get()
    }

    /// Writes a fault down, if it is the first. `position` is asked only then.
    #[cold]
    pub(crate) fn add(&self, fault: Fault, roles: &[String; 2], position: impl FnOnce() -> String) {
        self.first.get_or_init(|| {
            let position = position();
            let message = sentence(fault, roles, &position);
            Finding { fault, position, message }
        });
    }

    /// The goals at an end. Gives back the sum at other ends, if that is another one.
    #[inline]
    pub(crate) fn other_sum(&self, sum: i64) -> Option<i64> {
        let known = self.sum.load(Ordering::Relaxed);
        if known == sum {
            return None;
        }
        match self.sum.compare_exchange(NONE, sum, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => None,
            Err(other) => (other != sum).then_some(other),
        }
    }
}

fn sentence(fault: Fault, roles: &[String; 2], position: &str) -> String {
    match fault {
        Fault::BothChoose => format!(
            "both roles have a choice at {position}; only games in which one role at a time has more than one move can be solved"
        ),
        Fault::NoMove(role) => format!(
            "{} has no legal move at {position}, and the rules do not say that play is over; add a rule for legal or terminal",
            roles[role]
        ),
        Fault::NoGoal(role) => {
            format!("{} has no goal at the end {position}; add a rule for goal", roles[role])
        }
        Fault::TwoGoals(role) => {
            format!(
                "{} has two goals at the end {position}; make the rules for goal exclude each other",
                roles[role]
            )
        }
        Fault::OtherSum(one, other, sum) => format!(
            "the goals {one} and {other} at the end {position} do not add up to {sum} as at another end, so that what one role wins the other one need not lose; ask what one role can force, with role={} or role={}",
            roles[0], roles[1]
        ),
        Fault::NoKey => format!(
            "the position {position} has no short key, because sentences that excluded each other at the opening do not do so here; open the game with long keys"
        ),
    }
}
