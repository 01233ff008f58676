//! What the tests of the program share.

mod program;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use assert_cmd::assert::Assert;
use foregone_tablebase::file::{Form, LayerSummary, Table, WordReader};

pub use program::{Folder, foregone, json, state, text};

/// The program, to be watched while it runs.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(arguments).env("XDG_STATE_HOME", state());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program with a limit in KiB on the size of files, which acts like a full disk.
#[cfg(unix)]
pub fn confined(kibibytes: usize, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_foregone")]).args(arguments);
    command.env("XDG_STATE_HOME", state()).output().expect("bash starts")
}

/// Asks a program to end, as Ctrl-C does.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

/// The standard output.
pub fn stdout(assert: Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8")
}

/// The content of a folder.
impl Folder {
    /// The names of its files.
    pub fn names(&self) -> Vec<String> {
        loop {
            let entries = std::fs::read_dir(self.0.path()).expect("a folder");
            match entries.collect::<Result<Vec<_>, _>>() {
                // Some file systems ask for patience while files are renamed.
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                entries => {
                    let name = |entry: std::fs::DirEntry| entry.file_name().into_string();
                    let entries = entries.expect("the entries").into_iter();
                    return entries.map(|entry| name(entry).expect("UTF-8")).collect();
                }
            }
        }
    }

    /// The number of its files.
    pub fn count(&self) -> usize {
        self.names().len()
    }
}

/// Copies the lowest layers of a board's tables and changes each of them a little. Hashes and counts fit the changed layers.
pub fn copy_bits(
    game: &str,
    (from, to): (&Path, &Path),
    layers: usize,
    change: impl Fn(usize, &mut Vec<u64>),
) {
    let table = Table::open(from, game, Form::Bits).expect("tables");
    let all = table.manifest().layers.len();
    let mut made =
        foregone_tablebase::file::Folder::open(to, game, Form::Bits, all).expect("a folder");
    for (number, facts) in table.manifest().layers[..layers].iter().enumerate() {
        let mut words = table.layer(number).expect("a layer").words(usize::MAX).expect("words");
        change(number, &mut words[0]);
        let won = words[0].iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let kept =
            LayerSummary { size: facts.size, bound: 1, counts: vec![facts.size - won, 0, won] };
        made.write_layer(number, kept, WordReader::new(words)).expect("room");
    }
}
