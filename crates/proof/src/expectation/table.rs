//! Certificates that hold a table: bounds of all positions before a roll, which prove each other in one sweep.
//!
//! All numbers are whole multiples of 1/D, as the player sees them who rolls. `docs/certificate-chance.md` says why a table
//! in which every comparison holds is a proof, and why play ends.

use std::io::Read;
use std::thread;

use num_traits::{ToPrimitive, Zero};

use super::claims::Claims;
use crate::failure::{Failure, Location, quote};
use crate::format::Reader;
use crate::limits::Meter;
use crate::number::{Arithmetic, Fraction, Integer, WholeNumbers};
use crate::progress::Progress;
use crate::rules::chance::{ChanceRules, Hypergammon, HypergammonPosition, Numbers, Pair, Turn};
use crate::walk::Counts;

/// Numbers are less than this, so that 36 times a number fits into 64 bits.
const NUMBERS: i64 = 1 << 57;

/// A lower and an upper bound.
type Bounds = [i64; 2];

/// A table that has been read.
pub(super) struct Table<'t> {
    rules: &'t Hypergammon,
    claims: &'t Claims,
    denominator: Integer,
    numbers: Numbers,
    /// What is added to a number that Max sees: half of the sum of the worst and the best worth, or 0 with two views.
    centre: Fraction,
    /// The bounds of all pairs of places, of each view: of whoever rolls, or of Max and of Min.
    views: Vec<Vec<Bounds>>,
    /// The number of pairs that are positions in which play goes on, in all views.
    positions: u64,
}

/// Half of the sum of opposite worths, if that is the same for all: then both players see the same numbers.
fn centre(worths: &[Fraction]) -> Option<Fraction> {
    let mut sums = worths.iter().zip(worths.iter().rev()).map(|(one, other)| one + other);
    let first = sums.next()?;
    let is_same = sums.all(|sum| sum == first);
    is_same.then(|| first / Fraction::from_integer(2.into()))
}

impl<'t> Table<'t> {
    /// Reads the records of a table.
    pub(super) fn read<R: Read>(
        rules: &'t Hypergammon,
        claims: &'t Claims,
        reader: &mut Reader<R>,
        meter: &Meter<'_>,
    ) -> Result<Table<'t>, Failure> {
        let Some(denominator) = claims.denominator.clone() else {
            return Err(Failure::header("the numbers of a table need a \"denominator\""));
        };
        let numbers = Numbers::new(rules);
        let centre = centre(&claims.worths);
        let views = if centre.is_some() { 1 } else { 2 };
        let pairs = numbers.len() * numbers.len();
        meter.reserve((views * pairs * size_of::<Bounds>()) as u64)?;
        let mut table = Table {
            rules,
            claims,
            denominator,
            numbers,
            centre: centre.unwrap_or_else(Fraction::zero),
            views: Vec::new(),
            positions: 0,
        };
        for view in 0..views {
            let bounds = table.read_view(view, reader, meter)?;
            table.views.push(bounds);
        }
        Ok(table)
    }

    fn read_view<R: Read>(
        &mut self,
        view: usize,
        reader: &mut Reader<R>,
        meter: &Meter<'_>,
    ) -> Result<Vec<Bounds>, Failure> {
        let places = self.numbers.len();
        let mut bounds = vec![[0; 2]; places * places];
        for (pair, bounds) in bounds.iter_mut().enumerate() {
            let (rolls, waits) =
                (self.numbers.places(pair / places), self.numbers.places(pair % places));
            *bounds = match self.rules.pair(rolls, waits) {
                Pair::Nothing => continue,
                Pair::Over(points) => self.finished(view, points)?,
                Pair::Open => {
                    meter.step_at(|| progress(reader, 0))?;
                    self.positions += 1;
                    read_bounds(reader)?
                }
            };
        }
        Ok(bounds)
    }

    /// What is certain of a finished position for the player who would roll, where the other one has won so many points.
    fn finished(&self, view: usize, points: usize) -> Result<Bounds, Failure> {
        let worth = &self.claims.worths[Hypergammon::outcomes_of_waiting(points)[view]];
        let seen = if view == 0 { worth - &self.centre } else { -worth.clone() };
        let rounded = |up: bool| {
            let whole = WholeNumbers { denominator: self.denominator.clone(), up };
            let number = (whole.fraction(&whole.worth(&seen)) * &self.denominator).to_integer();
            number.to_i64().filter(|number| number.abs() < NUMBERS)
        };
        match (rounded(false), rounded(true)) {
            (Some(low), Some(high)) => Ok([low, high]),
            _ => Err(Failure::header("the denominator makes numbers of 2^57 or more")),
        }
    }

    /// Compares all numbers, and what they say of the root with the claims.
    pub(super) fn prove_all(
        &self,
        root: &HypergammonPosition,
        threads: usize,
        meter: &Meter<'_>,
    ) -> Result<(), Failure> {
        self.compare(threads, meter)?;
        let [low, high] = self.bounds(root);
        for claim in &self.claims.claims {
            let (is_proved, number) = match claim.by_max {
                true => (low >= claim.bound, &low),
                false => (high <= claim.bound, &high),
            };
            if !is_proved {
                let (root, number) = (quote(&self.rules.write(root)), quote(&number.to_string()));
                return Err(wrong(format!(
                    "{} is not proved: the table gives {root} only the number {number}",
                    claim.text
                )));
            }
        }
        Ok(())
    }

    /// Compares every number with those after it, by this thread and as many others.
    fn compare(&self, threads: usize, meter: &Meter<'_>) -> Result<(), Failure> {
        let threads = threads.clamp(1, self.numbers.len());
        let shared = meter.share();
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|thread| {
                    let shared = shared.clone();
                    scope.spawn(move || self.compare_some((thread, threads), &shared.meter()))
                })
                .collect();
            let own = self.compare_some((0, threads), meter);
            let joined = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            // All threads have ended before the first failure is told.
            joined.collect::<Vec<_>>().into_iter().fold(own, Result::and)
        })
    }

    /// Compares the numbers of every so many places of the player who rolls.
    fn compare_some(
        &self,
        (first, step): (usize, usize),
        meter: &Meter<'_>,
    ) -> Result<(), Failure> {
        let (weights, mut boards) = (Hypergammon::weights(), Vec::new());
        let places = self.numbers.len();
        for view in 0..self.views.len() {
            let after = &self.views[self.views.len() - 1 - view];
            for (rolling, waiting) in (first..places)
                .step_by(step)
                .flat_map(|rolling| (0..places).map(move |waiting| (rolling, waiting)))
            {
                let (own, other) = (self.numbers.places(rolling), self.numbers.places(waiting));
                if !matches!(self.rules.pair(own, other), Pair::Open) {
                    continue;
                }
                let positions = (rolling * places + waiting) as u64;
                meter.step_at(|| Progress { positions, ..Progress::default() })?;
                let opposite = |rolls, waits| after[self.numbers.pair(rolls, waits)].map(|it| -it);
                let [best_low, best_high] =
                    Hypergammon::sum_of_best(own, other, &mut boards, opposite);
                let [low, high] = self.views[view][rolling * places + waiting];
                // The greatest `-high` after a play is a lower bound, and the greatest `-low` an upper one.
                if best_high < weights * (low + 1) {
                    return Err(self.refuse((view, rolling, waiting), "lower", low, best_high));
                }
                if best_low > weights * (high - 1) {
                    return Err(self.refuse((view, rolling, waiting), "upper", high, best_low));
                }
            }
        }
        Ok(())
    }

    fn refuse(
        &self,
        (view, rolling, waiting): (usize, usize, usize),
        which: &str,
        number: i64,
        sum: i64,
    ) -> Failure {
        let (own, other) = (self.numbers.places(rolling), self.numbers.places(waiting));
        let position = quote(&self.rules.write(&HypergammonPosition::of(view == 0, own, other)));
        wrong(format!(
            "the {which} bound {number} at {position} does not follow: the sum of the best numbers after it is {sum}"
        ))
    }

    /// What the table says of any position: at least, and at most.
    fn bounds(&self, position: &HypergammonPosition) -> [Fraction; 2] {
        let turn = self.rules.turn(position);
        if let Turn::Over(rank) = turn {
            return [self.claims.worths[rank].clone(), self.claims.worths[rank].clone()];
        }
        if let Some((own, other, is_max)) = Hypergammon::before_roll(position) {
            let view = if is_max { 0 } else { self.views.len() - 1 };
            let bounds = self.views[view][self.numbers.pair(own, other)];
            let [low, high] = bounds.map(|it| Fraction::new(it.into(), self.denominator.clone()));
            let [low, high] = if is_max { [low, high] } else { [-high, -low] };
            // No position is worth less than the worst outcome, or more than the best one.
            let (worst, best) = (self.claims.worst(), self.claims.best());
            return [
                (low + &self.centre).max(worst.clone()),
                (high + &self.centre).min(best.clone()),
            ];
        }
        let mut list = Vec::new();
        self.rules.successors(position, &mut list);
        let all: Vec<([Fraction; 2], u64)> =
            list.iter().map(|(next, weight)| (self.bounds(next), *weight)).collect();
        [0, 1].map(|side| {
            let numbers = all.iter().map(|(bounds, _)| bounds[side].clone());
            let best = match turn {
                Turn::Max => numbers.max(),
                Turn::Min => numbers.min(),
                _ => None,
            };
            best.unwrap_or_else(|| {
                mean(all.iter().map(|(bounds, weight)| (&bounds[side], *weight)))
            })
        })
    }

    /// The number of positions that were compared, and nothing else.
    pub(super) fn counts(&self) -> Counts {
        Counts { positions: self.positions, kept: self.positions, ..Counts::default() }
    }
}

/// The expectation of numbers with weights.
fn mean<'f>(numbers: impl Iterator<Item = (&'f Fraction, u64)>) -> Fraction {
    let zero = (Fraction::zero(), Fraction::zero());
    let (sum, weights) = numbers.fold(zero, |(sum, weights), (number, weight)| {
        let weight = Fraction::from_integer(weight.into());
        (sum + number * &weight, weights + weight)
    });
    sum / weights
}

/// Reads the next record of a table.
fn read_bounds<R: Read>(reader: &mut Reader<R>) -> Result<Bounds, Failure> {
    let Some((low, width)) = reader.table_record()? else {
        return Err(wrong("it breaks off before its last position".to_owned()));
    };
    let half = (low >> 1) as i64;
    let low = if low & 1 == 1 { -half - 1 } else { half };
    let high = i64::try_from(width).ok().and_then(|width| low.checked_add(width));
    match high.filter(|high| low > -NUMBERS && *high < NUMBERS) {
        Some(high) => Ok([low, high]),
        None => Err(wrong(format!(
            "record {} has a number that is not between -2^57 and 2^57",
            reader.records()
        ))),
    }
}

/// The table is not what it should be.
fn wrong(reason: String) -> Failure {
    Failure::at(Location::Table, reason)
}

fn progress<R: Read>(reader: &Reader<R>, positions: u64) -> Progress {
    Progress { positions, records: reader.records(), bytes: reader.bytes(), ..Progress::default() }
}
