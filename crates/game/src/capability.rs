//! What some games can do and some callers need, each in its own trait.
//!
//! A game in which play never returns needs [`TableKeyed`] and [`Acyclic`] to be solved. [`Keyed`] is needed on top by
//! searches that merge transpositions in memory, by tablebases, and for [`Cyclic`] games, in which a search must recognise
//! a repetition for certain. [`Symmetric`] is for tests. A game that is [`Plain`] has all that a solver needs at once.

use core::hash::Hash;

use crate::game::Game;
use crate::hash::hash128;
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::scene::{Drawing, Place};

/// Positions can be told apart by a small exact key: equal keys mean the same play from here on. Never a lossy
/// hash, so that a table built on it cannot mix up two positions.
pub trait Keyed: Game {
    /// The key.
    type Key: Copy + Eq + Hash + core::fmt::Debug + Send + Sync;

    /// The key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// Positions have a number by which a transposition table finds them. This is the one key that every game must have to be
/// solved; one that is [`Keyed`], too, can make it from the exact key.
///
/// Positions with equal table keys must be worth the same for the same player. The best table key is exact: it holds the
/// whole position, or the smallest of its images under the symmetries of the board. Where 128 bits are not enough it is a
/// strong hash, [`hash128`]; values then rest on the hash until a certificate has been checked. With an
/// exact key, `self.key(position).into()` or `hash128(&self.key(position))` will do.
pub trait TableKeyed: Game {
    /// How many bits a table key has at most. Fewer than 128 make the entries of a table smaller.
    #[inline]
    fn table_key_bits(&self) -> u32 {
        u128::BITS
    }

    /// The table key of a position.
    fn table_key(&self, position: &Self::Position) -> u128;
}

/// A promise: play never returns to a position it has left. PNS, MOPNS and PN² as published rely on it, so they ask
/// for it and do not compile with a game that cannot promise it.
pub trait Acyclic: Game {}

/// Play can return to a position, and the rules say what it is worth to play on for ever. Values are then those of
/// positions, whatever led to them; rules by which a repetition is judged by the moves that led to it have no such
/// values, unless the position holds these moves.
pub trait Cyclic: Keyed {
    /// The outcome of a play that comes back to this position again and again. The same for all positions between
    /// which play can go to and fro, so that it is the outcome of every play that never ends.
    fn infinite(&self, position: &Self::Position) -> Outcome;
}

/// Some positions are images of each other and worth the same for the same player.
pub trait Symmetric: Keyed {
    /// The images of a position under every symmetry of the board, the position itself first.
    fn images(&self, position: &Self::Position) -> Vec<Self::Position>;
}

/// A game in which play never returns to a position, without keys and notation of its own. This promise, which has no
/// methods, gives the game everything that a solver needs: it is [`Acyclic`]; a position is its own exact key; a transposition
/// table finds it by its hash; and it is written and drawn in its `Debug` form.
///
/// A game whose positions have a smaller key, a symmetry or a notation that people know implements those traits instead.
///
/// ```
/// use foregone_game::{Game, Keyed, Notation, Outcome, Plain, Player, TableKeyed};
///
/// /// Takes one or two counters; whoever takes the last one wins.
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = (u8, Player);
///     type Move = u8;
///
///     fn start(&self) -> (u8, Player) {
///         (5, Player::Max)
///     }
///     fn player(&self, position: &(u8, Player)) -> Player {
///         position.1
///     }
///     fn outcome(&self, position: &(u8, Player)) -> Option<Outcome> {
///         (position.0 == 0).then_some(Outcome(u8::from(position.1 == Player::Min)))
///     }
///     fn moves(&self, position: &(u8, Player), moves: &mut Vec<u8>) {
///         moves.extend(1..=position.0.min(2));
///     }
///     fn play(&self, position: &mut (u8, Player), taken: u8) {
///         *position = (position.0 - taken, position.1.other());
///     }
/// }
///
/// impl Plain for Heap {}
///
/// assert_eq!(Heap.write_position(&Heap.start()), "(5, Max)");
/// assert_eq!(Heap.key(&Heap.start()), (5, Player::Max));
/// assert_ne!(Heap.table_key(&(5, Player::Max)), Heap.table_key(&(5, Player::Min)));
/// ```
pub trait Plain: Game<Position: Copy + Eq + Hash> {}

impl<G: Plain> Acyclic for G {}

impl<G: Plain> Keyed for G {
    type Key = G::Position;

    #[inline]
    fn key(&self, position: &G::Position) -> G::Position {
        *position
    }
}

impl<G: Plain> TableKeyed for G {
    #[inline]
    fn table_key(&self, position: &G::Position) -> u128 {
        hash128(position)
    }
}

impl<G: Plain> Notation for G {}

impl<G: Plain> Picture for G {}

/// A position can be drawn. All methods have defaults that show the position in the game's notation, so that
/// `impl Picture for MyGame {}` is enough. [`Scene::of`](crate::Scene::of) puts the drawing and the legal moves together.
pub trait Picture: Notation {
    /// As lines of text, for a terminal; every line ends with a line break.
    fn text(&self, position: &Self::Position) -> String {
        format!(
            "{}\n{} player to move\n",
            self.write_position(position),
            self.player(position).name()
        )
    }

    /// As a drawing with named cells, or as its lines of text.
    fn drawing(&self, position: &Self::Position) -> Drawing {
        Drawing::of_text(&self.text(position))
    }

    /// Where a legal move is on the drawing of the position, so that people can point at it; nowhere if it has no place there.
    fn places(&self, position: &Self::Position, mv: Self::Move, drawing: &Drawing) -> Vec<Place> {
        let _ = (position, mv, drawing);
        Vec::new()
    }
}
