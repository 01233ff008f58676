//! What the solver costs, measured: see `docs/performance.md`.

pub mod by_hand;
pub mod counts;
pub mod instructions;
pub mod task;
