//! Limits and counters of a search. This is the only module of the crate that reads the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use crate::counters::Counters;

/// Limits of a search. By default only memory is limited.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Nodes created in all runs and levels together.
    pub nodes: Option<u64>,
    /// Bytes in use at any time.
    pub bytes: u64,
    /// Time since the start; for a resumed search, since it was resumed.
    pub time: Option<Duration>,
    /// A flag that another thread sets to stop the search.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { nodes: None, bytes: 1 << 30, time: None, interrupt: None }
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The question is answered.
    Solved,
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached; with deletion of least-proving nodes, too many nodes were deleted to finish.
    Memory,
    /// The time limit was reached.
    Time,
    /// The interrupt flag was set.
    Interrupted,
    /// Proof extraction contradicts the result of the search: the state from which the search was resumed was not its
    /// own.
    Contradicted,
}

impl Stop {
    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Solved => "solved",
            Stop::Nodes => "nodes",
            Stop::Memory => "memory",
            Stop::Time => "time",
            Stop::Interrupted => "interrupted",
            Stop::Contradicted => "contradicted",
        }
    }
}

/// Compares what a run has used with its limits, and says when it is time to show something.
#[derive(Debug)]
pub struct Meter<'a> {
    /// The counters of the search.
    pub counters: Counters,
    limits: Limits<'a>,
    start: Instant,
    /// Time spent before a resumed search was saved.
    spent: Duration,
    is_loading: bool,
    is_resumed: bool,
    /// Ticks until the clock and the interrupt flag are read again.
    ticks_left: u32,
    /// The limit that was reached. It stays set, so that all searches that share this meter stop.
    reached: Option<Stop>,
    shown: Instant,
    due: bool,
    /// Nodes and bytes in use by outer searches while a nested search runs.
    waiting: (u64, u64),
}

/// The clock is read once in this many ticks.
const TICKS_PER_LOOK: u32 = 1024;
/// Ticks for a step that generates all moves of a position, which can be slow in some games.
pub(crate) const LONG_STEP: u32 = 63;
/// The shortest time between two displays of progress.
const SHOW_EVERY: Duration = Duration::from_millis(100);

impl<'a> Meter<'a> {
    /// A meter that starts now.
    pub fn new(limits: Limits<'a>) -> Meter<'a> {
        let start = Instant::now();
        Meter {
            counters: Counters::default(),
            limits,
            start,
            spent: Duration::ZERO,
            is_loading: false,
            is_resumed: false,
            ticks_left: TICKS_PER_LOOK,
            reached: None,
            shown: start,
            due: false,
            waiting: (0, 0),
        }
    }

    /// Continues with the counters and the time of a saved search.
    pub fn take_over(&mut self, counters: Counters, spent: Duration) {
        (self.counters, self.spent, self.is_loading) = (counters, spent, true);
        self.is_resumed = true;
    }

    /// Whether the search was loaded from a file, which may have been manipulated. Debug assertions use this.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Restarts the clock after the saved state has been loaded, so that the time for loading does not count against
    /// the time limit.
    pub fn go_on(&mut self) {
        if core::mem::take(&mut self.is_loading) {
            self.start = Instant::now();
        }
    }

    /// The number of created nodes at which a search must end that starts now and may create `budget` nodes.
    pub fn end(&self, budget: u64) -> u64 {
        let end = self.counters.created.saturating_add(budget);
        self.limits.nodes.map_or(end, |most| most.min(end))
    }

    /// Counts one step of a search that ends at `end` created nodes. Returns whether it is time to
    /// [`look`](Meter::look).
    #[inline]
    pub fn tick(&mut self, end: u64) -> bool {
        self.ticks_left -= 1;
        self.ticks_left == 0 || self.counters.created >= end
    }

    /// Reads the clock and the interrupt flag. Returns the limit that has been reached, if any.
    #[cold]
    pub fn look(&mut self) -> Option<Stop> {
        let now = Instant::now();
        if self.reached.is_none() {
            let limits = &self.limits;
            if limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.reached = Some(Stop::Interrupted);
            } else if limits.time.is_some_and(|most| now.duration_since(self.start) >= most) {
                self.reached = Some(Stop::Time);
            } else if limits.nodes.is_some_and(|most| self.counters.created >= most) {
                self.reached = Some(Stop::Nodes);
            }
        }
        // After a limit, other searches that share this meter must look at their next tick.
        self.ticks_left = if self.reached.is_some() { 1 } else { TICKS_PER_LOOK };
        if now.duration_since(self.shown) >= SHOW_EVERY {
            self.shown = now;
            self.due = true;
        }
        self.reached
    }

    /// Counts one step of work that creates no nodes, such as proof extraction; `ticks` is larger for a longer step. An
    /// error if a limit has been reached.
    #[inline]
    pub fn check(&mut self, ticks: u32) -> Result<(), Stop> {
        self.ticks_left = self.ticks_left.saturating_sub(ticks).max(1);
        if self.tick(u64::MAX)
            && let Some(stop) = self.look()
        {
            return Err(stop);
        }
        Ok(())
    }

    /// The limit that the last look has found, if any.
    #[inline]
    pub fn reached(&self) -> Option<Stop> {
        self.reached
    }

    /// Whether progress should be displayed now.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.due
    }

    /// The same as [`Meter::is_due`], and resets it.
    pub fn showing(&mut self) -> bool {
        core::mem::take(&mut self.due)
    }

    /// Time since the start, including the time before a resumed search was saved.
    pub fn elapsed(&self) -> Duration {
        self.spent + self.start.elapsed()
    }

    /// Runs `work` without the node limit, so that only the clock and the interrupt flag stop it. Proof extraction has
    /// its own bound on nodes. The node limit applies again afterwards.
    pub fn without_node_limit<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let nodes = self.limits.nodes.take();
        let reached = self.reached;
        self.reached = reached.filter(|&stop| stop != Stop::Nodes);
        let result = work(self);
        self.limits.nodes = nodes;
        self.reached = self.reached.or(reached);
        result
    }

    /// Records what the running search has in use, for the peaks.
    #[inline]
    pub fn hold(&mut self, nodes: usize, bytes: u64) {
        self.counters.peak_nodes = self.counters.peak_nodes.max(self.waiting.0 + nodes as u64);
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.waiting.1 + bytes);
    }

    /// Runs a nested search while the caller has `nodes` and `bytes` in use.
    pub fn nested<T>(&mut self, nodes: usize, bytes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.waiting;
        self.waiting = (before.0 + nodes as u64, before.1 + bytes);
        let result = work(self);
        self.waiting = before;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks_until_stop(limits: Limits<'_>) -> (u32, Stop) {
        let mut meter = Meter::new(limits);
        let end = meter.end(u64::MAX);
        for count in 1.. {
            if meter.tick(end)
                && let Some(stop) = meter.look()
            {
                return (count, stop);
            }
            meter.counters.created += 3;
        }
        unreachable!()
    }

    #[test]
    fn nodes_stop_at_once() {
        assert_eq!(
            ticks_until_stop(Limits { nodes: Some(30), ..Limits::default() }),
            (11, Stop::Nodes)
        );
    }

    #[test]
    fn long_steps_are_looked_after_more_often() {
        let flag = AtomicBool::new(true);
        let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
        for (ticks, steps) in
            [(0, TICKS_PER_LOOK), (LONG_STEP, TICKS_PER_LOOK / (LONG_STEP + 1)), (u32::MAX, 1)]
        {
            let mut meter = Meter::new(limits);
            let found = (1_u32..).find(|_| meter.check(ticks).is_err());
            assert!(found.is_some_and(|found| found.abs_diff(steps) <= 1), "{ticks}: {found:?}");
            assert_eq!(meter.check(ticks), Err(Stop::Interrupted), "it stays");
        }
    }

    #[test]
    fn the_clock_and_the_flag_are_looked_at_now_and_then() {
        let flag = AtomicBool::new(true);
        let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
        assert_eq!(ticks_until_stop(limits), (TICKS_PER_LOOK, Stop::Interrupted));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(ticks_until_stop(limits), (TICKS_PER_LOOK, Stop::Time));
    }
}
