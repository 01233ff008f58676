//! Tablebases for searches to look values up in.

use std::path::{Path, PathBuf};

use catalogue::Opened;
use clap::Args;
use game::Lookup;
use games::SpecError;

use crate::commands::tablebase::{identity, open_table};
use crate::failure::Failure;
use crate::opening;
use crate::output;

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
            consult(&mut opened, folder, cite, bytes / 2)?;
        }
        Ok(opened)
    }
}

fn consult(opened: &mut Opened, folder: &Path, cite: bool, bytes: u64) -> Result<(), Failure> {
    let Some(identity) = identity(&opened.facts) else {
        let sentence =
            format!("searches of {} use no tables; leave --tablebase out", opened.facts.name);
        return Err(Failure::from(SpecError(sentence)));
    };
    let (_, table) = open_table(folder, Some(&identity))?;
    let manifest = table.manifest();
    let mut room = bytes;
    let fits = |size: u64| {
        room = room.checked_sub(size)?;
        Some(())
    };
    let layers = manifest.layers.iter().map(|layer| layer.size).map_while(fits).count();
    if layers < manifest.layers.len() {
        output::complain(&format!(
            "of the {} layers in {} the lowest {layers} are used, for which half of --memory suffices",
            manifest.layers.len(),
            folder.display()
        ));
    }
    let values = (0..layers).map(|layer| table.values(layer)).collect::<Result<_, _>>()?;
    opened.tablebase = cite.then(|| format!("{layers}:{}", manifest.content_of(layers)));
    opened.game.consult(Lookup::new(values, cite));
    Ok(())
}
