//! Files that commands read and write, and `-` for standard input and output.
//!
//! A file is written beside its final place, synced, and then renamed: a half-written file never has the name that was
//! asked for. No file is replaced without `--force`. [`Named`] refuses arguments by which one file would destroy another.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use foregone_games::registry::GameFile;
use foregone_tablebase::file::AtomicFile;

use crate::failure::{Failure, reason};
use crate::output;

/// Some editors begin a text in UTF-8 with this mark. It is not part of the text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a file name means standard input or output.
pub(crate) fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// Where a result goes: a file that can be written, or standard output. While a result goes to standard output, the report
/// of the command goes to standard error.
pub(crate) struct Destination {
    /// None is standard output.
    file: Option<PathBuf>,
    replace: bool,
}

impl Destination {
    /// Checks before a long search that the file can be written. Nothing is left behind.
    pub(crate) fn new(file: &Path, replace: bool) -> Result<Destination, Failure> {
        if is_standard(file) {
            output::keep_standard_output_free();
            return Ok(Destination { file: None, replace });
        }
        let named = file.display();
        let refuse = |sentence: &str| Err(Failure::bad(format!("{named} {sentence}")));
        match fs::symlink_metadata(file) {
            Ok(found) if found.is_dir() => {
                return refuse("is a folder and cannot be written as a file");
            }
            Ok(found) if !found.is_file() && !found.is_symlink() => {
                return refuse("is not a file and cannot be replaced by one");
            }
            Ok(_) if !replace => return refuse("exists already; --force replaces it"),
            _ if file.file_name().is_none() => return refuse("is not the name of a file"),
            _ => {}
        }
        AtomicFile::create(file)
            .map_err(|error| Failure::file(&named.to_string(), "written", &error))?;
        Ok(Destination { file: Some(file.to_owned()), replace })
    }

    /// The same for an option that may be absent.
    pub(crate) fn of(
        file: Option<&PathBuf>,
        replace: bool,
    ) -> Result<Option<Destination>, Failure> {
        file.map(|file| Destination::new(file, replace)).transpose()
    }

    /// Whether there is a file of that name already.
    pub(crate) fn is_there(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.exists())
    }

    /// As it was named.
    pub(crate) fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| "-".to_owned(), |file| file.display().to_string())
    }

    /// Writes what `fill` writes.
    pub(crate) fn write<T>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, Failure> {
        self.try_write(fill).map_err(|error| {
            let name = match self.file {
                Some(_) => self.name(),
                None => "standard output".to_owned(),
            };
            Failure::Failed(format!("{name} could not be written: {}", reason(&error)))
        })
    }

    /// Writes a text. A reader of standard output who has closed the pipe has seen enough: that is no failure.
    pub(crate) fn write_text(&self, text: &str) -> Result<(), Failure> {
        self.write(|output| match output.write_all(text.as_bytes()) {
            Err(error) if self.file.is_none() && error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(())
            }
            written => written,
        })
    }

    fn try_write<T>(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        let Some(file) = &self.file else {
            let mut output = io::stdout().lock();
            let result = fill(&mut output)?;
            return match output.flush() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
                _ => Ok(result),
            };
        };
        let mut draft = AtomicFile::create(file)?;
        let result = draft.fill(|output| fill(output))?;
        draft.publish(self.replace)?;
        Ok(result)
    }
}

/// Reads a file of at most this many bytes, or standard input for `-`. A byte order mark is left out.
pub(crate) fn read(file: &Path, longest: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let outcome = if is_standard(file) {
        io::stdin().lock().take(longest + 1).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|input| input.take(longest + 1).read_to_end(&mut bytes))
    };
    outcome.map_err(|error| reason(&error))?;
    if bytes.len() as u64 > longest {
        return Err(format!("it has more than {} bytes", output::in_thousands(longest)));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// The same for text.
pub(crate) fn read_text(file: &Path, longest: u64) -> Result<String, Failure> {
    let failed = |why: &str| Failure::bad(format!("{} cannot be read: {why}", file.display()));
    let bytes = read(file, longest).map_err(|why| failed(&why))?;
    String::from_utf8(bytes).map_err(|_| failed("it is not text in UTF-8"))
}

/// The files that the arguments of a command name, each with its option or with what it is.
pub(crate) struct Named {
    outputs: Vec<(&'static str, PathBuf)>,
    inputs: Vec<(&'static str, PathBuf)>,
    /// Whether the command prints JSON to standard output.
    json: bool,
}

impl Named {
    /// No files yet.
    pub(crate) fn new(json: bool) -> Named {
        Named { outputs: Vec::new(), inputs: Vec::new(), json }
    }

    /// A file that the command writes, if the option is given.
    pub(crate) fn output(mut self, option: &'static str, file: Option<&PathBuf>) -> Named {
        self.outputs.extend(file.map(|file| (option, file.clone())));
        self
    }

    /// A checkpoint, with the copy of the one before that is kept beside it.
    pub(crate) fn checkpoint(mut self, file: Option<&PathBuf>) -> Named {
        if let Some(file) = file {
            let mut previous = file.clone().into_os_string();
            previous.push(".previous");
            self.outputs.push(("--checkpoint", file.clone()));
            self.outputs.push(("--checkpoint (its copy)", previous.into()));
        }
        self
    }

    /// A file that the command reads, if it is given.
    pub(crate) fn input(mut self, what: &'static str, file: Option<&PathBuf>) -> Named {
        self.inputs.extend(file.map(|file| (what, file.clone())));
        self
    }

    /// The file of the game, if the game is read from one.
    pub(crate) fn game(mut self, spec: &str) -> Named {
        let file = GameFile::of(spec);
        self.inputs.extend(file.map(|file| match file.game {
            "graph" => ("the graph file of the game", file.path.into()),
            _ => ("the rule file of the game", file.path.into()),
        }));
        self
    }

    /// Refuses what would destroy a file or mix two results.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for (index, (option, file)) in self.outputs.iter().enumerate() {
            if is_standard(file) {
                self.check_standard_output(option)?;
            }
            for (other, earlier) in &self.outputs[..index] {
                if is_same(file, earlier) {
                    let place = match is_standard(file) {
                        true => "both write to standard output".to_owned(),
                        false => format!("name the same file, {}", file.display()),
                    };
                    return Err(Failure::bad(format!(
                        "{other} and {option} {place}; give each a file of its own"
                    )));
                }
            }
            for (what, input) in &self.inputs {
                if !is_standard(file) && is_same(file, input) {
                    return Err(Failure::bad(format!(
                        "{option} {} would replace {what}; choose another name",
                        file.display()
                    )));
                }
            }
        }
        let mut from_standard = self.inputs.iter().filter(|(_, file)| is_standard(file));
        match (from_standard.next(), from_standard.next()) {
            (Some((one, _)), Some((other, _))) if one == other => {
                Err(Failure::bad("standard input can be read only once; name it once"))
            }
            (Some((one, _)), Some((other, _))) => Err(Failure::bad(format!(
                "{one} and {other} cannot both be read from standard input; give one of them a file"
            ))),
            _ => Ok(()),
        }
    }

    fn check_standard_output(&self, option: &str) -> Result<(), Failure> {
        let refuse = |sentence: String| Err(Failure::bad(sentence));
        if option == "--checkpoint" {
            return refuse(
                "a checkpoint is replaced while the search runs, so it cannot go to standard output; name a file"
                    .to_owned(),
            );
        }
        if self.json {
            return refuse(format!(
                "--json and {option} - both write to standard output; give {option} a file"
            ));
        }
        if option == "--certificate" && io::stdout().is_terminal() {
            return refuse(
                "a certificate is binary and standard output is a terminal; redirect it, or name a file".to_owned(),
            );
        }
        Ok(())
    }
}

/// Whether two names lead to the same place, whether or not there is a file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other
        || !is_standard(one)
            && !is_standard(other)
            && canonical(one).is_some_and(|path| Some(path) == canonical(other))
}

/// The path without links and dots.
fn canonical(file: &Path) -> Option<PathBuf> {
    if let Ok(path) = fs::canonicalize(file) {
        return Some(path);
    }
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(fs::canonicalize(folder).ok()?.join(file.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_where_they_lead() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, dotted) = (folder.path().join("a"), folder.path().join(".").join("a"));
        assert!(is_same(&plain, &dotted), "neither exists");
        fs::write(&plain, "text").expect("a file");
        assert!(is_same(&plain, &dotted));
        assert!(!is_same(&plain, &folder.path().join("b")));
        assert!(is_same(Path::new("-"), Path::new("-")));
        assert!(!is_same(Path::new("-"), Path::new("./-")));
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_a_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        fs::write(&file, "\u{feff}text\u{feff}").expect("a file");
        assert_eq!(read_text(&file, 100).expect("text"), "text\u{feff}");
        fs::write(&file, b"\xff\xfe").expect("a file");
        assert!(read_text(&file, 100).expect_err("no text").to_string().contains("UTF-8"));
        assert!(read(&file, 1).expect_err("too long").contains("more than 1 byte"));
    }
}
