//! Games in which play can return: all positions as a graph, solved component by component.

mod chain;
mod choices;
mod components;
mod explore;
mod improve;
mod solve;

pub use explore::Explored;
pub use solve::{Solution, solve};
