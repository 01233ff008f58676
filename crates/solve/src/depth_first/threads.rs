//! One question by one thread or several. Threads share the table and nothing else that matters: each searches from the
//! root, and sees by the crowd where the others are (Kaneko 2010: virtual proof numbers).

use foregone_game::{Outcome, TableKeyed};

use super::Search;
use super::ask::Asker;
use super::keep::{Asked, Standing};
use super::session::Session;
use crate::crowd::Crowd;
use crate::effort::ProofNumbers;
use crate::identity::Identity;
use crate::limits::{Limits, Meter, Stop};

impl<'a, G, I, const CYCLIC: bool> Session<'a, G, I, CYCLIC>
where
    G: TableKeyed,
    I: Identity<G>,
{
    /// Searches for the answer to a question, or until a number reaches the limits. A search that was loaded goes on.
    pub(super) fn run(
        &mut self,
        search: &mut Search<'a, G, I, CYCLIC>,
        asker: &Asker,
        asked: Asked,
    ) -> Stop {
        if !search.is_under_way() {
            search.begin(self.root, asked.0, asked.1, &mut self.meter);
        }
        let several = self.question.threads > 1;
        let alone = if several { self.alone() } else { u64::MAX };
        let end = self.meter.end(alone);
        let mut stop = self.run_alone(search, asker, asked, end);
        if stop == Stop::Nodes && several && self.meter.look().is_none() {
            stop = self.run_together(search, asker, asked);
        } else if stop != Stop::Solved {
            let (table, bounds, efforts) = (self.table, self.bounds, &self.efforts[..]);
            let standing = Standing { table, bounds, efforts, asker, asked: Some(asked) };
            let spent = (self.meter.counters, self.meter.elapsed());
            standing.offer(Some(search), spent, true, self.observer);
            self.most_proving = search.line();
            search.unwind();
        }
        stop
    }

    /// Nodes that one thread may still create by itself: most of them at the very beginning, then a few for each question,
    /// as it may be answered soon.
    fn alone(&self) -> u64 {
        let most = self.question.alone;
        most.saturating_sub(self.meter.counters.created).max(most / 100)
    }

    fn run_alone(
        &mut self,
        search: &mut Search<'a, G, I, CYCLIC>,
        asker: &Asker,
        asked: Asked,
        end: u64,
    ) -> Stop {
        let (observer, table, bounds) = (&mut *self.observer, self.table, self.bounds);
        let efforts = &self.efforts[..];
        let standing = Standing { table, bounds, efforts, asker, asked: Some(asked) };
        let mut watch = |search: &Search<'_, G, I, CYCLIC>, meter: &mut Meter<'_>| {
            let spent = (meter.counters, meter.elapsed());
            standing.offer(Some(search), spent, false, observer);
            if meter.showing() {
                let efforts = vec![(Outcome(search.goal()), search.numbers())];
                Self::show(observer, table, bounds, efforts, meter, None);
            }
        };
        match self.meter.look() {
            Some(stop) => stop,
            None => search.run(end, &mut self.meter, &mut watch),
        }
    }

    /// Several threads at once. The table cannot grow while they run, so they run until it is to.
    fn run_together(
        &mut self,
        search: &mut Search<'a, G, I, CYCLIC>,
        asker: &Asker,
        asked: Asked,
    ) -> Stop {
        search.unwind();
        self.table.share(true);
        let stop = loop {
            let (stop, result) = self.run_round(asker, asked);
            search.adopt(result);
            if stop == Stop::Solved || self.meter.reached().is_some() || !self.table.is_crowded() {
                break stop;
            }
            self.table.grow();
        };
        self.table.share(false);
        if stop != Stop::Solved {
            let (table, bounds, efforts) = (self.table, self.bounds, &self.efforts[..]);
            let standing = Standing { table, bounds, efforts, asker, asked: Some(asked) };
            let spent = (self.meter.counters, self.meter.elapsed());
            standing.offer(None, spent, true, self.observer);
        }
        stop
    }

    fn run_round(&mut self, asker: &Asker, asked: Asked) -> (Stop, ProofNumbers) {
        let crowd = Crowd::new();
        let searches: Vec<_> =
            (1..self.question.threads).map(|_| self.search().among(&crowd)).collect();
        let mut first = self.search().among(&crowd);
        let (root, end) = (self.root, self.meter.end(u64::MAX));
        let (observer, table, bounds) = (&mut *self.observer, self.table, self.bounds);
        let efforts = &self.efforts[..];
        let standing = Standing { table, bounds, efforts, asker, asked: Some(asked) };
        let meter = &mut self.meter;
        let stop = std::thread::scope(|scope| {
            for search in searches {
                let crowd = &crowd;
                scope.spawn(move || help(search, crowd, root, asked));
            }
            let mut watch = |search: &Search<'_, G, I, CYCLIC>, meter: &mut Meter<'_>| {
                crowd.collect(meter);
                standing.offer(None, (meter.counters, meter.elapsed()), false, observer);
                if meter.showing() {
                    let efforts = vec![(Outcome(search.goal()), search.numbers())];
                    Self::show(observer, table, bounds, efforts, meter, None);
                }
                if table.is_crowded() {
                    crowd.stop();
                }
            };
            first.begin(root, asked.0, asked.1, meter);
            let stop = first.run(end, meter, &mut watch);
            match stop {
                Stop::Solved => crowd.finish(first.result()),
                _ => crowd.stop(),
            }
            stop
        });
        crowd.collect(&mut self.meter);
        self.most_proving = first.line();
        first.unwind();
        match crowd.result() {
            Some(result) => (Stop::Solved, result),
            None => (stop, first.result()),
        }
    }
}

/// What a thread does that joins in.
fn help<G: TableKeyed, I: Identity<G>, const CYCLIC: bool>(
    mut search: Search<'_, G, I, CYCLIC>,
    crowd: &Crowd<ProofNumbers>,
    root: &G::Position,
    (goal, limit): Asked,
) {
    let mut meter = Meter::new(Limits { interrupt: Some(crowd.over()), ..Limits::default() });
    search.begin(root, goal, limit, &mut meter);
    let mut hand_over = |_: &Search<'_, G, I, CYCLIC>, meter: &mut Meter<'_>| crowd.count(meter);
    if search.run(u64::MAX, &mut meter, &mut hand_over) == Stop::Solved {
        crowd.finish(search.result());
    }
    search.unwind();
    crowd.count(&mut meter);
}
