//! Checkpoints on disk: written beside their place, synced, and only then renamed, the one before being kept. At every
//! instant there is a good one, under its name or as `FILE.previous`.

mod format;
mod header;

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use foregone_solve::persist::Save;
use foregone_tablebase::file::AtomicFile;

pub(crate) use self::format::{Reader, Unusable};
pub(crate) use self::header::{Header, Subject};
use crate::failure::{Failure, reason};

/// How often a checkpoint is written unless told otherwise.
pub(crate) const EVERY: Duration = Duration::from_secs(60);
/// Between two of them the search has this many times as long as the last one took: a large state is saved more rarely.
const SHARE: u32 = 9;

/// Where the one before is kept.
pub(crate) fn previous(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".previous");
    file.with_file_name(name)
}

/// Opens a checkpoint and reads which search it is of.
pub(crate) fn open(file: &Path) -> Result<(Header, Reader<File>), Unusable> {
    // A pipe would keep us waiting.
    let opened = fs::metadata(file).and_then(|data| match (data.is_dir(), data.is_file()) {
        (true, _) => Ok(Err("is a folder")),
        (_, false) => Ok(Err("is not a file")),
        _ => File::open(file).map(Ok),
    });
    match opened {
        Ok(Ok(opened)) => Reader::new(opened),
        Ok(Err(why)) => Err(Unusable::Damaged(why.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Unusable::Missing("is not there".to_owned()))
        }
        Err(error) => Err(Unusable::Damaged(format!("cannot be read: {}", reason(&error)))),
    }
}

/// Writes the checkpoints of one search.
pub(crate) struct Keeper {
    file: PathBuf,
    header: Header,
    written: Instant,
    /// How long that took.
    took: Duration,
    /// Whether the file there now is a good one of this search, worth keeping as the previous one.
    is_good: bool,
    /// Whether the files there are those of this search.
    is_ours: bool,
    /// Why the last one could not be written, if it could not.
    failed: Option<String>,
}

/// What has become of the checkpoints of a search that was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// A file to go on from, if there is one.
    pub(crate) file: Option<String>,
    /// Why the last one could not be written, if it could not: then the file is an older one.
    pub(crate) failed: Option<String>,
}

impl Keeper {
    /// For a search that starts: nothing that is there already is replaced, unless that is wished.
    pub(crate) fn start(file: &Path, header: Header, replace: bool) -> Result<Keeper, Failure> {
        for existing in [file, &previous(file)] {
            let named = existing.display();
            match fs::metadata(existing) {
                Ok(found) if found.is_dir() => {
                    let sentence = format!("{named} is a folder and cannot be a checkpoint");
                    return Err(Failure::bad(sentence));
                }
                Ok(found) if !found.is_file() => {
                    let sentence = format!("{named} is not a file and cannot be replaced by one");
                    return Err(Failure::bad(sentence));
                }
                _ => {}
            }
        }
        if !replace {
            refuse_existing(file, &header)?;
        }
        Keeper::at(file, header, false, false)
    }

    /// For a search that goes on from the file itself, or else from the one before it.
    pub(crate) fn resume(file: &Path, header: Header, is_good: bool) -> Result<Keeper, Failure> {
        Keeper::at(file, header, is_good, true)
    }

    /// Looks whether a file can be written there; nothing is left behind.
    fn at(file: &Path, header: Header, is_good: bool, is_ours: bool) -> Result<Keeper, Failure> {
        let named = file.display().to_string();
        if file.file_name().is_none() {
            return Err(Failure::bad(format!("{named} is not the name of a file")));
        }
        let keeper = Keeper {
            file: file.to_owned(),
            header,
            written: Instant::now(),
            took: Duration::ZERO,
            is_good,
            is_ours,
            failed: None,
        };
        AtomicFile::create(file).map_err(|error| Failure::file(&named, "written", &error))?;
        Ok(keeper)
    }

    /// As it was named.
    pub(crate) fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// Whether there is something to go on from.
    pub(crate) fn is_ours(&self) -> bool {
        self.is_ours
    }

    /// Whether it is time to write again: not before the search has got on for much longer than writing takes.
    pub(crate) fn is_due(&self) -> bool {
        self.written.elapsed() >= self.header.every.max(self.took * SHARE)
    }

    /// What there is to go on from.
    pub(crate) fn kept(&self) -> Kept {
        let older = [self.file.clone(), previous(&self.file)];
        let file = older.into_iter().find(|file| self.is_ours && file.exists());
        Kept { file: file.map(|file| file.display().to_string()), failed: self.failed.clone() }
    }

    /// Writes a checkpoint. If that fails, those that were there are there still.
    pub(crate) fn write(&mut self, state: &dyn Save) -> io::Result<()> {
        let begun = Instant::now();
        let result = self.try_write(state);
        self.took = begun.elapsed();
        self.written = Instant::now();
        self.failed = result.as_ref().err().map(reason);
        result?;
        (self.is_good, self.is_ours) = (true, true);
        Ok(())
    }

    fn try_write(&self, state: &dyn Save) -> io::Result<()> {
        let mut draft = AtomicFile::create(&self.file)?;
        draft.fill(|output| {
            let mut writer = format::Writer::new(output, &self.header)?;
            state.save(&mut writer);
            writer.finish()
        })?;
        if self.is_good {
            match fs::rename(&self.file, previous(&self.file)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        draft.publish(true)
    }

    /// The search is done: nothing is left to go on with. Never called before the files are its own.
    pub(crate) fn remove(self) -> Result<(), Failure> {
        for file in [&previous(&self.file), &self.file] {
            match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    let named = file.display().to_string();
                    return Err(Failure::file(&named, "removed", &error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A search that starts may not replace a file, least of all the checkpoint of a search that has run for long.
fn refuse_existing(file: &Path, header: &Header) -> Result<(), Failure> {
    for existing in [file, &previous(file)] {
        let named = existing.display();
        let why = match open(existing) {
            Err(Unusable::Missing(_)) => continue,
            Ok((found, _)) if found.is_same_search(header) => format!(
                "is a checkpoint of this very search; go on with --resume {}, or start again with --force",
                file.display()
            ),
            Ok((found, _)) => format!(
                "is a checkpoint of another search, of {}; name another file, or replace it with --force",
                found.game
            ),
            Err(unusable) => {
                format!(
                    "exists and {}; name another file, or replace it with --force",
                    unusable.why()
                )
            }
        };
        return Err(Failure::bad(format!("{named} {why}")));
    }
    Ok(())
}
