//! Games in which play can return: what may be believed when a line has been cut at a repetition.
//!
//! A question "at least o?" gives one player, the *cycle_winner* one, what they want if play never ends; the other one has to make
//! progress. A move back to a position of the line therefore counts as good for the cycle_winner player, *on the assumption* that
//! this position is. An answer for the cycle_winner player carries the highest position it assumes, its assumes. When that position
//! itself turns out cycle_winner, the assumption is discharged and all that rested on it holds on any line: together the claims are
//! a set of positions that the cycle_winner player never has to leave. When it does not, they are dropped. Answers for the other
//! player never rest on a repetition. So the table, which knows no lines, only ever learns what holds on all of them.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::stack::UNCONDITIONAL;
use crate::persist::{
    LoadError, StateReader, StateWriter, put_all, put_count, take_all, take_count,
};

/// What is known about the line and on the line.
#[derive(Debug)]
pub struct Repetitions<K> {
    /// The positions of the line with their depths.
    pub line: HashMap<K, u32, FixedState>,
    /// Answers for the cycle_winner player that hold on one line, by a hash of that line: their leads.
    claims: HashMap<u128, u32, FixedState>,
    claims_max: usize,
    /// Positions claimed cycle_winner below the current line, with their leads.
    pub pending: Vec<(u128, u32)>,
}

impl<K: Eq + core::hash::Hash> Repetitions<K> {
    /// Nothing yet; `bytes` are there for answers that hold on one line only.
    pub fn new(bytes: u64) -> Self {
        let entry = 2 * (size_of::<(u128, u32)>() as u64 + 1); // twice: the map doubles
        Repetitions {
            line: HashMap::with_hasher(FixedState::default()),
            claims: HashMap::with_hasher(FixedState::default()),
            claims_max: (bytes / entry).max(16) as usize,
            pending: Vec::new(),
        }
    }

    /// Begins with another question: what was claimed about the last one says nothing about it.
    pub fn ask(&mut self) {
        self.claims.clear();
    }

    /// Saves what was claimed; the line is saved with the search.
    pub fn save(&self, out: &mut dyn StateWriter) {
        put_count(out, self.claims.len());
        put_all(out, self.claims.iter().map(|(&path, &assumes)| numbers(path, assumes)));
        put_count(out, self.pending.len());
        put_all(out, self.pending.iter().map(|&(table_key, assumes)| numbers(table_key, assumes)));
    }

    /// Loads what was claimed.
    pub fn load(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let count = take_count(source, self.claims_max as u64)?;
        take_all(source, count, |_, [lower, upper, assumes]: [u64; 3]| {
            self.claims.insert(joined(lower, upper), assumes as u32);
            Ok(())
        })?;
        let count = take_count(source, PENDING)?;
        take_all(source, count, |_, [lower, upper, assumes]: [u64; 3]| {
            self.pending.push((joined(lower, upper), assumes as u32));
            Ok(())
        })
    }

    /// The assumes of an answer for the cycle_winner player that holds on this very line.
    pub fn claimed(&self, path: u128) -> Option<u32> {
        self.claims.get(&path).copied()
    }

    /// A position at that depth is left with an answer for the cycle_winner player that assumes positions from `assumes` on, or
    /// none. What was claimed below it now rests on what it rests on; what then rests on nothing is handed to `holds`.
    pub fn discharge(
        &mut self,
        mark: usize,
        depth: u32,
        assumes: u32,
        mut holds: impl FnMut(u128),
    ) {
        let mut kept = mark;
        for index in mark..self.pending.len() {
            let (table_key, was) = self.pending[index];
            let now = if was >= depth { assumes } else { was.min(assumes) };
            if now == UNCONDITIONAL {
                holds(table_key);
            } else {
                self.pending[kept] = (table_key, now);
                kept += 1;
            }
        }
        self.pending.truncate(kept);
    }

    /// Remembers an answer for the cycle_winner player that holds on this line only.
    pub fn claim(&mut self, path: u128, table_key: u128, assumes: u32) {
        self.pending.push((table_key, assumes));
        if self.claims.len() >= self.claims_max {
            self.claims.clear();
        }
        self.claims.insert(path, assumes);
    }
}

/// Claims under way are never more.
const PENDING: u64 = 1 << 32;

fn numbers(table_key: u128, assumes: u32) -> [u64; 3] {
    [table_key as u64, (table_key >> 64) as u64, u64::from(assumes)]
}

fn joined(lower: u64, upper: u64) -> u128 {
    u128::from(upper) << 64 | u128::from(lower)
}

/// The hash of a line that goes on to one more position.
#[inline]
pub fn extended(path: u128, table_key: u128) -> u128 {
    let mixed = (path ^ table_key).wrapping_mul(0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15);
    let mixed = mixed ^ mixed.rotate_right(71);
    mixed.wrapping_mul(0xf39c_c060_5ced_c835_a076_1d64_78bd_642f) ^ mixed >> 64
}
