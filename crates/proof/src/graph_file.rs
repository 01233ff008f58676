//! The graph file of a `graph:` game: loaded within the limits, and compared with the hash in the header.

use std::io::{self, Read};

use crate::failure::{Failure, Location, Missing, quote};
use crate::format::Header;
use crate::limits::Meter;
use crate::options::{FileLoader, Options};
use crate::rules::Graph;

/// The largest number of bytes of a graph file.
pub const GRAPH_FILE: u64 = 1 << 30;

/// The graph that the header names by the hash of its file.
pub(crate) fn open(
    path: &str,
    header: &Header,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Graph, Failure> {
    let Some(stated) = &header.graph else {
        return Err(Failure::header(
            "the member \"graph\" with the hash of the graph file is missing",
        ));
    };
    if stated.len() != 64 || !stated.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Failure::header(
            "the member \"graph\" is not 64 lower-case hexadecimal digits",
        ));
    }
    let Some(load) = &options.graph else {
        return Err(Failure::Missing(Missing::GraphFile));
    };
    let (bytes, hash) = load_and_hash(load, path, meter)?;
    if hash.to_hex().as_str() != stated {
        let reason =
            "the file given is not the one that the certificate is about; its hash differs";
        return Err(Failure::at(Location::GraphFile, reason));
    }
    let graph = Graph::read_within(&bytes, meter)?;
    meter.release(bytes.capacity() as u64);
    Ok(graph)
}

/// The bytes of the graph file and their hash. Memory is reserved as the bytes arrive.
fn load_and_hash(
    load: &FileLoader<'_>,
    path: &str,
    meter: &Meter<'_>,
) -> Result<(Vec<u8>, blake3::Hash), Failure> {
    const PIECE: u64 = 1 << 20;
    let failed = |error: io::Error| {
        Failure::Unreadable(format!("the graph file {} cannot be read: {error}", quote(path)))
    };
    let mut file = load(path).map_err(failed)?;
    let (mut bytes, mut hasher) = (Vec::new(), blake3::Hasher::new());
    loop {
        meter.poll()?;
        let (length, capacity) = (bytes.len(), bytes.capacity());
        if bytes.len() as u64 > GRAPH_FILE {
            return Err(failed(io::Error::other(format!("it has more than {GRAPH_FILE} bytes"))));
        }
        // The buffer grows by half. While it is copied, the old and the new one are both allocated.
        if capacity - length < PIECE as usize {
            let grown = capacity / 2 * 3 + PIECE as usize;
            meter.reserve(grown as u64)?;
            bytes.reserve_exact(grown - length);
            meter.release(capacity as u64);
        }
        let read = file.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(failed)?;
        if read == 0 {
            return Ok((bytes, hasher.finalize()));
        }
        hasher.update(&bytes[length..]);
    }
}
