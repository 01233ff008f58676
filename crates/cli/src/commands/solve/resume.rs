//! `foregone solve --resume`: the search is the one in the file, and goes on where it was.

use std::fs::File;
use std::path::{Path, PathBuf};

use foregone_fleet::plan::Policy;
use foregone_solve::hosted::Placed;
use foregone_solve::limits::Limits;

use super::order::{Order, subject};
use super::present;
use crate::arguments::question::threads_fit;
use crate::arguments::{PlaceArguments, SolveArguments};
use crate::checkpoint::{self, Header, Keeper, Unusable};
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::opening;
use crate::output;
use foregone_catalogue::Opened;

/// Goes on with the search in that file, or, if it is damaged, with the one before it.
pub(super) fn run(file: &Path, arguments: &SolveArguments) -> Result<Ending, Failure> {
    let named = file.display();
    let unusable = match attempt(file, true, arguments) {
        Ok(ending) => return ending,
        Err(Unusable::Foreign(why)) => return Err(Failure::bad(format!("{named} {why}"))),
        Err(unusable) => unusable,
    };
    let previous = checkpoint::previous(file);
    if !previous.exists() {
        return Err(Failure::bad(format!("{named} {}; nothing can be resumed", unusable.why())));
    }
    output::warn(&format!("{named} {}; trying {}", unusable.why(), previous.display()));
    attempt(&previous, false, arguments).unwrap_or_else(|other| {
        Err(Failure::bad(format!(
            "{named} {}, and {} {}; start the search again",
            unusable.why(),
            previous.display(),
            other.why()
        )))
    })
}

/// Goes on with the search in a file, which is the one that was named or the one before it.
fn attempt(
    file: &Path,
    is_named: bool,
    arguments: &SolveArguments,
) -> Result<Result<Ending, Failure>, Unusable> {
    let (header, mut reader) = checkpoint::open(file)?;
    let named = |fleet: &str| Policy::ALL.into_iter().find(|policy| policy.name() == fleet);
    let policy = header.fleet().and_then(named);
    if let (Some(fleet), None) = (header.fleet(), policy) {
        return Err(Unusable::Foreign(format!(
            "is of a fleet, {}; foregone coordinate goes on with it",
            output::printable(fleet)
        )));
    }
    let opened = match open(file, &header, arguments) {
        Ok(opened) => opened,
        Err(failure) => return Ok(Err(failure)),
    };
    let mut order = match order(file, &header, is_named, arguments, &opened) {
        Ok(order) => Order { policy, ..order },
        Err(failure) => return Ok(Err(failure)),
    };
    match order.search(&arguments.shown, Some(&mut reader)) {
        Ok(report) => Ok(present(order, report, &arguments.shown, None)),
        Err(_) if interrupt::asked() => {
            let what = format!("{} was not loaded", file.display());
            Ok(Err(Failure::unfinished(&what)))
        }
        Err(failure) => Err(Unusable::Damaged(failure.to_string())),
    }
}

/// Opens the game of a checkpoint; if one is named on the command line, it must be the same.
fn open(file: &Path, header: &Header, arguments: &SolveArguments) -> Result<Opened, Failure> {
    if let Some(game) = &arguments.game {
        let named = opening::open(game)?.facts.spec;
        if named != header.game {
            return Err(Failure::bad(format!(
                "{} is a checkpoint of {}, not of {named}; leave the game out, or name another file",
                file.display(),
                header.game
            )));
        }
    }
    arguments.lookup.open(&header.game, !arguments.strict, header.memory)
}

fn order<'o>(
    file: &Path,
    header: &Header,
    is_named: bool,
    arguments: &SolveArguments,
    opened: &'o Opened,
) -> Result<Order<'o>, Failure> {
    let named = file.display();
    let (moves, position) = (header.moves.clone(), header.position.clone());
    let place = PlaceArguments { moves, position };
    let placed = place.of(opened)?;
    if let Some(why) = header.misfit(&subject(opened, &*placed), opened.game.scale()) {
        return Err(Failure::bad(format!("{named} {why}")));
    }
    let limits = limits(file, header, arguments)?;
    if header.fleet().is_none() {
        threads_fit(header.question.algorithm, arguments.threads)?;
    }
    let certificate = certificate(file, header, arguments)?;
    let mut header = header.clone();
    header.memory = limits.bytes;
    header.certificate = certificate.clone();
    header.every = arguments.keeping.every.unwrap_or(header.every);
    header.question.canonical |= arguments.canonical;
    header.question.threads = arguments.threads.unwrap_or(header.question.threads);
    let question = header.question;
    let resumed = arguments.keeping.resume.as_deref();
    Named::new(arguments.shown.json)
        .output("--certificate", certificate.as_ref().map(PathBuf::from).as_ref())
        .input("the checkpoint to go on from", arguments.keeping.resume.as_ref())
        .game(&opened.facts.spec)
        .check()?;
    let destination = match certificate.as_deref().map(Path::new) {
        Some(certificate) => {
            let is_own = arguments.certificate.is_none() && is_of(certificate, opened, &*placed);
            Some(Destination::new(certificate, arguments.force || is_own)?)
        }
        None => None,
    };
    let keeper = match (&arguments.keeping.checkpoint, resumed) {
        (Some(other), _) if Some(other.as_path()) != resumed => {
            Keeper::start(other, header, arguments.force)?
        }
        (_, resumed) => Keeper::resume(resumed.unwrap_or(file), header, is_named)?,
    };
    let subject = place.subject(&opened.facts.spec);
    let keeper = Some(keeper);
    let chosen = None;
    let policy = None;
    Ok(Order { opened, placed, subject, question, policy, chosen, limits, destination, keeper })
}

/// The limits of the command line, but at least the memory that the search had: what it holds must fit.
fn limits(
    file: &Path,
    header: &Header,
    arguments: &SolveArguments,
) -> Result<Limits<'static>, Failure> {
    let bytes = arguments.limits.memory.unwrap_or(header.memory);
    if bytes < header.memory {
        return Err(Failure::bad(format!(
            "{} is of a search with a memory of {} bytes and cannot go on with less; leave --memory out",
            file.display(),
            header.memory
        )));
    }
    Ok(Limits { bytes, ..arguments.limits.limits(interrupt::flag()) })
}

/// Where the certificate goes, if one was wanted from the start: a search without one keeps no proofs.
fn certificate(
    file: &Path,
    header: &Header,
    arguments: &SolveArguments,
) -> Result<Option<String>, Failure> {
    let given = arguments.certificate.as_ref().map(|file| file.display().to_string());
    if given.is_some() && !header.question.certificate {
        return Err(Failure::bad(format!(
            "{} is of a search that was started without --certificate and has kept no proofs; leave it out here, or \
             start again with it",
            file.display()
        )));
    }
    Ok(given.or_else(|| header.certificate.clone()).filter(|_| header.question.certificate))
}

/// Whether a file is a certificate of this position: what the search had proved when it was stopped, and will now prove
/// better.
fn is_of(certificate: &Path, opened: &Opened, placed: &dyn Placed) -> bool {
    let file = File::open(certificate).ok().filter(|_| certificate.is_file());
    let reader = file.and_then(|file| foregone_proof::format::Reader::new(file).ok());
    reader.is_some_and(|reader| {
        let claimed = reader.header();
        claimed.game == opened.facts.spec && claimed.position == placed.position()
    })
}
