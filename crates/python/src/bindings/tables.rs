//! Tables: the value of every position of a game, in a folder.

use std::path::PathBuf;
use std::sync::Mutex;

use foregone::tablebase::endgames::{
    Build, Effort, Endgames, OpenOptions, Progress, VerifiedTables,
};
use foregone::tablebase::{StopFlag, TableError};
use pyo3::prelude::*;

use super::problem::Problem;
use super::task::Task;
use super::view::text;

/// The tables of a folder.
#[pyclass(frozen, module = "foregone._foregone")]
pub(crate) struct Tables {
    tables: Mutex<foregone::tablebase::Tables>,
    game: foregone::Game,
}

fn read_file(path: &str) -> Result<Vec<u8>, String> {
    foregone::read_file(path)
}

#[pymethods]
impl Tables {
    /// Opens the tables of a folder.
    #[new]
    fn new(folder: PathBuf) -> PyResult<Tables> {
        let options = OpenOptions { read_file: &read_file, ..OpenOptions::default() };
        let tables = foregone::tablebase::Tables::open(&folder, None, &options)
            .map_err(Problem::of_tables)?;
        let named = tables.manifest().game.clone();
        let spelling = named
            .split('#')
            .next()
            .unwrap_or_default()
            .trim_end_matches(|c: char| c == ',')
            .to_owned();
        let game = foregone::Game::open(&spelling)
            .map_err(|error| super::game::unopened(&spelling, &error))?;
        Ok(Tables { tables: Mutex::new(tables), game })
    }

    /// The spelling of the game.
    #[getter]
    fn game(&self) -> &str {
        self.game.spelling()
    }

    /// The number of positions of each layer that is there.
    #[getter]
    fn layers(&self) -> Vec<u64> {
        let tables = self.tables.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let endgames = tables.endgames();
        (0..tables.manifest().layers.len()).map(|layer| endgames.size(layer)).collect()
    }

    /// Looks a position up, as JSON; None if the tables do not have it.
    fn probe(&self, position: &str) -> PyResult<Option<String>> {
        let tables = self.tables.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let probe = match tables.probe(Some(position), None) {
            Ok(probe) => probe,
            Err(TableError::Unfit(_)) => return Ok(None),
            Err(error) => return Err(Problem::of_tables(error).into()),
        };
        let outcome = probe.outcome.map(|outcome| self.game.scale().name(outcome));
        let object = serde_json::json!({
            "position": probe.position,
            "layer": probe.place.map(|(layer, _)| layer),
            "index": probe.place.map(|(_, index)| index),
            "value": probe.value,
            "meaning": probe.meaning,
            "outcome": outcome,
        });
        Ok(Some(object.to_string()))
    }
}

/// Begins to build the tables of a game in a folder.
#[pyfunction]
pub(crate) fn start_build(game: String, folder: PathBuf, memory: u64, threads: usize) -> Task {
    Task::start(None, move |shared| {
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let flag = StopFlag::from(stop.clone());
        let show = |progress: Progress| {
            if shared.stop.is_stopped() {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            shared.show(serde_json::json!({"layer": progress.layer, "layers": progress.layers, "done": progress.done, "positions": progress.positions}).to_string());
        };
        let options = OpenOptions {
            memory,
            stop: flag.clone(),
            read_file: &read_file,
            ..OpenOptions::default()
        };
        let endgames = Endgames::open(&game, &options).map_err(Problem::of_tables)?;
        let effort = Effort { threads, memory, stop: flag, progress: &show };
        let verified = VerifiedTables::of_user();
        let build = Build::new(&endgames, &folder, &effort).map_err(Problem::of_tables)?;
        build.remember(&verified).run().map_err(Problem::of_tables)?;
        Ok(text(endgames.name().to_owned()))
    })
}
