//! What a search tells the outside while it runs.

use std::time::Duration;

use foregone_game::Outcome;

use crate::effort::ProofNumbers;
use crate::limits::Counters;
use crate::persist::Save;

/// A look at a running search.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What it has cost so far.
    pub counters: Counters,
    /// Time since the start.
    pub elapsed: Duration,
    /// The questions "at least this outcome?" that the current run is about, with the efforts at the root.
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// What has been proved so far: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Nodes held now.
    pub nodes: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// Records of the proof that is being made, once the search is over.
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

/// Someone who wants to know. Called a few times a second at most.
pub trait Observer {
    /// A look at the search.
    fn progress(&mut self, snapshot: &Snapshot);

    /// Whether the state of the search should be saved now. Asked whenever the search has looked at the clock, and once
    /// more with `stopping` if it stops before it has its answer.
    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        let _ = stopping;
        false
    }

    /// Saves the state, as wanted: a search that loads it goes on as this one does.
    fn checkpoint(&mut self, state: &dyn Save) {
        let _ = state;
    }
}

/// Nobody.
impl Observer for () {
    fn progress(&mut self, _snapshot: &Snapshot) {}
}
