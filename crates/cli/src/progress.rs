//! What a search shows on the terminal while it runs. Nothing is shown where nobody would see it.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use foregone_game::{Outcome, Scale};
use foregone_solve::effort::{Effort, ProofNumbers};
use foregone_solve::limits::Limits;
use foregone_solve::observe::{Observer, Snapshot};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{in_bytes, in_thousands, printable, warn};

/// So many open questions are shown at most; the rest would not fit a line.
const QUESTIONS: usize = 3;

/// Whether progress can be seen.
pub(crate) fn visible(wanted: bool) -> bool {
    wanted && stderr().is_terminal()
}

/// A line about one search.
pub(crate) struct SearchLine<'s> {
    bar: ProgressBar,
    scale: &'s Scale,
    nodes: Option<u64>,
    time: Option<Duration>,
    started: Instant,
}

impl<'s> SearchLine<'s> {
    /// A line about a search within these limits; invisible unless wanted.
    pub(crate) fn new(scale: &'s Scale, limits: &Limits<'_>, wanted: bool) -> SearchLine<'s> {
        let (nodes, time) = (limits.nodes, limits.time);
        let length = nodes.or(time.map(|time| time.as_millis() as u64));
        let bar = match (visible(wanted), length) {
            (false, _) => ProgressBar::hidden(),
            (true, None) => styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}"),
            (true, Some(length)) => styled(
                ProgressBar::new(length),
                "{spinner} {elapsed} [{bar:16}] {percent}% {eta} left, {wide_msg}",
            ),
        };
        SearchLine { bar, scale, nodes, time, started: Instant::now() }
    }

    /// Says something while the line is shown.
    pub(crate) fn warn(&self, sentence: &str) {
        self.bar.suspend(|| warn(sentence));
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn words(&self, snapshot: &Snapshot) -> String {
        let created = snapshot.counters.created;
        let rate = created as f64 / snapshot.elapsed.as_secs_f64().max(1e-3);
        let mut text = format!(
            "{} nodes, {}/s, {}",
            in_thousands(created),
            in_thousands(rate as u64),
            bounds(self.scale, snapshot.bounds)
        );
        let open = snapshot.efforts.iter().filter(|(_, numbers)| !numbers.is_settled());
        for question in open.take(QUESTIONS) {
            text.push_str(", ");
            text.push_str(&effort(self.scale, question));
        }
        let (nodes, bytes) = (in_thousands(snapshot.nodes), in_bytes(snapshot.bytes));
        text.push_str(&format!(", {nodes} held in {bytes}"));
        if let Some(records) = snapshot.proving {
            text.push_str(&format!(", writing down the proof: {} moves", in_thousands(records)));
        }
        text
    }
}

impl Observer for SearchLine<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        if self.bar.is_hidden() {
            return;
        }
        if let Some(nodes) = self.nodes {
            self.bar.set_position(snapshot.counters.created.min(nodes));
        } else if self.time.is_some() {
            // The limit is one of this run; a search that was resumed has run before.
            self.bar.set_position(self.started.elapsed().as_millis() as u64);
        }
        self.bar.set_message(self.words(snapshot));
        self.bar.tick();
    }
}

/// A bar about a contest: how many positions are done, and when the rest will be.
pub(crate) struct ContestLine {
    bar: ProgressBar,
}

impl ContestLine {
    /// A bar for so many positions; invisible unless wanted.
    pub(crate) fn new(title: &str, positions: usize, wanted: bool) -> ContestLine {
        ContestLine::counting("positions", title, positions, wanted)
    }

    /// A bar for so many things.
    pub(crate) fn counting(things: &str, title: &str, number: usize, wanted: bool) -> ContestLine {
        let bar = if visible(wanted) {
            let template = format!(
                "{{elapsed}} [{{bar:30}}] {{pos}}/{{len}} {things}, {{eta}} left: {{wide_msg}}"
            );
            let bar = styled(ProgressBar::new(number as u64), &template);
            bar.with_message(title.to_owned())
        } else {
            ProgressBar::hidden()
        };
        bar.tick();
        ContestLine { bar }
    }

    /// One more position is done.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A sign of life while something is done of which nobody knows how long it takes.
pub(crate) fn sign_of_life(doing: &str, wanted: bool) -> ProgressBar {
    if !visible(wanted) {
        return ProgressBar::hidden();
    }
    let bar = styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}");
    bar.set_message(doing.to_owned());
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Says something on standard error.
#[cfg(feature = "nats")]
pub(crate) fn say(sentence: &str) {
    // Nowhere is left to say so if this fails.
    let _ = writeln!(stderr(), "{}", printable(sentence));
}

/// A bar about work of which only the share is known that is done.
#[derive(Clone)]
pub(crate) struct ShareLine {
    bar: ProgressBar,
}

impl ShareLine {
    /// Parts of the whole that a bar can tell apart.
    const PARTS: u64 = 10_000;

    /// A bar about some things; invisible unless wanted.
    pub(crate) fn new(things: &str, wanted: bool) -> ShareLine {
        if !visible(wanted) {
            return ShareLine { bar: ProgressBar::hidden() };
        }
        let template =
            format!("{{elapsed}} [{{bar:30}}] {{percent}}% of the {things}, {{eta}} left");
        ShareLine { bar: styled(ProgressBar::new(Self::PARTS), &template) }
    }

    /// So much is done.
    pub(crate) fn show(&self, share: f64) {
        self.bar.set_position((share * Self::PARTS as f64) as u64);
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar about a tablebase: how many positions are done, and when the rest will be.
pub(crate) struct TableLine {
    bar: ProgressBar,
}

impl TableLine {
    /// A bar for so many positions; invisible unless wanted.
    pub(crate) fn new(positions: u64, wanted: bool) -> TableLine {
        let bar = if visible(wanted) {
            styled(
                ProgressBar::new(positions),
                "{spinner} {elapsed} [{bar:24}] {percent}% {per_sec}, {eta} left, {wide_msg}",
            )
        } else {
            ProgressBar::hidden()
        };
        TableLine { bar }
    }

    /// So many positions are done, and this is being worked on.
    pub(crate) fn show(&self, done: u64, what: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_position(done);
            self.bar.set_message(what());
        }
    }

    /// Says something while the line is shown.
    pub(crate) fn say(&self, sentence: &str) {
        self.bar.suspend(|| {
            // Nowhere is left to say so if this fails.
            let _ = writeln!(stderr(), "{}", printable(sentence));
        });
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar that looks like that.
pub(crate) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What has been proved, such as `≥draw ≤win`.
fn bounds(scale: &Scale, (low, high): (Outcome, Outcome)) -> String {
    format!("≥{} ≤{}", scale.name(low), scale.name(high))
}

/// The efforts of one question, such as `≥draw 12/345`: to prove it and to refute it.
pub(crate) fn effort(scale: &Scale, &(outcome, numbers): &(Outcome, ProofNumbers)) -> String {
    let number = |effort: Effort| match effort.finite() {
        Some(leaves) => in_thousands(u64::from(leaves)),
        None => "∞".to_owned(),
    };
    format!("≥{} {}/{}", scale.name(outcome), number(numbers.proof), number(numbers.disproof))
}
