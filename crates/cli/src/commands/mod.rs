//! The commands, one file each.

mod analyse;
mod bench;
mod check;
mod compare;
mod completions;
#[cfg(feature = "nats")]
mod coordinate;
mod engine;
#[cfg(feature = "explore")]
mod explore;
mod games;
mod gdl;
mod man;
mod model;
mod patterns;
mod play;
mod proof;
mod reproduce;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod tablebase;
mod tournament;
#[cfg(feature = "nats")]
mod work;

pub(crate) use tournament::Contestant;

use crate::arguments::Command;
use crate::failure::{Ending, Failure};

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<Ending, Failure> {
    match command {
        Command::Games(arguments) => games::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Proof(arguments) => proof::run(arguments),
        Command::Gdl(arguments) => gdl::run(arguments),
        Command::Analyse(arguments) => analyse::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        #[cfg(feature = "explore")]
        Command::Explore(arguments) => explore::run(arguments),
        Command::Engine(arguments) => engine::run(arguments),
        Command::Tournament(arguments) => tournament::run(arguments),
        Command::Model(arguments) => model::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        #[cfg(feature = "nats")]
        Command::Coordinate(arguments) => coordinate::run(arguments),
        #[cfg(feature = "nats")]
        Command::Work(arguments) => work::run(arguments),
        Command::Reproduce(arguments) => reproduce::run(arguments),
        Command::Tablebase(arguments) => tablebase::run(arguments),
        Command::Patterns(arguments) => patterns::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
        Command::Version => {
            crate::output::print(&format!("foregone {}\n", env!("CARGO_PKG_VERSION")))?;
            Ok(Ending::Answered)
        }
    }
}
