//! A simulated server with the faults of a real one: a queue of jobs, which drops a job whose name it has seen, and a
//! stream of results, which grows until it is truncated.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::host_message::ResultMessage;
use crate::message::{HostId, Job, Ticket};

/// For how long the server remembers the name of a job and drops a second one.
const DUPLICATES: u64 = 120_000;
/// The time without a mark of progress after which a job is handed out again.
const ACK_WAIT: u64 = 3_000;

/// The server.
#[derive(Default)]
pub(super) struct SimulatedServer {
    jobs: VecDeque<(u64, Job)>,
    /// Jobs that were handed out, and until when their progress must be marked.
    pending: BTreeMap<u64, (Job, u64)>,
    /// When a job of that name arrived, and its sequence number.
    names: HashMap<Ticket, (u64, u64)>,
    results: VecDeque<(u64, HostId, ResultMessage)>,
    /// The last sequence numbers of both.
    last: (u64, u64),
    /// Whether the consumer is ahead of the queue. It hands out no jobs until the queue is created again.
    pub(super) stuck: bool,
    /// Until when the server is down.
    pub(super) back: u64,
}

impl SimulatedServer {
    pub(super) fn is_up(&self, now: u64) -> bool {
        now >= self.back
    }

    /// Puts a job into the queue, unless one with its name was there.
    pub(super) fn put(&mut self, job: Job, now: u64) -> u64 {
        if let Some(&(came, place)) = self.names.get(&job.ticket)
            && now < came + DUPLICATES
        {
            return place;
        }
        self.last.0 += 1;
        self.names.insert(job.ticket, (now, self.last.0));
        self.jobs.push_back((self.last.0, job));
        self.last.0
    }

    pub(super) fn unqueue(&mut self, place: u64) {
        self.jobs.retain(|(other, _)| *other != place);
        self.pending.remove(&place);
    }

    /// Hands out a job.
    pub(super) fn fetch(&mut self, now: u64) -> Option<(u64, Job)> {
        let late = self.pending.iter().find(|(_, (_, until))| now > *until);
        if let Some((&place, _)) = late {
            let (job, _) = self.pending.remove(&place)?;
            self.jobs.push_front((place, job));
        }
        if self.stuck {
            return None;
        }
        let (place, job) = self.jobs.pop_front()?;
        self.pending.insert(place, (job.clone(), now + ACK_WAIT));
        Some((place, job))
    }

    pub(super) fn mark(&mut self, place: u64, now: u64) {
        if let Some((_, until)) = self.pending.get_mut(&place) {
            *until = now + ACK_WAIT;
        }
    }

    pub(super) fn acknowledge(&mut self, place: u64) {
        self.pending.remove(&place);
    }

    pub(super) fn deliver(&mut self, from: HostId, delivery: ResultMessage) {
        self.last.1 += 1;
        self.results.push_back((self.last.1, from, delivery));
    }

    /// The first result after a sequence number.
    pub(super) fn after(&self, place: u64) -> Option<(u64, HostId, ResultMessage)> {
        self.results.iter().find(|(at, ..)| *at > place).cloned()
    }

    /// The sequence number of the last result.
    pub(super) fn last_result(&self) -> u64 {
        self.last.1
    }

    pub(super) fn truncate(&mut self, place: u64) {
        self.results.retain(|(at, ..)| *at > place);
    }

    /// Empties the queue.
    pub(super) fn purge(&mut self) {
        self.jobs.clear();
        self.pending.clear();
    }

    /// Deletes the queue and creates it again.
    pub(super) fn rebuild(&mut self) {
        self.purge();
        self.names.clear();
        (self.last.0, self.stuck) = (0, false);
    }

    /// The server loses its data.
    pub(super) fn forget(&mut self) {
        *self = SimulatedServer { back: self.back, ..SimulatedServer::default() };
    }
}
