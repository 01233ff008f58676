//! The algorithm family: proof-number search and its relatives, for any game.
//!
//! | algorithm | rule | expansion | store |
//! |---|---|---|---|
//! | PNS (Allis et al. 1994) | [`pns::Pns`] | [`expand::OnePly`] | [`tree::Tree`], [`dag::Dag`] |
//! | MOPNS (Saffidine and Cazenave 2012) | [`mopns::Mopns`] | [`expand::OnePly`] | the same |
//! | PN² | [`pns::Pns`] | [`expand::Nested`] | the same |
//! | multiple-outcome PN² | [`mopns::Mopns`] | [`expand::Nested`] | the same |
//!
//! | algorithm | where | memory |
//! |---|---|---|
//! | df-pn (Nagai 2002), depth-first MOPNS | [`depth_first`] | [`table::Table`] |
//! | alpha-beta (Knuth and Moore 1975) | [`alpha_beta`] | a table, or none |
//! | minimax | [`mod@minimax`] | none |
//!
//! `ARCHITECTURE.md` lists the papers. Read [`rule`] (what varies), [`pns`] and [`mopns`] (how), then [`best_first`] (what
//! is shared). [`solve`](solve()) answers a whole [`options::Question`]; [`erased`] does the same with the types of the game
//! erased. [`play`] plays. [`leaf_search`] searches leaves of another search's graph. This crate knows no game, does no
//! input or output, and reads the clock only in [`limits`].

pub mod alpha_beta;
pub mod best_first;
pub mod certify;
mod checkpoint;
pub mod class;
mod counters;
pub mod current_line;
pub mod dag;
pub mod depth_first;
pub mod effort;
pub mod erased;
pub mod expand;
mod free;
pub mod initial;
pub mod leaf_search;
pub mod limits;
pub mod minimax;
pub mod mopns;
mod nested_dfpn;
pub mod observe;
pub mod options;
pub mod persist;
pub mod play;
pub mod pns;
pub mod pool;
mod replay;
pub mod request;
mod results;
pub mod rule;
mod solve;
mod strategy;
pub mod table;
pub mod tree;
mod tree_guide;
pub mod virtual_numbers;

pub use solve::{Refusal, Report, asked_range, solve, solve_cyclic};
