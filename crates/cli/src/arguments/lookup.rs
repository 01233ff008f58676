//! Tablebases for searches to look values up in.

use std::path::{Path, PathBuf};

use clap::Args;
use foregone_catalogue::Opened;
use foregone_game::EndgameTable;
use foregone_games::SpecError;
use foregone_tablebase::file::{Form, Table, TableError};

use crate::commands::tablebase::{identity, open_table_of};
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
    /// Opens a game with the tables, of which proofs may cite what fits into half of so many bytes.
    pub(crate) fn open(&self, spec: &str, cite: bool, bytes: u64) -> Result<Opened, Failure> {
        let mut opened = opening::open(spec)?;
        if let Some(folder) = &self.tablebase {
            use_endgame_table(&mut opened, folder, cite, bytes / 2)?;
        }
        Ok(opened)
    }
}

fn use_endgame_table(
    opened: &mut Opened,
    folder: &Path,
    cite: bool,
    bytes: u64,
) -> Result<(), Failure> {
    let Some(identity) = identity(&opened.facts) else {
        let sentence =
            format!("searches of {} use no tables; leave --tablebase out", opened.facts.name);
        return Err(Failure::from(SpecError(sentence)));
    };
    let (_, table) = open_table_of(folder, &identity, bytes)?;
    let (manifest, form) = (table.manifest(), table.manifest().form());
    let mut room = bytes;
    let fits = |size: u64| {
        room = room.checked_sub(size)?;
        Some(())
    };
    let sizes = manifest.layers.iter().map(|layer| form.bytes(layer.size));
    let layers = sizes.map_while(fits).count();
    if layers < manifest.layers.len() {
        output::complain(&format!(
            "of the {} layers in {} the lowest {layers} are used, for which half of --memory suffices",
            manifest.layers.len(),
            folder.display()
        ));
    }
    opened.tablebase = cite.then(|| format!("{layers}:{}", manifest.content_of(layers)));
    opened.game.use_endgame_table(lookup(&table, layers, cite)?);
    // The values have been seen to be those that the manifest says.
    if trust::known(manifest) < layers {
        opened.trusted = Some(trust::on_trust(folder));
    }
    Ok(())
}

/// The lowest layers, in memory.
fn lookup(table: &Table, layers: usize, cite: bool) -> Result<EndgameTable, TableError> {
    let layers = (0..layers).map(|number| table.layer(number));
    Ok(match table.manifest().form() {
        Form::Bytes => {
            let values = layers.map(|layer| layer?.values());
            EndgameTable::new(values.collect::<Result<_, _>>()?, cite)
        }
        Form::Bits => {
            let words = layers.map(|layer| Ok(layer?.words(usize::MAX)?.pop().unwrap_or_default()));
            EndgameTable::of_bits(words.collect::<Result<_, TableError>>()?, cite)
        }
    })
}
