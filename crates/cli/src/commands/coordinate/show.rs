//! What is seen of a run: a dashboard on the terminal, plain lines where there is none, or one JSON object per line.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use foregone::Position;
use foregone_fleet::office::ledger::Member;
use foregone_fleet::office::{Event, Standing};
use foregone_game::Scale;
use serde_json::{Value, json};

use super::dashboard::{Dashboard, Moment};
use super::screen::Screen;
use crate::arguments::ShownArguments;
use crate::commands::solve::Hand;
use crate::output::{self, counted};
use crate::progress::say;

/// How often progress is shown on a terminal, in JSON, and in plain lines.
const TERMINAL: Duration = Duration::from_millis(500);
const OBJECTS: Duration = Duration::from_secs(1);
const LINES: Duration = Duration::from_secs(10);

/// Shows a run.
pub(super) struct Show<'s> {
    placed: &'s Position,
    scale: &'s Scale,
    json: bool,
    wanted: bool,
    screen: RefCell<Screen>,
    dashboard: RefCell<Dashboard>,
    started: Instant,
    /// When progress was shown last, with the results and the descents at that time.
    last: Cell<(Instant, [u64; 2])>,
}

impl<'s> Show<'s> {
    pub(super) fn new(placed: &'s Position, scale: &'s Scale, shown: &ShownArguments) -> Show<'s> {
        let wanted = shown.progress();
        let now = Instant::now();
        Show {
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

    /// The run begins, or goes on.
    pub(super) fn begins(&self, run: &str, server: &str, goes_on: bool) {
        self.object(
            || json!({ "event": "begin", "run": run, "server": server, "resumed": goes_on }),
        );
        let verb = if goes_on { "goes on" } else { "begins" };
        self.say(&format!("the run {run} {verb} at {server}"));
    }

    /// A checkpoint was written.
    pub(super) fn saved(&self, file: &str) {
        self.object(|| json!({ "event": "checkpoint", "file": file }));
    }

    pub(super) fn warn(&self, sentence: &str) {
        self.object(|| json!({ "event": "warning", "why": sentence }));
        self.screen.borrow().suspend(|| output::warn(sentence));
    }

    /// Takes the lines away.
    pub(super) fn clear(&self) {
        self.screen.borrow_mut().show(&[]);
    }

    pub(super) fn event(&self, event: &Event) {
        self.object(|| object(event));
        match event {
            Event::Excluded { .. }
            | Event::Refused { .. }
            | Event::Declined { .. }
            | Event::Stalled { .. }
            | Event::Reach(false) => {
                self.screen.borrow().suspend(|| output::warn(&sentence(event)));
            }
            _ => self.say(&sentence(event)),
        }
    }

    /// Shows how things stand, if it is time to.
    pub(super) fn progress(&self, standing: &mut Standing<'_>) {
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
        let tally = standing.coordinator.tally();
        let now = [tally.finals, tally.descents];
        let seconds = last.elapsed().as_secs_f64();
        let rate = |i: usize| now[i].saturating_sub(before[i]) as f64 / seconds;
        self.last.set((Instant::now(), now));
        let next = words(self.placed, &standing.coordinator.most_proving());
        let efforts = standing.coordinator.efforts();
        let since = self.started.elapsed();
        let scale = self.scale;
        let moment = Moment { standing, scale, since, rates: (rate(0), rate(1)), efforts, next };
        self.object(|| moment.object());
        match (self.wanted, screen.is_visible()) {
            (true, true) => screen.show(&self.dashboard.borrow_mut().lines(&moment)),
            (true, false) => say(&moment.line()),
            (false, _) => {}
        }
    }

    fn object(&self, object: impl FnOnce() -> Value) {
        if self.json {
            // A reader who is gone has seen enough; the run goes on.
            let _ = output::print_json(&object());
        }
    }

    fn say(&self, sentence: &str) {
        if self.wanted {
            self.screen.borrow().suspend(|| say(sentence));
        }
    }
}

/// The moves of a line that is given by their places in the canonical order.
fn words(placed: &Position, line: &[u16]) -> Vec<String> {
    match line.split_first() {
        None => placed.words(),
        Some((&place, rest)) => match placed.after(1).get(usize::from(place)) {
            Some(next) => words(next, rest),
            None => placed.words(),
        },
    }
}

fn sentence(event: &Event) -> String {
    match event {
        Event::Joined { name, workers } => {
            format!("{name} has come with {}", counted(u64::from(*workers), "worker"))
        }
        Event::Left { name } => format!("{name} has left"),
        Event::Silent { name } => {
            format!("nothing is heard of {name} any more; its jobs are given to others")
        }
        Event::Excluded { name, claim } => format!(
            "{name} claims what is not so ({claim}); it is sent away, and what it claimed is asked again"
        ),
        Event::Withdrawn { claim } => {
            format!("a claim is too large to be established here, and is asked in parts: {claim}")
        }
        Event::Refused { name, why } => format!("{name} is not listened to: {why}"),
        Event::Stalled { away, rebuilt } => format!(
            "{} away, and nobody works on {}; {}",
            if *away == 1 { "a job is".to_owned() } else { format!("{away} jobs are") },
            if *away == 1 { "it" } else { "them" },
            match rebuilt {
                true => "the queue is made anew",
                false => "they are given away again",
            }
        ),
        Event::Declined { name, why } => format!("{name} hands a job back: {why}"),
        Event::Reach(true) => "the NATS server is there again".to_owned(),
        Event::Reach(false) => "the NATS server is out of reach; waiting for it".to_owned(),
    }
}

fn object(event: &Event) -> Value {
    match event {
        Event::Joined { name, workers } => {
            json!({ "event": "joined", "name": name, "workers": workers })
        }
        Event::Left { name } => json!({ "event": "left", "name": name }),
        Event::Silent { name } => json!({ "event": "silent", "name": name }),
        Event::Excluded { name, claim } => {
            json!({ "event": "excluded", "name": name, "claim": claim })
        }
        Event::Withdrawn { claim } => json!({ "event": "withdrawn", "claim": claim }),
        Event::Refused { name, why } => json!({ "event": "refused", "name": name, "why": why }),
        Event::Stalled { away, rebuilt } => {
            json!({ "event": "stalled", "away": away, "rebuilt": rebuilt })
        }
        Event::Declined { name, why } => json!({ "event": "declined", "name": name, "why": why }),
        Event::Reach(there) => json!({ "event": "server", "there": there }),
    }
}

impl From<&Member> for Hand {
    fn from(member: &Member) -> Hand {
        Hand {
            name: member.name.clone(),
            workers: member.workers,
            results: member.results,
            descents: member.descents,
            utilisation: member.utilisation(),
            excluded: member.excluded.clone(),
        }
    }
}
