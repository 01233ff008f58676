//! A run from beginning to end: what comes in goes to the office, its orders go out, and somebody looks on.

use std::time::{Duration, Instant};

use foregone_fleet::coordinator::{Coordinator, State};
use foregone_fleet::office;
use foregone_fleet::office::ledger::Ledger;
use foregone_solve::limits::Stop;

use crate::broker::Trouble;
use crate::desk::{Desk, Incoming};
use crate::overseer::Overseer;

/// How long to wait for something to come in.
const WAIT: Duration = Duration::from_millis(20);
/// How often everything else is looked after.
const TICK: Duration = Duration::from_millis(100);

/// An office at a desk.
pub struct Office<'s> {
    desk: Desk,
    office: office::Office<'s>,
    /// The last result that was taken in, by its place in the stream.
    last: u64,
    started: Instant,
    looked: Instant,
    /// Whether there are claims to look at while nothing comes in.
    auditing: bool,
}

impl<'s> Office<'s> {
    /// Opens it.
    pub fn new(desk: Desk, office: office::Office<'s>) -> Office<'s> {
        let now = Instant::now();
        Office { desk, office, last: 0, started: now, looked: now, auditing: false }
    }

    /// The coordinator.
    pub fn coordinator(&mut self) -> &mut Coordinator {
        self.office.coordinator()
    }

    /// Who is there, and who was.
    pub fn ledger(&self) -> &Ledger {
        self.office.ledger()
    }

    /// Leaves. If the run is over, the workers are told so.
    pub fn close(self, over: bool) {
        self.desk.close(over);
    }

    /// Deals with messages until there is a reason to stop.
    pub fn run(&mut self, overseer: &mut dyn Overseer) -> Result<Stop, Trouble> {
        loop {
            match self.office.state() {
                State::Solved => return Ok(Stop::Solved),
                State::Exhausted => return Ok(Stop::Memory),
                State::Running | State::Claimed => {}
            }
            let now = self.started.elapsed();
            match self.desk.receive(if self.auditing { Duration::ZERO } else { WAIT }) {
                Some(incoming) => self.take_in(incoming, now)?,
                None => self.auditing = self.office.audit(now),
            }
            if self.looked.elapsed() >= TICK {
                self.looked = Instant::now();
                self.office.tick(now);
                if let Some(stop) = overseer.look(self.office.standing()) {
                    return Ok(stop);
                }
                self.auditing |= self.office.state() == State::Claimed;
                if self.office.is_urgent() || overseer.wants_checkpoint() {
                    self.save(overseer);
                }
            }
            self.office.orders().into_iter().for_each(|order| self.desk.order(order));
            self.office.events().iter().for_each(|event| overseer.event(event));
        }
    }

    /// Saves the coordinator. What is in the checkpoint need not stay at the server.
    pub fn save(&mut self, overseer: &mut dyn Overseer) {
        let standing = self.office.standing();
        if overseer.checkpoint(standing.coordinator, standing.ledger) && self.last > 0 {
            self.desk.truncate(self.last);
        }
    }

    fn take_in(&mut self, incoming: Incoming, now: Duration) -> Result<(), Trouble> {
        match incoming {
            Incoming::Report(from, number, report) => self.office.report(from, number, report, now),
            Incoming::Result(sequence, from, delivery) => {
                self.last = sequence;
                self.office.result(from, delivery, now);
                // A new claim may have settled something.
                self.auditing = true;
            }
            Incoming::Queued(ticket, sequence) => self.office.queued(ticket, sequence),
            Incoming::Stranger(name) => {
                self.office.stranger(name, "a message is not signed by whom it is said to be from");
            }
            Incoming::Reach(there) => self.office.reach(there, now),
            Incoming::Lost(holder) => {
                return Err(Trouble::Lost { run: self.desk.run().to_owned(), holder });
            }
        }
        Ok(())
    }
}
