//! One question by one thread or several. Threads share the table and nothing else that matters: each searches from the
//! root, and sees by the crowd where the others are (Kaneko 2010: virtual proof numbers).

use game::Coded;

use super::Search;
use super::crowd::Crowd;
use super::session::Session;
use crate::effort::Duel;
use crate::identity::Identity;
use crate::limits::{Limits, Meter, Stop};

impl<'a, G, I, const CYCLIC: bool> Session<'a, G, I, CYCLIC>
where
    G: Coded,
    I: Identity<G>,
{
    /// Searches for the answer to a question, or until a number reaches the limits.
    pub(super) fn run(
        &mut self,
        search: &mut Search<'a, G, I, CYCLIC>,
        goal: u8,
        limit: Duel,
    ) -> Stop {
        search.begin(self.root, goal, limit, &mut self.meter);
        let several = self.question.threads > 1;
        let alone = if several { self.question.alone } else { u64::MAX };
        let end = self.meter.end(alone);
        let mut stop = self.run_alone(search, end);
        if stop == Stop::Nodes && several && self.meter.look().is_none() {
            stop = self.run_together(search, goal, limit);
        }
        if stop != Stop::Solved {
            self.most_proving = search.line();
            search.unwind();
        }
        stop
    }

    fn run_alone(&mut self, search: &mut Search<'a, G, I, CYCLIC>, end: u64) -> Stop {
        let (observer, table, bounds) = (&mut *self.observer, self.table, self.bounds);
        let mut watch = |search: &Search<'_, G, I, CYCLIC>, meter: &mut Meter<'_>| {
            if meter.showing() {
                let efforts = vec![(game::Outcome(search.goal()), search.numbers())];
                Self::show(observer, table, bounds, efforts, meter, None);
            }
        };
        match self.meter.look() {
            Some(stop) => stop,
            None => search.run(end, &mut self.meter, &mut watch),
        }
    }

    fn run_together(
        &mut self,
        search: &mut Search<'a, G, I, CYCLIC>,
        goal: u8,
        limit: Duel,
    ) -> Stop {
        let crowd = Crowd::new();
        search.unwind();
        self.table.grow_up();
        let searches: Vec<_> =
            (1..self.question.threads).map(|_| self.search().among(&crowd)).collect();
        let mut first = self.search().among(&crowd);
        let (root, end) = (self.root, self.meter.end(u64::MAX));
        let (observer, table, bounds) = (&mut *self.observer, self.table, self.bounds);
        let meter = &mut self.meter;
        let stop = std::thread::scope(|scope| {
            for search in searches {
                let crowd = &crowd;
                scope.spawn(move || help(search, crowd, root, goal, limit));
            }
            let mut watch = |search: &Search<'_, G, I, CYCLIC>, meter: &mut Meter<'_>| {
                crowd.collect(meter);
                if meter.showing() {
                    let efforts = vec![(game::Outcome(search.goal()), search.numbers())];
                    Self::show(observer, table, bounds, efforts, meter, None);
                }
            };
            first.begin(root, goal, limit, meter);
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
        search.adopt(crowd.result().unwrap_or(first.result()));
        if crowd.result().is_some() { Stop::Solved } else { stop }
    }
}

/// What a thread does that joins in.
fn help<G: Coded, I: Identity<G>, const CYCLIC: bool>(
    mut search: Search<'_, G, I, CYCLIC>,
    crowd: &Crowd,
    root: &G::Position,
    goal: u8,
    limit: Duel,
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
