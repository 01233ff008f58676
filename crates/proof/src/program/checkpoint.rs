//! The file that keeps the state of a check, so that a check that was stopped goes on where it stopped.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::reason;
use crate::Failure;
use crate::walk::is_state;

/// The file of a check.
pub(super) struct Checkpoint {
    path: PathBuf,
    /// What it held when the check began.
    pub(super) state: Option<Vec<u8>>,
    /// Why the last state could not be written.
    error: RefCell<Option<String>>,
}

impl Checkpoint {
    /// Reads the file if there is one. A file that is something else is not touched.
    pub(super) fn open(path: &Path) -> Result<Checkpoint, Failure> {
        let refuse = |why: &str| Err(Failure::Unreadable(format!("{}: {why}", path.display())));
        let state = match fs::read(path) {
            Ok(bytes) if is_state(&bytes) => Some(bytes),
            Ok(_) => return refuse("this is not a saved check; name another file"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return refuse(&reason(&error)),
        };
        Ok(Checkpoint { path: path.to_owned(), state, error: RefCell::default() })
    }

    /// Replaces the file in one step, so that it is whole whenever the program ends.
    pub(super) fn save(&self, state: &[u8]) {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let written = File::create(&name)
            .and_then(|mut file| file.write_all(state).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&name, &self.path));
        if written.is_err() {
            // Whatever is left of it is of no use.
            let _ = fs::remove_file(&name);
        }
        *self.error.borrow_mut() = written.err().map(|error| reason(&error));
    }

    /// Adds to the result of a check what became of its state. When the certificate has been judged, the file is no longer needed.
    pub(super) fn close<T>(self, result: Result<T, Failure>) -> Result<T, Failure> {
        let name = self.path.display();
        match result {
            Err(Failure::Undecided(mut undecided)) => {
                if let Some(why) = self.error.into_inner() {
                    undecided.reason.push_str(&format!("; {name} could not be written: {why}"));
                } else if self.path.exists() {
                    undecided.reason.push_str(&format!("; the same command goes on from {name}"));
                }
                Err(Failure::Undecided(undecided))
            }
            judged @ (Ok(_) | Err(Failure::Rejected(_))) => {
                // If it cannot be removed, the next check with it says that it is of another certificate, or goes on.
                let _ = fs::remove_file(&self.path);
                judged
            }
            unreadable => unreadable,
        }
    }
}
