//! `foregone check`: says of each certificate whether it proves what it claims, exactly as `foregone-check` does.

use std::io;

use foregone_proof::program::{CheckRequest, Verdict, check_all};

use crate::arguments::CheckArguments;
use crate::failure::{Ending, Failure, reason};
use crate::files::Named;
use crate::interrupt;
use crate::progress;

/// Checks the files in turn.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Ending, Failure> {
    let mut files =
        Named::new(arguments.json).input("the file of the game", arguments.game_file.as_ref());
    for file in &arguments.files {
        files = files.input("a certificate", Some(file));
    }
    files.output("--checkpoint", arguments.checkpoint.as_ref()).check()?;
    if arguments.checkpoint.is_some() && arguments.files.len() > 1 {
        return Err(Failure::bad("--checkpoint is for one certificate; check them one by one"));
    }
    let request = CheckRequest {
        files: arguments.files.clone(),
        game_file: arguments.game_file.clone(),
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
    match verdict(arguments, &request)? {
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

#[cfg(not(feature = "nats"))]
fn verdict(_: &CheckArguments, request: &CheckRequest) -> Result<io::Result<Verdict>, Failure> {
    Ok(check_all(request, Some(interrupt::flag())))
}

/// The most severe verdict, by workers if a server is named.
#[cfg(feature = "nats")]
fn verdict(
    arguments: &CheckArguments,
    request: &CheckRequest,
) -> Result<io::Result<Verdict>, Failure> {
    use super::coordinate::setup::PROGRAM;
    use crate::arguments::cluster::CheckTrust;
    use crate::output::counted;
    use foregone_nats::{CheckFleet, Connection};
    use foregone_proof::program::check_all_by;
    use foregone_proof::remote::{Fleet, Trust};

    let Some(server) = &arguments.fleet.server else {
        return Ok(check_all(request, Some(interrupt::flag())));
    };
    if request.files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Failure::bad(
            "workers need a certificate that can be read again; name a file instead of -",
        ));
    }
    let say = |sentence: &str| {
        if !arguments.quiet && !arguments.json {
            progress::say(sentence);
        }
    };
    let run = (server.run.as_str(), PROGRAM);
    let (patience, wait) = (arguments.fleet.patience, arguments.fleet.wait);
    let connection = Connection::connect(&server.access()?)?;
    let helpers = CheckFleet::open(connection, run, patience, wait)?;
    match helpers.workers() {
        (0, _) => say("there is no worker; all parts are followed here"),
        (workers, threads) => {
            let (workers, threads) =
                (counted(workers as u64, "worker"), counted(threads as u64, "thread"));
            say(&format!("{workers} with {threads}"));
        }
    }
    let trust = match arguments.fleet.trust {
        CheckTrust::None => Trust::None,
        CheckTrust::Sample => Trust::Sample,
        CheckTrust::All => Trust::All,
    };
    let fleet = Fleet::new(&helpers, trust);
    let verdict = check_all_by(request, Some(interrupt::flag()), Some(&fleet));
    for helper in fleet.excluded() {
        say(&format!(
            "the worker {helper} has reported what is wrong; nothing that it said was used"
        ));
    }
    drop(fleet);
    helpers.close();
    Ok(verdict)
}
