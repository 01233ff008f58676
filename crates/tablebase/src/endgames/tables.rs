//! The tables of a folder, opened together with their game.

use std::cell::RefCell;
use std::path::Path;

use foregone_game::Outcome;
use foregone_games::registry::ReadFile;

use super::Endgames;
use super::open::OpenOptions;
use crate::TableError;
use crate::file::{Manifest, Prober, Table};

/// The tables of a folder with the numbering of their game.
#[derive(Debug)]
pub struct Tables {
    pub(super) endgames: Endgames,
    pub(super) table: Table,
}

/// The value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The position in the notation of the game.
    pub position: String,
    /// Its layer and its index there; none if its value follows from the values of other positions.
    pub place: Option<(usize, u64)>,
    /// Its value for the player to move, as it is stored.
    pub value: i8,
    /// The meaning of the value in words.
    pub meaning: String,
    /// The outcome of the game that the value means; none if only a board was given.
    pub outcome: Option<Outcome>,
}

impl Tables {
    /// Opens the tables of a folder. If a game is named, they must be of that game; otherwise the manifest names it.
    pub fn open(
        folder: &Path,
        spec: Option<&str>,
        options: &OpenOptions<'_>,
    ) -> Result<Tables, TableError> {
        let manifest = Manifest::read(folder)?;
        let Some(spec) = spec else {
            // A manifest that names no game, or a file that has changed, is damaged rather than not what was asked for.
            let damaged = |error: TableError| match error {
                TableError::Game(_) | TableError::Unfit(_) => {
                    TableError::Damaged(error.to_string())
                }
                error => error,
            };
            let endgames = Endgames::of_manifest(&manifest, options).map_err(damaged)?;
            return Tables::of(folder, endgames, options).map_err(damaged);
        };
        must_be_of(folder, &manifest, spec, options.read_file)?;
        let endgames = Endgames::in_form(spec, manifest.form(), options)?;
        Tables::of(folder, endgames, options)
    }

    /// Opens the tables of a folder, which must be those of this game.
    pub fn of(
        folder: &Path,
        endgames: Endgames,
        options: &OpenOptions<'_>,
    ) -> Result<Tables, TableError> {
        let table = Table::open(folder, endgames.name(), endgames.form())?;
        endgames.0.fits(&table)?;
        Ok(Tables { endgames, table: table.stopped_by(&options.stop) })
    }

    /// The numbering of the game.
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// The manifest, which has statistics of all layers.
    pub fn manifest(&self) -> &Manifest {
        self.table.manifest()
    }

    /// Looks up the position after some moves from a written position, or from the start.
    pub fn probe(&self, position: Option<&str>, moves: Option<&str>) -> Result<Probe, TableError> {
        let located = self.endgames.0.locate(position, moves)?;
        let cached = CachedProber::new(&self.table, 1);
        let value = cached.result((located.value)(&|layer, index| cached.value(layer, index)))?;
        let meaning = (located.meaning)(value);
        let outcome = (located.outcome)(value);
        Ok(Probe { position: located.position, place: located.place, value, meaning, outcome })
    }
}

/// Fails if the tables of a folder are of another game than the one with that spelling.
pub(super) fn must_be_of(
    folder: &Path,
    manifest: &Manifest,
    spec: &str,
    read_file: ReadFile<'_>,
) -> Result<(), TableError> {
    let name = Endgames::name_of(spec, read_file)?;
    if name == manifest.game {
        return Ok(());
    }
    Err(TableError::Unfit(format!(
        "{} holds tables of {}, not of {name}; use another folder",
        folder.display(),
        manifest.game
    )))
}

impl Manifest {
    /// Reads the manifest of a folder, whose tables must be of the game with that spelling if one is given.
    pub fn of_game(
        folder: &Path,
        spec: Option<&str>,
        read_file: ReadFile<'_>,
    ) -> Result<Manifest, TableError> {
        let manifest = Manifest::read(folder)?;
        if let Some(spec) = spec {
            must_be_of(folder, &manifest, spec, read_file)?;
        }
        Ok(manifest)
    }
}

/// Looks up values where a failure cannot be returned at once: the first error is kept until the end.
pub(super) struct CachedProber<'t> {
    prober: RefCell<Prober<'t>>,
    error: RefCell<Option<TableError>>,
}

impl<'t> CachedProber<'t> {
    /// A prober with a cache of that many unpacked blocks.
    pub(super) fn new(table: &'t Table, blocks: usize) -> CachedProber<'t> {
        CachedProber { prober: RefCell::new(table.prober(blocks)), error: RefCell::new(None) }
    }

    /// The value of a position; 0 after an error.
    pub(super) fn value(&self, layer: usize, index: u64) -> i8 {
        let found = self.prober.borrow_mut().value(layer, index);
        found.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            0
        })
    }

    /// What was computed from these values, or the error of the first one that could not be read.
    pub(super) fn result<T>(&self, computed: T) -> Result<T, TableError> {
        self.error.take().map_or(Ok(computed), Err)
    }
}
