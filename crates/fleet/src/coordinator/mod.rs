//! The coordinator: holds the search graph, gives leaves away and takes results in. A state machine: calls go in, letters
//! come out, and nothing else happens. Time is a number that the carrier counts in units of its own.

mod graph;
mod label;
mod relevance;
mod roster;
mod saved;
mod select;

use game::Player;
use solve::effort::Duel;
use solve::station::{Fact, Root};

use self::graph::{Graph, NONE};
use self::roster::{Away, Roster};
use crate::message::{Found, FromWorker, Job, Known, Label, Ticket, ToWorker, WorkerId, duels};
use crate::plan::{Plan, Policy};

/// A message and whom it is for.
#[derive(Clone, PartialEq, Debug)]
pub struct Letter {
    /// Whom it is for.
    pub to: WorkerId,
    /// What it says.
    pub message: ToWorker,
}

/// How a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// There is work to do or to wait for.
    Running,
    /// Nothing is left to prove.
    Solved,
    /// Memory is full, and that is all it says: what is open stays open.
    Exhausted,
}

/// What a run has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Jobs given away, each counted once.
    pub jobs: u64,
    /// Jobs given away again, because nothing was heard of them.
    pub again: u64,
    /// Jobs that were called back, because nobody needed the answer any more.
    pub cancelled: u64,
    /// Partial results.
    pub partials: u64,
    /// Final results that were taken in.
    pub finals: u64,
    /// Results about something that was not asked any more: late, or for the second time.
    pub stale: u64,
    /// Results that no honest worker could send, and jobs that were declined.
    pub refused: u64,
    /// Descents of all final results.
    pub descents: u64,
    /// Those of them that changed nothing: of results that came late, twice or after they were needed.
    pub redundant: u64,
    /// Leaves expanded.
    pub expanded: u64,
    /// Nodes in the graph: what 004 calls touched.
    pub nodes: u64,
    /// Facts told to other hosts.
    pub facts: u64,
}

/// Holds the graph and gives leaves away.
pub struct Coordinator {
    run: u64,
    plan: Plan,
    graph: Graph,
    roster: Roster,
    tally: Tally,
    /// What is told to other hosts.
    facts: Vec<Known>,
    /// The worst outcome in question, as its rank.
    worst: u8,
    /// Whether a leaf may have become free since none was found.
    stirred: bool,
    full: bool,
    /// The root's window when relevance was last worked out.
    window: (u8, u8),
}
