//! What goes wrong, as exceptions. Their classes are those of `foregone.errors`.

use foregone::Error;
use foregone_proof::{Failure, Limit};
use foregone_tablebase::TableError;
use pyo3::prelude::*;

/// What went wrong: what becomes an exception once Python is asked again.
#[derive(Debug)]
pub(crate) enum Problem {
    /// A text that is not what it should be: the text, what it should have been, and a sentence.
    Notation(String, &'static str, String),
    /// There is no game of that name.
    UnknownGame(String),
    /// A move that is not legal: the moves that were given, and a sentence.
    IllegalMove(String, String),
    /// What does not fit the game or the question.
    Refused(String),
    /// An option that is not there, or has a value that it cannot have.
    Setting(String),
    /// A certificate that proves nothing: the place and the reason.
    Rejected(String, String),
    /// A checkpoint that cannot be written or used.
    Checkpoint(String),
    /// A game that is written in Python is wrong.
    Game(String),
    /// Files and the like.
    Failed(String),
    /// An exception of Python code.
    Raised(PyErr),
}

/// What a panic means: it is our mistake.
pub(crate) const PANIC: &str = "this is a mistake in foregone; please report it with what led here";

impl Problem {
    /// What a search says, which is a refusal if it is about options.
    pub(crate) fn of_search(error: Error) -> Problem {
        match error {
            Error::OptionValue { .. } => Problem::Setting(error.to_string()),
            Error::Failed(sentence) => Problem::Failed(sentence),
            Error::InTheWay { .. } => Problem::Checkpoint(error.to_string()),
            other => Problem::Refused(other.to_string()),
        }
    }

    /// What the checker says.
    pub(crate) fn of_check(failure: Failure) -> Problem {
        match failure {
            Failure::Rejected(rejected) => {
                Problem::Rejected(rejected.location.to_string(), rejected.reason)
            }
            other => Problem::Failed(other.to_string()),
        }
    }

    /// What tables say.
    pub(crate) fn of_tables(error: TableError) -> Problem {
        match error {
            TableError::Notation(error) => {
                Problem::Notation(String::new(), "position", error.to_string())
            }
            TableError::Game(error) => Problem::UnknownGame(error.to_string()),
            other => Problem::Failed(other.to_string()),
        }
    }
}

/// What was not decided, as it is called in results.
pub(crate) fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => "memory",
        Limit::Time => "time",
        Limit::Interrupt => "interrupted",
    }
}

impl From<PyErr> for Problem {
    fn from(error: PyErr) -> Problem {
        Problem::Raised(error)
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> PyErr {
        Python::attach(|py| exception(py, problem).unwrap_or_else(|error| error))
    }
}

fn exception(py: Python<'_>, problem: Problem) -> PyResult<PyErr> {
    let errors = py.import("foregone.errors")?;
    let made = |class: &str, arguments: &[&str]| {
        let arguments = pyo3::types::PyTuple::new(py, arguments)?;
        errors.getattr(class)?.call1(arguments).map(PyErr::from_value)
    };
    match problem {
        Problem::Notation(text, place, sentence) => {
            made("NotationError", &[&sentence, &text, place])
        }
        Problem::UnknownGame(sentence) => made("UnknownGame", &[&sentence]),
        Problem::IllegalMove(text, sentence) => {
            let place = sentence.split(" (\"").next().filter(|it| it.starts_with("move "));
            made("IllegalMove", &[&sentence, &text, place.unwrap_or("move 1")])
        }
        Problem::Refused(sentence) => made("Refused", &[&sentence]),
        Problem::Setting(sentence) => made("SettingError", &[&sentence]),
        Problem::Rejected(place, reason) => made("Rejected", &[&place, &reason]),
        Problem::Checkpoint(sentence) => made("CheckpointError", &[&sentence]),
        Problem::Game(sentence) => made("GameError", &[&sentence]),
        Problem::Failed(sentence) => made("ForegoneError", &[&sentence]),
        Problem::Raised(error) => Ok(error),
    }
}
