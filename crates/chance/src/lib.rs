//! Games of two players and chance, solved exactly.
//!
//! [`ChanceGame`] holds the rules; a position is Max's, Min's, or chance's turn, and every outcome of chance has a whole
//! number as its weight. A [`Utility`] says what the outcomes of the game are worth; the value of a position is the
//! expectation of that worth under best play, and it is always a fraction ([`Fraction`]) or an interval that is certain.
//! No two-player search compiles with a game of this crate, because chance is no player.

pub mod certify;
pub mod conformance;
pub mod cyclic;
mod deterministic;
pub mod fraction;
mod game;
pub mod games;
pub mod graph;
pub mod layers;
pub mod limits;
pub mod notation;
pub mod number;
pub mod perft;
pub mod search;
pub mod sweeps;
pub mod utility;

pub use deterministic::Deterministic;
pub use fraction::Fraction;
pub use game::{AcyclicChance, ChanceGame, CyclicChance, Denominator, Turn};
pub use notation::ChanceNotation;
pub use utility::{Utility, UtilityError};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
