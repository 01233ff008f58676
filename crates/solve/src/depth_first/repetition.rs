//! Repetitions in games with cycles: which results may enter the table when a line was cut at a repetition (the
//! graph-history-interaction problem; Kishimoto and Müller 2004).
//!
//! In a question "at least o?" one player, the *cycle winner*, achieves their answer if play never ends; the other
//! player must make progress. A move back to a position of the line therefore counts for the cycle winner, *on the
//! assumption* that this position does. An answer for the cycle winner carries the depth of the shallowest position
//! that it assumes. If that position is then itself answered for the cycle winner, the assumption is discharged and all
//! claims that depend on it hold on every line: together they form a set of positions which the cycle winner never has
//! to leave. If it is answered otherwise, the claims are dropped. Answers for the other player never assume a
//! repetition. So the table, which knows no lines, receives only results that hold on every line.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::stack::UNCONDITIONAL;
use crate::persist::{
    LoadError, StateReader, StateWriter, put_all, put_count, take_all, take_count,
};

/// The positions of the current line and the claims that depend on it.
#[derive(Debug)]
pub struct Repetitions<K> {
    /// The positions of the line with their depths.
    pub line: HashMap<K, u32, FixedState>,
    /// Answers for the cycle winner that hold on one line only: the assumed depth by a hash of that line.
    claims: HashMap<u128, u32, FixedState>,
    claims_max: usize,
    /// Table keys of positions below the current line with answers for the cycle winner, and the depths that the
    /// answers assume.
    pub pending: Vec<(u128, u32)>,
}

impl<K: Eq + core::hash::Hash> Repetitions<K> {
    /// No line and no claims; `bytes` is the memory for answers that hold on one line only.
    pub fn new(bytes: u64) -> Self {
        let entry = 2 * (size_of::<(u128, u32)>() as u64 + 1); // twice: a hash table grows by doubling
        Repetitions {
            line: HashMap::with_hasher(FixedState::default()),
            claims: HashMap::with_hasher(FixedState::default()),
            claims_max: (bytes / entry).max(16) as usize,
            pending: Vec::new(),
        }
    }

    /// Begins another question: claims about the previous one do not apply to it.
    pub fn ask(&mut self) {
        self.claims.clear();
    }

    /// Saves the claims; the search itself saves the line.
    pub fn save(&self, out: &mut dyn StateWriter) {
        put_count(out, self.claims.len());
        put_all(out, self.claims.iter().map(|(&path, &assumes)| numbers(path, assumes)));
        put_count(out, self.pending.len());
        put_all(out, self.pending.iter().map(|&(table_key, assumes)| numbers(table_key, assumes)));
    }

    /// Loads the claims.
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

    /// The depth assumed by the answer for the cycle winner on exactly this line, if there is one.
    pub fn claimed(&self, path: u128) -> Option<u32> {
        self.claims.get(&path).copied()
    }

    /// Updates the claims from index `mark` on when a position at `depth` is left with an answer for the cycle winner
    /// that assumes `assumes`. A claim that assumed this position now assumes what its answer assumes. Claims that then
    /// assume nothing are passed to `holds`.
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

    /// Stores an answer for the cycle winner that holds on this line only. Where the search comes back to the same positions very
    /// often, there would be no end of pending claims; those beyond the memory are dropped, since the table need not learn them.
    pub fn claim(&mut self, path: u128, table_key: u128, assumes: u32) {
        if self.pending.len() < self.claims_max.max(PENDING_LEAST) {
            self.pending.push((table_key, assumes));
        }
        if self.claims.len() >= self.claims_max {
            self.claims.clear();
        }
        self.claims.insert(path, assumes);
    }
}

/// At least this many pending claims are kept, however small the memory is: 32 MiB.
const PENDING_LEAST: usize = 1 << 20;

/// The most pending claims of a saved search.
const PENDING: u64 = 1 << 32;

fn numbers(table_key: u128, assumes: u32) -> [u64; 3] {
    [table_key as u64, (table_key >> 64) as u64, u64::from(assumes)]
}

fn joined(lower: u64, upper: u64) -> u128 {
    u128::from(upper) << 64 | u128::from(lower)
}

/// The hash of a line extended by one position.
#[inline]
pub fn extended(path: u128, table_key: u128) -> u128 {
    let mixed = (path ^ table_key).wrapping_mul(0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15);
    let mixed = mixed ^ mixed.rotate_right(71);
    mixed.wrapping_mul(0xf39c_c060_5ced_c835_a076_1d64_78bd_642f) ^ mixed >> 64
}
