//! The configuration of a [`RunController`](super::RunController), the commands that it gives its transport, and the
//! events and the status that it reports.

use std::time::Duration;

use super::members::Members;
use super::trust::Trust;
use crate::coordinator::Coordinator;
use crate::host_message::ToHost;
use crate::message::{HostId, Job};

/// The configuration of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunConfig {
    /// How far workers are trusted.
    pub trust: Trust,
    /// The time without a message after which a worker counts as dead.
    pub patience: Duration,
    /// Descents of a job.
    pub job: u64,
    /// How long jobs should take, if their size is to be adapted.
    pub job_time: Option<Duration>,
    /// Jobs that a worker holds at a time.
    pub slots: u32,
    /// The epoch of this coordinator.
    pub epoch: u64,
    /// The most bytes for the records about workers.
    pub member_bytes: u64,
    /// The most descents for the verification of a claim, if not the default.
    pub claim_descents: Option<u64>,
}

/// What the transport must do.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Put a job into the queue.
    Queue(Box<Job>),
    /// Remove a job from the queue, by its sequence number there.
    Unqueue(u64),
    /// Send a message to one host, or to all.
    Send(Option<HostId>, ToHost),
    /// Delete the queue and create it again, because it hands out no jobs any more.
    RebuildQueue,
}

/// What an observer of a run may want to know.
#[derive(Clone, PartialEq, Debug)]
pub enum RunEvent {
    /// A worker process has joined.
    Joined {
        /// The process.
        name: String,
        /// Its number of workers.
        workers: u32,
    },
    /// A worker process has left.
    Left {
        /// The process.
        name: String,
    },
    /// Nothing was heard from a worker process for too long. Its jobs are assigned to others.
    Silent {
        /// The process.
        name: String,
    },
    /// A worker process has made a wrong claim. All its claims are withdrawn.
    Excluded {
        /// The process.
        name: String,
        /// The wrong claim.
        claim: String,
    },
    /// A claim is too large to be verified. It is withdrawn, and its position is expanded.
    Withdrawn {
        /// The claim.
        claim: String,
    },
    /// A worker cannot search the leaf that it was given.
    Declined {
        /// The worker.
        name: String,
        /// The reason.
        why: String,
    },
    /// A worker process was not admitted, or a message was not accepted.
    Refused {
        /// The process.
        name: String,
        /// The reason.
        why: String,
    },
    /// Jobs are away, and no worker works on them.
    Stalled {
        /// The number of these jobs.
        away: usize,
        /// Whether the queue is created again, or the jobs are only assigned again.
        rebuilt: bool,
    },
    /// Whether the server can be reached; reported when it changes.
    Server(bool),
}

/// The state of a run, for its observer.
pub struct RunStatus<'s> {
    /// The coordinator.
    pub coordinator: &'s mut Coordinator,
    /// The worker processes.
    pub members: &'s Members,
    /// Jobs that are queued or held by workers.
    pub away: usize,
    /// Descents of a job.
    pub job: u64,
    /// Whether the server can be reached.
    pub reachable: bool,
    /// Messages whose signature is wrong or that no honest process sends.
    pub rejected: u64,
}
