//! The bytes of the messages between coordinator and workers. All of them are JSON, so that the operator of the server can
//! read them.

use bytes::Bytes;
use foregone_fleet::host_message::{FromHost, ResultMessage, ToHost, host_of};
use foregone_fleet::message::{FromWorker, Job, PROTOCOL, decode_label};
use foregone_fleet::setup::Setup;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::connection::NatsError;
use crate::signature::signature_bytes;

/// The description of a run, as workers find it in the bucket of runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Metadata {
    /// The version of the coordinator's program.
    pub program: String,
    /// The version of the coordinator's protocol. Workers compare both versions before they read anything else.
    pub protocol: u32,
    /// The game, the position and the search options.
    pub setup: Setup,
    /// The hash of the file that the game is read from, if there is one. Workers need a file with the same hash.
    pub file: Option<String>,
    /// The text of the rule file of the game, if it has one that is short enough: then workers need no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_text: Option<String>,
    /// Milliseconds without a mark of progress after which the server gives a job to another worker.
    pub ack_wait: u64,
    /// Jobs that a worker holds at a time.
    pub slots: u32,
}

/// The part of the metadata that every version can read.
#[derive(Deserialize)]
struct Versions {
    program: String,
    protocol: u32,
}

impl Metadata {
    /// Reads the metadata of a coordinator of the same version.
    pub(crate) fn read(run: &str, bytes: &[u8], program: &str) -> Result<Metadata, NatsError> {
        let spelled = |program: &str, protocol: u32| format!("{program} (protocol {protocol})");
        let mismatch = |theirs: String| NatsError::Versions {
            run: run.to_owned(),
            theirs,
            ours: spelled(program, PROTOCOL),
        };
        let versions: Option<Versions> = read(bytes);
        let Some(versions) = versions else {
            return Err(mismatch("of an unknown version".to_owned()));
        };
        let theirs = spelled(&versions.program, versions.protocol);
        if versions.program != program || versions.protocol != PROTOCOL {
            return Err(mismatch(theirs));
        }
        read(bytes).ok_or_else(|| mismatch(theirs))
    }
}

/// A report of a worker process with the fields that its signature also covers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Signed {
    /// The epoch of the coordinator that the report is for. A coordinator with another epoch ignores it.
    pub epoch: u64,
    /// The number of the report, counted by its sender from 1. The coordinator ignores a number that it has seen.
    pub number: u64,
    /// The report.
    pub report: FromHost,
}

/// No message has more bytes.
pub(crate) const MESSAGE_BYTES_MAX: usize = 1 << 20;

pub(crate) fn write(message: &impl Serialize) -> Bytes {
    // The messages are plain values with string keys, so writing them to memory does not fail.
    serde_json::to_vec(message).unwrap_or_default().into()
}

/// Reads a message. None for bytes that are no such message.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return None;
    }
    serde_json::from_slice(bytes).ok()
}

/// Reads bytes as every kind of message that crosses the network, with the checks that follow the reading, and says how many
/// kinds they are. It needs no server; it exists so that the readers can be fuzzed.
///
/// ```
/// assert_eq!(foregone_nats::decode_any(b"\"RunOver\""), 1);
/// assert_eq!(foregone_nats::decode_any(b"no message"), 0);
/// ```
pub fn decode_any(bytes: &[u8]) -> usize {
    let metadata = Metadata::read("run", bytes, "").is_ok() || {
        // The versions of whoever wrote the bytes do not matter here.
        let metadata: Option<Metadata> = read(bytes);
        metadata.is_some_and(|it| it.setup.check().is_ok())
    };
    let signed = read::<Signed>(bytes).is_some_and(|it| {
        let from = match &it.report {
            FromHost::Worker { worker, .. } => host_of(*worker),
            FromHost::Hello { .. } | FromHost::Heartbeat { .. } => 0,
        };
        it.report.is_plausible(from)
    });
    let result = read::<ResultMessage>(bytes).is_some_and(|it| match it.message {
        FromWorker::Final { result, .. } => {
            let labels = result.children.iter().map(|child| &child.label);
            labels.chain([&result.label]).all(|label| decode_label(label).is_some())
        }
        FromWorker::Partial { label, .. } => decode_label(&label).is_some(),
        _ => true,
    });
    let notice = read::<ToHost>(bytes).is_some();
    let job = read::<Job>(bytes).is_some();
    let signature = core::str::from_utf8(bytes).ok().and_then(signature_bytes).is_some();
    [metadata, signed, result, notice, job, signature].into_iter().filter(|&it| it).count()
}

#[cfg(test)]
mod tests {
    use foregone_fleet::message::{JobResult, Ticket};
    use foregone_fleet::setup::LeafStore;

    use super::*;

    fn metadata() -> Metadata {
        let setup = Setup {
            run: u64::MAX - 3,
            game: "breakthrough:4x5".into(),
            position: "x".into(),
            range: (0, 1),
            store: LeafStore::Table,
            options: vec!["epsilon=0.5".into(), "sum=weak".into()],
            min_shared_work: Some(100),
        };
        let (program, protocol) = ("1.2.3".to_owned(), PROTOCOL);
        Metadata {
            program,
            protocol,
            setup,
            file: None,
            rule_text: None,
            ack_wait: 30_000,
            slots: 2,
        }
    }

    #[test]
    fn only_the_same_version_is_understood() {
        let there = metadata();
        assert_eq!(Metadata::read("r", &write(&there), "1.2.3").expect("the same"), there);
        let refused = |bytes: &[u8]| {
            let error = Metadata::read("r", bytes, "1.2.3").expect_err("another version");
            error.to_string()
        };
        let program = refused(&write(&Metadata { program: "1.2.4".into(), ..there.clone() }));
        assert!(program.contains("foregone 1.2.4") && program.contains("foregone 1.2.3"));
        let protocol = refused(&write(&Metadata { protocol: PROTOCOL + 1, ..there }));
        assert!(protocol.contains(&format!("protocol {}", PROTOCOL + 1)));
        assert!(refused(b"{\"program\":\"9\",\"protocol\":7,\"setup\":[]}").contains("foregone 9"));
        assert!(refused(b"\xff").contains("unknown version"));
    }

    /// The entry point for fuzzing reaches every reader: it knows one message of each kind, and none that was damaged.
    #[test]
    fn every_kind_of_message_is_decoded() {
        let ticket = Ticket { run: 1, epoch: 2, job: 3, attempt: 0 };
        let hello = FromHost::Hello { name: "one".into(), workers: 1, slots: 2 };
        let message = FromWorker::Final { ticket, result: JobResult::default() };
        let job = Job {
            ticket,
            line: vec![1, 2],
            aim: 0,
            window: (0, 1),
            budget: 10,
            partial: 0,
            facts: Vec::new(),
        };
        let all = [
            write(&metadata()),
            write(&Signed { epoch: 2, number: 1, report: hello }),
            write(&ResultMessage { worker: 0, message }),
            write(&ToHost::Announce { run: 1, epoch: 2 }),
            write(&job),
            Bytes::from("0f".repeat(64)),
        ];
        for bytes in &all {
            assert_eq!(decode_any(bytes), 1, "{}", String::from_utf8_lossy(bytes));
            assert_eq!(decode_any(&bytes[..bytes.len() - 1]), 0);
        }
        let wrong = Metadata { setup: Setup { range: (2, 1), ..metadata().setup }, ..metadata() };
        assert_eq!(decode_any(&write(&wrong)), 0, "no such outcomes");
    }
}
