//! Table 3 of Saffidine and Cazenave 2012: one Woodpush position, question by question.

use foregone::{Algorithm, Game, Goal, Method, Settings};

use super::published::{PROBLEM, PROBLEM_AFTER, PROBLEM_GAME, QUESTIONS, RANGES};
use crate::context::Context;
use crate::error::Error;
use crate::figures::{Figure, Section};

/// A row of the table.
struct Row {
    algorithm: Algorithm,
    goal: Goal,
    /// What is asked, in words.
    what: String,
    published: u64,
}

/// The table, with the rows that were finished.
pub(crate) fn reproduce(context: &Context<'_>) -> Result<Option<Section>, Error> {
    let game = Game::open(PROBLEM_GAME)?;
    let positions = game.start().after(PROBLEM_AFTER);
    let Some(problem) = positions.get(PROBLEM - 1) else {
        return Err(Error::failed(format!("{PROBLEM_GAME} has no position {PROBLEM}")));
    };
    let title = format!("Woodpush (8,3), problem {PROBLEM}: {problem}");
    context.section(&title, &rows(&game)?, |row| {
        let answer = context.ask(problem, settings(row.algorithm)?, row.goal)?;
        let (low, _) = answer.report.bounds;
        let found = match row.goal {
            Goal::AtLeast(goal) => (low >= goal).to_string(),
            _ => format!("value {}", game.scale().name(low)),
        };
        let what = format!("{} ({found})", row.what);
        Ok(vec![Figure::new(what, Some(row.published), None, answer.report.counters.created)])
    })
}

/// The questions of PNS, and then the ranges by both algorithms.
fn rows(game: &Game) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (name, published) in QUESTIONS {
        let goal = Goal::AtLeast(game.outcome(name)?);
        let what = format!("PNS >= {name}");
        rows.push(Row { algorithm: Algorithm::Pns, goal, what, published });
    }
    for (low, high, binary, together) in RANGES {
        let goal = Goal::Range(game.outcome(low)?, game.outcome(high)?);
        for (label, algorithm, published) in
            [("PNS, binary search", Algorithm::Pns, binary), ("MOPNS", Algorithm::Mopns, together)]
        {
            rows.push(Row { algorithm, goal, what: format!("{label} [{low}, {high}]"), published });
        }
    }
    Ok(rows)
}

/// Ties of MOPNS go to the highest outcome, as in table 2.
fn settings(algorithm: Algorithm) -> Result<Settings, Error> {
    let mut settings = Settings::by(Method::Search(algorithm));
    settings.set("threads", "1")?;
    if algorithm == Algorithm::Mopns {
        settings.set("ties", "highest")?;
    }
    Ok(settings)
}
