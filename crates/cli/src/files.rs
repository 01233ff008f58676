//! Results on disk. A file is written beside its final place, synced, and then renamed: a half-written one never has
//! the name that was asked for. Nothing is replaced unless that was asked for, too.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foregone_tablebase::file::AtomicFile;

use crate::failure::{Failure, reason};

/// Where a file is to go. It has been seen that it can be written there.
pub(crate) struct Destination {
    file: PathBuf,
    replace: bool,
}

impl Destination {
    /// Looks before a long search whether a file can be written there. Nothing is left behind.
    pub(crate) fn new(file: &Path, replace: bool) -> Result<Destination, Failure> {
        let named = file.display();
        let refuse = |sentence: &str| Err(Failure::bad(format!("{named} {sentence}")));
        match fs::symlink_metadata(file) {
            Ok(found) if found.is_dir() => {
                return refuse("is a folder and cannot be written as a file");
            }
            Ok(found) if !found.is_file() && !found.is_symlink() => {
                return refuse("is not a file and cannot be replaced by one");
            }
            Ok(_) if !replace => return refuse("exists already; --force replaces it"),
            _ if file.file_name().is_none() => return refuse("is not the name of a file"),
            _ => {}
        }
        AtomicFile::create(file)
            .map_err(|error| Failure::file(&named.to_string(), "written", &error))?;
        Ok(Destination { file: file.to_owned(), replace })
    }

    /// As it was named.
    pub(crate) fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// Writes what `fill` writes.
    pub(crate) fn write<T>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, Failure> {
        self.try_write(fill).map_err(|error| {
            Failure::Failed(format!("{} could not be written: {}", self.name(), reason(&error)))
        })
    }

    /// Writes a text.
    pub(crate) fn write_text(&self, text: &str) -> Result<(), Failure> {
        self.write(|output| output.write_all(text.as_bytes()))
    }

    fn try_write<T>(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        let mut draft = AtomicFile::create(&self.file)?;
        let result = draft.fill(|output| fill(output))?;
        draft.publish(self.replace)?;
        Ok(result)
    }
}
