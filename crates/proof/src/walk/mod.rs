//! The walk that proves one claim: it follows one move of the claim's owner and every reply of the opponent, until play
//! ends. In games in which play can return it has to remember other positions than in games in which play never returns, so
//! there are two walks.

mod acyclic;
mod cyclic;

use std::io::Read;

use crate::claims::Claim;
use crate::failure::{Failure, Location, quote};
use crate::format::Reader;
use crate::limits::Meter;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::tables::Tables;

/// Numbers that the walks count, over all claims.
#[derive(Default)]
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

/// Follows the records from the root to the end of the claim's proof.
pub(crate) fn prove<G: Rules, R: Read>(
    rules: &G,
    claim: &Claim,
    reader: &mut Reader<R>,
    counts: &mut Counts,
    resources: Resources<'_>,
    root: G::Position,
) -> Result<(), Failure> {
    let best = rules.outcomes().len() - 1;
    let proof = Proof { rules, claim, best, reader, counts, resources };
    let before = resources.meter.used();
    match rules.infinite(&root) {
        None => acyclic::Walk::new(proof).prove(root)?,
        Some(_) => cyclic::Walk::new(proof).prove(root)?,
    }
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

/// What both walks need: the rules, the claim, and the records that are left.
struct Proof<'w, G, R> {
    rules: &'w G,
    claim: &'w Claim,
    /// The highest rank.
    best: usize,
    reader: &'w mut Reader<R>,
    counts: &'w mut Counts,
    resources: Resources<'w>,
}

impl<G: Rules, R: Read> Proof<'_, G, R> {
    /// Counts a visit of the position. Says whether the claim holds here without a move: because play is over, because the
    /// tablebase says so, or by the static bounds. If play is over against the claim, the certificate is rejected.
    fn holds_here(&mut self, position: &G::Position, depth: u64) -> Result<bool, Failure> {
        self.resources.meter.step_at(|| Progress {
            positions: self.counts.positions,
            records: self.reader.records(),
            bytes: self.reader.bytes(),
            ..Progress::default()
        })?;
        self.counts.positions += 1;
        self.counts.longest_line = self.counts.longest_line.max(depth);
        match self.rules.outcome(position) {
            None => self.is_known(position),
            Some(rank) if self.claim.is_met_by(rank) => Ok(true),
            Some(rank) => {
                let (text, outcome) = (self.text(position), self.outcome(rank));
                Err(self.fail(format!("play ends at {text} with {outcome}, against the claim")))
            }
        }
    }

    /// Whether the tablebase or the static bounds establish the claim at a position where play is not over.
    fn is_known(&mut self, position: &G::Position) -> Result<bool, Failure> {
        let cited = self
            .resources
            .tables
            .and_then(|tables| tables.value(self.rules.tablebase_index(position)?));
        let (lowest, highest) = self.rules.static_bounds(position).unwrap_or((0, self.best));
        let Some(value) = cited else {
            return Ok(self.claim.is_met_by(if self.claim.by_max { lowest } else { highest }));
        };
        let (rank, text) = (self.rules.tablebase_rank(position, value), || self.text(position));
        if !(lowest..=highest).contains(&rank) {
            let text = text();
            return Err(self.fail(format!(
                "the tablebase has the value {value} for {text}, where it cannot be"
            )));
        }
        if !self.claim.is_met_by(rank) {
            let (text, outcome) = (text(), self.outcome(rank));
            return Err(self.fail(format!(
                "the tablebase says that {text} is worth {outcome}, against the claim"
            )));
        }
        self.counts.cited += 1;
        Ok(true)
    }

    /// Reserves the memory that a stored position has on the heap.
    fn reserve_for(&self, position: &G::Position) -> Result<(), Failure> {
        self.resources.meter.reserve(self.rules.heap_bytes(position) as u64)
    }

    /// Releases the memory of a position that is no longer stored.
    fn release_for(&self, position: &G::Position) {
        self.resources.meter.release(self.rules.heap_bytes(position) as u64);
    }

    fn owner_moves(&self, position: &G::Position) -> bool {
        self.rules.max_to_move(position) == self.claim.by_max
    }

    /// Reads the owner's choice. Gives the position after the chosen move, and whether the keep mark is set.
    fn choose(&mut self, position: &G::Position) -> Result<(G::Position, bool), Failure> {
        let Some(record) = self.reader.record()? else {
            let text = self.text(position);
            return Err(self.fail(format!("there is no record for the move at {text}")));
        };
        let index = usize::try_from(record.choice).unwrap_or(usize::MAX);
        match self.rules.successor(position, index) {
            Some(next) => Ok((next, record.keep)),
            None => {
                let legal = (0..index)
                    .take_while(|&index| self.rules.successor(position, index).is_some())
                    .count();
                let (choice, text) = (record.choice, self.text(position));
                Err(self.fail(format!(
                    "the choice {choice} at {text} is not below {legal}, the number of legal moves"
                )))
            }
        }
    }

    /// The position after the opponent's reply with this index, if there is one.
    fn reply(&self, position: &G::Position, index: usize) -> Result<Option<G::Position>, Failure> {
        let next = self.rules.successor(position, index);
        // The rules promise a first move. If they were wrong, a position without replies would count as one where every
        // reply has been followed, and a false claim could be accepted.
        if next.is_none() && index == 0 {
            let text = self.text(position);
            return Err(self.fail(format!("the rules give neither a result nor a move at {text}")));
        }
        Ok(next)
    }

    /// The position, for a message.
    fn text(&self, position: &G::Position) -> String {
        quote(&self.rules.write(position))
    }

    /// The outcome, for a message.
    fn outcome(&self, rank: usize) -> String {
        quote(self.rules.outcomes()[rank])
    }

    fn fail(&self, reason: String) -> Failure {
        Failure::at(
            Location::Claim { claim: self.claim.text.clone(), record: self.reader.records() },
            reason,
        )
    }
}
