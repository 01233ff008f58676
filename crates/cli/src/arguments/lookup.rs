//! Tablebases for searches to look values up in.

use std::path::{Path, PathBuf};

use clap::Args;
use foregone::Game;
use foregone_tablebase::endgames::SearchTables;

use crate::commands::tablebase::options;
use crate::failure::Failure;
use crate::opening;
use crate::output;
use crate::trust;

/// Which tables a search may use.
#[derive(Args)]
pub(crate) struct LookupArguments {
    /// Look values up in the tables of a folder, made by `foregone tablebase build`
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tablebase: Option<PathBuf>,
}

impl LookupArguments {
    /// Opens a game with the tables that fit into half of the memory. With `cite`, proofs may cite them.
    pub(crate) fn open(&self, spec: &str, cite: bool, bytes: u64) -> Result<Game, Failure> {
        self.of(opening::open(spec)?, cite, bytes)
    }

    /// The same for a game that is open already.
    pub(crate) fn of(&self, mut game: Game, cite: bool, bytes: u64) -> Result<Game, Failure> {
        if let Some(folder) = &self.tablebase {
            use_tables(&mut game, folder, cite, bytes / 2)?;
        }
        Ok(game)
    }
}

fn use_tables(game: &mut Game, folder: &Path, cite: bool, bytes: u64) -> Result<(), Failure> {
    let tables = SearchTables::load(folder, game.spelling(), cite, &options(bytes, &|_| ()))?;
    let finished = tables.manifest.layers.len();
    if tables.layers() < finished {
        output::complain(&format!(
            "of the {finished} layers in {} the lowest {} are used, for which half of --memory suffices",
            folder.display(),
            tables.layers()
        ));
    }
    let is_verified = tables.are_verified(&trust::verified());
    Ok(game.use_tables(tables, cite, (!is_verified).then(|| trust::on_trust(folder)))?)
}
