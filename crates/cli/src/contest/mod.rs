//! Several algorithms on the same positions, one after the other: what `compare`, `reproduce` and `bench` share.

pub(crate) mod contender;
pub(crate) mod csv;
pub(crate) mod standing;

use std::time::Duration;

use foregone::Position;
use foregone_game::{KnowledgeLevel, Outcome};
use foregone_solve::Report;
use foregone_solve::limits::{Counters, Limits, Stop};
use foregone_solve::options::Question;
use foregone_solve::request::Request;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::ContestLine;
use contender::Contender;

/// A position of a contest.
pub(crate) struct Problem {
    pub(crate) placed: Position,
    /// What it should be worth, if someone has said so.
    pub(crate) expected: Option<Expected>,
}

/// What a position should be worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expected {
    /// As it was written.
    pub(crate) text: String,
    /// The outcomes that agree with it.
    pub(crate) outcomes: Vec<Outcome>,
}

/// What one algorithm did on one position.
#[derive(Clone, Debug)]
pub(crate) struct Measurement {
    bounds: (Outcome, Outcome),
    /// Whether the bounds are proved; otherwise they are only believed.
    is_proved: bool,
    pub(crate) stop: Stop,
    pub(crate) counters: Counters,
    pub(crate) elapsed: Duration,
}

impl Measurement {
    fn new(report: &Report<String>, question: &Question, levels: &[KnowledgeLevel]) -> Measurement {
        Measurement {
            bounds: report.bounds,
            is_proved: question.techniques.are_sound(levels),
            stop: report.stop,
            counters: report.counters,
            elapsed: report.elapsed,
        }
    }

    /// What was found: at least, at most. None if it is not proved.
    pub(crate) fn bounds(&self) -> Option<(Outcome, Outcome)> {
        self.is_proved.then_some(self.bounds)
    }

    /// The value, if it was proved.
    pub(crate) fn value(&self) -> Option<Outcome> {
        self.answer().filter(|_| self.is_proved)
    }

    /// The value, if it is only believed.
    pub(crate) fn belief(&self) -> Option<Outcome> {
        self.answer().filter(|_| !self.is_proved)
    }

    /// The value, proved or believed.
    pub(crate) fn answer(&self) -> Option<Outcome> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }
}

/// A position with what every contender did on it, in their order.
pub(crate) struct Row {
    pub(crate) moves: String,
    pub(crate) position: String,
    pub(crate) expected: Option<Expected>,
    pub(crate) results: Vec<Measurement>,
    /// The search for the value that contenders had to confirm, if none of the others had found it.
    pub(crate) finder: Option<Measurement>,
}

impl Row {
    /// The value, if someone found it.
    pub(crate) fn value(&self) -> Option<Outcome> {
        self.results.iter().chain(&self.finder).find_map(Measurement::value)
    }

    /// Whether two contenders found different values, which must never happen.
    pub(crate) fn is_contradictory(&self) -> bool {
        let mut values = self.results.iter().filter_map(Measurement::value);
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    /// Whether the value is another than was expected.
    pub(crate) fn is_surprising(&self) -> bool {
        match (self.value(), &self.expected) {
            (Some(value), Some(expected)) => !expected.outcomes.contains(&value),
            _ => false,
        }
    }
}

/// Lets every contender solve every problem. `finder` finds the values that some contenders confirm, unless another
/// contender has found them; without one there is only one question to ask, and no value is needed. Ctrl-C ends the contest after the last whole row.
pub(crate) fn run(
    problems: &[Problem],
    contenders: &[Contender],
    finder: Option<foregone::Algorithm>,
    limits: Limits<'_>,
    line: &ContestLine,
) -> Result<Vec<Row>, Failure> {
    // A contender that the game cannot take is refused before the first search.
    if let Some(problem) = problems.first() {
        let game = problem.placed.game();
        contenders.iter().try_for_each(|one| one.decided(game, None).map(|_| ()))?;
    }
    let mut rows = Vec::with_capacity(problems.len());
    for problem in problems {
        let (results, finder) = solve_with_all(&problem.placed, contenders, finder, limits)?;
        if interrupt::asked() {
            break;
        }
        rows.push(Row {
            moves: problem.placed.moves(),
            position: problem.placed.position(),
            expected: problem.expected.clone(),
            results,
            finder,
        });
        line.advance();
    }
    line.clear();
    Ok(rows)
}

/// What every contender did, and what the finder did if it was needed. Contenders that confirm a value come last.
fn solve_with_all(
    placed: &Position,
    contenders: &[Contender],
    finder: Option<foregone::Algorithm>,
    limits: Limits<'_>,
) -> Result<(Vec<Measurement>, Option<Measurement>), Failure> {
    let mut results: Vec<Option<Measurement>> = vec![None; contenders.len()];
    let (mut value, mut search) = (None, None);
    for needs_value in [false, true] {
        for (contender, result) in contenders.iter().zip(&mut results) {
            if contender.needs_value != needs_value {
                continue;
            }
            if let (true, None, Some(finder)) = (needs_value, value, finder) {
                let found = match search.take() {
                    Some(found) => found,
                    None => measure(placed, &Question::value(finder), limits)?,
                };
                value = found.value();
                search = Some(found.clone());
                if value.is_none() {
                    // Nothing to confirm: the contender did not solve the position, at no cost of its own.
                    let (counters, elapsed) = (Counters::default(), Duration::ZERO);
                    *result = Some(Measurement { counters, elapsed, ..found });
                    continue;
                }
            }
            let question = contender.decided(placed.game(), value)?.question;
            let measured = measure(placed, &question, limits)?;
            value = value.or(measured.value());
            *result = Some(measured);
        }
    }
    Ok((results.into_iter().flatten().collect(), search))
}

fn measure(
    placed: &Position,
    question: &Question,
    limits: Limits<'_>,
) -> Result<Measurement, Failure> {
    let report = placed.solve(Request::new(question, limits))?;
    Ok(Measurement::new(&report, question, placed.knowledge_levels()))
}
