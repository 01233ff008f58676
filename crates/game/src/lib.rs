//! What a two-player game of perfect information is, for everyone who plays, solves or checks one.
//!
//! [`Game`] holds the rules; positions are plain values. Everything a game *may* be able to do besides (exact
//! keys, symmetry, notation, pictures) is a trait of its own in [`capability`] and [`notation`], asked for by the
//! code that needs it. [`Graph`] is the game that is written down node by node. [`conformance`] is the kit that
//! every game has to pass. Nothing in this crate knows what a search is.

pub mod capability;
pub mod conformance;
pub mod explored;
mod game;
pub mod graph;
mod graph_layout;
mod graph_svg;
mod hash;
pub mod indexed;
mod knowledge;
pub mod notation;
mod outcome;
pub mod perft;
pub mod random;
mod reachable;
mod record;
pub mod text_game;

pub use capability::{Acyclic, Cyclic, Keyed, Picture, Symmetric, TableKeyed};
pub use explored::Explored;
pub use game::{Game, Player};
pub use graph::{AcyclicGraph, CyclicGraph, Graph};
pub use hash::{Hasher128, hash128};
pub use indexed::{EndgameTable, Indexed, Layered, PositionIndex, Successor};
pub use knowledge::{KnowledgeLevel, UnknownLevel};
pub use notation::{Notation, NotationError};
pub use outcome::{Outcome, Scale};
pub use reachable::{ExploreError, ExploreLimits, ExploreProgress};
