//! Lines on a terminal that are replaced again and again.

use indicatif::{MultiProgress, ProgressBar};

use crate::progress::{styled, visible};

/// The lines.
pub(super) struct Screen {
    whole: MultiProgress,
    lines: Vec<ProgressBar>,
    wanted: bool,
}

impl Screen {
    /// Lines that are visible if they are wanted and there is a terminal.
    pub(super) fn new(wanted: bool) -> Screen {
        Screen { whole: MultiProgress::new(), lines: Vec::new(), wanted: visible(wanted) }
    }

    /// Whether the lines are visible.
    pub(super) fn is_visible(&self) -> bool {
        self.wanted
    }

    /// Replaces the lines.
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

    /// Does something while the lines are hidden.
    pub(super) fn suspend(&self, act: impl FnOnce()) {
        self.whole.suspend(act);
    }
}
