//! The program `foregone`.

use pyo3::prelude::*;

/// Runs the program with these arguments, the name of the program first; its exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| foregone_cli::run(arguments))
}
