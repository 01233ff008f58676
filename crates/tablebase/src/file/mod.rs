//! Tablebases on disk: a folder with a manifest and one file for every finished layer.
//!
//! - `manifest.rs` what the folder holds
//! - `layer.rs` the file of a layer: blocks of compressed values
//! - `folder.rs` adding layers, so that whatever has a name is whole
//! - `table.rs`, `prober.rs` opening all of it and finding values
//! - `map.rs` files as memory

pub mod folder;
mod layer;
mod manifest;
mod map;
mod prober;
mod table;

use std::io;
use std::path::Path;

pub use folder::Folder;
pub use layer::Layer;
pub use manifest::{LayerFacts, Manifest};
pub use prober::Prober;
pub use table::Table;

/// Why a tablebase cannot be used: one sentence that names the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Nothing is wrong with the files, but they are not what was asked for.
    #[error("{0}")]
    Unfit(String),
    /// Something is damaged or missing.
    #[error("{0}")]
    Damaged(String),
    /// It cannot be read or written.
    #[error("{0}")]
    Trouble(String),
}

impl Refusal {
    fn damaged(path: &Path, what: &str) -> Refusal {
        Refusal::Damaged(format!("{} {what}", path.display()))
    }

    fn reading(path: &Path, error: &io::Error) -> Refusal {
        match error.kind() {
            io::ErrorKind::NotFound => Refusal::damaged(path, "is missing"),
            _ => Refusal::Trouble(format!("{} cannot be read: {error}", path.display())),
        }
    }

    fn writing(path: &Path, error: &io::Error) -> Refusal {
        Refusal::Trouble(format!("{} cannot be written: {error}", path.display()))
    }
}
