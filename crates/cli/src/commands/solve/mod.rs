//! `foregone solve`: what a position is worth, with a proof if one is wanted.

mod batch;
mod certificate;
mod chance;
mod chance_text;
mod json;
mod resume;
mod text;

use std::time::{Duration, Instant};

use foregone::chance::Opened;
use foregone::checkpoint::{EVERY, Header, Keeper, LastCheckpoint};
use foregone::{Answer, Decided, MoveValue, Position, Snapshot, Solver, Stop, StopHandle, Watch};
use foregone_game::Scale;
use foregone_solve::observe::Observer;
use serde::Serialize;

use self::certificate::Written;
use crate::arguments::{ShownArguments, SolveArguments};
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::opening;
use crate::output;
use crate::progress::SearchLine;

/// What one member of a fleet has done.
#[derive(Serialize)]
pub(crate) struct MemberSummary {
    /// The machine and the process.
    pub(crate) name: String,
    pub(crate) workers: u32,
    pub(crate) results: u64,
    pub(crate) descents: u64,
    /// The share of the time in which it has searched, if it was there for long enough.
    pub(crate) utilisation: Option<f64>,
    /// Why it was sent away, if it was.
    pub(crate) excluded: Option<String>,
}

/// Where the files of a search go.
pub(crate) struct Files {
    pub(crate) certificate: Option<Destination>,
    pub(crate) keeper: Option<Keeper>,
}

/// All there is to show about an answer.
struct Page<'a> {
    answer: &'a Answer,
    certificate: Option<Written>,
    /// Why there is no file with the certificate although it was made.
    unwritten: Option<String>,
    checkpoint: Option<Checkpoint>,
    /// The value of every move, if that was asked.
    moves: Option<Vec<MoveValue>>,
    /// The members of the fleet, if they came from elsewhere.
    members: Option<Vec<MemberSummary>>,
}

/// What has become of the checkpoint.
enum Checkpoint {
    /// It is there to go on from, or it could not be written.
    Left(LastCheckpoint),
    /// It is not needed any more.
    Removed { file: String },
}

impl Page<'_> {
    /// Whether there is a checkpoint to go on from.
    fn can_resume(&self) -> bool {
        matches!(&self.checkpoint, Some(Checkpoint::Left(last)) if last.file.is_some())
    }

    /// The limit that has left the value of a move open, if one has.
    fn open_move(&self) -> Option<Stop> {
        let moves = self.moves.iter().flatten();
        moves.map(|value| &value.answer).find(|it| !it.is_answered()).map(|it| it.report.stop)
    }
}

/// Solves and prints.
pub(crate) fn run(arguments: &SolveArguments) -> Result<Ending, Failure> {
    match (&arguments.keeping.resume, &arguments.game) {
        (Some(file), _) => resume::run(file, arguments),
        (None, Some(game)) => start(game, arguments),
        (None, None) => Err(Failure::bad("there is no game to solve; --help says more")),
    }
}

/// Starts a search.
fn start(game: &str, arguments: &SolveArguments) -> Result<Ending, Failure> {
    let SolveArguments { place, keeping, certificate, force, .. } = arguments;
    let game = match opening::open_any(game)? {
        Opened::Chance(game) => return chance::run(&game, arguments),
        Opened::Plain(game) => game,
    };
    chance::refuse_utility(arguments, game.spelling())?;
    let game = arguments.lookup.of(game, !arguments.strict, arguments.limits.bytes())?;
    if let Some(file) = &arguments.positions {
        return batch::run(file, &game, arguments);
    }
    Named::new(arguments.shown.json)
        .output("--certificate", certificate.as_ref())
        .checkpoint(keeping.checkpoint.as_ref())
        .game(game.spelling())
        .check()?;
    let position = place.of(&game)?;
    let mut settings = arguments.question.settings()?;
    arguments.limits.apply(&mut settings);
    settings.certificate = certificate.is_some();
    settings.canonical = arguments.canonical;
    settings.small = arguments.small;
    let decided = settings.decide(&game, arguments.question.goal(&game)?)?;
    let destination = Destination::of(certificate.as_ref(), *force)?;
    let keeper = match &keeping.checkpoint {
        Some(file) => {
            let every = keeping.every.unwrap_or(EVERY);
            let header = header(&position, &decided, settings.memory, every, &destination)?;
            Some(Keeper::start(file, header, *force)?)
        }
        None => None,
    };
    let solver = Solver::with(&game, settings).stopped_by(StopHandle::of(interrupt::flag()));
    let files = Files { certificate: destination, keeper };
    search(solver, &position, decided, files, None, arguments)
}

/// The header of the checkpoints of a search.
fn header(
    position: &Position,
    decided: &Decided,
    memory: u64,
    every: Duration,
    certificate: &Option<Destination>,
) -> Result<Header, Failure> {
    let question = &decided.question;
    if !question.algorithm.can_be_saved() {
        return Err(Failure::bad(format!(
            "{} keeps nothing that a checkpoint could hold; use another algorithm, or leave --checkpoint out",
            question.algorithm.name()
        )));
    }
    let mut header = Header::new(position, question, memory, every);
    header.certificate = certificate.as_ref().map(Destination::name);
    Ok(header.of_fleet(decided.policy.map(foregone::Policy::name)))
}

/// Searches, from the start or from a saved state, and prints what was found.
fn search(
    mut solver: Solver,
    position: &Position,
    decided: Decided,
    mut files: Files,
    resume: Option<&mut dyn foregone_solve::persist::StateReader>,
    arguments: &SolveArguments,
) -> Result<Ending, Failure> {
    let shown = &arguments.shown;
    let settings = solver.settings.clone();
    let started = Instant::now();
    let mut line = Line::new(position.game().scale(), &settings, shown);
    let answer = solver.search(position, decided, &mut line, files.keeper.as_mut(), resume);
    let moves = match &answer {
        Ok(answer) if arguments.every_move && answer.report.stop != Stop::Interrupted => {
            // The limits hold for the whole question: the moves have what the position itself has left.
            let created = answer.report.counters.created;
            solver.settings = settings.remaining_after(created, started.elapsed());
            // The answer may have taken days: it is shown whatever becomes of the moves.
            let values = solver.move_values(position, &mut line);
            values.map_err(|error| line.0.warn(&error.to_string())).ok()
        }
        _ => None,
    };
    line.0.clear();
    present(&answer?, files, settings.time, shown, moves, None)
}

/// The progress line of a search.
struct Line<'l>(SearchLine<'l>);

impl<'l> Line<'l> {
    fn new(scale: &'l Scale, settings: &foregone::Settings, shown: &ShownArguments) -> Line<'l> {
        let limits = foregone_solve::limits::Limits {
            nodes: settings.nodes,
            bytes: settings.memory,
            time: settings.time,
            interrupt: None,
        };
        Line(SearchLine::new(scale, &limits, shown.progress()))
    }
}

impl Watch for Line<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        self.0.progress(snapshot);
    }

    fn warn(&mut self, sentence: &str) {
        self.0.warn(sentence);
    }
}

/// Writes the certificate and prints what was found, whether the file could be written or not: an answer may have taken
/// days. A checkpoint that is not needed any more is removed at the very end.
pub(crate) fn present(
    answer: &Answer,
    files: Files,
    time: Option<Duration>,
    shown: &ShownArguments,
    moves: Option<Vec<MoveValue>>,
    members: Option<Vec<MemberSummary>>,
) -> Result<Ending, Failure> {
    let Files { certificate, keeper } = files;
    let written =
        certificate.map(|destination| certificate::write(&destination, answer.certificate(), time));
    let (certificate, unwritten) = match written {
        Some(Ok(written)) => (written, None),
        Some(Err(failure)) => (None, Some(failure.to_string())),
        None => (None, None),
    };
    let mut page = Page { answer, certificate, unwritten, checkpoint: None, moves, members };
    let ending = ending(&page);
    page.checkpoint = keeper.as_ref().and_then(|keeper| checkpoint(keeper, ending));
    if shown.json {
        output::print_json(&json::object(&page))?;
    } else {
        output::print(&text::page(&page))?;
    }
    if let (Some(stop), true) = (answer.report.unproved, answer.is_answered()) {
        output::complain(&text::unproved(&page, stop));
    }
    if let Some(why) = &page.unwritten {
        output::complain(&text::unwritten(&page, why));
    }
    let keeper = keeper.filter(Keeper::is_ours);
    if let (Some(keeper), Ending::Answered) = (keeper, ending) {
        keeper.remove()?;
    }
    // The checkpoint is of the position, whose search is over; but a part of what was asked is open.
    Ok(match (ending, page.open_move()) {
        (Ending::Answered, Some(_)) => Ending::LimitReached,
        _ => ending,
    })
}

fn ending(page: &Page<'_>) -> Ending {
    match (page.answer.is_answered(), page.answer.report.unproved) {
        _ if page.unwritten.is_some() => Ending::Failed,
        (_, Some(Stop::Contradicted)) => Ending::Failed,
        (false, _) => Ending::LimitReached,
        (true, Some(_)) => Ending::Failed,
        (true, None) => Ending::Answered,
    }
}

/// What there is to say about the checkpoint of a search that has ended so.
fn checkpoint(keeper: &Keeper, ending: Ending) -> Option<Checkpoint> {
    let last = keeper.last();
    match ending {
        Ending::Answered => keeper.is_ours().then(|| Checkpoint::Removed { file: keeper.name() }),
        _ => (last.file.is_some() || last.failed.is_some()).then_some(Checkpoint::Left(last)),
    }
}
