//! What a search has found.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::game::Game;
use super::position::Position;

/// What a search has found: an object of JSON, and the certificate if one was wanted.
#[pyclass(frozen, module = "foregone._foregone")]
pub(crate) struct Answer {
    answer: foregone::Answer,
    game: Py<Game>,
    checkpoint: Option<String>,
    warnings: Vec<String>,
}

impl Answer {
    pub(crate) fn new(
        answer: foregone::Answer,
        game: Py<Game>,
        checkpoint: Option<String>,
        warnings: Vec<String>,
    ) -> Answer {
        Answer { answer, game, checkpoint, warnings }
    }
}

#[pymethods]
impl Answer {
    /// The position that was asked about.
    #[getter]
    fn position(&self, py: Python<'_>) -> Position {
        Position::new(self.game.bind(py), self.answer.position.clone())
    }

    /// The answer as docs/json.md describes it.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let object = self.game.get().look(py, || serde_json::to_string(&self.answer.object()))?;
        Ok(object.expect("names and numbers"))
    }

    /// The answer to "at least?", if that was asked and is proved.
    #[getter]
    fn holds(&self) -> Option<bool> {
        self.answer.holds()
    }

    /// Whether what was asked is known.
    #[getter]
    fn is_answered(&self) -> bool {
        self.answer.is_answered()
    }

    /// The bytes of the certificate, if one was wanted and something was proved.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let bytes = self.game.get().look(py, || match &self.game.get().own {
            Some(_) => self.answer.certificate().map(|certificate| certificate.to_bytes()),
            None => {
                py.detach(|| self.answer.certificate().map(|certificate| certificate.to_bytes()))
            }
        })?;
        Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// The file to go on from, if there is one.
    #[getter]
    fn checkpoint(&self) -> Option<&str> {
        self.checkpoint.as_deref()
    }

    /// What went wrong without ending the search.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}
