//! Games opened by their spelling: what every command starts from.

use std::fs::File;
use std::io::Read;

use foregone_catalogue::Opened;
use foregone_proof::program::GRAPH_FILE;

use crate::failure::{Failure, reason};

/// Opens the game of that spelling.
pub(crate) fn open(spec: &str) -> Result<Opened, Failure> {
    Ok(foregone_catalogue::open(spec, &read_graph)?)
}

pub(crate) fn read_graph(path: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| reason(&error))?;
    file.take(GRAPH_FILE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > GRAPH_FILE {
        return Err(format!("it has more than {GRAPH_FILE} bytes"));
    }
    Ok(bytes)
}
