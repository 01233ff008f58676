//! A run from beginning to end: what comes in goes to the coordinator, what it says goes out, and somebody looks on.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use fleet::coordinator::{Coordinator, Letter, State};
use fleet::message::{FromWorker, HostId, Job, Ticket, ToWorker, WorkerId};
use solve::limits::Stop;

use crate::broker::Trouble;
use crate::desk::{Desk, Incoming};
use crate::frame::{Delivery, LEAVING, Notice, Report};
use crate::ledger::Ledger;
use crate::names::host;
use crate::overseer::{Event, Overseer, Standing};
use crate::pace::Pace;
use crate::trust::{Claim, Claims, Trust, claims, settles};

/// How long to wait for something to come in.
const WAIT: Duration = Duration::from_millis(20);
/// How often everything else is looked after.
const TICK: Duration = Duration::from_millis(100);

/// A job that is queued or with a worker.
struct Away {
    attempt: u32,
    line: Vec<u16>,
    /// Its place in the queue, once it is there.
    sequence: Option<u64>,
}

/// Where a run is coordinated.
pub struct Office {
    desk: Desk,
    coordinator: Coordinator,
    ledger: Ledger,
    trust: Trust,
    claims: Claims,
    away: HashMap<u64, Away>,
    pace: Pace,
    letters: Vec<Letter>,
    /// The last result that was taken in, by its place in the stream.
    last: u64,
    started: Instant,
    patience: Duration,
    reach: bool,
    /// When workers were last looked after, and when that was last interrupted: by the server's absence or by work that
    /// took long.
    looked: Duration,
    changed: Duration,
}

impl Office {
    /// An office at a desk. Of whom nothing is heard for longer than `patience` is taken for dead. Jobs have `job` descents,
    /// or as many as make them last for about `lasting`.
    pub fn new(
        desk: Desk,
        coordinator: Coordinator,
        trust: Trust,
        patience: Duration,
        (job, lasting): (u64, Option<Duration>),
    ) -> Office {
        Office {
            desk,
            coordinator,
            ledger: Ledger::default(),
            trust,
            claims: Claims::default(),
            away: HashMap::new(),
            pace: Pace::new(job, lasting),
            letters: Vec::new(),
            last: 0,
            started: Instant::now(),
            patience,
            reach: true,
            looked: Duration::ZERO,
            changed: Duration::ZERO,
        }
    }

    /// The coordinator.
    pub fn coordinator(&mut self) -> &mut Coordinator {
        &mut self.coordinator
    }

    /// Leaves. If the run is over, the workers are told so.
    pub fn close(self, over: bool) -> Ledger {
        self.desk.close(over);
        self.ledger
    }

    /// Deals with messages until there is a reason to stop.
    pub fn run(&mut self, overseer: &mut dyn Overseer) -> Result<Stop, Trouble> {
        let mut tick = Instant::now();
        loop {
            match self.coordinator.state() {
                State::Solved => return Ok(Stop::Solved),
                State::Exhausted => return Ok(Stop::Memory),
                State::Running => {}
            }
            if let Some(incoming) = self.desk.receive(WAIT) {
                self.take_in(incoming, overseer)?;
            }
            self.post();
            if tick.elapsed() >= TICK {
                tick = Instant::now();
                self.look_after_workers(overseer);
                if let Some(stop) = overseer.look(self.standing()) {
                    return Ok(stop);
                }
                if overseer.wants_checkpoint() {
                    self.save(overseer);
                }
            }
        }
    }

    /// Saves the coordinator. What is in the checkpoint need not stay at the server.
    pub fn save(&mut self, overseer: &mut dyn Overseer) {
        if overseer.checkpoint(&self.coordinator) && self.last > 0 {
            self.desk.truncate(self.last);
        }
    }

    fn standing(&mut self) -> Standing<'_> {
        Standing {
            coordinator: &mut self.coordinator,
            ledger: &self.ledger,
            away: self.away.len(),
            job: self.pace.job(),
            reach: self.reach,
        }
    }

    fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn take_in(&mut self, incoming: Incoming, overseer: &mut dyn Overseer) -> Result<(), Trouble> {
        match incoming {
            Incoming::Report(report) => self.take_report(report, overseer),
            Incoming::Result(sequence, delivery) => {
                self.last = sequence;
                self.take_result(delivery, overseer);
            }
            Incoming::Queued(ticket, sequence) => match self.away.get_mut(&ticket.job) {
                Some(away) if away.attempt == ticket.attempt => away.sequence = Some(sequence),
                // Called back before it was there.
                _ => self.desk.unqueue(sequence),
            },
            Incoming::Reach(there) => {
                self.reach = there;
                self.changed = self.started.elapsed();
                overseer.event(&Event::Reach(there));
            }
            Incoming::Lost(holder) => {
                return Err(Trouble::Lost { run: self.desk.run().to_owned(), holder });
            }
        }
        Ok(())
    }

    fn take_report(&mut self, report: Report, overseer: &mut dyn Overseer) {
        let from = match &report {
            Report::Hello { host, .. } | Report::Beat { host, .. } => *host,
            Report::News { worker, .. } => host(*worker),
        };
        if let Some(why) = self.ledger.exclusion(from) {
            self.desk.tell(Some(from), Notice::Dismissed(why.to_owned()));
            return;
        }
        let known = self.ledger.is_present(from);
        let elapsed = self.started.elapsed();
        match report {
            Report::Hello { host, name, workers, slots } if !known => {
                overseer.event(&Event::Joined { name: name.clone(), workers });
                self.ledger.welcome(host, name, (workers, slots), elapsed);
                for worker in host..host + u64::from(workers) {
                    self.greet(worker, host, slots);
                }
            }
            Report::Hello { .. } => {}
            _ if !known => self.desk.tell(Some(from), Notice::Who),
            Report::Beat { held, busy, .. } => {
                if let Some(member) = self.ledger.hear(from, elapsed) {
                    member.busy = (Duration::from_millis(busy.iter().sum()), elapsed);
                }
                self.take_stock(&held);
            }
            Report::News { worker, message } => self.take_news(worker, message, overseer),
        }
    }

    fn greet(&mut self, worker: WorkerId, host: HostId, slots: u32) {
        let now = self.now();
        let hello = FromWorker::Hello { host, slots };
        self.coordinator.receive(worker, hello, now, &mut self.letters);
    }

    /// Who has which job. What nobody waits for is called back: the word of it must have been lost.
    fn take_stock(&mut self, held: &[(WorkerId, Ticket)]) {
        let now = self.now();
        for &(worker, ticket) in held {
            match self.away.get(&ticket.job) {
                Some(away) if away.attempt == ticket.attempt => {
                    self.coordinator.taken(worker, ticket, now);
                }
                _ => self.desk.tell(Some(host(worker)), Notice::Cancel(worker, ticket)),
            }
        }
    }

    fn take_news(&mut self, worker: WorkerId, message: FromWorker, overseer: &mut dyn Overseer) {
        let now = self.now();
        self.ledger.hear(host(worker), self.started.elapsed());
        match &message {
            // Whoever is not trusted settles nothing in passing.
            FromWorker::Partial { label, .. } if self.trust != Trust::All && settles(label) => {
                return;
            }
            FromWorker::Partial { ticket, .. } => self.coordinator.taken(worker, *ticket, now),
            FromWorker::Decline { ticket, why } => {
                if why != LEAVING {
                    let name = self.name(worker);
                    overseer.event(&Event::Declined { name, why: why.clone() });
                }
                self.coordinator.taken(worker, *ticket, now);
            }
            FromWorker::Bye => {
                if let Some(name) = self.ledger.leave(worker) {
                    overseer.event(&Event::Left { name });
                }
            }
            FromWorker::Hello { .. } | FromWorker::Final { .. } => return,
        }
        self.coordinator.receive(worker, message, now, &mut self.letters);
    }

    fn take_result(&mut self, delivery: Delivery, overseer: &mut dyn Overseer) {
        let Delivery { worker, message } = delivery;
        let FromWorker::Final { ticket, found } = &message else { return };
        if self.ledger.exclusion(host(worker)).is_some() {
            return;
        }
        if self.trust != Trust::All {
            // What was not asked for cannot be asked again.
            let Some(away) = self.away.get(&ticket.job) else { return };
            let made = claims(worker, &away.line, found);
            if let Trust::Sample(share) = self.trust
                && !made.is_empty()
                && chance() < share
            {
                let claim = &made[(chance() * made.len() as f64) as usize % made.len()];
                if overseer.holds(claim) == Some(false) {
                    self.exclude(claim, overseer);
                    return;
                }
            }
            self.claims.keep(made);
        }
        let now = self.now();
        self.pace.count();
        self.ledger.credit(worker, found.spent);
        self.coordinator.taken(worker, *ticket, now);
        self.away.remove(&ticket.job);
        self.coordinator.receive(worker, message, now, &mut self.letters);
    }

    /// Looks for a claim that does not hold, when the answer does not. True if somebody was found out: then the run can go
    /// on without them.
    pub fn accuse(&mut self, overseer: &mut dyn Overseer) -> bool {
        let claims = self.claims.easiest_first();
        let is_false = |claim: &&Claim| overseer.holds(claim) == Some(false);
        match claims.iter().find(is_false) {
            Some(claim) => {
                self.exclude(claim, overseer);
                true
            }
            None => false,
        }
    }

    /// Sends a liar away. Nothing that has been built on what it said can be told from the rest: all of it is asked again,
    /// and answered quickly by those who have found it themselves.
    fn exclude(&mut self, claim: &Claim, overseer: &mut dyn Overseer) {
        let liar = host(claim.worker);
        let answer = if claim.proved { "yes" } else { "no" };
        let words = format!(
            "{answer} to question {} about the position after the moves number {:?}",
            claim.question, claim.line
        );
        let name = self.name(claim.worker);
        self.ledger.exclude(liar, &format!("it claimed what is not so: {words}"));
        self.desk.tell(Some(liar), Notice::Dismissed(format!("claimed what is not so: {words}")));
        overseer.event(&Event::Excluded { name, claim: words });
        for (_, away) in self.away.drain() {
            if let Some(sequence) = away.sequence {
                self.desk.unqueue(sequence);
            }
        }
        let numbered = self.coordinator.numbered();
        self.coordinator = overseer.begin();
        self.coordinator.number_from(numbered);
        self.coordinator.resize(self.pace.job());
        self.letters.clear();
        self.claims.clear();
        for (worker, host, slots) in self.ledger.present() {
            self.greet(worker, host, slots);
        }
        self.save(overseer);
    }

    fn name(&self, worker: WorkerId) -> String {
        let number = worker - host(worker);
        match self.ledger.name(host(worker)) {
            Some(name) => format!("{name}, worker {}", number + 1),
            None => "a worker that is gone".to_owned(),
        }
    }

    /// Sends what the coordinator has to say.
    fn post(&mut self) {
        for Letter { to, message } in std::mem::take(&mut self.letters) {
            match message {
                ToWorker::Job(job) => self.send_job(to, job),
                ToWorker::Cancel(ticket) => {
                    if let Some(Away { sequence: Some(sequence), .. }) =
                        self.away.remove(&ticket.job)
                    {
                        self.desk.unqueue(sequence);
                    }
                    self.desk.tell(Some(host(to)), Notice::Cancel(to, ticket));
                }
                // All hear of it when the desk is closed.
                ToWorker::Stop => {}
            }
        }
    }

    /// Jobs go into the queue, whoever they are meant for; what a host should know goes to that host.
    fn send_job(&mut self, to: WorkerId, mut job: Job) {
        let facts = std::mem::take(&mut job.facts);
        if !facts.is_empty() {
            self.desk.tell(Some(host(to)), Notice::Facts(facts));
        }
        let Ticket { job: number, attempt, .. } = job.ticket;
        let away = Away { attempt, line: job.line.clone(), sequence: None };
        let before = self.away.insert(number, away).and_then(|before| before.sequence);
        if let Some(sequence) = before {
            self.desk.unqueue(sequence);
        }
        self.desk.queue(job);
    }

    fn look_after_workers(&mut self, overseer: &mut dyn Overseer) {
        let (now, elapsed) = (self.now(), self.started.elapsed());
        if let Some(job) = self.pace.adapt(self.ledger.workers(), elapsed) {
            self.coordinator.resize(job);
        }
        if elapsed - std::mem::replace(&mut self.looked, elapsed) > self.patience / 2 {
            self.changed = elapsed;
        }
        // Nobody is blamed while the server is away, before they have found it again, or while nobody listened.
        if !self.reach || elapsed < self.changed + self.patience {
            self.ledger.excuse(elapsed);
            return;
        }
        for (host, name, workers) in self.ledger.silent(elapsed.saturating_sub(self.patience)) {
            overseer.event(&Event::Silent { name });
            for worker in host..host + u64::from(workers) {
                self.coordinator.farewell(worker, now, &mut self.letters);
            }
        }
        self.coordinator.remind(now, &mut self.letters);
    }
}

/// A number from 0 to 1.
fn chance() -> f64 {
    crate::random() as f64 / u64::MAX as f64
}
