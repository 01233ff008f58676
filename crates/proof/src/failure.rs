//! Why a certificate is not accepted: where the trouble lies, and one sentence about it.

use core::fmt;
use std::io;

use serde::{Serialize, Serializer};

use crate::limits::Undecided;
use crate::printable::printable;

/// Where in a certificate something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// At that byte of the file, counted from 0.
    Byte(u64),
    /// In the header line.
    Header,
    /// In the graph file that a `graph:` game names.
    GraphFile,
    /// While a claim was being checked.
    Claim {
        /// The claim, such as `at least draw`.
        claim: String,
        /// How many records of the file had been read by then; the last of them is the one in question.
        record: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(offset) => write!(out, "byte {offset}"),
            Place::Header => out.write_str("header"),
            Place::GraphFile => out.write_str("graph file"),
            Place::Claim { claim, record: 0 } => {
                write!(out, "claim \"{claim}\", before any record")
            }
            Place::Claim { claim, record } => write!(out, "claim \"{claim}\", record {record}"),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The verdict on a certificate that does not prove what it claims.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Rejected {
    /// Where it fails.
    pub place: Place,
    /// Why, in one sentence.
    pub reason: String,
}

/// Why there is no [`Accepted`](crate::Accepted).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The certificate was read, and it is no proof.
    #[error("rejected: {0}")]
    Rejected(#[from] Rejected),
    /// Nothing is known about the certificate: it, or the graph file it needs, could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// Nothing is known about the certificate: a limit was reached before its end.
    #[error("undecided: {0}")]
    Undecided(#[from] Undecided),
}

impl Failure {
    /// A rejection at that place.
    pub fn at(place: Place, reason: impl Into<String>) -> Failure {
        Failure::Rejected(Rejected { place, reason: reason.into() })
    }

    /// A rejection of the header.
    pub fn header(reason: impl Into<String>) -> Failure {
        Failure::at(Place::Header, reason)
    }

    /// The input failed at that byte. An input that merely ends too early is a truncated certificate.
    pub(crate) fn input(offset: u64, part: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            let reason = format!("the file ends within {part}; it is truncated: get it again");
            return Failure::at(Place::Byte(offset), reason);
        }
        Failure::Unreadable(format!("reading {part} at byte {offset} failed: {error}"))
    }
}

/// A text from the input in quotation marks, fit for a message: shortened, and without hidden characters.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 100;
    let shown: String = text.chars().take(LONGEST).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("\"{}{rest}\"", printable(&shown))
}
