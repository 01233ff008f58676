//! Whole questions: the value of a position, whether it is at least something, and the value of every move.

use crate::fraction::Fraction;
use crate::game::{AcyclicChance, Denominator, Turn};
use crate::limits::{DEPTH_MAX_ON_OWN_STACK, Limits, Stop, Tally};
use crate::number::{Arithmetic, Fractions, Words};
use crate::search::solver::{Options, Solver};
use crate::utility::Utility;

/// Memory for the stack of a search: only what is used is taken from the system.
const STACK: usize = 256 << 20;

/// What is certain about the value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The value is at least this much.
    pub low: Fraction,
    /// The value is at most this much.
    pub high: Fraction,
    /// Why the search ended.
    pub stop: Stop,
    /// What it took.
    pub tally: Tally,
    /// What was counted in: `i64`, `i128` or `fractions`.
    pub counted_in: &'static str,
}

impl Answer {
    /// The value, if it is known.
    pub fn value(&self) -> Option<&Fraction> {
        (self.low == self.high).then_some(&self.low)
    }

    /// Whether the value is at least a threshold, if that is known.
    pub fn is_at_least(&self, threshold: &Fraction) -> Option<bool> {
        if self.low >= *threshold {
            Some(true)
        } else if self.high < *threshold {
            Some(false)
        } else {
            None
        }
    }
}

/// What is certain about a move, or about an outcome of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// Its weight, if it is an outcome of chance.
    pub weight: Option<u64>,
    /// The position after it is worth at least this much.
    pub low: Fraction,
    /// The position after it is worth at most this much.
    pub high: Fraction,
    /// The outcomes of chance after it, if it is chance's turn then.
    pub outcomes: Vec<MoveValue<M>>,
}

/// Something that is done with whatever numbers fit.
trait Task {
    type Output: Send;
    fn run<A: Arithmetic>(self, arithmetic: &A, counted_in: &'static str) -> Self::Output;
}

/// Runs a task in the smallest numbers that are exact, on a stack that is large enough for long lines of play.
fn run<T: Task + Send>(utility: &Utility, below: Option<Denominator>, task: T) -> T::Output {
    let choose = || {
        if let Some(words) = below.and_then(|below| Words::<i64>::exact(utility, below)) {
            task.run(&words, "i64")
        } else if let Some(words) = below.and_then(|below| Words::<i128>::exact(utility, below)) {
            task.run(&words, "i128")
        } else {
            task.run(&Fractions::new(utility), "fractions")
        }
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, choose).expect("a thread can be started");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Where and how a question is asked.
struct Asked<'a, G: AcyclicChance> {
    game: &'a G,
    position: &'a G::Position,
    options: Options,
    limits: Limits<'a>,
}

impl<G: AcyclicChance> Asked<'_, G> {
    fn solver<'s, A: Arithmetic>(&'s self, arithmetic: &'s A) -> Solver<'s, G, A> {
        Solver::new(self.game, arithmetic, self.options, self.limits, DEPTH_MAX_ON_OWN_STACK)
    }
}

/// The value of a position, or what is certain about it when a limit is reached.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::games::Ewn;
/// use foregone_chance::limits::Limits;
/// use foregone_chance::search::{Options, solve};
///
/// let game = Ewn::new(3, 3, 3)?;
/// let utility = game.utility();
/// let answer = solve(&game, &game.start(), &utility, Options::default(), Limits::default());
/// assert_eq!(answer.value().expect("no limit").to_string(), "170/243");
/// # Ok::<(), foregone_game::InvalidGame>(())
/// ```
pub fn solve<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    options: Options,
    limits: Limits<'_>,
) -> Answer {
    let asked = Asked { game, position, options, limits };
    run(utility, game.denominator(position), Value { asked, threshold: None })
}

/// Whether a position is worth at least `threshold`: one search with a window that holds no value. Ask
/// [`Answer::is_at_least`].
pub fn at_least<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    threshold: &Fraction,
    options: Options,
    limits: Limits<'_>,
) -> Answer {
    let asked = Asked { game, position, options, limits };
    run(utility, game.denominator(position), Value { asked, threshold: Some(threshold) })
}

struct Value<'a, G: AcyclicChance> {
    asked: Asked<'a, G>,
    threshold: Option<&'a Fraction>,
}

impl<G: AcyclicChance> Task for Value<'_, G> {
    type Output = Answer;

    fn run<A: Arithmetic>(self, arithmetic: &A, counted_in: &'static str) -> Answer {
        let asked = &self.asked;
        let mut solver = asked.solver(arithmetic);
        let wanted = Wanted { threshold: self.threshold, every_move: false };
        let ((low, high), stop) = first_answer(asked, &mut solver, arithmetic, wanted);
        let (low, high) = (arithmetic.fraction(&low), arithmetic.fraction(&high));
        Answer { low, high, stop, tally: solver.tally(), counted_in }
    }
}

/// The value of every move of a position, or of every outcome if it is chance's turn, and why the search ended. Nothing
/// for a finished position. When a limit is reached, what is certain of the rest is the range of the utility.
pub fn every_move<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    options: Options,
    limits: Limits<'_>,
) -> (Vec<MoveValue<G::Move>>, Stop) {
    let asked = Asked { game, position, options, limits };
    run(utility, game.denominator(position), EveryMove { asked })
}

struct EveryMove<'a, G: AcyclicChance> {
    asked: Asked<'a, G>,
}

impl<G: AcyclicChance> Task for EveryMove<'_, G> {
    type Output = (Vec<MoveValue<G::Move>>, Stop);

    fn run<A: Arithmetic>(self, arithmetic: &A, _: &'static str) -> Self::Output {
        let asked = &self.asked;
        let mut solver = asked.solver(arithmetic);
        let mut stop = Stop::Solved;
        let values = moves_of(asked.game, arithmetic, &mut solver, asked.position, &mut stop);
        (values, stop)
    }
}

/// What is certain of a position and, if that was wanted, of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Studied<M> {
    /// What is certain of the position. Its tally is that of everything together.
    pub answer: Answer,
    /// A move that keeps the value, if the value is known and a player moves.
    pub best: Option<M>,
    /// The values of the moves, if they were wanted.
    pub moves: Option<Vec<MoveValue<M>>>,
}

/// What to find out of a position besides bounds of its value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wanted<'a> {
    /// Only whether the value is at least this much.
    pub threshold: Option<&'a Fraction>,
    /// The value of every move, too.
    pub every_move: bool,
}

/// The value of a position or whether it is at least a threshold, with a move that keeps the value and, if wanted, the
/// value of every move: one table and one set of limits for all of it.
pub fn study<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    wanted: Wanted<'_>,
    options: Options,
    limits: Limits<'_>,
) -> Studied<G::Move> {
    let asked = Asked { game, position, options, limits };
    run(utility, game.denominator(position), Study { asked, wanted })
}

struct Study<'a, G: AcyclicChance> {
    asked: Asked<'a, G>,
    wanted: Wanted<'a>,
}

impl<G: AcyclicChance> Task for Study<'_, G> {
    type Output = Studied<G::Move>;

    fn run<A: Arithmetic>(self, arithmetic: &A, counted_in: &'static str) -> Self::Output {
        let Study { asked, wanted } = &self;
        let mut solver = asked.solver(arithmetic);
        let ((low, high), mut stop) = first_answer(asked, &mut solver, arithmetic, *wanted);
        let best = match low == high {
            true => best_move(asked, &mut solver, arithmetic, &low),
            false => None,
        };
        let moves = wanted.every_move.then(|| {
            let mut ended = Stop::Solved;
            let values = moves_of(asked.game, arithmetic, &mut solver, asked.position, &mut ended);
            if stop == Stop::Solved {
                stop = ended;
            }
            values
        });
        let (low, high) = (arithmetic.fraction(&low), arithmetic.fraction(&high));
        let answer = Answer { low, high, stop, tally: solver.tally(), counted_in };
        Studied { answer, best, moves }
    }
}

/// At least, at most, and why the search ended.
type Bounded<N> = ((N, N), Stop);

/// The value, or the answer about a threshold.
fn first_answer<G: AcyclicChance, A: Arithmetic>(
    asked: &Asked<'_, G>,
    solver: &mut Solver<'_, G, A>,
    arithmetic: &A,
    wanted: Wanted<'_>,
) -> Bounded<A::Number> {
    let Some(threshold) = wanted.threshold else { return solver.value(asked.position) };
    let beta = arithmetic.ceil(threshold);
    let alpha = arithmetic.previous(&beta).unwrap_or_else(|| arithmetic.least());
    solver.ask(asked.position, &alpha, &beta)
}

/// The first move after which the position is worth as much as before it. The table knows it, as a rule.
fn best_move<G: AcyclicChance, A: Arithmetic>(
    asked: &Asked<'_, G>,
    solver: &mut Solver<'_, G, A>,
    arithmetic: &A,
    value: &A::Number,
) -> Option<G::Move> {
    let (game, position) = (asked.game, asked.position);
    let turn = game.turn(position);
    if !matches!(turn, Turn::Max | Turn::Min) {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let keeps = |mv: &G::Move| {
        let child = game.after(position, *mv);
        match turn {
            Turn::Max => solver.ask(&child, &arithmetic.least(), value).0.0 >= *value,
            _ => solver.ask(&child, value, &arithmetic.greatest()).0.1 <= *value,
        }
    };
    moves.into_iter().find(keeps)
}

/// The values after all moves of a position; outcomes of chance after a move are listed below it.
fn moves_of<G: AcyclicChance, A: Arithmetic>(
    game: &G,
    arithmetic: &A,
    solver: &mut Solver<'_, G, A>,
    position: &G::Position,
    stop: &mut Stop,
) -> Vec<MoveValue<G::Move>> {
    let turn = game.turn(position);
    let mut moves = Vec::new();
    if !matches!(turn, Turn::Over(_)) {
        game.moves(position, &mut moves);
    }
    let mut values = Vec::new();
    for mv in moves {
        let child = game.after(position, mv);
        let is_flip = turn != Turn::Chance && game.turn(&child) == Turn::Chance;
        let outcomes = match is_flip {
            true => moves_of(game, arithmetic, solver, &child, stop),
            false => Vec::new(),
        };
        let ((low, high), ended) = solver.value(&child);
        if ended != Stop::Solved {
            *stop = ended;
        }
        values.push(MoveValue {
            mv,
            weight: (turn == Turn::Chance).then(|| game.weight(position, mv)),
            low: arithmetic.fraction(&low),
            high: arithmetic.fraction(&high),
            outcomes,
        });
    }
    values
}
