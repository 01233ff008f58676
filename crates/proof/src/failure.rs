//! Why a certificate is not accepted: the location of the fault in it, and one sentence about the fault.

use core::fmt;
use std::io;

use serde::{Serialize, Serializer};

use crate::limits::Undecided;
use crate::printable::printable;

/// The location of a fault in a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A byte of the file, counted from 0.
    Byte(u64),
    /// The header line.
    Header,
    /// The graph file that a `graph:` game names.
    GraphFile,
    /// The rule file that a `gdl:` game names.
    RuleFile,
    /// The table of a certificate of an expectation.
    Table,
    /// The proof of a claim.
    Claim {
        /// The claim, such as `at least draw`.
        claim: String,
        /// The number of records that had been read; the fault is in the last one.
        record: u64,
    },
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Byte(offset) => write!(out, "byte {offset}"),
            Location::Header => out.write_str("header"),
            Location::GraphFile => out.write_str("graph file"),
            Location::RuleFile => out.write_str("rule file"),
            Location::Table => out.write_str("table"),
            Location::Claim { claim, record: 0 } => {
                write!(out, "claim \"{claim}\", before any record")
            }
            Location::Claim { claim, record } => write!(out, "claim \"{claim}\", record {record}"),
        }
    }
}

impl Serialize for Location {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A certificate does not prove what it claims.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{location}: {reason}")]
pub struct Rejected {
    /// Where the proof fails.
    #[serde(rename = "place")]
    pub location: Location,
    /// Why it fails, in one sentence.
    pub reason: String,
}

/// A file that a certificate needs, but that [`Options`](crate::Options) has no loader for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missing {
    /// The graph file of a `graph:` game.
    #[error("the certificate is about a graph game, but no graph file is given")]
    GraphFile,
    /// The rule file of a `gdl:` game.
    #[error("the certificate is about a game of a rule file, but no rule file is given")]
    RuleFile,
    /// The tablebase that the certificate cites.
    #[error("the certificate cites a tablebase, but no tablebase is given")]
    Tablebase,
}

/// Why a certificate is not [`Accepted`](crate::Accepted).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The certificate was read, and it proves nothing.
    #[error("rejected: {0}")]
    Rejected(#[from] Rejected),
    /// Nothing is known about the certificate: it, or a file that it needs, could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// Nothing is known about the certificate: the options give no way to read a file that it needs.
    #[error("cannot be read: {0}")]
    Missing(#[from] Missing),
    /// Nothing is known about the certificate: a limit was reached before its end.
    #[error("undecided: {0}")]
    Undecided(#[from] Undecided),
}

impl Failure {
    /// A rejection at this location.
    pub fn at(location: Location, reason: impl Into<String>) -> Failure {
        Failure::Rejected(Rejected { location, reason: reason.into() })
    }

    /// A rejection of the header.
    pub fn header(reason: impl Into<String>) -> Failure {
        Failure::at(Location::Header, reason)
    }

    /// The input failed at this byte. An input that ends too early is a truncated certificate.
    pub(crate) fn input(offset: u64, part: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            let reason = format!("the file ends within {part}; it is truncated: get it again");
            return Failure::at(Location::Byte(offset), reason);
        }
        // The text of the operating system ends with its number, which helps nobody.
        let error = error.to_string();
        let error = error.split(" (os error").next().unwrap_or_default();
        Failure::Unreadable(format!("reading {part} at byte {offset} failed: {error}"))
    }
}

/// A text from the input in quotation marks, for a message: shortened, with hidden characters escaped.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 100;
    let shown: String = text.chars().take(LONGEST).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("\"{}{rest}\"", printable(&shown))
}
