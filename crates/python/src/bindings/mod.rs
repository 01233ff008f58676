//! The classes and functions of the module, one file each.

mod analysis;
mod answer;
mod chance;
mod checking;
mod explorer;
mod game;
mod own;
mod position;
mod problem;
mod program;
mod proof;
mod settings;
mod tables;
mod task;
mod view;

use pyo3::pymodule;

/// The native half of the package.
#[pymodule(gil_used = false)]
mod _foregone {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::analysis::start_analysis;
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::chance::{ChanceGame, ChancePosition, start_chance};
    #[pymodule_export]
    use super::checking::{blake3_hash, start_check, unzstd};
    #[pymodule_export]
    use super::explorer::Explorer;
    #[pymodule_export]
    use super::game::{Game, game_list};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::program::run_program;
    #[pymodule_export]
    use super::proof::ProofTree;
    #[pymodule_export]
    use super::settings::{algorithm_names, option_list, start_resume, start_solve};
    #[pymodule_export]
    use super::tables::{Tables, start_build};
    #[pymodule_export]
    use super::task::Task;
    #[pymodule_export]
    use super::view::start_view;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
