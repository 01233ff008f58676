//! The progress of a check, as an observer hears of it.

use std::time::Duration;

/// How far the check of a certificate has come.
///
/// ```
/// use std::cell::Cell;
/// use foregone_proof::{Options, Progress, check};
///
/// let last = Cell::new(Progress::default());
/// let options =
///     Options { observer: Some(Box::new(|progress| last.set(*progress))), ..Options::default() };
/// // A check that takes less than 100 milliseconds reports nothing.
/// assert!(check(&b"no certificate"[..], &options).is_err());
/// assert_eq!(last.get(), Progress::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Time since the check began.
    pub elapsed: Duration,
    /// Positions visited, each counted as often as it was visited, over all claims so far.
    pub positions: u64,
    /// Records read.
    pub records: u64,
    /// Bytes of the certificate read. They are read in large chunks: this number can be far ahead of the records.
    pub bytes: u64,
}
