//! Some lines on the terminal that are replaced again and again; where there is none, one line after the other.

use indicatif::{MultiProgress, ProgressBar};

use crate::progress::{styled, visible};

/// The lines.
pub(super) struct Screen {
    whole: MultiProgress,
    lines: Vec<ProgressBar>,
    wanted: bool,
}

impl Screen {
    /// Lines, if there is a terminal and they are wanted.
    pub(super) fn new(wanted: bool) -> Screen {
        Screen { whole: MultiProgress::new(), lines: Vec::new(), wanted: visible(wanted) }
    }

    /// Whether it is on a terminal.
    pub(super) fn is_visible(&self) -> bool {
        self.wanted
    }

    /// Shows how things stand: these lines instead of those before, which may be none.
    pub(super) fn show(&mut self, texts: &[String]) {
        while self.lines.len() < texts.len() {
            let template = if self.lines.is_empty() {
                "{spinner} {elapsed} {wide_msg}"
            } else {
                "  {wide_msg}"
            };
            self.lines.push(self.whole.add(styled(ProgressBar::new_spinner(), template)));
        }
        for line in self.lines.drain(texts.len()..) {
            line.finish_and_clear();
            self.whole.remove(&line);
        }
        for (line, text) in self.lines.iter().zip(texts) {
            line.set_message(text.clone());
            line.tick();
        }
    }

    /// Does something while the lines are not shown.
    pub(super) fn suspend(&self, act: impl FnOnce()) {
        self.whole.suspend(act);
    }
}
