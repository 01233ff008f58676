//! Several algorithms on the same positions, one after the other: the measurement behind comparisons and most published tables.

use std::time::Duration;

use foregone::{
    Algorithm, Answer, Counters, Decided, Goal, Method, Outcome, Position, Settings, Stop,
};

use crate::contender::Contender;
use crate::context::Context;
use crate::error::Error;

/// A position of a contest.
pub struct Problem {
    /// The position.
    pub placed: Position,
    /// What it should be worth, if that is stated.
    pub expected: Option<Expected>,
}

/// What a position should be worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// As it was written.
    pub text: String,
    /// The outcomes that agree with it.
    pub outcomes: Vec<Outcome>,
}

/// What one algorithm did on one position.
#[derive(Clone, Debug)]
pub struct Measurement {
    bounds: (Outcome, Outcome),
    /// Whether the bounds are proved; otherwise they are only believed.
    is_proved: bool,
    /// Why the search ended.
    pub stop: Stop,
    /// What it counted.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
}

impl Measurement {
    fn new(answer: &Answer) -> Measurement {
        let levels = answer.position.game().knowledge_levels();
        Measurement {
            bounds: answer.report.bounds,
            is_proved: answer.question().techniques.are_sound(levels),
            stop: answer.report.stop,
            counters: answer.report.counters,
            elapsed: answer.report.elapsed,
        }
    }

    /// What was found: at least, at most. None if it is not proved.
    pub fn bounds(&self) -> Option<(Outcome, Outcome)> {
        self.is_proved.then_some(self.bounds)
    }

    /// The value, if it was proved.
    pub fn value(&self) -> Option<Outcome> {
        self.answer().filter(|_| self.is_proved)
    }

    /// The value, if it is only believed.
    pub fn belief(&self) -> Option<Outcome> {
        self.answer().filter(|_| !self.is_proved)
    }

    /// The value, proved or believed.
    pub fn answer(&self) -> Option<Outcome> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }
}

/// A position with what every contender did on it, in their order.
#[derive(Clone, Debug)]
pub struct Row {
    /// The moves that led to the position.
    pub moves: String,
    /// The position in the game's notation.
    pub position: String,
    /// What it should be worth, if that is stated.
    pub expected: Option<Expected>,
    /// What each contender did.
    pub results: Vec<Measurement>,
    /// The search for the value that contenders had to confirm, if none of the others had found it.
    pub finder: Option<Measurement>,
}

impl Row {
    /// The value, if a search proved it.
    pub fn value(&self) -> Option<Outcome> {
        self.results.iter().chain(&self.finder).find_map(Measurement::value)
    }

    /// Whether a contender did not answer.
    pub fn is_unsolved(&self) -> bool {
        self.results.iter().any(|result| result.answer().is_none())
    }

    /// Whether two contenders found different values, which must never happen.
    pub fn is_contradictory(&self) -> bool {
        let mut values = self.results.iter().filter_map(Measurement::value);
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    /// Whether the value is another than was expected.
    pub fn is_surprising(&self) -> bool {
        match (self.value(), &self.expected) {
            (Some(value), Some(expected)) => !expected.outcomes.contains(&value),
            _ => false,
        }
    }
}

/// A contest: every contender solves every problem.
#[derive(Clone, Copy)]
pub struct Contest<'c> {
    /// What is measured, in words for those who watch.
    pub title: &'c str,
    /// The positions.
    pub problems: &'c [Problem],
    /// The algorithms.
    pub contenders: &'c [Contender],
    /// Finds the values that some contenders confirm, where no other contender has found them. Without one there is only one
    /// question to ask, and no value is needed.
    pub finder: Option<Algorithm>,
}

impl Contest<'_> {
    /// Measures row by row. If the caller stops it, the rows that are finished are returned.
    pub fn run(&self, context: &Context<'_>) -> Result<Vec<Row>, Error> {
        // A contender that the game cannot take is refused before the first search.
        if let Some(problem) = self.problems.first() {
            let game = problem.placed.game();
            self.contenders.iter().try_for_each(|one| one.decided(game, None).map(|_| ()))?;
        }
        context.progress.begin(self.title, self.problems.len());
        let mut rows = Vec::with_capacity(self.problems.len());
        for problem in self.problems {
            let row = self.row(problem, context)?;
            if context.is_stopped() {
                break;
            }
            rows.push(row);
            context.progress.advance();
        }
        context.progress.end();
        Ok(rows)
    }

    /// Measures one row. Contenders that confirm a value come last.
    fn row(&self, problem: &Problem, context: &Context<'_>) -> Result<Row, Error> {
        let placed = &problem.placed;
        let mut results: Vec<Option<Measurement>> = vec![None; self.contenders.len()];
        let (mut value, mut search) = (None, None);
        for needs_value in [false, true] {
            for (contender, result) in self.contenders.iter().zip(&mut results) {
                if contender.needs_value != needs_value {
                    continue;
                }
                if let (true, None, Some(finder)) = (needs_value, value, self.finder) {
                    let found = match search.take() {
                        Some(found) => found,
                        None => find_value(placed, finder, context)?,
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
                let decided = contender.decided(placed.game(), value)?;
                let measured = measure(placed, &contender.settings, decided, context)?;
                value = value.or(measured.value());
                *result = Some(measured);
            }
        }
        Ok(Row {
            moves: placed.moves(),
            position: placed.position(),
            expected: problem.expected.clone(),
            results: results.into_iter().flatten().collect(),
            finder: search,
        })
    }
}

/// Searches for the value by one thread, so that what it counts does not vary.
fn find_value(
    placed: &Position,
    finder: Algorithm,
    context: &Context<'_>,
) -> Result<Measurement, Error> {
    let mut settings = Settings::by(Method::Search(finder));
    settings.set("threads", "1")?;
    let decided = settings.decide(placed.game(), Goal::Value)?;
    measure(placed, &settings, decided, context)
}

/// Asks a question, on a table of its own.
fn measure(
    placed: &Position,
    settings: &Settings,
    decided: Decided,
    context: &Context<'_>,
) -> Result<Measurement, Error> {
    let mut solver = context.solver(placed.game(), settings.clone());
    Ok(Measurement::new(&solver.search(placed, decided, &mut (), None, None)?))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use foregone::{Game, StopHandle};

    use super::*;
    use crate::context::Progress;
    use crate::positions::problems_after;

    /// Stops the experiment after some rows.
    struct StopAfter {
        rows: Cell<usize>,
        stop: StopHandle,
    }

    impl Progress for StopAfter {
        fn advance(&self) {
            self.rows.set(self.rows.get() - 1);
            if self.rows.get() == 0 {
                self.stop.stop();
            }
        }
    }

    #[test]
    fn finished_rows_survive_a_stop() {
        let game = Game::open("tictactoe").expect("a game");
        let problems = problems_after(&game.start(), 2, &Context::default()).expect("72 positions");
        let contenders = ["mopns", "pns"].map(|text| Contender::parse(text).expect("an algorithm"));
        let (title, finder) = ("two moves", None);
        let contest = Contest { title, problems: &problems, contenders: &contenders, finder };
        let stop = StopHandle::new();
        let progress = StopAfter { rows: Cell::new(3), stop: stop.clone() };
        let context = Context { stop, progress: &progress, ..Context::default() };
        let rows = contest.run(&context).expect("rows");
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|row| !row.is_unsolved() && row.value().is_some()));
    }
}
