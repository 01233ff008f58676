//! What a search tells the outside while it runs.

use std::time::Duration;

use game::Outcome;

use crate::effort::Duel;
use crate::limits::Counters;

/// A look at a running search.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What it has cost so far.
    pub counters: Counters,
    /// Time since the start.
    pub elapsed: Duration,
    /// The questions "at least this outcome?" that the current run is about, with the efforts at the root.
    pub efforts: Vec<(Outcome, Duel)>,
    /// What has been proved so far: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Nodes held now.
    pub nodes: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// Records of the proof that is being made, once the search is over.
    pub proving: Option<u64>,
}

/// Someone who wants to know. Called a few times a second at most.
pub trait Observer {
    /// A look at the search.
    fn progress(&mut self, snapshot: &Snapshot);
}

/// Nobody.
impl Observer for () {
    fn progress(&mut self, _snapshot: &Snapshot) {}
}
