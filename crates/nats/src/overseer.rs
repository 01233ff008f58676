//! Who looks on while a run goes on: what happens, how things stand, and what has to be decided outside.

use fleet::coordinator::Coordinator;
use solve::limits::Stop;

use crate::ledger::Ledger;
use crate::trust::Claim;

/// Something worth telling.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
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
    /// Somebody has claimed what is not so. All claims are withdrawn.
    Excluded {
        /// Who.
        name: String,
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
    /// The server is within reach again, or out of it.
    Reach(bool),
}

/// How things stand, for whoever looks on.
pub struct Standing<'s> {
    /// The coordinator.
    pub coordinator: &'s mut Coordinator,
    /// Who is there.
    pub ledger: &'s Ledger,
    /// Jobs that are queued or with workers.
    pub away: usize,
    /// Descents of a job.
    pub job: u64,
    /// Whether the server is within reach.
    pub reach: bool,
}

/// Looks on, keeps what is to be kept, and says when to stop.
pub trait Overseer {
    /// Called some times a second.
    fn look(&mut self, standing: Standing<'_>) -> Option<Stop>;
    /// Something has happened.
    fn event(&mut self, event: &Event);
    /// Whether the coordinator should be saved now.
    fn wants_checkpoint(&mut self) -> bool;
    /// Saves it; whether that has worked.
    fn checkpoint(&mut self, coordinator: &Coordinator) -> bool;
    /// Searches a claim again: whether it holds, if that can be said with bearable effort.
    fn holds(&mut self, claim: &Claim) -> Option<bool>;
    /// A coordinator that knows nothing yet.
    fn begin(&self) -> Coordinator;
}
