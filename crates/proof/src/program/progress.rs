//! The progress of a check on standard error: a line that is updated on a terminal, and a line a minute in a log.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use super::{in_thousands, printable};
use crate::Progress;

/// On a terminal, the first line appears after this time: shorter checks show nothing.
const TERMINAL_DELAY: Duration = Duration::from_secs(2);

/// Elsewhere, the time before the first line and between two lines.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The widest line that is updated. A line that wraps could not be overwritten.
const WIDTH: usize = 79;

/// Goes to the beginning of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// The progress of the check of one certificate. Dropping it removes the line from the terminal.
pub(super) struct ProgressLine {
    file: String,
    /// The bytes of the certificate, where they are known.
    size: Option<u64>,
    is_terminal: bool,
    /// The time of the next line, from the beginning of the check.
    next: Cell<Duration>,
    is_shown: Cell<bool>,
}

impl ProgressLine {
    pub(super) fn new(file: &Path, size: Option<u64>) -> ProgressLine {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        ProgressLine::with_terminal(&name, size, io::stderr().is_terminal())
    }

    fn with_terminal(name: &str, size: Option<u64>, is_terminal: bool) -> ProgressLine {
        let next = Cell::new(if is_terminal { TERMINAL_DELAY } else { LOG_INTERVAL });
        ProgressLine { file: printable(name), size, is_terminal, next, is_shown: Cell::new(false) }
    }

    /// Shows the progress if a line is due.
    pub(super) fn show(&self, progress: &Progress) {
        let Some(text) = self.due(progress) else { return };
        // Progress that cannot be written must not end the check.
        let _ = if self.is_terminal {
            self.is_shown.set(true);
            write!(io::stderr(), "{CLEAR}{text}")
        } else {
            writeln!(io::stderr(), "{text}")
        };
    }

    /// The text of the line, if one is due now.
    fn due(&self, progress: &Progress) -> Option<String> {
        if progress.elapsed < self.next.get() {
            return None;
        }
        if !self.is_terminal {
            self.next.set(progress.elapsed + LOG_INTERVAL);
            return Some(self.text(progress));
        }
        Some(self.text(progress).chars().take(WIDTH).collect())
    }

    fn text(&self, progress: &Progress) -> String {
        let seconds = progress.elapsed.as_secs();
        let share = match self.size {
            Some(size) if size > 0 => format!("{}% of ", progress.bytes.min(size) * 100 / size),
            _ => format!("{} bytes of ", in_thousands(progress.bytes)),
        };
        format!(
            "checking for {}:{:02}: {} positions, {} records, {share}{} read",
            seconds / 60,
            seconds % 60,
            in_thousands(progress.positions),
            in_thousands(progress.records),
            self.file
        )
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.is_shown.get() {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(milliseconds: u64) -> Progress {
        let elapsed = Duration::from_millis(milliseconds);
        Progress { elapsed, positions: 1_234_567, records: 89_012, bytes: 250 }
    }

    #[test]
    fn a_terminal_shows_every_report_after_two_seconds() {
        let line = ProgressLine::with_terminal("proof.fgc", Some(1000), true);
        assert_eq!(line.due(&after(1_999)), None);
        let text = "checking for 0:02: 1,234,567 positions, 89,012 records, 25% of proof.fgc read";
        assert_eq!(line.due(&after(2_000)).as_deref(), Some(text));
        assert!(line.due(&after(2_100)).is_some());
    }

    #[test]
    fn a_log_gets_a_line_a_minute() {
        let line = ProgressLine::with_terminal("-", None, false);
        assert_eq!(line.due(&after(59_999)), None);
        let text = "checking for 1:01: 1,234,567 positions, 89,012 records, 250 bytes of - read";
        assert_eq!(line.due(&after(61_000)).as_deref(), Some(text));
        assert_eq!(line.due(&after(120_999)), None);
        assert!(line.due(&after(121_000)).is_some());
    }

    #[test]
    fn lines_fit_a_terminal_and_do_not_steer_it() {
        let name = "\u{1b}[2J".repeat(40);
        let line = ProgressLine::with_terminal(&name, Some(0), true);
        let text = line.due(&after(3_000)).unwrap();
        assert!(text.chars().count() == WIDTH && !text.contains('\u{1b}'), "{text}");
        let log = ProgressLine::with_terminal(&name, Some(100), false);
        let text = log.due(&after(60_000)).unwrap();
        assert!(text.contains("100% of \\u{1b}[2J") && text.ends_with(" read"), "{text}");
    }
}
