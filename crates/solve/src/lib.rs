//! The algorithm family: proof-number search and its relatives, for any game.
//!
//! | algorithm | source | module | memory |
//! |---|---|---|---|
//! | PNS | Allis et al. 1994 | `pns.rs`, `best_first/` | a tree, or a graph in which transpositions are merged |
//! | MOPNS | Saffidine and Cazenave 2012 | `mopns.rs`, `best_first/` | the same |
//! | PN², multiple-outcome PN² | Breuker 1998 | `expand.rs` | the same, with a second level |
//! | df-pn, depth-first MOPNS | Nagai 2002 | `depth_first/` | a transposition table |
//! | alpha-beta | Knuth and Moore 1975 | `alpha_beta/` | a transposition table, or none |
//! | minimax | – | `minimax.rs` | none |
//!
//! Read `rule.rs` (what varies), `pns.rs` and `mopns.rs` (how), then `best_first/` (what is shared). [`solve()`] answers a
//! whole [`options::Question`]; [`erased`] does the same with the type of the game erased. [`play`] plays.
//! [`leaf_search`] searches leaves of another search's graph. This crate knows no game, does no input or output, and reads
//! the clock only in [`limits`].
//!
//! The searches themselves are private; programs reach them by a question. Besides questions there are [`attracting`] and
//! [`meet`] for searches whose tree lies elsewhere, such as the coordinator of many workers; [`Table`] for measurements of the
//! transposition table; and [`inject_yields`] for tests of threads.

mod alpha_beta;
mod best_first;
pub mod certify;
pub mod class;
mod counters;
mod current_line;
mod dag;
mod depth_first;
pub mod effort;
pub mod erased;
mod expand;
mod free;
mod initial;
pub mod leaf_search;
pub mod limits;
mod minimax;
mod mopns;
mod nested_dfpn;
pub mod observe;
pub mod options;
pub mod persist;
pub mod play;
mod pns;
mod pool;
pub mod proof_tables;
mod replay;
mod report;
pub mod request;
mod rule;
mod session;
mod solve;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod virtual_numbers;

pub use mopns::attracting;
pub use report::{Refusal, Report, asked_range};
pub use rule::meet;
pub use solve::{solve, solve_cyclic};
pub use table::Table;
pub use virtual_numbers::inject_yields;
