//! One sweep: what every position is worth by the tables of the positions after it.

use crate::limits::{Meter, Stop};
use crate::sweeps::{Plan, Visitor};

/// What is done with what a position is worth by the positions after it.
pub(super) trait Update {
    /// The new number of a position in a table. `sum` is the sum over all rolls of weight times best play.
    fn update(&mut self, table: usize, old: i64, sum: i64) -> i64;
}

/// Tables, each of which is backed up from one of them: a number is what a position is worth to the player who rolls, and a
/// play leads to positions where the opponent rolls, so the best play is the greatest negative number after it.
pub(super) struct Tables {
    pub tables: Vec<Vec<i64>>,
    /// The table that each one is backed up from. Lists them backwards, or is each table itself.
    pub from: Vec<usize>,
}

impl Tables {
    /// One sweep over all positions. Numbers change in place, so that later positions see the new ones.
    pub fn sweep<P: Plan, U: Update>(
        &mut self,
        plan: &P,
        update: &mut U,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let lanes = (0..self.tables.len()).map(|_| Lane::default()).collect();
        plan.sweep(&mut Backup {
            tables: self,
            lanes,
            numbers: Vec::new(),
            weight: 0,
            update,
            meter,
        })
    }
}

/// The sums of a group in one table.
#[derive(Default)]
struct Lane {
    best: Vec<i64>,
    sum: Vec<i64>,
}

impl Lane {
    /// Adds the best plays of a roll to the sums.
    fn add(&mut self, weight: i64) {
        for (sum, best) in self.sum.iter_mut().zip(&mut self.best) {
            *sum += weight * *best;
            *best = i64::MIN;
        }
    }
}

struct Backup<'a, 'm, U> {
    tables: &'a mut Tables,
    lanes: Vec<Lane>,
    /// The positions of the group.
    numbers: Vec<u32>,
    /// That of the roll.
    weight: i64,
    update: &'a mut U,
    meter: &'a mut Meter<'m>,
}

impl<U: Update> Backup<'_, '_, U> {
    fn add_roll(&mut self) {
        for lane in self.lanes.iter_mut().filter(|_| self.weight > 0) {
            lane.add(self.weight);
        }
    }
}

impl<U: Update> Visitor for Backup<'_, '_, U> {
    fn begin(&mut self, numbers: &[u32]) {
        self.weight = 0;
        self.numbers.clear();
        self.numbers.extend_from_slice(numbers);
        for Lane { best, sum } in &mut self.lanes {
            best.clear();
            best.resize(numbers.len(), i64::MIN);
            sum.clear();
            sum.resize(numbers.len(), 0);
        }
    }

    fn roll(&mut self, weight: i64) {
        self.add_roll();
        self.weight = weight;
    }

    #[inline]
    fn play(&mut self, next: &[u32]) {
        for (lane, &from) in self.lanes.iter_mut().zip(&self.tables.from) {
            let table = self.tables.tables[from].as_slice();
            for (best, &next) in lane.best.iter_mut().zip(next) {
                *best = (*best).max(-table[next as usize]);
            }
        }
    }

    fn end(&mut self) -> Result<(), Stop> {
        self.add_roll();
        for (index, lane) in self.lanes.iter().enumerate() {
            let table = &mut self.tables.tables[index];
            for (&number, &sum) in self.numbers.iter().zip(&lane.sum) {
                let place = &mut table[number as usize];
                *place = self.update.update(index, *place, sum);
            }
        }
        self.meter.enter_all(self.numbers.len())
    }
}
