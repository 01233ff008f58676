//! Recorded games: what the positions were worth.

use foregone::{Analysis, Limits};
use pyo3::prelude::*;

use super::game::Game;
use super::problem::Problem;
use super::settings::seconds;
use super::task::{Finish, Task};

/// Begins to judge the positions of a recorded game, each within the limits. The result is a pair: JSON, and the chart as SVG.
#[pyfunction]
pub(crate) fn start_analysis(
    game: &Bound<'_, Game>,
    record: String,
    position: Option<String>,
    nodes: Option<u64>,
    memory: u64,
    time: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Task> {
    let (py, this) = (game.py(), game.get());
    let positions =
        this.look(py, || Analysis::positions(&this.game, position.as_deref(), &record))?;
    let positions =
        positions.map_err(|error| Problem::IllegalMove(record.clone(), error.to_string()))?;
    let time = seconds(time)?;
    let question = Analysis::question(&this.game);
    let question = foregone::Question { threads: threads.unwrap_or(question.threads), ..question };
    let own = this.own.clone();
    let source = own.clone();
    Ok(Task::start(own, move |shared| {
        if let Some(source) = &source {
            source.allow(memory);
        }
        let limits = Limits { nodes, bytes: memory, time, interrupt: Some(shared.stop.flag()) };
        let mut done = 0;
        let mut judged = || {
            done += 1;
            shared.show(done.to_string());
        };
        let analysis =
            Analysis::of(&positions, question, limits, &mut judged).map_err(Problem::of_search)?;
        let (object, chart) = (analysis.object().to_string(), analysis.chart(&|_| None).svg());
        let finish: Finish =
            Box::new(move |py| Ok((object, chart).into_pyobject(py)?.into_any().unbind()));
        Ok(finish)
    }))
}
