//! The algorithm family: proof-number search and its relatives, for any game.
//!
//! | algorithm | source | module | memory |
//! |---|---|---|---|
//! | PNS | Allis et al. 1994 | `pns.rs`, `best_first.rs` | a tree, or a graph in which transpositions are merged |
//! | MOPNS | Saffidine and Cazenave 2012 | `mopns.rs`, `best_first.rs` | the same |
//! | PN², multiple-outcome PN² | Breuker 1998 | `expand.rs` | the same, with a second level |
//! | df-pn, depth-first MOPNS | Nagai 2002 | `depth_first/` | a transposition table |
//! | alpha-beta | Knuth and Moore 1975 | `alpha_beta/` | a transposition table, or none |
//! | minimax | – | `minimax.rs` | none |
//!
//! Read `rule.rs` (what varies), `pns.rs` and `mopns.rs` (how), then `best_first.rs` (what is shared). [`solve()`] answers a
//! whole [`options::Question`]; [`erased`] does the same with the type of the game erased. [`play`] plays.
//! [`leaf_search`] searches leaves of another search's graph. This crate knows no game, does no input or output, and reads
//! the clock only in [`limits`].

pub mod certify;
mod checkpoint;
pub mod class;
mod counters;
mod depth_first;
pub mod effort;
pub mod erased;
mod free;
mod initial;
pub mod leaf_search;
pub mod limits;
mod nested_dfpn;
pub mod observe;
pub mod options;
pub mod persist;
pub mod play;
mod replay;
pub mod request;
mod results;
mod solve;
mod strategy;
mod tree_guide;

// The benchmarks and tests of this workspace look inside these; they are no part of the interface.
#[doc(hidden)]
pub mod alpha_beta;
#[doc(hidden)]
pub mod best_first;
#[doc(hidden)]
pub mod current_line;
#[doc(hidden)]
pub mod dag;
#[doc(hidden)]
pub mod expand;
#[doc(hidden)]
pub mod minimax;
#[doc(hidden)]
pub mod mopns;
#[doc(hidden)]
pub mod pns;
#[doc(hidden)]
pub mod pool;
#[doc(hidden)]
pub mod rule;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod tree;
#[doc(hidden)]
pub mod virtual_numbers;

pub use mopns::attracting;
pub use rule::meet;
pub use solve::{Refusal, Report, asked_range, solve, solve_cyclic};
