//! `foregone solve --resume`: the search is the one in the file, and goes on where it was.

use std::fs::File;
use std::path::{Path, PathBuf};

use foregone::checkpoint::{self, Header, Keeper, Unusable};
use foregone::{Decided, Game, Policy, Position, Settings, Solver, StopHandle};
use foregone_solve::options::{OptionRow, Question};

use super::{Files, search};
use crate::arguments::SolveArguments;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::output;

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
    let stop = StopHandle::of(interrupt::flag());
    let (header, mut reader) = checkpoint::open(file, &stop)?;
    let named = |fleet: &str| Policy::ALL.into_iter().find(|policy| policy.name() == fleet);
    let policy = header.fleet().and_then(named);
    if let (Some(fleet), None) = (header.fleet(), policy) {
        return Err(Unusable::Foreign(format!(
            "is of a fleet, {}; foregone coordinate goes on with it",
            output::printable(fleet)
        )));
    }
    let prepared = open(file, &header, arguments)
        .and_then(|game| Prepared::new(file, &header, is_named, arguments, game));
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => return Ok(Err(failure)),
    };
    let Prepared { game, position, question, settings, files } = prepared;
    let solver = Solver::with(&game, settings).stopped_by(stop.clone());
    let decided = Decided { question, policy, chosen: None };
    match search(solver, &position, decided, files, Some(&mut reader), arguments) {
        Ok(ending) => Ok(Ok(ending)),
        Err(_) if interrupt::asked() => {
            let what = format!("{} was not loaded", file.display());
            Ok(Err(Failure::unfinished(&what)))
        }
        Err(failure) => Err(Unusable::Damaged(failure.to_string())),
    }
}

/// Opens the game of a checkpoint; if one is named on the command line, it must be the same.
fn open(file: &Path, header: &Header, arguments: &SolveArguments) -> Result<Game, Failure> {
    if let Some(game) = &arguments.game {
        let named = Game::open(game)?;
        if named.spelling() != header.game {
            return Err(Failure::bad(format!(
                "{} is a checkpoint of {}, not of {}; leave the game out, or name another file",
                file.display(),
                header.game,
                named.spelling()
            )));
        }
    }
    arguments.lookup.open(&header.game, !arguments.strict, header.memory)
}

/// A search that can go on.
struct Prepared {
    game: Game,
    position: Position,
    question: Question,
    settings: Settings,
    files: Files,
}

impl Prepared {
    fn new(
        file: &Path,
        header: &Header,
        is_named: bool,
        arguments: &SolveArguments,
        game: Game,
    ) -> Result<Prepared, Failure> {
        let named = file.display();
        let position = header.place(&game).map_err(|why| Failure::bad(format!("{named} {why}")))?;
        let settings = settings(file, header, arguments)?;
        let question = question(header, arguments, &game)?;
        let certificate = certificate(file, header, arguments)?;
        let mut header = header.continued(&game, &question, settings.memory);
        header.certificate.clone_from(&certificate);
        header.every = arguments.keeping.every.unwrap_or(header.every);
        let resumed = arguments.keeping.resume.as_ref();
        // The checkpoint may be written where it was read: then it replaces itself.
        let other = arguments.keeping.checkpoint.as_ref().filter(|&file| Some(file) != resumed);
        let copy = resumed.map(|file| checkpoint::previous(file));
        Named::new(arguments.shown.json)
            .output("--certificate", certificate.as_ref().map(PathBuf::from).as_ref())
            .checkpoint(other)
            .input("the checkpoint to go on from", resumed)
            .input("the copy of the checkpoint to go on from", copy.as_ref())
            .game(game.spelling())
            .check()?;
        let certificate = match certificate.as_deref().map(Path::new) {
            Some(certificate) => {
                let is_own = arguments.certificate.is_none() && is_of(certificate, &position);
                Some(Destination::new(certificate, arguments.force || is_own)?)
            }
            None => None,
        };
        let keeper = match other {
            Some(other) => Keeper::start(other, header, arguments.force)?,
            None => {
                let file = resumed.map_or(file, PathBuf::as_path);
                Keeper::resume(file, header, is_named)?
            }
        };
        let files = Files { certificate, keeper: Some(keeper) };
        Ok(Prepared { game, position, question, settings, files })
    }
}

/// The question of the checkpoint, with the threads of the command line.
fn question(header: &Header, arguments: &SolveArguments, game: &Game) -> Result<Question, Failure> {
    let mut question = header.question(game)?;
    question.canonical |= arguments.canonical;
    question.small |= arguments.small;
    if let Some(threads) = arguments.question.threads() {
        let row = OptionRow::named("threads").expect("a row of the table");
        let conflict = question.conflict(&[(row, threads)]).filter(|_| header.fleet().is_none());
        if let Some(conflict) = conflict {
            return Err(conflict.into());
        }
        row.set(&mut question, threads, game.names()).map_err(Failure::bad)?;
    }
    Ok(question)
}

/// The limits of the command line, but at least the memory that the search had: what it holds must fit.
fn settings(file: &Path, header: &Header, arguments: &SolveArguments) -> Result<Settings, Failure> {
    let mut settings = Settings::new();
    arguments.limits.apply(&mut settings);
    settings.memory = arguments.limits.memory.unwrap_or(header.memory);
    if settings.memory < header.memory {
        return Err(Failure::bad(format!(
            "{} is of a search with a memory of {} bytes and cannot go on with less; leave --memory out",
            file.display(),
            header.memory
        )));
    }
    Ok(settings)
}

/// Where the certificate goes, if one was wanted from the start: a search without one keeps no proofs.
fn certificate(
    file: &Path,
    header: &Header,
    arguments: &SolveArguments,
) -> Result<Option<String>, Failure> {
    let given = arguments.certificate.as_ref().map(|file| file.display().to_string());
    if given.is_some() && !header.proves {
        return Err(Failure::bad(format!(
            "{} is of a search that was started without --certificate and has kept no proofs; leave it out here, or \
             start again with it",
            file.display()
        )));
    }
    Ok(given.or_else(|| header.certificate.clone()).filter(|_| header.proves))
}

/// Whether a file is a certificate of this position: what the search had proved when it was stopped, and will now prove
/// better.
fn is_of(certificate: &Path, position: &Position) -> bool {
    let file = File::open(certificate).ok().filter(|_| certificate.is_file());
    let reader = file.and_then(|file| foregone_proof::format::Reader::new(file).ok());
    reader.is_some_and(|reader| {
        let claimed = reader.header();
        claimed.game == position.game().spelling() && claimed.position == position.to_string()
    })
}
