//! Tablebases on disk: a folder with a manifest and one file for every finished layer.
//!
//! Values are bytes, bits where there are only wins and losses, or whole numbers in games with chance.
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
    /// Whole numbers with a sign, of several bytes each, the lowest byte first: exact values of games with chance. The
    /// lowest number of that width stands for no position.
    Numbers(Width),
}

/// How many bytes a whole number takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// 32 bits.
    Four = 4,
    /// 64 bits.
    Eight = 8,
    /// 128 bits.
    Sixteen = 16,
}

impl Width {
    /// All widths.
    const ALL: [Width; 3] = [Width::Four, Width::Eight, Width::Sixteen];

    /// The width of that many bytes, if there is one.
    pub fn of_bytes(bytes: usize) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bytes() == bytes as u64)
    }

    fn bytes(self) -> u64 {
        self as u64
    }
}

impl Form {
    /// The number of values in that many bytes.
    pub fn values_in(self, bytes: u64) -> u64 {
        match self {
            Form::Bytes => bytes,
            Form::Bits => bytes.saturating_mul(8),
            Form::Numbers(width) => bytes / width.bytes(),
        }
    }

    /// The number of bytes that this many values take.
    pub fn bytes(self, values: u64) -> u64 {
        match self {
            Form::Bytes => values,
            Form::Bits => values.div_ceil(8),
            Form::Numbers(width) => values.saturating_mul(width.bytes()),
        }
    }

    /// The value with that index within some bytes: of numbers, their sign.
    #[inline]
    fn value(self, bytes: &[u8], at: usize) -> Option<i8> {
        match self {
            Form::Bytes => bytes.get(at).map(|&value| value as i8),
            Form::Bits => {
                bytes.get(at / 8).map(|byte| if byte >> (at % 8) & 1 == 1 { 1 } else { -1 })
            }
            Form::Numbers(width) => {
                let width = width.bytes() as usize;
                let number = bytes.get(at * width..(at + 1) * width)?;
                let is_zero = number.iter().all(|&byte| byte == 0);
                let is_negative = number.last().is_some_and(|&byte| byte >= 128);
                Some(if is_negative { -1 } else { i8::from(!is_zero) })
            }
        }
    }

    /// What one value takes, in words.
    fn words(self) -> &'static str {
        match self {
            Form::Bytes => "byte",
            Form::Bits => "bit",
            Form::Numbers(Width::Four) => "number of 32 bits",
            Form::Numbers(Width::Eight) => "number of 64 bits",
            Form::Numbers(Width::Sixteen) => "number of 128 bits",
        }
    }
}
