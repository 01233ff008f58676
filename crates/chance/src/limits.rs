//! Limits of a search and what it has cost. This is the only module of the crate that reads the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many plies a search goes down, at most, before it gives up: searches call themselves, and the stack is finite.
pub const DEPTH_MAX: usize = 400;
/// The same for searches that run on a stack of their own, such as [`solve`](crate::search::solve).
pub const DEPTH_MAX_ON_OWN_STACK: usize = 60_000;

/// Limits of a search. By default there are none but the depth, and 256 MB for the table.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Nodes that are entered.
    pub nodes: Option<u64>,
    /// Time since the start.
    pub time: Option<Duration>,
    /// Bytes of the transposition table.
    pub bytes: usize,
    /// A flag that another thread sets to stop the search.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// The limits of the proof of what a search has found that ended so. Who has interrupted the search wants what is certain,
    /// and the proof of that is not interrupted by the same flag.
    #[must_use]
    pub fn after(self, stop: Stop) -> Self {
        match stop {
            Stop::Interrupted => Limits { interrupt: None, ..self },
            _ => self,
        }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { nodes: None, time: None, bytes: 256 << 20, interrupt: None }
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The question is answered.
    Solved,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The interrupt flag was set.
    Interrupted,
    /// A line of play is longer than the stack allows.
    Depth,
    /// There are more positions than the memory allows.
    Memory,
}

impl Stop {
    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Solved => "solved",
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Interrupted => "interrupted",
            Stop::Depth => "depth",
            Stop::Memory => "memory",
        }
    }
}

/// What a search has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Positions entered: finished ones, those of players, and those of chance.
    pub nodes: u64,
    /// Finished positions among them.
    pub leaves: u64,
}

/// The clock is read once in this many nodes.
const NODES_PER_LOOK: u64 = 1024;

/// Counts nodes and compares them with the limits.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    pub tally: Tally,
    limits: Limits<'a>,
    start: Instant,
    depth_max: usize,
}

impl<'a> Meter<'a> {
    pub fn new(limits: Limits<'a>, depth_max: usize) -> Meter<'a> {
        Meter { tally: Tally::default(), limits, start: Instant::now(), depth_max }
    }

    /// Counts a node that is entered, unless a limit forbids it.
    #[inline]
    pub fn enter(&mut self, depth: usize) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|most| self.tally.nodes >= most) {
            return Err(Stop::Nodes);
        }
        if depth > self.depth_max {
            return Err(Stop::Depth);
        }
        self.tally.nodes += 1;
        if self.tally.nodes.is_multiple_of(NODES_PER_LOOK) { self.look() } else { Ok(()) }
    }

    /// Counts many nodes that are entered together, unless a limit forbids it.
    #[inline]
    pub fn enter_all(&mut self, count: usize) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|most| self.tally.nodes >= most) {
            return Err(Stop::Nodes);
        }
        let looks = self.tally.nodes / NODES_PER_LOOK;
        self.tally.nodes += count as u64;
        if self.tally.nodes / NODES_PER_LOOK > looks { self.look() } else { Ok(()) }
    }

    /// Reads the clock and the flag.
    #[cold]
    pub fn look(&self) -> Result<(), Stop> {
        if self.limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        match self.limits.time {
            Some(most) if self.start.elapsed() >= most => Err(Stop::Time),
            _ => Ok(()),
        }
    }
}
