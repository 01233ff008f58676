//! Tablebases on disk: a folder with a manifest and one file for every finished layer.
//!
//! Values are bytes, or bits where there are only wins and losses.
//!
//! - `manifest.rs` what the folder holds
//! - `layer.rs`, `write.rs` the file of a layer: blocks of compressed values
//! - `atomic_file.rs` writing a file so that whatever has a name is whole
//! - `folder.rs` adding layers
//! - `table.rs`, `prober.rs` opening all of it and finding values
//! - `map.rs` files as memory

mod atomic_file;
pub mod folder;
mod layer;
mod manifest;
mod map;
mod prober;
mod table;
mod write;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub use atomic_file::AtomicFile;
pub use folder::{Folder, LayerSummary};
pub use layer::Layer;
pub use manifest::{LayerInfo, Manifest};
pub use prober::Prober;
pub use table::Table;
pub use write::{WordReader, writing_bytes};

/// How values are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One byte each.
    Bytes,
    /// Eight in a byte, the first in the lowest bit: 1 if the player to move wins, 0 if the opponent does.
    Bits,
}

impl Form {
    /// Values of a byte.
    pub fn per_byte(self) -> u64 {
        match self {
            Form::Bytes => 1,
            Form::Bits => 8,
        }
    }

    /// Bytes of so many values.
    pub fn bytes(self, values: u64) -> u64 {
        values.div_ceil(self.per_byte())
    }

    /// The value with that number within some bytes.
    #[inline]
    fn value(self, bytes: &[u8], at: usize) -> Option<i8> {
        match self {
            Form::Bytes => bytes.get(at).map(|&value| value as i8),
            Form::Bits => {
                bytes.get(at / 8).map(|byte| if byte >> (at % 8) & 1 == 1 { 1 } else { -1 })
            }
        }
    }
}

/// Why a tablebase cannot be used: one sentence that names the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Nothing is wrong with the files, but they are not what was asked for.
    #[error("{0}")]
    Unfit(String),
    /// Something is damaged or missing.
    #[error("{0}")]
    Damaged(String),
    /// It cannot be read or written.
    #[error("{0}")]
    Trouble(String),
    /// The flag was set that stops it.
    #[error("it was stopped before it was read or written to the end")]
    Stopped,
}

/// What ends long reading and writing when it is set.
pub type StopFlag = &'static AtomicBool;

/// Sees whether to stop.
fn look(stop: Option<StopFlag>) -> Result<(), TableError> {
    let stops = stop.is_some_and(|flag| flag.load(Ordering::Relaxed));
    if stops { Err(TableError::Stopped) } else { Ok(()) }
}

impl TableError {
    fn damaged(path: &Path, what: &str) -> TableError {
        TableError::Damaged(format!("{} {what}", path.display()))
    }

    fn reading(path: &Path, error: &io::Error) -> TableError {
        match error.kind() {
            io::ErrorKind::NotFound => TableError::damaged(path, "is missing"),
            _ => TableError::Trouble(format!("{} cannot be read: {error}", path.display())),
        }
    }

    fn writing(path: &Path, error: &io::Error) -> TableError {
        TableError::Trouble(format!("{} cannot be written: {error}", path.display()))
    }
}
