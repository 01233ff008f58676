//! Games with chance, opened by their spelling.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use foregone_chance::games::Opened as Named;
use foregone_chance::graph::file::{self, DecidedGraph};
use foregone_chance::{Utility, games};
use foregone_game::{NotationError, Scale};
use serde::Deserialize;

use super::acyclic::NeverReturns;
use super::cyclic::CanReturn;
use super::entries::ENTRIES;
use super::erased::{ErasedGame, erase};
use super::position::Position;
use super::record;
use super::sweeps::HasNumbers;
use crate::error::Error;
use crate::game::read_file;

/// A game with chance, with its parameters. Cheap to clone; it can be sent to other threads.
#[derive(Clone)]
pub struct Game {
    erased: Arc<dyn ErasedGame>,
    spelling: Arc<str>,
    /// The BLAKE3 hash of the graph file, if it was read from one.
    graph: Option<Arc<str>>,
}

/// A game with or without chance.
pub enum Opened {
    /// Two players and nothing else.
    Plain(crate::Game),
    /// With chance.
    Chance(Game),
}

/// How a file named in a spelling is read; the error is a sentence without the file's name.
type ReadFile<'f> = &'f dyn Fn(&str) -> Result<Vec<u8>, String>;

impl Game {
    /// Opens a game with chance by its spelling. The file of a `graph:` game is read from disk.
    ///
    /// ```
    /// use foregone::chance::Game;
    /// assert_eq!(Game::open("pig").unwrap().spelling(), "pig:100");
    /// let error = Game::open("connect4").err().unwrap();
    /// assert_eq!(error.to_string(), "connect4 is a game without chance");
    /// ```
    pub fn open(spelling: &str) -> Result<Game, Error> {
        match open_any(spelling, &read_file)? {
            Opened::Chance(game) => Ok(game),
            Opened::Plain(_) => {
                Err(Error::input(format!("{} is a game without chance", spelling.trim())))
            }
        }
    }

    /// The canonical spelling.
    pub fn spelling(&self) -> &str {
        &self.spelling
    }

    /// Whether it was read from a graph file.
    pub fn is_graph(&self) -> bool {
        self.graph.is_some()
    }

    /// The BLAKE3 hash of the graph file, if it was read from one.
    pub(super) fn graph_hash(&self) -> Option<&str> {
        self.graph.as_deref()
    }

    /// Whether play can return to a position.
    pub fn can_return(&self) -> bool {
        self.erased.can_return()
    }

    /// In Graphviz' language, if the game is written down position by position.
    pub fn dot(&self) -> Option<String> {
        self.erased.dot()
    }

    /// Whether its positions have numbers, so that sweeps over a table are possible.
    pub fn has_numbers(&self) -> bool {
        self.erased.has_numbers()
    }

    /// The outcomes, worst for the first player first.
    pub fn scale(&self) -> &Scale {
        self.erased.scale()
    }

    /// What outcomes are worth: the named utility or list, or the usual one of the game.
    pub fn utility(&self, text: Option<&str>) -> Result<Utility, Error> {
        match text {
            None => Ok(self.erased.usual_utility()),
            Some(text) => Utility::read(text, self.scale()).map_err(|error| Error::Input(error.0)),
        }
    }

    /// Where the game begins.
    pub fn start(&self) -> Position {
        let erased = self.erased.place(None).expect("a game has a start");
        Position::new(self.clone(), erased, None)
    }

    /// The position after the moves from the written position, or from the start.
    pub fn place(&self, position: Option<&str>, moves: Option<&str>) -> Result<Position, Error> {
        let base = position.map(str::to_owned);
        let mut placed = Position::new(self.clone(), self.erased.place(position)?, base);
        placed.play_line(moves.unwrap_or(""))?;
        Ok(placed)
    }

    /// The end of a recorded game from the written position, or from the start. A record has moves and outcomes of chance as
    /// they follow each other, separated by white space or commas. Numbers such as `3.` and comments (`{…}`, or from `#` to
    /// the end of a line) are skipped. The error names the line and the move.
    ///
    /// ```
    /// let game = foregone::chance::Game::open("pig:10").unwrap();
    /// let end = game.replay(None, "# a short game\n1. (4) roll (6)").unwrap();
    /// assert_eq!(end.line(), ["4", "roll", "6"]);
    /// let error = game.replay(None, "4 roll\n7").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, move 3 (\"7\"): \"7\" is no outcome of chance"));
    /// ```
    pub fn replay(&self, position: Option<&str>, record: &str) -> Result<Position, Error> {
        let mut placed = self.place(position, None)?;
        for (number, (line, word)) in (1..).zip(record::words(record, !self.is_graph())) {
            let named = |error: NotationError| {
                Error::input(format!("line {line}, move {number} (\"{word}\"): {error}"))
            };
            placed.play_word(word).map_err(named)?;
        }
        Ok(placed)
    }
}

/// Whether a spelling begins with the name of a game with chance. Graphs have no name of their own.
pub fn is_named(spelling: &str) -> bool {
    let name = spelling.trim().split(':').next().unwrap_or_default();
    ENTRIES.iter().any(|entry| entry.name == name)
}

/// Opens a game with or without chance; `read_file` gets the bytes of the file of a `graph:` or `gdl:` game, or says why it cannot.
/// It is asked once.
pub fn open_any(spelling: &str, read_file: ReadFile<'_>) -> Result<Opened, Error> {
    if is_named(spelling) {
        return named(spelling).map(Opened::Chance);
    }
    let Some(path) = spelling.trim().strip_prefix("graph:").filter(|path| !path.is_empty()) else {
        return crate::Game::open_with(spelling, read_file).map(Opened::Plain).map_err(with_names);
    };
    let bytes = read_file(path);
    if let Some(bytes) = bytes.as_ref().ok().filter(|bytes| has_chance(bytes)) {
        return graph(path, bytes).map(Opened::Chance);
    }
    let bytes = RefCell::new(Some(bytes));
    let once = |path: &str| bytes.take().unwrap_or_else(|| read_file(path));
    crate::Game::open_with(spelling, &once).map(Opened::Plain)
}

/// A list of all games goes on with those with chance.
fn with_names(error: Error) -> Error {
    match error {
        Error::Input(sentence) if sentence.contains("; the games are ") => {
            let names: Vec<&str> = ENTRIES.iter().map(|entry| entry.name).collect();
            Error::Input(format!("{sentence}, and with chance {}", names.join(", ")))
        }
        other => other,
    }
}

fn named(spelling: &str) -> Result<Game, Error> {
    let opened = games::open(spelling).map_err(|error| Error::Input(error.0))?;
    let spelling = opened.spelling().into();
    let erased = match opened {
        Named::Pig(game) => erase::<_, CanReturn>(game),
        Named::LimitedPig(game) => erase::<_, NeverReturns>(game),
        Named::Ewn(game) => erase::<_, NeverReturns>(game),
        Named::DarkChess(game) => erase::<_, CanReturn>(game),
        Named::LimitedDarkChess(game) => erase::<_, NeverReturns>(game),
        Named::Hypergammon(game) => erase::<_, HasNumbers>(game),
    };
    Ok(Game { erased, spelling, graph: None })
}

fn graph(path: &str, bytes: &[u8]) -> Result<Game, Error> {
    let wrong = |why: String| Error::input(format!("graph file {path}: {why}"));
    let file = file::read(bytes).map_err(|error| wrong(error.to_string()))?;
    let erased = match file.decide().map_err(wrong)? {
        DecidedGraph::Acyclic(graph) => erase::<_, NeverReturns>(graph),
        DecidedGraph::Cyclic(graph) => erase::<_, CanReturn>(graph),
    };
    let hash = blake3::hash(bytes).to_hex().as_str().into();
    Ok(Game { erased, spelling: format!("graph:{path}").into(), graph: Some(hash) })
}

/// Whether a graph file has a chance node. What is wrong with the file is said by whoever reads it.
pub(crate) fn has_chance(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct File {
        nodes: HashMap<String, Node>,
    }
    #[derive(Deserialize)]
    struct Node {
        #[serde(default)]
        player: Option<String>,
    }
    let word = b"\"chance\"";
    let is_there = bytes.windows(word.len()).any(|window| window == word);
    let file = || serde_json::from_slice::<File>(bytes).ok();
    let is_chance = |node: &Node| node.player.as_deref() == Some("chance");
    is_there && file().is_some_and(|file| file.nodes.values().any(is_chance))
}

/// The sentence about a game with chance where only games without it can be used.
pub(crate) fn refusal(what: &str) -> String {
    format!(
        "{what}: such games can be solved, played, analysed and looked at, and darkchess and ewn have tables; nothing else takes them yet"
    )
}
