//! The strong solution of Breakthrough: for every position whether the player to move wins, one bit each.
//!
//! Retrograde analysis as in [`retro`](crate::retro) decodes positions one by one. Here all positions that differ only in
//! White's pawns on the first two rows are one run of bits and are computed together, by shifts and masks, each once and in
//! an order in which all that may follow is known. So no position is ever decoded, and none is visited twice.
//!
//! - `board.rs` boards, and how positions are numbered
//! - `lanes.rs` many positions at once
//! - `job.rs` all positions with the same home of Black's pawns
//! - `store.rs` their tables, mirrors and threads
//! - `sweep.rs` one sweep over all homes
//! - `strong.rs` the solution
//! - `layers.rs` what is won within some plies
//! - `depth.rs` how long positions last
//! - `probe.rs` single positions, those that are not stored as well
//! - `search.rs` how long they last

mod board;
mod depth;
mod job;
mod lanes;
mod layers;
mod probe;
mod search;
mod store;
mod strong;
mod sweep;

pub use board::{Board, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH};
pub use depth::{Depths, depth_bytes};
pub use strong::{Counts, StrongSolution};
pub use sweep::{Part, Sweep, build_bytes, peak_bytes};
