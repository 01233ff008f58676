//! Those who work: they fetch jobs, search, deliver and give signs of life; they die, come back as somebody else, and some of
//! them lie.

use foregone_solve::effort::ProofNumbers;

use super::{BEAT, Mail, SLOTS, World};
use crate::message::{FromWorker, HostId, Label, Ticket, ToWorker, all_numbers, label};
use crate::notice::{Delivery, HOST, Notice, Report};
use crate::worker::Worker;

/// A process that works.
pub(super) struct Crew<'s> {
    pub(super) host: HostId,
    worker: Worker<'s>,
    pub(super) lies: bool,
    epoch: Option<u64>,
    number: u64,
    /// Jobs with their places in the queue, and results that are not delivered yet.
    held: Vec<(Ticket, u64)>,
    results: Vec<Delivery>,
    /// When it is there again, if it is dead.
    pub(super) back: u64,
    dismissed: bool,
}

impl<'s> World<'s> {
    /// A process of its own, with keys of its own.
    pub(super) fn fresh(&mut self, place: usize) -> Crew<'s> {
        Crew {
            host: (self.random.bits() >> 1) / HOST * HOST,
            worker: Worker::new(&*self.stations[place + 1]),
            lies: place < self.trial.liars,
            epoch: None,
            number: 0,
            held: Vec::new(),
            results: Vec::new(),
            back: 0,
            dismissed: false,
        }
    }

    fn say(&mut self, place: usize, report: Report) {
        let crew = &mut self.crews[place];
        if let Some(epoch) = crew.epoch {
            crew.number += 1;
            let (from, number) = (crew.host, crew.number);
            self.post(Mail::ToOffice { epoch, from, number, report });
        }
    }

    pub(super) fn heed(&mut self, place: usize, notice: Notice) {
        let crew = &mut self.crews[place];
        let hello = |crew: &Crew<'_>| Report::Hello {
            name: format!("crew {}", crew.host),
            workers: 1,
            slots: SLOTS as u32,
        };
        match notice {
            Notice::Call { epoch, .. } if crew.epoch != Some(epoch) => {
                crew.epoch = Some(epoch);
                let hello = hello(crew);
                self.say(place, hello);
            }
            Notice::Who => {
                let hello = hello(crew);
                self.say(place, hello);
            }
            Notice::Cancel(_, ticket) => {
                crew.worker.receive(ToWorker::Cancel(ticket));
                if let Some(held) = crew.held.iter().position(|(other, _)| *other == ticket) {
                    let (_, at) = crew.held.swap_remove(held);
                    self.broker.acknowledge(at);
                }
            }
            Notice::Dismissed(_) => crew.dismissed = true,
            Notice::Call { .. } | Notice::Facts(_) | Notice::Over => {}
        }
    }

    /// A process fetches jobs, searches, delivers, and gives signs of life.
    pub(super) fn work(&mut self, place: usize) {
        if self.now < self.crews[place].back {
            return;
        }
        if self.crews[place].host == 0 || self.crews[place].dismissed {
            // Whoever has died or was sent away comes back as somebody else.
            let mut crew = self.fresh(place);
            crew.back = self.now + if self.crews[place].dismissed { 5_000 } else { 0 };
            // A liar who was found out twice gives up.
            crew.lies &= !(self.crews[place].dismissed && self.random.percent(50));
            self.crews[place] = crew;
            return;
        }
        let (now, up) = (self.now, self.broker.is_up(self.now));
        let crew = &mut self.crews[place];
        if up
            && crew.held.len() < SLOTS
            && crew.epoch.is_some()
            && let Some((at, job)) = self.broker.fetch(now)
        {
            crew.held.push((job.ticket, at));
            crew.worker.receive(ToWorker::Job(job));
        }
        // Jobs are short: a portion is no more than a step.
        crew.worker.step();
        if let Some(news) = crew.worker.news() {
            self.news(place, news);
        }
        self.finish(place, up);
    }

    fn finish(&mut self, place: usize, up: bool) {
        let now = self.now;
        if up {
            let lost = self.is_noisy() && self.random.percent(5);
            let crew = &mut self.crews[place];
            crew.held.iter().for_each(|&(_, at)| self.broker.mark(at, now));
            if let Some(delivery) = crew.results.first().cloned() {
                let FromWorker::Final { ticket, .. } = &delivery.message else { return };
                let ticket = *ticket;
                self.broker.deliver(crew.host, delivery);
                // The receipt may be lost: then it is delivered once more.
                if !lost {
                    crew.results.remove(0);
                    if let Some(held) = crew.held.iter().position(|(other, _)| *other == ticket) {
                        let (_, at) = crew.held.swap_remove(held);
                        self.broker.acknowledge(at);
                    }
                }
            }
        }
        if now.is_multiple_of(BEAT) {
            let crew = &self.crews[place];
            let held = crew.held.iter().map(|&(ticket, _)| (crew.host, ticket)).collect();
            self.say(place, Report::Beat { held, busy: vec![now] });
        }
    }

    fn news(&mut self, place: usize, mut message: FromWorker) {
        let lies = self.crews[place].lies && self.random.percent(70);
        let worker = self.crews[place].host;
        match &mut message {
            FromWorker::Final { found, .. } => {
                if lies {
                    twist(&mut found.label);
                    found.children.iter_mut().for_each(|child| twist(&mut child.label));
                    if self.random.percent(20) {
                        found.children.truncate(1);
                    }
                }
                found.facts.clear();
                self.crews[place].results.push(Delivery { worker, message });
            }
            _ => self.say(place, Report::News { worker, message }),
        }
    }
}

/// Every answer turned into its opposite, and what is open answered now and then.
fn twist(numbers: &mut Label) {
    let Some(all_numbers) = all_numbers(numbers) else { return };
    let twisted = |numbers: &ProofNumbers| {
        numbers.answer().map_or(*numbers, |yes| ProofNumbers::settled(!yes))
    };
    *numbers = label(&all_numbers.iter().map(twisted).collect::<Vec<ProofNumbers>>());
}
