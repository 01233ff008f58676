//! What travels besides the messages of the protocol: what a run is about, and what is signed. All of it as JSON, which a
//! person at the server can read.

use bytes::Bytes;
use foregone_fleet::message::{PROTOCOL, Setup};
use foregone_fleet::notice::Report;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::broker::Trouble;

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

/// A report as it is signed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Signed {
    /// The coordinator that it is meant for, by the number of its beginning: another one does not listen to it.
    pub epoch: u64,
    /// The sender numbers its reports, from 1 on: one that comes again is an echo.
    pub number: u64,
    /// What it says.
    pub report: Report,
}

/// Nothing that travels is larger.
pub(crate) const LARGEST: usize = 1 << 20;

pub(crate) fn write(message: &impl Serialize) -> Bytes {
    // Plain values with string keys: writing them to memory does not fail.
    serde_json::to_vec(message).unwrap_or_default().into()
}

/// What cannot be read is none: somebody else's, or of another version.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    if bytes.len() > LARGEST {
        return None;
    }
    serde_json::from_slice(bytes).ok()
}

#[cfg(test)]
mod tests {
    use foregone_fleet::message::{FirstNumbers, Second};

    use super::*;

    fn metadata() -> Metadata {
        let setup = Setup {
            protocol: PROTOCOL,
            run: u64::MAX - 3,
            game: "breakthrough:4x5".into(),
            position: "x".into(),
            range: (0, 1),
            second: Second::Table,
            knowledge: None,
            epsilon: 64,
            weak_sum: false,
            initial: FirstNumbers::Unit,
            heavy: Some(100),
        };
        let (program, protocol) = ("1.2.3".to_owned(), PROTOCOL);
        Metadata { program, protocol, setup, file: None, ack_wait: 30_000, slots: 2 }
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
