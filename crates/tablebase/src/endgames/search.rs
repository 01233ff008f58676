//! Tables in memory for a search to look values up in.

use std::path::Path;

use foregone_game::EndgameTable;

use super::{Endgames, OpenOptions, Tables, VerifiedTables};
use crate::TableError;
use crate::file::{Form, Manifest, Table};

/// The lowest layers of a folder in memory. Their hashes have been compared with the manifest.
pub struct SearchTables {
    /// The values, for [`Game::with_tablebase`](foregone_game::Game::with_tablebase).
    pub table: EndgameTable,
    /// The manifest of the folder.
    pub manifest: Manifest,
}

impl SearchTables {
    /// Loads as many of the lowest layers as fit into `options.memory`, for searches of the game with that spelling. With
    /// `cite`, a proof may end at a stored value and cite the tables.
    pub fn load(
        folder: &Path,
        spec: &str,
        cite: bool,
        options: &OpenOptions<'_>,
    ) -> Result<SearchTables, TableError> {
        let endgames = Endgames::for_search(spec, options)?;
        let Tables { table, .. } = Tables::of(folder, endgames, options)?;
        let (manifest, form) = (table.manifest(), table.manifest().form());
        let mut room = options.memory;
        let fits = |size: u64| {
            room = room.checked_sub(size)?;
            Some(())
        };
        let sizes = manifest.layers.iter().map(|layer| form.bytes(layer.size));
        let layers = sizes.map_while(fits).count();
        Ok(SearchTables { table: values(&table, layers, cite)?, manifest: manifest.clone() })
    }

    /// The number of layers in memory.
    pub fn layers(&self) -> usize {
        self.table.layers()
    }

    /// How a certificate cites them.
    pub fn citation(&self) -> String {
        format!("{}:{}", self.layers(), self.manifest.content_of(self.layers()))
    }

    /// Whether all of them are known to be correct here.
    pub fn are_verified(&self, verified: &VerifiedTables) -> bool {
        verified.layers(&self.manifest) >= self.layers()
    }
}

/// The lowest layers of a table.
fn values(table: &Table, layers: usize, cite: bool) -> Result<EndgameTable, TableError> {
    let layers = (0..layers).map(|number| table.layer(number));
    Ok(match table.manifest().form() {
        Form::Bytes => {
            let values = layers.map(|layer| layer?.values());
            EndgameTable::new(values.collect::<Result<_, _>>()?, cite)
        }
        Form::Numbers(_) => {
            let game = table.manifest().game.clone();
            return Err(TableError::NotForSearches { game });
        }
        Form::Bits => {
            let words = layers.map(|layer| Ok(layer?.words(usize::MAX)?.pop().unwrap_or_default()));
            EndgameTable::of_bits(words.collect::<Result<_, TableError>>()?, cite)
        }
    })
}
