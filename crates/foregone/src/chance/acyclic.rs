//! Games in which play never returns: the tree searches.

use std::time::{Duration, Instant};

use foregone_chance::fraction::Fraction;
use foregone_chance::limits::{Limits, Stop, Tally};
use foregone_chance::number::{Arithmetic, Fractions, Words};
use foregone_chance::search::{
    Approach, Method as Plain, MoveValue, Options, Studied, Wanted, search, study,
};
use foregone_chance::{AcyclicChance, Turn};

use super::erased::{Asked, Class, Found, TypedFound};
use super::method::Method;

/// The class of games in which play never returns.
pub(super) struct NeverReturns;

/// Why a search is Star2 if nobody has named one.
const USUAL: &str = "play never returns; a table, and a probe of every outcome";

impl<G: AcyclicChance> Class<G> for NeverReturns {
    const CAN_RETURN: bool = false;

    fn solve(game: &G, position: &G::Position, asked: &Asked<'_>) -> TypedFound<G> {
        if asked.method == Method::Expectimax {
            return whole_tree(game, position, asked);
        }
        let usual = Options::default();
        let (method, options) = match asked.method {
            Method::Star1 => (Method::Star1, Options { probe: false, ..usual }),
            Method::StarDfpn => {
                (Method::StarDfpn, Options { approach: Approach::ProofNumbers, ..usual })
            }
            _ => (Method::Star2, usual),
        };
        let Asked { threshold, every_move, certificate, .. } = *asked;
        let wanted = Wanted { threshold, every_move, proofs: certificate };
        let Studied { answer, best, moves, proofs } =
            study(game, position, asked.utility, wanted, options, limits(game, position, asked));
        let why = USUAL.to_owned();
        let found = Found {
            low: answer.low,
            high: answer.high,
            tally: answer.tally,
            counted_in: Some(answer.counted_in),
            best,
            moves,
            ..Found::nothing(asked, answer.stop, method, why)
        };
        found.with_proofs(proofs)
    }
}

/// The limits. The table counts bytes without those that large fractions take elsewhere, so it gets less where it holds
/// fractions.
fn limits<'a, G: AcyclicChance>(game: &G, position: &G::Position, asked: &Asked<'a>) -> Limits<'a> {
    let below = game.denominator(position);
    let is_whole = below.and_then(|below| Words::<i128>::exact(asked.utility, below)).is_some();
    let bytes = if is_whole { asked.limits.bytes } else { asked.limits.bytes / 3 };
    // A proof takes as much as the table.
    let bytes = if asked.certificate { bytes / 2 } else { bytes };
    Limits { bytes, ..asked.limits }
}

/// Expectimax, which is asked for by name.
fn whole_tree<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    asked: &Asked<'_>,
) -> TypedFound<G> {
    let below = game.denominator(position);
    if let Some(words) = below.and_then(|below| Words::<i64>::exact(asked.utility, below)) {
        Tree::new(game, &words, asked).answer(position, "i64")
    } else if let Some(words) = below.and_then(|below| Words::<i128>::exact(asked.utility, below)) {
        Tree::new(game, &words, asked).answer(position, "i128")
    } else {
        Tree::new(game, &Fractions::new(asked.utility), asked).answer(position, "fractions")
    }
}

/// Searches of single positions by expectimax, within limits that hold for all of them together.
struct Tree<'a, G, A> {
    game: &'a G,
    arithmetic: &'a A,
    asked: &'a Asked<'a>,
    started: Instant,
    tally: Tally,
    stop: Stop,
}

impl<'a, G: AcyclicChance, A: Arithmetic> Tree<'a, G, A> {
    fn new(game: &'a G, arithmetic: &'a A, asked: &'a Asked<'a>) -> Tree<'a, G, A> {
        let (started, tally) = (Instant::now(), Tally::default());
        Tree { game, arithmetic, asked, started, tally, stop: Stop::Solved }
    }

    fn answer(mut self, position: &G::Position, counted_in: &'static str) -> TypedFound<G> {
        let (low, high) = self.value(position);
        let values = match self.asked.every_move || low == high {
            true => self.moves(position),
            false => Vec::new(),
        };
        let keeps = |value: &&MoveValue<G::Move>| value.low == low && value.high == low;
        let is_players = matches!(self.game.turn(position), Turn::Max | Turn::Min);
        let best = values.iter().find(keeps).map(|value| value.mv);
        Found {
            best: best.filter(|_| is_players && low == high),
            moves: self.asked.every_move.then_some(values),
            low,
            high,
            tally: self.tally,
            counted_in: Some(counted_in),
            ..Found::nothing(self.asked, self.stop, Method::Expectimax, String::new())
        }
    }

    /// The value of a position, or the range of the utility if a limit is reached.
    fn value(&mut self, position: &G::Position) -> (Fraction, Fraction) {
        let utility = self.asked.utility;
        let whole = (utility.least(), utility.greatest());
        let limits = remaining(self.asked.limits, self.tally.nodes, self.started.elapsed());
        match search(self.game, self.arithmetic, position, whole, Plain::Expectimax, limits) {
            Ok(found) => {
                self.tally.nodes += found.tally.nodes;
                self.tally.leaves += found.tally.leaves;
                (found.answer.clone(), found.answer)
            }
            Err(stop) => {
                self.stop = stop;
                (whole.0.clone(), whole.1.clone())
            }
        }
    }

    fn moves(&mut self, position: &G::Position) -> Vec<MoveValue<G::Move>> {
        let turn = self.game.turn(position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut values = Vec::new();
        for mv in moves {
            let child = self.game.after(position, mv);
            let is_flip = turn != Turn::Chance && self.game.turn(&child) == Turn::Chance;
            let outcomes = if is_flip { self.moves(&child) } else { Vec::new() };
            let (low, high) = self.value(&child);
            let weight = (turn == Turn::Chance).then(|| self.game.weight(position, mv));
            values.push(MoveValue { mv, weight, low, high, outcomes });
        }
        values
    }
}

/// What is left of limits after some work.
pub(super) fn remaining(limits: Limits<'_>, nodes: u64, elapsed: Duration) -> Limits<'_> {
    Limits {
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        time: limits.time.map(|most| most.saturating_sub(elapsed)),
        ..limits
    }
}
