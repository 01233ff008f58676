//! The searches for games in which play never returns.

mod plain;
mod spread;

pub use plain::{Found, Method, expectimax, search};
