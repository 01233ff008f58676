//! The web explorer on this machine, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use foregone::chance::Opened;
use foregone_explore::{Config, Server, link_to};
use pyo3::prelude::*;

use super::position::Position;
use super::problem::Problem;

/// A running explorer. It listens on the loopback address only.
#[pyclass(frozen, module = "foregone._foregone")]
pub(crate) struct Explorer {
    address: String,
    ends: Arc<AtomicBool>,
}

#[pymethods]
impl Explorer {
    /// Starts an explorer that shows a position first.
    #[new]
    fn new(position: &Bound<'_, Position>, memory: u64) -> PyResult<Explorer> {
        let (game, at) = (position.get().game.get(), &position.get().position);
        if game.own.is_some() {
            let sentence = "the explorer does not show games in Python; export_graph makes a game of it that the explorer shows";
            return Err(Problem::Refused(sentence.to_owned()).into());
        }
        let opened = Opened::Plain(game.game.clone());
        let link = link_to(&opened, at.base(), Some(&at.moves()));
        let link = link.map_err(|error| Problem::Failed(error.to_string()))?;
        let mut config = Config { memory, first_page: Some(link), ..Config::default() };
        config.games.push(game.game.clone());
        let server = Server::bind(config).map_err(|error| Problem::Failed(error.to_string()))?;
        let (address, ends) = (server.link(), Arc::new(AtomicBool::new(false)));
        let asked = ends.clone();
        thread::spawn(move || server.run(move || asked.load(Ordering::Relaxed)));
        Ok(Explorer { address, ends })
    }

    /// The address of its first page.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Ends it.
    fn stop(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        self.stop();
    }
}
