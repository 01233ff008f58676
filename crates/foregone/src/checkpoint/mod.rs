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

pub use self::format::{Reader, Unusable};
pub use self::header::Header;
use crate::error::{Error, reason};
use crate::solver::StopHandle;

/// How often a checkpoint is written unless told otherwise.
pub const EVERY: Duration = Duration::from_secs(60);
/// Between two of them the search has this many times as long as the last one took: a large state is saved more rarely.
const SHARE: u32 = 9;

/// Where the one before is kept.
pub fn previous(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".previous");
    file.with_file_name(name)
}

/// Opens a checkpoint and reads which search it is of.
pub fn open(file: &Path, stop: &StopHandle) -> Result<(Header, Reader<File>), Unusable> {
    // A pipe would keep us waiting.
    let opened = fs::metadata(file).and_then(|data| match (data.is_dir(), data.is_file()) {
        (true, _) => Ok(Err("is a folder")),
        (_, false) => Ok(Err("is not a file")),
        _ => File::open(file).map(Ok),
    });
    match opened {
        Ok(Ok(opened)) => Reader::new(opened, stop.clone()),
        Ok(Err(why)) => Err(Unusable::Damaged(why.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Unusable::Missing("is not there".to_owned()))
        }
        Err(error) => Err(Unusable::Damaged(format!("cannot be read: {}", reason(&error)))),
    }
}

/// Writes the checkpoints of one search.
pub struct Keeper {
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
pub struct LastCheckpoint {
    /// A file to go on from, if there is one.
    pub file: Option<String>,
    /// Why the last one could not be written, if it could not: then the file is an older one.
    pub failed: Option<String>,
}

impl Keeper {
    /// For a search that starts: nothing that is there already is replaced, unless that is wished.
    pub fn start(file: &Path, header: Header, replace: bool) -> Result<Keeper, Error> {
        for existing in [file, &previous(file)] {
            let named = existing.display();
            match fs::metadata(existing) {
                Ok(found) if found.is_dir() => {
                    let sentence = format!("{named} is a folder and cannot be a checkpoint");
                    return Err(Error::input(sentence));
                }
                Ok(found) if !found.is_file() => {
                    let sentence = format!("{named} is not a file and cannot be replaced by one");
                    return Err(Error::input(sentence));
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
    pub fn resume(file: &Path, header: Header, is_good: bool) -> Result<Keeper, Error> {
        Keeper::at(file, header, is_good, true)
    }

    /// Looks whether a file can be written there; nothing is left behind.
    fn at(file: &Path, header: Header, is_good: bool, is_ours: bool) -> Result<Keeper, Error> {
        let named = file.display().to_string();
        if file.file_name().is_none() {
            return Err(Error::input(format!("{named} is not the name of a file")));
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
        AtomicFile::create(file).map_err(|error| Error::file(&named, "written", &error))?;
        Ok(keeper)
    }

    /// As it was named.
    pub fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// Whether there is something to go on from.
    pub fn is_ours(&self) -> bool {
        self.is_ours
    }

    /// Whether it is time to write again: not before the search has got on for much longer than writing takes.
    pub fn is_due(&self) -> bool {
        self.written.elapsed() >= self.header.every.max(self.took * SHARE)
    }

    /// What there is to go on from.
    pub fn last(&self) -> LastCheckpoint {
        let older = [self.file.clone(), previous(&self.file)];
        let file = older.into_iter().find(|file| self.is_ours && file.exists());
        LastCheckpoint {
            file: file.map(|file| file.display().to_string()),
            failed: self.failed.clone(),
        }
    }

    /// Writes a checkpoint. If that fails, those that were there are there still.
    pub fn write(&mut self, state: &dyn Save) -> io::Result<()> {
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
    pub fn remove(self) -> Result<(), Error> {
        for file in [&previous(&self.file), &self.file] {
            match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    let named = file.display().to_string();
                    return Err(Error::file(&named, "removed", &error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A search that starts may not replace a file, least of all the checkpoint of a search that has run for long.
fn refuse_existing(file: &Path, header: &Header) -> Result<(), Error> {
    for existing in [file, &previous(file)] {
        let named = existing.display();
        let (why, is_same) = match open(existing, &StopHandle::new()) {
            Err(Unusable::Missing(_)) => continue,
            Ok((found, _)) if found.is_same_search(header) => {
                ("is a checkpoint of this very search".to_owned(), true)
            }
            Ok((found, _)) => {
                (format!("is a checkpoint of another search, of {}", found.game), false)
            }
            Err(unusable) => (format!("exists and {}", unusable.why()), false),
        };
        let resume = is_same.then(|| file.to_owned());
        return Err(Error::InTheWay { sentence: format!("{named} {why}"), resume });
    }
    Ok(())
}
