//! The walk that proves one claim: one reply of its owner, every reply of the opponent, to the end of play. What it has
//! to remember depends on whether play can return, so there are two of them.

mod acyclic;
mod cyclic;

use std::io::Read;

use crate::failure::{Failure, Place, quote};
use crate::format::Reader;
use crate::limits::Meter;
use crate::rules::Rules;
use crate::tables::Tables;

/// `at least` or `at most` some outcome.
pub(crate) struct Claim {
    /// As people say it.
    pub(crate) text: String,
    /// Whether Max owns it (`at least`) or Min (`at most`).
    pub(crate) by_max: bool,
    /// The rank of the outcome.
    pub(crate) bound: usize,
}

impl Claim {
    fn is_met_by(&self, rank: usize) -> bool {
        if self.by_max { rank >= self.bound } else { rank <= self.bound }
    }
}

/// What has been seen so far, over all claims.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    pub(crate) kept: u64,
    pub(crate) longest_line: u64,
    /// Positions that a tablebase vouched for.
    pub(crate) cited: u64,
}

/// Follows the records from the root to the end of the claim's proof.
pub(crate) fn prove<G: Rules, R: Read>(
    rules: &G,
    claim: &Claim,
    reader: &mut Reader<R>,
    tally: &mut Tally,
    sources: Sources<'_>,
    root: G::Position,
) -> Result<(), Failure> {
    let proof = Proof { rules, claim, reader, tally, sources };
    let before = sources.meter.used();
    match rules.infinite(&root) {
        None => acyclic::Walk::new(proof).prove(root)?,
        Some(_) => cyclic::Walk::new(proof).prove(root)?,
    }
    // Nothing of the walk is left.
    sources.meter.give_back(sources.meter.used() - before);
    Ok(())
}

/// What a walk uses besides the rules and the records.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'w> {
    /// What the proof may cite.
    pub(crate) tables: Option<&'w Tables>,
    /// What the walk may take.
    pub(crate) meter: &'w Meter<'w>,
}

/// What both walks need: the rules, the claim, and the records that are left.
struct Proof<'w, G, R> {
    rules: &'w G,
    claim: &'w Claim,
    reader: &'w mut Reader<R>,
    tally: &'w mut Tally,
    sources: Sources<'w>,
}

impl<G: Rules, R: Read> Proof<'_, G, R> {
    /// Counts a visit and looks whether play is over here, as the claim wants it.
    fn is_finished(&mut self, position: &G::Position, depth: u64) -> Result<bool, Failure> {
        self.sources.meter.step()?;
        self.tally.positions += 1;
        self.tally.longest_line = self.tally.longest_line.max(depth);
        match self.rules.outcome(position) {
            None => self.is_evident(position),
            Some(rank) if self.claim.is_met_by(rank) => Ok(true),
            Some(rank) => {
                let (place, outcome) =
                    (quote(&self.rules.write(position)), quote(&self.rules.outcomes()[rank]));
                Err(self.fail(format!("play ends at {place} with {outcome}, against the claim")))
            }
        }
    }

    /// Whether the claim is plain to see, or a table says so.
    fn is_evident(&mut self, position: &G::Position) -> Result<bool, Failure> {
        if let Some(value) =
            self.sources.tables.and_then(|tables| tables.value(self.rules.entry(position)?))
        {
            let rank = self.rules.rank_of_entry(position, value);
            let (worst, best) = self.rules.reach(position);
            if !(worst..=best).contains(&rank) {
                let place = quote(&self.rules.write(position));
                return Err(self.fail(format!(
                    "the tablebase has the value {value} for {place}, where it cannot be"
                )));
            }
            if !self.claim.is_met_by(rank) {
                let (place, outcome) =
                    (quote(&self.rules.write(position)), quote(&self.rules.outcomes()[rank]));
                return Err(self.fail(format!(
                    "the tablebase says that {place} is worth {outcome}, against the claim"
                )));
            }
            self.tally.cited += 1;
            return Ok(true);
        }
        let (worst, best) = self.rules.reach(position);
        Ok(self.claim.is_met_by(if self.claim.by_max { worst } else { best }))
    }

    /// Asks for what a position takes that is kept somewhere, besides the place for it.
    fn take_for(&self, position: &G::Position) -> Result<(), Failure> {
        self.sources.meter.take(self.rules.heap(position) as u64)
    }

    /// A position is no longer kept.
    fn give_back_for(&self, position: &G::Position) {
        self.sources.meter.give_back(self.rules.heap(position) as u64);
    }

    fn owner_moves(&self, position: &G::Position) -> bool {
        self.rules.max_to_move(position) == self.claim.by_max
    }

    /// The position after the choice that the file makes for the owner, and whether the keep mark is set.
    fn choose(&mut self, position: &G::Position) -> Result<(G::Position, bool), Failure> {
        let Some(record) = self.reader.record()? else {
            let place = quote(&self.rules.write(position));
            return Err(self.fail(format!("there is no record for the move at {place}")));
        };
        let index = usize::try_from(record.choice).unwrap_or(usize::MAX);
        match self.rules.successor(position, index) {
            Some(next) => Ok((next, record.keep)),
            None => {
                let legal = (0..index)
                    .take_while(|&index| self.rules.successor(position, index).is_some())
                    .count();
                let (choice, place) = (record.choice, quote(&self.rules.write(position)));
                Err(self.fail(format!(
                    "the choice {choice} at {place} is not below {legal}, the number of legal moves"
                )))
            }
        }
    }

    /// The position after the opponent's reply of that index, if there are that many.
    fn reply(&self, position: &G::Position, index: usize) -> Result<Option<G::Position>, Failure> {
        let next = self.rules.successor(position, index);
        // The rules promise a first move. Were they wrong, taking "no reply" for "every reply" would be fatal.
        if next.is_none() && index == 0 {
            let place = quote(&self.rules.write(position));
            return Err(self.fail(format!("the rules give neither a result nor a move at {place}")));
        }
        Ok(next)
    }

    fn fail(&self, reason: String) -> Failure {
        Failure::at(
            Place::Claim { claim: self.claim.text.clone(), record: self.reader.records() },
            reason,
        )
    }
}
