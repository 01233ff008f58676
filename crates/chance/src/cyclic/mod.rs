//! Games in which play can return: all positions as a graph, solved component by component.

mod chain;
mod choices;
pub(crate) mod components;
mod explore;
mod improve;
mod interval;
mod solve;
mod stay;

pub use explore::Explored;
pub use interval::{Brackets, Sides, bounds, bounds_of_graph};
pub use solve::{Solution, Unsolved, solve, solve_graph};
