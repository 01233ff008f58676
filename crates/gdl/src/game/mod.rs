//! Rule files as games of two players: opened, played, written and keyed.

mod board;
mod code;
mod compiled;
mod expand;
mod finding;
mod keys;
mod lanes;
mod notation;
mod per_thread;
mod picture;
mod random_play;
mod rule_game;
mod statistics;

pub use compiled::{Compiled, Size};
pub use finding::{Fault, Finding, Findings};
pub(crate) use keys::{samples, split};
pub use notation::Class;
pub use random_play::RandomPlay;
pub use rule_game::{Position, RuleGame};
pub use statistics::Statistics;
