//! All tables of a folder, opened for look-ups.

use std::path::{Path, PathBuf};

use foregone_game::Layered;

use super::folder::fits;
use super::{Form, Layer, Manifest, Prober};
use crate::{StopFlag, TableError};

/// The tables of one game. The heads of all files are checked when the tables are opened, each block when it is unpacked.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    manifest: Manifest,
    layers: Vec<Layer>,
}

impl Table {
    /// Opens the finished layers of a folder, which must be of that game and in that form.
    pub fn open(path: &Path, game: &str, form: Form) -> Result<Table, TableError> {
        let manifest = Manifest::read(path)?;
        fits(path, &manifest, game, form)?;
        let layers = (0..).zip(&manifest.layers);
        let layers = layers
            .map(|(number, info)| Layer::open(path, number, info, form))
            .collect::<Result<_, _>>()?;
        Ok(Table::of(path.to_owned(), manifest, layers))
    }

    /// The tables of these layers.
    pub(super) fn of(path: PathBuf, manifest: Manifest, layers: Vec<Layer>) -> Table {
        Table { path, manifest, layers }
    }

    /// Stops reading whole layers when the flag is set.
    #[must_use]
    pub fn stopped_by(self, stop: &StopFlag) -> Table {
        let layers = self.layers.into_iter().map(|layer| layer.stopped_by(stop)).collect();
        Table { layers, ..self }
    }

    /// Returns an error unless the layers have the sizes and bounds of those of the game.
    pub fn fits<G: Layered>(&self, game: &G) -> Result<(), TableError> {
        let sizes = (0..game.layers()).map(|layer| (game.size(layer), game.bound(layer)));
        self.fits_sizes(&sizes.collect::<Vec<_>>())
    }

    /// The same with the sizes and the bounds of all layers.
    pub fn fits_sizes(&self, sizes: &[(u64, i8)]) -> Result<(), TableError> {
        for (number, info) in self.manifest.layers.iter().enumerate() {
            let differs = sizes.get(number) != Some(&(info.size, info.bound))
                || info.counts.len() != 2 * info.bound as usize + 1;
            if differs {
                return Err(TableError::damaged(
                    &self.path,
                    &format!("says something about layer {number} that does not fit the game"),
                ));
            }
        }
        Ok(())
    }

    /// What the folder holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// A prober with a cache of that many unpacked blocks.
    pub fn prober(&self, blocks: usize) -> Prober<'_> {
        Prober::new(self, blocks)
    }

    /// A finished layer.
    pub fn layer(&self, number: usize) -> Result<&Layer, TableError> {
        self.layers.get(number).ok_or_else(|| {
            TableError::Unfit(format!(
                "{} holds the layers below {}, and the position is in layer {number}; build more of them",
                self.path.display(),
                self.layers.len()
            ))
        })
    }

    /// The error about an index outside of its layer.
    pub(super) fn outside(&self, number: usize, index: u64) -> TableError {
        TableError::Unfit(format!(
            "layer {number} of {} has no position {index}",
            self.path.display()
        ))
    }
}
