//! A run over NATS: incoming messages go to the controller, its commands go to the transport, and an observer follows
//! the run.

use std::time::{Duration, Instant};

use foregone_fleet::controller::Members;
use foregone_fleet::controller::RunController;
use foregone_fleet::coordinator::{Coordinator, State};
use foregone_solve::limits::Stop;

use crate::connection::NatsError;
use crate::coordinator_transport::{CoordinatorTransport, Incoming};
use crate::observer::RunObserver;

/// The longest wait for a message.
const WAIT: Duration = Duration::from_millis(20);
/// The interval in which the controller and the observer are called.
const TICK: Duration = Duration::from_millis(100);

/// A run over NATS.
pub struct NatsRun<'s> {
    transport: CoordinatorTransport,
    controller: RunController<'s>,
    /// The sequence number of the last result that the controller has taken.
    last: u64,
    started: Instant,
    looked: Instant,
    /// Whether claims may wait for verification.
    auditing: bool,
}

impl<'s> NatsRun<'s> {
    /// A run of a controller over a transport.
    pub fn new(transport: CoordinatorTransport, controller: RunController<'s>) -> NatsRun<'s> {
        let now = Instant::now();
        NatsRun { transport, controller, last: 0, started: now, looked: now, auditing: false }
    }

    /// The coordinator.
    pub fn coordinator(&mut self) -> &mut Coordinator {
        self.controller.coordinator()
    }

    /// The worker processes.
    pub fn members(&self) -> &Members {
        self.controller.members()
    }

    /// Leaves the run. If the run is over, the workers are told so.
    pub fn close(self, over: bool) {
        self.transport.close(over);
    }

    /// Handles messages until there is a reason to stop.
    pub fn run(&mut self, observer: &mut dyn RunObserver) -> Result<Stop, NatsError> {
        loop {
            match self.controller.state() {
                State::Solved => return Ok(Stop::Solved),
                State::Exhausted => return Ok(Stop::Memory),
                State::Running | State::Claimed => {}
            }
            let now = self.started.elapsed();
            match self.transport.receive(if self.auditing { Duration::ZERO } else { WAIT }) {
                Some(incoming) => self.take_in(incoming, now)?,
                None => self.auditing = self.controller.audit(now),
            }
            if self.looked.elapsed() >= TICK {
                self.looked = Instant::now();
                self.controller.tick(now);
                if let Some(stop) = observer.look(self.controller.status()) {
                    return Ok(stop);
                }
                self.auditing |= self.controller.state() == State::Claimed;
                if self.controller.is_urgent() || observer.wants_checkpoint() {
                    self.save(observer);
                }
            }
            self.controller
                .commands()
                .into_iter()
                .for_each(|command| self.transport.command(command));
            self.controller.events().iter().for_each(|event| observer.event(event));
        }
    }

    /// Saves a checkpoint. The server need not keep the results that are in it.
    pub fn save(&mut self, observer: &mut dyn RunObserver) {
        let status = self.controller.status();
        if observer.checkpoint(status.coordinator, status.members) && self.last > 0 {
            self.transport.truncate(self.last);
        }
    }

    fn take_in(&mut self, incoming: Incoming, now: Duration) -> Result<(), NatsError> {
        match incoming {
            Incoming::Report(from, number, report) => {
                self.controller.report(from, number, report, now)
            }
            Incoming::Result(sequence, from, delivery) => {
                self.last = sequence;
                self.controller.result(from, delivery, now);
                // A claim in the result may have answered the last question.
                self.auditing = true;
            }
            Incoming::Queued(ticket, sequence) => self.controller.queued(ticket, sequence),
            Incoming::Rejected(name) => {
                self.controller.reject(name, "the signature of a message is wrong");
            }
            Incoming::Reach(there) => self.controller.set_reachable(there, now),
            Incoming::Lost(holder) => {
                return Err(NatsError::Lost { run: self.transport.run().to_owned(), holder });
            }
        }
        Ok(())
    }
}
