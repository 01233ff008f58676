//! Table 5 of Saffidine, Jouandeau and Cazenave 2011: PN² on small Breakthrough boards, without and with race patterns, and
//! what other searches and other knowledge levels make of the same boards.

mod published;

use std::time::{Duration, Instant};

use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::Initial;
use foregone_solve::options::{Algorithm, Question, SecondLevel, Techniques};
use foregone_solve::request::Request;

use super::figures::{Figure, Section};
use crate::arguments::experiments::ReproduceArguments;
use crate::arguments::question::knowledge;
use crate::failure::Failure;
use crate::interrupt;
use crate::opening;
use crate::progress::ContestLine;
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

/// The table in parts, as far as it was not interrupted.
pub(super) fn repeat(
    arguments: &ReproduceArguments,
    limits: Limits<'_>,
) -> Result<Vec<Section>, Failure> {
    let limits = Limits { nodes: Some(NODES), bytes: limits.bytes.min(BYTES), ..limits };
    let wanted = arguments.shown.progress();
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
            .filter(|row| row.patterns == patterns && (row.is_quick || !arguments.quick))
            .collect();
        let part = |row: &&Row| second_level(row, level, limits);
        sections.extend(section(title, &rows, wanted, part)?);
    }
    let boards = if arguments.quick { &BOARDS[..1] } else { &BOARDS[..] };
    for (title, level) in [
        ("PNS and df-pn, no knowledge", NOTHING),
        ("PNS and df-pn, race patterns by a sound rule", PATTERNS),
        ("PNS and df-pn, threats and attacks", USUAL),
    ] {
        let part = |board: &&str| others(board, level, limits);
        sections.extend(section(title, boards, wanted, part)?);
    }
    Ok(sections)
}

/// A part of the table, with the rows that were finished.
fn section<T>(
    title: &str,
    rows: &[T],
    wanted: bool,
    part: impl Fn(&T) -> Result<Vec<Figure>, Failure>,
) -> Result<Option<Section>, Failure> {
    let began = Instant::now();
    let line = ContestLine::new(title, rows.len(), wanted);
    let (mut figures, mut done) = (Vec::new(), 0);
    for row in rows {
        if interrupt::asked() {
            break;
        }
        let found = part(row);
        // A row that was interrupted is none.
        if interrupt::asked() {
            break;
        }
        figures.extend(found?);
        done += 1;
        line.advance();
    }
    line.clear();
    let seconds = began.elapsed().as_secs_f64();
    Ok(Section::of(title, figures, seconds, (done, rows.len())))
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
    question: &Question,
    level: &str,
    limits: Limits<'_>,
) -> Result<Trial, Failure> {
    let opened = opening::open(&format!("breakthrough:{board}"))?;
    let levels = opened.knowledge_levels();
    let techniques =
        Techniques { knowledge: knowledge(Some(level), levels)?, ..question.techniques };
    let question = &Question { techniques, ..*question };
    let report = opened.place(None, None)?.solve(Request::new(question, limits))?;
    let stopped = report.stop != Stop::Solved;
    let value = opened.scale().name(report.bounds.0);
    Ok(Trial {
        answer: match (stopped, question.techniques.are_sound(levels)) {
            (true, _) => "limit".to_owned(),
            (false, true) => value.to_owned(),
            (false, false) => format!("{value}?"),
        },
        second_levels: report.counters.second_levels,
        created: report.counters.created,
        elapsed: report.elapsed,
        stopped,
    })
}

/// PN² with a second level of the published size and leaves that begin with their mobility (Saffidine, Jouandeau and
/// Cazenave 2011 §2.3).
fn second_level(row: &Row, level: &str, limits: Limits<'_>) -> Result<Vec<Figure>, Failure> {
    let (nodes, size) = row.second;
    let mut question = Question::value(Algorithm::Pn2);
    question.second_level = SecondLevel::Fixed(nodes);
    question.techniques.initial = Initial::Mobility;
    let trial = attempt(row.board, &question, level, limits)?;
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
fn others(board: &str, level: &str, limits: Limits<'_>) -> Result<Vec<Figure>, Failure> {
    let pns = attempt(board, &Question::value(Algorithm::Pns), level, limits)?;
    let dfpn = attempt(board, &Question::value(Algorithm::Dfpn), level, limits)?;
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
