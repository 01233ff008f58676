//! Named evaluations: how good a position looks, by one rule or another. Players that are modelled differ in them.

use core::fmt;

use crate::outcome::{Outcome, Scale};

/// An evaluation that a game offers by name. A game lists its evaluations in [`Game::evaluations`](crate::Game::evaluations);
/// an evaluation is known by its index in that list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The name that people type.
    pub name: &'static str,
    /// What it counts, in one line.
    pub about: &'static str,
    /// What the best outcome counts. It is more than any position that is not over should have.
    pub limit: i32,
}

impl Evaluation {
    /// The only evaluation of a game that has an estimate and nothing else.
    pub const ESTIMATE_ONLY: &'static [Evaluation] = &[Evaluation::ESTIMATE];

    /// [`Game::estimate`](crate::Game::estimate), by which `foregone play` proposes moves.
    pub const ESTIMATE: Evaluation = Evaluation {
        name: "estimate",
        about: "the estimate by which the solver plays",
        limit: 100_000,
    };

    /// What a finished game counts: from `-limit` to `limit` in equal steps, so 0 is the middle of the scale.
    ///
    /// ```
    /// use foregone_game::{Evaluation, Outcome, Scale};
    ///
    /// let evaluation = Evaluation { name: "lines", about: "lines that are open", limit: 1000 };
    /// let worths = [0, 1, 2].map(|rank| evaluation.finished(Scale::loss_draw_win(), Outcome(rank)));
    /// assert_eq!(worths, [-1000, 0, 1000]);
    /// ```
    pub fn finished(&self, scale: &Scale, outcome: Outcome) -> i32 {
        let steps = (scale.len() as i64 - 1).max(1);
        let rank = 2 * i64::from(outcome.0) - (scale.len() as i64 - 1);
        (i64::from(self.limit) * rank / steps) as i32
    }

    /// The index of the evaluation with that name.
    ///
    /// ```
    /// use foregone_game::Evaluation;
    ///
    /// assert_eq!(Evaluation::find(Evaluation::ESTIMATE_ONLY, "estimate"), Ok(0));
    /// let error = Evaluation::find(Evaluation::ESTIMATE_ONLY, "hope").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "this game has no evaluation \"hope\"; there is estimate (the estimate by which the solver plays)"
    /// );
    /// ```
    pub fn find(evaluations: &'static [Evaluation], name: &str) -> Result<u8, UnknownEvaluation> {
        let index = evaluations.iter().position(|evaluation| evaluation.name == name);
        let index = index.and_then(|index| u8::try_from(index).ok());
        index.ok_or_else(|| UnknownEvaluation { name: name.to_owned(), evaluations })
    }
}

/// An evaluation that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEvaluation {
    /// The name that was asked for.
    pub name: String,
    /// The evaluations that the game has.
    pub evaluations: &'static [Evaluation],
}

impl fmt::Display for UnknownEvaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = match self.evaluations.len() {
            0 => return out.write_str("this game has no evaluations"),
            1 => "there is",
            _ => "there are",
        };
        write!(out, "this game has no evaluation \"{}\"; {there} ", self.name)?;
        for (index, evaluation) in self.evaluations.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(out, "{comma}{} ({})", evaluation.name, evaluation.about)?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownEvaluation {}
