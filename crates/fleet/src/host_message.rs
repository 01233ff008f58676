//! What the processes of a fleet on many machines say to each other besides the protocol itself: who is there, who has which
//! job, and who is not wanted any more. A carrier says who has sent something; what a message says about that is no proof.

use serde::{Deserialize, Serialize};

use crate::message::{FromWorker, HostId, Ticket, WireFact, WorkerId};

/// Workers of one process are numbered from the number of their host, which is a multiple of this.
pub const WORKERS_PER_HOST: u64 = 1 << 10;

/// The host of a worker.
pub fn host_of(worker: WorkerId) -> HostId {
    worker / WORKERS_PER_HOST * WORKERS_PER_HOST
}

/// Why a worker that goes away declines its jobs.
pub const LEAVING: &str = "the worker is leaving";

/// From a worker's process to the coordinator, on a way that may lose it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FromHost {
    /// Here with these workers.
    Hello {
        /// For people: the machine and the process.
        name: String,
        /// How many workers; they are numbered from the number of the host.
        workers: u32,
        /// Jobs that each takes at a time.
        slots: u32,
    },
    /// Still here.
    Heartbeat {
        /// Who has which job.
        held: Vec<(WorkerId, Ticket)>,
        /// For how long each worker has searched, in milliseconds.
        busy: Vec<u64>,
    },
    /// A message of the protocol.
    Worker {
        /// Who sends it.
        worker: WorkerId,
        /// What it says.
        message: FromWorker,
    },
}

/// A worker takes no more jobs at a time, and a host has no longer name.
const SLOTS_MAX: u32 = 1000;
const NAME_MAX: usize = 200;
/// No worker has searched for longer, in milliseconds: a thousand years.
const BUSY_MAX: u64 = 1 << 45;

impl FromHost {
    /// Whether an honest process with that number can have sent it.
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

/// A final result on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultMessage {
    /// Whose it is.
    pub worker: WorkerId,
    /// What it says.
    pub message: FromWorker,
}

/// From the coordinator to one host or to everybody, on a way that may lose it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// The coordinator is there. Whoever has not said hello to this one does so.
    Announce {
        /// The number of the run: another one is another search.
        run: u64,
        /// The coordinator, by the number of its beginning.
        epoch: u64,
    },
    /// The coordinator does not know you: say hello.
    SayHello,
    /// Nobody needs the answer to that any more.
    Cancel(WorkerId, Ticket),
    /// What other hosts have proved.
    Facts(Vec<WireFact>),
    /// Go away, and why.
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
        let beat = |worker, busy| {
            FromHost::Heartbeat { held: vec![(worker, ticket)], busy }
                .is_plausible(7 * WORKERS_PER_HOST)
        };
        assert!(beat(7 * WORKERS_PER_HOST, vec![1, 2]));
        assert!(
            !beat(7 * WORKERS_PER_HOST, vec![u64::MAX; 2])
                && !beat(7 * WORKERS_PER_HOST, vec![0; 2000])
        );
        assert!(!beat(8 * WORKERS_PER_HOST, vec![1, 2]), "a job of somebody else");
        let news = |worker| FromHost::Worker { worker, message: FromWorker::Bye };
        assert!(
            news(7 * WORKERS_PER_HOST + 3).is_plausible(7 * WORKERS_PER_HOST),
            "one of its own"
        );
        assert!(
            !news(8 * WORKERS_PER_HOST).is_plausible(7 * WORKERS_PER_HOST),
            "it speaks for somebody else"
        );
        assert_eq!(host_of(5 * WORKERS_PER_HOST + 3), 5 * WORKERS_PER_HOST);
    }
}
