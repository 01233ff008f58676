//! What travels: the messages of the protocol with who sends them, signs of life, and what a run is about. All of it as
//! JSON, which a person at the server can read.

use bytes::Bytes;
use fleet::message::{FromWorker, HostId, Known, PROTOCOL, Setup, Ticket, WorkerId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::broker::Trouble;
use crate::names::HOST;

/// Why a worker that goes away declines its jobs.
pub(crate) const LEAVING: &str = "the worker is leaving";

/// What a run is about, as workers find it in the bucket of runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Metadata {
    /// The version of the program that coordinates.
    pub program: String,
    /// Its protocol; before anything else is read, these two are looked at.
    pub protocol: u32,
    /// All that a station needs.
    pub setup: Setup,
    /// The hash of the file that the game is read from, if it is: workers need the same one.
    pub file: Option<String>,
    /// How long a job may be without a mark of progress, in milliseconds, before the server gives it to somebody else.
    pub ack_wait: u64,
    /// Jobs that a worker has at a time.
    pub slots: u32,
}

/// The part of the metadata that every version can read.
#[derive(Deserialize)]
struct Versions {
    program: String,
    protocol: u32,
}

impl Metadata {
    /// Reads what a coordinator has written, if it is one that we understand.
    pub(crate) fn read(run: &str, bytes: &[u8], program: &str) -> Result<Metadata, Trouble> {
        let spelled = |program: &str, protocol: u32| format!("{program} (protocol {protocol})");
        let mismatch = |theirs: String| Trouble::Versions {
            run: run.to_owned(),
            theirs,
            ours: spelled(program, PROTOCOL),
        };
        let versions: Option<Versions> = read(bytes);
        let Some(versions) = versions else { return Err(mismatch("of another kind".to_owned())) };
        let theirs = spelled(&versions.program, versions.protocol);
        if versions.program != program || versions.protocol != PROTOCOL {
            return Err(mismatch(theirs));
        }
        read(bytes).ok_or_else(|| mismatch(theirs))
    }
}

/// From a worker's process to the coordinator, on a subject that may lose it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Report {
    /// Here with these workers.
    Hello {
        /// The process.
        host: HostId,
        /// For people: the machine and the process.
        name: String,
        /// How many workers; they are numbered from the number of the host.
        workers: u32,
        /// Jobs that each takes at a time.
        slots: u32,
    },
    /// Still here.
    Beat {
        /// The process.
        host: HostId,
        /// Who has which job.
        held: Vec<(WorkerId, Ticket)>,
        /// For how long each worker has searched, in milliseconds.
        busy: Vec<u64>,
    },
    /// A message of the protocol.
    News {
        /// Who sends it.
        worker: WorkerId,
        /// What it says.
        message: FromWorker,
    },
}

/// A worker takes no more jobs at a time, and a host has no longer name.
const SLOTS: u32 = 1000;
const NAME: usize = 200;
/// No worker has searched for longer, in milliseconds: a thousand years.
const AGES: u64 = 1 << 45;

impl Report {
    /// Whether an honest worker can have sent it: whoever has a password may send anything.
    pub(crate) fn is_possible(&self) -> bool {
        match self {
            Report::Hello { host, name, workers, slots } => {
                host % HOST == 0
                    && host.checked_add(HOST).is_some()
                    && (1..=HOST).contains(&u64::from(*workers))
                    && (1..=SLOTS).contains(slots)
                    && name.len() <= NAME
            }
            Report::Beat { busy, .. } => {
                busy.len() as u64 <= HOST && busy.iter().all(|&time| time < AGES)
            }
            Report::News { .. } => true,
        }
    }
}

/// A final result on its way through its stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Delivery {
    /// Whose it is.
    pub worker: WorkerId,
    /// What it says.
    pub message: FromWorker,
}

/// From the coordinator to one host or to everybody, on a subject that may lose it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Notice {
    /// The coordinator is there. Whoever has not said hello to this one does so.
    Call {
        /// The number of the run: another one is another search.
        run: u64,
        /// The coordinator, by the number of its beginning.
        epoch: u64,
    },
    /// The coordinator does not know you: say hello.
    Who,
    /// Nobody needs the answer to that any more.
    Cancel(WorkerId, Ticket),
    /// What other hosts have proved.
    Facts(Vec<Known>),
    /// Go away, and why.
    Dismissed(String),
    /// The run is over.
    Over,
}

pub(crate) fn write(message: &impl Serialize) -> Bytes {
    // Plain values with string keys: writing them to memory does not fail.
    serde_json::to_vec(message).unwrap_or_default().into()
}

/// What cannot be read is none: somebody else's, or of another version.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

#[cfg(test)]
mod tests {
    use fleet::message::{FirstNumbers, Second};

    use super::*;

    fn metadata() -> Metadata {
        let setup = Setup {
            protocol: PROTOCOL,
            run: u64::MAX - 3,
            game: "breakthrough:4x5".into(),
            position: "x".into(),
            range: (0, 1),
            second: Second::Table,
            glance: None,
            epsilon: 64,
            weak_sum: false,
            initial: FirstNumbers::Unit,
            heavy: Some(100),
        };
        let (program, protocol) = ("1.2.3".to_owned(), PROTOCOL);
        Metadata { program, protocol, setup, file: None, ack_wait: 30_000, slots: 2 }
    }

    #[test]
    fn reports_that_nobody_honest_sends_are_told_apart() {
        let hello = |host, workers, slots, length| {
            let name = "x".repeat(length);
            Report::Hello { host, name, workers, slots }.is_possible()
        };
        assert!(hello(7 * HOST, 1, 2, 10) && hello(0, HOST as u32, SLOTS, NAME));
        assert!(!hello(7 * HOST + 1, 1, 2, 10), "a worker's number");
        assert!(!hello(u64::MAX / HOST * HOST, 1, 2, 10), "the numbers end there");
        assert!(!hello(0, 0, 2, 10) && !hello(0, u32::MAX, 2, 10), "workers");
        assert!(!hello(0, 1, 0, 10) && !hello(0, 1, u32::MAX, 10), "jobs");
        assert!(!hello(0, 1, 2, NAME + 1), "a name");
        let beat = |busy| Report::Beat { host: 0, held: Vec::new(), busy }.is_possible();
        assert!(beat(vec![1, 2]) && !beat(vec![u64::MAX; 2]) && !beat(vec![0; 2000]));
    }

    #[test]
    fn only_the_same_version_is_understood() {
        let there = metadata();
        assert_eq!(Metadata::read("r", &write(&there), "1.2.3").expect("the same"), there);
        let refused = |bytes: &[u8]| {
            let trouble = Metadata::read("r", bytes, "1.2.3").expect_err("another version");
            trouble.to_string()
        };
        let program = refused(&write(&Metadata { program: "1.2.4".into(), ..there.clone() }));
        assert!(program.contains("foregone 1.2.4") && program.contains("foregone 1.2.3"));
        let protocol = refused(&write(&Metadata { protocol: PROTOCOL + 1, ..there }));
        assert!(protocol.contains(&format!("protocol {}", PROTOCOL + 1)));
        assert!(refused(b"{\"program\":\"9\",\"protocol\":7,\"setup\":[]}").contains("foregone 9"));
        assert!(refused(b"\xff").contains("another kind"));
    }
}
