//! The conformance kit: checks that a game keeps what its traits promise.
//!
//! The author of a game calls [`check`] (or [`check_cyclic`], if play can return) from a test, and further functions for
//! further capabilities: [`keys`], [`symmetry`], [`table_keys_up_to_symmetry`], [`numbering`]. A broken promise panics with
//! a sentence that names the position.
//!
//! Promises about single positions are checked along random games. Promises about values (table keys, static bounds,
//! checker bounds) are checked against plain minimax on every position that can be reached, if the game is small enough
//! for that: test a game on its small boards.
//!
//! ```
//! use foregone_game::conformance::{Conformance, check};
//! use foregone_game::text_game::text_game;
//!
//! let solved = check(&text_game("(01(21))"), &Conformance::default());
//! assert_eq!(solved, Some(6), "all six positions were solved");
//! ```

mod bounds;
mod identity;
mod numbers;
mod text;
mod values;

use core::fmt::Debug;

pub use bounds::{checker_bounds, static_bounds};
pub use identity::{
    acyclic, infinite, keys, symmetric_values, symmetry, table_keys, table_keys_up_to_symmetry,
};
pub use numbers::{numbering, numbers};
pub use text::{notation, pictures, scene};
pub use values::Values;

use crate::capability::{Acyclic, Cyclic, Picture, TableKeyed};
use crate::game::{Game, Player};
use crate::random::Random;

/// Where a random game is broken off: in some games play can be bound to go round for ever.
const LONGEST: usize = 2_000;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conformance {
    /// The number that random games follow from.
    pub seed: u64,
    /// How many random games are played.
    pub playouts: usize,
    /// The most positions of a game whose values are computed. Larger games are checked along random games only.
    pub positions: usize,
}

impl Default for Conformance {
    fn default() -> Conformance {
        Conformance { seed: 1, playouts: 50, positions: 20_000 }
    }
}

/// Checks a game in which play never returns. Gives back how many positions were solved, if the game was small enough.
///
/// # Panics
/// If the game breaks a promise.
pub fn check<G>(game: &G, plan: &Conformance) -> Option<usize>
where
    G: Acyclic + TableKeyed + Picture,
    G::Position: PartialEq + Debug,
{
    check_all(game, plan, Values::acyclic(game, plan.positions))
}

/// As [`check`] for a game in which play can return.
///
/// # Panics
/// If the game breaks a promise.
pub fn check_cyclic<G>(game: &G, plan: &Conformance) -> Option<usize>
where
    G: Cyclic + TableKeyed + Picture,
    G::Position: PartialEq + Debug,
{
    infinite(game, plan);
    check_all(game, plan, Values::cyclic(game, plan.positions))
}

fn check_all<G>(game: &G, plan: &Conformance, values: Option<Values<G>>) -> Option<usize>
where
    G: TableKeyed + Picture,
    G::Position: PartialEq + Debug,
{
    rules(game, plan);
    notation(game, plan);
    pictures(game, plan);
    let values = values?;
    table_keys(game, &values);
    static_bounds(game, &values);
    checker_bounds(game, &values);
    Some(values.len())
}

/// Plays random games from the start and calls `visit` with every position and the line that led to it.
pub fn playouts<G: Game>(
    game: &G,
    seed: u64,
    playouts: usize,
    mut visit: impl FnMut(&G::Position, &[G::Move]),
) {
    let mut random = Random::new(seed);
    for _ in 0..playouts {
        let (mut position, mut line, mut moves) = (game.start(), Vec::new(), Vec::new());
        loop {
            visit(&position, &line);
            if game.outcome(&position).is_some() || line.len() == LONGEST {
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

/// The rules: the first player begins, outcomes are on the scale, unfinished positions have distinct moves in a stable
/// order, a move is the number that stands for it in files, and [`Game::order_moves`] only changes the order.
///
/// # Panics
/// If the game breaks a promise.
pub fn rules<G: Game>(game: &G, plan: &Conformance) {
    assert_eq!(game.player(&game.start()), Player::Max, "Max moves first");
    assert!(game.scale().len() <= G::OUTCOMES_MAX, "more outcomes than OUTCOMES_MAX");
    levels(game);
    playouts(game, plan.seed, plan.playouts, |position, _| {
        if let Some(outcome) = game.outcome(position) {
            assert!(outcome <= game.scale().best(), "an outcome beyond the scale");
            return;
        }
        let (mut moves, mut again) = (Vec::new(), Vec::new());
        game.moves(position, &mut moves);
        game.moves(&position.clone(), &mut again);
        assert!(!moves.is_empty(), "an unfinished position without moves");
        assert_eq!(moves, again, "the order of the moves is not stable");
        for (index, &mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(&mv), "the move {mv:?} twice");
            let number: u64 = mv.into();
            assert!(G::Move::try_from(number).is_ok_and(|read| read == mv), "{mv:?} as a number");
        }
        game.order_moves(position, &mut again);
        assert_eq!(again.len(), moves.len());
        assert!(moves.iter().all(|mv| again.contains(mv)), "ordering the moves lost one");
    });
}

/// Knowledge levels: numbered ones stand first at the index of their number, names are distinct, and the game has exactly
/// the levels that it lists.
fn levels<G: Game>(game: &G) {
    let levels = game.knowledge_levels();
    let numbered = levels.iter().take_while(|level| level.name.parse::<usize>().is_ok()).count();
    for (index, level) in levels.iter().enumerate() {
        let is_number = level.name == index.to_string();
        assert_eq!(is_number, index < numbered, "the knowledge level {} at {index}", level.name);
        assert!(levels[..index].iter().all(|other| other.name != level.name), "{}", level.name);
        assert!(game.with_knowledge(index as u8).is_some(), "no knowledge level {}", level.name);
    }
    assert!(game.with_knowledge(levels.len() as u8).is_none(), "a knowledge level without a name");
}
