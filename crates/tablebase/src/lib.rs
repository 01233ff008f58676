//! Tablebases: the value of every position of an indexed game.
//!
//! [`retro`] computes them layer by layer, in memory and without a word to the outside world.

pub mod retro;
