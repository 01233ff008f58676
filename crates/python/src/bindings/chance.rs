//! Games with chance: what a position is worth on average, as an exact fraction.

use foregone::chance::{Method, Question, Settings, Solver};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use super::game::unopened;
use super::problem::Problem;
use super::settings::seconds;
use super::task::{Finish, Task};

/// A game with chance, opened by its spelling. Values are those of the first player.
///
/// >>> import foregone as fg
/// >>> fg.ChanceGame("ewn:3x3").start().to_move
/// 'chance'
#[pyclass(frozen, module = "foregone")]
pub(crate) struct ChanceGame {
    game: foregone::chance::Game,
}

#[pymethods]
impl ChanceGame {
    /// Opens a game with chance.
    #[new]
    fn new(game: &str) -> PyResult<ChanceGame> {
        let opened = foregone::chance::Game::open(game);
        Ok(ChanceGame { game: opened.map_err(|error| unopened(game, &error))? })
    }

    /// The canonical spelling.
    #[getter]
    fn spelling(&self) -> &str {
        self.game.spelling()
    }

    /// The outcomes, worst for the first player first.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.game.scale().names())
    }

    /// Where the game begins.
    fn start(&self) -> ChancePosition {
        ChancePosition { position: self.game.start() }
    }

    /// The position that is written there, or the start, after some moves and outcomes of chance.
    #[pyo3(signature = (text=None, moves=None))]
    fn position(&self, text: Option<&str>, moves: Option<&str>) -> PyResult<ChancePosition> {
        let shown = text.or(moves).unwrap_or_default().to_owned();
        let placed = self.game.place(text, moves);
        let position =
            placed.map_err(|error| Problem::Notation(shown, "position", error.to_string()))?;
        Ok(ChancePosition { position })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &ChanceGame| self.game.spelling() == other.game.spelling();
        other.cast::<ChanceGame>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.game.spelling()).hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("foregone.ChanceGame({})", PyString::new(py, self.game.spelling()).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, ChanceGame>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        (slf.get_type(), (slf.get().game.spelling(),)).into_pyobject(py)
    }
}

/// A position of a game with chance. It never changes.
#[pyclass(frozen, module = "foregone")]
pub(crate) struct ChancePosition {
    position: foregone::chance::Position,
}

#[pymethods]
impl ChancePosition {
    /// The game.
    #[getter]
    fn game(&self) -> ChanceGame {
        ChanceGame { game: self.position.game().clone() }
    }

    /// Whose turn it is: 'first', 'second', 'chance' or 'over'.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.position.to_move()
    }

    /// The legal moves, or the outcomes of chance.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.position.moves().into_iter().map(|mv| mv.name).collect::<Vec<_>>())
    }

    /// The weights of the outcomes of chance, in the order of `moves`; empty where a player moves.
    #[getter]
    fn weights(&self) -> Vec<u64> {
        self.position.moves().into_iter().filter_map(|mv| mv.weight).collect()
    }

    /// The moves and outcomes that led here.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.position.line().to_vec()
    }

    /// The result, if the game is over.
    #[getter]
    fn outcome(&self) -> Option<String> {
        let outcome = self.position.outcome()?;
        Some(self.position.game().scale().name(outcome).to_owned())
    }

    /// The position as lines of text.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The position after moves and outcomes of chance.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: Vec<String>) -> PyResult<ChancePosition> {
        let mut position = self.position.clone();
        for text in moves {
            let played = position.play_line(&text);
            played.map_err(|error| Problem::IllegalMove(text.clone(), error.to_string()))?;
        }
        Ok(ChancePosition { position })
    }

    fn _repr_svg_(&self) -> String {
        self.position.scene().svg()
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.position.to_string());
        Ok(format!("{}.position({})", self.game().__repr__(py)?, text.repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<ChancePosition>().is_ok_and(|other| {
            let other = &other.get().position;
            self.position.game().spelling() == other.game().spelling()
                && self.position.to_string() == other.to_string()
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.position.to_string()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let place = py.import("foregone._places")?.getattr("place_chance")?;
        let spelling = self.position.game().spelling();
        (place, (spelling, self.position.base(), self.position.line())).into_pyobject(py)
    }
}

/// What is asked about a game with chance, and how.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedChance {
    algorithm: String,
    nodes: Option<u64>,
    memory: u64,
    time: Option<f64>,
    certificate: bool,
    at_least: Option<String>,
    utility: Option<String>,
    every_move: bool,
}

/// Begins to answer a question about a position of a game with chance. The result is a pair: JSON, and the certificate.
#[pyfunction]
pub(crate) fn start_chance(position: &ChancePosition, asked: AskedChance) -> PyResult<Task> {
    let at = position.position.clone();
    let setting = |error: foregone::Error| Problem::Setting(error.to_string());
    let settings = Settings {
        method: Method::named(&asked.algorithm).map_err(setting)?,
        nodes: asked.nodes,
        memory: asked.memory,
        time: seconds(asked.time)?,
        certificate: asked.certificate,
    };
    let mut question = Question::value();
    if let Some(utility) = &asked.utility {
        question = question.by(utility);
    }
    if let Some(number) = &asked.at_least {
        question = question.at_least(number).map_err(setting)?;
    }
    if asked.every_move {
        question = question.every_move();
    }
    Ok(Task::start(None, move |shared| {
        let solver = Solver::with(at.game(), settings).stopped_by(shared.stop.clone());
        let answer = solver.ask(&at, &question).map_err(Problem::of_search)?;
        let object = serde_json::to_string(&answer.object()).expect("names and numbers");
        let bytes = answer.certificate().map(|certificate| certificate.to_bytes());
        let finish: Finish = Box::new(move |py| {
            let bytes = bytes.map(|bytes| PyBytes::new(py, &bytes));
            Ok((object, bytes).into_pyobject(py)?.into_any().unbind())
        });
        Ok(finish)
    }))
}
