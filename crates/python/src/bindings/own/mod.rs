//! Games that are written in Python: an object with `start`, `expand` and `player` becomes the source of a game that grows.

mod ask;
mod states;
mod visit;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

use crate::growing::{Expansion, GrowingCyclicGame, GrowingGame, Source};
use foregone::StopHandle;
use foregone_game::{NotationError, Outcome, Scale};
use pyo3::prelude::*;

use self::states::States;
use super::problem::Problem;

/// What asks a Python object for the rules, and keeps its states.
pub(crate) struct OwnSource {
    /// The game, and the methods that are asked.
    pub(crate) object: Py<PyAny>,
    expand: Py<PyAny>,
    player: Py<PyAny>,
    text: Option<Py<PyAny>>,
    merit: Option<Py<PyAny>>,
    /// Draws a state, if the game can.
    svg: Option<Py<PyAny>>,
    /// Reads a state: `foregone.own.read`.
    reader: Py<PyAny>,
    scale: Scale,
    states: Mutex<States>,
    trouble: Mutex<Trouble>,
    /// Bytes that the states may take, and whether they do.
    most_bytes: AtomicU64,
    is_full: AtomicBool,
}

/// Why no answer about the game counts, and who has to be told.
#[derive(Default)]
struct Trouble {
    /// An exception of the game's own code. It is forgotten when nobody works with the game any more.
    raised: Option<PyErr>,
    /// What is wrong with the rules; never forgotten.
    wrong: Option<String>,
    /// Work that is stopped when something goes wrong.
    at_work: Vec<StopHandle>,
}

/// Makes a game of a Python object.
pub(crate) fn open(object: &Bound<'_, PyAny>) -> PyResult<(foregone::Game, Arc<OwnSource>)> {
    let py = object.py();
    let helper = py.import("foregone.own")?;
    let facts = helper.getattr("facts")?.call1((object,))?;
    let (name, outcomes, infinite): (String, Vec<String>, Option<String>) = facts.extract()?;
    let scale = Scale::try_new(outcomes).map_err(|error| Problem::Game(error.to_string()))?;
    let infinite = match infinite {
        Some(name) => Some(
            scale
                .read(&name)
                .map_err(|why| Problem::Game(format!("the outcome of infinite play: {why}")))?,
        ),
        None => None,
    };
    let optional = |name: &str| {
        let found = object.getattr_opt(name)?.filter(|part| !part.is_none());
        Ok::<_, PyErr>(found.map(Bound::unbind))
    };
    let source = Arc::new(OwnSource {
        object: object.clone().unbind(),
        expand: object.getattr("expand")?.unbind(),
        player: object.getattr("player")?.unbind(),
        text: optional("text")?,
        merit: optional("merit")?,
        svg: optional("svg")?,
        reader: helper.getattr("read")?.unbind(),
        scale: scale.clone(),
        states: Mutex::default(),
        trouble: Mutex::default(),
        most_bytes: AtomicU64::new(u64::MAX),
        is_full: AtomicBool::new(false),
    });
    let start = object.call_method0("start")?;
    source.intern(py, &start)?;
    let spelling = format!("python:{name}");
    let game = match infinite {
        Some(outcome) => {
            let game = GrowingCyclicGame::cyclic(scale, outcome, source.clone());
            foregone::Game::own_returning(&spelling, game)
        }
        None => foregone::Game::own(&spelling, GrowingGame::acyclic(scale, source.clone())),
    };
    Ok((game, source))
}

impl OwnSource {
    fn trouble(&self) -> std::sync::MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something has gone wrong: all work ends.
    fn fail(&self, raised: Option<PyErr>, wrong: Option<String>) {
        let mut trouble = self.trouble();
        // The first one is the cause of what follows.
        if trouble.raised.is_none() {
            trouble.raised = raised;
        }
        if trouble.wrong.is_none() {
            trouble.wrong = wrong;
        }
        trouble.at_work.iter().for_each(StopHandle::stop);
    }

    /// Asks Python. If that fails, all work ends.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> Result<T, Problem>) -> Option<T> {
        let answer = Python::try_attach(|py| match question(py) {
            Ok(answer) => Some(answer),
            Err(problem) => {
                self.fail(Some(problem.into()), None);
                None
            }
        });
        if answer.is_none() {
            self.fail(None, Some("Python is ending".to_owned()));
        }
        answer.flatten()
    }
}

impl Source for OwnSource {
    fn expand(&self, position: u32) -> Option<Expansion> {
        self.ask(|py| self.expanded(py, position))
    }

    fn returns(&self, cycle: &[u32]) {
        let line: Vec<String> = cycle.iter().take(8).map(|&state| self.write(state)).collect();
        let dots = if cycle.len() > line.len() { " -> ..." } else { "" };
        let line = line.join(" -> ");
        self.fail(None, Some(format!(
            "play returns to a state: {line}{dots}; say what a play is worth that never ends, such as infinite = \"draw\", or let the state tell such positions apart"
        )));
    }

    fn defect(&self) -> Option<String> {
        let trouble = self.trouble();
        let raised = trouble.raised.as_ref().map(|_| "the code of the game has failed".to_owned());
        trouble.wrong.clone().or(raised)
    }

    fn write(&self, position: u32) -> String {
        self.ask(|py| self.written(py, position)).unwrap_or_else(|| "?".to_owned())
    }

    fn read(&self, text: &str) -> Result<u32, NotationError> {
        let read = self.ask(|py| {
            let state = self.reader.bind(py).call1((self.object.bind(py), text));
            match state {
                Ok(state) => {
                    let position = self.intern(py, &state)?;
                    let again = self.written(py, position)?;
                    Ok((again == text).then_some(position).ok_or_else(|| {
                        NotationError::new(format!(
                            "the state that is read there is written \"{again}\""
                        ))
                    }))
                }
                Err(error) if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) => {
                    Ok(Err(NotationError::new(error.value(py).to_string())))
                }
                Err(error) => Err(error.into()),
            }
        });
        read.unwrap_or_else(|| Err(NotationError::new("the code of the game has failed")))
    }

    fn move_name(&self, name: u32) -> String {
        let name = Python::try_attach(|py| self.lock(py).name(name).to_owned());
        name.unwrap_or_default()
    }

    fn text(&self, position: u32) -> String {
        let mut text = self.write(position);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// The outcome of that name, or what is wrong with it.
fn outcome_named(scale: &Scale, name: &str) -> Result<Outcome, String> {
    scale.find(name).ok_or_else(|| {
        format!("the outcome \"{name}\", which is none of {}", scale.names().join(", "))
    })
}
