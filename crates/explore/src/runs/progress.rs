//! How far a search is: what pages show and programs read.

use std::time::Duration;

use foregone::view::{Duel, Progress as Search};
use serde::Serialize;

/// How many points a chart has at most; then every other one is dropped.
const POINTS: usize = 240;

/// A report about a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Progress {
    pub(crate) run: u64,
    pub(crate) state: State,
    /// Seconds of searching, pauses left out.
    pub(crate) seconds: f64,
    /// Those of them that the search has spent on its reports.
    pub(crate) reporting: f64,
    /// Nodes created.
    pub(crate) created: u64,
    /// Nodes created in a second, since the last report.
    pub(crate) rate: f64,
    /// What the search says about itself.
    pub(crate) search: Option<Search>,
    /// What was found, in words, or why it is not: once the search is over.
    pub(crate) result: Option<String>,
    /// Whether there is a certificate to download, and its size.
    pub(crate) certificate: Option<u64>,
    /// The proof numbers over time.
    pub(crate) history: Vec<Point>,
}

/// The proof numbers at a time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Point {
    pub(crate) seconds: f64,
    pub(crate) efforts: Vec<Duel>,
}

/// What a search does now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Waiting,
    Running,
    Paused,
    Stopped,
    Limited,
    Solved,
    Failed,
}

impl State {
    /// Whether nothing will change any more.
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, State::Waiting | State::Running | State::Paused)
    }

    /// The name, for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Running => "running",
            State::Paused => "paused",
            State::Stopped => "stopped",
            State::Limited => "at its limit",
            State::Solved => "solved",
            State::Failed => "failed",
        }
    }
}

impl Progress {
    pub(super) fn waiting(run: u64) -> Progress {
        Progress {
            run,
            state: State::Waiting,
            seconds: 0.0,
            reporting: 0.0,
            created: 0,
            rate: 0.0,
            search: None,
            result: None,
            certificate: None,
            history: Vec::new(),
        }
    }

    /// Takes what a search reports, after that much time without pauses.
    pub(super) fn take(&mut self, search: Search, created: u64, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        let time = seconds - self.seconds;
        if time > 0.0 {
            self.rate = created.saturating_sub(self.created) as f64 / time;
        }
        (self.seconds, self.created) = (seconds, created);
        self.history.push(Point { seconds, efforts: search.efforts.clone() });
        self.search = Some(search);
        if self.history.len() > POINTS {
            let mut keep = false;
            self.history.retain(|_| {
                keep = !keep;
                keep
            });
        }
    }
}
