//! Work with a game: who is told when something goes wrong, and what becomes of an exception of the game's code.

use std::sync::atomic::Ordering;

use foregone::{Answer, Stop, StopHandle};
use pyo3::prelude::*;

use super::OwnSource;
use crate::bindings::problem::Problem;

/// Somebody works with a game.
pub(crate) struct Visit<'s> {
    source: &'s OwnSource,
    stop: StopHandle,
}

impl OwnSource {
    /// Begins to work with the game. The handle is used if something goes wrong.
    pub(crate) fn enter(&self, stop: &StopHandle) -> Visit<'_> {
        let mut trouble = self.trouble();
        if trouble.at_work.is_empty() {
            trouble.raised = None;
            self.is_full.store(false, Ordering::Relaxed);
        }
        trouble.at_work.push(stop.clone());
        Visit { source: self, stop: stop.clone() }
    }

    /// Looks something up, or raises what the code of the game has raised.
    pub(crate) fn look<T>(&self, py: Python<'_>, look: impl FnOnce() -> T) -> PyResult<T> {
        let visit = self.enter(&StopHandle::new());
        let seen = look();
        Ok(visit.finish(py, Ok(seen))?)
    }

    /// Ends all work.
    pub(super) fn stop_all(&self) {
        self.trouble().at_work.iter().for_each(StopHandle::stop);
    }

    /// Lets the states take so many bytes.
    pub(crate) fn allow(&self, bytes: u64) {
        self.most_bytes.store(bytes, Ordering::Relaxed);
    }

    /// Names the limit that has stopped a search, if it was the memory of the states.
    pub(crate) fn explain(&self, answer: &mut Answer) {
        if self.is_full.load(Ordering::Relaxed) && answer.report.stop == Stop::Interrupted {
            answer.report.stop = Stop::Memory;
        }
    }

    /// The number of states that were met, and the number of names of moves.
    pub(crate) fn met(&self, py: Python<'_>) -> usize {
        self.lock(py).len()
    }
}

impl Visit<'_> {
    /// What has come of the work, unless the game's code has failed.
    pub(crate) fn finish<T>(
        self,
        py: Python<'_>,
        result: Result<T, Problem>,
    ) -> Result<T, Problem> {
        let trouble = self.source.trouble();
        if let Some(raised) = &trouble.raised {
            return Err(Problem::Raised(raised.clone_ref(py)));
        }
        match &trouble.wrong {
            Some(wrong) => Err(Problem::Game(wrong.clone())),
            None => result,
        }
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let mut trouble = self.source.trouble();
        let flag: *const _ = self.stop.flag();
        let ours = trouble.at_work.iter().position(|other| core::ptr::eq(other.flag(), flag));
        ours.map(|ours| trouble.at_work.swap_remove(ours));
    }
}
