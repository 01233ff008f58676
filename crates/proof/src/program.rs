//! What `foregone-check` and `foregone check` do: certificates from files, verdicts as text or JSON. The only part of this
//! library that opens files and prints.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::{Accepted, Failure, Options, Rejected, check};

/// What is to be checked, and how the verdicts are to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// Certificates; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The graph file to use for `graph:` games, whatever the certificate names.
    pub graph: Option<PathBuf>,
    /// The folder of the tablebase that certificates may cite.
    pub tablebase: Option<PathBuf>,
    /// Refuse certificates that cite anything.
    pub strict: bool,
    /// One JSON object per certificate.
    pub json: bool,
    /// Nothing about accepted ones.
    pub quiet: bool,
}

/// What came of an [`Order`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdicts {
    /// Every certificate proves what it claims.
    AllAccepted,
    /// Some certificate was rejected.
    OneRejected,
    /// None was rejected, but some could not be read.
    OneUnreadable,
}

/// A graph file may have so many bytes.
pub const GRAPH_FILE: u64 = 1 << 30;

/// Checks the files in turn. A rejection outweighs a file that cannot be read.
pub fn check_all(order: &Order) -> io::Result<Verdicts> {
    let (mut rejected, mut unreadable) = (false, false);
    for file in &order.files {
        let verdict = check_file(file, order);
        rejected |= matches!(verdict, Err(Failure::Rejected(_)));
        unreadable |= matches!(verdict, Err(Failure::Unreadable(_)));
        report(&file.to_string_lossy(), &verdict, order)?;
    }
    Ok(match (rejected, unreadable) {
        (true, _) => Verdicts::OneRejected,
        (_, true) => Verdicts::OneUnreadable,
        _ => Verdicts::AllAccepted,
    })
}

fn check_file(file: &Path, order: &Order) -> Result<Accepted, Failure> {
    let mut options = Options::with_graph_loader(|path| match &order.graph {
        Some(given) => read_graph(&mut File::open(given)?),
        None => find_graph(Path::new(path), file),
    });
    if let Some(folder) = &order.tablebase {
        options.tablebase = Some(Box::new(|name| read_table(&folder.join(name))));
    }
    options.strict = order.strict;
    if file == Path::new("-") {
        return check(io::stdin().lock(), &options);
    }
    let input = File::open(file).map_err(|error| Failure::Unreadable(reason(&error)))?;
    check(input, &options)
}

/// Opens the graph file that a certificate names: as seen from here, or else from the certificate's folder. The
/// certificate may come from anywhere, so it cannot make us read from a device or a pipe.
fn find_graph(path: &Path, certificate: &Path) -> io::Result<Vec<u8>> {
    let beside = certificate.parent().unwrap_or(Path::new("")).join(path);
    let found = if path.is_file() { path } else { &beside };
    if !found.is_file() {
        let sentence = "there is no such file here or beside the certificate; name it with --graph";
        return Err(io::Error::new(io::ErrorKind::NotFound, sentence));
    }
    read_graph(&mut File::open(found)?)
}

fn read_graph(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(GRAPH_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > GRAPH_FILE {
        return Err(io::Error::other(format!("it has more than {GRAPH_FILE} bytes")));
    }
    Ok(bytes)
}

/// Reads a file of a tablebase. Errors say nothing of the operating system's numbers.
fn read_table(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| io::Error::new(error.kind(), reason(&error)))
}

fn report(file: &str, verdict: &Result<Accepted, Failure>, order: &Order) -> io::Result<()> {
    if order.quiet && verdict.is_ok() {
        return Ok(());
    }
    let mut output = io::stdout().lock();
    if order.json {
        return writeln!(output, "{}", as_json(file, verdict)?);
    }
    match verdict {
        Ok(accepted) => {
            writeln!(output, "{}", printable(&format!("{file}: accepted: {}", in_words(accepted))))
        }
        Err(failure @ Failure::Rejected(_)) => {
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
}

fn as_json(file: &str, verdict: &Result<Accepted, Failure>) -> io::Result<String> {
    let (verdict, details) = match verdict {
        Ok(accepted) => ("accepted", Details::Accepted(accepted)),
        Err(Failure::Rejected(rejected)) => ("rejected", Details::Rejected(rejected)),
        Err(Failure::Unreadable(reason)) => ("unreadable", Details::Unreadable { reason }),
    };
    Ok(serde_json::to_string(&Line { schema: 1, file, verdict, details })?)
}

fn in_words(accepted: &Accepted) -> String {
    let claims = accepted.claims.join(", ");
    let worth = match &accepted.value {
        Some(value) => format!("is worth {value} ({claims})"),
        None => format!("is worth {claims}"),
    };
    let trusted = match accepted.trusted.join("; ") {
        text if text.is_empty() => text,
        text => format!(", on trust: {text}"),
    };
    format!(
        "{} at {} {worth}, {} positions, {} records, blake3 {}…{trusted}",
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

/// Without control characters: names in a certificate come from strangers and must not steer the terminal.
pub fn printable(text: &str) -> String {
    let escape = |symbol: char| {
        if symbol.is_control() { symbol.escape_default().to_string() } else { symbol.to_string() }
    };
    text.chars().map(escape).collect()
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
