//! The control of a run over a network, without the network: incoming messages go to the coordinator, its jobs go into
//! a queue from which workers take them, claims are verified, and workers and jobs that are missing are noticed. A
//! state machine: the transport reports what has happened and when, and carries out the commands.

mod command;
mod job_size;
mod members;
mod trust;
mod watchdog;

use std::collections::HashMap;
use std::time::Duration;

use foregone_game::random::Random;

pub use self::command::{Command, RunConfig, RunEvent, RunStatus};
use self::job_size::JobSizer;
pub use self::members::{Member, Members};
pub use self::trust::{BadTrust, Trust};
use self::watchdog::{Remedy, Watchdog};
use crate::audit::AuditStep;
pub use crate::audit::Auditor;
use crate::coordinator::{Claim, Coordinator, Envelope, State};
use crate::host_message::{FromHost, LEAVING, ResultMessage, ToHost, host_of};
use crate::message::{FromWorker, HostId, Job, Ticket, ToWorker, WorkerId};

/// The most descents for the verification of a claim: this number, or this multiple of the job size if that is more.
const CLAIM: u64 = 100_000;
const CLAIM_JOBS: u64 = 8;
/// Descents of one portion of a verification.
const PORTION: u64 = 500;
/// The longest time until the watchdog notices that no job reaches a worker.
const WATCH: Duration = Duration::from_secs(20);
/// The number of rejected messages that are reported one by one; the others are only counted.
const REJECTED_SHOWN: u64 = 100;

/// A job that is queued or held by a worker.
struct Queued {
    attempt: u32,
    /// The sequence number in the queue, once the server has confirmed it.
    sequence: Option<u64>,
}

/// Controls a run over a network.
pub struct RunController<'s> {
    coordinator: Coordinator,
    auditor: Option<Auditor<'s>>,
    config: RunConfig,
    members: Members,
    away: HashMap<u64, Queued>,
    job_sizer: JobSizer,
    watchdog: Watchdog,
    random: Random,
    envelopes: Vec<Envelope>,
    commands: Vec<Command>,
    events: Vec<RunEvent>,
    reachable: bool,
    /// Whether something has happened that should be saved at once.
    urgent: bool,
    /// Messages that were rejected.
    rejected: u64,
    /// When `tick` was last called, and when messages could last not arrive: because the server was out of reach, or
    /// because the controller was busy.
    looked: Duration,
    changed: Duration,
}

impl<'s> RunController<'s> {
    /// A controller of a run. The auditor verifies claims; none is needed if all workers are trusted.
    pub fn new(
        mut coordinator: Coordinator,
        auditor: Option<Auditor<'s>>,
        config: RunConfig,
    ) -> RunController<'s> {
        coordinator.begin_epoch(config.epoch);
        RunController {
            coordinator,
            auditor,
            config,
            members: Members::default(),
            away: HashMap::new(),
            job_sizer: JobSizer::new(config.job, config.job_time),
            watchdog: Watchdog::new(config.patience.min(WATCH)),
            random: Random::new(config.epoch),
            envelopes: Vec::new(),
            commands: Vec::new(),
            events: Vec::new(),
            reachable: true,
            urgent: false,
            rejected: 0,
            looked: Duration::ZERO,
            changed: Duration::ZERO,
        }
    }

    /// The coordinator.
    pub fn coordinator(&mut self) -> &mut Coordinator {
        &mut self.coordinator
    }

    /// The worker processes.
    pub fn members(&self) -> &Members {
        &self.members
    }

    /// The worker processes, for changes.
    pub fn members_mut(&mut self) -> &mut Members {
        &mut self.members
    }

    /// The state of the run, for its observer.
    pub fn status(&mut self) -> RunStatus<'_> {
        RunStatus {
            coordinator: &mut self.coordinator,
            members: &self.members,
            away: self.away.len(),
            job: self.job_sizer.job(),
            reachable: self.reachable,
            rejected: self.rejected,
        }
    }

    /// The commands for the transport since the last call.
    pub fn commands(&mut self) -> Vec<Command> {
        core::mem::take(&mut self.commands)
    }

    /// The events since the last call.
    pub fn events(&mut self) -> Vec<RunEvent> {
        core::mem::take(&mut self.events)
    }

    /// Whether something has happened since the last call that should be saved at once.
    pub fn is_urgent(&mut self) -> bool {
        core::mem::take(&mut self.urgent)
    }

    /// Whether the run is solved. It is not while a sample of claims still waits for verification.
    pub fn state(&self) -> State {
        let busy = self.auditor.as_ref().is_some_and(Auditor::is_busy);
        match self.coordinator.state() {
            State::Solved if busy => State::Claimed,
            state => state,
        }
    }

    /// Verifies the next portion of a claim. False if no claim waits.
    pub fn audit(&mut self, now: Duration) -> bool {
        let Some(auditor) = &mut self.auditor else { return false };
        let usual = CLAIM.max(self.job_sizer.job().saturating_mul(CLAIM_JOBS));
        let most = (PORTION, self.config.claim_descents.unwrap_or(usual));
        let outlook = auditor.step(&mut self.coordinator, most, &mut self.envelopes);
        match outlook {
            AuditStep::Idle => return false,
            AuditStep::Busy | AuditStep::Confirmed => return true,
            AuditStep::Refuted(claim) => self.exclude_claimant(&claim, now),
            AuditStep::TooLarge(claim) => {
                self.events.push(RunEvent::Withdrawn { claim: claim.to_string() });
                self.coordinator.reassign(millis(now), &mut self.envelopes);
            }
        }
        self.dispatch();
        true
    }

    /// The server cannot be reached any more, or it can again.
    pub fn set_reachable(&mut self, there: bool, now: Duration) {
        (self.reachable, self.changed) = (there, now);
        self.events.push(RunEvent::Server(there));
    }

    /// The server has put a job into the queue, with this sequence number.
    pub fn queued(&mut self, ticket: Ticket, sequence: u64) {
        match self.away.get_mut(&ticket.job).filter(|_| ticket.epoch == self.config.epoch) {
            Some(away) if away.attempt == ticket.attempt => away.sequence = Some(sequence),
            // The job was cancelled before the server confirmed it.
            _ => self.commands.push(Command::Unqueue(sequence)),
        }
    }

    /// Counts a message that is not accepted.
    pub fn reject(&mut self, name: String, why: &str) {
        self.rejected += 1;
        if self.rejected <= REJECTED_SHOWN {
            self.events.push(RunEvent::Refused { name, why: why.to_owned() });
        }
    }

    /// A report of a host, which the transport has authenticated, with the number that the host gave it.
    pub fn report(&mut self, from: HostId, number: u64, report: FromHost, now: Duration) {
        if let Some(why) = self.members.exclusion(from) {
            self.commands.push(Command::Send(Some(from), ToHost::Excluded(why.to_owned())));
            return;
        }
        if !report.is_plausible(from) || !self.members.is_next(from, number) {
            return;
        }
        let known = self.members.is_present(from);
        match report {
            FromHost::Hello { name, workers, slots } if !known => {
                self.admit(from, (name, workers, slots), number, now);
            }
            FromHost::Hello { .. } => {}
            _ if !known => self.commands.push(Command::Send(Some(from), ToHost::SayHello)),
            FromHost::Heartbeat { held, busy } => {
                let mut workers = 0;
                if let Some(member) = self.members.hear(from, now) {
                    member.busy = (Duration::from_millis(busy.iter().sum()), now);
                    workers = u64::from(member.workers);
                }
                for worker in from..from + workers {
                    self.coordinator.hear_worker(worker, millis(now), &mut self.envelopes);
                }
                self.check_held_jobs(&held, now);
            }
            FromHost::Worker { worker, message } => self.hear_worker(worker, message, now),
        }
        self.dispatch();
    }

    fn admit(
        &mut self,
        from: HostId,
        (name, workers, slots): (String, u32, u32),
        number: u64,
        now: Duration,
    ) {
        if !self.members.make_room(workers, self.config.member_bytes) {
            let why = "there is no room for more workers; give the coordinator more memory";
            self.commands.push(Command::Send(Some(from), ToHost::Excluded(why.to_owned())));
            return self.reject(name, why);
        }
        let slots = slots.min(self.config.slots.max(1));
        self.events.push(RunEvent::Joined { name: name.clone(), workers });
        self.members.admit(from, name, (workers, slots), number, now);
        for worker in from..from + u64::from(workers) {
            let hello = FromWorker::Hello { host: from, slots };
            self.coordinator.receive(worker, hello, millis(now), &mut self.envelopes);
        }
    }

    /// Compares the jobs that workers say they hold with the jobs that are away. A job that nobody waits for is
    /// cancelled again: the first message must have been lost.
    fn check_held_jobs(&mut self, held: &[(WorkerId, Ticket)], now: Duration) {
        for &(worker, ticket) in held {
            let ours = ticket.epoch == self.config.epoch;
            match self.away.get(&ticket.job).filter(|_| ours) {
                Some(away) if away.attempt == ticket.attempt => {
                    self.watchdog.sign(now);
                    self.coordinator.job_taken(worker, ticket, millis(now));
                }
                // Another worker holds the job as well. The first result is used.
                Some(_) => {}
                None => {
                    let message = ToHost::Cancel(worker, ticket);
                    self.commands.push(Command::Send(Some(host_of(worker)), message));
                }
            }
        }
    }

    fn hear_worker(&mut self, worker: WorkerId, message: FromWorker, now: Duration) {
        self.members.hear(host_of(worker), now);
        match &message {
            FromWorker::Partial { ticket, .. } => {
                self.watchdog.sign(now);
                self.coordinator.job_taken(worker, *ticket, millis(now));
            }
            FromWorker::Decline { ticket, why } => {
                if why != LEAVING {
                    let name = self.name(worker);
                    self.events.push(RunEvent::Declined { name, why: why.clone() });
                }
                self.coordinator.job_taken(worker, *ticket, millis(now));
            }
            FromWorker::Bye => {
                if let Some(name) = self.members.leave(worker) {
                    self.events.push(RunEvent::Left { name });
                }
            }
            FromWorker::Hello { .. } | FromWorker::Final { .. } => return,
        }
        self.coordinator.receive(worker, message, millis(now), &mut self.envelopes);
    }

    /// A final result. The job may have been assigned long ago, by a previous coordinator of this run.
    pub fn result(&mut self, from: HostId, delivery: ResultMessage, now: Duration) {
        let ResultMessage { worker, mut message } = delivery;
        let FromWorker::Final { ticket, result } = &mut message else { return };
        if host_of(worker) != from || self.members.exclusion(from).is_some() {
            return;
        }
        let ticket = *ticket;
        if let Some(auditor) = &mut self.auditor {
            let Some(line) = self.coordinator.place_of(ticket, result.table_key) else { return };
            if !auditor.accepts_result(&line, result) {
                let words = format!(
                    "the rules give something else for the position after the moves number {line:?}"
                );
                self.exclude_host(worker, &words, now);
                return self.dispatch();
            }
        }
        self.watchdog.sign(now);
        self.job_sizer.count();
        self.members.count_result(worker, result.spent);
        self.coordinator.job_taken(worker, ticket, millis(now));
        if ticket.epoch == self.config.epoch {
            self.away.remove(&ticket.job);
        }
        self.coordinator.receive(worker, message, millis(now), &mut self.envelopes);
        self.sample_claims();
        self.dispatch();
    }

    /// Lets a random share of the new claims wait for verification.
    fn sample_claims(&mut self) {
        let (Trust::Sample(share), Some(auditor)) = (self.config.trust, &mut self.auditor) else {
            return;
        };
        for claim in self.coordinator.recent_claims() {
            if (self.random.bits() as f64) < share * u64::MAX as f64 {
                auditor.enqueue(claim);
            }
        }
    }

    /// Excludes the host of a wrong claim.
    fn exclude_claimant(&mut self, claim: &Claim, now: Duration) {
        match claim.worker {
            Some(worker) => self.exclude_host(worker, &claim.to_string(), now),
            None => self.coordinator.reassign(millis(now), &mut self.envelopes),
        }
    }

    /// Excludes a host. Its claims that were not verified are withdrawn, and their positions are searched again.
    fn exclude_host(&mut self, worker: WorkerId, words: &str, now: Duration) {
        let excluded = host_of(worker);
        let name = self.name(worker);
        let workers = self.members.workers_of(excluded);
        self.members.exclude(excluded, &format!("wrong claim: {words}"));
        let message = ToHost::Excluded(format!("wrong claim: {words}"));
        self.commands.push(Command::Send(Some(excluded), message));
        self.events.push(RunEvent::Excluded { name, claim: words.to_owned() });
        self.urgent = true;
        self.coordinator.withdraw(|worker| host_of(worker) == excluded);
        for worker in excluded..excluded + u64::from(workers) {
            self.coordinator.worker_gone(worker, millis(now), &mut self.envelopes);
        }
        self.coordinator.reassign(millis(now), &mut self.envelopes);
    }

    fn name(&self, worker: WorkerId) -> String {
        let number = worker - host_of(worker);
        match self.members.name(host_of(worker)) {
            Some(name) => format!("{name}, worker {}", number + 1),
            None => "a worker that has left".to_owned(),
        }
    }

    /// Turns the messages of the coordinator into commands.
    fn dispatch(&mut self) {
        for Envelope { to, message } in core::mem::take(&mut self.envelopes) {
            match message {
                ToWorker::Job(job) => self.send_job(to, job),
                ToWorker::Cancel(ticket) => {
                    let away = self.away.remove(&ticket.job);
                    if let Some(sequence) = away.and_then(|away| away.sequence) {
                        self.commands.push(Command::Unqueue(sequence));
                    }
                    let message = ToHost::Cancel(to, ticket);
                    self.commands.push(Command::Send(Some(host_of(to)), message));
                }
                // All hosts are told when the run is over.
                ToWorker::Stop => {}
            }
        }
    }

    /// Puts a job into the queue, whichever worker it is meant for, and sends the facts with it to that worker's host.
    fn send_job(&mut self, to: WorkerId, mut job: Job) {
        let facts = core::mem::take(&mut job.facts);
        if !facts.is_empty() {
            self.commands.push(Command::Send(Some(host_of(to)), ToHost::Facts(facts)));
        }
        let Ticket { job: number, attempt, .. } = job.ticket;
        let before = self.away.insert(number, Queued { attempt, sequence: None });
        if let Some(sequence) = before.and_then(|before| before.sequence) {
            self.commands.push(Command::Unqueue(sequence));
        }
        self.commands.push(Command::Queue(Box::new(job)));
    }

    /// Adapts the job size, and reassigns jobs of silent workers. To be called several times a second.
    pub fn tick(&mut self, now: Duration) {
        if let Some(job) = self.job_sizer.adapt(self.members.workers(), now) {
            self.coordinator.set_job_size(job);
        }
        let patience = self.config.patience;
        if now.saturating_sub(core::mem::replace(&mut self.looked, now)) > patience / 2 {
            self.changed = now;
        }
        // No worker is blamed while its messages cannot arrive: while the server is out of reach, until workers have
        // reconnected, and while the controller was busy.
        if !self.reachable || now < self.changed + patience {
            self.members.reset_silence(now);
            self.watchdog.look(false, now);
            return self.dispatch();
        }
        for (host, name, workers) in self.members.silent(now.saturating_sub(patience)) {
            self.events.push(RunEvent::Silent { name });
            for worker in host..host + u64::from(workers) {
                self.coordinator.worker_gone(worker, millis(now), &mut self.envelopes);
            }
        }
        self.coordinator.reassign_overdue(millis(now), &mut self.envelopes);
        let expected = self.members.workers() > 0
            && !self.away.is_empty()
            && self.coordinator.state() == State::Running;
        if let Some(remedy) = self.watchdog.look(expected, now) {
            self.handle_stall(remedy, now);
        }
        self.dispatch();
    }

    /// Jobs are away, and no worker works on them.
    fn handle_stall(&mut self, remedy: Remedy, now: Duration) {
        let rebuilt = remedy == Remedy::Rebuild;
        self.events.push(RunEvent::Stalled { away: self.away.len(), rebuilt });
        self.dispatch();
        let since = match rebuilt {
            true => {
                self.commands.push(Command::RebuildQueue);
                self.away.values_mut().for_each(|away| away.sequence = None);
                now + Duration::from_millis(1)
            }
            false => now.saturating_sub(self.config.patience.min(WATCH) / 2),
        };
        self.coordinator.reassign_unheard(millis(since), millis(now), &mut self.envelopes);
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}
