//! What the tests of the program share.

mod program;

use std::path::Path;

use assert_cmd::assert::Assert;
use tablebase::file::{Form, Kept, Table, Words};

pub use program::{Folder, foregone, json, text};

/// What it printed.
pub fn stdout(assert: Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8")
}

/// What is in it.
impl Folder {
    /// The names of the files there are.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect()
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        std::fs::read_dir(self.0.path()).expect("a folder").count()
    }
}

/// Copies the lowest layers of a board's tables, each changed a little on the way; hashes and counts fit what is written.
pub fn copy_bits(
    game: &str,
    (from, to): (&Path, &Path),
    layers: usize,
    change: impl Fn(usize, &mut Vec<u64>),
) {
    let table = Table::open(from, game, Form::Bits).expect("tables");
    let all = table.manifest().layers.len();
    let mut made = tablebase::file::Folder::open(to, game, Form::Bits, all).expect("a folder");
    for (number, facts) in table.manifest().layers[..layers].iter().enumerate() {
        let mut words = table.layer(number).expect("a layer").words(usize::MAX).expect("words");
        change(number, &mut words[0]);
        let won = words[0].iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let kept = Kept { size: facts.size, bound: 1, counts: vec![facts.size - won, 0, won] };
        made.keep_read(number, kept, Words::new(words)).expect("room");
    }
}
