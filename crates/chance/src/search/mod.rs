//! The searches for games in which play never returns.
//!
//! [`search`](fn@search) is expectimax, Star1 or Star2 as published; [`solve`](fn@solve), [`at_least`], [`every_move`] and
//! [`study`] answer whole questions with a table and choose the numbers to count in; [`Solver`] and
//! [`ProofSearch`] are what they use, and [`compare`](fn@compare) says what they cost.

mod children;
mod compare;
mod horizon;
mod options;
mod plain;
mod proof;
mod solve;
mod solver;
mod spread;
mod study;
mod table;

pub use compare::{Compared, compare};
pub use horizon::{Foreseen, foresee};
pub use options::{Approach, Options};
pub use plain::{Found, Method, expectimax, search};
pub use proof::ProofSearch;
pub use solve::{Answer, Bounded, MoveValue, Searcher, at_least, every_move, solve};
pub use solver::Solver;
pub use study::{Studied, Wanted, study};
