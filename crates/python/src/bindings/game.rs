//! Games: opened by their spelling, or made of a Python object.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use foregone::tablebase::endgames::{OpenOptions, SearchTables, VerifiedTables};
use foregone::view::GameView;
use foregone::{Error, GameClass};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::own::{self, OwnSource};
use super::position::Position;
use super::problem::Problem;

/// A game with its parameters. Values are always those of the first player.
///
/// >>> import foregone as fg
/// >>> game = fg.Game("connect4:6x5")
/// >>> game.spelling, game.outcomes
/// ('connect4:6x5', ('loss', 'draw', 'win'))
/// >>> game == fg.Game("connect4:6x5")
/// True
#[pyclass(frozen, module = "foregone", weakref)]
pub(crate) struct Game {
    pub(crate) game: foregone::Game,
    pub(crate) own: Option<Arc<OwnSource>>,
    tablebase: Option<PathBuf>,
}

/// Moves as text, or one by one.
#[derive(FromPyObject)]
enum Moves {
    Text(String),
    Words(Vec<String>),
}

/// Half of the usual memory of a search.
const TABLES: u64 = 1 << 29;

#[pymethods]
impl Game {
    /// Opens a game by its spelling, or takes an object with the rules of one. With `tablebase`, searches look values up in the tables of
    /// that folder.
    #[new]
    #[pyo3(signature = (game, *, tablebase=None))]
    fn new(game: &Bound<'_, PyAny>, tablebase: Option<PathBuf>) -> PyResult<Game> {
        let Ok(spelling) = game.cast::<PyString>() else {
            if tablebase.is_some() {
                let sentence =
                    "a game that is written in Python has no tables; leave tablebase out";
                return Err(Problem::Refused(sentence.to_owned()).into());
            }
            let (game, source) = own::open(game)?;
            return Ok(Game { game, own: Some(source), tablebase });
        };
        let spelling = spelling.to_str()?;
        let mut game =
            foregone::Game::open(spelling).map_err(|error| unopened(spelling, &error))?;
        if let Some(folder) = &tablebase {
            game = with_tables(game, folder)?;
        }
        Ok(Game { game, own: None, tablebase })
    }

    /// The canonical spelling; `python:NAME` for a game that is written in Python.
    #[getter]
    fn spelling(&self) -> &str {
        self.game.spelling()
    }

    /// The outcomes, worst for the first player first.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.game.scale().names())
    }

    /// What kind of game it is: 'never returns', 'carries past', 'can return' or 'undecided'.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.game.class() {
            GameClass::NeverReturns => "never returns",
            GameClass::CarriesPast => "carries past",
            GameClass::CanReturn => "can return",
            GameClass::Undecided => "undecided",
        }
    }

    /// The object that the game was made of, if it is written in Python.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.own.as_ref().map(|own| own.object.clone_ref(py))
    }

    /// The number of states of a game in Python that were met so far.
    #[getter]
    fn states(&self, py: Python<'_>) -> Option<usize> {
        self.own.as_ref().map(|own| own.met(py))
    }

    /// Where the game begins.
    fn start(slf: &Bound<'_, Game>) -> PyResult<Position> {
        let this = slf.get();
        let start = this.look(slf.py(), || this.game.start())?;
        Ok(Position::new(slf, start))
    }

    /// The position that is written there, or the start, after some moves.
    ///
    /// >>> import foregone as fg
    /// >>> str(fg.Game("connect4:4x4").position(moves="22"))
    /// '..../..../.o../.x..'
    #[pyo3(signature = (text=None, moves=None))]
    fn position(
        slf: &Bound<'_, Game>,
        text: Option<&str>,
        moves: Option<Moves>,
    ) -> PyResult<Position> {
        let (this, py) = (slf.get(), slf.py());
        let base = this.look(py, || match text {
            Some(text) => this
                .game
                .position(text)
                .map_err(|error| Problem::Notation(text.to_owned(), "position", error.to_string())),
            None => Ok(this.game.start()),
        })??;
        let moves = match moves {
            None => Vec::new(),
            Some(Moves::Text(text)) => vec![text],
            Some(Moves::Words(words)) => words,
        };
        Position::new(slf, base).after(slf, &moves)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.spelling().hash(&mut hasher);
        self.own.as_ref().map(|own| own.object.as_ptr() as usize).hash(&mut hasher);
        hasher.finish()
    }

    pub(crate) fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.own {
            Some(own) => Ok(format!("foregone.Game({})", own.object.bind(py).repr()?)),
            None => {
                let spelling = PyString::new(py, self.game.spelling());
                Ok(format!("foregone.Game({})", spelling.repr()?))
            }
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyTuple>> {
        let (this, py) = (slf.get(), slf.py());
        let made_of = match &this.own {
            Some(own) => own.object.bind(py).clone(),
            None => PyString::new(py, this.game.spelling()).into_any(),
        };
        let tablebase = this.tablebase.as_ref().map(|folder| folder.display().to_string());
        let open = py.import("foregone._places")?.getattr("open_game")?;
        (open, (made_of, tablebase)).into_pyobject(py)
    }
}

impl Game {
    /// A game that was opened already.
    pub(crate) fn opened(game: foregone::Game) -> Game {
        Game { game, own: None, tablebase: None }
    }

    /// Looks something up; if that calls Python code that fails, its exception is raised.
    pub(crate) fn look<T>(&self, py: Python<'_>, look: impl FnOnce() -> T) -> PyResult<T> {
        match &self.own {
            Some(own) => own.look(py, look),
            None => Ok(look()),
        }
    }

    /// Whether both are the same game: for games in Python, made of the same object.
    pub(crate) fn is_same(&self, other: &Game) -> bool {
        let is_own = match (&self.own, &other.own) {
            (Some(one), Some(other)) => one.object.is(&other.object),
            (None, None) => true,
            _ => false,
        };
        is_own
            && self.game.spelling() == other.game.spelling()
            && self.game.info().file == other.game.info().file
    }
}

/// Lets the searches of a game look values up.
fn with_tables(mut game: foregone::Game, folder: &PathBuf) -> Result<foregone::Game, Problem> {
    let read_file = |path: &str| foregone::read_file(path);
    let options = OpenOptions { memory: TABLES, read_file: &read_file, ..OpenOptions::default() };
    let tables =
        SearchTables::load(folder, game.spelling(), true, &options).map_err(Problem::of_tables)?;
    let known = VerifiedTables::of_user().with_known(foregone_proof::verified_tablebases::contains);
    let shown = folder.display();
    let trusted = (!tables.are_verified(&known)).then(|| {
        format!("the tablebase {shown}, which was never verified here; `foregone tablebase verify --dir {shown}` does that")
    });
    game.use_tables(tables, true, trusted).map_err(Problem::of_search)?;
    Ok(game)
}

/// Why a game could not be opened.
pub(crate) fn unopened(spelling: &str, error: &Error) -> Problem {
    let name = spelling.split(':').next().unwrap_or_default().trim();
    let is_known =
        GameView::all().iter().any(|game| game.name == name || game.other_names.contains(&name));
    match is_known {
        true => Problem::Notation(spelling.to_owned(), "game", error.to_string()),
        false => Problem::UnknownGame(error.to_string()),
    }
}

/// All games of the list, as JSON.
#[pyfunction]
pub(crate) fn game_list() -> String {
    serde_json::to_string(&GameView::all()).expect("names and texts")
}
