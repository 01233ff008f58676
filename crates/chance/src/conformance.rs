//! The conformance kit: checks that a game with chance keeps what its traits promise.
//!
//! The author of a game calls [`check_acyclic`], or [`check_cyclic`] if play can return, from a test. A broken promise
//! panics with a sentence that names the position. Promises are checked along random games, in which chance is as random
//! as the players.

use std::collections::HashSet;

use foregone_game::random::Random;

use crate::game::{AcyclicChance, ChanceGame, CyclicChance, Turn};
use crate::notation::{ChanceNotation, read_line, scene};

/// Where a random game is broken off.
const LONGEST: usize = 2_000;
/// Reading the line to every position takes quadratic time, so the ends of long games are not read.
const LINES_MAX: usize = 60;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number that random games follow from.
    pub seed: u64,
    /// How many random games are played.
    pub playouts: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { seed: 1, playouts: 50 }
    }
}

/// Checks a game that promises that play never returns.
///
/// # Panics
/// If the game breaks a promise.
///
/// ```
/// use foregone_chance::conformance::{Plan, check_acyclic};
/// use foregone_chance::Deterministic;
/// use foregone_game::text_game::text_game;
///
/// check_acyclic(&Deterministic(text_game("(0(21))")), &Plan::default());
/// ```
pub fn check_acyclic<G: AcyclicChance + ChanceNotation>(game: &G, plan: &Plan) {
    let mut met: HashSet<G::Position> = HashSet::new();
    playouts(game, plan, |position, line| {
        if line.is_empty() {
            met.clear();
        }
        assert!(line.len() < LONGEST, "a play of {LONGEST} moves has not ended");
        let new = met.insert(position.clone());
        assert!(new, "play returns to {}", game.write_position(position));
        rules(game, position);
        text(game, position, line);
    });
}

/// Checks a game in which play can return.
///
/// # Panics
/// If the game breaks a promise.
pub fn check_cyclic<G: CyclicChance + ChanceNotation>(game: &G, plan: &Plan) {
    let mut line_of: Vec<(G::Position, foregone_game::Outcome)> = Vec::new();
    playouts(game, plan, |position, line| {
        rules(game, position);
        text(game, position, line);
        line_of.truncate(line.len());
        if matches!(game.turn(position), Turn::Over(_)) || line.len() > LINES_MAX {
            return;
        }
        let worth = game.endless(position);
        assert!(worth <= game.scale().best(), "an outcome beyond the scale");
        if let Some(first) = line_of.iter().position(|(known, _)| known == position) {
            let same = line_of[first..].iter().all(|&(_, other)| other == worth);
            assert!(same, "two outcomes of one loop through {}", game.write_position(position));
        }
        line_of.push((position.clone(), worth));
    });
}

/// Plays random games from the start and calls `visit` with every position and the line that led to it.
pub fn playouts<G: ChanceGame>(
    game: &G,
    plan: &Plan,
    mut visit: impl FnMut(&G::Position, &[G::Move]),
) {
    let mut random = Random::new(plan.seed);
    for _ in 0..plan.playouts {
        let (mut position, mut line, mut moves) = (game.start(), Vec::new(), Vec::new());
        loop {
            visit(&position, &line);
            if matches!(game.turn(&position), Turn::Over(_)) || line.len() == LONGEST {
                break;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let mv = moves[random.below(moves.len())];
            game.play(&mut position, mv);
            line.push(mv);
        }
    }
}

/// The rules at one position: outcomes are on the scale, unfinished positions have distinct moves in a stable order, a
/// move is the number that stands for it in files, weights are positive and their sum fits, and a denominator is not 0.
fn rules<G: ChanceNotation>(game: &G, position: &G::Position) {
    let name = || game.write_position(position);
    let turn = game.turn(position);
    if let Turn::Over(outcome) = turn {
        assert!(outcome <= game.scale().best(), "an outcome beyond the scale at {}", name());
        return;
    }
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    game.moves(position, &mut moves);
    game.moves(&position.clone(), &mut again);
    assert!(!moves.is_empty(), "no moves at the unfinished position {}", name());
    assert_eq!(moves, again, "the order of the moves is not stable at {}", name());
    for (index, &mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(&mv), "the move {mv:?} twice at {}", name());
        let number: u64 = mv.into();
        assert!(G::Move::try_from(number).is_ok_and(|read| read == mv), "{mv:?} as a number");
    }
    let total = weights(game, position, turn, &moves);
    if let Some(denominator) = game.denominator(position) {
        assert!(denominator.value > 0, "the denominator of {} is 0", name());
        assert!(total <= denominator.weights, "more weights than promised at {}", name());
        for &mv in &moves {
            denominators(game, position, mv, total, denominator.value);
        }
    }
}

/// The sum of the weights, which must be positive and fit; 1 where a player moves.
fn weights<G: ChanceNotation>(
    game: &G,
    position: &G::Position,
    turn: Turn,
    moves: &[G::Move],
) -> u64 {
    if turn != Turn::Chance {
        return 1;
    }
    let name = game.write_position(position);
    let add = |sum: u64, &mv: &G::Move| {
        let weight = game.weight(position, mv);
        assert!(weight > 0, "the outcome {mv:?} of {name} has no weight");
        sum.checked_add(weight).unwrap_or_else(|| panic!("the weights of {name} do not fit"))
    };
    moves.iter().fold(0, add)
}

/// What is whole after a move, times the weights of chance, is whole before it.
fn denominators<G: ChanceNotation>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    total: u64,
    before: u128,
) {
    let child = game.after(position, mv);
    if let Some(after) = game.denominator(&child) {
        let product = after.value.checked_mul(u128::from(total));
        let fits = product.is_some_and(|product| before.is_multiple_of(product));
        assert!(fits, "the denominator of {} does not divide", game.write_position(&child));
    }
}

/// Notation: moves, positions and whole lines survive being written and read again; pictures are not empty, and moves are
/// on cells of the drawing.
fn text<G: ChanceNotation>(game: &G, position: &G::Position, line: &[G::Move]) {
    if line.len() > LINES_MAX {
        return;
    }
    let written = game.write_position(position);
    let read = game.read_position(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(&read, position, "the position {written}");
    let picture = game.text(position);
    assert!(picture.ends_with('\n') && picture.len() > 1, "no picture of {written}");
    foregone_game::conformance::scene(&scene(game, position));
    let mut at = game.start();
    let mut moves = Vec::new();
    for &mv in line {
        moves.push(game.write_move(&at, mv));
        game.play(&mut at, mv);
    }
    let moves = moves.join(" ");
    let (after, read) =
        read_line(game, game.start(), &moves).unwrap_or_else(|error| panic!("{moves}: {error}"));
    assert_eq!((&after, read.as_slice()), (position, line), "the line {moves}");
}
