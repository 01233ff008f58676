//! A position and its moves together: one table and one set of limits.

use foregone_game::Player;

use crate::certify::{Proof, Unproved, owners, prove_tree};
use crate::fraction::Fraction;
use crate::game::{AcyclicChance, Turn};
use crate::limits::{Limits, Stop};
use crate::number::Arithmetic;
use crate::search::options::Options;
use crate::search::solve::{Answer, Asked, Job, MoveValue, Searcher, Task, moves_of, run};
use crate::utility::Utility;

/// What is certain of a position and, if that was wanted, of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Studied<M> {
    /// What is certain of the position. Its tally is that of everything together.
    pub answer: Answer,
    /// A move that keeps the value, if the value is known and a player moves.
    pub best: Option<M>,
    /// The values of the moves, if they were wanted.
    pub moves: Option<Vec<MoveValue<M>>>,
    /// Proofs of the bounds, if they were wanted, each unless it could not be completed.
    pub proofs: Vec<Result<Proof, Unproved>>,
}

/// What to find out of a position besides bounds of its value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wanted<'a> {
    /// Only whether the value is at least this much.
    pub threshold: Option<&'a Fraction>,
    /// The value of every move, too.
    pub every_move: bool,
    /// Proofs of what is found: if only a threshold was asked, of the answer to that.
    pub proofs: bool,
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
        self.asked.with_searcher(arithmetic, StudyJob { study: &self, arithmetic, counted_in })
    }
}

struct StudyJob<'a, G: AcyclicChance, A> {
    study: &'a Study<'a, G>,
    arithmetic: &'a A,
    counted_in: &'static str,
}

impl<G: AcyclicChance, A: Arithmetic> Job<G, A> for StudyJob<'_, G, A> {
    type Output = Studied<G::Move>;

    fn run<S: Searcher<G, A>>(self, mut searcher: S) -> Self::Output {
        let StudyJob { study, arithmetic, counted_in } = self;
        let Study { asked, wanted } = study;
        let ((low, high), mut stop) =
            asked.first_answer(&mut searcher, arithmetic, wanted.threshold);
        let best = match low == high {
            true => best_move(asked, &mut searcher, arithmetic, &low),
            false => None,
        };
        let moves = wanted.every_move.then(|| {
            let mut ended = Stop::Solved;
            let values =
                moves_of(asked.game, arithmetic, &mut searcher, asked.position, &mut ended);
            if stop == Stop::Solved {
                stop = ended;
            }
            values
        });
        let bounds = (low, high);
        let proofs = match wanted.proofs {
            true => study.proofs(&mut searcher, arithmetic, &bounds, stop),
            false => Vec::new(),
        };
        let (low, high) = (arithmetic.fraction(&bounds.0), arithmetic.fraction(&bounds.1));
        let answer = Answer { low, high, stop, tally: searcher.tally(), counted_in };
        Studied { answer, best, moves, proofs }
    }
}

impl<G: AcyclicChance> Study<'_, G> {
    /// Proofs of bounds that the search has found.
    fn proofs<A: Arithmetic>(
        &self,
        searcher: &mut impl Searcher<G, A>,
        arithmetic: &A,
        (low, high): &(A::Number, A::Number),
        stop: Stop,
    ) -> Vec<Result<Proof, Unproved>> {
        let Study { asked, wanted } = self;
        let threshold = wanted.threshold;
        let (least, most) = (arithmetic.fraction(low), arithmetic.fraction(high));
        let limits = asked.limits.after(stop);
        let prove = |player| {
            let bound = if player == Player::Max { low } else { high };
            let (game, position) = (asked.game, asked.position);
            prove_tree(game, arithmetic, searcher, position, (player, bound), limits).transpose()
        };
        owners(&least, &most, threshold).into_iter().filter_map(prove).collect()
    }
}

/// The first move after which the position is worth as much as before it. The table knows it, as a rule.
fn best_move<G: AcyclicChance, A: Arithmetic>(
    asked: &Asked<'_, G>,
    searcher: &mut impl Searcher<G, A>,
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
            Turn::Max => searcher.ask(&child, &arithmetic.least(), value).0.0 >= *value,
            _ => searcher.ask(&child, value, &arithmetic.greatest()).0.1 <= *value,
        }
    };
    moves.into_iter().find(keeps)
}
