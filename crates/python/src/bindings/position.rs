//! Positions: immutable, comparable, and shown as pictures.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use foregone::Player;
use foregone::scene::{Mark, MarkKind};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::game::Game;
use super::problem::Problem;

/// A position of a game. It never changes: `play` gives another one. Positions are equal if play goes on from them in the
/// same way, whatever moves led to them.
///
/// >>> import foregone as fg
/// >>> position = fg.Game("connect4:6x5").start().play("3").play("3")
/// >>> position.line, position.player, position.to_move
/// (['3', '3'], 0, 'first')
/// >>> position.moves
/// ('1', '2', '3', '4', '5', '6')
/// >>> position == fg.Game("connect4:6x5").position(str(position))
/// True
#[pyclass(frozen, module = "foregone", weakref)]
pub(crate) struct Position {
    pub(crate) position: foregone::Position,
    pub(crate) game: Py<Game>,
}

impl Position {
    pub(crate) fn new(game: &Bound<'_, Game>, position: foregone::Position) -> Position {
        Position { position, game: game.clone().unbind() }
    }

    /// The position after more moves; each text may be a list of moves.
    pub(crate) fn after(self, game: &Bound<'_, Game>, moves: &[String]) -> PyResult<Position> {
        let mut position = self.position;
        for text in moves {
            let played = game.get().look(game.py(), || position.play_line(text))?;
            played.map_err(|error| Problem::IllegalMove(text.clone(), error.to_string()))?;
        }
        Ok(Position::new(game, position))
    }

    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&foregone::Position) -> T) -> PyResult<T> {
        self.game.get().look(py, || look(&self.position))
    }
}

/// Lines of so many moves are counted without looking at signals, and without a list of what is still to be done.
const AT_ONCE: u32 = 3;
/// Nobody counts longer lines, and each position has all the moves that led to it.
const DEEPEST: u32 = 1000;

/// Pictures on one page must not share the names of their parts.
static PICTURES: AtomicU64 = AtomicU64::new(0);

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Whose turn it is: 0 for the first player, 1 for the second.
    #[getter]
    fn player(&self, py: Python<'_>) -> PyResult<u8> {
        Ok(u8::from(self.look(py, |position| position.player())? == Player::Min))
    }

    /// Whose turn it is: 'first' or 'second'.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.look(py, |position| position.player())?.name())
    }

    /// The legal moves in the canonical order; none if the game is over.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.look(py, |position| position.legal_moves())?)
    }

    /// The moves that led here from where the position was placed.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.look(py, foregone::Position::line)
    }

    /// How the position was given from which the moves were played; None if that is the start.
    #[getter]
    fn base(&self) -> Option<&str> {
        self.position.base()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.look(py, |position| position.outcome())?.is_some())
    }

    /// The result, if the game is over.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        let outcome = self.look(py, |position| position.outcome())?;
        Ok(outcome.map(|outcome| self.position.game().scale().name(outcome)))
    }

    /// The board as lines of text.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |position| position.text())
    }

    /// How often this position has come since it was placed, this time included.
    #[getter]
    fn visits(&self, py: Python<'_>) -> PyResult<usize> {
        self.look(py, |position| position.visits())
    }

    /// What infinite play from here is worth; None where play never returns.
    #[getter]
    fn infinite(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        let outcome = self.look(py, |position| position.infinite())?;
        Ok(outcome.map(|outcome| self.position.game().scale().name(outcome)))
    }

    /// The state of a game that is written in Python; None for other games.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let game = self.game.get();
        let Some(own) = &game.own else { return Ok(None) };
        let mut state = match self.position.base() {
            None => own.first(py),
            Some(base) => own.state(py, base)?,
        };
        for mv in self.line(py)? {
            state = own.played(&state, &mv)?;
        }
        Ok(Some(state))
    }

    /// The position after moves. Each argument is a move, or a list of moves as text.
    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<Position> {
        let game = self.game.bind(py);
        Position::new(game, self.position.clone()).after(game, &moves)
    }

    /// The position before the last move.
    fn undo(&self, py: Python<'_>) -> PyResult<Position> {
        let mut position = self.position.clone();
        if !self.game.get().look(py, || position.undo())? {
            let sentence = "there is no move to take back: the position was placed here";
            return Err(Problem::IllegalMove(String::new(), sentence.to_owned()).into());
        }
        Ok(Position::new(self.game.bind(py), position))
    }

    /// The number of lines of that many moves.
    ///
    /// >>> import foregone as fg
    /// >>> fg.Game("connect4").start().perft(4)
    /// 2401
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > DEEPEST {
            let sentence = format!("depth is a number from 0 to {DEEPEST}, not {depth}");
            return Err(Problem::Setting(sentence).into());
        }
        let (mut total, mut open) = (0_u64, vec![(self.position.clone(), depth)]);
        while let Some((position, depth)) = open.pop() {
            py.detach(std::thread::yield_now);
            py.check_signals()?;
            if depth > AT_ONCE {
                let after = |mv: &String| {
                    let mut after = position.clone();
                    after.play_words(&[mv]).ok().map(|_| (after, depth - 1))
                };
                let game = self.game.get();
                open.extend(game.look(py, || {
                    position.legal_moves().iter().filter_map(after).collect::<Vec<_>>()
                })?);
                continue;
            }
            let lines = match self.game.get().own {
                Some(_) => self.game.get().look(py, || position.perft(depth))?,
                None => py.detach(|| position.perft(depth)),
            };
            total = total.saturating_add(lines);
        }
        Ok(total)
    }

    /// The picture as an SVG document; `marks` are triples of a move, 'win', 'draw', 'loss' or 'open', and a label.
    #[pyo3(signature = (marks=None))]
    fn _svg(
        &self,
        py: Python<'_>,
        marks: Option<Vec<(String, String, String)>>,
    ) -> PyResult<String> {
        if let (Some(own), Some(state)) = (&self.game.get().own, self.state(py)?)
            && let Some(picture) = own.drawn(&state)
        {
            return picture;
        }
        let scene = self.look(py, |position| position.scene())?;
        let kind = |name: &str| match name {
            "win" => MarkKind::Win,
            "draw" => MarkKind::Draw,
            "loss" => MarkKind::Loss,
            _ => MarkKind::Open,
        };
        let mark = |(mv, name, label): (String, String, String)| {
            let place = scene.moves.iter().position(|known| known.name == mv)?;
            Some(Mark { mv: place, kind: kind(&name), label })
        };
        let marks: Vec<Mark> = marks.unwrap_or_default().into_iter().filter_map(mark).collect();
        let number = PICTURES.fetch_add(1, Ordering::Relaxed);
        let svg = if marks.is_empty() { scene.svg() } else { scene.svg_with(&marks) };
        Ok(svg
            .replace("id=\"tip\"", &format!("id=\"tip-{number}\""))
            .replace("url(#tip)", &format!("url(#tip-{number})")))
    }

    /// The picture as SVG, perhaps with marks: see `foregone.svg`.
    #[pyo3(signature = (marks=None))]
    fn svg<'py>(
        slf: &Bound<'py, Position>,
        marks: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("foregone.moves")?.getattr("svg")?.call1((slf, marks))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self._svg(py, None)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, ToString::to_string)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let game = Game::__repr__(self.game.get(), py)?;
        let text = |text: &str| PyString::new(py, text).repr().map(|text| text.to_string());
        let line = self.line(py)?;
        let base = self.base().map(text).transpose()?;
        Ok(match (base, line.is_empty()) {
            (None, true) => format!("{game}.start()"),
            (Some(base), true) => format!("{game}.position({base})"),
            (base, false) => {
                let base = base.map(|base| format!("{base}, ")).unwrap_or_default();
                let moves = PyTuple::new(py, line)?.to_list().repr()?;
                format!("{game}.position({base}moves={moves})")
            }
        })
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Position>() else { return Ok(false) };
        let other = other.get();
        Ok(self.game.get().is_same(other.game.get()) && self.__str__(py)? == other.__str__(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.game.get().game.spelling().hash(&mut hasher);
        self.__str__(py)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let place = py.import("foregone._places")?.getattr("place")?;
        (place, (self.game.clone_ref(py), self.base(), self.line(py)?)).into_pyobject(py)
    }
}
