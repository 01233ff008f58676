//! The progress of a check on standard error: a line that is updated on a terminal, and in a log a line a
//! minute or as often as the caller wants.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use super::{in_thousands, printable};
use crate::Progress;

/// On a terminal, the first line appears after this time: shorter checks show nothing.
const TERMINAL_DELAY: Duration = Duration::from_secs(2);

/// Elsewhere, the time before the first line and between two lines, unless the caller wants another.
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
    /// The time between two lines where standard error is not a terminal.
    log_interval: Duration,
    /// The time of the next line, from the beginning of the check.
    next: Cell<Duration>,
    is_shown: Cell<bool>,
}

impl ProgressLine {
    pub(super) fn new(
        file: &Path,
        size: Option<u64>,
        log_interval: Option<Duration>,
    ) -> ProgressLine {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let log_interval = log_interval.unwrap_or(LOG_INTERVAL);
        ProgressLine::with_terminal(&name, size, io::stderr().is_terminal(), log_interval)
    }

    fn with_terminal(
        name: &str,
        size: Option<u64>,
        is_terminal: bool,
        log_interval: Duration,
    ) -> ProgressLine {
        let next = Cell::new(if is_terminal { TERMINAL_DELAY } else { log_interval });
        let (file, is_shown) = (printable(name), Cell::new(false));
        ProgressLine { file, size, is_terminal, log_interval, next, is_shown }
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
            self.next.set(progress.elapsed.saturating_add(self.log_interval));
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
        let line = ProgressLine::with_terminal("proof.fgc", Some(1000), true, LOG_INTERVAL);
        assert_eq!(line.due(&after(1_999)), None);
        let text = "checking for 0:02: 1,234,567 positions, 89,012 records, 25% of proof.fgc read";
        assert_eq!(line.due(&after(2_000)).as_deref(), Some(text));
        assert!(line.due(&after(2_100)).is_some());
    }

    #[test]
    fn a_log_gets_a_line_a_minute() {
        let line = ProgressLine::with_terminal("-", None, false, LOG_INTERVAL);
        assert_eq!(line.due(&after(59_999)), None);
        let text = "checking for 1:01: 1,234,567 positions, 89,012 records, 250 bytes of - read";
        assert_eq!(line.due(&after(61_000)).as_deref(), Some(text));
        assert_eq!(line.due(&after(120_999)), None);
        assert!(line.due(&after(121_000)).is_some());
    }

    #[test]
    fn a_log_gets_lines_as_often_as_the_caller_wants() {
        let ten = Duration::from_secs(10);
        let line = ProgressLine::with_terminal("-", None, false, ten);
        assert_eq!(line.due(&after(9_999)), None);
        assert!(line.due(&after(10_100)).is_some());
        assert_eq!(line.due(&after(20_000)), None);
        assert!(line.due(&after(20_100)).is_some());
        let never = ProgressLine::with_terminal("-", None, false, Duration::MAX);
        assert_eq!(never.due(&after(120_000)), None);
        let terminal = ProgressLine::with_terminal("-", None, true, ten);
        assert!(terminal.due(&after(2_000)).is_some(), "a terminal is updated all the time");
    }

    #[test]
    fn lines_fit_a_terminal_and_do_not_steer_it() {
        let name = "\u{1b}[2J".repeat(40);
        let line = ProgressLine::with_terminal(&name, Some(0), true, LOG_INTERVAL);
        let text = line.due(&after(3_000)).unwrap();
        assert!(text.chars().count() == WIDTH && !text.contains('\u{1b}'), "{text}");
        let log = ProgressLine::with_terminal(&name, Some(100), false, LOG_INTERVAL);
        let text = log.due(&after(60_000)).unwrap();
        assert!(text.contains("100% of \\u{1b}[2J") && text.ends_with(" read"), "{text}");
    }
}
