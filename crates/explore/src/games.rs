//! The games that are open. Opening one may take a moment, so the latest ones are kept.

use std::sync::{Arc, Mutex, PoisonError};

use foregone::chance::{ENTRIES, Opened, open_any};
use foregone::{Error, Game};
use foregone_games::registry::{GAMES, GameEntry};

use crate::config::NamedFile;

/// How many games are kept open.
const KEPT: usize = 32;

/// The games that are open, and the files that games may be read from.
pub(crate) struct Games {
    files: Vec<NamedFile>,
    /// Games that were opened with the explorer, with their tables.
    furnished: Vec<Game>,
    /// By what they were asked for, latest last.
    open: Mutex<Vec<(String, Arc<Opened>)>>,
}

impl Games {
    pub(crate) fn new(files: Vec<NamedFile>, furnished: Vec<Game>) -> Games {
        Games { files, furnished, open: Mutex::default() }
    }

    /// The files of games that were named on the command line.
    pub(crate) fn files(&self) -> &[NamedFile] {
        &self.files
    }

    /// Opens a game by its spelling. A game that is read from a file is one that was named on the command line, by its number.
    pub(crate) fn open(&self, spelling: &str) -> Result<Arc<Opened>, Error> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(known, _)| known == spelling) {
            let entry = open.remove(at);
            let game = entry.1.clone();
            open.push(entry);
            return Ok(game);
        }
        let game = Arc::new(self.furnished(open_any(spelling, &|name: &str| self.file(name))?));
        if open.len() == KEPT {
            open.remove(0);
        }
        open.push((spelling.to_owned(), game.clone()));
        Ok(game)
    }

    /// The same game as it was opened with the explorer, if it was.
    fn furnished(&self, opened: Opened) -> Opened {
        let found = self.furnished.iter().find(|game| game.spelling() == spelling(&opened));
        found.map_or(opened, |game| Opened::Plain(game.clone()))
    }

    /// The content of a file that was named on the command line. Nothing else is ever read.
    fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let number = name.parse::<usize>().ok();
        let file = number.and_then(|number| self.files.get(number.checked_sub(1)?));
        file.map(|file| file.bytes.clone()).ok_or_else(|| match &self.files[..] {
            [] => "no file of a game was opened with the explorer; start it with `foregone explore graph:FILE` or \
                   `foregone explore gdl:FILE`"
                .to_owned(),
            files => {
                let numbered = (1..).zip(files).map(|(number, file)| file.numbered(number));
                let names: Vec<String> = numbered.collect();
                format!(
                    "only {} was opened with the explorer; start another explorer for another file",
                    names.join(", ")
                )
            }
        })
    }
}

/// All games that have names, those with chance last.
pub(crate) fn entries() -> impl Iterator<Item = &'static GameEntry> {
    GAMES.iter().chain(ENTRIES)
}

/// The canonical spelling of a game.
pub(crate) fn spelling(game: &Opened) -> &str {
    match game {
        Opened::Plain(game) => game.spelling(),
        Opened::Chance(game) => game.spelling(),
    }
}
