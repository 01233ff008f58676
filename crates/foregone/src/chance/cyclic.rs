//! Games in which play can return: all positions as a graph.

use std::time::Instant;

use foregone_chance::certify::{Proof, Unproved, owners};
use foregone_chance::cyclic::{Brackets, Explored, Sides, bounds_of_graph, solve_graph};
use foregone_chance::fraction::Fraction;
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::search::MoveValue;
use foregone_chance::{CyclicChance, Turn};
use foregone_game::{Outcome, Player};

use super::acyclic::remaining;
use super::erased::{Asked, Class, Found, TypedFound};
use super::method::Method;

/// The class of games in which play can return.
pub(super) struct CanReturn;

/// With more positions than this on cycles with a turn of chance, the exact solution is not tried unless it is asked for:
/// its fractions grow with every component.
const EXACT_MAX: usize = 150_000;

/// Why an exact solution is one in fractions.
const FRACTIONS: &str = "play can return through chance; strategy improvement in fractions";

/// Interval iteration ends when no bound changes by 2^-DIGITS any more.
const DIGITS: u32 = 50;

/// At least, and at most.
pub(super) type Bounds = (Fraction, Fraction);

impl<G: CyclicChance + 'static> Class<G> for CanReturn {
    const CAN_RETURN: bool = true;

    fn solve(game: &G, position: &G::Position, asked: &Asked<'_>) -> TypedFound<G> {
        let whole = Study { game, position, asked };
        if let Some(found) = whole.kept() {
            return found;
        }
        let started = Instant::now();
        let named = if asked.method == Method::Auto { Method::Graph } else { asked.method };
        // The other half is for components and values, and for vectors that grow.
        let half = Limits { bytes: asked.limits.bytes / 2, ..asked.limits };
        let graph = match Explored::counted(game, position, half) {
            Ok(graph) => graph,
            Err((stop, tally)) => {
                let why = "play can return, so all positions are needed at once".to_owned();
                return Found { tally, ..Found::nothing(asked, stop, named, why) };
            }
        };
        let left = || remaining(asked.limits, 0, started.elapsed());
        let (tally, positions) = (graph.tally(), Some(graph.len() as u64));
        let returning = match graph.returning_through_chance(left()) {
            Ok(returning) => returning,
            Err(stop) => {
                let why = "play can return".to_owned();
                let nothing = Found::nothing(asked, stop, named, why);
                return Found { tally, positions, ..nothing };
            }
        };
        let found = match asked.method {
            Method::Interval => {
                let (bounded, brackets) = whole.interval(graph, left());
                whole.with_bounds_proved(bounded, brackets)
            }
            Method::Graph => whole.exact(graph, left(), FRACTIONS, None),
            _ if returning == 0 => {
                let why = "play can return, but not through chance: whole numbers are enough";
                whole.exact(graph, left(), why, None)
            }
            _ => {
                let (mut bounded, brackets) = whole.interval(graph, left());
                let is_last = bounded.stop != Stop::Solved || whole.is_decided(&bounded);
                if !is_last && returning > EXACT_MAX {
                    bounded.why = format!(
                        "play can return through chance, and {returning} positions are too many for fractions"
                    );
                }
                match brackets {
                    Some(brackets) if !is_last && returning <= EXACT_MAX => {
                        let (graph, sides) = brackets.split();
                        whole.exact(graph, left(), FRACTIONS, Some((bounded, sides)))
                    }
                    brackets => whole.with_bounds_proved(bounded, brackets),
                }
            }
        };
        Found { tally, positions, ..found }
    }

    fn endless(game: &G, position: &G::Position) -> Option<Outcome> {
        Some(game.endless(position))
    }
}

/// A question about a game that is being answered.
pub(super) struct Study<'a, G: CyclicChance> {
    pub game: &'a G,
    pub position: &'a G::Position,
    pub asked: &'a Asked<'a>,
}

impl<G: CyclicChance + 'static> Study<'_, G> {
    /// Certain bounds, and those of all positions if there are any.
    fn interval(
        &self,
        graph: Explored<G>,
        limits: Limits<'_>,
    ) -> (TypedFound<G>, Option<Brackets<G>>) {
        let why = "play can return through chance; certain bounds were enough".to_owned();
        let brackets = bounds_of_graph(self.game, graph, self.asked.utility, DIGITS, limits);
        match brackets {
            Err(stop) => (Found::nothing(self.asked, stop, Method::Interval, why), None),
            Ok(brackets) => {
                let of = |at: &G::Position| brackets.bounds(at).expect("a position of the graph");
                let found = self.found(&of, brackets.stop(), Method::Interval, why);
                let found = Found { counted_in: Some("fixed point"), ..found };
                (found, Some(brackets))
            }
        }
    }

    /// The exact value; if a limit is reached, the bounds that were known before.
    fn exact(
        &self,
        graph: Explored<G>,
        limits: Limits<'_>,
        why: &str,
        known: Option<(TypedFound<G>, Sides)>,
    ) -> TypedFound<G> {
        let why = why.to_owned();
        match solve_graph(self.game, graph, self.asked.utility, limits) {
            Ok(solution) => {
                let of = |at: &G::Position| {
                    let value = solution.value(at).expect("a position of the graph");
                    (value.clone(), value)
                };
                let found = self.found(&of, Stop::Solved, Method::Graph, why);
                let positions = Some(solution.graph().len() as u64);
                let found = Found { counted_in: Some(solution.counted_in()), positions, ..found };
                let found = self
                    .with_proofs(found, |player, limits| solution.prove(self.game, player, limits));
                self.keep(&found, || {
                    Box::new(move |_: &G, at: &G::Position| {
                        solution.value(at).map(|value| (value.clone(), value))
                    })
                });
                found
            }
            Err(unsolved) => {
                let stop = unsolved.stop;
                let Some((known, sides)) = known else {
                    return Found::nothing(self.asked, stop, Method::Graph, why);
                };
                let brackets = Brackets::join(unsolved.graph, sides);
                self.with_bounds_proved(Found { stop, ..known }, Some(brackets))
            }
        }
    }

    /// What was found, with proofs by bounds of all positions.
    fn with_bounds_proved(
        &self,
        found: TypedFound<G>,
        brackets: Option<Brackets<G>>,
    ) -> TypedFound<G> {
        let Some(brackets) = brackets else { return found };
        let positions = Some(brackets.graph().len() as u64);
        let found = Found { positions, ..found };
        let found =
            self.with_proofs(found, |player, limits| brackets.prove(self.game, player, limits));
        self.keep(&found, || Box::new(move |_: &G, at: &G::Position| brackets.bounds(at)));
        found
    }

    /// What was found, with proofs if they are wanted.
    fn with_proofs(
        &self,
        found: TypedFound<G>,
        prove: impl Fn(Player, Limits<'_>) -> Result<Option<Proof>, Unproved>,
    ) -> TypedFound<G> {
        if !self.asked.certificate {
            return found;
        }
        let limits = self.asked.limits.after(found.stop);
        let owners = owners(&found.low, &found.high, self.asked.threshold);
        let proofs: Vec<_> =
            owners.into_iter().filter_map(|player| prove(player, limits).transpose()).collect();
        found.with_proofs(proofs)
    }

    /// What is found once bounds of all positions are known.
    pub fn found(
        &self,
        of: &dyn Fn(&G::Position) -> Bounds,
        stop: Stop,
        method: Method,
        why: String,
    ) -> TypedFound<G> {
        let (low, high) = of(self.position);
        let moves = self.moves(self.position, of);
        let best = best(self.game.turn(self.position), &moves);
        let moves = self.asked.every_move.then_some(moves);
        Found { low, high, best, moves, ..Found::nothing(self.asked, stop, method, why) }
    }

    fn moves(
        &self,
        position: &G::Position,
        of: &dyn Fn(&G::Position) -> Bounds,
    ) -> Vec<MoveValue<G::Move>> {
        let turn = self.game.turn(position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let value = |mv: G::Move| {
            let child = self.game.after(position, mv);
            let is_flip = turn != Turn::Chance && self.game.turn(&child) == Turn::Chance;
            let outcomes = if is_flip { self.moves(&child, of) } else { Vec::new() };
            let (low, high) = of(&child);
            let weight = (turn == Turn::Chance).then(|| self.game.weight(position, mv));
            MoveValue { mv, weight, low, high, outcomes }
        };
        moves.into_iter().map(value).collect()
    }

    /// Whether bounds answer the question.
    fn is_decided(&self, found: &TypedFound<G>) -> bool {
        let Some(threshold) = self.asked.threshold else { return found.low == found.high };
        let is_met = found.low >= *threshold || found.high < *threshold;
        is_met && !self.asked.every_move
    }
}

/// The first move that is certainly as good as all others for the player to move.
fn best<M: Copy>(turn: Turn, moves: &[MoveValue<M>]) -> Option<M> {
    let is_best = |one: &&MoveValue<M>| match turn {
        Turn::Max => moves.iter().all(|other| core::ptr::eq(*one, other) || one.low >= other.high),
        Turn::Min => moves.iter().all(|other| core::ptr::eq(*one, other) || one.high <= other.low),
        _ => false,
    };
    moves.iter().find(is_best).map(|value| value.mv)
}
