//! Games and positions that messages name, and the viewers that are kept for them.

use std::sync::Mutex;

use foregone::chance::{self, Opened};
use foregone::view::{ChanceViewer, Viewer};
use foregone::{Error, Settings};
use serde::Deserialize;

/// How files are read that messages name: the error is a sentence without the file's name.
pub type ReadFile<'f> = &'f (dyn Fn(&str) -> Result<Vec<u8>, String> + Sync);

/// Where a message wants to look.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Option<Moves>,
}

/// Moves as one text in the game's notation, or as a list of single ones.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Moves {
    Text(String),
    List(Vec<String>),
}

/// A position of either kind of game.
pub(crate) enum Placed {
    Plain(foregone::Position),
    Chance(chance::Position),
}

impl Place {
    pub(crate) fn open(&self, read_file: ReadFile<'_>) -> Result<Placed, Error> {
        let position = self.position.as_deref();
        Ok(match chance::open_any(&self.game, &read_file)? {
            Opened::Plain(game) => Placed::Plain(match &self.moves {
                Some(Moves::List(moves)) => game.play(position, moves)?,
                Some(Moves::Text(moves)) => game.place(position, Some(moves))?,
                None => game.place(position, None)?,
            }),
            Opened::Chance(game) => Placed::Chance(match &self.moves {
                Some(Moves::List(moves)) => game.place(position, Some(&moves.join(" ")))?,
                Some(Moves::Text(moves)) => game.place(position, Some(moves))?,
                None => game.place(position, None)?,
            }),
        })
    }

    /// The position, if its game has no chance.
    pub(crate) fn open_plain(
        &self,
        read_file: ReadFile<'_>,
        what: &str,
    ) -> Result<foregone::Position, Error> {
        match self.open(read_file)? {
            Placed::Plain(position) => Ok(position),
            Placed::Chance(position) => Err(Error::Input(format!(
                "{} is a game with chance, for which {what} is not there; ask for its children",
                position.game().spelling()
            ))),
        }
    }
}

/// Viewers of the games that were asked for last, with what they have found. A viewer that is in use is not among them.
#[derive(Default)]
pub(crate) struct Viewers {
    plain: Mutex<Vec<Viewer>>,
    chance: Mutex<Vec<ChanceViewer>>,
}

/// So many viewers are kept of each kind.
const KEPT: usize = 4;

impl Viewers {
    /// A viewer of a game.
    pub(crate) fn take(&self, game: &foregone::Game, memory: u64) -> Viewer {
        // A graph file may have changed since it was read: its game is opened anew.
        let mut kept = self.plain.lock().expect("no thread has panicked");
        let same = |viewer: &Viewer| viewer.game().spelling() == game.spelling();
        match kept.iter().position(same).filter(|_| game.info().file.is_none()) {
            Some(index) => kept.remove(index),
            None => {
                let mut settings = Settings::new();
                settings.memory = memory;
                Viewer::with(game, settings)
            }
        }
    }

    /// Keeps a viewer for the next question.
    pub(crate) fn put(&self, viewer: Viewer) {
        let mut kept = self.plain.lock().expect("no thread has panicked");
        kept.insert(0, viewer);
        kept.truncate(KEPT);
    }

    /// A viewer of a game with chance.
    pub(crate) fn take_chance(&self, game: &chance::Game) -> ChanceViewer {
        let mut kept = self.chance.lock().expect("no thread has panicked");
        let same = |viewer: &ChanceViewer| viewer.game().spelling() == game.spelling();
        match kept.iter().position(same).filter(|_| !game.is_graph()) {
            Some(index) => kept.remove(index),
            None => ChanceViewer::new(game),
        }
    }

    /// Keeps a viewer for the next question.
    pub(crate) fn put_chance(&self, viewer: ChanceViewer) {
        let mut kept = self.chance.lock().expect("no thread has panicked");
        kept.insert(0, viewer);
        kept.truncate(KEPT);
    }
}
