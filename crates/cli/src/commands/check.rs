//! `foregone check`: says of each certificate whether it proves what it claims, exactly as `foregone-check` does.

use foregone_proof::program::{CheckRequest, Verdict, check_all};

use crate::arguments::CheckArguments;
use crate::failure::{Ending, Failure, reason};
use crate::files::Named;
use crate::interrupt;
use crate::progress;

/// Checks the files in turn.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Ending, Failure> {
    let mut files = Named::new(arguments.json).input("the graph file", arguments.graph.as_ref());
    for file in &arguments.files {
        files = files.input("a certificate", Some(file));
    }
    files.output("--checkpoint", arguments.checkpoint.as_ref()).check()?;
    if arguments.checkpoint.is_some() && arguments.files.len() > 1 {
        return Err(Failure::bad("--checkpoint is for one certificate; check them one by one"));
    }
    let request = CheckRequest {
        files: arguments.files.clone(),
        graph: arguments.graph.clone(),
        tablebase: arguments.tablebase.clone(),
        strict: arguments.strict,
        threads: arguments.threads.map(usize::from),
        memory: arguments.memory,
        time: arguments.time,
        checkpoint: arguments.checkpoint.clone(),
        json: arguments.json,
        quiet: arguments.quiet,
        progress_interval: Some(progress::interval()),
    };
    match check_all(&request, Some(interrupt::flag())) {
        Ok(Verdict::Accepted) => Ok(Ending::Answered),
        Ok(Verdict::AcceptedOnTrust) => Ok(Ending::OnTrust),
        Ok(Verdict::Undecided) => Ok(Ending::LimitReached),
        Ok(Verdict::Unreadable) => Ok(Ending::Failed),
        Ok(Verdict::Rejected) => Ok(Ending::Rejected),
        Err(error) => {
            Err(Failure::Failed(format!("the verdict cannot be written: {}", reason(&error))))
        }
    }
}
