//! Endgame tables: the value of every position of a game.
//!
#![doc = include_str!("../README.md")]

pub mod breakthrough;
pub mod endgames;
mod error;
pub mod file;
pub mod retro;
mod stop;

pub use endgames::{Build, Endgames, Tables};
pub use error::TableError;
pub use stop::StopFlag;
