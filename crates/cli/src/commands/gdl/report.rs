//! What is found out about a rule file, and the same as JSON.

use std::sync::Arc;
use std::time::{Duration, Instant};

use foregone_gdl::{Compiled, Ends, Error, Size, Stage, Statistics, Warning};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Clock, limits};
use crate::arguments::gdl::GdlCheckArguments;
use crate::interrupt;

/// Games that are played at random, and the part of a second that they and the measurement of the rate may take.
const GAMES: u64 = 1_000;
const PART: Duration = Duration::from_millis(300);

/// What is known about a game.
pub(super) struct Report {
    pub(super) compiled: Arc<Compiled>,
    pub(super) size: Size,
    /// Why play ends, as half a sentence, if that is known.
    pub(super) ends: Option<String>,
    pub(super) statistics: Statistics,
    pub(super) rate: (u64, Duration),
    pub(super) time: Duration,
}

/// Finds out about a file. The error says what is wrong with it.
pub(super) fn examine(bytes: &[u8], arguments: &GdlCheckArguments) -> Result<Report, Error> {
    let clock = Clock::start(&arguments.limits);
    let stop = || clock.is_over();
    let limits = limits(&arguments.limits, &stop);
    let compiled = Arc::new(Compiled::for_role(bytes, arguments.role.as_deref(), limits)?);
    let ends = Ends::prove(&compiled, limits);
    let time = clock.begun.elapsed();
    let until = |begun: Instant| move || begun.elapsed() > PART || interrupt::asked();
    let statistics = compiled.play_at_random(GAMES, 1, &until(Instant::now()))?;
    let begun = Instant::now();
    let positions = match statistics.finding {
        None => compiled.judge_at_random(&until(begun)),
        Some(_) => 0,
    };
    Ok(Report {
        size: compiled.size(),
        ends: ends.map(|ends| ends.why().to_owned()),
        statistics,
        rate: (positions, begun.elapsed()),
        time,
        compiled,
    })
}

/// The stage at which an error was found, in a word.
pub(super) fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::Checking => "checking",
        Stage::Grounding => "grounding",
        Stage::Opening => "opening",
        Stage::Play => "play",
    }
}

#[derive(Serialize)]
struct Placed<'w> {
    line: u32,
    column: u32,
    message: &'w str,
}

fn warnings(warnings: &[Warning]) -> Vec<Placed<'_>> {
    let placed = |warning: &'_ Warning| (warning.place.line, warning.place.column);
    let one = |warning| {
        let (line, column) = placed(warning);
        Placed { line, column, message: &warning.message }
    };
    warnings.iter().map(one).collect()
}

/// The object about one file.
pub(super) fn object(name: &str, found: &Result<Report, Error>) -> Value {
    let report = match found {
        Ok(report) => report,
        Err(error) => {
            let place =
                error.place.map(|place| json!({"line": place.line, "column": place.column}));
            return json!({
                "schema": 1, "file": name,
                "error": {"stage": stage(error.stage), "place": place, "message": error.message},
            });
        }
    };
    let Report { compiled, size, statistics, .. } = report;
    let scale = compiled.scale().names();
    let outcomes: serde_json::Map<String, Value> = scale
        .iter()
        .zip(&statistics.outcomes)
        .map(|(name, count)| (name.clone(), json!(count)))
        .collect();
    json!({
        "schema": 1,
        "file": name,
        "roles": compiled.roles,
        "outcomes": scale,
        "goals": compiled.goal_values(),
        "sentences": {"vary": size.states, "always": compiled.constant_sentences()},
        "moves": compiled.move_counts(),
        "gates": {"position": size.status_gates, "next": size.next_gates},
        "key_bits": compiled.key_bits(),
        "ends": report.ends,
        "random_play": {
            "games": statistics.games,
            "unfinished": statistics.unfinished,
            "shortest": statistics.shortest,
            "longest": statistics.longest,
            "moves": statistics.moves,
            "choices": statistics.choices,
            "most_choices": statistics.most_choices,
            "outcomes": outcomes,
        },
        "positions_per_second": rate(report),
        "seconds": report.time.as_secs_f64(),
        "warnings": warnings(&compiled.warnings),
        "finding": statistics.finding,
    })
}

/// Positions that are judged in a second of random play.
pub(super) fn rate(report: &Report) -> u64 {
    let (positions, time) = report.rate;
    (positions as f64 / time.as_secs_f64().max(1e-6)) as u64
}
