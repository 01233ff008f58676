//! Certificates of game values: the file format and an independent checker.
//!
#![doc = include_str!("../README.md")]

mod check;
mod claims;
mod expectation;
mod failure;
pub mod format;
mod game_file;
mod json;
mod limits;
pub mod lookup;
mod number;
mod options;
mod printable;
pub mod program;
mod progress;
pub mod remote;
pub mod rules;
mod tables;
pub mod verified_tablebases;
mod walk;

pub use check::{Accepted, check, check_with};
pub use expectation::check_expectation_with;
pub use failure::{Failure, Location, Missing, Rejected};
pub use game_file::{GRAPH_FILE, RULE_FILE};
pub use limits::{Limit, Limits, Undecided};
pub use options::{FileLoader, Observer, Options, Saver};
pub use printable::{is_hidden, printable, printable_json};
pub use progress::Progress;
pub use walk::LEAF_POSITIONS;
