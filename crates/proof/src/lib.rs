//! Certificates of game values, and a checker that believes nothing but its own rules.
//!
//! `docs/certificate.md` specifies the file. [`mod@format`] reads and writes it without knowing any game; [`rules`] has
//! the games, written a second time in the plainest way; [`check()`] walks a game along the choices in a file and
//! says what they prove. Certificates come from any [`Read`](std::io::Read), graph files and tables from loaders in
//! [`Options`]; only [`program`] opens files and prints. This crate uses nothing of the solver's.

mod check;
mod failure;
pub mod format;
mod json;
pub mod known;
mod limits;
mod printable;
pub mod program;
pub mod rules;
mod tables;
mod walk;

pub use check::{Accepted, FileLoader, Options, check};
pub use failure::{Failure, Place, Rejected};
pub use limits::{Limit, Limits, Undecided};
pub use printable::{is_hidden, printable, printable_json};
