//! What an office is told at the beginning, what it has others do, and what it tells whoever looks on.

use std::time::Duration;

use super::members::Members;
use super::trust::Trust;
use crate::coordinator::Coordinator;
use crate::host_message::ToHost;
use crate::message::{HostId, Job};

/// How a run is coordinated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunConfig {
    /// How far workers are believed.
    pub trust: Trust,
    /// Of whom nothing is heard for longer than this is taken for dead.
    pub patience: Duration,
    /// Descents of a job.
    pub job: u64,
    /// How long jobs should last, if they are to grow.
    pub job_time: Option<Duration>,
    /// Jobs that a worker has at a time.
    pub slots: u32,
    /// The number of this beginning.
    pub epoch: u64,
    /// Bytes for what is known of the workers.
    pub member_bytes: u64,
    /// Descents that searching a claim again may take, if not as many as usual.
    pub claim_descents: Option<u64>,
}

/// What the carrier has to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Put a job into the queue.
    Queue(Box<Job>),
    /// Take a job out of the queue, by its place there.
    Unqueue(u64),
    /// Tell one host, or everybody.
    Tell(Option<HostId>, ToHost),
    /// Throw the queue away and make it anew: it hands nothing out any more.
    Rebuild,
}

/// Something worth telling.
#[derive(Clone, PartialEq, Debug)]
pub enum RunEvent {
    /// Somebody has come.
    Joined {
        /// Who.
        name: String,
        /// With so many workers.
        workers: u32,
    },
    /// Somebody has said goodbye.
    Left {
        /// Who.
        name: String,
    },
    /// Nothing is heard of somebody any more: the jobs are given to others.
    Silent {
        /// Who.
        name: String,
    },
    /// Somebody has claimed what is not so. All its claims are withdrawn.
    Excluded {
        /// Who.
        name: String,
        /// What was claimed.
        claim: String,
    },
    /// A claim is too large to be established here: it is withdrawn, and asked in parts.
    Withdrawn {
        /// What was claimed.
        claim: String,
    },
    /// A worker cannot do what it was given.
    Declined {
        /// Who.
        name: String,
        /// Why.
        why: String,
    },
    /// Somebody could not be taken in.
    Refused {
        /// Who.
        name: String,
        /// Why.
        why: String,
    },
    /// Jobs are away, and nobody works on them.
    Stalled {
        /// How many.
        away: usize,
        /// Whether the queue is made anew, or the jobs are only given away again.
        rebuilt: bool,
    },
    /// The server is within reach again, or out of it.
    Server(bool),
}

/// How things stand, for whoever looks on.
pub struct RunStatus<'s> {
    /// The coordinator.
    pub coordinator: &'s mut Coordinator,
    /// Who is there.
    pub members: &'s Members,
    /// Jobs that are queued or with workers.
    pub away: usize,
    /// Descents of a job.
    pub job: u64,
    /// Whether the server is within reach.
    pub reachable: bool,
    /// Messages whose signature did not fit, or that nobody honest sends.
    pub rejected: u64,
}
