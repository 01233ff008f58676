//! Table 5 of Saffidine, Jouandeau and Cazenave 2011: PN² on small Breakthrough boards, without and with race patterns, and
//! what other searches and other knowledge levels make of the same boards.

mod published;

use std::time::Duration;

use foregone::{Algorithm, Game, Goal, Method, Settings};

use crate::context::{Context, Limits};
use crate::error::Error;
use crate::figures::{Figure, Section};
use crate::table::Selection;
use published::{BOARDS, Nodes, Row, TABLE};

/// A search that creates more nodes or holds more bytes is given up.
const NODES: u64 = 100_000_000;
const BYTES: u64 = 2 << 30;

/// Knowledge levels of Breakthrough, by name.
const NOTHING: &str = "0";
const PUBLISHED: &str = "patterns-paper";
const PATTERNS: &str = "patterns";
/// Threats and attacks: the game's default.
const USUAL: &str = "4";

/// The table in parts, as far as the caller did not stop it.
pub(crate) fn reproduce(
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let memory = context.limits.memory.min(BYTES);
    let context = &context.with_limits(Limits { nodes: Some(NODES), memory, ..context.limits });
    let mut sections = Vec::new();
    for (title, patterns, level) in [
        ("PN², no patterns", false, NOTHING),
        (
            "PN², race patterns by the paper's rule, which is unsound: believed, not proved",
            true,
            PUBLISHED,
        ),
        ("PN², race patterns by a sound rule", true, PATTERNS),
        ("PN², threats and attacks instead of patterns", true, USUAL),
    ] {
        let rows: Vec<&Row> = TABLE
            .iter()
            .filter(|row| row.patterns == patterns && (row.is_quick || !selection.quick))
            .collect();
        sections.extend(context.section(title, &rows, |row| second_level(row, level, context))?);
    }
    let boards = if selection.quick { &BOARDS[..1] } else { &BOARDS[..] };
    for (title, level) in [
        ("PNS and df-pn, no knowledge", NOTHING),
        ("PNS and df-pn, race patterns by a sound rule", PATTERNS),
        ("PNS and df-pn, threats and attacks", USUAL),
    ] {
        sections.extend(context.section(title, boards, |board| others(board, level, context))?);
    }
    Ok(sections)
}

/// What a search took and found.
struct Trial {
    /// The value, and whether it is proved, or that there is none.
    answer: String,
    second_levels: u64,
    created: u64,
    elapsed: Duration,
    stopped: bool,
}

fn attempt(
    board: &str,
    algorithm: Algorithm,
    options: &[(&str, &str)],
    context: &Context<'_>,
) -> Result<Trial, Error> {
    let game = Game::open(&format!("breakthrough:{board}"))?;
    let mut settings = Settings::by(Method::Search(algorithm));
    for (name, value) in [("threads", "1")].iter().chain(options) {
        settings.set(name, value)?;
    }
    let answer = context.ask(&game.start(), settings, Goal::Value)?;
    let stopped = !answer.is_answered();
    let value = game.scale().name(answer.report.bounds.0);
    Ok(Trial {
        answer: match (stopped, answer.is_believed()) {
            (true, _) => "limit".to_owned(),
            (false, false) => value.to_owned(),
            (false, true) => format!("{value}?"),
        },
        second_levels: answer.report.counters.second_levels,
        created: answer.report.counters.created,
        elapsed: answer.report.elapsed,
        stopped,
    })
}

/// PN² with a second level of the published size and leaves that begin with their mobility (Saffidine, Jouandeau and
/// Cazenave 2011 §2.3).
fn second_level(row: &Row, level: &str, context: &Context<'_>) -> Result<Vec<Figure>, Error> {
    let (nodes, size) = row.second;
    let second = format!("fixed:{nodes}");
    let options = [("second", second.as_str()), ("mobility", "on"), ("knowledge", level)];
    let trial = attempt(row.board, Algorithm::Pn2, &options, context)?;
    let name = format!("{}, {size}: {}", row.board, trial.answer);
    let (expanded, about) = match row.expanded {
        Nodes::Exactly(nodes) => (nodes, ""),
        Nodes::Thousands(thousands) => (1000 * thousands, "~"),
    };
    let cell = |what: &str, published: Option<u64>, measured: u64| {
        Figure::in_row(name.clone(), what, published, measured, trial.stopped)
    };
    Ok(vec![
        cell("expanded", Some(expanded), trial.second_levels).with_mark(about),
        cell("both levels", None, trial.created),
        cell("ms", Some(1000 * row.seconds), milliseconds(trial.elapsed)),
    ])
}

/// The same board by the searches with one level.
fn others(board: &str, level: &str, context: &Context<'_>) -> Result<Vec<Figure>, Error> {
    let options = [("knowledge", level)];
    let pns = attempt(board, Algorithm::Pns, &options, context)?;
    let dfpn = attempt(board, Algorithm::Dfpn, &options, context)?;
    let name = format!("{board}: {}, {}", pns.answer, dfpn.answer);
    let cell = |what: &str, measured: u64, trial: &Trial| {
        Figure::in_row(name.clone(), what, None, measured, trial.stopped)
    };
    Ok(vec![
        cell("pns", pns.created, &pns),
        cell("pns, ms", milliseconds(pns.elapsed), &pns),
        cell("dfpn", dfpn.created, &dfpn),
        cell("dfpn, ms", milliseconds(dfpn.elapsed), &dfpn),
    ])
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}
