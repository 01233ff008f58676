//! How a question is asked: what Python gives becomes settings of the library, and the search begins.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use foregone::checkpoint::{self, EVERY, Header, Keeper, Unusable};
use foregone::view::Progress;
use foregone::{Decided, Method, OPTIONS, Policy, Settings, Snapshot, Solver, StopHandle, Watch};
use pyo3::prelude::*;

use super::answer::Answer;
use super::game::Game;
use super::position::Position;
use super::problem::Problem;
use super::task::{Finish, Shared, Task};

/// What is asked and how; the names are those of a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    algorithm: String,
    goal: String,
    nodes: Option<u64>,
    pub(crate) memory: u64,
    time: Option<f64>,
    certificate: bool,
    canonical: bool,
    small: bool,
    /// Names and values of the option table.
    options: Vec<(String, String)>,
    /// Where the search is saved, how often, and whether a file there may be replaced.
    checkpoint: Option<PathBuf>,
    every: Option<f64>,
    replace: bool,
    /// Whether somebody wants to see how far the search is.
    watched: bool,
}

/// Seconds as a time.
pub(crate) fn seconds(seconds: Option<f64>) -> Result<Option<Duration>, Problem> {
    let time = |seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            Problem::Setting(format!("{seconds} seconds are no time that a search can take"))
        })
    };
    seconds.map(time).transpose()
}

impl Asked {
    pub(crate) fn settings(&self) -> Result<Settings, Problem> {
        let setting = |error: foregone::Error| Problem::Setting(error.to_string());
        let mut settings = Settings::by(Method::named(&self.algorithm).map_err(setting)?);
        settings.nodes = self.nodes;
        settings.memory = self.memory;
        settings.time = seconds(self.time)?;
        settings.certificate = self.certificate;
        settings.canonical = self.canonical;
        settings.small = self.small;
        for (name, value) in &self.options {
            settings.set(name, value).map_err(setting)?;
        }
        Ok(settings)
    }

    fn keeper(
        &self,
        position: &foregone::Position,
        decided: &Decided,
    ) -> Result<Option<Keeper>, Problem> {
        let Some(file) = &self.checkpoint else { return Ok(None) };
        let (question, game) = (&decided.question, position.game().spelling());
        if game.starts_with("python:") {
            return Err(Problem::Refused(format!(
                "{game} cannot be saved, since a checkpoint does not hold a game in Python; export_graph makes a game of it that can"
            )));
        }
        if !question.algorithm.can_be_saved() {
            return Err(Problem::Refused(format!(
                "{} keeps nothing that a checkpoint could hold; use another algorithm, or leave checkpoint out",
                question.algorithm.name()
            )));
        }
        let every = seconds(self.every)?.unwrap_or(EVERY);
        let header = Header::new(position, question, self.memory, every);
        let header = header.of_fleet(decided.policy.map(Policy::name));
        Keeper::start(file, header, self.replace)
            .map(Some)
            .map_err(|error| Problem::Checkpoint(error.to_string()))
    }
}

/// Shows how far a search is.
struct Shown<'s> {
    shared: &'s Shared,
    root: Option<foregone::Position>,
    warnings: Vec<String>,
}

impl Watch for Shown<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        let Some(root) = &self.root else { return };
        if let Ok(text) = serde_json::to_string(&Progress::of(root, snapshot)) {
            self.shared.show(text);
        }
    }

    fn warn(&mut self, sentence: &str) {
        self.warnings.push(sentence.to_owned());
    }
}

/// Begins to answer a question about a position.
#[pyfunction]
pub(crate) fn start_solve(position: &Bound<'_, Position>, asked: Asked) -> PyResult<Task> {
    let at = position.get().position.clone();
    let game = position.get().game.clone_ref(position.py());
    let settings = asked.settings()?;
    let goal = at.game().goal(&asked.goal).map_err(|error| Problem::Setting(error.to_string()))?;
    let decided = settings.decide(at.game(), goal).map_err(Problem::of_search)?;
    let keeper = asked.keeper(&at, &decided)?;
    let search = Search { at, settings, decided, keeper, watched: asked.watched };
    Ok(search.start(game, None))
}

/// Goes on with the search of a checkpoint, or with the one before it if that is damaged. The limits are new ones, but the
/// memory is at least what the search had.
#[pyfunction]
pub(crate) fn start_resume(py: Python<'_>, file: PathBuf, asked: Asked) -> PyResult<Task> {
    let stop = StopHandle::new();
    let (found, is_named) = match checkpoint::open(&file, &stop) {
        Err(Unusable::Damaged(why) | Unusable::Missing(why)) => {
            let previous = checkpoint::previous(&file);
            let other = checkpoint::open(&previous, &stop);
            (other.map_err(|_| Unusable::Damaged(why)), false)
        }
        found => (found, true),
    };
    let unusable = |why: &str| Problem::Checkpoint(format!("{} {why}", file.display()));
    let (header, reader) = found.map_err(|error| unusable(error.why()))?;
    let opened = foregone::Game::open(&header.game)
        .map_err(|error| super::game::unopened(&header.game, &error))?;
    let at = header.place(&opened).map_err(|why| unusable(&why))?;
    let mut settings = asked.settings()?;
    settings.memory = settings.memory.max(header.memory);
    let question = header.question(&opened).map_err(|error| unusable(&error.to_string()))?;
    let policy =
        header.fleet().and_then(|name| Policy::ALL.into_iter().find(|it| it.name() == name));
    if header.fleet().is_some() && policy.is_none() {
        return Err(unusable("is of a fleet; foregone coordinate goes on with it").into());
    }
    let mut header = header.continued(&opened, &question, settings.memory);
    header.every = seconds(asked.every)?.unwrap_or(header.every);
    let keeper = Keeper::resume(&file, header, is_named)
        .map_err(|error| Problem::Checkpoint(error.to_string()))?;
    let decided = Decided { question, policy, chosen: None };
    let game = Py::new(py, Game::opened(opened))?;
    let keeper = Some(keeper);
    let search = Search { at, settings, decided, keeper, watched: asked.watched };
    Ok(search.start(game, Some(reader)))
}

/// A search that can begin.
struct Search {
    at: foregone::Position,
    settings: Settings,
    decided: Decided,
    keeper: Option<Keeper>,
    watched: bool,
}

impl Search {
    fn start(self, game: Py<Game>, resume: Option<checkpoint::Reader<File>>) -> Task {
        let own = game.get().own.clone();
        let source = own.clone();
        Task::start(own, move |shared| {
            if let Some(source) = &source {
                source.allow(self.settings.memory);
            }
            let (mut answer, checkpoint, warnings) = self.run(shared, resume)?;
            if let Some(source) = &source {
                source.explain(&mut answer);
            }
            let finish: Finish = Box::new(move |py| {
                Ok(Py::new(py, Answer::new(answer, game, checkpoint, warnings))?.into_any())
            });
            Ok(finish)
        })
    }

    /// What was found, the checkpoint that is left, and what went wrong on the way.
    fn run(
        mut self,
        shared: &Shared,
        resume: Option<checkpoint::Reader<File>>,
    ) -> Result<(foregone::Answer, Option<String>, Vec<String>), Problem> {
        let Search { at, settings, decided, watched, .. } = self;
        let mut solver = Solver::with(at.game(), settings).stopped_by(shared.stop.clone());
        let root = watched.then(|| at.clone());
        let mut shown = Shown { shared, root, warnings: Vec::new() };
        let keeper = self.keeper.as_mut();
        let answer = match resume {
            Some(mut reader) => solver.search(&at, decided, &mut shown, keeper, Some(&mut reader)),
            None => solver.search(&at, decided, &mut shown, keeper, None),
        };
        let answer = answer.map_err(Problem::of_search)?;
        let mut left = None;
        if let Some(keeper) = self.keeper.take() {
            if answer.is_answered() {
                keeper.remove().map_err(|error| Problem::Checkpoint(error.to_string()))?;
            } else {
                left = keeper.last().file;
            }
        }
        Ok((answer, left, shown.warnings))
    }
}

/// The names of all algorithms, `auto` first.
///
/// >>> import foregone as fg
/// >>> fg.algorithms()[:3]
/// ['auto', 'pns', 'mopns']
#[pyfunction]
pub(crate) fn algorithm_names() -> Vec<&'static str> {
    Method::names().collect()
}

/// The names of all options, with the help text of each.
#[pyfunction]
pub(crate) fn option_list() -> Vec<(&'static str, &'static str)> {
    OPTIONS.iter().map(|row| (row.name, row.help)).collect()
}
