//! A file that is written under a temporary name in the same folder, synced, and then renamed: a file that has its final
//! name is complete.
//!
//! A writer that is killed leaves its temporary file behind. The writer holds a lock on the file, which ends with the
//! process, also where several machines mount the folder. So a temporary file whose lock is free has no writer any more and
//! is removed by the next writer.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

const PREFIX: &str = ".foregone-";
const SUFFIX: &str = ".tmp";
/// Digits of the hash of the final name in the temporary name.
const DIGITS: usize = 16;
/// Attempts to create a temporary file. Another process can remove it only in the instant before it is locked.
const TRIES: usize = 10;

/// A file that is being written. If it is dropped before it is published, it is removed.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    place: PathBuf,
}

impl AtomicFile {
    /// Begins a file that is to get that name, and removes what killed writers of the same name have left.
    pub fn create(place: &Path) -> io::Result<AtomicFile> {
        remove_abandoned_from(folder_of(place), &start_of(place));
        let mut builder = tempfile::Builder::new();
        let start = start_of(place);
        builder.prefix(&start).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The permissions of any other file: what the user's mask allows.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        for _ in 0..TRIES {
            let file = builder.tempfile_in(folder_of(place))?;
            // Where files cannot be locked, temporary files of killed writers stay.
            let _ = file.as_file().lock();
            if file.path().exists() {
                return Ok(AtomicFile { file, place: place.to_owned() });
            }
        }
        Err(io::Error::other("another process removes it while it is written"))
    }

    /// Lets `fill` write the content, and syncs it.
    pub fn fill<T>(
        &mut self,
        fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut buffered = BufWriter::new(self.file.as_file_mut());
        let result = fill(&mut buffered)?;
        buffered.flush()?;
        drop(buffered);
        self.file.as_file().sync_all()?;
        Ok(result)
    }

    /// Gives the file its name. A file that has the name already is replaced only if `replace` is set.
    pub fn publish(self, replace: bool) -> io::Result<()> {
        if replace {
            self.file.persist(&self.place)?;
        } else {
            self.file.persist_noclobber(&self.place)?;
        }
        sync_folder(folder_of(&self.place));
        Ok(())
    }
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// How the temporary names of a file begin. The name is hashed because it may be too long to be part of another name.
fn start_of(place: &Path) -> String {
    let name = place.file_name().unwrap_or_default().as_encoded_bytes();
    format!("{PREFIX}{}-", &blake3::hash(name).to_hex()[..DIGITS])
}

/// Whether a name is that of a temporary file.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    is_temporary_from(name, PREFIX)
}

fn is_temporary_from(name: &OsStr, start: &str) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(start.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
}

/// Removes all temporary files in a folder whose writers are gone.
pub(super) fn remove_abandoned(folder: &Path) {
    remove_abandoned_from(folder, PREFIX);
}

/// The same for names with that beginning. A file that cannot be removed does no harm.
fn remove_abandoned_from(folder: &Path, start: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_temporary_from(&entry.file_name(), start) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A rename survives a crash once the folder is synced. Where folders cannot be synced nothing more can be done.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    /// What a killed writer leaves: the file, but no lock.
    fn left(place: &Path) -> PathBuf {
        let (file, path) =
            AtomicFile::create(place).expect("a temporary file").file.keep().expect("a file");
        drop(file);
        path
    }

    #[test]
    fn what_killed_writers_of_a_file_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mine, other) = (folder.path().join("mine"), folder.path().join("other"));
        let (dead, stranger) = (left(&mine), left(&other));
        let note = folder.path().join(".foregone-notes.txt");
        fs::write(&note, "a file of somebody's").expect("a file");
        let mut file = AtomicFile::create(&mine).expect("a temporary file");
        assert!(!dead.exists());
        assert!(stranger.exists(), "it is of another file");
        file.fill(|output| output.write_all(b"whole")).expect("room");
        file.publish(false).expect("a free name");
        assert_eq!(fs::read(&mine).expect("a file"), b"whole");
        remove_abandoned(folder.path());
        assert_eq!(names(folder.path()), [".foregone-notes.txt", "mine"]);
    }

    #[test]
    fn what_is_being_written_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("file");
        let mut first = AtomicFile::create(&place).expect("a temporary file");
        let second = AtomicFile::create(&place).expect("a temporary file");
        remove_abandoned(folder.path());
        assert_eq!(names(folder.path()).len(), 2);
        drop(second);
        first.fill(|output| output.write_all(b"1")).expect("room");
        first.publish(false).expect("a free name");
        assert_eq!(names(folder.path()), ["file"]);
        let third = AtomicFile::create(&place).expect("a temporary file");
        assert!(third.publish(false).is_err(), "nothing is replaced");
        assert_eq!(names(folder.path()), ["file"]);
        AtomicFile::create(&place).expect("a temporary file").publish(true).expect("a replacement");
        assert_eq!(fs::read(&place).expect("a file"), b"");
    }

    #[test]
    fn names_may_be_as_long_as_names_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("n".repeat(255));
        AtomicFile::create(&place).expect("a temporary file").publish(false).expect("a free name");
        assert!(place.exists());
    }
}
