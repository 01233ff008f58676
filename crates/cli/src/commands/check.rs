//! `foregone check`: says of each certificate whether it proves what it claims, exactly as `foregone-check` does.

use std::fs;
use std::path::Path;

use foregone_proof::program::{Order, Verdicts, Watch, check_all};

use crate::arguments::CheckArguments;
use crate::failure::{Ending, Failure, reason};
use crate::files::Named;
use crate::interrupt;
use crate::progress::CheckLine;

/// Checks the files in turn.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Ending, Failure> {
    let mut files = Named::new(arguments.json).input("the graph file", arguments.graph.as_ref());
    for file in &arguments.files {
        files = files.input("a certificate", Some(file));
    }
    files.check()?;
    let order = Order {
        files: arguments.files.clone(),
        graph: arguments.graph.clone(),
        tablebase: arguments.tablebase.clone(),
        strict: arguments.strict,
        memory: arguments.memory,
        time: arguments.time,
        json: arguments.json,
        quiet: arguments.quiet,
    };
    let watcher = Watcher { line: CheckLine::new(!arguments.json && !arguments.quiet) };
    match check_all(&order, Some(interrupt::flag()), &watcher) {
        Ok(Verdicts::AllAccepted) => Ok(Ending::Answered),
        Ok(Verdicts::OneOnTrust) => Ok(Ending::OnTrust),
        Ok(Verdicts::OneUndecided) => Ok(Ending::LimitReached),
        Ok(Verdicts::OneUnreadable) => Ok(Ending::Failed),
        Ok(Verdicts::OneRejected) => Ok(Ending::Rejected),
        Err(error) => {
            Err(Failure::Failed(format!("the verdict cannot be written: {}", reason(&error))))
        }
    }
}

/// Shows how much of a certificate has been read.
struct Watcher {
    line: CheckLine,
}

impl Watch for Watcher {
    fn progress(&self, file: &Path, bytes: u64) {
        let size =
            || fs::metadata(file).ok().filter(fs::Metadata::is_file).map(|found| found.len());
        self.line.show(&file.to_string_lossy(), bytes, size);
    }

    fn end(&self, _file: &Path) {
        self.line.clear();
    }
}
