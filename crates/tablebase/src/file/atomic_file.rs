//! A file that is written beside its place under another name, synced, and then renamed: what has the name that was asked for
//! is whole.
//!
//! A writer that is killed leaves its draft behind. Whoever writes a draft holds a lock on it, which ends with the process,
//! wherever the folder is mounted: a draft whose lock is free has no writer any more and can be removed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

const PREFIX: &str = ".foregone-";
const SUFFIX: &str = ".tmp";
/// Digits of the hash of the name that a draft will have.
const DIGITS: usize = 16;
/// Drafts are tried so often; another process removes one only in the instant between its making and its lock.
const TRIES: usize = 10;

/// A file that is being written. If it is dropped, nothing is left of it.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    place: PathBuf,
}

impl AtomicFile {
    /// Begins a file that is to get that name. What writers of the same name have left who were killed is removed.
    pub fn create(place: &Path) -> io::Result<AtomicFile> {
        sweep(folder_of(place), &start_of(place));
        let mut builder = tempfile::Builder::new();
        let start = start_of(place);
        builder.prefix(&start).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Results are made to be shown: what the user's mask allows, as with any other file.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        for _ in 0..TRIES {
            let file = builder.tempfile_in(folder_of(place))?;
            // Where files cannot be locked, drafts of killed writers stay.
            let _ = file.as_file().lock();
            if file.path().exists() {
                return Ok(AtomicFile { file, place: place.to_owned() });
            }
        }
        Err(io::Error::other("another process removes it while it is written"))
    }

    /// Writes what `fill` writes, and syncs it.
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

    /// Gives it its name; a file that has it is replaced only if that is wished.
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

/// How the names of all drafts of a file begin. Names are hashed: they may be too long to be part of another one.
fn start_of(place: &Path) -> String {
    let name = place.file_name().unwrap_or_default().as_encoded_bytes();
    format!("{PREFIX}{}-", &blake3::hash(name).to_hex()[..DIGITS])
}

/// Whether a name is that of a draft.
pub(super) fn is_draft(name: &OsStr) -> bool {
    is_draft_from(name, PREFIX)
}

fn is_draft_from(name: &OsStr, start: &str) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(start.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
}

/// Removes all drafts in a folder whose writers are gone.
pub(super) fn tidy(folder: &Path) {
    sweep(folder, PREFIX);
}

/// The same for those whose names begin so. What cannot be removed is in nobody's way.
fn sweep(folder: &Path, start: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_draft_from(&entry.file_name(), start) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A rename is lasting once the folder is; where folders cannot be synced nothing more can be done.
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

    /// What a writer leaves that is killed: the file, but no lock.
    fn left(place: &Path) -> PathBuf {
        let (file, path) = AtomicFile::create(place).expect("a draft").file.keep().expect("a file");
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
        let mut draft = AtomicFile::create(&mine).expect("a draft");
        assert!(!dead.exists());
        assert!(stranger.exists(), "it is of another file");
        draft.fill(|output| output.write_all(b"whole")).expect("room");
        draft.publish(false).expect("a free name");
        assert_eq!(fs::read(&mine).expect("a file"), b"whole");
        tidy(folder.path());
        assert_eq!(names(folder.path()), [".foregone-notes.txt", "mine"]);
    }

    #[test]
    fn what_is_being_written_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("file");
        let mut first = AtomicFile::create(&place).expect("a draft");
        let second = AtomicFile::create(&place).expect("a draft");
        tidy(folder.path());
        assert_eq!(names(folder.path()).len(), 2);
        drop(second);
        first.fill(|output| output.write_all(b"1")).expect("room");
        first.publish(false).expect("a free name");
        assert_eq!(names(folder.path()), ["file"]);
        let third = AtomicFile::create(&place).expect("a draft");
        assert!(third.publish(false).is_err(), "nothing is replaced");
        assert_eq!(names(folder.path()), ["file"]);
        AtomicFile::create(&place).expect("a draft").publish(true).expect("a replacement");
        assert_eq!(fs::read(&place).expect("a file"), b"");
    }

    #[test]
    fn names_may_be_as_long_as_names_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("n".repeat(255));
        AtomicFile::create(&place).expect("a draft").publish(false).expect("a free name");
        assert!(place.exists());
    }
}
