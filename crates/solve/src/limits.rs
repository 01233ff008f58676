//! When to stop, and what a run has cost. The only place in this crate that reads a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go. The default is no limit but memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Nodes created, all runs and levels together.
    pub nodes: Option<u64>,
    /// Bytes the search may hold at any time.
    pub bytes: u64,
    /// Time since the start; of a search that was resumed, since it was.
    pub time: Option<Duration>,
    /// Set from outside to stop the search at once.
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
    /// The node limit.
    Nodes,
    /// The memory limit; with deletion of the least-proving parts, too much was given up to finish.
    Memory,
    /// The time limit.
    Time,
    /// Someone asked.
    Interrupted,
    /// A proof does not bear out what the search has found: the state that it was resumed from is not its own.
    Contradicted,
}

impl Stop {
    /// As the JSON output names it.
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

/// What a run has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Nodes created, as the papers count: the root of every run, and every child; of both levels in PN².
    pub created: u64,
    /// Leaves expanded, of both levels.
    pub expanded: u64,
    /// Searches of the second level: leaves of the first level of PN² that were expanded.
    pub second_levels: u64,
    /// Most nodes held at one time.
    pub peak_nodes: u64,
    /// Most nodes that were not settled at one time, where solved subtrees are deleted at once (001 section 7.1: max tree).
    pub peak_unsettled: u64,
    /// Most bytes held at one time.
    pub peak_bytes: u64,
    /// Nodes whose memory was given back during a run: solved, irrelevant or least-proving.
    pub deleted: u64,
    /// Nodes given up because memory was full.
    pub given_up: u64,
    /// Searches made: questions asked, one after the other.
    pub runs: u64,
    /// Nodes as 001 section 6.4 counts them for alpha-beta: in the iteration with depth limit i those at depth i.
    pub counted: u64,
    /// Nodes created to complete a certificate, not counted in `created`.
    pub certificate_created: u64,
}

/// Compares what a run has used with its limits, and says when it is time to show something.
#[derive(Debug)]
pub struct Meter<'a> {
    /// What has been used.
    pub counters: Counters,
    limits: Limits<'a>,
    start: Instant,
    /// Time spent before the start, by the search that this one goes on with.
    spent: Duration,
    is_loading: bool,
    /// Ticks until the clock and the interrupt flag are looked at again.
    ticks_left: u32,
    /// The limit that was reached. It stays: every search that shares this meter stops.
    reached: Option<Stop>,
    shown: Instant,
    due: bool,
    /// Nodes and bytes held by searches that wait for the one that runs.
    waiting: (u64, u64),
}

/// The clock is read once in so many ticks.
const TICKS_PER_LOOK: u32 = 1024;
/// Ticks of a step that looks at all moves of a position by the game's own rules, which may take a while.
pub(crate) const LONG_STEP: u32 = 63;
/// Progress is shown at most so often.
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
            ticks_left: TICKS_PER_LOOK,
            reached: None,
            shown: start,
            due: false,
            waiting: (0, 0),
        }
    }

    /// Goes on with a search that has used so much already.
    pub fn take_over(&mut self, counters: Counters, spent: Duration) {
        (self.counters, self.spent, self.is_loading) = (counters, spent, true);
    }

    /// The state of that search has been loaded. The clock starts now: a large state takes its time, which is not to be
    /// taken from that of the search.
    pub fn go_on(&mut self) {
        if core::mem::take(&mut self.is_loading) {
            self.start = Instant::now();
        }
    }

    /// The number of created nodes at which a search that starts now and may create `budget` nodes has to end.
    pub fn end(&self, budget: u64) -> u64 {
        let end = self.counters.created.saturating_add(budget);
        self.limits.nodes.map_or(end, |most| most.min(end))
    }

    /// One more cycle of a search that ends at so many created nodes: whether it is time to [`look`](Meter::look).
    #[inline]
    pub fn tick(&mut self, end: u64) -> bool {
        self.ticks_left -= 1;
        self.ticks_left == 0 || self.counters.created >= end
    }

    /// Looks at the clock and the interrupt flag, too: the limit that has been reached, if any.
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
        // Whoever shares this meter is to look at once, too.
        self.ticks_left = if self.reached.is_some() { 1 } else { TICKS_PER_LOOK };
        if now.duration_since(self.shown) >= SHOW_EVERY {
            self.shown = now;
            self.due = true;
        }
        self.reached
    }

    /// One more step of work that creates no nodes, such as writing down a proof, with as many ticks as it is long. The limit
    /// that has been reached, if any.
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

    /// The limit that was seen to be reached at the last look, if any.
    #[inline]
    pub fn reached(&self) -> Option<Stop> {
        self.reached
    }

    /// Whether it is time to show progress.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.due
    }

    /// The same, and from now on it is not until the next time.
    pub fn showing(&mut self) -> bool {
        core::mem::take(&mut self.due)
    }

    /// Time since the start, and before it.
    pub fn elapsed(&self) -> Duration {
        self.spent + self.start.elapsed()
    }

    /// Runs something that only the clock and the interrupt flag stop: a certificate is owed, and what it costs is
    /// bounded separately. The search that comes after it has its node limit again.
    pub fn without_node_limit<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let nodes = self.limits.nodes.take();
        let reached = self.reached;
        self.reached = reached.filter(|&stop| stop != Stop::Nodes);
        let result = work(self);
        self.limits.nodes = nodes;
        self.reached = self.reached.or(reached);
        result
    }

    /// Notes what the running search holds.
    #[inline]
    pub fn hold(&mut self, nodes: usize, bytes: u64) {
        self.counters.peak_nodes = self.counters.peak_nodes.max(self.waiting.0 + nodes as u64);
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.waiting.1 + bytes);
    }

    /// Runs something while the caller, who holds so much, waits.
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
