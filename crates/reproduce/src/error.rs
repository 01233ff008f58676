//! What can go wrong, as sentences for people.

/// Why an experiment could not be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A game, a position or a search was refused.
    #[error(transparent)]
    Library(#[from] foregone::Error),
    /// A list of positions takes more memory than a quarter of what may be used.
    #[error(
        "there are at least {positions} positions after {moves} moves, which take about {bytes} bytes; {allowed} bytes may be \
         used for them; take fewer moves, or allow more memory"
    )]
    TooManyPositions {
        /// Positions that were counted before the counting was given up.
        positions: u64,
        /// After this many moves.
        moves: u32,
        /// What these positions take.
        bytes: u64,
        /// What they may take.
        allowed: u64,
    },
    /// Solving every position of a board takes more memory than may be used.
    #[error(
        "solving every position of {game} needs {needed} bytes of memory, and {allowed} may be used; allow more memory"
    )]
    TooLittleMemory {
        /// The board.
        game: String,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that may be used.
        allowed: u64,
    },
    /// The caller stopped the experiment before there was anything to return; the words say what is missing.
    #[error("{0}: the experiment was stopped first")]
    Stopped(&'static str),
}

impl Error {
    /// Something that should have worked.
    pub(crate) fn failed(sentence: impl Into<String>) -> Error {
        Error::Library(foregone::Error::Failed(sentence.into()))
    }
}

impl From<foregone_solve::Refusal> for Error {
    fn from(refusal: foregone_solve::Refusal) -> Error {
        Error::Library(refusal.into())
    }
}
