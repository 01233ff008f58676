//! All tables of a folder, opened to find values in.

use std::path::{Path, PathBuf};

use foregone_game::Layered;

use super::folder::fits;
use super::{Form, Layer, Manifest, Prober, StopFlag, TableError};

/// The tables of one game. Their heads are checked when they are opened, each block when it is unpacked.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    manifest: Manifest,
    layers: Vec<Layer>,
}

impl Table {
    /// Opens the finished layers of a folder; they must be of that game and in that form.
    pub fn open(path: &Path, game: &str, form: Form) -> Result<Table, TableError> {
        let manifest = Manifest::read(path)?;
        fits(path, &manifest, game, form)?;
        let layers = (0..).zip(&manifest.layers);
        let layers = layers
            .map(|(number, facts)| Layer::open(path, number, facts, form))
            .collect::<Result<_, _>>()?;
        Ok(Table { path: path.to_owned(), manifest, layers })
    }

    /// Stops reading whole layers when the flag is set.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Table {
        let layers = self.layers.into_iter().map(|layer| layer.stopped_by(Some(stop))).collect();
        Table { layers, ..self }
    }

    /// Refuses tables whose layers are not as large as those of the game.
    pub fn fits<G: Layered>(&self, game: &G) -> Result<(), TableError> {
        let sizes = (0..game.layers()).map(|layer| (game.size(layer), game.bound(layer)));
        self.fits_sizes(&sizes.collect::<Vec<_>>())
    }

    /// The same by the sizes and the bounds of all layers.
    pub fn fits_sizes(&self, sizes: &[(u64, i8)]) -> Result<(), TableError> {
        for (number, facts) in self.manifest.layers.iter().enumerate() {
            let differs = sizes.get(number) != Some(&(facts.size, facts.bound))
                || facts.counts.len() != 2 * facts.bound as usize + 1;
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

    /// Someone to ask, with room for that many unpacked blocks.
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

    /// Refuses a number that is outside of its layer.
    pub(super) fn outside(&self, number: usize, index: u64) -> TableError {
        TableError::Unfit(format!(
            "layer {number} of {} has no position {index}",
            self.path.display()
        ))
    }
}
