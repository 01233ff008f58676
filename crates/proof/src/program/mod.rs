//! What `foregone-check` and `foregone check` do: read certificates from files, print verdicts as text or JSON, and show
//! progress. This is the only part of the library that opens files, prints, and names options of the command line.

mod checkpoint;
mod files;
mod progress;
mod report;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

pub use crate::GRAPH_FILE;
pub use crate::printable::printable;
use crate::remote::{self, Fleet};
use crate::{Accepted, Failure, FileLoader, Limit, Limits, Missing, Options, check};
use checkpoint::Checkpoint;
use files::{open_beside, open_regular, open_within};
use progress::ProgressLine;
pub use report::{JsonReport, verdict_object};

/// The certificates to check, and how the verdicts are printed.
#[derive(Clone, Debug, Default)]
pub struct CheckRequest {
    /// The files of the certificates; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The file of a `graph:` or `gdl:` game. Without it the file that the certificate names is looked for beside the
    /// certificate.
    pub game_file: Option<PathBuf>,
    /// The folder of the tablebase that certificates may cite.
    pub tablebase: Option<PathBuf>,
    /// Reject certificates that cite a tablebase.
    pub strict: bool,
    /// The threads that follow the parts of a certificate side by side; by default one for each core.
    pub threads: Option<usize>,
    /// The limit of memory in bytes for the check of one certificate; by default [`Limits::MEMORY`].
    pub memory: Option<u64>,
    /// The limit of time for the check of one certificate; by default none.
    pub time: Option<Duration>,
    /// The file that keeps the state of the check of the one certificate: a check that was stopped goes on from there.
    pub checkpoint: Option<PathBuf>,
    /// Print one JSON object per certificate, and no progress.
    pub json: bool,
    /// Print nothing about certificates that are accepted without trust, and no progress.
    pub quiet: bool,
    /// The time between two lines of progress where standard error is not a terminal; by default a minute.
    pub progress_interval: Option<Duration>,
}

/// The environment variable with the time between two lines of progress, which the programs read.
pub const PROGRESS_VARIABLE: &str = "FOREGONE_PROGRESS_EVERY";

/// The file of a game of the name that a certificate has, from the folder of the certificate. The name comes from the certificate,
/// so no other file is opened.
pub fn read_beside(path: &str, certificate: &Path) -> Result<Vec<u8>, String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        files::WithoutMark::new(open_beside(path, certificate)?)?
            .take(GRAPH_FILE + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| reason(&error))?;
    match bytes.len() as u64 <= GRAPH_FILE {
        true => Ok(bytes),
        false => Err(format!("it is longer than {GRAPH_FILE} bytes")),
    }
}

/// The verdict on a certificate, in ascending order of severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The certificate proves what it claims.
    Accepted,
    /// The certificate proves what it claims if the tablebase that it cites is right.
    AcceptedOnTrust,
    /// A limit was reached: nothing is known about the certificate.
    Undecided,
    /// The certificate, or a file that it needs, cannot be read: nothing is known about it.
    Unreadable,
    /// The certificate does not prove what it claims.
    Rejected,
}

impl Verdict {
    /// The exit code of the program.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Accepted => 0,
            Verdict::Unreadable => 1,
            Verdict::Undecided => 3,
            Verdict::Rejected => 4,
            Verdict::AcceptedOnTrust => 5,
        }
    }

    fn of(result: &Result<Accepted, Failure>) -> Verdict {
        match result {
            Ok(accepted) if accepted.trusted.is_empty() => Verdict::Accepted,
            Ok(_) => Verdict::AcceptedOnTrust,
            Err(Failure::Undecided(_)) => Verdict::Undecided,
            Err(Failure::Unreadable(_) | Failure::Missing(_)) => Verdict::Unreadable,
            Err(Failure::Rejected(_)) => Verdict::Rejected,
        }
    }
}

/// Checks the certificates one after the other, prints the verdicts, and gives the most severe one. The check ends soon
/// after the flag is set.
///
/// ```
/// use foregone_proof::program::{CheckRequest, Verdict, check_all};
///
/// let request = CheckRequest { files: vec!["missing.fgc".into()], ..CheckRequest::default() };
/// assert_eq!(check_all(&request, None)?, Verdict::Unreadable);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn check_all(request: &CheckRequest, interrupt: Option<&AtomicBool>) -> io::Result<Verdict> {
    check_all_by(request, interrupt, None)
}

/// The same with the help of a fleet, if there is one. It needs files that can be read again: standard input cannot.
pub fn check_all_by(
    request: &CheckRequest,
    interrupt: Option<&AtomicBool>,
    fleet: Option<&Fleet<'_>>,
) -> io::Result<Verdict> {
    let mut worst = Verdict::Accepted;
    for file in &request.files {
        let result = check_file(file, request, (interrupt, fleet)).map_err(name_options);
        worst = worst.max(Verdict::of(&result));
        report::print(&file.to_string_lossy(), &result, request)?;
    }
    Ok(worst)
}

fn check_file(
    file: &Path,
    request: &CheckRequest,
    (interrupt, fleet): (Option<&AtomicBool>, Option<&Fleet<'_>>),
) -> Result<Accepted, Failure> {
    let open = || File::open(file).map_err(|error| Failure::Unreadable(reason(&error)));
    let input = if file == Path::new("-") { None } else { Some(open()?) };
    let checkpoint = request.checkpoint.as_deref().map(Checkpoint::open).transpose()?;
    let size = input.as_ref().and_then(files::size);
    let line = ProgressLine::new(file, size, request.progress_interval);
    let mut options = Options::with_game_file_loader(|path| {
        let file = match &request.game_file {
            Some(given) => open_regular(given),
            None => open_beside(path, file),
        };
        Ok(Box::new(files::WithoutMark::new(file.map_err(without_number)?)?))
    });
    options.tablebase = request.tablebase.as_deref().map(tablebase_loader);
    options.strict = request.strict;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    options.threads = request.threads.unwrap_or_else(cores);
    let memory = request.memory.unwrap_or(Limits::MEMORY);
    options.limits = Limits { memory, time: request.time, interrupt };
    if !request.quiet && !request.json {
        options.observer = Some(Box::new(|progress| line.show(progress)));
    }
    if let Some(checkpoint) = &checkpoint {
        options.resume.clone_from(&checkpoint.state);
        options.save = Some(Box::new(|state| checkpoint.save(state)));
    }
    options.fleet = fleet;
    let result = match input {
        Some(_) if fleet.is_some() => remote::check(open, &options),
        Some(input) => check(input, &options),
        None => check(io::stdin().lock(), &options),
    };
    drop(options);
    match checkpoint {
        Some(checkpoint) => checkpoint.close(result),
        None => result,
    }
}

/// Opens the files of a tablebase that lie in the folder.
pub fn tablebase_loader(folder: &Path) -> Box<FileLoader<'_>> {
    Box::new(move |name| {
        let file = open_within(folder, name).map_err(without_number)?;
        Ok(Box::new(io::BufReader::new(file)))
    })
}

/// Adds the option of the command line that helps. The library itself names no options.
pub fn name_options(failure: Failure) -> Failure {
    match failure {
        Failure::Undecided(mut undecided) => {
            match undecided.limit {
                Limit::Memory => undecided.reason.push_str("; allow more with --memory"),
                Limit::Time => undecided.reason.push_str("; allow more with --time"),
                Limit::Interrupt => {}
            }
            Failure::Undecided(undecided)
        }
        Failure::Missing(Missing::GraphFile) => Failure::Unreadable(
            "the certificate is about a graph game; name its file with --game-file".to_owned(),
        ),
        Failure::Missing(Missing::RuleFile) => Failure::Unreadable(
            "the certificate is about a game of a rule file; name it with --game-file".to_owned(),
        ),
        Failure::Missing(Missing::Tablebase) => Failure::Unreadable(
            "the certificate cites a tablebase; name its folder with --tablebase".to_owned(),
        ),
        other => other,
    }
}

/// The error with the text of [`reason`].
fn without_number(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), reason(&error))
}

/// The number with separators: 1234567 as 1,234,567.
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

/// Prints an error on standard error.
pub fn print_error(sentence: &str) {
    // If standard error is closed, there is nowhere to report that.
    let _ = writeln!(io::stderr(), "error: {}", printable(sentence));
}

/// The text of an input or output error without the number of the operating system, beginning with a small letter.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
