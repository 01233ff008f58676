//! Table 3: one Woodpush position, question by question.

use std::time::Instant;

use foregone::Position;
use foregone_solve::limits::Limits;
use foregone_solve::options::Ties;
use foregone_solve::options::{Algorithm, Goal, Question, Techniques};
use foregone_solve::request::Request;

use super::figures::{Figure, Section};
use super::published::{PROBLEM, PROBLEM_AFTER, PROBLEM_GAME, QUESTIONS, RANGES};
use crate::arguments::question::outcome;
use crate::failure::Failure;
use crate::interrupt;
use crate::opening;

/// The table, with the rows that were finished.
pub(super) fn repeat(limits: Limits<'_>) -> Result<Option<Section>, Failure> {
    let began = Instant::now();
    let opened = opening::open(PROBLEM_GAME)?;
    let scale = opened.scale();
    let start = opened.place(None, None)?;
    let positions = start.after(PROBLEM_AFTER);
    let Some(problem) = positions.get(PROBLEM - 1) else {
        return Err(Failure::Failed(format!("{PROBLEM_GAME} has no position {PROBLEM}")));
    };
    let mut figures = Vec::new();
    for (name, published) in QUESTIONS {
        let goal = outcome(scale, name)?;
        let (created, bounds) = ask(problem, Algorithm::Pns, Goal::AtLeast(goal), limits)?;
        if interrupt::asked() {
            break;
        }
        let answer = if bounds.0 >= goal { "true" } else { "false" };
        let what = format!("PNS >= {name} ({answer})");
        figures.push(Figure::new(what, Some(published), None, created));
    }
    for (low, high, binary, together) in RANGES {
        let goal = Goal::Range(outcome(scale, low)?, outcome(scale, high)?);
        for (label, algorithm, published) in
            [("PNS, binary search", Algorithm::Pns, binary), ("MOPNS", Algorithm::Mopns, together)]
        {
            let (created, bounds) = ask(problem, algorithm, goal, limits)?;
            if interrupt::asked() {
                break;
            }
            let what = format!("{label} [{low}, {high}] (value {})", scale.name(bounds.0));
            figures.push(Figure::new(what, Some(published), None, created));
        }
    }
    let title = format!("Woodpush (8,3), problem {PROBLEM}: {}", problem.position());
    let seconds = began.elapsed().as_secs_f64();
    let (done, all) = (figures.len(), QUESTIONS.len() + 2 * RANGES.len());
    Ok(Section::of(&title, figures, seconds, (done, all)))
}

/// The nodes one question took, and what came out.
fn ask(
    problem: &Position,
    algorithm: Algorithm,
    goal: Goal,
    limits: Limits<'_>,
) -> Result<(u64, (foregone_game::Outcome, foregone_game::Outcome)), Failure> {
    let techniques = Techniques { ties: Ties::Highest, ..Techniques::default() };
    let question = Question { goal, techniques, ..Question::value(algorithm) };
    let report = problem.solve(Request::new(&question, limits))?;
    Ok((report.counters.created, report.bounds))
}
