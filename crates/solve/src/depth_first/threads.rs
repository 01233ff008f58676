//! One question searched by one thread or several. The threads share the table; each searches from the root, and
//! virtual proof numbers (Kaneko 2010) show it where the others are.

use foregone_game::TableKeyed;

use super::Search;
use super::driver::Session;
use super::questions::QuestionChooser;
use super::saved::{Query, SessionState};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::limits::{Limits, Meter, Stop};
use crate::virtual_numbers::SharedSearch;

impl<'a, G, C> Session<'a, G, C>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    /// Searches until the question is answered or a number of the root reaches its threshold. A loaded search continues
    /// on its line.
    pub(super) fn run(
        &mut self,
        search: &mut Search<'a, G, C>,
        chooser: &QuestionChooser,
        query: Query,
    ) -> Stop {
        if !search.is_under_way() {
            search.begin(self.root, query.0, query.1, &mut self.meter);
        }
        let several = self.question.threads > 1;
        let alone = if several { self.alone() } else { u64::MAX };
        let end = self.meter.end(alone);
        let mut stop = self.run_alone(search, chooser, query, end);
        if stop == Stop::Nodes && several && self.meter.look().is_none() {
            stop = self.run_together(search, chooser, query);
        } else if stop != Stop::Solved {
            let (table, bounds, efforts) = (self.state.table, self.bounds, &self.efforts[..]);
            let state = SessionState { table, bounds, efforts, chooser, query: Some(query) };
            let spent = (self.meter.counters, self.meter.elapsed());
            state.offer(Some(search), spent, true, self.observer);
            self.most_proving = search.line();
            search.unwind();
        }
        stop
    }

    /// Nodes that one thread may still create alone: most of them for the first question, a few for each later one,
    /// because it may be answered soon.
    fn alone(&self) -> u64 {
        let most = self.question.alone;
        most.saturating_sub(self.meter.counters.created).max(most / 100)
    }

    fn run_alone(
        &mut self,
        search: &mut Search<'a, G, C>,
        chooser: &QuestionChooser,
        query: Query,
        end: u64,
    ) -> Stop {
        let (observer, table, bounds) = (&mut *self.observer, self.state.table, self.bounds);
        let (efforts, root) = (&self.efforts[..], self.root);
        let state = SessionState { table, bounds, efforts, chooser, query: Some(query) };
        let mut on_progress = |search: &Search<'_, G, C>, meter: &mut Meter<'_>| {
            let spent = (meter.counters, meter.elapsed());
            state.offer(Some(search), spent, false, observer);
            if meter.showing() {
                Self::show_search(observer, (table, root), bounds, search, meter);
            }
        };
        match self.meter.look() {
            Some(stop) => stop,
            None => search.run(end, &mut self.meter, &mut on_progress),
        }
    }

    /// Runs several threads. The table cannot grow while they run, so they stop whenever it should grow.
    fn run_together(
        &mut self,
        search: &mut Search<'a, G, C>,
        chooser: &QuestionChooser,
        query: Query,
    ) -> Stop {
        search.unwind();
        self.state.table.share(true);
        let stop = loop {
            let (stop, result) = self.run_round(chooser, query);
            search.adopt(result);
            if stop == Stop::Solved
                || self.meter.reached().is_some()
                || !self.state.table.should_grow()
            {
                break stop;
            }
            self.state.table.grow();
        };
        self.state.table.share(false);
        if stop != Stop::Solved {
            let (table, bounds, efforts) = (self.state.table, self.bounds, &self.efforts[..]);
            let state = SessionState { table, bounds, efforts, chooser, query: Some(query) };
            let spent = (self.meter.counters, self.meter.elapsed());
            state.offer(None, spent, true, self.observer);
        }
        stop
    }

    fn run_round(&mut self, chooser: &QuestionChooser, query: Query) -> (Stop, ProofNumbers) {
        let shared = SharedSearch::new();
        let searches: Vec<_> =
            (1..self.question.threads).map(|_| self.search().among(&shared)).collect();
        let mut first = self.search().among(&shared);
        let (root, end) = (self.root, self.meter.end(u64::MAX));
        let (observer, table, bounds) = (&mut *self.observer, self.state.table, self.bounds);
        let efforts = &self.efforts[..];
        let state = SessionState { table, bounds, efforts, chooser, query: Some(query) };
        let meter = &mut self.meter;
        let stop = std::thread::scope(|scope| {
            for search in searches {
                let shared = &shared;
                scope.spawn(move || help(search, shared, root, query));
            }
            let mut on_progress = |search: &Search<'_, G, C>, meter: &mut Meter<'_>| {
                shared.collect_counts(meter);
                state.offer(None, (meter.counters, meter.elapsed()), false, observer);
                if meter.showing() {
                    Self::show_search(observer, (table, root), bounds, search, meter);
                }
                if table.should_grow() {
                    shared.stop();
                }
            };
            first.begin(root, query.0, query.1, meter);
            let stop = first.run(end, meter, &mut on_progress);
            match stop {
                Stop::Solved => shared.finish(first.result()),
                _ => shared.stop(),
            }
            stop
        });
        shared.collect_counts(&mut self.meter);
        self.most_proving = first.line();
        first.unwind();
        match shared.result() {
            Some(result) => (Stop::Solved, result),
            None => (stop, first.result()),
        }
    }
}

/// The body of an additional thread.
fn help<G: TableKeyed, C: StaticClass<G>>(
    mut search: Search<'_, G, C>,
    shared: &SharedSearch<ProofNumbers>,
    root: &G::Position,
    (goal, thresholds): Query,
) {
    let mut meter = Meter::new(Limits { interrupt: Some(shared.over_flag()), ..Limits::default() });
    search.begin(root, goal, thresholds, &mut meter);
    let mut hand_over =
        |_: &Search<'_, G, C>, meter: &mut Meter<'_>| shared.hand_over_counts(meter);
    if search.run(u64::MAX, &mut meter, &mut hand_over) == Stop::Solved {
        shared.finish(search.result());
    }
    search.unwind();
    shared.hand_over_counts(&mut meter);
}
