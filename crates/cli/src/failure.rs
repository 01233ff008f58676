//! How a command ends, and the exit code that says so.

use std::io;

use foregone_game::NotationError;
use foregone_games::SpecError;
pub(crate) use foregone_proof::program::reason;
use foregone_solve::Refusal;
use foregone_solve::options::OptionConflict;

/// Why a command could not do its work: one sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked for makes no sense; asking differently helps.
    #[error("{0}")]
    BadInput(String),
    /// It made sense but did not work out.
    #[error("{0}")]
    Failed(String),
    /// A limit was reached, or Ctrl-C pressed, before there was anything to show.
    #[error("{0}")]
    Limit(String),
    /// A certificate does not prove what it claims.
    #[cfg(feature = "explore")]
    #[error("{0}")]
    Rejected(String),
}

impl Failure {
    /// Bad input, in a sentence.
    pub(crate) fn bad(sentence: impl Into<String>) -> Failure {
        Failure::BadInput(sentence.into())
    }

    /// A file that cannot be read or written; `doing` is a verb.
    pub(crate) fn file(path: &str, doing: &str, error: &io::Error) -> Failure {
        Failure::BadInput(format!("{path} cannot be {doing}: {}", reason(error)))
    }

    /// Something that was not finished, in words that come before why.
    pub(crate) fn unfinished(what: &str) -> Failure {
        Failure::Limit(format!("{what}: {}", crate::interrupt::reason()))
    }

    /// The exit code of the program.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Failed(_) => 1,
            Failure::BadInput(_) => 2,
            Failure::Limit(_) => 3,
            #[cfg(feature = "explore")]
            Failure::Rejected(_) => 4,
        }
    }
}

impl From<foregone::Error> for Failure {
    fn from(error: foregone::Error) -> Failure {
        match error {
            foregone::Error::OptionConflict(conflict) => conflict.into(),
            foregone::Error::OptionValue { option, why } => {
                Failure::bad(format!("{}: {why}", flag(option)))
            }
            foregone::Error::Failed(sentence) => Failure::Failed(sentence),
            foregone::Error::Stopped(sentence) => Failure::Limit(sentence),
            foregone::Error::InTheWay { sentence, resume: Some(file) } => Failure::bad(format!(
                "{sentence}; go on with --resume {}, or start again with --force",
                file.display()
            )),
            foregone::Error::InTheWay { sentence, resume: None } => {
                Failure::bad(format!("{sentence}; name another file, or replace it with --force"))
            }
            other => Failure::BadInput(other.to_string()),
        }
    }
}

impl From<OptionConflict> for Failure {
    fn from(conflict: OptionConflict) -> Failure {
        Failure::bad(format!("{} {}", flag(conflict.option), conflict.why))
    }
}

/// An option of the library as it is written on the command line.
fn flag(option: &str) -> String {
    format!("--{option}")
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::BadInput(error.0)
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::BadInput(error.0)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::BadInput(refusal.0)
    }
}

/// How a command that did its work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Answered, accepted.
    Answered,
    /// What was promised is not there; the command has said why.
    Failed,
    /// What was given makes no sense; the command has said why.
    BadInput,
    /// A limit was reached before the answer.
    LimitReached,
    /// A certificate does not prove what it claims.
    Rejected,
    /// A certificate proves what it claims for those who trust something else.
    OnTrust,
}

impl Ending {
    /// The exit code of the program.
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Ending::Answered => 0,
            Ending::Failed => 1,
            Ending::BadInput => 2,
            Ending::LimitReached => 3,
            Ending::Rejected => 4,
            Ending::OnTrust => 5,
        }
    }
}

/// A panic is a mistake of ours: says so in one sentence and ends with code 1.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
        let what = panic.payload_as_str().unwrap_or("no message");
        crate::output::complain(&format!(
            "this is a mistake in foregone; please report it with the command that led here ({what}{})",
            place.unwrap_or_default()
        ));
        std::process::exit(1);
    }));
}
