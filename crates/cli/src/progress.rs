//! What commands show on standard error while they work: a line that changes where that is a terminal, and elsewhere a
//! plain line about once a minute, for the logs of batch systems.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use foregone_game::{Outcome, Scale};
use foregone_proof::program::PROGRESS_VARIABLE;
use foregone_solve::effort::{Effort, ProofNumbers};
use foregone_solve::limits::Limits;
use foregone_solve::observe::{Observer, Place, Snapshot};
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arguments::limits::time;
use crate::output::{in_bytes, in_thousands, printable, warn};

/// So many open questions are shown at most; the rest would not fit a line.
const QUESTIONS: usize = 3;

/// How often a plain line is written, unless [`PROGRESS_VARIABLE`] says otherwise.
const USUAL: Duration = Duration::from_secs(60);

/// The time between two plain lines.
pub(crate) fn interval() -> Duration {
    let every = std::env::var(PROGRESS_VARIABLE).ok().and_then(|text| time(&text).ok());
    every.unwrap_or(USUAL).max(Duration::from_millis(10))
}

/// Whether progress is shown by a line that changes.
pub(crate) fn visible(wanted: bool) -> bool {
    wanted && stderr().is_terminal()
}

/// A bar that is shown if it is wanted: on a terminal as it is, elsewhere by what `words` says of it now and then.
fn shown(
    bar: ProgressBar,
    wanted: bool,
    words: impl Fn(&ProgressBar) -> String + Send + 'static,
) -> ProgressBar {
    if visible(wanted) {
        return bar;
    }
    bar.set_draw_target(ProgressDrawTarget::hidden());
    if wanted {
        let every = interval();
        let weak = bar.downgrade();
        // The thread ends with the bar, or with the program.
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(every);
                match weak.upgrade().filter(|bar| !bar.is_finished()) {
                    Some(bar) => {
                        let elapsed = FormattedDuration(bar.elapsed());
                        say(&format!("{elapsed} {}", words(&bar)));
                    }
                    None => return,
                }
            }
        });
    }
    bar
}

/// How much of a bar is done, such as `3/12 positions`.
fn part(bar: &ProgressBar, things: &str) -> String {
    let (done, all) = (bar.position(), bar.length().unwrap_or(0));
    format!("{}/{} {things}", in_thousands(done), in_thousands(all))
}

/// A line about one search.
pub(crate) struct SearchLine<'s> {
    bar: ProgressBar,
    wanted: bool,
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
        let bar = match length {
            None => styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}"),
            Some(length) => styled(
                ProgressBar::new(length),
                "{spinner} {elapsed} [{bar:16}] {percent}% {eta} left, {wide_msg}",
            ),
        };
        let bar = shown(bar, wanted, ProgressBar::message);
        SearchLine { bar, wanted, scale, nodes, time, started: Instant::now() }
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
        let mut text = format!("{} nodes, {}/s", in_thousands(created), in_thousands(rate as u64));
        for words in [bounds(self.scale, snapshot.bounds), snapshot.place.map(|at| self.place(&at))]
        {
            text.extend(words.map(|words| format!(", {words}")));
        }
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

impl SearchLine<'_> {
    /// Where a search is that takes one move after the other, such as `asking for ≥draw: move 3 of 7 at the root, 35 % done,
    /// 21 plies deep`.
    fn place(&self, place: &Place) -> String {
        let (low, high) = place.window;
        let asked = match high.0 - low.0 {
            1 => format!("asking for ≥{}", self.scale.name(high)),
            _ => format!("asking from {} to {}", self.scale.name(low), self.scale.name(high)),
        };
        let (current, all) = place.root_move;
        let limit = place.limit.map_or(String::new(), |limit| format!(" of {limit}"));
        let Place { share, depth, .. } = *place;
        format!(
            "{asked}: move {current} of {all} at the root, {:.0}% done, {depth}{limit} plies deep",
            100.0 * share
        )
    }
}

impl Observer for SearchLine<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        if !self.wanted {
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
    /// A bar for this many positions; invisible unless wanted.
    pub(crate) fn new(title: &str, positions: usize, wanted: bool) -> ContestLine {
        ContestLine::counting("positions", title, positions, wanted)
    }

    /// A bar for this many items.
    pub(crate) fn counting(things: &str, title: &str, number: usize, wanted: bool) -> ContestLine {
        let template = format!(
            "{{elapsed}} [{{bar:30}}] {{pos}}/{{len}} {things}, {{eta}} left: {{wide_msg}}"
        );
        let bar = styled(ProgressBar::new(number as u64), &template);
        let things = things.to_owned();
        let words = move |bar: &ProgressBar| format!("{}: {}", part(bar, &things), bar.message());
        let bar = shown(bar.with_message(title.to_owned()), wanted, words);
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
    let bar = styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}");
    let bar = shown(bar.with_message(doing.to_owned()), wanted, ProgressBar::message);
    if visible(wanted) {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    bar
}

/// Says something on standard error.
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
        let template =
            format!("{{elapsed}} [{{bar:30}}] {{percent}}% of the {things}, {{eta}} left");
        let things = things.to_owned();
        let words = move |bar: &ProgressBar| {
            format!("{}% of the {things}", 100 * bar.position() / Self::PARTS)
        };
        ShareLine { bar: shown(styled(ProgressBar::new(Self::PARTS), &template), wanted, words) }
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
    wanted: bool,
}

impl TableLine {
    /// A bar for this many positions; invisible unless wanted.
    pub(crate) fn new(positions: u64, wanted: bool) -> TableLine {
        let template =
            "{spinner} {elapsed} [{bar:24}] {percent}% {per_sec}, {eta} left, {wide_msg}";
        let bar = styled(ProgressBar::new(positions), template);
        let words = |bar: &ProgressBar| format!("{}, {}", part(bar, "positions"), bar.message());
        let bar = shown(bar, wanted, words);
        TableLine { bar, wanted }
    }

    /// So many positions are done, and this is being worked on.
    pub(crate) fn show(&self, done: u64, what: impl FnOnce() -> String) {
        if self.wanted {
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

/// What has been proved, such as `≥draw`; nothing if every position is worth that.
fn bounds(scale: &Scale, (low, high): (Outcome, Outcome)) -> Option<String> {
    let low = (low > scale.worst()).then(|| format!("≥{}", scale.name(low)));
    let high = (high < scale.best()).then(|| format!("≤{}", scale.name(high)));
    let known: Vec<String> = low.into_iter().chain(high).collect();
    (!known.is_empty()).then(|| format!("{} proved", known.join(" ")))
}

/// The efforts of one question, such as `≥draw 12/345`: to prove it and to refute it.
pub(crate) fn effort(scale: &Scale, &(outcome, numbers): &(Outcome, ProofNumbers)) -> String {
    let number = |effort: Effort| match effort.finite() {
        Some(leaves) => in_thousands(u64::from(leaves)),
        None => "∞".to_owned(),
    };
    format!("≥{} {}/{}", scale.name(outcome), number(numbers.proof), number(numbers.disproof))
}
