//! A worker as the protocol sees it: it receives jobs and cancellations and returns results. It searches one portion at
//! a time, so that its transport can deliver messages between two portions.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;

use foregone_solve::leaf_search::{Fact, Leaf, LeafSearch, LeafSearcher};

use crate::message::{FromWorker, Job, JobResult, ToWorker, encode_label};

/// The most descents of a portion.
const PORTION: u64 = 100;

/// Searches one leaf after the other.
pub struct Worker<'s> {
    leaf_search: &'s dyn LeafSearch,
    searcher: Box<dyn LeafSearcher + Send + 's>,
    queue: VecDeque<Job>,
    /// The current job, and the descents made for it.
    current: Option<(Job, u64)>,
    /// The message that the last portion has produced.
    message: Option<FromWorker>,
    stopped: bool,
}

impl<'s> Worker<'s> {
    /// A worker of a leaf search.
    pub fn new(leaf_search: &'s dyn LeafSearch) -> Worker<'s> {
        let searcher = leaf_search.searcher();
        let queue = VecDeque::new();
        Worker { leaf_search, searcher, queue, current: None, message: None, stopped: false }
    }

    /// Takes a message.
    pub fn receive(&mut self, message: ToWorker) {
        match message {
            ToWorker::Job(mut job) => {
                let facts = core::mem::take(&mut job.facts);
                if !facts.is_empty() {
                    self.leaf_search.learn(&mut facts.into_iter().map(Fact::from));
                }
                let known = self.queue.iter().map(|job| &job.ticket);
                let mut known = known.chain(self.current.iter().map(|(job, _)| &job.ticket));
                if !known.any(|ticket| *ticket == job.ticket) {
                    self.queue.push_back(job);
                }
            }
            ToWorker::Cancel(ticket) => {
                self.queue.retain(|job| job.ticket != ticket);
                if self.current.as_ref().is_some_and(|(job, _)| job.ticket == ticket) {
                    self.drop_current();
                }
            }
            ToWorker::Stop => {
                self.queue.clear();
                self.drop_current();
                self.stopped = true;
            }
        }
    }

    fn drop_current(&mut self) {
        if self.current.take().is_some() {
            self.searcher.finish();
        }
        self.message = None;
    }

    /// Takes all messages that have arrived, and waits for one if there is nothing to search. False if no more can come.
    pub fn receive_all(&mut self, messages: &Receiver<ToWorker>) -> bool {
        if self.is_idle() {
            match messages.recv() {
                Ok(message) => self.receive(message),
                Err(_) => return false,
            }
        }
        messages.try_iter().for_each(|message| self.receive(message));
        true
    }

    /// Whether no job is queued or being searched.
    pub fn is_idle(&self) -> bool {
        self.current.is_none() && self.queue.is_empty()
    }

    /// Whether the run is over.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Searches one portion and returns the descents made. [`Worker::take_message`] returns the message that the
    /// portion has produced.
    pub fn step(&mut self) -> u64 {
        if self.current.is_none() {
            let Some(job) = self.queue.pop_front() else { return 0 };
            let leaf = Leaf { line: &job.line, aim: job.aim, window: job.window };
            if let Err(refusal) = self.searcher.begin(leaf) {
                self.message = Some(FromWorker::Decline { ticket: job.ticket, why: refusal.0 });
                return 0;
            }
            self.current = Some((job, 0));
        }
        let Some((job, spent)) = &mut self.current else { return 0 };
        let to_partial =
            if job.partial == 0 { PORTION } else { job.partial - *spent % job.partial };
        let portion = to_partial.min(PORTION).min(job.budget - *spent);
        let (taken, done) = self.searcher.advance(portion);
        *spent += taken;
        let (ticket, spent) = (job.ticket, *spent);
        if let Some(why) = self.leaf_search.defect() {
            // No search of this game has a result any more.
            self.drop_current();
            self.queue.clear();
            self.stopped = true;
            self.message = Some(FromWorker::Decline { ticket, why });
        } else if done || spent >= job.budget {
            self.current = None;
            let result = JobResult::new(self.searcher.finish());
            self.message = Some(FromWorker::Final { ticket, result });
        } else if job.partial > 0 && spent % job.partial == 0 {
            let (table_key, label) =
                (self.searcher.table_key(), encode_label(&self.searcher.label()));
            self.message = Some(FromWorker::Partial { ticket, table_key, spent, label });
        }
        taken
    }

    /// The message that the last portion has produced, if any.
    pub fn take_message(&mut self) -> Option<FromWorker> {
        self.message.take()
    }
}
