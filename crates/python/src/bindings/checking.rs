//! The independent checker, and what a checker in Python needs where it has no packages for it.

use std::path::PathBuf;

use foregone_proof::program::tablebase_loader;
use foregone_proof::{Failure, Limits, Options, check};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::problem::{Problem, limit_name};
use super::settings::seconds;
use super::task::Task;
use super::view::text;

/// What a check may use.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Allowed {
    game_file: Option<Vec<u8>>,
    tablebase: Option<PathBuf>,
    strict: bool,
    threads: usize,
    memory: Option<u64>,
    time: Option<f64>,
}

/// Begins to check a certificate. The result is JSON: what is proved, or the limit that was reached.
#[pyfunction]
pub(crate) fn start_check(certificate: Vec<u8>, allowed: Allowed) -> PyResult<Task> {
    let time = seconds(allowed.time)?;
    Ok(Task::start(None, move |shared| {
        let mut options = match &allowed.game_file {
            Some(content) => Options::with_game_file(content),
            None => Options::default(),
        };
        options.tablebase = allowed.tablebase.as_deref().map(tablebase_loader);
        options.strict = allowed.strict;
        options.threads = allowed.threads;
        let memory = allowed.memory.unwrap_or(Limits::MEMORY);
        options.limits = Limits { memory, time, interrupt: Some(shared.stop.flag()) };
        match check(&certificate[..], &options) {
            Ok(accepted) => Ok(text(serde_json::to_string(&accepted).expect("names and numbers"))),
            Err(Failure::Undecided(undecided)) => {
                let limit = limit_name(undecided.limit);
                Ok(text(
                    serde_json::json!({"undecided": limit, "reason": undecided.reason}).to_string(),
                ))
            }
            Err(failure) => Err(Problem::of_check(failure)),
        }
    }))
}

/// The BLAKE3 hash of some bytes.
#[pyfunction]
pub(crate) fn blake3_hash<'py>(py: Python<'py>, data: &[u8]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, blake3::hash(data).as_bytes())
}

/// The content of exactly one zstd frame without a dictionary, of at most so many bytes; a sentence if it is something else.
#[pyfunction]
pub(crate) fn unzstd<'py>(
    py: Python<'py>,
    frame: &[u8],
    most: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    use zstd::zstd_safe::{find_frame_compressed_size, get_dict_id_from_frame};
    let bad = |why: &str| Problem::Failed(why.to_owned());
    if get_dict_id_from_frame(frame).is_some() {
        return Err(bad("a chunk needs a dictionary").into());
    }
    if find_frame_compressed_size(frame).ok() != Some(frame.len()) {
        return Err(bad("a chunk is not exactly one frame").into());
    }
    let content = zstd::bulk::decompress(frame, most)
        .map_err(|error| bad(&format!("a chunk cannot be decompressed: {error}")))?;
    Ok(PyBytes::new(py, &content))
}
