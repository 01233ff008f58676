//! Which tables were computed or verified here. Whoever hands out a folder of tables can write into it whatever they like, so this
//! is remembered elsewhere: by the hash of the content, in the user's own folder for the state of programs. Tables that are
//! changed have another hash and are strangers again. Tables that the checker knows by their hashes are known here, too.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foregone_tablebase::file::{AtomicFile, Manifest};
use serde::Serialize;

/// How the values became known to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum How {
    Built,
    Verified,
}

/// What a note says, to people who look at it; its name says all that programs need.
#[derive(Serialize)]
struct Note<'m> {
    game: &'m str,
    layers: usize,
    how: How,
    program: &'static str,
}

/// Where notes are kept: in `XDG_STATE_HOME`, or else where that is unless it is set. Nowhere if there is no home.
fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    // As the specification has it, relative ones are to be ignored.
    let state = given.filter(|path| path.is_absolute());
    let usual = || std::env::home_dir().filter(|home| home.is_absolute());
    let state = state.or_else(|| Some(usual()?.join(".local").join("state")))?;
    Some(state.join("foregone").join("tablebases"))
}

/// Remembers that all layers of these tables are right. The note, if it was not there before.
pub(crate) fn remember(manifest: &Manifest, how: How) -> io::Result<Option<PathBuf>> {
    let nowhere = || io::Error::new(io::ErrorKind::NotFound, "there is no home folder");
    remember_in(&folder().ok_or_else(nowhere)?, manifest, how)
}

fn remember_in(folder: &Path, manifest: &Manifest, how: How) -> io::Result<Option<PathBuf>> {
    let note = folder.join(manifest.content());
    if note.is_file() {
        return Ok(None);
    }
    let layers = manifest.layers.len();
    let (game, program) = (manifest.game.as_str(), env!("CARGO_PKG_VERSION"));
    let text = serde_json::to_string(&Note { game, layers, how, program })?;
    std::fs::create_dir_all(folder)?;
    let mut draft = AtomicFile::create(&note)?;
    draft.fill(|output| writeln!(output, "{text}"))?;
    draft.publish(true)?;
    Ok(Some(note))
}

/// Takes back a note that a later one makes superfluous.
pub(crate) fn forget(note: &Path) {
    // If that fails, it does no harm.
    let _ = std::fs::remove_file(note);
}

/// How many of the lowest layers are known to be right, if their values are those that the manifest says: because they were
/// computed or verified here, or because they are among the tables that the checker knows.
pub(crate) fn known(manifest: &Manifest) -> usize {
    let is_shipped = |&layers: &usize| {
        foregone_proof::known::is_known(&manifest.game, layers, &manifest.content_of(layers))
    };
    let shipped = (1..=manifest.layers.len()).rev().find(is_shipped).unwrap_or(0);
    shipped.max(folder().map_or(0, |folder| known_in(&folder, manifest)))
}

fn known_in(folder: &Path, manifest: &Manifest) -> usize {
    let is_known = |&layers: &usize| folder.join(manifest.content_of(layers)).is_file();
    (1..=manifest.layers.len()).rev().find(is_known).unwrap_or(0)
}

/// What values rest on that were looked up in tables which nobody has verified here.
pub(crate) fn on_trust(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "the tablebase {folder}, which was never verified here; `foregone tablebase verify --dir {folder}` does that"
    )
}

#[cfg(test)]
mod tests {
    use foregone_tablebase::file::{Form, LayerInfo};

    use super::*;

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
        let place = folder.path().join("deep").join("down");
        let three = manifest(&["a", "b", "c"]);
        assert_eq!(known_in(&place, &three), 0);
        remember_in(&place, &manifest(&["a"]), How::Built).expect("room");
        assert_eq!(known_in(&place, &three), 1, "the lowest layer is the same");
        let note = remember_in(&place, &three, How::Verified).expect("room").expect("a new one");
        assert_eq!(remember_in(&place, &three, How::Built).expect("room"), None);
        assert_eq!(known_in(&place, &three), 3);
        forget(&note);
        assert_eq!(known_in(&place, &three), 1);
        remember_in(&place, &three, How::Verified).expect("room");
        assert_eq!(known_in(&place, &manifest(&["a", "b", "c", "d"])), 3);
        assert_eq!(known_in(&place, &manifest(&["a", "x", "c"])), 1, "the second was changed");
        assert_eq!(known_in(&place, &manifest(&["x", "b", "c"])), 0, "the lowest was changed");
        let mut other = three;
        other.game = "another game".to_owned();
        assert_eq!(known_in(&place, &other), 0);
    }
}
