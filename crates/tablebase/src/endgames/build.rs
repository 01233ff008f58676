//! Builds tables layer by layer. Each layer is written as soon as it is computed.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::numbering::LayerBuilder;
use super::{Effort, Endgames, Origin, Progress, Stage, VerifiedTables};
use crate::TableError;
use crate::error::reason;
use crate::file::{Folder, Manifest};
use crate::retro::{self, Control};

/// A layer that was built, and the time that it took, its file included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LayerTime {
    /// The layer.
    pub layer: usize,
    /// The number of its indices.
    pub positions: u64,
    /// The time.
    pub time: Duration,
}

/// A build in a folder. Layers that are there already are read and not computed again.
pub struct Build<'b> {
    endgames: &'b Endgames,
    effort: Effort<'b>,
    folder: Folder,
    rebuilds: bool,
    verified: Option<&'b VerifiedTables>,
    built: Vec<LayerTime>,
    /// The last note that was written.
    note: Option<PathBuf>,
    note_error: Option<String>,
}

impl<'b> Build<'b> {
    /// Opens or creates the folder. Fails if the build would need too much memory, or if the folder is not for these tables.
    pub fn new(
        endgames: &'b Endgames,
        folder: &Path,
        effort: &Effort<'b>,
    ) -> Result<Build<'b>, TableError> {
        let top = endgames.layers() - 1;
        let work = format!("building {} up to layer {top}", endgames.name());
        TableError::unless_fits(&work, endgames.build_bytes(effort.threads), effort.memory)?;
        let folder = Folder::open(folder, endgames.name(), endgames.form(), endgames.layers())?;
        let folder = folder.with_threads(effort.threads).stopped_by(effort.stop.clone());
        Ok(Build {
            endgames,
            effort: effort.clone(),
            folder,
            rebuilds: false,
            verified: None,
            built: Vec::new(),
            note: None,
            note_error: None,
        })
    }

    /// Computes damaged layers again instead of failing.
    #[must_use]
    pub fn rebuild_damaged(self, rebuilds: bool) -> Build<'b> {
        Build { rebuilds, ..self }
    }

    /// Remembers that these tables were built here, as long as no layer of unknown origin is below them.
    #[must_use]
    pub fn remember(self, verified: &'b VerifiedTables) -> Build<'b> {
        Build { verified: Some(verified), ..self }
    }

    /// Builds the layers that are missing. After an error, [`TableError::Stopped`] included, the finished layers stay, and
    /// another build continues after them.
    pub fn run(&mut self) -> Result<(), TableError> {
        let endgames = self.endgames;
        let (layers, positions) = (endgames.layers(), endgames.positions());
        let mut builder = endgames.0.builder();
        // Layers are correct if all layers below them are, and those that were there are known to be.
        let known = self.verified.map_or(0, |verified| verified.layers(self.folder.manifest()));
        let (mut done, mut is_sure) = (0, true);
        for layer in 0..layers {
            self.effort.stop.check()?;
            let (effort, size) = (self.effort.clone(), endgames.size(layer));
            let show = |stage: Stage, done: u64| {
                (effort.progress)(Progress { stage, layer, layers, done, positions });
            };
            if self.load(&mut *builder, layer)? {
                is_sure &= layer < known;
                show(Stage::Reading, done);
                done += size;
                continue;
            }
            let report = |progress: retro::Progress| {
                show(Stage::Computing, done + (size as f64 * progress.share) as u64);
            };
            let begun = Instant::now();
            let (threads, stop) = (effort.threads.max(1), effort.stop.flag());
            let control = Control { threads, stop, report: &report };
            builder.compute(layer, &control)?;
            builder.write(layer, &mut self.folder, &control)?;
            if is_sure && layer + 1 == self.folder.manifest().layers.len() {
                self.leave_note();
            }
            done += size;
            self.built.push(LayerTime { layer, positions: size, time: begun.elapsed() });
        }
        Ok(())
    }

    /// Reads a layer that is there. A damaged one counts as missing only if it is to be computed again.
    fn load(&self, builder: &mut dyn LayerBuilder, layer: usize) -> Result<bool, TableError> {
        let Some(info) = self.folder.manifest().layers.get(layer) else { return Ok(false) };
        let size = self.endgames.size(layer);
        let loaded = match self.folder.layer(layer) {
            _ if info.size != size => Err(TableError::Damaged(format!(
                "layer {layer} in the manifest has {} values where the game has {size}",
                info.size
            ))),
            found => found.and_then(|found| builder.load(&found)),
        };
        match loaded {
            Ok(()) => Ok(true),
            Err(TableError::Damaged(_)) if self.rebuilds => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Remembers that all layers are correct. Only the last note about a folder matters.
    fn leave_note(&mut self) {
        let Some(verified) = self.verified else { return };
        match verified.remember(self.folder.manifest(), Origin::Built) {
            Ok(note) => {
                if let Some(before) = std::mem::replace(&mut self.note, note) {
                    verified.forget(&before);
                }
            }
            Err(error) => self.note_error = Some(reason(&error)),
        }
    }

    /// The manifest of the folder.
    pub fn manifest(&self) -> &Manifest {
        self.folder.manifest()
    }

    /// The layers that this build has computed.
    pub fn built(&self) -> &[LayerTime] {
        &self.built
    }

    /// Why it could not be remembered that the tables were built here, if that failed.
    pub fn note_error(&self) -> Option<&str> {
        self.note_error.as_deref()
    }
}
