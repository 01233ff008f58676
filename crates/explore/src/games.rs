//! The games that are open. Opening one may take a moment, so the latest ones are kept.

use std::sync::{Arc, Mutex, PoisonError};

use foregone::chance::{ENTRIES, Opened, open_any};
use foregone::{Error, Game};
use foregone_games::registry::{GAMES, GameEntry};

use crate::config::Graph;

/// How many games are kept open.
const KEPT: usize = 32;

/// The games that are open, and the graph files that may be opened.
pub(crate) struct Games {
    graphs: Vec<Graph>,
    /// Games that were opened with the explorer, with their tables.
    furnished: Vec<Game>,
    /// By what they were asked for, latest last.
    open: Mutex<Vec<(String, Arc<Opened>)>>,
}

impl Games {
    pub(crate) fn new(graphs: Vec<Graph>, furnished: Vec<Game>) -> Games {
        Games { graphs, furnished, open: Mutex::default() }
    }

    /// The graph files that were named on the command line.
    pub(crate) fn graphs(&self) -> &[Graph] {
        &self.graphs
    }

    /// Opens a game by its spelling. A `graph:` game is one that was named on the command line, by its number.
    pub(crate) fn open(&self, spelling: &str) -> Result<Arc<Opened>, Error> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(known, _)| known == spelling) {
            let entry = open.remove(at);
            let game = entry.1.clone();
            open.push(entry);
            return Ok(game);
        }
        let game = Arc::new(self.furnished(open_any(spelling, &|name: &str| self.graph(name))?));
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

    /// The content of a graph file that was named on the command line. Nothing else is ever read.
    fn graph(&self, name: &str) -> Result<Vec<u8>, String> {
        let number = name.parse::<usize>().ok();
        let graph = number.and_then(|number| self.graphs.get(number.checked_sub(1)?));
        graph.map(|graph| graph.bytes.clone()).ok_or_else(|| match self.graphs.len() {
            0 => "no graph file was opened with the explorer; start it with `foregone explore graph:FILE`".to_owned(),
            1 => "only graph:1 was opened with the explorer; start another explorer for another file".to_owned(),
            count => format!("only graph:1 to graph:{count} were opened with the explorer"),
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
