//! What the commands that measure hand to the experiments of the library: limits, Ctrl-C and a progress bar.

use std::cell::RefCell;

use foregone::StopHandle;
use foregone_reproduce::{Context, Error, Limits, Progress};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{counted, in_bytes};
use crate::progress::ContestLine;

/// Shows a bar for each part of an experiment.
pub(crate) struct ExperimentBars {
    /// What is counted, such as `positions`.
    things: &'static str,
    wanted: bool,
    bar: RefCell<Option<ContestLine>>,
}

impl ExperimentBars {
    /// Bars that count these things; invisible unless wanted.
    pub(crate) fn new(things: &'static str, wanted: bool) -> ExperimentBars {
        ExperimentBars { things, wanted, bar: RefCell::new(None) }
    }

    /// What an experiment gets that Ctrl-C stops.
    pub(crate) fn context(&self, limits: Limits) -> Context<'_> {
        Context { limits, stop: StopHandle::of(interrupt::flag()), progress: self }
    }
}

impl Progress for ExperimentBars {
    fn begin(&self, title: &str, rows: usize) {
        let bar = ContestLine::counting(self.things, title, rows, self.wanted);
        *self.bar.borrow_mut() = Some(bar);
    }

    fn advance(&self) {
        if let Some(bar) = &*self.bar.borrow() {
            bar.advance();
        }
    }

    fn end(&self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.clear();
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Library(error) => error.into(),
            Error::Stopped(what) => Failure::unfinished(what),
            Error::TooManyPositions { positions, moves, bytes, allowed } => Failure::bad(format!(
                "there are at least {} after {}, which take about {}; a quarter of --memory is {}; take fewer moves, or \
                 allow more memory",
                counted(positions, "position"),
                counted(moves.into(), "move"),
                in_bytes(bytes),
                in_bytes(allowed)
            )),
            Error::TooLittleMemory { game, needed, allowed } => Failure::bad(format!(
                "solving every position of {game} needs {} of memory, and {} may be used; --memory allows more",
                in_bytes(needed),
                in_bytes(allowed)
            )),
            other => Failure::bad(other.to_string()),
        }
    }
}
