//! What can go wrong, as sentences for people.

use foregone_game::NotationError;
use foregone_games::SpecError;
use foregone_solve::Refusal;
use foregone_solve::persist::LoadError;

/// Why something could not be done: one sentence that names the place and the remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for makes no sense; asking differently helps.
    #[error("{0}")]
    Input(String),
    /// It made sense but did not work out.
    #[error("{0}")]
    Failed(String),
    /// It was stopped before there was anything to show.
    #[error("{0}")]
    Stopped(String),
}

impl Error {
    /// Wrong input, in a sentence.
    pub fn input(sentence: impl Into<String>) -> Error {
        Error::Input(sentence.into())
    }

    /// A file that cannot be read or written; `doing` is a verb.
    pub(crate) fn file(path: &str, doing: &str, error: &std::io::Error) -> Error {
        Error::Input(format!("{path} cannot be {doing}: {}", reason(error)))
    }
}

/// Why an operation on a file failed, in the system's words without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Error {
        Error::Input(error.0)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Error {
        Error::Input(error.0)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Input(refusal.0)
    }
}

impl From<LoadError> for Error {
    fn from(broken: LoadError) -> Error {
        Error::Input(broken.0)
    }
}
