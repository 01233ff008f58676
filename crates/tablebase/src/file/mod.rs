//! Tablebases on disk: a folder with a manifest and one file for every finished layer.
//!
//! Values are bytes, or bits where there are only wins and losses.
//!
//! - `manifest.rs` the manifest: the game, and a record for each finished layer
//! - `layer.rs`, `write.rs` the file of a layer: compressed blocks of values
//! - `atomic_file.rs` files that appear under their name only when they are complete
//! - `folder.rs` a folder to which layers are added
//! - `table.rs`, `prober.rs` a folder opened for look-ups
//! - `map.rs` memory-mapped files
//! - `untrusted.rs` reading files from bytes of unknown origin

mod atomic_file;
mod folder;
mod layer;
mod manifest;
mod map;
mod prober;
mod table;
mod untrusted;
mod write;

pub use atomic_file::AtomicFile;
pub use folder::{Folder, LayerSummary};
pub use layer::Layer;
pub use manifest::{LayerInfo, Manifest};
pub use prober::Prober;
pub use table::Table;
pub use untrusted::read_untrusted;
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
    /// The number of values in a byte.
    pub fn per_byte(self) -> u64 {
        match self {
            Form::Bytes => 1,
            Form::Bits => 8,
        }
    }

    /// The number of bytes that this many values take.
    pub fn bytes(self, values: u64) -> u64 {
        values.div_ceil(self.per_byte())
    }

    /// The value with that index within some bytes.
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
