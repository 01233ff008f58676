//! `foregone check`: says of each certificate whether it proves what it claims, exactly as `foregone-check` does.

use foregone_proof::program::{Order, Verdicts, check_all};

use crate::arguments::CheckArguments;
use crate::failure::{Ending, Failure, reason};
use crate::interrupt;

/// Checks the files in turn.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Ending, Failure> {
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
    match check_all(&order, Some(interrupt::flag())) {
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
