//! The output of a run: a dashboard on a terminal, plain lines without a terminal, or one JSON object per line.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use foregone::Position;
use foregone_fleet::controller::{Member, RunEvent, RunStatus};
use foregone_game::Scale;
use serde_json::{Value, json};

use super::dashboard::{Dashboard, RunSnapshot};
use super::screen::Screen;
use crate::arguments::ShownArguments;
use crate::commands::solve::MemberSummary;
use crate::output::{self, counted};
use crate::progress::say;

/// The intervals of progress on a terminal, in JSON, and in plain lines.
const TERMINAL: Duration = Duration::from_millis(500);
const OBJECTS: Duration = Duration::from_secs(1);
const LINES: Duration = Duration::from_secs(10);

/// Reports a run.
pub(super) struct RunReporter<'s> {
    placed: &'s Position,
    scale: &'s Scale,
    json: bool,
    wanted: bool,
    screen: RefCell<Screen>,
    dashboard: RefCell<Dashboard>,
    started: Instant,
    /// When progress was last shown, with the results and descents at that time.
    last: Cell<(Instant, [u64; 2])>,
}

impl<'s> RunReporter<'s> {
    pub(super) fn new(
        placed: &'s Position,
        scale: &'s Scale,
        shown: &ShownArguments,
    ) -> RunReporter<'s> {
        let wanted = shown.progress();
        let now = Instant::now();
        RunReporter {
            placed,
            scale,
            json: shown.json,
            wanted,
            screen: RefCell::new(Screen::new(wanted)),
            dashboard: RefCell::default(),
            started: now,
            last: Cell::new((now, [0; 2])),
        }
    }

    /// Reports that the run starts or continues.
    pub(super) fn begins(&self, run: &str, server: &str, goes_on: bool) {
        self.object(
            || json!({ "event": "begin", "run": run, "server": server, "resumed": goes_on }),
        );
        let verb = if goes_on { "continues" } else { "starts" };
        self.say(&format!("the run {run} {verb} at {server}"));
    }

    /// Reports that a checkpoint was written.
    pub(super) fn saved(&self, file: &str) {
        self.object(|| json!({ "event": "checkpoint", "file": file }));
    }

    pub(super) fn warn(&self, sentence: &str) {
        self.object(|| json!({ "event": "warning", "why": sentence }));
        self.screen.borrow().suspend(|| output::warn(sentence));
    }

    /// Removes the dashboard.
    pub(super) fn clear(&self) {
        self.screen.borrow_mut().show(&[]);
    }

    pub(super) fn event(&self, event: &RunEvent) {
        self.object(|| object(event));
        match event {
            RunEvent::Excluded { .. }
            | RunEvent::Refused { .. }
            | RunEvent::Declined { .. }
            | RunEvent::Stalled { .. }
            | RunEvent::Server(false) => {
                self.screen.borrow().suspend(|| output::warn(&sentence(event)));
            }
            _ => self.say(&sentence(event)),
        }
    }

    /// Shows the progress, if it is due.
    pub(super) fn progress(&self, status: &mut RunStatus<'_>) {
        let mut screen = self.screen.borrow_mut();
        let every = match (self.json, screen.is_visible()) {
            (true, _) => OBJECTS,
            (false, true) => TERMINAL,
            (false, false) => LINES,
        };
        let (last, before) = self.last.get();
        if last.elapsed() < every || !(self.json || self.wanted) {
            return;
        }
        let tally = status.coordinator.tally();
        let now = [tally.finals, tally.descents];
        let seconds = last.elapsed().as_secs_f64();
        let rate = |i: usize| now[i].saturating_sub(before[i]) as f64 / seconds;
        self.last.set((Instant::now(), now));
        let next = words(self.placed, &status.coordinator.most_proving());
        let efforts = status.coordinator.efforts();
        let since = self.started.elapsed();
        let scale = self.scale;
        let snapshot =
            RunSnapshot { status, scale, since, rates: (rate(0), rate(1)), efforts, next };
        self.object(|| snapshot.object());
        match (self.wanted, screen.is_visible()) {
            (true, true) => screen.show(&self.dashboard.borrow_mut().lines(&snapshot)),
            (true, false) => say(&snapshot.line()),
            (false, _) => {}
        }
    }

    fn object(&self, object: impl FnOnce() -> Value) {
        if self.json {
            // If the reader is gone, the run continues without output.
            let _ = output::print_json(&object());
        }
    }

    fn say(&self, sentence: &str) {
        if self.wanted {
            self.screen.borrow().suspend(|| say(sentence));
        }
    }
}

/// The moves of a line that is given as indices in the canonical order.
fn words(placed: &Position, line: &[u16]) -> Vec<String> {
    match line.split_first() {
        None => placed.words(),
        Some((&place, rest)) => match placed.after(1).get(usize::from(place)) {
            Some(next) => words(next, rest),
            None => placed.words(),
        },
    }
}

fn sentence(event: &RunEvent) -> String {
    match event {
        RunEvent::Joined { name, workers } => {
            format!("{name} has joined with {}", counted(u64::from(*workers), "worker"))
        }
        RunEvent::Left { name } => format!("{name} has left"),
        RunEvent::Silent { name } => {
            format!("{name} sends no more heartbeats; its jobs are assigned to others")
        }
        RunEvent::Excluded { name, claim } => format!(
            "{name} made a wrong claim ({claim}); it is excluded, and its claims are withdrawn"
        ),
        RunEvent::Withdrawn { claim } => {
            format!("a claim is too large to be verified, and its position is expanded: {claim}")
        }
        RunEvent::Refused { name, why } => format!("{name} is refused: {why}"),
        RunEvent::Stalled { away, rebuilt } => format!(
            "{} away, and no worker works on {}; {}",
            if *away == 1 { "a job is".to_owned() } else { format!("{away} jobs are") },
            if *away == 1 { "it" } else { "them" },
            match rebuilt {
                true => "the queue is created again",
                false => "the jobs are assigned again",
            }
        ),
        RunEvent::Declined { name, why } => format!("{name} declines a job: {why}"),
        RunEvent::Server(true) => "the NATS server can be reached again".to_owned(),
        RunEvent::Server(false) => "the NATS server is out of reach; waiting for it".to_owned(),
    }
}

fn object(event: &RunEvent) -> Value {
    match event {
        RunEvent::Joined { name, workers } => {
            json!({ "event": "joined", "name": name, "workers": workers })
        }
        RunEvent::Left { name } => json!({ "event": "left", "name": name }),
        RunEvent::Silent { name } => json!({ "event": "silent", "name": name }),
        RunEvent::Excluded { name, claim } => {
            json!({ "event": "excluded", "name": name, "claim": claim })
        }
        RunEvent::Withdrawn { claim } => json!({ "event": "withdrawn", "claim": claim }),
        RunEvent::Refused { name, why } => json!({ "event": "refused", "name": name, "why": why }),
        RunEvent::Stalled { away, rebuilt } => {
            json!({ "event": "stalled", "away": away, "rebuilt": rebuilt })
        }
        RunEvent::Declined { name, why } => {
            json!({ "event": "declined", "name": name, "why": why })
        }
        RunEvent::Server(there) => json!({ "event": "server", "there": there }),
    }
}

impl From<&Member> for MemberSummary {
    fn from(member: &Member) -> MemberSummary {
        MemberSummary {
            name: member.name.clone(),
            workers: member.workers,
            results: member.results,
            descents: member.descents,
            utilisation: member.utilisation(),
            excluded: member.excluded.clone(),
        }
    }
}
