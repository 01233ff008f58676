//! The value of every move of a position.

use foregone::view::Viewer;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::position::Position;
use super::problem::Problem;
use super::settings::{Asked, seconds};
use super::task::{Finish, Task};

/// Begins to find the value of every move. The limits hold for all of them together. The result is JSON.
#[pyfunction]
pub(crate) fn start_view(
    position: &Bound<'_, Position>,
    asked: Asked,
    nodes: Option<u64>,
    time: Option<f64>,
) -> PyResult<Task> {
    let at = position.get().position.clone();
    let game = position.get().game.clone_ref(position.py());
    let settings = asked.settings()?;
    let time = seconds(time)?;
    let own = game.get().own.clone();
    let (source, memory) = (own.clone(), asked.memory);
    Ok(Task::start(own, move |shared| {
        if let Some(source) = &source {
            source.allow(memory);
        }
        let mut viewer = Viewer::with(at.game(), settings).stopped_by(shared.stop.clone());
        (viewer.nodes, viewer.time) = (nodes, time);
        let view = viewer.view(&at).map_err(Problem::of_search)?;
        Ok(text(serde_json::to_string(&view).expect("names and numbers")))
    }))
}

/// A text as the result of work.
pub(crate) fn text(text: String) -> Finish {
    Box::new(move |py| Ok(PyString::new(py, &text).into_any().unbind()))
}
