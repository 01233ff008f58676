//! Checkpoints on disk: written beside their place, synced, and only then renamed, the one before being kept. At every
//! instant there is a good one, under its name or as `FILE.previous`.

mod format;
mod header;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use solve::persist::Save;

pub(crate) use self::format::{Reader, Unusable};
pub(crate) use self::header::{Header, Subject};
use crate::failure::{Failure, reason};

/// How often a checkpoint is written unless told otherwise.
pub(crate) const EVERY: Duration = Duration::from_secs(60);
/// Between two of them the search has this many times as long as the last one took: a large state is saved more rarely.
const SHARE: u32 = 9;

/// How the names of files end that are being written.
const TEMPORARY: &str = ".foregone.tmp";

/// Where the one before is kept.
pub(crate) fn previous(file: &Path) -> PathBuf {
    beside(file, "", ".previous")
}

/// A name in the same folder.
fn beside(file: &Path, before: &str, after: &str) -> PathBuf {
    let mut name = std::ffi::OsString::from(before);
    name.push(file.file_name().unwrap_or_default());
    name.push(after);
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
        };
        keeper.clear_leftovers();
        let tried = keeper.temporary().and_then(|_| fs::remove_file(keeper.temporary_name()));
        tried.map_err(|error| Failure::file(&named, "written", &error))?;
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

    /// Writes a checkpoint. If that fails, those that were there are there still.
    pub(crate) fn write(&mut self, state: &dyn Save) -> io::Result<()> {
        let begun = Instant::now();
        let result = self.try_write(state);
        self.took = begun.elapsed();
        if result.is_err() {
            // Half a file is of no use, and may fill the disk.
            let _ = fs::remove_file(self.temporary_name());
        }
        self.written = Instant::now();
        result?;
        (self.is_good, self.is_ours) = (true, true);
        Ok(())
    }

    fn try_write(&self, state: &dyn Save) -> io::Result<()> {
        let file = self.temporary()?;
        let mut writer = format::Writer::new(BufWriter::new(&file), &self.header)?;
        state.save(&mut writer);
        writer.finish()?;
        file.sync_all()?;
        if self.is_good {
            match fs::rename(&self.file, previous(&self.file)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::rename(self.temporary_name(), &self.file)?;
        sync_folder(&self.file)
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

    /// Of this process only: should another one write the same checkpoint, each writes whole ones.
    fn temporary_name(&self) -> PathBuf {
        beside(&self.file, ".", &format!(".{}{TEMPORARY}", std::process::id()))
    }

    fn temporary(&self) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.temporary_name())
    }

    /// Takes away what searches that were killed while they wrote have left.
    fn clear_leftovers(&self) {
        let start = beside(&self.file, ".", ".");
        let start = start.file_name().unwrap_or_default().as_encoded_bytes();
        let entries = fs::read_dir(folder_of(&self.file)).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name();
            let name = name.as_encoded_bytes();
            if name.starts_with(start) && name.ends_with(TEMPORARY.as_bytes()) {
                // If that fails, the file is in nobody's way.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A rename is lasting once the folder is.
fn sync_folder(file: &Path) -> io::Result<()> {
    // Only Unix opens folders; elsewhere a rename is as lasting as it gets.
    if cfg!(unix) { File::open(folder_of(file))?.sync_all() } else { Ok(()) }
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
