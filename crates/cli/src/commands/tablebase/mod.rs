//! `foregone tablebase`: the value of every position of a game, in a folder.

mod build;
mod chance;
mod probe;
mod stats;
mod verify;

use foregone_game::{ExploreError, ExploreProgress};
use foregone_tablebase::endgames::{Effort, MOST_POSITIONS, OpenOptions};
use foregone_tablebase::{StopFlag, TableError};

use crate::arguments::tablebase::{EffortArguments, TablebaseArguments, TablebaseCommand};
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, in_bytes, in_thousands};

/// Runs one of its commands.
pub(crate) fn run(arguments: &TablebaseArguments) -> Result<Ending, Failure> {
    match &arguments.command {
        TablebaseCommand::Build(arguments) => build::run(arguments),
        TablebaseCommand::Probe(arguments) => probe::run(arguments),
        TablebaseCommand::Stats(arguments) => stats::run(arguments),
        TablebaseCommand::Verify(arguments) => verify::run(arguments),
    }
}

/// Opens games with that much memory, until Ctrl-C.
pub(crate) fn options<'o>(
    memory: u64,
    enumeration: &'o (dyn Fn(ExploreProgress) + Sync),
) -> OpenOptions<'o> {
    OpenOptions {
        memory,
        stop: StopFlag::from(interrupt::flag()),
        enumeration,
        read_file: &foregone::read_file,
    }
}

/// The limits on the command line.
fn effort<'e>(arguments: &EffortArguments) -> Effort<'e> {
    Effort {
        threads: arguments.threads(),
        memory: arguments.memory(),
        stop: StopFlag::from(interrupt::flag()),
        progress: &|_| (),
    }
}

/// Warns that a later search will say that the tables were never verified.
fn warn_of_note(error: &str) {
    output::warn(&format!(
        "it cannot be remembered that these tables are right ({error}), so searches that use them will say that they were never verified"
    ));
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        let sentence = error.to_string();
        match error {
            TableError::Io(_) => Failure::Failed(sentence),
            TableError::Stopped => Failure::unfinished("the work on the tables was not finished"),
            TableError::NoTables { .. } => {
                Failure::bad(format!("{sentence}; `foregone tablebase build` makes them"))
            }
            TableError::NotForSearches { .. } => {
                Failure::bad(format!("{sentence}; leave --tablebase out"))
            }
            TableError::NoDistances { .. } => {
                Failure::bad(format!("{sentence}; leave --distance out"))
            }
            TableError::Memory { work, need, allowed } => Failure::bad(format!(
                "{work} needs {} of memory, and {} may be used; --memory allows more",
                in_bytes(need),
                in_bytes(allowed)
            )),
            TableError::Enumeration {
                game,
                why: ExploreError::Memory { found, expanded, needed },
            } => Failure::bad(format!(
                "{game} has more positions than fit into memory: {} were found, and the moves of {} of them were generated; --memory allows more (the {} positions that can be enumerated at most would take about {}), or take a smaller game",
                in_thousands(found as u64),
                in_thousands(expanded as u64),
                in_thousands(MOST_POSITIONS as u64),
                in_bytes(needed)
            )),
            TableError::Enumeration { game, why: ExploreError::Positions(limit) } => {
                Failure::bad(format!(
                    "{game} has more than {} positions, which is too many to enumerate; take a smaller game",
                    in_thousands(limit as u64)
                ))
            }
            _ => Failure::BadInput(sentence),
        }
    }
}
