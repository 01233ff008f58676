//! Games as rule files: reads, checks, grounds and compiles the Game Description Language, and plays it fast.
//!
#![doc = include_str!("../README.md")]

mod check;
mod components;
mod ends;
mod error;
mod game;
mod ground;
mod ground_text;
mod network;
mod read;
mod rules;
mod symmetry;
mod token;

pub use ends::{Ends, Returns};
pub use error::{Error, Place, Stage, Warning};
pub use game::{
    Class, Compiled, Fault, Finding, Findings, Position, RandomPlay, RuleGame, Size, Statistics,
};
pub use ground::Limits;
pub use ground_text::GroundRules;
