//! Recorded games that were analysed for pages: the latest ones are kept, so that a chart and its page cost one search.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use foregone::chance::{self, Opened};
use foregone::{Analysis, Limits, Position};
use serde::Deserialize;

use crate::app::App;
use crate::problem::Problem;

/// How many analyses are kept.
const KEPT: usize = 8;
/// More moves are not analysed: each position keeps the line that led to it.
const MOVES: usize = 2_000;
/// How long an analysis takes at most, unless more is asked for, and the most that can be asked for.
const SECONDS: u64 = 4;
const MOST_SECONDS: u64 = 20;

/// A recorded game, as it is asked for.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    /// The spelling of the game.
    pub(crate) game: String,
    /// The record: moves in the game's notation, with or without numbers.
    pub(crate) record: String,
    /// The position that it starts from, unless that is the start of the game.
    pub(crate) p: String,
    /// Seconds that the searches may take together.
    pub(crate) seconds: Option<u64>,
}

/// A recorded game with what was found about it.
pub(crate) enum Judged {
    Plain(Vec<Position>, Analysis),
    Chance(Box<chance::Analysis>),
}

/// The latest analyses.
#[derive(Default)]
pub(crate) struct Records(Mutex<Vec<(Record, Arc<Judged>)>>);

impl Record {
    pub(crate) fn seconds(&self) -> u64 {
        self.seconds.unwrap_or(SECONDS).clamp(1, MOST_SECONDS)
    }

    /// Twice as many seconds, if so many may be asked for.
    pub(crate) fn longer(&self) -> Option<Record> {
        let seconds = (2 * self.seconds()).min(MOST_SECONDS);
        (seconds > self.seconds()).then(|| Record { seconds: Some(seconds), ..self.clone() })
    }
}

impl Records {
    /// Analyses a record, or finds the analysis of one that was looked at before.
    pub(crate) fn judge(&self, app: &App, record: &Record) -> Result<Arc<Judged>, Problem> {
        if let Some((_, found)) = self.locked().iter().find(|(known, _)| known == record) {
            return Ok(found.clone());
        }
        let judged = Arc::new(judge(app, record)?);
        let mut all = self.locked();
        if all.len() == KEPT {
            all.remove(0);
        }
        all.push((record.clone(), judged.clone()));
        Ok(judged)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<(Record, Arc<Judged>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn judge(app: &App, record: &Record) -> Result<Judged, Problem> {
    let game = app.games.open(&record.game).map_err(|error| Problem::game(&record.game, &error))?;
    let position = Some(record.p.as_str()).filter(|text| !text.trim().is_empty());
    let problem = |error: foregone::Error| Problem {
        game: Some(record.game.clone()),
        ..Problem::missing(format!("the record: {error}"))
    };
    let memory = app.config.memory / 8;
    // Late positions take less than their share.
    let each = |positions: usize| Duration::from_secs(record.seconds()) / positions as u32;
    let refuse = |moves: usize| match moves {
        0 => Err(Problem::bad("the record has no moves; write moves in the game's notation")),
        1..=MOVES => Ok(()),
        _ => Err(Problem::bad(format!("the record has {moves} moves, and {MOVES} are the most"))),
    };
    match &*game {
        Opened::Plain(game) => {
            refuse(game.replay(position, &record.record).map_err(problem)?.words().len())?;
            let positions = Analysis::positions(game, position, &record.record).map_err(problem)?;
            let limits =
                Limits { bytes: memory, time: Some(each(positions.len())), ..Limits::default() };
            let analysis = Analysis::of(&positions, Analysis::question(game), limits, &mut || ())?;
            Ok(Judged::Plain(positions, analysis))
        }
        Opened::Chance(game) => {
            let replayed = game.replay(position, &record.record);
            let end = replayed.map_err(problem)?;
            refuse(end.line().len())?;
            let time = Some(each(end.line().len() + 1));
            let settings = chance::Settings { memory, time, ..chance::Settings::default() };
            let solver = chance::Solver::with(game, settings);
            let analysis = chance::Analysis::of(&end, None, &solver, &mut |_| ())?;
            Ok(Judged::Chance(Box::new(analysis)))
        }
    }
}
