//! A server as a run on many machines sees it, with what can be wrong with one: a queue of jobs from which workers help
//! themselves, which knows the names of those it has had, and a stream of results that is as long as nobody shortens it.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::host_message::ResultMessage;
use crate::message::{HostId, Job, Ticket};

/// For how long the name of a job is known: one with the same name is dropped.
const DUPLICATES: u64 = 120_000;
/// After so long without a mark of progress a job is handed out again.
const ACK_WAIT: u64 = 3_000;

/// The server.
#[derive(Default)]
pub(super) struct SimulatedServer {
    jobs: VecDeque<(u64, Job)>,
    /// Jobs that were handed out, and until when they have to be marked.
    pending: BTreeMap<u64, (Job, u64)>,
    /// When a job of that name came, and its place.
    names: HashMap<Ticket, (u64, u64)>,
    results: VecDeque<(u64, HostId, ResultMessage)>,
    /// The last places in both.
    last: (u64, u64),
    /// Its consumer is ahead of the queue: nothing is handed out until the queue is made anew.
    pub(super) stuck: bool,
    /// Until when it is down.
    pub(super) back: u64,
}

impl SimulatedServer {
    pub(super) fn is_up(&self, now: u64) -> bool {
        now >= self.back
    }

    /// Puts a job into the queue, unless there was one of that name.
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

    /// Hands a job out.
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

    /// The first result after a place.
    pub(super) fn after(&self, place: u64) -> Option<(u64, HostId, ResultMessage)> {
        self.results.iter().find(|(at, ..)| *at > place).cloned()
    }

    /// The place of the last result there ever was.
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

    /// Throws the queue away and makes it anew.
    pub(super) fn rebuild(&mut self) {
        self.purge();
        self.names.clear();
        (self.last.0, self.stuck) = (0, false);
    }

    /// It comes back with nothing.
    pub(super) fn forget(&mut self) {
        *self = SimulatedServer { back: self.back, ..SimulatedServer::default() };
    }
}
