//! The workers, and the jobs that they hold.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::message::{HostId, WorkerId};

/// A job that is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    pub node: u32,
    /// The worker that holds it; none while it waits for its next assignment.
    pub worker: Option<WorkerId>,
    pub attempt: u32,
    pub aim: u8,
    pub window: (u8, u8),
    /// When it was last heard of, and when it was assigned to its worker.
    pub heard: u64,
    pub given: u64,
}

#[derive(Clone, Copy, Debug)]
struct Worker {
    host: HostId,
    slots: u32,
    busy: u32,
    /// Whether the worker was not heard for too long. It gets no jobs until it is heard again.
    silent: bool,
    /// The turn in which `busy` or `silent` last changed.
    since: u64,
}

/// A worker that holds a job and does not finish it within this multiple of the patience may never do so. The time is
/// doubled with every further assignment, because the job may simply be long.
const OVERLONG: u64 = 8;

/// Workers and jobs.
#[derive(Default)]
pub struct Roster {
    workers: BTreeMap<WorkerId, Worker>,
    /// The workers that can take a job: those with the fewest jobs first, then those that have waited longest.
    idle: BTreeSet<(u32, u64, WorkerId)>,
    jobs: BTreeMap<u64, Assignment>,
    /// Jobs that wait for their next assignment.
    unassigned: VecDeque<u64>,
    /// The number of facts that each host was sent.
    facts_sent: BTreeMap<HostId, u64>,
    turn: u64,
    pub next_job: u64,
}

impl Roster {
    pub fn len(&self) -> usize {
        self.workers.len()
    }

    pub fn jobs(&self) -> usize {
        self.jobs.len()
    }

    pub fn workers(&self) -> impl Iterator<Item = WorkerId> + '_ {
        self.workers.keys().copied()
    }

    pub fn host(&self, worker: WorkerId) -> Option<HostId> {
        self.workers.get(&worker).map(|known| known.host)
    }

    /// The number of facts that the host of a worker was sent, for changes.
    pub fn facts_sent(&mut self, worker: WorkerId) -> &mut u64 {
        let host = self.host(worker).unwrap_or_default();
        self.facts_sent.entry(host).or_default()
    }

    pub fn add(&mut self, worker: WorkerId, host: HostId, slots: u32) {
        let (busy, since) = (0, self.turn);
        self.set(worker, Some(Worker { host, slots, busy, silent: false, since }));
    }

    /// Removes a worker. Returns its jobs, which are left without a worker.
    pub fn remove(&mut self, worker: WorkerId) -> Vec<u64> {
        self.set(worker, None);
        let left = self.jobs.iter_mut().filter(|(_, assignment)| assignment.worker == Some(worker));
        left.map(|(&job, assignment)| {
            assignment.worker = None;
            job
        })
        .collect()
    }

    /// Records that a worker was heard. Returns whether it had counted as silent.
    pub fn hear(&mut self, worker: WorkerId) -> bool {
        let was_silent = self.workers.get(&worker).is_some_and(|known| known.silent);
        self.change(worker, |known| known.silent = false);
        was_silent
    }

    /// Counts a worker as silent.
    pub fn set_silent(&mut self, worker: WorkerId) {
        self.change(worker, |known| known.silent = true);
    }

    /// The next worker that can take a job.
    pub fn idle(&self) -> Option<WorkerId> {
        self.idle.first().map(|&(_, _, worker)| worker)
    }

    pub fn assign(&mut self, job: u64, assignment: Assignment) {
        if let Some(worker) = assignment.worker {
            self.change(worker, |known| known.busy += 1);
        }
        self.jobs.insert(job, assignment);
    }

    /// Removes a job that is done. Its worker can take another one.
    pub fn finish(&mut self, job: u64) -> Option<Assignment> {
        let assignment = self.jobs.remove(&job)?;
        self.free(assignment.worker);
        Some(assignment)
    }

    /// Takes a job from its worker, and lets it wait for its next assignment.
    pub fn unassign(&mut self, job: u64) {
        if let Some(assignment) = self.jobs.get_mut(&job) {
            let worker = assignment.worker.take();
            self.unassigned.push_back(job);
            self.free(worker);
        }
    }

    /// Records that another worker holds a job than was expected. Ignored for an unknown worker and for an earlier
    /// attempt.
    pub fn set_holder(&mut self, job: u64, attempt: u32, by: WorkerId, now: u64) {
        let known = self.workers.contains_key(&by);
        let Some(assignment) = self.jobs.get_mut(&job) else { return };
        if !known || assignment.attempt != attempt {
            return;
        }
        assignment.heard = now;
        let before = assignment.worker.replace(by);
        if before != Some(by) {
            self.free(before);
            self.change(by, |known| known.busy += 1);
        }
    }

    /// The next job that waits for an assignment.
    pub fn unassigned(&mut self) -> Option<(u64, Assignment)> {
        while let Some(job) = self.unassigned.pop_front() {
            if let Some(&assignment) = self.jobs.get(&job)
                && assignment.worker.is_none()
            {
                return Some((job, assignment));
            }
        }
        None
    }

    pub fn job(&self, job: u64) -> Option<&Assignment> {
        self.jobs.get(&job)
    }

    pub fn job_mut(&mut self, job: u64) -> Option<&mut Assignment> {
        self.jobs.get_mut(&job)
    }

    /// Jobs with a worker that were not heard of since then.
    pub fn unheard(&self, since: u64) -> Vec<u64> {
        self.jobs_that(|assignment| assignment.heard < since)
    }

    /// Jobs that were not heard of for longer than the patience, and jobs that one worker has held for much longer.
    pub fn overdue(&self, now: u64, patience: u64) -> Vec<u64> {
        self.jobs_that(|assignment| {
            let long = patience.saturating_mul(OVERLONG << assignment.attempt.min(20));
            now > assignment.heard.saturating_add(patience)
                || now > assignment.given.saturating_add(long)
        })
    }

    fn jobs_that(&self, are: impl Fn(&Assignment) -> bool) -> Vec<u64> {
        let late =
            |(_, assignment): &(&u64, &Assignment)| assignment.worker.is_some() && are(assignment);
        self.jobs.iter().filter(late).map(|(&job, _)| job).collect()
    }

    fn free(&mut self, worker: Option<WorkerId>) {
        if let Some(worker) = worker {
            self.change(worker, |known| known.busy = known.busy.saturating_sub(1));
        }
    }

    fn change(&mut self, worker: WorkerId, change: impl FnOnce(&mut Worker)) {
        if let Some(&known) = self.workers.get(&worker) {
            let mut changed = known;
            change(&mut changed);
            if changed.busy != known.busy || changed.silent != known.silent {
                self.turn += 1;
                changed.since = self.turn;
                self.set(worker, Some(changed));
            }
        }
    }

    fn set(&mut self, worker: WorkerId, new: Option<Worker>) {
        if let Some(old) = self.workers.remove(&worker) {
            self.idle.remove(&(old.busy, old.since, worker));
        }
        if let Some(new) = new {
            self.workers.insert(worker, new);
            if !new.silent && new.busy < new.slots {
                self.idle.insert((new.busy, new.since, worker));
            }
        }
    }
}
