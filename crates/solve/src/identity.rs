//! Whether positions can be told apart, as a type: what needs it asks for [`ByKey`] at compile time where it can, and
//! the rest of the code is written once for both.

use core::hash::Hash;

use foregone_game::{Game, Keyed, TableKeyed};

/// How positions of a game are told apart.
pub trait Identity<G: Game> {
    /// Whether they can be.
    const EXACT: bool;

    /// The exact key.
    type Key: Copy + Eq + Hash + Send + Sync;

    /// The key of a position; meaningless unless `EXACT`.
    fn key(game: &G, position: &G::Position) -> Self::Key;
}

/// By the game's own exact keys.
#[derive(Clone, Copy, Debug)]
pub struct ByKey;

impl<G: Keyed> Identity<G> for ByKey {
    const EXACT: bool = true;
    type Key = G::Key;

    #[inline]
    fn key(game: &G, position: &G::Position) -> G::Key {
        game.key(position)
    }
}

/// By the table keys, of games that promise that these are exact: equal table keys mean the same play from here on.
#[derive(Clone, Copy, Debug)]
pub struct ByTableKey;

impl<G: TableKeyed> Identity<G> for ByTableKey {
    const EXACT: bool = true;
    type Key = u128;

    #[inline]
    fn key(game: &G, position: &G::Position) -> u128 {
        game.table_key(position)
    }
}

/// Not at all: every line of play leads to a position of its own.
#[derive(Clone, Copy, Debug)]
pub struct Unkeyed;

impl<G: Game> Identity<G> for Unkeyed {
    const EXACT: bool = false;
    type Key = ();

    fn key(_game: &G, _position: &G::Position) {}
}
