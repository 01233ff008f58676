//! `foregone gdl`: rule files are checked, and their rules written without variables.

mod check;
mod ground;
mod report;
mod text;

use std::path::Path;
use std::time::{Duration, Instant};

use foregone_gdl::Limits;
use foregone_proof::RULE_FILE;

use crate::arguments::gdl::{GdlArguments, GdlCommand, GdlLimits};
use crate::failure::{Ending, Failure};
use crate::files;
use crate::interrupt;

/// Runs one of its commands.
pub(crate) fn run(arguments: &GdlArguments) -> Result<Ending, Failure> {
    match &arguments.command {
        GdlCommand::Check(arguments) => check::run(arguments),
        GdlCommand::Ground(arguments) => ground::run(arguments),
    }
}

/// The bytes that a term or sentence takes, with its place in tables and indexes.
const TERM_BYTES: u64 = 512;

/// The clock of the work on one file.
struct Clock {
    begun: Instant,
    time: Duration,
}

impl Clock {
    fn start(limits: &GdlLimits) -> Clock {
        interrupt::flag();
        Clock { begun: Instant::now(), time: limits.time }
    }

    /// Whether the time is over, or Ctrl-C was pressed.
    fn is_over(&self) -> bool {
        self.begun.elapsed() > self.time || interrupt::asked()
    }
}

/// The limits of the library.
fn limits<'s>(arguments: &GdlLimits, stop: &'s (dyn Fn() -> bool + Sync)) -> Limits<'s> {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Limits {
        instances: number(arguments.instances),
        terms: number(arguments.memory / TERM_BYTES),
        steps: u64::MAX,
        stop,
    }
}

/// The content of a rule file.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.display();
    files::read(file, RULE_FILE)
        .map_err(|why| Failure::bad(format!("{name} cannot be read: {why}")))
}
