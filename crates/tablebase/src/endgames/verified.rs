//! Which tables this user has built or verified.
//!
//! Whoever hands out a folder of tables can write anything into it. So the fact that tables are correct is remembered
//! elsewhere: a note named by the hash of their content, in the user's own folder for the state of programs. Tables that are
//! changed have another hash, and no note.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::file::{AtomicFile, Manifest};

/// How tables became known to be correct.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// They were built here.
    Built,
    /// They were verified here.
    Verified,
}

/// The text of a note, for people; programs need only its name.
#[derive(Serialize)]
struct Note<'m> {
    game: &'m str,
    layers: usize,
    how: Origin,
    program: &'static str,
}

/// Whether the tables of a game with that many layers and that content are known to everybody.
type IsKnown = fn(game: &str, layers: usize, content: &str) -> bool;

/// A folder of notes about tables that are correct.
///
/// ```
/// use foregone_tablebase::endgames::{Origin, VerifiedTables};
/// use foregone_tablebase::file::{Folder, Form};
///
/// let (notes, tables) = (tempfile::tempdir()?, tempfile::tempdir()?);
/// let verified = VerifiedTables::in_folder(notes.path());
/// let mut folder = Folder::open(tables.path(), "a game", Form::Bytes, 1)?;
/// folder.write_bytes(0, &[1, 0, -1], 1, vec![1, 1, 1])?;
/// assert_eq!(verified.layers(folder.manifest()), 0);
/// verified.remember(folder.manifest(), Origin::Verified)?;
/// assert_eq!(verified.layers(folder.manifest()), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VerifiedTables {
    folder: Option<PathBuf>,
    is_known: IsKnown,
}

impl VerifiedTables {
    /// The notes in a folder, which need not exist.
    pub fn in_folder(folder: impl Into<PathBuf>) -> VerifiedTables {
        VerifiedTables { folder: Some(folder.into()), is_known: |_, _, _| false }
    }

    /// The notes of this user: in `XDG_STATE_HOME`, or in `.local/state` of the home folder. Without a home folder nothing is
    /// remembered.
    pub fn of_user() -> VerifiedTables {
        let given = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
        // The XDG base directory specification says that a relative path is to be ignored.
        let state = given.filter(|path| path.is_absolute());
        let home = || std::env::home_dir().filter(|home| home.is_absolute());
        let state = state.or_else(|| Some(home()?.join(".local").join("state")));
        let folder = state.map(|state| state.join("foregone").join("tablebases"));
        VerifiedTables { folder, is_known: |_, _, _| false }
    }

    /// Also trusts tables that `is_known` recognises by their game, their number of layers and the hash of their content.
    #[must_use]
    pub fn with_known(self, is_known: IsKnown) -> VerifiedTables {
        VerifiedTables { is_known, ..self }
    }

    /// Remembers that all layers of these tables are correct. Returns the note if it is new.
    pub fn remember(&self, manifest: &Manifest, how: Origin) -> io::Result<Option<PathBuf>> {
        let nowhere = || io::Error::new(io::ErrorKind::NotFound, "there is no home folder");
        let folder = self.folder.as_ref().ok_or_else(nowhere)?;
        let note = folder.join(manifest.content());
        if note.is_file() {
            return Ok(None);
        }
        let layers = manifest.layers.len();
        let (game, program) = (manifest.game.as_str(), env!("CARGO_PKG_VERSION"));
        let text = serde_json::to_string(&Note { game, layers, how, program })?;
        std::fs::create_dir_all(folder)?;
        let mut file = AtomicFile::create(&note)?;
        file.fill(|output| writeln!(output, "{text}"))?;
        file.publish(true)?;
        Ok(Some(note))
    }

    /// Removes a note that a later one makes superfluous.
    pub(super) fn forget(&self, note: &Path) {
        // A note that cannot be removed does no harm.
        let _ = std::fs::remove_file(note);
    }

    /// How many of the lowest layers are known to be correct, provided that their values are those of the manifest.
    pub fn layers(&self, manifest: &Manifest) -> usize {
        let is_correct = |&layers: &usize| {
            let content = manifest.content_of(layers);
            (self.is_known)(&manifest.game, layers, &content)
                || self.folder.as_ref().is_some_and(|folder| folder.join(content).is_file())
        };
        (1..=manifest.layers.len()).rev().find(is_correct).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{Form, LayerInfo};

    fn manifest(contents: &[&str]) -> Manifest {
        let mut manifest = Manifest::new("a game", Form::Bytes);
        manifest.layers = contents
            .iter()
            .map(|content| LayerInfo {
                file: String::new(),
                size: 1,
                bound: 1,
                counts: vec![0, 0, 1],
                content: (*content).to_owned(),
                table: String::new(),
                bytes: 1,
            })
            .collect();
        manifest
    }

    #[test]
    fn tables_are_known_by_their_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let verified = VerifiedTables::in_folder(folder.path().join("deep").join("down"));
        let three = manifest(&["a", "b", "c"]);
        assert_eq!(verified.layers(&three), 0);
        verified.remember(&manifest(&["a"]), Origin::Built).expect("room");
        assert_eq!(verified.layers(&three), 1, "the lowest layer is the same");
        let note = verified.remember(&three, Origin::Verified).expect("room").expect("a new one");
        assert_eq!(verified.remember(&three, Origin::Built).expect("room"), None);
        assert_eq!(verified.layers(&three), 3);
        verified.forget(&note);
        assert_eq!(verified.layers(&three), 1);
        verified.remember(&three, Origin::Verified).expect("room");
        assert_eq!(verified.layers(&manifest(&["a", "b", "c", "d"])), 3);
        assert_eq!(verified.layers(&manifest(&["a", "x", "c"])), 1, "the second was changed");
        assert_eq!(verified.layers(&manifest(&["x", "b", "c"])), 0, "the lowest was changed");
        let shipped = verified.clone().with_known(|game, layers, _| game == "b" && layers == 2);
        let mut other = three;
        other.game = "b".to_owned();
        assert_eq!((verified.layers(&other), shipped.layers(&other)), (0, 2));
    }
}
