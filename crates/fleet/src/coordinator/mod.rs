//! The coordinator: it holds the search graph, assigns leaves to workers and uses their results. A state machine: calls
//! go in, envelopes come out, and nothing else happens. Time is a number that the transport counts in units of its own.

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

/// A message with its receiver.
#[derive(Clone, PartialEq, Debug)]
pub struct Envelope {
    /// The receiver.
    pub to: WorkerId,
    /// The message.
    pub message: ToWorker,
}

/// The state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Jobs are away or can be assigned.
    Running,
    /// All questions about the root are answered.
    Solved,
    /// All questions about the root are answered, but some answers rest on claims that are not verified.
    Claimed,
    /// The memory is full. The questions that are open stay open.
    Exhausted,
}

/// The cost of a run so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Jobs, each counted once.
    pub jobs: u64,
    /// Further assignments of jobs that were not answered.
    pub again: u64,
    /// Jobs that were cancelled because their result was not needed any more.
    pub cancelled: u64,
    /// Partial results.
    pub partials: u64,
    /// Final results that were used.
    pub finals: u64,
    /// Results that came too late or for the second time.
    pub stale: u64,
    /// Results that no honest worker sends, and jobs that were declined.
    pub refused: u64,
    /// Descents of all final results.
    pub descents: u64,
    /// Positions that workers have seen for the first time.
    pub created: u64,
    /// Descents of results that changed nothing.
    pub redundant: u64,
    /// Leaves that were expanded.
    pub expanded: u64,
    /// Nodes in the graph, which Saffidine, Jouandeau and Cazenave 2011 call touched.
    pub nodes: u64,
    /// Facts that were sent to other hosts.
    pub facts: u64,
}

/// Holds the graph and assigns leaves.
pub struct Coordinator {
    run: u64,
    /// The epoch.
    epoch: u64,
    plan: Plan,
    graph: Graph,
    roster: Roster,
    tally: Tally,
    shared: SharedFacts,
    /// The worst outcome in question.
    worst: Outcome,
    /// Whether a leaf may have become free since the last selection failed.
    may_select: bool,
    /// Whether there is no memory for another expansion.
    full: bool,
    /// The number of selections.
    stamp: u32,
}

impl Coordinator {
    /// The coordinator of a run about a position that is not terminal, with one question "at least this outcome?" for
    /// each outcome of the range but the lowest.
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

    /// Takes a message, and appends the messages that follow from it to `out`.
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
                // A worker that says hello again was restarted and has no jobs.
                self.remove_worker(from);
                self.roster.add(from, host, slots);
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
                    self.roster.unassign(ticket.job);
                }
            }
        }
        self.cancel_unneeded(out);
        self.assign_jobs(now, out);
    }

    /// A worker is gone. Its jobs are assigned to others.
    pub fn worker_gone(&mut self, worker: WorkerId, now: u64, out: &mut Vec<Envelope>) {
        self.remove_worker(worker);
        self.assign_jobs(now, out);
    }

    /// Assigns jobs to other workers that were not heard of for longer than the plan's patience. To be called
    /// regularly.
    pub fn reassign_overdue(&mut self, now: u64, out: &mut Vec<Envelope>) {
        for job in self.roster.overdue(now, self.plan.patience) {
            if let Some(worker) = self.roster.job(job).and_then(|assignment| assignment.worker) {
                self.roster.set_silent(worker);
            }
            self.roster.unassign(job);
        }
        self.assign_jobs(now, out);
    }

    /// A transport with a queue reports which worker has taken a job; that need not be the worker that the job was
    /// meant for.
    pub fn job_taken(&mut self, by: WorkerId, ticket: Ticket, now: u64) {
        if self.is_ours(ticket) {
            self.roster.set_holder(ticket.job, ticket.attempt, by, now);
        }
    }

    /// Sets the number of descents of the jobs from now on.
    pub fn set_job_size(&mut self, job: u64) {
        self.plan.job = job.max(1);
    }

    /// Sets the epoch, which distinguishes the jobs of this coordinator from those of its predecessors.
    pub fn begin_epoch(&mut self, epoch: u64) {
        self.epoch = epoch;
    }

    /// Records a sign of life from a worker that may have counted as silent.
    pub fn hear_worker(&mut self, worker: WorkerId, now: u64, out: &mut Vec<Envelope>) {
        if self.roster.hear(worker) {
            self.assign_jobs(now, out);
        }
    }

    /// Assigns all jobs again that were not heard of since then, whatever the plan's patience: they may have been lost
    /// on the way.
    pub fn reassign_unheard(&mut self, since: u64, now: u64, out: &mut Vec<Envelope>) {
        for job in self.roster.unheard(since) {
            self.roster.unassign(job);
        }
        self.assign_jobs(now, out);
    }

    fn remove_worker(&mut self, worker: WorkerId) {
        for job in self.roster.remove(worker) {
            self.roster.unassign(job);
        }
    }

    /// Whether a ticket is of this run and epoch.
    fn is_ours(&self, ticket: Ticket) -> bool {
        (ticket.run, ticket.epoch) == (self.run, self.epoch)
    }

    fn ticket(&self, job: u64, attempt: u32) -> Ticket {
        Ticket { run: self.run, epoch: self.epoch, job, attempt }
    }

    /// Whether a worker holds this assignment.
    fn has(&self, worker: WorkerId, ticket: Ticket) -> bool {
        let assignment = self.roster.job(ticket.job).filter(|_| self.is_ours(ticket));
        assignment.is_some_and(|assignment| {
            assignment.worker == Some(worker) && assignment.attempt == ticket.attempt
        })
    }

    /// Cancels the jobs that are not needed any more.
    fn cancel_unneeded(&mut self, out: &mut Vec<Envelope>) {
        while let Some(node) = self.graph.unneeded.pop() {
            let job = self.graph.nodes[node as usize].job;
            if self.graph.nodes[node as usize].active {
                continue; // it is needed again
            }
            if let Some(assignment) = self.roster.finish(job) {
                self.tally.cancelled += 1;
                self.cancel(job, assignment, out);
                self.graph.assign(node, graph::NO_JOB);
            }
        }
        if self.is_closed() {
            out.extend(self.roster.workers().map(|to| Envelope { to, message: ToWorker::Stop }));
        }
    }

    /// Cancels an assignment.
    fn cancel(&self, job: u64, assignment: Assignment, out: &mut Vec<Envelope>) {
        if let Some(to) = assignment.worker {
            let ticket = self.ticket(job, assignment.attempt);
            out.push(Envelope { to, message: ToWorker::Cancel(ticket) });
        }
    }

    /// Assigns jobs until no worker is idle or no leaf is free.
    fn assign_jobs(&mut self, now: u64, out: &mut Vec<Envelope>) {
        if self.is_closed() {
            return;
        }
        while let Some(worker) = self.roster.idle() {
            if let Some((job, assignment)) = self.roster.unassigned() {
                if !self.graph.nodes[assignment.node as usize].active {
                    self.roster.finish(job);
                    self.graph.assign(assignment.node, graph::NO_JOB);
                    continue;
                }
                self.tally.again += 1;
                self.send(
                    worker,
                    job,
                    Assignment { attempt: assignment.attempt + 1, ..assignment },
                    now,
                    out,
                );
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
            let assignment =
                Assignment { node, worker: None, attempt: 0, aim, window, heard, given };
            self.send(worker, job, assignment, now, out);
        }
    }

    fn send(
        &mut self,
        to: WorkerId,
        job: u64,
        assignment: Assignment,
        now: u64,
        out: &mut Vec<Envelope>,
    ) {
        let assignment = Assignment { worker: Some(to), heard: now, given: now, ..assignment };
        let host = self.roster.host(to).unwrap_or_default();
        let facts = self.shared.since(self.roster.facts_sent(to), host);
        self.tally.facts += facts.len() as u64;
        let per_worker = self.plan.job_per_worker.saturating_mul(self.roster.len() as u64);
        let message = ToWorker::Job(Job {
            ticket: self.ticket(job, assignment.attempt),
            line: self.graph.line(assignment.node),
            aim: assignment.aim,
            window: assignment.window,
            budget: self.plan.job.max(per_worker).max(1),
            partial: self.plan.partial,
            facts,
        });
        self.roster.assign(job, assignment);
        out.push(Envelope { to, message });
    }

    /// The state of the run.
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

    /// The bounds of the root within the outcomes in question.
    pub fn bounds(&self) -> (Outcome, Outcome) {
        self.outcomes(label::span(&self.counting(ROOT)))
    }

    /// The bounds of the root if all claims are right.
    pub fn claimed_bounds(&self) -> (Outcome, Outcome) {
        self.outcomes(label::span(self.graph.label(ROOT)))
    }

    fn outcomes(&self, (low, high): (u8, u8)) -> (Outcome, Outcome) {
        (Outcome(self.worst.0 + low), Outcome(self.worst.0 + high))
    }

    /// The proof numbers of the root for each question "at least this outcome?".
    pub fn efforts(&self) -> Vec<(Outcome, ProofNumbers)> {
        let outcomes = (self.worst.0 + 1..).map(Outcome);
        outcomes.zip(self.counting(ROOT)).collect()
    }

    /// Whether all questions about the root have answers, verified or claimed.
    fn is_closed(&self) -> bool {
        self.graph.closes(self.graph.label(ROOT))
    }

    /// The numbers of a node, without claims where claims do not count.
    fn counting(&self, node: u32) -> Vec<ProofNumbers> {
        match self.plan.claims {
            ClaimPolicy::Verified => self.graph.established(node),
            ClaimPolicy::Believed | ClaimPolicy::Marked => self.graph.label(node).to_vec(),
        }
    }

    /// The cost so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Bytes of the graph.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }

    /// The number of jobs that are away.
    pub fn away(&self) -> usize {
        self.roster.jobs()
    }

    /// The moves to the leaf that would be selected next, each as its index in the canonical order.
    pub fn most_proving(&mut self) -> Vec<u16> {
        let (policy, ties) = (self.plan.policy, self.plan.ties);
        let selected = self.graph.select(policy, ties, &mut self.stamp);
        selected.map_or(Vec::new(), |selected| self.graph.line(selected.node))
    }

    /// All proved facts, for the making of a proof: table keys with ranks of the whole scale, of which `ends` are the
    /// worst and the best outcome.
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
