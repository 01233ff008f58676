//! Leaves that the checker plays out: a search of its own, in the canonical order, without a memory, and within a stated
//! number of positions. It needs no records, so the end of a proof takes one record instead of a tree of them.

use super::judge::Judge;
use crate::failure::Failure;
use crate::rules::Rules;

/// The most positions that the search of one leaf may visit, each counted as often as it is visited. So the search is at most
/// this many moves deep, which the stack of a thread allows.
pub const LEAF_POSITIONS: u32 = 256;

/// Why a search has no result.
enum Stop {
    /// It would visit too many positions.
    TooLarge,
    /// A limit of the check was reached, or the rules are broken.
    Failed(Failure),
}

impl<G: Rules> Judge<'_, G> {
    /// Searches whether the owner of the claim can force it at a position; nothing if that takes too many positions. `record`
    /// is the number of records read so far.
    pub(super) fn search(
        &mut self,
        position: &G::Position,
        record: u64,
    ) -> Result<Option<bool>, Failure> {
        let mut left = LEAF_POSITIONS;
        let result = self.is_forced(position, &mut left, record);
        self.counts.positions += u64::from(LEAF_POSITIONS - left);
        match result {
            Ok(holds) => Ok(Some(holds)),
            Err(Stop::TooLarge) => Ok(None),
            Err(Stop::Failed(failure)) => Err(failure),
        }
    }

    fn is_forced(&self, position: &G::Position, left: &mut u32, record: u64) -> Result<bool, Stop> {
        *left = left.checked_sub(1).ok_or(Stop::TooLarge)?;
        self.resources.meter.step().map_err(Stop::Failed)?;
        let known = self.value_without_a_move(position);
        if let Some(holds) = known.map_err(|why| Stop::Failed(self.fail(record, why)))? {
            return Ok(holds);
        }
        // One good move is enough for the owner, one bad reply is enough for the opponent.
        let owner_moves = self.owner_moves(position);
        let mut moves = 0;
        while let Some(next) = self.rules.successor(position, moves) {
            if self.is_forced(&next, left, record)? == owner_moves {
                return Ok(owner_moves);
            }
            moves += 1;
        }
        match moves {
            0 => Err(Stop::Failed(self.fail(record, self.no_move(position)))),
            _ => Ok(!owner_moves),
        }
    }

    /// Whether the claim holds, if that is decided without a move: by the result of play, by the tablebase, or by the static
    /// bounds. The error is a sentence.
    fn value_without_a_move(&self, position: &G::Position) -> Result<Option<bool>, String> {
        if let Some(defect) = self.rules.defect(position) {
            return Err(defect);
        }
        if let Some(rank) = self.rules.outcome(position) {
            return Ok(Some(self.claim.is_met_by(rank)));
        }
        if let Some(rank) = self.cited_rank(position)? {
            return Ok(Some(self.claim.is_met_by(rank)));
        }
        let (lowest, highest) = self.bounds(position);
        let (worst, best) = (self.claim.is_met_by(lowest), self.claim.is_met_by(highest));
        Ok((worst == best).then_some(worst))
    }
}
