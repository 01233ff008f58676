//! The commands, one file each.

mod bench;
mod check;
mod compare;
mod completions;
mod games;
mod reproduce;
mod solve;
mod tablebase;

use crate::arguments::Command;
use crate::failure::{Ending, Failure};

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<Ending, Failure> {
    match command {
        Command::Games(arguments) => games::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Reproduce(arguments) => reproduce::run(arguments),
        Command::Tablebase(arguments) => tablebase::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
    }
}
