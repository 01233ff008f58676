//! `foregone work`: searches what a coordinator gives away.

use std::time::{Duration, Instant};

use foregone_nats::broker::Broker;
use foregone_nats::crew::{Crew, Left, Shift};

use super::coordinate::setup::{PROGRAM, outfit, own_name};
use crate::arguments::cluster::WorkArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::opening;
use crate::output::{counted, in_seconds};
use crate::progress;

/// Until a server that is out of reach is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// Works until the run is over.
pub(crate) fn run(arguments: &WorkArguments) -> Result<Ending, Failure> {
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
            let broker = Broker::connect(&access);
            match broker.and_then(|broker| Crew::join(broker, run, PROGRAM, &mut waits)) {
                // Whoever has worked there before waits for a server that begins again.
                Err(trouble) if worked && trouble.may_pass() && waits() => {
                    std::thread::sleep(AGAIN);
                }
                joined => break joined?,
            }
        };
        let Some(crew) = joined else {
            say(arguments, &format!("no run {run} has begun"));
            return Ok(Ending::LimitReached);
        };
        worked = true;
        let shift = work(arguments, crew)?;
        say(arguments, &summary(&shift, arguments.threads()));
        match shift.left {
            Left::Replaced => {}
            Left::Over if arguments.stay => {}
            Left::Over => return Ok(Ending::Answered),
            Left::Interrupted => return Ok(Ending::LimitReached),
            Left::Dismissed(why) => {
                return Err(Failure::Failed(format!(
                    "the coordinator has sent this worker away: {why}"
                )));
            }
        }
    }
}

/// Makes a station for the run and works there.
fn work(arguments: &WorkArguments, crew: Crew) -> Result<Shift, Failure> {
    let setup = crew.setup().clone();
    let opened = opening::open(&setup.game)?;
    let file = opened.facts().file.as_deref().map(|bytes| blake3::hash(bytes).to_hex().to_string());
    if file.as_deref() != crew.file() {
        return Err(Failure::bad(format!(
            "the file of {} is not the one that the coordinator has; copy that one here",
            setup.game
        )));
    }
    let placed = opened.place(Some(&setup.position), None)?;
    let level = setup.knowledge.map(|index| placed.knowledge_levels().get(usize::from(index)));
    if level.is_some_and(|level| level.is_none_or(|level| !level.is_sound)) {
        return Err(Failure::bad(format!(
            "the coordinator asks for a knowledge level that {} does not have here, or that is not sound; use the \
             same program on all machines",
            setup.game
        )));
    }
    let threads = arguments.threads();
    let outfit = outfit(&setup, arguments.bytes(), threads);
    let station = placed.station(&outfit)?;
    say(
        arguments,
        &format!("working on {} with {}", setup.game, counted(threads as u64, "thread")),
    );
    Ok(crew.work(&*station, threads, &own_name(), interrupt::flag()))
}

fn summary(shift: &Shift, threads: usize) -> String {
    let why = match &shift.left {
        Left::Over => "the run is over",
        Left::Interrupted => "interrupted",
        Left::Dismissed(_) => "sent away",
        Left::Replaced => "another search has begun under that name",
    };
    let there = shift.time.as_secs_f64() * threads as f64;
    format!(
        "{why}: {} with {} in {}, busy for {:.0} % of the time",
        counted(shift.results, "result"),
        counted(shift.descents, "descent"),
        in_seconds(shift.time),
        100.0 * shift.busy.as_secs_f64() / there.max(1e-9)
    )
}

fn say(arguments: &WorkArguments, sentence: &str) {
    if !arguments.quiet {
        progress::say(sentence);
    }
}
