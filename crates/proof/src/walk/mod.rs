//! The walk that proves a claim: it follows one move of the claim's owner and every reply of the opponent, until play ends.
//! A proof in parts is followed part by part, by several threads; the records of format 1 are one part for each claim.

mod advance;
mod fleet;
mod judge;
mod link;
mod part;
mod parts;
mod records;
mod relied;
mod report;
mod saved;
mod search;

use std::collections::HashMap;
use std::io::Read;

use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};

pub(crate) use self::advance::Met;
pub(crate) use self::judge::Judge;
pub(crate) use self::part::PartWalk;
pub(crate) use self::parts::{follow_part, prove_parts};
pub(crate) use self::records::{ChunkRecords, Records, SequenceRecords};
pub(crate) use self::report::Report;
pub(crate) use self::saved::is_state;
pub use self::search::LEAF_POSITIONS;
use crate::claims::Claim;
use crate::failure::Failure;
use crate::format::{PartStart, Reader};
use crate::limits::Meter;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::tables::Tables;

/// A map whose hash no file can foresee.
type Map<K, V> = HashMap<K, V, RandomState>;

/// Numbers that the walks count, over all claims.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// Positions visited.
    pub(crate) positions: u64,
    /// Positions put into the kept set.
    pub(crate) kept: u64,
    /// Moves of the longest line of play.
    pub(crate) longest_line: u64,
    /// Positions established by a tablebase.
    pub(crate) cited: u64,
}

impl Counts {
    /// Adds the counts of a part.
    fn add(&mut self, part: Counts) {
        self.positions += part.positions;
        self.kept += part.kept;
        self.longest_line = self.longest_line.max(part.longest_line);
        self.cited += part.cited;
    }
}

/// Follows the one sequence of records of format 1, claim after claim.
pub(crate) fn prove_sequence<G: Rules, R: Read>(
    (rules, claims, root): (&G, &[Claim], &G::Position),
    reader: &mut Reader<R>,
    resources: Resources<'_>,
) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    for (claim, number) in claims.iter().zip(0..) {
        let used = resources.meter.used();
        let start = PartStart { claim: number, first: reader.records(), line: Vec::new() };
        let before = Progress {
            positions: counts.positions,
            records: reader.records(),
            bytes: reader.bytes(),
            ..Progress::default()
        };
        let judge = Judge::new(rules, claim, resources, Counts::default());
        let mut walk = PartWalk::at(judge, before, start, root.clone()).without_symmetries();
        if !walk.go_on(&mut SequenceRecords(reader))?
            && let Some(needs) = walk.needs_record()
        {
            return Err(walk.fail(needs));
        }
        counts.add(walk.finish()?.counts);
        // The walk has been dropped with all that it kept.
        resources.meter.release(resources.meter.used() - used);
    }
    Ok(counts)
}

/// What a walk uses besides the rules and the records.
#[derive(Clone, Copy)]
pub(crate) struct Resources<'w> {
    /// The tablebase that the certificate cites.
    pub(crate) tables: Option<&'w Tables>,
    /// Counts the memory and the time of the walk.
    pub(crate) meter: &'w Meter<'w>,
}
