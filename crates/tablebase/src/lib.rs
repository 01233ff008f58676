//! Tablebases: the value of every position of an indexed game.
//!
//! [`retro`] computes them layer by layer, in memory and without a word to the outside world. [`mod@file`] keeps them in a
//! folder and finds single values there; `docs/tablebase.md` is its format. [`breakthrough`] solves one game by an engine
//! of its own, one bit for each position.

pub mod breakthrough;
pub mod file;
pub mod retro;
