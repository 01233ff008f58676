//! The walk that proves one claim: it follows one move of the claim's owner and every reply of the opponent, until play
//! ends. In games in which play can return it has to remember other positions than in games in which play never returns, so
//! there are two walks through a sequence of records. A proof in parts is followed part by part, by several threads.

mod acyclic;
mod cyclic;
mod judge;
mod link;
mod part;
mod parts;

use std::collections::HashMap;
use std::io::Read;

use foldhash::fast::RandomState;

use self::judge::Judge;
pub(crate) use self::parts::prove_parts;
use crate::claims::Claim;
use crate::failure::Failure;
use crate::format::Reader;
use crate::limits::Meter;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::tables::Tables;

/// A map whose hash no file can foresee.
type Map<K, V> = HashMap<K, V, RandomState>;

/// Numbers that the walks count, over all claims.
#[derive(Clone, Copy, Default)]
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

/// Follows the records from the root to the end of the claim's proof.
pub(crate) fn prove<G: Rules, R: Read>(
    rules: &G,
    claim: &Claim,
    reader: &mut Reader<R>,
    counts: &mut Counts,
    resources: Resources<'_>,
    root: G::Position,
) -> Result<(), Failure> {
    let proof = Proof { judge: Judge::new(rules, claim, resources, *counts), reader };
    let before = resources.meter.used();
    *counts = match rules.infinite(&root) {
        None => acyclic::Walk::new(proof).prove(root)?,
        Some(_) => cyclic::Walk::new(proof).prove(root)?,
    };
    // The walk has been dropped with all that it kept.
    resources.meter.release(resources.meter.used() - before);
    Ok(())
}

/// What a walk uses besides the rules and the records.
#[derive(Clone, Copy)]
pub(crate) struct Resources<'w> {
    /// The tablebase that the certificate cites.
    pub(crate) tables: Option<&'w Tables>,
    /// Counts the memory and the time of the walk.
    pub(crate) meter: &'w Meter<'w>,
}

/// What both walks through a sequence of records need: what is known about single positions, and the records that are left.
struct Proof<'w, G, R> {
    judge: Judge<'w, G>,
    reader: &'w mut Reader<R>,
}

impl<G: Rules, R: Read> Proof<'_, G, R> {
    /// Whether the claim holds at a position without a move, see [`Judge::holds_here`].
    fn holds_here(&mut self, position: &G::Position, depth: u64) -> Result<bool, Failure> {
        let positions = self.judge.counts.positions;
        let (records, bytes) = (self.reader.records(), self.reader.bytes());
        let progress = || Progress { positions, records, bytes, ..Progress::default() };
        self.judge.holds_here(position, depth, records, progress)
    }

    /// Reads the owner's choice. Gives the position after the chosen move, and whether the keep mark is set.
    fn choose(&mut self, position: &G::Position) -> Result<(G::Position, bool), Failure> {
        let Some(record) = self.reader.record()? else {
            return Err(self.fail(self.judge.no_record(position)));
        };
        let next = self.judge.chosen(position, record.choice);
        Ok((next.map_err(|reason| self.fail(reason))?, record.keep))
    }

    /// The position after the opponent's reply with this index, if there is one.
    fn reply(&self, position: &G::Position, index: usize) -> Result<Option<G::Position>, Failure> {
        let next = self.judge.rules.successor(position, index);
        if next.is_none() && index == 0 {
            return Err(self.fail(self.judge.no_move(position)));
        }
        Ok(next)
    }

    fn fail(&self, reason: String) -> Failure {
        self.judge.fail(self.reader.records(), reason)
    }
}
