//! What some games can do and some users need, each in its own trait.

use core::hash::Hash;

use crate::game::Game;
use crate::outcome::Outcome;

/// Positions can be told apart by a small exact key: equal keys mean the same play from here on. Never a lossy
/// hash, so that a table built on it cannot mix up two positions.
pub trait Keyed: Game {
    /// The key.
    type Key: Copy + Eq + Hash + core::fmt::Debug + Send + Sync;

    /// The key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// Positions have a number by which a transposition table finds them. Positions with equal codes are worth the same:
/// the code is the exact key, or that of one of several images, wherever it fits into 128 bits. Where it does not it is
/// a strong hash, and the certificate is the judge.
pub trait TableKeyed: Game {
    /// How many bits a code has at most: fewer may do on a small board, and entries of a table are smaller then.
    fn table_key_bits(&self) -> u32;

    /// The code of a position.
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

/// A position can be looked at.
pub trait Picture: Game {
    /// As lines of text, for a terminal.
    fn text(&self, position: &Self::Position) -> String;

    /// As a standalone SVG document.
    fn svg(&self, position: &Self::Position) -> String;
}
