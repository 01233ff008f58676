//! Whole questions: the value of a position, whether it is at least something, and the value of every move.

use crate::fraction::Fraction;
use crate::game::{AcyclicChance, Denominator, Turn};
use crate::limits::{DEPTH_MAX_ON_OWN_STACK, Limits, Stop, Tally};
use crate::number::{Arithmetic, Fractions, Words};
use crate::search::options::{Approach, Options};
use crate::search::proof::ProofSearch;
use crate::search::solver::Solver;
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
pub(super) trait Task {
    type Output: Send;
    fn run<A: Arithmetic>(self, arithmetic: &A, counted_in: &'static str) -> Self::Output;
}

/// Runs a task in the smallest numbers that are exact, on a stack that is large enough for long lines of play.
pub(super) fn run<T: Task + Send>(
    utility: &Utility,
    below: Option<Denominator>,
    task: T,
) -> T::Output {
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
pub(super) struct Asked<'a, G: AcyclicChance> {
    pub game: &'a G,
    pub position: &'a G::Position,
    pub options: Options,
    pub limits: Limits<'a>,
}

/// A search with a table that answers one question after the other. All bounds are certain.
pub trait Searcher<G: AcyclicChance, A: Arithmetic> {
    /// What it has cost so far.
    fn tally(&self) -> Tally;

    /// What the table knows about a position that is not finished, without a search.
    fn table_bounds(&self, position: &G::Position) -> (A::Number, A::Number);

    /// The value of a position, or what is certain about it when a limit is reached.
    fn value(&mut self, position: &G::Position) -> Bounded<A::Number>;

    /// Bounds that say whether a position is worth at least `threshold`, or what is certain when a limit is reached.
    fn at_least(&mut self, position: &G::Position, threshold: &A::Number) -> Bounded<A::Number>;

    /// The value of a position if it lies between `alpha` and `beta`, or that it is at most the one or at least the other.
    fn ask(
        &mut self,
        position: &G::Position,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Bounded<A::Number>;
}

/// What is done with a search, whichever it is.
pub(super) trait Job<G: AcyclicChance, A: Arithmetic> {
    type Output;
    fn run<S: Searcher<G, A>>(self, searcher: S) -> Self::Output;
}

impl<G: AcyclicChance> Asked<'_, G> {
    /// Does a job with the search that the options name.
    pub fn with_searcher<A: Arithmetic, J: Job<G, A>>(&self, arithmetic: &A, job: J) -> J::Output {
        let Asked { game, options, limits, .. } = *self;
        let depth_max = DEPTH_MAX_ON_OWN_STACK;
        match options.approach {
            Approach::ProofNumbers => {
                job.run(ProofSearch::new(game, arithmetic, limits, depth_max))
            }
            _ => job.run(Solver::new(game, arithmetic, options, limits, depth_max)),
        }
    }

    /// The value, or the answer about a threshold.
    pub fn first_answer<A: Arithmetic>(
        &self,
        searcher: &mut impl Searcher<G, A>,
        arithmetic: &A,
        threshold: Option<&Fraction>,
    ) -> Bounded<A::Number> {
        match threshold {
            None => searcher.value(self.position),
            Some(threshold) => searcher.at_least(self.position, &arithmetic.ceil(threshold)),
        }
    }
}

/// At least, at most, and why the search ended.
pub type Bounded<N> = ((N, N), Stop);

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
        self.asked.with_searcher(arithmetic, ValueJob { value: &self, arithmetic, counted_in })
    }
}

struct ValueJob<'a, G: AcyclicChance, A> {
    value: &'a Value<'a, G>,
    arithmetic: &'a A,
    counted_in: &'static str,
}

impl<G: AcyclicChance, A: Arithmetic> Job<G, A> for ValueJob<'_, G, A> {
    type Output = Answer;

    fn run<S: Searcher<G, A>>(self, mut searcher: S) -> Answer {
        let ValueJob { value, arithmetic, counted_in } = self;
        let ((low, high), stop) =
            value.asked.first_answer(&mut searcher, arithmetic, value.threshold);
        let (low, high) = (arithmetic.fraction(&low), arithmetic.fraction(&high));
        Answer { low, high, stop, tally: searcher.tally(), counted_in }
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
        self.asked.with_searcher(arithmetic, MovesJob { asked: &self.asked, arithmetic })
    }
}

struct MovesJob<'a, G: AcyclicChance, A> {
    asked: &'a Asked<'a, G>,
    arithmetic: &'a A,
}

impl<G: AcyclicChance, A: Arithmetic> Job<G, A> for MovesJob<'_, G, A> {
    type Output = (Vec<MoveValue<G::Move>>, Stop);

    fn run<S: Searcher<G, A>>(self, mut searcher: S) -> Self::Output {
        let mut stop = Stop::Solved;
        let Asked { game, position, .. } = *self.asked;
        let values = moves_of(game, self.arithmetic, &mut searcher, position, &mut stop);
        (values, stop)
    }
}

/// The values after all moves of a position; outcomes of chance after a move are listed below it.
pub(super) fn moves_of<G: AcyclicChance, A: Arithmetic>(
    game: &G,
    arithmetic: &A,
    searcher: &mut impl Searcher<G, A>,
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
            true => moves_of(game, arithmetic, searcher, &child, stop),
            false => Vec::new(),
        };
        let ((low, high), ended) = searcher.value(&child);
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
