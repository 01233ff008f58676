//! The games Foregone can solve, and the registry that opens them by name.
//!
//! Each game is a value that holds its parameters and implements the traits of the `game` crate; positions are
//! small plain values. The exact rules, spellings, notations and the canonical order of moves of every game are
//! those of `docs/certificate.md`. Nothing here knows what a search is; what is called once per search node
//! (`moves`, `play`, `outcome`, `player`) works on whole boards at a time.

pub mod awari;
pub mod breakthrough;
pub mod connect4;
pub mod graph_file;
mod grid;
pub mod hounds;
mod in_a_row;
mod lines;
pub mod mnk;
pub mod othello;
pub mod qubic;
pub mod registry;
pub mod torere;
pub mod woodpush;

pub use awari::Awari;
pub use breakthrough::Breakthrough;
pub use connect4::Connect4;
pub use hounds::Hounds;
pub use mnk::Mnk;
pub use othello::Othello;
pub use qubic::Qubic;
pub use registry::{GameInfo, SpecError, Visitor, open};
pub use torere::Torere;
pub use woodpush::{WoodpushPath, WoodpushPrevious};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
