//! The score of a search as one number for `Max`: forced outcomes ordered by rank and then by distance, heuristic
//! estimates in between.

use foregone_game::{Outcome, Scale};

/// The distance between neighbouring outcomes. Estimates and plies stay well below half of it.
const OUTCOME_STEP: i32 = 1_000_000;
/// The largest absolute value of an estimate.
const ESTIMATE: i32 = 400_000;

/// A score for `Max`; higher is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

impl Score {
    pub(crate) const LEAST: Score = Score(-i32::MAX);
    pub(crate) const MOST: Score = Score(i32::MAX);

    /// The score of a game that ends with this outcome after `plies`: a good outcome is better soon, a bad one is
    /// better late. The middle of the scale has score 0.
    pub(crate) fn over(scale: &Scale, outcome: Outcome, plies: u32) -> Score {
        let rank = 2 * i32::from(outcome.0) - (scale.len() as i32 - 1);
        Score(rank * OUTCOME_STEP - rank.signum() * plies.min(100_000) as i32)
    }

    /// The score of a heuristic estimate.
    pub(crate) fn guess(estimate: i32) -> Score {
        Score(estimate.clamp(-ESTIMATE, ESTIMATE))
    }

    /// The forced outcome and its distance in plies, if the score is not an estimate. The middle of the scale is not
    /// recognised, because its score cannot be told from an estimate. The game may end later than the distance says,
    /// because static bounds can see the end in advance.
    pub fn forced(self, scale: &Scale) -> Option<(Outcome, u32)> {
        let rank = (self.0 + self.0.signum() * (OUTCOME_STEP / 2)) / OUTCOME_STEP;
        let plies = (rank * OUTCOME_STEP - self.0).unsigned_abs();
        let outcome = (rank + scale.len() as i32 - 1) / 2;
        (rank != 0).then_some((Outcome(outcome as u8), plies))
    }

    /// The score as a number.
    pub fn number(self) -> i32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_apart_from_estimates() {
        for scale in
            [Scale::loss_draw_win().clone(), Scale::scores_without_zero(3), Scale::scores(5)]
        {
            for outcome in scale.outcomes() {
                for plies in [0, 1, 60] {
                    let found = Score::over(&scale, outcome, plies).forced(&scale);
                    let middle = 2 * usize::from(outcome.0) + 1 == scale.len();
                    assert_eq!(found, (!middle).then_some((outcome, plies)));
                }
            }
        }
        let scale = Scale::loss_draw_win().clone();
        assert_eq!(Score::guess(i32::MAX).forced(&scale), None);
        assert!(Score::over(&scale, Outcome(2), 3) > Score::over(&scale, Outcome(2), 5));
        assert!(Score::over(&scale, Outcome(0), 3) < Score::over(&scale, Outcome(0), 5));
    }
}
