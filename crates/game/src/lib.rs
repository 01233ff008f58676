//! What a two-player game of perfect information is, for programs that play, solve or check one.
//!
//! [`Game`] holds the rules; positions and moves are plain values. Everything else that a game can do (keys, symmetry,
//! notation, pictures) is a trait of its own in [`capability`] and [`notation`], required only by the code that needs it.
//! [`Graph`] is the game that is written down node by node. [`conformance`] is the kit that every game has to pass.
//! [`Explored`] numbers the positions of a small game for tablebases. Nothing in this crate knows what a search is.

pub mod capability;
pub mod conformance;
pub mod drawing;
mod evaluation;
pub mod explored;
mod game;
pub mod graph;
mod graph_layout;
mod graph_svg;
pub mod graph_text;
mod hash;
pub mod indexed;
mod invalid;
mod knowledge;
pub mod notation;
mod outcome;
pub mod perft;
pub mod random;
mod reachable;
pub mod record;
pub mod scene;
pub mod text_game;

pub use capability::{Acyclic, Cyclic, Keyed, Picture, Plain, Symmetric, TableKeyed};
pub use evaluation::{Evaluation, UnknownEvaluation};
pub use explored::Explored;
pub use game::{Game, Player};
pub use graph::{AcyclicGraph, CyclicGraph, Graph};
pub use hash::{Hasher128, hash128};
pub use indexed::{EndgameTable, Indexed, Layered, PositionIndex, Successor};
pub use invalid::InvalidGame;
pub use knowledge::{KnowledgeLevel, UnknownLevel};
pub use notation::{Notation, NotationError};
pub use outcome::{Outcome, Scale};
pub use reachable::{ExploreError, ExploreLimits, ExploreProgress};
pub use scene::{Drawing, Place, Scene};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
