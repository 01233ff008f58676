//! Several threads on one question: ABDADA (Weill 1996). The threads share the transposition table and each searches
//! from the root. After the first move of a position, a thread prefers moves that no other thread is searching. When
//! another thread has settled a position, its result is in the table and the position is abandoned.

use foregone_game::{Outcome, TableKeyed};

use super::bounds::Window;
use super::search::Search;
use super::table_access::TableAccess;
use super::{Progress, ProgressFn};
use crate::limits::{Limits, Meter, Stop};
use crate::table::Table;
use crate::virtual_numbers::SharedSearch;

/// Bounds on the value of the root: at least, at most.
pub(super) type RootBounds = (Outcome, Outcome);

impl<G: TableKeyed> Search<'_, G> {
    /// Checks the position at the end of the line. Returns whether another thread has settled it. If not, moves the
    /// first candidate that no other thread is searching to the front.
    #[inline]
    pub(super) fn spread(&mut self) -> bool {
        let Some(shared) = self.shared else { return false };
        let Some(node) = self.stack.last_mut() else { return false };
        if let Some(facts) = self.table.probe(node.table_key) {
            node.prior = node.prior.and(Outcome(facts.low), Outcome(facts.high));
            if node.window.is_settled(node.prior) {
                return true;
            }
        }
        if node.next == node.first {
            return false;
        }
        let left = &mut self.candidates[node.next as usize..node.end as usize];
        let free = left.iter().position(|candidate| {
            let mut child = node.position.clone();
            self.game.play(&mut child, candidate.mv);
            shared.threads_below(self.game.table_key(&child)) == 0
        });
        if let Some(free) = free {
            left[..=free].rotate_right(1);
        }
        false
    }

    /// Returns to a position that another thread has settled, if there is one. The move that was being searched there
    /// counts as not searched.
    #[inline]
    pub(super) fn abandon(&mut self) -> bool {
        let Some(depth) = self.abandoned.take() else { return false };
        if depth + 1 >= self.stack.len() {
            return false;
        }
        self.unwind(depth + 1);
        self.stack[depth].next -= 1;
        true
    }

    /// Takes positions off the line until `length` are left.
    pub(super) fn unwind(&mut self, length: usize) {
        while self.stack.len() > length {
            self.leave();
        }
    }

    /// Shares the node counts. Finds out whether another thread has finished, or has settled a position of the line.
    pub(super) fn look_around(&mut self, meter: &mut Meter<'_>) -> Option<Stop> {
        let shared = self.shared?;
        self.add_counts(meter);
        self.abandoned = self.stack.iter().position(|node| {
            let facts = self.table.probe(node.table_key);
            facts.is_some_and(|facts| {
                let known = node.prior.and(Outcome(facts.low), Outcome(facts.high));
                node.window.is_settled(known)
            })
        });
        shared.is_over().then_some(Stop::Interrupted)
    }

    fn add_counts(&mut self, meter: &Meter<'_>) {
        let (Some(shared), Some(counted_so_far)) = (self.shared, self.counted_so_far) else {
            return;
        };
        let now = (meter.counters.created, meter.counters.expanded);
        shared.add_counts(now.0 - counted_so_far.0, now.1 - counted_so_far.1);
        self.counted_so_far = Some(now);
    }
}

/// A question and the threads that search for its answer.
pub(super) struct Team<'t, G: TableKeyed> {
    pub(super) game: &'t G,
    pub(super) root: &'t G::Position,
    pub(super) table: &'t Table,
    pub(super) threads: usize,
    /// Nodes that one thread creates before the others start.
    pub(super) alone: u64,
}

impl<G: TableKeyed> Team<'_, G> {
    /// The same for the next question: most of these nodes are for the first question, a few for each later one.
    pub(super) fn alone(&self, meter: &Meter<'_>) -> u64 {
        self.alone.saturating_sub(meter.counters.created).max(self.alone / 100)
    }

    /// Runs all threads. The table cannot grow while they run, so they stop whenever it should grow.
    pub(super) fn run(
        &self,
        window: Window,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_>,
    ) -> (Option<Stop>, RootBounds) {
        self.table.share(true);
        let found = loop {
            let found = self.round(window, meter, on_progress);
            if found.0.is_none() || meter.reached().is_some() || !self.table.should_grow() {
                break found;
            }
            self.table.grow();
        };
        self.table.share(false);
        found
    }

    fn round(
        &self,
        window: Window,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_>,
    ) -> (Option<Stop>, RootBounds) {
        let shared = SharedSearch::new();
        let access = TableAccess { table: Some(self.table) };
        let (stop, found) = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| self.help(window, &shared));
            }
            let mut search = Search::new(self.game, access, None, false, meter);
            let mut on_progress = |progress: &Progress, meter: &mut Meter<'_>| {
                shared.collect_counts(meter);
                on_progress(progress, meter);
                if self.table.should_grow() {
                    shared.stop();
                }
            };
            search.shared = Some(&shared);
            let (stop, found) = search.run(self.root, window, meter, &mut on_progress);
            match stop {
                None => shared.finish(found),
                Some(_) => shared.stop(),
            }
            (stop, found)
        });
        shared.collect_counts(meter);
        match shared.result() {
            Some(found) => (None, found),
            None => (stop, found),
        }
    }

    /// The body of an additional thread.
    fn help(&self, window: Window, shared: &SharedSearch<RootBounds>) {
        let mut meter =
            Meter::new(Limits { interrupt: Some(shared.over_flag()), ..Limits::default() });
        let access = TableAccess { table: Some(self.table) };
        let mut search = Search::new(self.game, access, None, false, &meter);
        (search.shared, search.counted_so_far) = (Some(shared), Some((0, 0)));
        let (stop, found) = search.run(self.root, window, &mut meter, &mut |_, _| ());
        if stop.is_none() {
            shared.finish(found);
        }
        search.add_counts(&meter);
    }
}
