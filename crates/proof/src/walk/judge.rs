//! What is known about a single position: the result of play that is over, the value in a tablebase, the static bounds, and
//! where its moves lead.

use super::{Counts, Resources};
use crate::claims::Claim;
use crate::failure::{Failure, Location, quote};
use crate::progress::Progress;
use crate::rules::Rules;

/// Why a claim holds at a position without a move.
pub(crate) enum Reason {
    /// Play is over, with a result of this rank.
    Over(usize),
    /// The tablebase or the static bounds say so.
    Known,
}

/// Decides about single positions of the proof of a claim.
pub(crate) struct Judge<'w, G> {
    pub(super) rules: &'w G,
    pub(super) claim: &'w Claim,
    /// The highest rank.
    best: usize,
    pub(super) resources: Resources<'w>,
    pub(super) counts: Counts,
}

impl<'w, G: Rules> Judge<'w, G> {
    pub(crate) fn new(
        rules: &'w G,
        claim: &'w Claim,
        resources: Resources<'w>,
        counts: Counts,
    ) -> Judge<'w, G> {
        Judge { rules, claim, best: rules.outcomes().len() - 1, resources, counts }
    }

    /// Counts a visit of the position. Says whether the claim holds here without a move: because play is over, because the
    /// tablebase says so, or by the static bounds. If one of the first two is against the claim, the certificate is rejected.
    /// `record` is the number of records read so far.
    #[inline]
    pub(super) fn holds_here(
        &mut self,
        position: &G::Position,
        depth: u64,
        record: u64,
        progress: impl FnOnce() -> Progress,
    ) -> Result<Option<Reason>, Failure> {
        self.resources.meter.step_at(progress)?;
        if let Some(defect) = self.rules.defect(position) {
            return Err(self.fail(record, defect));
        }
        self.counts.positions += 1;
        self.counts.longest_line = self.counts.longest_line.max(depth);
        match self.rules.outcome(position) {
            None => {
                let known = self.is_known(position).map_err(|reason| self.fail(record, reason));
                known.map(|known| known.then_some(Reason::Known))
            }
            Some(rank) if self.claim.is_met_by(rank) => Ok(Some(Reason::Over(rank))),
            Some(rank) => {
                let (text, outcome) = (self.text(position), self.outcome(rank));
                let reason = format!("play ends at {text} with {outcome}, against the claim");
                Err(self.fail(record, reason))
            }
        }
    }

    /// Whether the tablebase or the static bounds establish the claim at a position where play is not over. The error is a
    /// sentence.
    fn is_known(&mut self, position: &G::Position) -> Result<bool, String> {
        let Some(rank) = self.cited_rank(position)? else {
            let (lowest, highest) = self.bounds(position);
            return Ok(self.claim.is_met_by(if self.claim.by_max { lowest } else { highest }));
        };
        if !self.claim.is_met_by(rank) {
            let (text, outcome) = (self.text(position), self.outcome(rank));
            return Err(format!(
                "the tablebase says that {text} is worth {outcome}, against the claim"
            ));
        }
        self.counts.cited += 1;
        Ok(true)
    }

    /// The rank of a position where play is not over in the tablebase that is cited, if it is there. The error is a sentence
    /// about a value that the position cannot have.
    pub(crate) fn cited_rank(&self, position: &G::Position) -> Result<Option<usize>, String> {
        let index =
            self.resources.tables.map(|tables| (tables, self.rules.tablebase_index(position)));
        let Some((tables, Some(index))) = index else { return Ok(None) };
        let Some(value) = tables.value(index) else { return Ok(None) };
        let rank = self.rules.tablebase_rank(position, value);
        let (lowest, highest) = self.bounds(position);
        if (lowest..=highest).contains(&rank) {
            return Ok(Some(rank));
        }
        let text = self.text(position);
        Err(format!("the tablebase has the value {value} for {text}, where it cannot be"))
    }

    /// The lowest and the highest rank that the position can be worth by the static bounds.
    #[inline]
    pub(super) fn bounds(&self, position: &G::Position) -> (usize, usize) {
        self.rules.static_bounds(position).unwrap_or((0, self.best))
    }

    /// The position after the owner's choice; the error is a sentence.
    pub(super) fn chosen(
        &self,
        position: &G::Position,
        choice: u64,
    ) -> Result<G::Position, String> {
        let index = usize::try_from(choice).unwrap_or(usize::MAX);
        self.rules.successor(position, index).ok_or_else(|| {
            let legal = (0..index)
                .take_while(|&index| self.rules.successor(position, index).is_some())
                .count();
            let text = self.text(position);
            format!("the choice {choice} at {text} is not below {legal}, the number of legal moves")
        })
    }

    /// The rules promise a first move. If they were wrong, a position without replies would count as one where every reply has
    /// been followed, and a false claim could be accepted.
    pub(super) fn no_move(&self, position: &G::Position) -> String {
        format!("the rules give neither a result nor a move at {}", self.text(position))
    }

    /// The records end at a position of the owner.
    pub(super) fn no_record(&self, position: &G::Position) -> String {
        format!("there is no record for the move at {}", self.text(position))
    }

    /// Reserves the memory that a stored position has on the heap.
    pub(super) fn reserve_for(&self, position: &G::Position) -> Result<(), Failure> {
        self.resources.meter.reserve(self.rules.heap_bytes(position) as u64)
    }

    /// Releases the memory of a position that is no longer stored.
    pub(super) fn release_for(&self, position: &G::Position) {
        self.resources.meter.release(self.rules.heap_bytes(position) as u64);
    }

    pub(super) fn owner_moves(&self, position: &G::Position) -> bool {
        self.rules.max_to_move(position) == self.claim.by_max
    }

    /// The position, for a message.
    pub(super) fn text(&self, position: &G::Position) -> String {
        quote(&self.rules.write(position))
    }

    /// The outcome, for a message.
    pub(super) fn outcome(&self, rank: usize) -> String {
        quote(self.rules.outcomes()[rank])
    }

    pub(super) fn fail(&self, record: u64, reason: String) -> Failure {
        Failure::at(Location::Claim { claim: self.claim.text.clone(), record }, reason)
    }
}
