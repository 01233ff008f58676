//! What all commands share in speaking to people: numbers, aligned rows, and the two output channels.

pub(crate) use foregone_proof::printable;
pub(crate) use foregone_proof::program::in_thousands;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytesize::ByteSize;
use foregone::Game;
use foregone::Position;

use crate::colour;
use crate::failure::Failure;

/// The board for people. That of a graph is one line with names from a file, which may have any letters.
pub(crate) fn board(opened: &Game, placed: &Position) -> String {
    let text = placed.text();
    if opened.info().name == "graph" { printable(text.trim_end_matches('\n')) + "\n" } else { text }
}

/// Writes a result for people to standard output, with everything in it to be seen.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_raw(&colour::keep(text, visible))
}

/// A text with everything in it to be seen. Line by line: printable text is one line.
fn visible(text: &str) -> String {
    let lines = text.split('\n').map(|line| line.split('\t').map(printable).collect::<Vec<_>>());
    let lines: Vec<String> = lines.map(|cells| cells.join("\t")).collect();
    lines.join("\n")
}

/// The columns of the terminal, or those that COLUMNS says; nothing if there is no limit.
pub(crate) fn width() -> Option<usize> {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    let said = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    terminal.or_else(said).filter(|&columns: &usize| columns >= 20)
}

/// Set when a file of the command goes to standard output.
static STANDARD_OUTPUT_IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// From now on what commands report goes to standard error: standard output belongs to a file that was named `-`.
pub(crate) fn keep_standard_output_free() {
    STANDARD_OUTPUT_IS_TAKEN.store(true, Ordering::Relaxed);
}

/// Writes a result for programs to standard output. A reader who has closed the pipe has seen enough: that is no failure.
pub(crate) fn print_raw(text: &str) -> Result<(), Failure> {
    let mut output: Box<dyn Write> = match STANDARD_OUTPUT_IS_TAKEN.load(Ordering::Relaxed) {
        true => Box::new(io::stderr().lock()),
        false => Box::new(io::stdout().lock()),
    };
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Failed(format!(
            "the result cannot be written: {}",
            crate::failure::reason(&error)
        ))),
        _ => Ok(()),
    }
}

/// Writes an object as one line of JSON to standard output.
pub(crate) fn print_json(object: &impl serde::Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(object)
        .map_err(|error| Failure::Failed(format!("the result cannot be written: {error}")))?;
    print_raw(&(line + "\n"))
}

/// Writes `error: ` and a sentence to standard error.
pub(crate) fn complain(sentence: &str) {
    // Nowhere is left to say so if this fails.
    let _ = writeln!(io::stderr(), "error: {}", printable(sentence));
}

/// Writes `warning: ` and a sentence to standard error: something went wrong, but not so much that all is lost.
pub(crate) fn warn(sentence: &str) {
    let _ = writeln!(io::stderr(), "warning: {}", printable(sentence));
}

/// A share of the time, if it is known.
pub(crate) fn busy(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}

/// A number of things, such as `1 node` or `1,234 nodes`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", in_thousands(number), if number == 1 { "" } else { "s" })
}

/// A number of bytes, such as `12.3 MiB`.
pub(crate) fn in_bytes(bytes: u64) -> String {
    ByteSize::b(bytes).display().iec().to_string()
}

/// A time in seconds with as many digits as make sense.
pub(crate) fn in_seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..10.0 => format!("{seconds:.3} s"),
        10.0..1000.0 => format!("{seconds:.1} s"),
        _ => format!("{} s", in_thousands(seconds as u64)),
    }
}

/// Lines of a label and a text, indented, with the texts aligned.
#[derive(Default)]
pub(crate) struct Rows(Vec<(&'static str, String)>);

impl Rows {
    /// Adds a line. A label may be empty: the line continues the one before.
    pub(crate) fn add(&mut self, label: &'static str, text: impl Into<String>) {
        self.0.push((label, printable(&text.into())));
    }
}

impl std::fmt::Display for Rows {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wide = self.0.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, text) in &self.0 {
            let line = format!("  {label:wide$}  {text}");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A text with every line indented by two spaces.
pub(crate) fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}", format!("  {line}").trim_end());
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(in_thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(in_bytes(1536), "1.5 KiB");
        assert_eq!(in_seconds(Duration::from_millis(1234)), "1.234 s");
        assert_eq!(in_seconds(Duration::from_secs(123)), "123.0 s");
        assert_eq!(in_seconds(Duration::from_secs(12_345)), "12,345 s");
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        let name = "win\u{202e}\u{200b}\x1b[2J\nloss\u{feff}\u{e0041}";
        assert_eq!(printable(name), "win\\u{202e}\\u{200b}\\u{1b}[2J\\nloss\\u{feff}\\u{e0041}");
        assert_eq!(printable("≥draw ∞ äöü 日本 █"), "≥draw ∞ äöü 日本 █");
        let mut rows = Rows::default();
        rows.add("move", name);
        assert_eq!(rows.to_string().lines().count(), 1);
    }

    #[test]
    fn rows_are_aligned() {
        let mut rows = Rows::default();
        rows.add("a", "one");
        rows.add("long", "two");
        rows.add("", "");
        assert_eq!(rows.to_string(), "  a     one\n  long  two\n\n");
    }
}
