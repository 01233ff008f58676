//! What can go wrong, as sentences for people.

use foregone_game::NotationError;
use foregone_games::SpecError;
pub(crate) use foregone_proof::program::reason;
use foregone_solve::Refusal;
use foregone_solve::options::OptionConflict;
use foregone_solve::persist::LoadError;

/// Why something could not be done: one sentence that names the place and the remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for makes no sense; asking differently helps.
    #[error("{0}")]
    Input(String),
    /// An option that does not fit the algorithm or the question.
    #[error("{0}")]
    OptionConflict(OptionConflict),
    /// A value that an option cannot have.
    #[error("{option}: {why}")]
    OptionValue {
        /// The name of the option in the table.
        option: &'static str,
        /// What the value should be.
        why: String,
    },
    /// It made sense but did not work out.
    #[error("{0}")]
    Failed(String),
    /// A file is in the way, and was not replaced.
    #[error("{sentence}; name another file, or ask for this one to be replaced")]
    InTheWay {
        /// Which file it is.
        sentence: String,
        /// The checkpoint to go on from, if the file is one of this very search.
        resume: Option<std::path::PathBuf>,
    },
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
