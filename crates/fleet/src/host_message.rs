//! Messages between the coordinator and a worker process (a host) of a fleet on many machines, besides the protocol of
//! the workers: who is present, which worker holds which job, and who was excluded. The transport authenticates the
//! sender of a message; a sender that a message merely names is not believed.

use serde::{Deserialize, Serialize};

use crate::message::{FromWorker, HostId, Ticket, WireFact, WorkerId};

/// The workers of a host are numbered from the number of the host, which is a multiple of this.
pub const WORKERS_PER_HOST: u64 = 1 << 10;

/// The host of a worker.
pub fn host_of(worker: WorkerId) -> HostId {
    worker / WORKERS_PER_HOST * WORKERS_PER_HOST
}

/// The reason that a worker gives for declining its jobs when it leaves.
pub const LEAVING: &str = "the worker is leaving";

/// A message from a worker process to the coordinator. It may be lost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FromHost {
    /// The process is ready.
    Hello {
        /// The machine and the process, for people.
        name: String,
        /// The number of workers.
        workers: u32,
        /// The number of jobs that each worker holds at a time.
        slots: u32,
    },
    /// The process is alive.
    Heartbeat {
        /// The jobs that are held, with their workers.
        held: Vec<(WorkerId, Ticket)>,
        /// The time that each worker has searched so far, in milliseconds.
        busy: Vec<u64>,
    },
    /// A message of one worker.
    Worker {
        /// The worker.
        worker: WorkerId,
        /// The message.
        message: FromWorker,
    },
}

/// The most jobs of a worker at a time, and the longest name of a host in bytes.
const SLOTS_MAX: u32 = 1000;
const NAME_MAX: usize = 200;
/// The longest time that a worker can have searched, in milliseconds: a thousand years.
const BUSY_MAX: u64 = 1 << 45;

impl FromHost {
    /// Whether an honest host with this number can have sent the message.
    pub fn is_plausible(&self, from: HostId) -> bool {
        match self {
            FromHost::Hello { name, workers, slots } => {
                (1..=WORKERS_PER_HOST).contains(&u64::from(*workers))
                    && (1..=SLOTS_MAX).contains(slots)
                    && name.len() <= NAME_MAX
            }
            FromHost::Heartbeat { busy, held } => {
                busy.len() as u64 <= WORKERS_PER_HOST
                    && busy.iter().all(|&time| time < BUSY_MAX)
                    && held.len() as u64 <= WORKERS_PER_HOST * u64::from(SLOTS_MAX)
                    && held.iter().all(|&(worker, _)| host_of(worker) == from)
            }
            FromHost::Worker { worker, .. } => host_of(*worker) == from,
        }
    }
}

/// A final result, on a transport that does not lose it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultMessage {
    /// The worker.
    pub worker: WorkerId,
    /// A [`FromWorker::Final`].
    pub message: FromWorker,
}

/// A message from the coordinator to one host or to all hosts. It may be lost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// A coordinator is running. A host that has not said hello to this epoch does so.
    Announce {
        /// The number of the run. Another number is another search.
        run: u64,
        /// The epoch of the coordinator.
        epoch: u64,
    },
    /// The coordinator does not know the host; the host must say hello.
    SayHello,
    /// The result of this assignment is not needed any more.
    Cancel(WorkerId, Ticket),
    /// Facts that other hosts have proved.
    Facts(Vec<WireFact>),
    /// The host is excluded from the run, for this reason.
    Excluded(String),
    /// The run is over.
    RunOver,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_that_nobody_honest_sends_are_told_apart() {
        let hello = |workers, slots, length| {
            let name = "x".repeat(length);
            FromHost::Hello { name, workers, slots }.is_plausible(7 * WORKERS_PER_HOST)
        };
        assert!(hello(1, 2, 10) && hello(WORKERS_PER_HOST as u32, SLOTS_MAX, NAME_MAX));
        assert!(!hello(0, 2, 10) && !hello(u32::MAX, 2, 10), "workers");
        assert!(!hello(1, 0, 10) && !hello(1, u32::MAX, 10), "jobs");
        assert!(!hello(1, 2, NAME_MAX + 1), "a name");
        let ticket = Ticket { run: 1, epoch: 1, job: 1, attempt: 0 };
        let heartbeat = |worker, busy| {
            FromHost::Heartbeat { held: vec![(worker, ticket)], busy }
                .is_plausible(7 * WORKERS_PER_HOST)
        };
        assert!(heartbeat(7 * WORKERS_PER_HOST, vec![1, 2]));
        assert!(
            !heartbeat(7 * WORKERS_PER_HOST, vec![u64::MAX; 2])
                && !heartbeat(7 * WORKERS_PER_HOST, vec![0; 2000])
        );
        assert!(!heartbeat(8 * WORKERS_PER_HOST, vec![1, 2]), "a job of somebody else");
        let message = |worker| FromHost::Worker { worker, message: FromWorker::Bye };
        assert!(
            message(7 * WORKERS_PER_HOST + 3).is_plausible(7 * WORKERS_PER_HOST),
            "one of its own"
        );
        assert!(
            !message(8 * WORKERS_PER_HOST).is_plausible(7 * WORKERS_PER_HOST),
            "it speaks for somebody else"
        );
        assert_eq!(host_of(5 * WORKERS_PER_HOST + 3), 5 * WORKERS_PER_HOST);
    }
}
