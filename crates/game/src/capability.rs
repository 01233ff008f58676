//! What some games can do and some users need, each in its own trait.

use core::hash::Hash;

use crate::game::Game;

/// Positions can be told apart by a small exact key: equal keys mean the same play from here on. Never a lossy
/// hash, so that a table built on it cannot mix up two positions.
pub trait Keyed: Game {
    /// The key.
    type Key: Copy + Eq + Hash + core::fmt::Debug;

    /// The key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// A promise: play never returns to a position it has left. PNS, MOPNS and PN² as published rely on it, so they ask
/// for it and do not compile with a game that cannot promise it.
pub trait Acyclic: Game {}

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
