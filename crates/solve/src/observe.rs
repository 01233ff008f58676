//! What a running search reports to its caller.

use std::time::Duration;

use foregone_game::Outcome;

use crate::effort::ProofNumbers;
use crate::limits::Counters;
use crate::persist::Save;

/// The state of a running search, for display.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The counters so far.
    pub counters: Counters,
    /// Time since the start.
    pub elapsed: Duration,
    /// The questions "at least this outcome?" of the current run with their proof numbers at the root.
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// The bounds proved so far: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Nodes in use now.
    pub nodes: u64,
    /// Bytes in use now.
    pub bytes: u64,
    /// Number of records of the proof that is being extracted after the search.
    pub proving: Option<u64>,
}

/// The receiver of progress and checkpoints. It is called a few times a second at most.
pub trait Observer {
    /// Displays the state of the search.
    fn progress(&mut self, snapshot: &Snapshot);

    /// Whether the state of the search should be saved now. The search asks after each look at the clock, and once more
    /// with `stopping` if it stops before it has its answer.
    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        let _ = stopping;
        false
    }

    /// Saves the state, which was asked for. A search that loads it continues exactly as this one.
    fn checkpoint(&mut self, state: &dyn Save) {
        let _ = state;
    }
}

/// The observer that ignores everything.
impl Observer for () {
    fn progress(&mut self, _snapshot: &Snapshot) {}
}
