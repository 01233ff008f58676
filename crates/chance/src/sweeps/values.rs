//! Value iteration: rough values of all positions, which nothing that is claimed rests on.
//!
//! The changes of sweeps shrink by about the same factor, so from time to time every number is moved on by what all changes
//! that are to come would add up to.

use super::Plan;
use super::backup::{Tables, Update};
use crate::limits::{Meter, Stop};

/// Sweeps end when no number changes by more.
pub(super) const SMALL: i64 = 4;
/// Sweeps from one extrapolation to the next.
const SWEEPS: u32 = 6;
/// Near the end, changes are mostly rounding.
const ROUNDING: i64 = 1 << 10;
/// At most so many times the last change is added.
const FARTHEST: i128 = 12;
/// Parts of the last change.
const PARTS: i128 = 1 << 10;

/// Sets every number to the nearest expectation.
struct Nearest {
    weights: i64,
    /// The largest change, and the sum of all.
    change: i64,
    changes: i128,
}

impl Update for Nearest {
    #[inline]
    fn update(&mut self, _: usize, old: i64, sum: i64) -> i64 {
        let new = (sum + self.weights / 2).div_euclid(self.weights);
        let change = (new - old).abs();
        self.change = self.change.max(change);
        self.changes += i128::from(change);
        new
    }
}

/// Sweeps until hardly anything changes. How many sweeps it took.
pub(super) fn iterate<P: Plan>(
    plan: &P,
    tables: &mut Tables,
    meter: &mut Meter<'_>,
) -> Result<u32, Stop> {
    let weights = plan.weights() as i64;
    let mut before = None;
    let mut last = 0;
    for sweep in 1.. {
        let extrapolates = sweep % SWEEPS == 0;
        if extrapolates {
            before = Some(tables.tables.clone());
        }
        let mut update = Nearest { weights, change: 0, changes: 0 };
        tables.sweep(plan, &mut update, meter)?;
        if update.change <= SMALL {
            return Ok(sweep);
        }
        if let Some(before) = before.take().filter(|_| update.change > ROUNDING) {
            extrapolate(&mut tables.tables, &before, update.changes, last);
        }
        last = update.changes;
    }
    Ok(0)
}

/// Adds what the changes of further sweeps would be if they shrank on as they did in the last two sweeps.
fn extrapolate(tables: &mut [Vec<i64>], before: &[Vec<i64>], changes: i128, last: i128) {
    if last <= changes {
        return;
    }
    let parts = (changes * PARTS / (last - changes)).min(FARTHEST * PARTS);
    for (table, before) in tables.iter_mut().zip(before) {
        for (number, &before) in table.iter_mut().zip(before) {
            *number += (i128::from(*number - before) * parts / PARTS) as i64;
        }
    }
}
