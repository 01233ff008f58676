//! `foregone tablebase`: the value of every position of a game, in a folder.

mod asker;
mod awari;
mod build;
mod distance;
mod explored;
mod probe;
mod stats;
mod strong;
mod subject;
mod verify;

use std::path::PathBuf;

use foregone_games::Facts;
use foregone_tablebase::file::{Manifest, TableError};

use crate::arguments::tablebase::{TablebaseArguments, TablebaseCommand};
use crate::failure::{Ending, Failure, reason};
use crate::output;
use crate::trust::{self, How};
pub(crate) use subject::open_table_of;

/// How the tables of a game are spelled, if searches can use them.
pub(crate) fn identity(facts: &Facts) -> Option<String> {
    match facts.name {
        "awari" => Some(awari::identity_of(&facts.spec)),
        strong::NAME => strong::takes(&facts.spec).then(|| facts.spec.clone()),
        _ => None,
    }
}

/// Runs one of its commands.
pub(crate) fn run(arguments: &TablebaseArguments) -> Result<Ending, Failure> {
    match &arguments.command {
        TablebaseCommand::Build(arguments) => build::run(arguments),
        TablebaseCommand::Probe(arguments) => probe::run(arguments),
        TablebaseCommand::Stats(arguments) => stats::run(arguments),
        TablebaseCommand::Verify(arguments) => verify::run(arguments),
    }
}

/// Remembers that tables are right; if that fails, they will be said to be taken on trust. The note, if it is new.
fn remember(manifest: &Manifest, how: How) -> Option<PathBuf> {
    trust::remember(manifest, how).unwrap_or_else(|error| {
        output::warn(&format!(
            "it cannot be remembered that these tables are right ({}), so searches that use them will say that they were never verified",
            reason(&error)
        ));
        None
    })
}

impl From<TableError> for Failure {
    fn from(refusal: TableError) -> Failure {
        match refusal {
            TableError::Unfit(sentence) | TableError::Damaged(sentence) => {
                Failure::BadInput(sentence)
            }
            TableError::Trouble(sentence) => Failure::Failed(sentence),
            TableError::Stopped => Failure::unfinished("the tables were not read to the end"),
        }
    }
}
