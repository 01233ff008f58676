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
}

impl Row {
    /// The value, if someone found it.
    pub(crate) fn value(&self) -> Option<Outcome> {
        self.results.iter().find_map(Measurement::value)
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

/// Lets every contender solve every problem. Ctrl-C ends the contest after the last whole row.
pub(crate) fn run(
    problems: &[Problem],
    contenders: &[Contender],
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
        let results = solve_with_all(&problem.placed, contenders, limits)?;
        if interrupt::asked() {
            break;
        }
        rows.push(Row {
            moves: problem.placed.moves(),
            position: problem.placed.position(),
            expected: problem.expected.clone(),
            results,
        });
        line.advance();
    }
    line.clear();
    Ok(rows)
}

/// Those that confirm a value come last. If nobody else finds it, a search that is not counted does.
fn solve_with_all(
    placed: &Position,
    contenders: &[Contender],
    limits: Limits<'_>,
) -> Result<Vec<Measurement>, Failure> {
    let mut results: Vec<Option<Measurement>> = vec![None; contenders.len()];
    let (mut value, levels) = (None, placed.knowledge_levels());
    for needs_value in [false, true] {
        for (contender, result) in contenders.iter().zip(&mut results) {
            if contender.needs_value != needs_value {
                continue;
            }
            if needs_value && value.is_none() {
                let game = placed.game();
                let search = Question::value(game.class().usual_algorithm(game.scale()));
                let report = placed.solve(Request::new(&search, limits))?;
                let found = Measurement::new(&report, &search, levels);
                value = found.value();
                if value.is_none() {
                    // Nothing to confirm: the contender did not solve it, at no cost of its own.
                    *result = Some(Measurement { counters: Counters::default(), ..found });
                    continue;
                }
            }
            let question = contender.decided(placed.game(), value)?.question;
            let report = placed.solve(Request::new(&question, limits))?;
            let measured = Measurement::new(&report, &question, levels);
            value = value.or(measured.value());
            *result = Some(measured);
        }
    }
    Ok(results.into_iter().flatten().collect())
}
