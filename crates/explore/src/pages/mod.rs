//! The pages, as complete HTML. A page that a script asks for comes without its frame.

mod board;
mod chart;
pub(crate) mod cluster;
pub(crate) mod graph;
pub(crate) mod history;
mod icicle;
pub(crate) mod layout;
mod moves;
mod parameters;
pub(crate) mod position;
pub(crate) mod problem;
pub(crate) mod proof;
mod proof_rows;
pub(crate) mod search;
pub(crate) mod start;
pub(crate) mod table;
mod views;
