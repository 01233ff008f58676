//! A folder that tables are built in. Every file is written under a temporary name, synced and renamed, and the manifest
//! is rewritten after each layer. So a build that ends at any moment leaves a usable folder, and the next build continues
//! after the last finished layer.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::Form;
use super::atomic_file::{self, AtomicFile};
use super::layer::{self, Layer};
use super::manifest::{self, LayerInfo, Manifest};
use super::write::{self, ByteReader, Stoppable};
use crate::{StopFlag, TableError};

/// A folder with tables of one game.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
    threads: usize,
    stop: StopFlag,
}

/// What the manifest records about a layer that is about to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerSummary {
    /// The number of values.
    pub size: u64,
    /// A bound on the absolute value of all of them.
    pub bound: i8,
    /// The number of positions with each value, from the negated bound on.
    pub counts: Vec<u64>,
}

impl Folder {
    /// Opens the folder for a game, or creates it. A folder with tables of another game or in another form is refused, and
    /// so is a folder with other files, which was probably named by mistake.
    pub fn open(path: &Path, game: &str, form: Form, wanted: usize) -> Result<Folder, TableError> {
        fs::create_dir_all(path).map_err(|error| TableError::writing(path, &error))?;
        let mut manifest = if path.join(manifest::NAME).exists() {
            let found = Manifest::read(path)?;
            fits(path, &found, game, form)?;
            found
        } else {
            fail_for_other_files(path)?;
            Manifest::new(game, form)
        };
        manifest.wanted = manifest.wanted.max(wanted);
        let folder =
            Folder { path: path.to_owned(), manifest, threads: 1, stop: StopFlag::default() };
        atomic_file::remove_abandoned(path);
        folder.write_manifest()?;
        Ok(folder)
    }

    /// Sets the number of threads that compress blocks.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Folder {
        Folder { threads, ..self }
    }

    /// Stops reading and writing layers when the flag is set.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Folder {
        Folder { stop, ..self }
    }

    /// What the folder holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// A finished layer, ready to be read.
    pub fn layer(&self, number: usize) -> Result<Layer, TableError> {
        let info = &self.manifest.layers[number];
        let layer = Layer::open(&self.path, number, info, self.manifest.form())?;
        Ok(layer.stopped_by(&self.stop))
    }

    /// Writes a layer of bytes.
    pub fn write_bytes(
        &mut self,
        number: usize,
        values: &[i8],
        bound: i8,
        counts: Vec<u64>,
    ) -> Result<(), TableError> {
        self.write_layer(
            number,
            LayerSummary { size: values.len() as u64, bound, counts },
            ByteReader(values),
        )
    }

    /// Writes a layer: the next one, or one that is to be replaced. `values` delivers the bytes of the layer, which are read
    /// a few blocks at a time.
    pub fn write_layer(
        &mut self,
        number: usize,
        summary: LayerSummary,
        mut values: impl Read,
    ) -> Result<(), TableError> {
        let file = layer::name(number);
        let path = self.path.join(&file);
        let failed = |error: std::io::Error| match self.stop.check() {
            Err(stopped) => stopped,
            Ok(()) => TableError::writing(&path, &error),
        };
        let shape = (self.manifest.form(), summary.size);
        let mut output = AtomicFile::create(&path).map_err(failed)?;
        let written = output
            .fill(|output| {
                let mut values = Stoppable { values: &mut values, stop: &self.stop };
                write::write(output, number, shape, &mut values, self.threads)
            })
            .map_err(failed)?;
        output.publish(true).map_err(failed)?;
        let info = LayerInfo {
            file,
            size: summary.size,
            bound: summary.bound,
            counts: summary.counts,
            content: written.content.to_hex().to_string(),
            table: written.table.to_hex().to_string(),
            bytes: written.bytes,
        };
        match self.manifest.layers.get_mut(number) {
            Some(layer) => *layer = info,
            None => self.manifest.layers.push(info),
        }
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), TableError> {
        let path = self.path.join(manifest::NAME);
        let failed = |error: std::io::Error| TableError::writing(&path, &error);
        let text = self.manifest.text().map_err(|error| failed(error.into()))?;
        let mut output = AtomicFile::create(&path).map_err(failed)?;
        output.fill(|output| output.write_all(text.as_bytes())).map_err(failed)?;
        output.publish(true).map_err(failed)
    }
}

/// Fails if the tables are of another game, or in another form.
pub(super) fn fits(
    path: &Path,
    manifest: &Manifest,
    game: &str,
    form: Form,
) -> Result<(), TableError> {
    let path = path.display();
    if manifest.game != game {
        let other = &manifest.game;
        return Err(TableError::Unfit(format!(
            "{path} holds tables of {other}, not of {game}; use another folder"
        )));
    }
    if manifest.form() != form {
        let [held, wanted] = [manifest.form(), form].map(Form::words);
        return Err(TableError::Unfit(format!(
            "{path} holds tables of {game} with one {held} for each position, and those with one {wanted} are wanted; use another folder"
        )));
    }
    Ok(())
}

fn fail_for_other_files(path: &Path) -> Result<(), TableError> {
    let entries = fs::read_dir(path).map_err(|error| TableError::reading(path, &error))?;
    let mut names = entries.flatten().map(|entry| entry.file_name());
    match names.find(|name| !atomic_file::is_temporary(name)) {
        None => Ok(()),
        Some(name) => Err(TableError::Unfit(format!(
            "{} holds {} but no {}; tables are built in an empty folder or one of their own",
            path.display(),
            name.to_string_lossy(),
            manifest::NAME
        ))),
    }
}
