//! The coordinator: holds the search graph, gives leaves away and takes results in. A state machine: calls go in, letters
//! come out, and nothing else happens. Time is a number that the carrier counts in units of its own.

mod checkpoint;
mod claim;
mod claimed;
mod graph;
mod label;
mod relevance;
mod results;
mod roster;
mod select;
mod shared_facts;

use foregone_game::Outcome;
use foregone_solve::effort::ProofNumbers;
use foregone_solve::leaf_search::Root;

pub use self::claim::Claim;
use self::graph::{Graph, ROOT};
use self::roster::{Assignment, Roster};
use self::shared_facts::SharedFacts;
use crate::message::{
    Child, FromWorker, Job, JobResult, Label, Ticket, ToWorker, WireFact, WorkerId, decode_label,
};
use crate::plan::{ClaimPolicy, Plan};

/// A message and whom it is for.
#[derive(Clone, PartialEq, Debug)]
pub struct Envelope {
    /// Whom it is for.
    pub to: WorkerId,
    /// What it says.
    pub message: ToWorker,
}

/// How a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// There is work to do or to wait for.
    Running,
    /// Nothing is left to prove.
    Solved,
    /// Nothing would be left to prove if what workers claim was established.
    Claimed,
    /// Memory is full, and that is all it says: what is open stays open.
    Exhausted,
}

/// What a run has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Jobs given away, each counted once.
    pub jobs: u64,
    /// Jobs given away again, because nothing was heard of them.
    pub again: u64,
    /// Jobs that were called back, because nobody needed the answer any more.
    pub cancelled: u64,
    /// Partial results.
    pub partials: u64,
    /// Final results that were taken in.
    pub finals: u64,
    /// Results about something that was not asked any more: late, or for the second time.
    pub stale: u64,
    /// Results that no honest worker could send, and jobs that were declined.
    pub refused: u64,
    /// Descents of all final results.
    pub descents: u64,
    /// Positions that workers have seen for the first time.
    pub created: u64,
    /// Those of the descents that changed nothing: of results that came late, twice or after they were needed.
    pub redundant: u64,
    /// Leaves expanded.
    pub expanded: u64,
    /// Nodes in the graph: what 004 calls touched.
    pub nodes: u64,
    /// Facts told to other hosts.
    pub facts: u64,
}

/// Holds the graph and gives leaves away.
pub struct Coordinator {
    run: u64,
    /// The number of its beginning.
    epoch: u64,
    plan: Plan,
    graph: Graph,
    roster: Roster,
    tally: Tally,
    shared: SharedFacts,
    /// The worst outcome in question.
    worst: Outcome,
    /// Whether a leaf may have become free since none was found.
    may_select: bool,
    /// Whether there is no room for another expansion.
    full: bool,
    /// How often a leaf was looked for.
    stamp: u32,
}

impl Coordinator {
    /// The coordinator of a run about a position that is not over, with the questions "at least this?" for the outcomes
    /// of a range.
    pub fn new(run: u64, root: Root, (low, high): (Outcome, Outcome), plan: Plan) -> Coordinator {
        let questions = usize::from(high.0 - low.0);
        Coordinator {
            run,
            epoch: 0,
            plan,
            graph: Graph::new(root.table_key, root.player, questions, &plan),
            roster: Roster::default(),
            tally: Tally { nodes: 1, ..Tally::default() },
            shared: SharedFacts::default(),
            worst: low,
            may_select: true,
            full: false,
            stamp: 0,
        }
    }

    /// Takes a message in. What there is to be sent because of it is appended to `out`.
    pub fn receive(
        &mut self,
        from: WorkerId,
        message: FromWorker,
        now: u64,
        out: &mut Vec<Envelope>,
    ) {
        self.roster.hear(from);
        match message {
            FromWorker::Hello { host, slots } => {
                // Whoever says hello again has begun anew, and has no jobs.
                self.remove_worker(from);
                self.roster.welcome(from, host, slots);
            }
            FromWorker::Bye => self.remove_worker(from),
            FromWorker::Partial { ticket, table_key, label, .. } => {
                self.tally.partials += 1;
                self.take_partial(from, ticket, table_key, &label, now);
            }
            FromWorker::Final { ticket, result } => self.take_final(from, ticket, result, out),
            FromWorker::Decline { ticket, .. } => {
                self.tally.refused += 1;
                if self.has(from, ticket) {
                    self.roster.retry(ticket.job);
                }
            }
        }
        self.cancel_unneeded(out);
        self.assign_jobs(now, out);
    }

    /// A worker is gone. Its jobs are given to others.
    pub fn worker_gone(&mut self, worker: WorkerId, now: u64, out: &mut Vec<Envelope>) {
        self.remove_worker(worker);
        self.assign_jobs(now, out);
    }

    /// Gives jobs to others of which nothing has been heard for longer than the plan's patience. To be called now and then.
    pub fn reassign_overdue(&mut self, now: u64, out: &mut Vec<Envelope>) {
        for job in self.roster.overdue(now, self.plan.patience) {
            if let Some(worker) = self.roster.job(job).and_then(|away| away.worker) {
                self.roster.suspect(worker);
            }
            self.roster.retry(job);
        }
        self.assign_jobs(now, out);
    }

    /// A carrier that lets workers help themselves from a queue says who has a job: not always the one it was meant for.
    pub fn job_taken(&mut self, by: WorkerId, ticket: Ticket, now: u64) {
        if self.is_ours(ticket) {
            self.roster.take_over(ticket.job, ticket.attempt, by, now);
        }
    }

    /// From now on jobs have so many descents.
    pub fn set_job_size(&mut self, job: u64) {
        self.plan.job = job.max(1);
    }

    /// The number of this beginning, unlike that of any other: jobs of another one with the same number are others.
    pub fn begin_epoch(&mut self, epoch: u64) {
        self.epoch = epoch;
    }

    /// A sign of life from a worker that may have been taken for dead.
    pub fn hear_worker(&mut self, worker: WorkerId, now: u64, out: &mut Vec<Envelope>) {
        if self.roster.hear(worker) {
            self.assign_jobs(now, out);
        }
    }

    /// Gives all jobs away again of which nothing was heard since then, whatever the plan's patience: they may have got lost
    /// on the way.
    pub fn reassign_unheard(&mut self, since: u64, now: u64, out: &mut Vec<Envelope>) {
        for job in self.roster.unheard(since) {
            self.roster.retry(job);
        }
        self.assign_jobs(now, out);
    }

    fn remove_worker(&mut self, worker: WorkerId) {
        for job in self.roster.farewell(worker) {
            self.roster.retry(job);
        }
    }

    /// Whether a ticket is of this beginning of the run.
    fn is_ours(&self, ticket: Ticket) -> bool {
        (ticket.run, ticket.epoch) == (self.run, self.epoch)
    }

    fn ticket(&self, job: u64, attempt: u32) -> Ticket {
        Ticket { run: self.run, epoch: self.epoch, job, attempt }
    }

    /// Whether a worker has that job.
    fn has(&self, worker: WorkerId, ticket: Ticket) -> bool {
        let away = self.roster.job(ticket.job).filter(|_| self.is_ours(ticket));
        away.is_some_and(|away| away.worker == Some(worker) && away.attempt == ticket.attempt)
    }

    /// Calls back what nobody needs any more.
    fn cancel_unneeded(&mut self, out: &mut Vec<Envelope>) {
        while let Some(node) = self.graph.unneeded.pop() {
            let job = self.graph.nodes[node as usize].job;
            if self.graph.nodes[node as usize].active {
                continue; // somebody wants it again
            }
            if let Some(away) = self.roster.take(job) {
                self.tally.cancelled += 1;
                self.cancel(job, away, out);
                self.graph.assign(node, graph::NO_JOB);
            }
        }
        if self.is_closed() {
            out.extend(self.roster.workers().map(|to| Envelope { to, message: ToWorker::Stop }));
        }
    }

    /// Cancels a job.
    fn cancel(&self, job: u64, away: Assignment, out: &mut Vec<Envelope>) {
        if let Some(to) = away.worker {
            let ticket = self.ticket(job, away.attempt);
            out.push(Envelope { to, message: ToWorker::Cancel(ticket) });
        }
    }

    /// Gives away as much as there is for as many as there are.
    fn assign_jobs(&mut self, now: u64, out: &mut Vec<Envelope>) {
        if self.is_closed() {
            return;
        }
        while let Some(worker) = self.roster.idle() {
            if let Some((job, away)) = self.roster.again() {
                if !self.graph.nodes[away.node as usize].active {
                    self.roster.take(job);
                    self.graph.assign(away.node, graph::NO_JOB);
                    continue;
                }
                self.tally.again += 1;
                self.send(worker, job, Assignment { attempt: away.attempt + 1, ..away }, now, out);
                continue;
            }
            if !self.may_select || self.full || self.roster.jobs() >= self.plan.away {
                return;
            }
            let (policy, ties) = (self.plan.policy, self.plan.ties);
            let Some(selected) = self.graph.select(policy, ties, &mut self.stamp) else {
                self.may_select = false;
                return;
            };
            let job = self.roster.next_job;
            self.roster.next_job += 1;
            self.tally.jobs += 1;
            self.graph.assign(selected.node, job);
            let select::Selected { node, aim, window } = selected;
            let (heard, given) = (now, now);
            let away = Assignment { node, worker: None, attempt: 0, aim, window, heard, given };
            self.send(worker, job, away, now, out);
        }
    }

    fn send(
        &mut self,
        to: WorkerId,
        job: u64,
        away: Assignment,
        now: u64,
        out: &mut Vec<Envelope>,
    ) {
        let away = Assignment { worker: Some(to), heard: now, given: now, ..away };
        let host = self.roster.host(to).unwrap_or_default();
        let facts = self.shared.since(self.roster.told(to), host);
        self.tally.facts += facts.len() as u64;
        let per_worker = self.plan.job_per_worker.saturating_mul(self.roster.len() as u64);
        let message = ToWorker::Job(Job {
            ticket: self.ticket(job, away.attempt),
            line: self.graph.line(away.node),
            aim: away.aim,
            window: away.window,
            budget: self.plan.job.max(per_worker).max(1),
            partial: self.plan.partial,
            facts,
        });
        self.roster.give(job, away);
        out.push(Envelope { to, message });
    }

    /// How the run stands.
    pub fn state(&self) -> State {
        let (low, high) = label::span(&self.counting(ROOT));
        if self.is_closed() && (self.plan.claims != ClaimPolicy::Verified || low == high) {
            State::Solved
        } else if self.is_closed() {
            State::Claimed
        } else if self.full && self.roster.jobs() == 0 {
            State::Exhausted
        } else {
            State::Running
        }
    }

    /// What has been proved about the root, of the outcomes in question: at least, at most.
    pub fn bounds(&self) -> (Outcome, Outcome) {
        self.outcomes(label::span(&self.counting(ROOT)))
    }

    /// The same if all that workers claim was so.
    pub fn claimed_bounds(&self) -> (Outcome, Outcome) {
        self.outcomes(label::span(self.graph.label(ROOT)))
    }

    fn outcomes(&self, (low, high): (u8, u8)) -> (Outcome, Outcome) {
        (Outcome(self.worst.0 + low), Outcome(self.worst.0 + high))
    }

    /// The efforts at the root, per question "at least this outcome?".
    pub fn efforts(&self) -> Vec<(Outcome, ProofNumbers)> {
        let outcomes = (self.worst.0 + 1..).map(Outcome);
        outcomes.zip(self.counting(ROOT)).collect()
    }

    /// Whether nothing is open at the root, by what was established or claimed.
    fn is_closed(&self) -> bool {
        self.graph.closes(self.graph.label(ROOT))
    }

    /// The numbers of a node that count.
    fn counting(&self, node: u32) -> Vec<ProofNumbers> {
        match self.plan.claims {
            ClaimPolicy::Verified => self.graph.established(node),
            ClaimPolicy::Believed | ClaimPolicy::Marked => self.graph.label(node).to_vec(),
        }
    }

    /// What it has cost.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Bytes that the graph holds.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }

    /// Jobs that somebody has.
    pub fn away(&self) -> usize {
        self.roster.jobs()
    }

    /// The moves to the leaf that would come next, by their places in the canonical order.
    pub fn most_proving(&mut self) -> Vec<u16> {
        let (policy, ties) = (self.plan.policy, self.plan.ties);
        let selected = self.graph.select(policy, ties, &mut self.stamp);
        selected.map_or(Vec::new(), |selected| self.graph.line(selected.node))
    }

    /// Everything that has been proved, for a proof: positions by their codes, outcomes as ranks of the whole scale, of which
    /// `ends` are the worst and the best.
    pub fn proved(&self, ends: (Outcome, Outcome)) -> impl Iterator<Item = WireFact> + '_ {
        let questions = self.graph.questions as u8;
        (0..self.graph.nodes.len() as u32).filter_map(move |node| {
            let (low, high) = label::span(&self.counting(node));
            let low = if low == 0 { ends.0.0 } else { self.worst.0 + low };
            let high = if high == questions { ends.1.0 } else { self.worst.0 + high };
            let table_key = self.graph.nodes[node as usize].table_key;
            let work = self.plan.job;
            (low > ends.0.0 || high < ends.1.0).then_some(WireFact { table_key, low, high, work })
        })
    }
}
