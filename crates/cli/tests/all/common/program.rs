//! The program and a folder, for the tests of every kind.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value;
use tempfile::TempDir;

/// The folder for the program's state, so that tests do not write into the home of the user who runs them.
pub fn state() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("state")
}

/// The program with these arguments.
pub fn foregone(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(arguments).env("XDG_STATE_HOME", state());
    command
}

/// The standard output, which must be one JSON object.
pub fn json(assert: Assert) -> Value {
    let output = assert.get_output().stdout.clone();
    serde_json::from_slice(&output).expect("one JSON object")
}

/// A folder for one test.
pub struct Folder(pub TempDir);

impl Folder {
    /// A new folder.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// The path of a file in the folder, which need not exist.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file with that content into the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.file(name);
        std::fs::write(&file, content).expect("a file");
        file
    }
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}
