//! Tables of endgames instead of repeated searches, for proofs in games with cycles. A strategy that must make progress asks
//! about many positions that the search never came to, and each such search may go through most of the reachable positions.
//! Tables tell the value of all of them at once. They only replace searches: where the table of the search knows a move it is
//! taken, since it is the one with little work behind it, and moves from tables of endgames make longer proofs.

use foregone_game::{Outcome, TableKeyed};

use super::extract::ProgressFn;
use crate::limits::{Meter, Stop};
use crate::proof_tables::ProofTables;

/// Retrograde analysis computes the values of this many positions in the time in which a search enters one. Measured with
/// Awari: 6 (10 million positions and 1.6 million nodes a second). A smaller number is on the safe side.
const POSITIONS_PER_NODE: u64 = 4;

/// What a proof can learn from tables of endgames.
pub(super) struct Endgames<'t, G> {
    /// Who can compute them, until that is done or has failed.
    source: Option<&'t mut dyn ProofTables>,
    /// The game with the values.
    game: Option<G>,
    /// Bytes that computing them may take.
    bytes: u64,
    show: ProgressFn<'t>,
}

impl<'t, G: TableKeyed> Endgames<'t, G> {
    /// Nothing is computed yet.
    pub(super) fn new(
        source: Option<&'t mut dyn ProofTables>,
        bytes: u64,
        show: ProgressFn<'t>,
    ) -> Endgames<'t, G> {
        Endgames { source, game: None, bytes, show }
    }

    /// The value of a position that is not over, if it is known.
    pub(super) fn value(&self, position: &G::Position) -> Option<Outcome> {
        let (low, high) = self.game.as_ref()?.static_bounds(position);
        (low == high).then_some(low)
    }

    /// Computes the values if that takes no longer than the `work` that was done so far, in nodes. So they cost at most as much
    /// as the search and the repeated searches together, and small searches compute none. Returns the bytes that the values
    /// take if they are new.
    pub(super) fn prepare(
        &mut self,
        game: &G,
        work: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, Stop> {
        let Some(source) = &mut self.source else { return Ok(None) };
        let Some(positions) = source.positions(self.bytes) else {
            self.source = None;
            return Ok(None);
        };
        if positions > work.saturating_mul(POSITIONS_PER_NODE) {
            return Ok(None);
        }
        let values = source.compute(&mut || {
            let goes_on = meter.look().is_none();
            if meter.showing() {
                (self.show)(meter, 0);
            }
            goes_on
        });
        self.source = None;
        self.game = values.and_then(|values| game.with_tablebase(values));
        match (meter.reached(), &self.game) {
            (Some(stop), None) => Err(stop),
            (_, None) => Ok(None),
            (_, Some(_)) => Ok(Some(positions)),
        }
    }
}
