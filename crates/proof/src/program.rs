//! What `foregone-check` and `foregone check` do: certificates from files, verdicts as text or JSON. The only part of this
//! library that opens files and prints.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

pub use crate::check::GRAPH_FILE;
pub use crate::printable::printable;
use crate::printable::printable_json;
use crate::{Accepted, Failure, Limits, Options, Rejected, Undecided, check};

/// What is to be checked, and how the verdicts are to be shown.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Certificates; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The graph file to use for `graph:` games, whatever the certificate names.
    pub graph: Option<PathBuf>,
    /// The folder of the tablebase that certificates may cite.
    pub tablebase: Option<PathBuf>,
    /// Refuse certificates that cite anything.
    pub strict: bool,
    /// Bytes that the check of a certificate may take; [`Limits::MEMORY`] if nothing is said.
    pub memory: Option<u64>,
    /// Time that it may take.
    pub time: Option<Duration>,
    /// One JSON object per certificate.
    pub json: bool,
    /// Nothing about accepted ones that take nothing on trust.
    pub quiet: bool,
}

/// What came of an [`Order`]: the gravest verdict, in the order in which they stand here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdicts {
    /// Every certificate proves what it claims.
    AllAccepted,
    /// So does every one, but some only for who trusts something else.
    OneOnTrust,
    /// Of some certificate nothing is known, because a limit was reached.
    OneUndecided,
    /// Some could not be read.
    OneUnreadable,
    /// Some certificate was rejected.
    OneRejected,
}

impl Verdicts {
    /// The exit code that says so.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdicts::AllAccepted => 0,
            Verdicts::OneUnreadable => 1,
            Verdicts::OneUndecided => 3,
            Verdicts::OneRejected => 4,
            Verdicts::OneOnTrust => 5,
        }
    }

    fn of(verdict: &Result<Accepted, Failure>) -> Verdicts {
        match verdict {
            Ok(accepted) if accepted.trusted.is_empty() => Verdicts::AllAccepted,
            Ok(_) => Verdicts::OneOnTrust,
            Err(Failure::Undecided(_)) => Verdicts::OneUndecided,
            Err(Failure::Unreadable(_)) => Verdicts::OneUnreadable,
            Err(Failure::Rejected(_)) => Verdicts::OneRejected,
        }
    }
}

/// Watches the check of a file.
pub trait Watch {
    /// So many bytes of the certificate have been read.
    fn progress(&self, file: &Path, bytes: u64);
    /// The check is over, and its verdict is printed next.
    fn end(&self, file: &Path);
}

/// Nobody watches.
impl Watch for () {
    fn progress(&self, _file: &Path, _bytes: u64) {}
    fn end(&self, _file: &Path) {}
}

/// Tells a watcher how much has been read.
struct Watched<'w, R> {
    input: R,
    bytes: u64,
    file: &'w Path,
    watch: &'w dyn Watch,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer).map_err(plainly)?;
        self.bytes += read as u64;
        self.watch.progress(self.file, self.bytes);
        Ok(read)
    }
}

/// Checks the files in turn. The flag ends that when it is set from outside.
pub fn check_all(
    order: &Order,
    interrupt: Option<&AtomicBool>,
    watch: &dyn Watch,
) -> io::Result<Verdicts> {
    let mut gravest = Verdicts::AllAccepted;
    for file in &order.files {
        let verdict = check_file(file, order, interrupt, watch);
        watch.end(file);
        gravest = gravest.max(Verdicts::of(&verdict));
        report(&file.to_string_lossy(), &verdict, order)?;
    }
    Ok(gravest)
}

fn check_file(
    file: &Path,
    order: &Order,
    interrupt: Option<&AtomicBool>,
    watch: &dyn Watch,
) -> Result<Accepted, Failure> {
    let mut options = Options::with_graph_loader(|path| {
        let file = match &order.graph {
            Some(given) => open_regular(given),
            None => open_beside(path, file),
        };
        Ok(Box::new(WithoutMark::new(file.map_err(plainly)?)?))
    });
    if let Some(folder) = &order.tablebase {
        let load = |name: &str| -> io::Result<Box<dyn Read>> {
            let file = open_within(folder, name).map_err(plainly)?;
            Ok(Box::new(io::BufReader::new(file)))
        };
        options.tablebase = Some(Box::new(load));
    }
    options.strict = order.strict;
    let memory = order.memory.unwrap_or(Limits::MEMORY);
    options.limits = Limits { memory, time: order.time, interrupt };
    if file == Path::new("-") {
        return check(Watched { input: io::stdin().lock(), bytes: 0, file, watch }, &options);
    }
    let input = File::open(file).map_err(|error| Failure::Unreadable(reason(&error)))?;
    check(Watched { input, bytes: 0, file, watch }, &options)
}

/// A file without the byte order mark that some editors begin a text with. It is not part of the text, and so not of the
/// graph's hash.
struct WithoutMark {
    start: io::Cursor<Vec<u8>>,
    rest: File,
}

impl WithoutMark {
    fn new(file: File) -> io::Result<WithoutMark> {
        let (mut start, mut rest) = (Vec::new(), file);
        (&mut rest).take(3).read_to_end(&mut start)?;
        if start == b"\xef\xbb\xbf" {
            start.clear();
        }
        Ok(WithoutMark { start: io::Cursor::new(start), rest })
    }
}

impl Read for WithoutMark {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.start.read(buffer)? {
            0 => self.rest.read(buffer),
            read => Ok(read),
        }
    }
}

/// Opens the graph file that a certificate names, if it lies beside the certificate. The certificate may come from anywhere:
/// only the last part of the path that it names is looked at, so that it cannot make us open a file of its choice.
fn open_beside(path: &str, certificate: &Path) -> io::Result<File> {
    let missing = || {
        let sentence = "there is no such file beside the certificate; name it with --graph";
        io::Error::new(io::ErrorKind::NotFound, sentence)
    };
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    let folder = certificate.parent().filter(|_| certificate != Path::new("-"));
    let (Some(name), Some(folder)) = (name, folder) else { return Err(missing()) };
    open_within(folder, name).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing(),
        _ => error,
    })
}

/// Opens a file of a folder, by a name that comes from a stranger: one that lies there, and no link that leads elsewhere.
fn open_within(folder: &Path, name: &str) -> io::Result<File> {
    let refuse = |sentence| Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        return refuse("it is not the name of a file in the folder");
    }
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let folder = fs::canonicalize(folder)?;
    let file = fs::canonicalize(folder.join(name))?;
    if !file.starts_with(&folder) {
        return refuse("it is a link that leads out of the folder");
    }
    open_regular(&file)
}

/// Opens a file, but nothing that might wait for somebody: no pipe, no device, no folder.
fn open_regular(path: &Path) -> io::Result<File> {
    let refused = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
    // Opening a pipe would wait already, so this is looked at before.
    if !fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(refused()) }
}

/// Errors say nothing of the operating system's numbers.
fn plainly(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), reason(&error))
}

fn report(file: &str, verdict: &Result<Accepted, Failure>, order: &Order) -> io::Result<()> {
    if order.quiet && Verdicts::of(verdict) == Verdicts::AllAccepted {
        return Ok(());
    }
    let mut output = io::stdout().lock();
    if order.json {
        return writeln!(output, "{}", as_json(file, verdict)?);
    }
    match verdict {
        Ok(accepted) => {
            writeln!(output, "{}", printable(&format!("{file}: {}", in_words(accepted))))
        }
        Err(failure @ (Failure::Rejected(_) | Failure::Undecided(_))) => {
            writeln!(output, "{}", printable(&format!("{file}: {failure}")))
        }
        Err(failure @ Failure::Unreadable(_)) => {
            complain(&format!("{file}: {failure}"));
            Ok(())
        }
    }
}

/// What `--json` prints of one certificate.
#[derive(Serialize)]
struct Line<'v> {
    schema: u32,
    file: &'v str,
    verdict: &'static str,
    #[serde(flatten)]
    details: Details<'v>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Details<'v> {
    Accepted(&'v Accepted),
    Rejected(&'v Rejected),
    Unreadable { reason: &'v str },
    Undecided(&'v Undecided),
}

fn as_json(file: &str, verdict: &Result<Accepted, Failure>) -> io::Result<String> {
    let (verdict, details) = match verdict {
        Ok(accepted) if accepted.trusted.is_empty() => ("accepted", Details::Accepted(accepted)),
        Ok(accepted) => ("accepted on trust", Details::Accepted(accepted)),
        Err(Failure::Rejected(rejected)) => ("rejected", Details::Rejected(rejected)),
        Err(Failure::Unreadable(reason)) => ("unreadable", Details::Unreadable { reason }),
        Err(Failure::Undecided(limit)) => ("undecided", Details::Undecided(limit)),
    };
    let line = serde_json::to_string(&Line { schema: 1, file, verdict, details })?;
    Ok(printable_json(&line))
}

fn in_words(accepted: &Accepted) -> String {
    let claims = accepted.claims.join(", ");
    let worth = match &accepted.value {
        Some(value) => format!("is worth {value} ({claims})"),
        None => format!("is worth {claims}"),
    };
    let verdict = match &accepted.trusted[..] {
        [] => "accepted".to_owned(),
        trusted => format!("accepted on trust in {}", trusted.join("; ")),
    };
    let rests_on: String =
        accepted.rests_on.iter().map(|known| format!(", resting on {known}")).collect();
    format!(
        "{verdict}: {} at {} {worth}, {} positions, {} records, blake3 {}…{rests_on}",
        accepted.game,
        accepted.position,
        in_thousands(accepted.positions),
        in_thousands(accepted.records),
        &accepted.hash[..16]
    )
}

/// 1234567 as 1,234,567.
pub fn in_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Says something on standard error.
pub fn complain(sentence: &str) {
    // Nowhere is left to say so if this fails.
    let _ = writeln!(io::stderr(), "error: {}", printable(sentence));
}

/// The words of an input or output error without the number of the operating system.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
