//! Where a run on many machines is coordinated, without the machines: what comes in goes to the coordinator, what it says
//! goes into a queue from which workers help themselves, claims are looked at, and whoever or whatever is missing is
//! noticed. A state machine: the carrier says what has happened and when, and carries out the orders.

pub mod ledger;
mod order;
mod pace;
pub mod trust;
mod watchdog;

use std::collections::HashMap;
use std::time::Duration;

use foregone_game::random::Random;

use self::ledger::Ledger;
pub use self::order::{Event, Order, Setting, Standing};
use self::pace::Pace;
use self::trust::Trust;
use self::watchdog::{Remedy, Watchdog};
use crate::audit::{Auditor, Outlook};
use crate::coordinator::{Assertion, Coordinator, Letter, State};
use crate::message::{FromWorker, HostId, Job, Ticket, ToWorker, WorkerId};
use crate::notice::{Delivery, LEAVING, Notice, Report, host};

/// Searching a claim again may take so many descents, or so many times those of a job.
const CLAIM: u64 = 100_000;
const CLAIM_JOBS: u64 = 8;
/// Descents of a portion of that.
const PORTION: u64 = 500;
/// Nobody waits for longer than this to find out that no job reaches anybody.
const WATCH: Duration = Duration::from_secs(20);
/// Senders whose messages did not fit their names: about so many it is said.
const STRANGERS: u64 = 100;

/// A job that is queued or with a worker.
struct Away {
    attempt: u32,
    /// Its place in the queue, once it is there.
    sequence: Option<u64>,
}

/// Where a run is coordinated.
pub struct Office<'s> {
    coordinator: Coordinator,
    auditor: Option<Auditor<'s>>,
    setting: Setting,
    ledger: Ledger,
    away: HashMap<u64, Away>,
    pace: Pace,
    watchdog: Watchdog,
    random: Random,
    letters: Vec<Letter>,
    orders: Vec<Order>,
    events: Vec<Event>,
    reach: bool,
    /// Whether something has happened that must not be forgotten.
    urgent: bool,
    /// Messages that did not fit their senders.
    strangers: u64,
    /// When workers were last looked after, and when that was last interrupted: by the server's absence or by work that
    /// took long.
    looked: Duration,
    changed: Duration,
}

impl<'s> Office<'s> {
    /// An office for a coordinator. Claims are looked at by the auditor, unless everybody is believed.
    pub fn new(
        mut coordinator: Coordinator,
        auditor: Option<Auditor<'s>>,
        setting: Setting,
    ) -> Office<'s> {
        coordinator.begin_epoch(setting.epoch);
        Office {
            coordinator,
            auditor,
            setting,
            ledger: Ledger::default(),
            away: HashMap::new(),
            pace: Pace::new(setting.job, setting.lasting),
            watchdog: Watchdog::new(setting.patience.min(WATCH)),
            random: Random::new(setting.epoch),
            letters: Vec::new(),
            orders: Vec::new(),
            events: Vec::new(),
            reach: true,
            urgent: false,
            strangers: 0,
            looked: Duration::ZERO,
            changed: Duration::ZERO,
        }
    }

    /// The coordinator.
    pub fn coordinator(&mut self) -> &mut Coordinator {
        &mut self.coordinator
    }

    /// Who is there.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The same, to be changed.
    pub fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    /// How things stand, for whoever looks on.
    pub fn standing(&mut self) -> Standing<'_> {
        Standing {
            coordinator: &mut self.coordinator,
            ledger: &self.ledger,
            away: self.away.len(),
            job: self.pace.job(),
            reach: self.reach,
            strangers: self.strangers,
        }
    }

    /// What is to be carried out, since this was last asked.
    pub fn orders(&mut self) -> Vec<Order> {
        core::mem::take(&mut self.orders)
    }

    /// What has happened, since this was last asked.
    pub fn events(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.events)
    }

    /// Whether something has happened that must not be forgotten, since this was last asked.
    pub fn is_urgent(&mut self) -> bool {
        core::mem::take(&mut self.urgent)
    }

    /// How the run stands. It is not solved while a sample of what was claimed is still looked at.
    pub fn state(&self) -> State {
        let busy = self.auditor.as_ref().is_some_and(Auditor::is_busy);
        match self.coordinator.state() {
            State::Solved if busy => State::Claimed,
            state => state,
        }
    }

    /// Looks at the next portion of a claim. False if there was nothing to look at.
    pub fn audit(&mut self, now: Duration) -> bool {
        let Some(auditor) = &mut self.auditor else { return false };
        let usual = CLAIM.max(self.pace.job().saturating_mul(CLAIM_JOBS));
        let most = (PORTION, self.setting.claim.unwrap_or(usual));
        let outlook = auditor.step(&mut self.coordinator, most, &mut self.letters);
        match outlook {
            Outlook::Idle => return false,
            Outlook::Busy | Outlook::Held => return true,
            Outlook::Refuted(claim) => self.exclude(&claim, now),
            Outlook::TooLarge(claim) => {
                self.events.push(Event::Withdrawn { claim: claim.to_string() });
                self.coordinator.go_on(millis(now), &mut self.letters);
            }
        }
        self.post();
        true
    }

    /// The server is lost, or found again.
    pub fn reach(&mut self, there: bool, now: Duration) {
        (self.reach, self.changed) = (there, now);
        self.events.push(Event::Reach(there));
    }

    /// A job is in the queue, at that place.
    pub fn queued(&mut self, ticket: Ticket, sequence: u64) {
        match self.away.get_mut(&ticket.job).filter(|_| ticket.epoch == self.setting.epoch) {
            Some(away) if away.attempt == ticket.attempt => away.sequence = Some(sequence),
            // Called back before it was there.
            _ => self.orders.push(Order::Unqueue(sequence)),
        }
    }

    /// A message whose signature does not fit, or that nobody honest sends.
    pub fn stranger(&mut self, name: String, why: &str) {
        self.strangers += 1;
        if self.strangers <= STRANGERS {
            self.events.push(Event::Refused { name, why: why.to_owned() });
        }
    }

    /// Somebody says something that may have been lost: who that is, the carrier knows, and it has numbered its messages.
    pub fn report(&mut self, from: HostId, number: u64, report: Report, now: Duration) {
        if let Some(why) = self.ledger.exclusion(from) {
            self.orders.push(Order::Tell(Some(from), Notice::Dismissed(why.to_owned())));
            return;
        }
        if !report.is_possible(from) || !self.ledger.is_news(from, number) {
            return;
        }
        let known = self.ledger.is_present(from);
        match report {
            Report::Hello { name, workers, slots } if !known => {
                self.welcome(from, (name, workers, slots), number, now);
            }
            Report::Hello { .. } => {}
            _ if !known => self.orders.push(Order::Tell(Some(from), Notice::Who)),
            Report::Beat { held, busy } => {
                let mut workers = 0;
                if let Some(member) = self.ledger.hear(from, now) {
                    member.busy = (Duration::from_millis(busy.iter().sum()), now);
                    workers = u64::from(member.workers);
                }
                for worker in from..from + workers {
                    self.coordinator.hear(worker, millis(now), &mut self.letters);
                }
                self.take_stock(&held, now);
            }
            Report::News { worker, message } => self.take_news(worker, message, now),
        }
        self.post();
    }

    fn welcome(
        &mut self,
        from: HostId,
        (name, workers, slots): (String, u32, u32),
        number: u64,
        now: Duration,
    ) {
        if !self.ledger.make_room(workers, self.setting.room) {
            let why = "there is no room for more workers; allow the coordinator more --memory";
            self.orders.push(Order::Tell(Some(from), Notice::Dismissed(why.to_owned())));
            return self.stranger(name, why);
        }
        let slots = slots.min(self.setting.slots.max(1));
        self.events.push(Event::Joined { name: name.clone(), workers });
        self.ledger.welcome(from, name, (workers, slots), number, now);
        for worker in from..from + u64::from(workers) {
            let hello = FromWorker::Hello { host: from, slots };
            self.coordinator.receive(worker, hello, millis(now), &mut self.letters);
        }
    }

    /// Who has which job. What nobody waits for is called back: the word of it must have been lost.
    fn take_stock(&mut self, held: &[(WorkerId, Ticket)], now: Duration) {
        for &(worker, ticket) in held {
            let ours = ticket.epoch == self.setting.epoch;
            match self.away.get(&ticket.job).filter(|_| ours) {
                Some(away) if away.attempt == ticket.attempt => {
                    self.watchdog.sign(now);
                    self.coordinator.taken(worker, ticket, millis(now));
                }
                // Somebody else has it as well: whoever is done first is done.
                Some(_) => {}
                None => {
                    let notice = Notice::Cancel(worker, ticket);
                    self.orders.push(Order::Tell(Some(host(worker)), notice));
                }
            }
        }
    }

    fn take_news(&mut self, worker: WorkerId, message: FromWorker, now: Duration) {
        self.ledger.hear(host(worker), now);
        match &message {
            FromWorker::Partial { ticket, .. } => {
                self.watchdog.sign(now);
                self.coordinator.taken(worker, *ticket, millis(now));
            }
            FromWorker::Decline { ticket, why } => {
                if why != LEAVING {
                    let name = self.name(worker);
                    self.events.push(Event::Declined { name, why: why.clone() });
                }
                self.coordinator.taken(worker, *ticket, millis(now));
            }
            FromWorker::Bye => {
                if let Some(name) = self.ledger.leave(worker) {
                    self.events.push(Event::Left { name });
                }
            }
            FromWorker::Hello { .. } | FromWorker::Final { .. } => return,
        }
        self.coordinator.receive(worker, message, millis(now), &mut self.letters);
    }

    /// A final result. It may have been given long ago, and to another coordinator of this run.
    pub fn result(&mut self, from: HostId, delivery: Delivery, now: Duration) {
        let Delivery { worker, mut message } = delivery;
        let FromWorker::Final { ticket, found } = &mut message else { return };
        if host(worker) != from || self.ledger.exclusion(from).is_some() {
            return;
        }
        let ticket = *ticket;
        if let Some(auditor) = &mut self.auditor {
            let Some(line) = self.coordinator.place_of(ticket, found.table_key) else { return };
            if !auditor.recognises(&line, found) {
                let words = format!("something else about the position after the moves {line:?}");
                self.dismiss(worker, &words, now);
                return self.post();
            }
        }
        self.watchdog.sign(now);
        self.pace.count();
        self.ledger.credit(worker, found.spent);
        self.coordinator.taken(worker, ticket, millis(now));
        if ticket.epoch == self.setting.epoch {
            self.away.remove(&ticket.job);
        }
        self.coordinator.receive(worker, message, millis(now), &mut self.letters);
        self.take_sample();
        self.post();
    }

    /// A share of what is claimed is looked at.
    fn take_sample(&mut self) {
        let (Trust::Sample(share), Some(auditor)) = (self.setting.trust, &mut self.auditor) else {
            return;
        };
        for claim in self.coordinator.claimed_lately() {
            if (self.random.bits() as f64) < share * u64::MAX as f64 {
                auditor.ask(claim);
            }
        }
    }

    /// Sends a liar away: whoever claimed what turned out not to be so.
    fn exclude(&mut self, claim: &Assertion, now: Duration) {
        match claim.worker {
            Some(worker) => self.dismiss(worker, &claim.to_string(), now),
            None => self.coordinator.go_on(millis(now), &mut self.letters),
        }
    }

    /// Sends somebody away. What it has claimed and was not established here is asked again.
    fn dismiss(&mut self, worker: WorkerId, words: &str, now: Duration) {
        let liar = host(worker);
        let name = self.name(worker);
        let workers = self.ledger.workers_of(liar);
        self.ledger.exclude(liar, &format!("it claimed what is not so: {words}"));
        let notice = Notice::Dismissed(format!("claimed what is not so: {words}"));
        self.orders.push(Order::Tell(Some(liar), notice));
        self.events.push(Event::Excluded { name, claim: words.to_owned() });
        self.urgent = true;
        self.coordinator.withdraw(|worker| host(worker) == liar);
        for worker in liar..liar + u64::from(workers) {
            self.coordinator.farewell(worker, millis(now), &mut self.letters);
        }
        self.coordinator.go_on(millis(now), &mut self.letters);
    }

    fn name(&self, worker: WorkerId) -> String {
        let number = worker - host(worker);
        match self.ledger.name(host(worker)) {
            Some(name) => format!("{name}, worker {}", number + 1),
            None => "a worker that is gone".to_owned(),
        }
    }

    /// Turns what the coordinator has to say into orders.
    fn post(&mut self) {
        for Letter { to, message } in core::mem::take(&mut self.letters) {
            match message {
                ToWorker::Job(job) => self.send_job(to, job),
                ToWorker::Cancel(ticket) => {
                    let away = self.away.remove(&ticket.job);
                    if let Some(sequence) = away.and_then(|away| away.sequence) {
                        self.orders.push(Order::Unqueue(sequence));
                    }
                    let notice = Notice::Cancel(to, ticket);
                    self.orders.push(Order::Tell(Some(host(to)), notice));
                }
                // All hear of it when the run is over.
                ToWorker::Stop => {}
            }
        }
    }

    /// Jobs go into the queue, whoever they are meant for; what a host should know goes to that host.
    fn send_job(&mut self, to: WorkerId, mut job: Job) {
        let facts = core::mem::take(&mut job.facts);
        if !facts.is_empty() {
            self.orders.push(Order::Tell(Some(host(to)), Notice::Facts(facts)));
        }
        let Ticket { job: number, attempt, .. } = job.ticket;
        let before = self.away.insert(number, Away { attempt, sequence: None });
        if let Some(sequence) = before.and_then(|before| before.sequence) {
            self.orders.push(Order::Unqueue(sequence));
        }
        self.orders.push(Order::Queue(Box::new(job)));
    }

    /// Looks after workers and jobs. To be called some times a second.
    pub fn tick(&mut self, now: Duration) {
        if let Some(job) = self.pace.adapt(self.ledger.workers(), now) {
            self.coordinator.resize(job);
        }
        let patience = self.setting.patience;
        if now.saturating_sub(core::mem::replace(&mut self.looked, now)) > patience / 2 {
            self.changed = now;
        }
        // Nobody is blamed while the server is away, before they have found it again, or while nobody listened.
        if !self.reach || now < self.changed + patience {
            self.ledger.excuse(now);
            self.watchdog.look(false, now);
            return self.post();
        }
        for (host, name, workers) in self.ledger.silent(now.saturating_sub(patience)) {
            self.events.push(Event::Silent { name });
            for worker in host..host + u64::from(workers) {
                self.coordinator.farewell(worker, millis(now), &mut self.letters);
            }
        }
        self.coordinator.remind(millis(now), &mut self.letters);
        let expected = self.ledger.workers() > 0
            && !self.away.is_empty()
            && self.coordinator.state() == State::Running;
        if let Some(remedy) = self.watchdog.look(expected, now) {
            self.wake(remedy, now);
        }
        self.post();
    }

    /// Jobs are away, and nobody works on them.
    fn wake(&mut self, remedy: Remedy, now: Duration) {
        let rebuilt = remedy == Remedy::Rebuild;
        self.events.push(Event::Stalled { away: self.away.len(), rebuilt });
        self.post();
        let since = match rebuilt {
            true => {
                self.orders.push(Order::Rebuild);
                self.away.values_mut().for_each(|away| away.sequence = None);
                now + Duration::from_millis(1)
            }
            false => now.saturating_sub(self.setting.patience.min(WATCH) / 2),
        };
        self.coordinator.give_again(millis(since), millis(now), &mut self.letters);
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}
