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
    /// Where the search is, if it takes the moves of a position one after the other.
    pub place: Option<Place>,
}

/// Where a search is that takes the moves of a position one after the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// The question of the current pass: on which side of the window the value is, or where in between.
    pub window: (Outcome, Outcome),
    /// The move of the root that is being searched, counted from 1, and how many moves the pass has to search there.
    pub root_move: (usize, usize),
    /// The share of the pass that is done, if all moves of a position took the same time. They do not, so this is a guess.
    pub share: f64,
    /// Plies from the root to where the search is.
    pub depth: usize,
    /// The depth limit of the current pass, if it has one.
    pub limit: Option<usize>,
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
