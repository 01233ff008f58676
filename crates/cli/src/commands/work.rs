//! `foregone work`: searches the leaves that a coordinator assigns, or follows parts of certificates.

use std::time::{Duration, Instant};

use foregone::Game;
use foregone_nats::Connection;
use foregone_nats::{CheckWorker, LeaveReason, WorkSummary, WorkerProcess};
use foregone_proof::{Limits, remote};

use foregone_solve::options::Names;

use super::coordinate::setup::{PROGRAM, own_name};
use crate::arguments::cluster::WorkArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::opening;
use crate::output::{counted, in_seconds};
use crate::progress;

/// The time after which a server that is out of reach is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// Works until the run is over.
pub(crate) fn run(arguments: &WorkArguments) -> Result<Ending, Failure> {
    if arguments.check {
        return serve_checks(arguments);
    }
    let access = arguments.server.access()?;
    let run = &arguments.server.run;
    let mut worked = false;
    loop {
        let (mut said, since) = (false, Instant::now());
        let mut waits = || {
            if !std::mem::replace(&mut said, true) {
                say(arguments, &format!("waiting for a coordinator of the run {run}"));
            }
            let enough = arguments.wait.is_some_and(|most: Duration| since.elapsed() > most);
            !enough && !interrupt::asked()
        };
        interrupt::flag();
        let joined = loop {
            let connection = Connection::connect(&access);
            match connection
                .and_then(|connection| WorkerProcess::join(connection, run, PROGRAM, &mut waits))
            {
                // A process that has worked before waits for the server to be restarted.
                Err(error) if worked && error.may_pass() && waits() => {
                    std::thread::sleep(AGAIN);
                }
                joined => break joined?,
            }
        };
        let Some(process) = joined else {
            say(arguments, &format!("no run {run} has started"));
            return Ok(Ending::LimitReached);
        };
        worked = true;
        let summary = work(arguments, process)?;
        say(arguments, &sentence(&summary, arguments.threads()));
        match summary.reason {
            LeaveReason::Replaced => {}
            LeaveReason::Over if arguments.stay => {}
            LeaveReason::Over => return Ok(Ending::Answered),
            LeaveReason::Interrupted => return Ok(Ending::LimitReached),
            LeaveReason::Excluded(why) => {
                return Err(Failure::Failed(format!(
                    "the coordinator has excluded this worker: {why}"
                )));
            }
        }
    }
}

/// Follows parts of certificates until the run is over.
fn serve_checks(arguments: &WorkArguments) -> Result<Ending, Failure> {
    let (access, run) = (arguments.server.access()?, &arguments.server.run);
    let memory = arguments.bytes() / arguments.threads() as u64;
    let limits = || Limits { memory, time: None, interrupt: Some(interrupt::flag()) };
    let connection = Connection::connect(&access)?;
    let worker = CheckWorker {
        run: (run, PROGRAM),
        threads: arguments.threads(),
        follow: &|job| remote::follow(job, limits()),
        decline: &remote::decline,
    };
    say(arguments, &format!("waiting for parts of certificates in the run {run}"));
    loop {
        let since = Instant::now();
        let mut stays = |heard: bool| {
            let enough = arguments.wait.is_some_and(|most| since.elapsed() > most);
            !interrupt::asked() && (heard || !enough)
        };
        let summary = worker.serve(&connection, &mut stays)?;
        let why = if summary.over { "the run is over" } else { "leaving" };
        let parts = counted(summary.parts, "part");
        say(arguments, &format!("{why}: {parts} in {}", in_seconds(summary.time)));
        match summary.over {
            true if arguments.stay => {}
            true => return Ok(Ending::Answered),
            false => return Ok(Ending::LimitReached),
        }
    }
}

/// Builds the leaf search of the run and works.
fn work(arguments: &WorkArguments, process: WorkerProcess) -> Result<WorkSummary, Failure> {
    let setup = process.setup().clone();
    let opened = match process.rule_text() {
        Some(text) => Game::open_with(&setup.game, &|_| Ok(text.as_bytes().to_vec()))?,
        None => opening::open(&setup.game)?,
    };
    let file = opened.info().file.as_deref().map(|bytes| blake3::hash(bytes).to_hex().to_string());
    if file.as_deref() != process.file() {
        return Err(Failure::bad(format!(
            "the file of {} is not the file of the coordinator; copy that file here",
            setup.game
        )));
    }
    let placed = opened.place(Some(&setup.position), None)?;
    let threads = arguments.threads();
    let names = Names { scale: opened.scale(), knowledge: opened.knowledge_levels() };
    let config = setup.leaf_search_config(names, arguments.bytes(), threads)?;
    let leaf_search = placed.leaf_search(&config)?;
    say(
        arguments,
        &format!("working on {} with {}", setup.game, counted(threads as u64, "thread")),
    );
    let summary = process.work(&*leaf_search, threads, &own_name(), interrupt::flag());
    opened.defect().map_or(Ok(summary), |defect| Err(Failure::bad(defect)))
}

fn sentence(summary: &WorkSummary, threads: usize) -> String {
    let why = match &summary.reason {
        LeaveReason::Over => "the run is over",
        LeaveReason::Interrupted => "interrupted",
        LeaveReason::Excluded(_) => "excluded",
        LeaveReason::Replaced => "another search has started under that name",
    };
    let there = summary.time.as_secs_f64() * threads as f64;
    format!(
        "{why}: {} with {} in {}, busy for {:.0} % of the time",
        counted(summary.results, "result"),
        counted(summary.descents, "descent"),
        in_seconds(summary.time),
        100.0 * summary.busy.as_secs_f64() / there.max(1e-9)
    )
}

fn say(arguments: &WorkArguments, sentence: &str) {
    if !arguments.quiet {
        progress::say(sentence);
    }
}
