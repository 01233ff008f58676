//! Errors of tablebases.

use std::io;
use std::path::Path;

use foregone_game::{ExploreError, NotationError};
use foregone_games::SpecError;

use crate::retro::AnalysisError;

/// Why something was not done with a tablebase. The text is one sentence that names the file or the game.
///
/// Variants that a program may want to answer with a remedy of its own (more memory, another option) carry their facts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The spelling names no game, or no game of which there are tables.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A position or a move cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The folder has no manifest.
    #[error("{folder} holds no tables: it has no manifest.json")]
    NoTables {
        /// The folder.
        folder: String,
    },
    /// Searches of this game cannot use tables.
    #[error("searches of {game} use no tables")]
    NotForSearches {
        /// The game.
        game: String,
    },
    /// The tables of this game do not tell how many plies are left.
    #[error("tables of {game} do not tell how long positions last, only those of Breakthrough do")]
    NoDistances {
        /// The game.
        game: String,
    },
    /// The files are in order, but they are not what was asked for.
    #[error("{0}")]
    Unfit(String),
    /// A file is damaged or missing.
    #[error("{0}")]
    Damaged(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    Io(String),
    /// The work needs more memory than it may use.
    #[error("{work} needs {need} bytes of memory, and {allowed} may be used")]
    Memory {
        /// The work, as the subject of a sentence.
        work: String,
        /// Bytes that it needs.
        need: u64,
        /// Bytes that it may use.
        allowed: u64,
    },
    /// The positions of the game could not be enumerated.
    #[error("{game}: {why}")]
    Enumeration {
        /// The game.
        game: String,
        /// The reason.
        why: ExploreError,
    },
    /// Some position has more moves than retrograde analysis can count.
    #[error(
        "a position of layer {layer} has more moves within its layer than retrograde analysis can count"
    )]
    TooManyMoves {
        /// The layer.
        layer: usize,
    },
    /// The stop flag was set.
    #[error("the work was stopped before it was finished")]
    Stopped,
}

impl TableError {
    pub(crate) fn damaged(path: &Path, what: &str) -> TableError {
        TableError::Damaged(format!("{} {what}", path.display()))
    }

    pub(crate) fn reading(path: &Path, error: &io::Error) -> TableError {
        match error.kind() {
            io::ErrorKind::NotFound => TableError::damaged(path, "is missing"),
            _ => TableError::Io(format!("{} cannot be read: {}", path.display(), reason(error))),
        }
    }

    pub(crate) fn writing(path: &Path, error: &io::Error) -> TableError {
        TableError::Io(format!("{} cannot be written: {}", path.display(), reason(error)))
    }

    /// Fails if some work needs more memory than it may use.
    pub(crate) fn unless_fits(work: &str, need: u64, allowed: u64) -> Result<(), TableError> {
        let work = work.to_owned();
        if need > allowed { Err(TableError::Memory { work, need, allowed }) } else { Ok(()) }
    }
}

/// The words of the operating system without its error number, which means nothing to most readers.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

impl From<AnalysisError> for TableError {
    fn from(error: AnalysisError) -> TableError {
        match error {
            AnalysisError::Stopped => TableError::Stopped,
            AnalysisError::TooManyMoves { layer } => TableError::TooManyMoves { layer },
        }
    }
}
