//! The proof of a certificate, position by position.

use std::sync::Arc;

use pyo3::prelude::*;

use super::game::Game;
use super::position::Position;
use super::problem::Problem;
use super::task::{Finish, Task};

/// The proof of a certificate. What it says has not been checked.
#[pyclass(frozen, module = "foregone._foregone")]
pub(crate) struct ProofTree {
    tree: Arc<foregone::ProofTree>,
    game: Py<Game>,
}

#[pymethods]
impl ProofTree {
    /// Reads the certificate of a game.
    #[new]
    fn new(certificate: &[u8], game: &Bound<'_, Game>) -> PyResult<ProofTree> {
        if game.get().own.is_some() {
            let sentence = "proofs of games in Python cannot be looked at; export_graph makes a game of it whose proofs can";
            return Err(Problem::Refused(sentence.to_owned()).into());
        }
        let tree = foregone::ProofTree::open(certificate, &game.get().game)
            .map_err(|error| Problem::Failed(error.to_string()))?;
        Ok(ProofTree { tree: Arc::new(tree), game: game.clone().unbind() })
    }

    /// What is claimed, in words.
    #[getter]
    fn claims(&self) -> Vec<&str> {
        self.tree.claims()
    }

    /// The number of records.
    #[getter]
    fn records(&self) -> u64 {
        self.tree.records()
    }

    /// The hash at the end of the certificate.
    #[getter]
    fn hash(&self) -> &str {
        self.tree.hash()
    }

    /// The position that the certificate is about.
    #[getter]
    fn root(&self, py: Python<'_>) -> Position {
        Position::new(self.game.bind(py), self.tree.root().clone())
    }

    /// The position after some moves from the root, and what the proof of a claim does there, as JSON.
    fn node(&self, py: Python<'_>, claim: usize, moves: Vec<String>) -> PyResult<String> {
        let mut position = self.tree.root().clone();
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let played = position.play_words(&words);
        played.map_err(|error| Problem::IllegalMove(moves.join(" "), error.to_string()))?;
        let node = py.detach(|| self.tree.node(claim, &position));
        let node = node.map_err(|error| Problem::Failed(error.to_string()))?;
        Ok(serde_json::to_string(&node).expect("names and numbers"))
    }

    /// Begins to measure how large the proof is below each position.
    fn start_measure(&self) -> Task {
        let tree = self.tree.clone();
        Task::start(None, move |_| {
            tree.measure().map_err(|error| Problem::Failed(error.to_string()))?;
            let finish: Finish = Box::new(|py| Ok(py.None()));
            Ok(finish)
        })
    }
}
