//! Bounds of all positions that prove themselves.
//!
//! Let `low` and `high` be numbers for every position, as the player sees it who rolls, and let the sum over all rolls of
//! weight times the greatest `-high` after a play be at least the sum of the weights times `low + 1`, everywhere; and the
//! same sum of the greatest `-low` at most the sum of the weights times `high - 1`. Let finished positions be worth at
//! least `low` and at most `high`. Then `low` and `high` are bounds: a player who takes the play with the greatest `-high`
//! has numbers, `low` where it is the own roll and `-high` where it is the opponent's, which grow by at least one step of
//! the fixed point in expectation, every turn, whatever the opponent does. They are bounded, so play ends with probability 1,
//! and what it ends with is worth at least the number at the start in expectation. [`holds`] compares exactly this, in
//! whole numbers; how the bounds were found does not matter.

use super::Plan;
use super::backup::{Tables, Update};
use super::values::SMALL;
use crate::limits::{Meter, Stop};

/// How far a sweep pushes bounds apart beyond what closes: more than what is left of the error of the values.
const MARGIN: i64 = 2 * SMALL;

/// The first half of the tables are lower bounds, the second half upper bounds.
struct Widen {
    weights: i64,
    half: usize,
    /// No number goes beyond this, so that sums fit.
    farthest: i64,
    change: i64,
}

impl Update for Widen {
    #[inline]
    fn update(&mut self, table: usize, old: i64, sum: i64) -> i64 {
        let floor = sum.div_euclid(self.weights);
        let new = match table < self.half {
            true => old.min(floor - MARGIN).max(-self.farthest),
            false => old.max(floor + 1 + MARGIN).min(self.farthest),
        };
        self.change = self.change.max((new - old).abs());
        new
    }
}

/// Pushes bounds apart, beginning with values, until hardly anything changes. How many sweeps it took.
pub(super) fn widen<P: Plan>(
    plan: &P,
    tables: &mut Tables,
    farthest: i64,
    meter: &mut Meter<'_>,
) -> Result<u32, Stop> {
    let (weights, half) = (plan.weights() as i64, tables.tables.len() / 2);
    for sweep in 1.. {
        let mut update = Widen { weights, half, farthest, change: 0 };
        tables.sweep(plan, &mut update, meter)?;
        // The rest of the margin is more than one step.
        if update.change <= MARGIN / 2 {
            return Ok(sweep);
        }
    }
    Ok(0)
}

/// Compares, and leaves the tables as they are.
struct Closes {
    weights: i64,
    half: usize,
    holds: bool,
}

impl Update for Closes {
    #[inline]
    fn update(&mut self, table: usize, old: i64, sum: i64) -> i64 {
        self.holds &= match table < self.half {
            true => sum >= self.weights * (old + 1),
            false => sum <= self.weights * (old - 1),
        };
        old
    }
}

/// Whether the bounds prove themselves at every unfinished position. Those of finished positions are constants.
pub(super) fn holds<P: Plan>(
    plan: &P,
    tables: &mut Tables,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let (weights, half) = (plan.weights() as i64, tables.tables.len() / 2);
    let mut update = Closes { weights, half, holds: true };
    tables.sweep(plan, &mut update, meter)?;
    Ok(update.holds)
}
