//! The simulated hosts: they fetch jobs, search, deliver results and send heartbeats; they die and start again with a
//! new identity, and some of them lie.

use foregone_solve::effort::ProofNumbers;

use super::{BEAT, Packet, SLOTS, Simulation};
use crate::host_message::{FromHost, ResultMessage, ToHost, WORKERS_PER_HOST};
use crate::message::{FromWorker, HostId, Label, Ticket, ToWorker, decode_label, encode_label};
use crate::worker::Worker;

/// A simulated host with one worker.
pub(super) struct SimulatedHost<'s> {
    pub(super) id: HostId,
    worker: Worker<'s>,
    pub(super) lies: bool,
    epoch: Option<u64>,
    number: u64,
    /// Jobs with their sequence numbers in the queue, and results that are not delivered yet.
    held: Vec<(Ticket, u64)>,
    results: Vec<ResultMessage>,
    /// When it starts again, if it is dead.
    pub(super) back: u64,
    excluded: bool,
}

impl<'s> Simulation<'s> {
    /// A new host with an identity of its own.
    pub(super) fn new_host(&mut self, place: usize) -> SimulatedHost<'s> {
        SimulatedHost {
            id: (self.random.bits() >> 1) / WORKERS_PER_HOST * WORKERS_PER_HOST,
            worker: Worker::new(&*self.leaf_searches[place + 1]),
            lies: place < self.config.liars,
            epoch: None,
            number: 0,
            held: Vec::new(),
            results: Vec::new(),
            back: 0,
            excluded: false,
        }
    }

    fn say(&mut self, place: usize, report: FromHost) {
        let host = &mut self.hosts[place];
        if let Some(epoch) = host.epoch {
            host.number += 1;
            let (from, number) = (host.id, host.number);
            self.send(Packet::ToController { epoch, from, number, report });
        }
    }

    pub(super) fn handle(&mut self, place: usize, message: ToHost) {
        let host = &mut self.hosts[place];
        let hello = |host: &SimulatedHost<'_>| FromHost::Hello {
            name: format!("host {}", host.id),
            workers: 1,
            slots: SLOTS as u32,
        };
        match message {
            ToHost::Announce { epoch, .. } if host.epoch != Some(epoch) => {
                host.epoch = Some(epoch);
                let hello = hello(host);
                self.say(place, hello);
            }
            ToHost::SayHello => {
                let hello = hello(host);
                self.say(place, hello);
            }
            ToHost::Cancel(_, ticket) => {
                host.worker.receive(ToWorker::Cancel(ticket));
                if let Some(held) = host.held.iter().position(|(other, _)| *other == ticket) {
                    let (_, at) = host.held.swap_remove(held);
                    self.server.acknowledge(at);
                }
            }
            ToHost::Excluded(_) => host.excluded = true,
            ToHost::Announce { .. } | ToHost::Facts(_) | ToHost::RunOver => {}
        }
    }

    /// Fetches a job, searches a portion, delivers results and sends heartbeats.
    pub(super) fn work(&mut self, place: usize) {
        if self.now < self.hosts[place].back {
            return;
        }
        if self.hosts[place].id == 0 || self.hosts[place].excluded {
            // A host that has died or was excluded starts again with a new identity.
            let mut host = self.new_host(place);
            host.back = self.now + if self.hosts[place].excluded { 5_000 } else { 0 };
            // A liar that was excluded gives up with a chance of one half.
            host.lies &= !(self.hosts[place].excluded && self.random.percent(50));
            self.hosts[place] = host;
            return;
        }
        let (now, up) = (self.now, self.server.is_up(self.now));
        let host = &mut self.hosts[place];
        if up
            && host.held.len() < SLOTS
            && host.epoch.is_some()
            && let Some((at, job)) = self.server.fetch(now)
        {
            host.held.push((job.ticket, at));
            host.worker.receive(ToWorker::Job(job));
        }
        // Jobs are short: a portion takes no longer than a step.
        host.worker.step();
        if let Some(message) = host.worker.take_message() {
            self.send_message(place, message);
        }
        self.finish(place, up);
    }

    fn finish(&mut self, place: usize, up: bool) {
        let now = self.now;
        if up {
            let lost = self.is_noisy() && self.random.percent(5);
            let host = &mut self.hosts[place];
            host.held.iter().for_each(|&(_, at)| self.server.mark(at, now));
            if let Some(delivery) = host.results.first().cloned() {
                let FromWorker::Final { ticket, .. } = &delivery.message else { return };
                let ticket = *ticket;
                self.server.deliver(host.id, delivery);
                // The receipt may be lost. Then the result is delivered once more.
                if !lost {
                    host.results.remove(0);
                    if let Some(held) = host.held.iter().position(|(other, _)| *other == ticket) {
                        let (_, at) = host.held.swap_remove(held);
                        self.server.acknowledge(at);
                    }
                }
            }
        }
        if now.is_multiple_of(BEAT) {
            let host = &self.hosts[place];
            let held = host.held.iter().map(|&(ticket, _)| (host.id, ticket)).collect();
            self.say(place, FromHost::Heartbeat { held, busy: vec![now] });
        }
    }

    fn send_message(&mut self, place: usize, mut message: FromWorker) {
        let lies = self.hosts[place].lies && self.random.percent(70);
        let worker = self.hosts[place].id;
        match &mut message {
            FromWorker::Final { result, .. } => {
                if lies {
                    invert(&mut result.label);
                    result.children.iter_mut().for_each(|child| invert(&mut child.label));
                    if self.random.percent(20) {
                        result.children.truncate(1);
                    }
                }
                result.facts.clear();
                self.hosts[place].results.push(ResultMessage { worker, message });
            }
            _ => self.say(place, FromHost::Worker { worker, message }),
        }
    }
}

/// Turns every answer into its opposite.
fn invert(numbers: &mut Label) {
    let Some(decode_label) = decode_label(numbers) else { return };
    let inverted = |numbers: &ProofNumbers| {
        numbers.answer().map_or(*numbers, |yes| ProofNumbers::settled(!yes))
    };
    *numbers = encode_label(&decode_label.iter().map(inverted).collect::<Vec<ProofNumbers>>());
}
