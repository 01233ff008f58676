//! Pausing: the thread that searches waits inside its report.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A switch between searching and waiting.
#[derive(Default)]
pub(crate) struct Pause {
    is_paused: Mutex<bool>,
    changed: Condvar,
}

impl Pause {
    /// Lets the search wait, or go on.
    pub(crate) fn set(&self, paused: bool) {
        *self.is_paused.lock().unwrap_or_else(PoisonError::into_inner) = paused;
        self.changed.notify_all();
    }

    /// Waits as long as it is paused, and says how long that was.
    pub(crate) fn wait(&self) -> Duration {
        let began = Instant::now();
        let paused = self.is_paused.lock().unwrap_or_else(PoisonError::into_inner);
        drop(
            self.changed
                .wait_while(paused, |paused| *paused)
                .unwrap_or_else(PoisonError::into_inner),
        );
        began.elapsed()
    }
}
