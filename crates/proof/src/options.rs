//! What a check may use besides the certificate: other files, limits, and an observer of its progress.

use std::io::{self, Read};

use crate::limits::Limits;
use crate::progress::Progress;
use crate::remote::Fleet;

/// Opens a file. The argument is the path in the spelling of a `graph:` or `gdl:` game, or the name of a file of a tablebase. Both
/// come from files that anybody may have written: a loader must not open whatever they name.
pub type FileLoader<'l> = dyn Fn(&str) -> io::Result<Box<dyn Read + 'l>> + 'l;

/// Takes the state of a check.
pub type Saver<'l> = dyn Fn(&[u8]) + 'l;

/// Hears how far a check has come.
pub type Observer<'l> = dyn Fn(&Progress) + 'l;

/// What a check may use besides the certificate. The default gives no other files, allows citations, and has the default
/// [`Limits`].
///
/// ```
/// use foregone_proof::format::{Header, Writer};
/// use foregone_proof::{Options, check};
///
/// // In this game Max moves once, and wins by the second move.
/// let graph = br#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
///     "a": {"player": "max", "moves": ["lost", "won"]},
///     "lost": {"value": "loss"}, "won": {"value": "win"}}}"#;
/// let mut header = Header::new("graph:example.json", "a");
/// header.at_least = Some("win".to_owned());
/// header.graph = Some(blake3::hash(graph).to_hex().to_string());
/// let mut certificate = Vec::new();
/// let mut writer = Writer::new(&mut certificate, &header)?;
/// writer.record(1, false)?;
/// writer.finish()?;
///
/// let mut options = Options::with_game_file(graph);
/// options.strict = true;
/// options.limits.memory = 100 << 20;
/// assert_eq!(check(&certificate[..], &options)?.value.as_deref(), Some("win"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Options<'l> {
    /// Opens the files of games. Without it certificates of `graph:` and `gdl:` games cannot be checked.
    pub game_file: Option<Box<FileLoader<'l>>>,
    /// Opens the files of a tablebase. Without it certificates that cite a tablebase cannot be checked.
    pub tablebase: Option<Box<FileLoader<'l>>>,
    /// Reject certificates that cite a tablebase.
    pub strict: bool,
    /// The memory and the time that the check may take.
    pub limits: Limits<'l>,
    /// The threads that follow the parts of a certificate side by side. With 0 or 1 the check has no threads besides its own.
    pub threads: usize,
    /// Takes the state of the check of a certificate in parts about once a minute, and when the check stops at a limit.
    pub save: Option<Box<Saver<'l>>>,
    /// Goes on from a state that [`save`](Options::save) was given, of the same certificate. The state is believed: whoever can
    /// change it can have any certificate accepted.
    pub resume: Option<Vec<u8>>,
    /// Follows parts elsewhere, in [`remote::check`](crate::remote::check) only.
    pub fleet: Option<&'l Fleet<'l>>,
    /// Called about every 100 milliseconds while the check runs, never more often.
    pub observer: Option<Box<Observer<'l>>>,
}

impl<'l> Options<'l> {
    /// Options with a loader of the files of games.
    pub fn with_game_file_loader(
        loader: impl Fn(&str) -> io::Result<Box<dyn Read + 'l>> + 'l,
    ) -> Options<'l> {
        Options { game_file: Some(Box::new(loader)), ..Options::default() }
    }

    /// Options with the bytes of the file of the game, whatever path the certificate names.
    pub fn with_game_file(bytes: &'l [u8]) -> Options<'l> {
        Options::with_game_file_loader(move |_| Ok(Box::new(bytes)))
    }
}
