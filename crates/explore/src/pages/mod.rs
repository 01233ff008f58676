//! The pages, as complete HTML. A page that a script asks for comes without its frame.

mod board;
mod chart;
pub(crate) mod layout;
mod moves;
pub(crate) mod position;
pub(crate) mod problem;
pub(crate) mod search;
pub(crate) mod start;
