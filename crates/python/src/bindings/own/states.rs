//! The states of a game with their numbers, and the names of moves with theirs.

use std::collections::HashMap;
use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use super::OwnSource;
use crate::bindings::problem::Problem;

/// Bytes that a state takes besides its object, about: its entry in the dictionary, and its node.
const ENTRY: u64 = 150;
/// So many states are measured; the others count like their mean.
const MEASURED: usize = 256;

/// The states by number, and the numbers by state.
#[derive(Default)]
pub(super) struct States {
    by_number: Vec<Py<PyAny>>,
    numbers: Option<Py<PyDict>>,
    names: Vec<String>,
    name_numbers: HashMap<String, u32>,
    /// Bytes of the objects that were measured.
    measured: u64,
    /// Moves of all positions.
    moves: u64,
}

impl States {
    /// The name of a move.
    pub(super) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// The state of a number.
    pub(super) fn state<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.by_number[number as usize].bind(py).clone()
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Bytes that they take, about.
    fn bytes(&self) -> u64 {
        let count = self.by_number.len() as u64;
        let measured = count.min(MEASURED as u64).max(1);
        count * (self.measured / measured + ENTRY) + self.moves * 12
    }

    /// The number of a name, which must be one that can stand in a list of moves.
    pub(super) fn name_number(&mut self, name: &str) -> Result<u32, String> {
        if let Some(&number) = self.name_numbers.get(name) {
            return Ok(number);
        }
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ',') {
            return Err(format!(
                "a move named \"{name}\"; names have no spaces and commas, and are not empty"
            ));
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.name_numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// The number of a state, a new one if it was not met before.
    fn number(&mut self, rules: &Py<PyAny>, state: &Bound<'_, PyAny>) -> Result<u32, Problem> {
        let py = state.py();
        let numbers = self.numbers.get_or_insert_with(|| PyDict::new(py).unbind()).bind(py).clone();
        if let Some(number) = numbers.get_item(state)? {
            return Ok(number.extract()?);
        }
        let number = u32::try_from(self.by_number.len())
            .map_err(|_| Problem::Game("the game has more than 4,294,967,295 states".to_owned()))?;
        numbers.set_item(state, number)?;
        if self.by_number.len() < MEASURED {
            let size = py.import("foregone.own")?.getattr("size")?.call1((rules, state))?;
            self.measured += size.extract::<u64>()?;
        }
        self.by_number.push(state.clone().unbind());
        Ok(number)
    }
}

impl OwnSource {
    /// The states. Other Python threads run while this one waits for them.
    pub(super) fn lock(&self, py: Python<'_>) -> MutexGuard<'_, States> {
        self.states.lock_py_attached(py).unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The number of a state.
    pub(super) fn intern(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> Result<u32, Problem> {
        self.lock(py).number(&self.object, state)
    }

    /// The numbers of the states after moves and of the names of the moves.
    pub(super) fn intern_moves(
        &self,
        py: Python<'_>,
        moves: &[(Bound<'_, pyo3::types::PyString>, Bound<'_, PyAny>)],
    ) -> Result<Vec<(u32, u32)>, Problem> {
        let mut states = self.lock(py);
        let mut found = Vec::with_capacity(moves.len());
        for (name, state) in moves {
            let name = states.name_number(name.to_str()?).map_err(Problem::Game)?;
            found.push((states.number(&self.object, state)?, name));
        }
        states.moves += found.len() as u64;
        if states.bytes() > self.most_bytes.load(Ordering::Relaxed)
            && !self.is_full.swap(true, Ordering::Relaxed)
        {
            self.stop_all();
        }
        Ok(found)
    }
}
