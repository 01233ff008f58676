//! Searches that are started by hand: one at a time, a short queue, and the last ones with what they found.

mod pause;
mod progress;
mod run;
mod work;

use std::collections::VecDeque;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;

pub(crate) use progress::{Point, Progress, State};
pub(crate) use run::{Limits, Run};

use crate::address::Placed;
use crate::problem::Problem;
use crate::values::Values;

/// How many searches may wait.
const WAITING: usize = 4;
/// How many searches are remembered.
const REMEMBERED: usize = 12;

/// All searches of this start.
pub(crate) struct Runs {
    known: Mutex<Known>,
    values: Arc<Values>,
    memory: u64,
}

#[derive(Default)]
struct Known {
    latest: u64,
    runs: VecDeque<Arc<Run>>,
    /// To the thread that searches, which is started with the first search.
    thread: Option<SyncSender<Arc<Run>>>,
}

impl Runs {
    /// Searches that hold at most that many bytes.
    pub(crate) fn new(values: Arc<Values>, memory: u64) -> Runs {
        Runs { known: Mutex::default(), values, memory }
    }

    /// Starts a search, or lets it wait for the one that runs.
    pub(crate) fn start(&self, placed: Placed, limits: Limits) -> Result<Arc<Run>, Problem> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = &mut *known;
        let thread = known.thread.get_or_insert_with(|| self.thread());
        let run = Arc::new(Run::new(known.latest + 1, placed, limits));
        match thread.try_send(run.clone()) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                let sentence = format!(
                    "one search runs and {WAITING} wait already; stop one of them and start this one again"
                );
                return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence));
            }
            Err(TrySendError::Disconnected(_)) => {
                known.thread = None;
                let sentence = "the thread that searches has ended; start the search again";
                return Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence));
            }
        }
        known.latest += 1;
        known.runs.push_back(run.clone());
        if known.runs.len() > REMEMBERED {
            // The oldest that is done; those that wait are fewer than are remembered.
            if let Some(at) = known.runs.iter().position(|run| run.latest().state.is_over()) {
                known.runs.remove(at);
            }
        }
        Ok(run)
    }

    /// The search of that number.
    pub(crate) fn find(&self, number: u64) -> Result<Arc<Run>, Problem> {
        let found = self.all().into_iter().find(|run| run.number == number);
        found.ok_or_else(|| {
            Problem::missing(format!(
                "there is no search {number}; the last {REMEMBERED} of this start of the explorer are kept"
            ))
        })
    }

    /// All searches that are remembered, oldest first.
    pub(crate) fn all(&self) -> Vec<Arc<Run>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.runs.iter().cloned().collect()
    }

    /// The latest search of a position.
    pub(crate) fn of(&self, placed: &Placed) -> Option<Arc<Run>> {
        let (game, text) = (placed.game(), placed.notation());
        self.all()
            .into_iter()
            .rfind(|run| run.placed.game() == game && run.placed.notation() == text)
    }

    /// Stops every search, at the end of the program.
    pub(crate) fn stop_all(&self) {
        self.all().iter().for_each(|run| run.stop());
    }

    fn thread(&self) -> SyncSender<Arc<Run>> {
        let (send, receive) = sync_channel::<Arc<Run>>(WAITING);
        let (values, memory) = (self.values.clone(), self.memory);
        std::thread::spawn(move || {
            for run in receive {
                work::search(&run, &values, memory);
            }
        });
        send
    }
}
