//! Everything that a program with a game of its own needs.

pub use crate::{
    Acyclic, Answer, Cyclic, Error, Game, Keyed, Notation, NotationError, Outcome, Picture, Plain,
    Player, Position, Rules, Scale, Settings, Solver, TableKeyed,
};
