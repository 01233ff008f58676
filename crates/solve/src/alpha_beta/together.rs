//! Several threads on one question. They share the table; each searches from the root, and at a position whose first move
//! has been tried it leaves alone what another thread is searching, as long as there is something else (Weill's ABDADA,
//! 1996). What another thread has settled meanwhile is in the table, and is left.

use foregone_game::{Outcome, TableKeyed};

use super::bounds::Window;
use super::memory::Memory;
use super::search::Search;
use super::{Progress, Watch};
use crate::crowd::Crowd;
use crate::limits::{Limits, Meter, Stop};
use crate::table::Table;

/// What is known of the root: at least, at most.
pub(super) type Found = (Outcome, Outcome);

impl<G: TableKeyed> Search<'_, G> {
    /// Looks at the end of the line for what other threads do there: whether it has been settled by one of them. If not,
    /// the next move is one that nobody is searching, if there is one.
    #[inline]
    pub(super) fn spread(&mut self) -> bool {
        let Some(crowd) = self.crowd else { return false };
        let Some(frame) = self.line.last_mut() else { return false };
        if let Some(facts) = self.memory.probe(frame.table_key) {
            frame.known = frame.known.and(Outcome(facts.low), Outcome(facts.high));
            if frame.window.is_settled(frame.known) {
                return true;
            }
        }
        if frame.next == frame.first {
            return false;
        }
        let left = &mut self.choices[frame.next as usize..frame.end as usize];
        let free = left.iter().position(|choice| {
            let mut child = frame.position.clone();
            self.game.play(&mut child, choice.mv);
            crowd.at(self.game.table_key(&child)) == 0
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
        if depth + 1 >= self.line.len() {
            return false;
        }
        self.unwind(depth + 1);
        self.line[depth].next -= 1;
        true
    }

    /// Takes positions off the line, until it has so many.
    pub(super) fn unwind(&mut self, length: usize) {
        while self.line.len() > length {
            self.leave();
        }
    }

    /// Tells the other threads what has been counted, and looks whether one of them has finished, or has settled a position
    /// of the line.
    pub(super) fn look_around(&mut self, meter: &mut Meter<'_>) -> Option<Stop> {
        let crowd = self.crowd?;
        self.tell(meter);
        self.abandoned = self.line.iter().position(|frame| {
            let facts = self.memory.probe(frame.table_key);
            facts.is_some_and(|facts| {
                let known = frame.known.and(Outcome(facts.low), Outcome(facts.high));
                frame.window.is_settled(known)
            })
        });
        crowd.is_over().then_some(Stop::Interrupted)
    }

    fn tell(&mut self, meter: &Meter<'_>) {
        let (Some(crowd), Some(told)) = (self.crowd, self.told) else { return };
        let now = (meter.counters.created, meter.counters.expanded);
        crowd.hand_over(now.0 - told.0, now.1 - told.1);
        self.told = Some(now);
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
        watch: Watch<'_>,
    ) -> (Option<Stop>, Found) {
        self.table.share(true);
        let found = loop {
            let found = self.round(window, meter, watch);
            if found.0.is_none() || meter.reached().is_some() || !self.table.is_crowded() {
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
        watch: Watch<'_>,
    ) -> (Option<Stop>, Found) {
        let crowd = Crowd::new();
        let memory = Memory { table: Some(self.table) };
        let (stop, found) = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| self.help(window, &crowd));
            }
            let mut search = Search::new(self.game, memory, None, false, meter);
            let mut watch = |progress: &Progress, meter: &mut Meter<'_>| {
                crowd.collect(meter);
                watch(progress, meter);
                if self.table.is_crowded() {
                    crowd.stop();
                }
            };
            search.crowd = Some(&crowd);
            let (stop, found) = search.run(self.root, window, meter, &mut watch);
            match stop {
                None => crowd.finish(found),
                Some(_) => crowd.stop(),
            }
            (stop, found)
        });
        crowd.collect(meter);
        match crowd.result() {
            Some(found) => (None, found),
            None => (stop, found),
        }
    }

    /// What a thread does that joins in.
    fn help(&self, window: Window, crowd: &Crowd<Found>) {
        let mut meter = Meter::new(Limits { interrupt: Some(crowd.over()), ..Limits::default() });
        let memory = Memory { table: Some(self.table) };
        let mut search = Search::new(self.game, memory, None, false, &meter);
        (search.crowd, search.told) = (Some(crowd), Some((0, 0)));
        let (stop, found) = search.run(self.root, window, &mut meter, &mut |_, _| ());
        if stop.is_none() {
            crowd.finish(found);
        }
        search.tell(&meter);
    }
}
