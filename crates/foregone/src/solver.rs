//! The solver: puts questions about positions to the searches, and keeps its table from one question to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foregone_game::Outcome;
use foregone_solve::Report;
use foregone_solve::limits::{Counters, Limits, Stop};
use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::options::{Algorithm, Goal};
use foregone_solve::persist::{Save, StateReader};
use foregone_solve::proof_tables::ProofTables;
use foregone_solve::request::{Request, WarmTable};

use crate::answer::Answer;
use crate::checkpoint::Keeper;
use crate::error::{Error, reason};
use crate::fleet;
use crate::game::Game;
use crate::position::Position;
use crate::proof_tables::PositionTables;
use crate::settings::{Decided, Settings};

/// Stops a search from another thread. Clones stop the same search.
///
/// ```
/// use foregone::{Game, Solver};
/// let game = Game::open("connect4:7x6").unwrap();
/// let mut solver = Solver::new(&game);
/// solver.stop_handle().stop();
/// assert!(solver.value(&game.start()).unwrap().value().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct StopHandle(Flag);

#[derive(Clone, Debug)]
enum Flag {
    Owned(Arc<AtomicBool>),
    Static(&'static AtomicBool),
}

impl StopHandle {
    /// A handle that nobody has used yet.
    pub fn new() -> StopHandle {
        StopHandle(Flag::Owned(Arc::default()))
    }

    /// A handle that stops when a flag of the program is set, such as the one of Ctrl-C.
    pub fn of(flag: &'static AtomicBool) -> StopHandle {
        StopHandle(Flag::Static(flag))
    }

    /// Ends the search as soon as it looks, within milliseconds. Later searches end at once, until [`StopHandle::reset`].
    pub fn stop(&self) {
        self.flag().store(true, Ordering::Relaxed);
    }

    /// Lets searches run again.
    pub fn reset(&self) {
        self.flag().store(false, Ordering::Relaxed);
    }

    /// Whether it has been used.
    pub fn is_stopped(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// The flag that searches look at, for work that takes a flag instead of a handle.
    pub fn flag(&self) -> &AtomicBool {
        match &self.0 {
            Flag::Owned(flag) => flag,
            Flag::Static(flag) => flag,
        }
    }
}

impl Default for StopHandle {
    fn default() -> StopHandle {
        StopHandle::new()
    }
}

/// Somebody who watches a search.
pub trait Watch {
    /// A look at the search, a few times a second at most.
    fn progress(&mut self, snapshot: &Snapshot) {
        let _ = snapshot;
    }

    /// Something went wrong that does not end the search, in a sentence.
    fn warn(&mut self, sentence: &str) {
        let _ = sentence;
    }
}

/// Nobody.
impl Watch for () {}

/// Every closure that takes a snapshot can watch.
impl<F: FnMut(&Snapshot)> Watch for F {
    fn progress(&mut self, snapshot: &Snapshot) {
        self(snapshot);
    }
}

/// Answers questions about positions of one game.
///
/// ```
/// use foregone::{Game, Solver};
/// let game = Game::open("connect4:4x4").unwrap();
/// let mut solver = Solver::new(&game);
/// assert_eq!(solver.value(&game.start()).unwrap().value(), Some("draw"));
/// assert_eq!(solver.at_least(&game.start(), "win").unwrap().holds(), Some(false));
/// ```
pub struct Solver {
    game: Game,
    /// How questions are to be answered.
    pub settings: Settings,
    stop: StopHandle,
    warm: WarmTable,
    /// What filled the table: the algorithm, whose hints another one would misread, and the knowledge, which may be unsound.
    filled_by: Option<(Algorithm, Option<u8>)>,
    keeps_table: bool,
}

impl Solver {
    /// A solver for a game, with the default settings. It keeps its table from one question to the next.
    pub fn new(game: &Game) -> Solver {
        Solver::with(game, Settings::new())
    }

    /// The same with other settings.
    pub fn with(game: &Game, settings: Settings) -> Solver {
        Solver {
            game: game.clone(),
            settings,
            stop: StopHandle::new(),
            warm: WarmTable::new(),
            filled_by: None,
            keeps_table: true,
        }
    }

    /// Forgets everything after each question, so that each costs what it costs alone.
    #[must_use]
    pub fn forgetful(self) -> Solver {
        Solver { keeps_table: false, ..self }
    }

    /// Makes a certificate of everything that is proved.
    #[must_use]
    pub fn certifying(mut self) -> Solver {
        self.settings.certificate = true;
        self
    }

    /// Lets that handle stop the searches.
    #[must_use]
    pub fn stopped_by(self, stop: StopHandle) -> Solver {
        Solver { stop, ..self }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What stops a search from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// The value of a position.
    pub fn value(&mut self, position: &Position) -> Result<Answer, Error> {
        self.ask(position, Goal::Value, &mut ())
    }

    /// Whether a position is worth at least an outcome to the first player.
    pub fn at_least(&mut self, position: &Position, outcome: &str) -> Result<Answer, Error> {
        let outcome = self.game.outcome(outcome)?;
        self.ask(position, Goal::AtLeast(outcome), &mut ())
    }

    /// The value if it lies between two outcomes, or else on which side of them it lies.
    pub fn range(&mut self, position: &Position, low: &str, high: &str) -> Result<Answer, Error> {
        let range = Goal::Range(self.game.outcome(low)?, self.game.outcome(high)?);
        self.ask(position, range, &mut ())
    }

    /// Asks a question; the watch is told about the progress.
    ///
    /// ```
    /// use foregone::{Game, Goal, Snapshot, Solver};
    /// let game = Game::open("connect4:4x4").unwrap();
    /// let mut watch = |snapshot: &Snapshot| println!("{} nodes", snapshot.counters.created);
    /// let answer = Solver::new(&game).ask(&game.start(), Goal::Value, &mut watch).unwrap();
    /// assert!(answer.is_answered());
    /// ```
    pub fn ask(
        &mut self,
        position: &Position,
        goal: Goal,
        watch: &mut dyn Watch,
    ) -> Result<Answer, Error> {
        let decided = self.settings.decide(&self.game, goal)?;
        self.search(position, decided, watch, None, None)
    }

    /// Asks a question that was decided before, with a keeper of checkpoints and from a saved state.
    pub fn search(
        &mut self,
        position: &Position,
        decided: Decided,
        watch: &mut dyn Watch,
        keeper: Option<&mut Keeper>,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Answer, Error> {
        if position.game().spelling() != self.game.spelling() {
            return Err(Error::input(format!(
                "the position is of {}, but this solver is for {}",
                position.game().spelling(),
                self.game.spelling()
            )));
        }
        let report = match (position.outcome(), decided.question.certificate) {
            // A finished position needs no search, in whatever game; only a certificate needs more than a look.
            (Some(outcome), false) => finished(outcome),
            _ => self.run(position, &decided, watch, keeper, resume)?,
        };
        Ok(Answer::new(position.clone(), decided, report))
    }

    fn run(
        &mut self,
        position: &Position,
        decided: &Decided,
        watch: &mut dyn Watch,
        keeper: Option<&mut Keeper>,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<String>, Error> {
        let question = &decided.question;
        let stop = self.stop.clone();
        let limits = Limits {
            nodes: self.settings.nodes,
            bytes: self.settings.memory,
            time: self.settings.time,
            interrupt: Some(stop.flag()),
        };
        let mut watcher = Watcher { watch, keeper };
        if let Some(policy) = decided.policy {
            return fleet::solve(position, (policy, question), limits, &mut watcher, resume);
        }
        let filled_by = Some((question.algorithm, question.techniques.knowledge));
        if !self.keeps_table || self.filled_by != filled_by {
            self.warm.clear();
        }
        self.filled_by = filled_by;
        let mut tables = PositionTables::of(position, question);
        let mut request = Request::new(question, limits).watched(&mut watcher).on(&mut self.warm);
        request.tables = tables.as_mut().map(|tables| tables as &mut dyn ProofTables);
        if let Some(source) = resume {
            request.resume = Some(source);
        }
        Ok(position.solve(request)?)
    }
}

/// The report about a position in which the game is over.
fn finished(outcome: Outcome) -> Report<String> {
    let counters = Counters { created: 1, ..Counters::default() };
    Report { counters, ..unsearched((outcome, outcome), Stop::Solved) }
}

/// The report about a position that was not searched.
pub(crate) fn unsearched(bounds: (Outcome, Outcome), stop: Stop) -> Report<String> {
    Report {
        bounds,
        stop,
        best: None,
        line: Vec::new(),
        most_proving: Vec::new(),
        efforts: Vec::new(),
        counters: Counters::default(),
        elapsed: core::time::Duration::ZERO,
        proofs: Vec::new(),
        unproved: None,
    }
}

/// Shows progress and writes checkpoints.
struct Watcher<'w> {
    watch: &'w mut dyn Watch,
    keeper: Option<&'w mut Keeper>,
}

impl Observer for Watcher<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        self.watch.progress(snapshot);
    }

    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| stopping || keeper.is_due())
    }

    /// A full disk does not end a search: the failure is reported, and the search goes on.
    fn checkpoint(&mut self, state: &dyn Save) {
        let Some(keeper) = &mut self.keeper else { return };
        if let Err(error) = keeper.write(state) {
            let rest = if keeper.is_ours() { ", with the one before left as it was" } else { "" };
            self.watch.warn(&format!(
                "the checkpoint {} could not be written{rest}: {}",
                keeper.name(),
                reason(&error)
            ));
        }
    }
}
