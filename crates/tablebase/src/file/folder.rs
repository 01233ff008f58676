//! A folder that tables are built in. Files are written under another name, synced and renamed, and the manifest is
//! written anew after each layer: whatever happens, the finished layers can be used and the next build goes on.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::atomic_file::{self, AtomicFile};
use super::layer::{self, Layer};
use super::manifest::{self, LayerInfo, Manifest};
use super::write::{self, Signed, Stoppable};
use super::{Form, StopFlag, TableError, look};

/// A folder with tables of one game.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
    threads: usize,
    stop: Option<StopFlag>,
}

/// What is said of a layer that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerSummary {
    /// How many values there are.
    pub size: u64,
    /// They lie between this and its negation.
    pub bound: i8,
    /// How many positions have each value, from the negated bound on.
    pub counts: Vec<u64>,
}

impl Folder {
    /// Opens the folder for a game, or makes it. One with tables of another game or in another form is refused, and so is
    /// one with other files, for it was probably not meant.
    pub fn open(path: &Path, game: &str, form: Form, wanted: usize) -> Result<Folder, TableError> {
        fs::create_dir_all(path).map_err(|error| TableError::writing(path, &error))?;
        let mut manifest = if path.join(manifest::NAME).exists() {
            let found = Manifest::read(path)?;
            fits(path, &found, game, form)?;
            found
        } else {
            refuse_strangers(path)?;
            Manifest::new(game, form)
        };
        manifest.wanted = manifest.wanted.max(wanted);
        let folder = Folder { path: path.to_owned(), manifest, threads: 1, stop: None };
        atomic_file::tidy(path);
        folder.write_manifest()?;
        Ok(folder)
    }

    /// Lets so many threads compress what is kept.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Folder {
        Folder { threads, ..self }
    }

    /// Stops reading and writing layers when the flag is set.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Folder {
        Folder { stop: Some(stop), ..self }
    }

    /// What the folder holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// A finished layer, ready to be read.
    pub fn layer(&self, number: usize) -> Result<Layer, TableError> {
        let facts = &self.manifest.layers[number];
        let layer = Layer::open(&self.path, number, facts, self.manifest.form())?;
        Ok(layer.stopped_by(self.stop))
    }

    /// Keeps a layer of bytes.
    pub fn keep(
        &mut self,
        number: usize,
        values: &[i8],
        bound: i8,
        counts: Vec<u64>,
    ) -> Result<(), TableError> {
        self.write_layer(
            number,
            LayerSummary { size: values.len() as u64, bound, counts },
            Signed(values),
        )
    }

    /// Keeps a layer: the next one, or one that is to be replaced. Its values are read as they are stored, a little at a
    /// time.
    pub fn write_layer(
        &mut self,
        number: usize,
        kept: LayerSummary,
        mut values: impl Read,
    ) -> Result<(), TableError> {
        let file = layer::name(number);
        let path = self.path.join(&file);
        let failed = |error: std::io::Error| match look(self.stop) {
            Err(stopped) => stopped,
            Ok(()) => TableError::writing(&path, &error),
        };
        let shape = (self.manifest.form(), kept.size);
        let mut draft = AtomicFile::create(&path).map_err(failed)?;
        let written = draft
            .fill(|output| {
                let mut values = Stoppable { values: &mut values, stop: self.stop };
                write::write(output, number, shape, &mut values, self.threads)
            })
            .map_err(failed)?;
        draft.publish(true).map_err(failed)?;
        let facts = LayerInfo {
            file,
            size: kept.size,
            bound: kept.bound,
            counts: kept.counts,
            content: written.content.to_hex().to_string(),
            table: written.table.to_hex().to_string(),
            bytes: written.bytes,
        };
        match self.manifest.layers.get_mut(number) {
            Some(layer) => *layer = facts,
            None => self.manifest.layers.push(facts),
        }
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), TableError> {
        let path = self.path.join(manifest::NAME);
        let failed = |error: std::io::Error| TableError::writing(&path, &error);
        let text = self.manifest.text().map_err(|error| failed(error.into()))?;
        let mut draft = AtomicFile::create(&path).map_err(failed)?;
        draft.fill(|output| output.write_all(text.as_bytes())).map_err(failed)?;
        draft.publish(true).map_err(failed)
    }
}

/// Refuses tables of another game, or in another form.
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
            "{path} holds tables of {other}, not of {game}; name another folder"
        )));
    }
    if manifest.form() != form {
        let [held, wanted] = [manifest.form(), form].map(|form| match form {
            Form::Bytes => "byte",
            Form::Bits => "bit",
        });
        return Err(TableError::Unfit(format!(
            "{path} holds tables of {game} with one {held} for each position, and those with one {wanted} are wanted; name another folder"
        )));
    }
    Ok(())
}

fn refuse_strangers(path: &Path) -> Result<(), TableError> {
    let entries = fs::read_dir(path).map_err(|error| TableError::reading(path, &error))?;
    let mut names = entries.flatten().map(|entry| entry.file_name());
    match names.find(|name| !atomic_file::is_draft(name)) {
        None => Ok(()),
        Some(name) => Err(TableError::Unfit(format!(
            "{} holds {} but no {}; tables are built in an empty folder or one of their own",
            path.display(),
            name.to_string_lossy(),
            manifest::NAME
        ))),
    }
}
