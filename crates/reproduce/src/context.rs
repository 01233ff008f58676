//! What experiments get from their caller: limits, a handle that stops them, and an observer of their progress.

use std::time::{Duration, Instant};

use foregone::{Answer, Error as LibraryError, Game, Goal, Position, Settings, Solver, StopHandle};
use foregone_chance::limits::Limits as ChanceLimits;
use foregone_solve::limits;

use crate::error::Error;
use crate::figures::{Figure, Section};
use crate::findings::Finding;

/// How far each search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes that a search may create.
    pub nodes: Option<u64>,
    /// Bytes that a search may hold.
    pub memory: u64,
    /// Time that a search may take.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// 1 GiB for each search, which is the default of [`Settings`], and no other limit.
    fn default() -> Limits {
        Limits { nodes: None, memory: Settings::new().memory, time: None }
    }
}

impl Limits {
    /// Writes the limits into the settings of a solver.
    fn apply(&self, settings: &mut Settings) {
        (settings.nodes, settings.memory, settings.time) = (self.nodes, self.memory, self.time);
    }
}

/// Is told about progress. An experiment has one part after the other, and each part has a number of rows.
pub trait Progress {
    /// A part begins.
    fn begin(&self, title: &str, rows: usize) {
        let _ = (title, rows);
    }

    /// One more row of the part is finished.
    fn advance(&self) {}

    /// The part is finished, or was stopped.
    fn end(&self) {}
}

/// Ignores everything.
impl Progress for () {}

/// What an experiment gets from its caller.
#[derive(Clone)]
pub struct Context<'c> {
    /// How far each search may go, where the experiment does not say otherwise.
    pub limits: Limits,
    /// Stops the experiment. What was finished before is returned.
    pub stop: StopHandle,
    /// Who is told about progress.
    pub progress: &'c dyn Progress,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context { limits: Limits::default(), stop: StopHandle::new(), progress: &() }
    }
}

impl Context<'_> {
    /// The same with other limits.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Context { limits, ..self.clone() }
    }

    /// Whether the caller has stopped the experiment.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// A solver that forgets each question, so that each costs what it costs alone.
    pub(crate) fn solver(&self, game: &Game, mut settings: Settings) -> Solver {
        self.limits.apply(&mut settings);
        Solver::with(game, settings).forgetful().stopped_by(self.stop.clone())
    }

    /// Asks one question about a position.
    pub(crate) fn ask(
        &self,
        position: &Position,
        settings: Settings,
        goal: Goal,
    ) -> Result<Answer, LibraryError> {
        self.solver(position.game(), settings).ask(position, goal, &mut ())
    }

    /// The limits, for searches of games that [`Solver`] cannot open.
    pub(crate) fn search_limits(&self) -> limits::Limits<'_> {
        let Limits { nodes, memory, time } = self.limits;
        limits::Limits { nodes, bytes: memory, time, interrupt: Some(self.stop.flag()) }
    }

    /// The limits, for searches of games with chance.
    pub(crate) fn chance_limits(&self) -> ChanceLimits<'_> {
        let Limits { nodes, memory, time } = self.limits;
        let bytes = usize::try_from(memory).unwrap_or(usize::MAX);
        ChanceLimits { nodes, time, bytes, interrupt: Some(self.stop.flag()) }
    }

    /// Measures one row after the other. A row during which the experiment was stopped does not count; `None` if none does.
    pub(crate) fn section<T>(
        &self,
        title: &str,
        rows: &[T],
        measure: impl FnMut(&T) -> Result<Vec<Figure>, Error>,
    ) -> Result<Option<Section>, Error> {
        let (figures, time, finished) = self.measure(title, rows, measure)?;
        Ok(Section::of(title, figures, time, finished))
    }

    /// The same for values that are no whole numbers.
    pub(crate) fn findings<T>(
        &self,
        title: &str,
        rows: &[T],
        measure: impl FnMut(&T) -> Result<Vec<Finding>, Error>,
    ) -> Result<Option<Section>, Error> {
        let (findings, time, finished) = self.measure(title, rows, measure)?;
        let section = Section::of(title, Vec::new(), time, finished);
        Ok(section.map(|section| Section { findings, ..section }))
    }

    /// Measures one row after the other, as long as the caller does not stop it.
    fn measure<T, M>(
        &self,
        title: &str,
        rows: &[T],
        mut measure: impl FnMut(&T) -> Result<Vec<M>, Error>,
    ) -> Result<Rows<M>, Error> {
        let began = Instant::now();
        self.progress.begin(title, rows.len());
        let (mut all, mut finished) = (Vec::new(), 0);
        for row in rows {
            if self.is_stopped() {
                break;
            }
            let measured = measure(row);
            if self.is_stopped() {
                break;
            }
            all.extend(measured?);
            finished += 1;
            self.progress.advance();
        }
        self.progress.end();
        Ok((all, began.elapsed(), (finished, rows.len())))
    }
}

/// What was measured, the time, and how many rows of how many were finished.
type Rows<M> = (Vec<M>, Duration, (usize, usize));

/// As many threads as there are cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
