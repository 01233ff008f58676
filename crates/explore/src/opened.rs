//! What was opened with the explorer besides games: certificates, tables, and the events of runs over a network.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use foregone::tablebase::Tables;
use foregone::{ProofFile, RunLog};

use crate::problem::Problem;

/// The files of the command line. Pages name them by their numbers, from 1; their paths are only shown.
#[derive(Clone, Default)]
pub struct OpenedFiles {
    /// Certificates, which are read, checked and measured meanwhile.
    pub proofs: Vec<Arc<ProofFile>>,
    /// Folders of tables.
    pub tables: Vec<Arc<OpenedTables>>,
    /// Events of runs.
    pub logs: Vec<Arc<OpenedLog>>,
}

impl OpenedFiles {
    /// Whether there is any.
    pub(crate) fn is_some(&self) -> bool {
        !(self.proofs.is_empty() && self.tables.is_empty() && self.logs.is_empty())
    }
}

/// A folder of tables.
pub struct OpenedTables {
    /// How it was named.
    pub name: String,
    /// The tables.
    pub tables: Tables,
    /// Whether they were built or verified by this user, or are known to everybody.
    pub is_verified: bool,
}

/// Reads what a file has from an offset on.
pub type ReadFrom = dyn Fn(u64) -> io::Result<Vec<u8>> + Send + Sync;

/// A file to which a run appends its events.
pub struct OpenedLog {
    /// How it was named.
    pub name: String,
    read: Box<ReadFrom>,
    /// The bytes that were read, and what they say.
    state: Mutex<(u64, RunLog)>,
}

impl OpenedLog {
    /// A file that is read by a function.
    pub fn new(name: &str, read: Box<ReadFrom>) -> OpenedLog {
        OpenedLog { name: name.to_owned(), read, state: Mutex::default() }
    }

    /// What the events say until now. Only what was appended is read.
    pub(crate) fn look(&self) -> io::Result<RunLog> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, log) = &mut *state;
        let new = (self.read)(*read)?;
        *read += new.len() as u64;
        log.add(&new);
        Ok(log.clone())
    }
}

/// What has that number, from 1.
pub(crate) fn numbered<'o, T>(
    all: &'o [Arc<T>],
    number: usize,
    what: &str,
) -> Result<&'o Arc<T>, Problem> {
    let found = number.checked_sub(1).and_then(|index| all.get(index));
    found.ok_or_else(|| {
        Problem::missing(match all.len() {
            0 => format!("no {what} was opened with the explorer"),
            1 => format!("the only {what} that was opened with the explorer has the number 1"),
            count => format!("the explorer has a {what} 1 to {count}"),
        })
    })
}
