//! Several threads on one question. They share the table; each searches from the root, and at a position whose first move
//! has been tried it leaves alone what another thread is searching, as long as there is something else (Weill's ABDADA,
//! 1996). What another thread has settled meanwhile is in the table, and is left.

use foregone_game::{Outcome, TableKeyed};

use super::bounds::Window;
use super::search::Search;
use super::table_access::TableAccess;
use super::{Progress, ProgressFn};
use crate::limits::{Limits, Meter, Stop};
use crate::table::Table;
use crate::virtual_numbers::SharedSearch;

/// What is known of the root: at least, at most.
pub(super) type RootBounds = (Outcome, Outcome);

impl<G: TableKeyed> Search<'_, G> {
    /// Looks at the end of the line for what other threads do there: whether it has been settled by one of them. If not,
    /// the next move is one that nobody is searching, if there is one.
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

    /// Goes back to a position that another thread has settled, if one was found. What was being tried there has not been
    /// tried to the end.
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

    /// Takes positions off the line, until it has so many.
    pub(super) fn unwind(&mut self, length: usize) {
        while self.stack.len() > length {
            self.leave();
        }
    }

    /// Tells the other threads what has been counted, and looks whether one of them has finished, or has settled a position
    /// of the line.
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

/// A question and the threads that answer it.
pub(super) struct Team<'t, G: TableKeyed> {
    pub(super) game: &'t G,
    pub(super) root: &'t G::Position,
    pub(super) table: &'t Table,
    pub(super) threads: usize,
    /// Nodes that one thread may create by itself before the others join in.
    pub(super) alone: u64,
}

impl<G: TableKeyed> Team<'_, G> {
    /// The same for a question asked now: most of them at the very beginning, then a few each time.
    pub(super) fn alone(&self, meter: &Meter<'_>) -> u64 {
        self.alone.saturating_sub(meter.counters.created).max(self.alone / 100)
    }

    /// Lets all threads search. The table cannot grow while they run, so they run until it is to.
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

    /// What a thread does that joins in.
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
