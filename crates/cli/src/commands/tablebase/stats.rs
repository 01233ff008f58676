//! `foregone tablebase stats`: wins, draws and losses of the player to move, and how often each value occurs.

use foregone_tablebase::breakthrough::Depths;
use foregone_tablebase::endgames::Stats;
use foregone_tablebase::file::{LayerInfo, Manifest};
use foregone_tablebase::{Endgames, TableError};

use crate::arguments::tablebase::StatsArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, in_bytes, in_thousands};
use crate::table::{Align, Table};

use super::{chance, effort, options};

/// Prints the statistics in the manifest; no other file is read. The number of plies is computed anew.
pub(crate) fn run(arguments: &StatsArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    let game = arguments.game.as_deref();
    let manifest = match game.filter(|game| foregone::chance::is_named(game)) {
        Some(game) => chance::manifest(&arguments.dir, game)?,
        None => Manifest::of_game(&arguments.dir, game, &foregone::read_file)?,
    };
    if arguments.distance && foregone::chance::has_numbers(&manifest) {
        return Err(TableError::NoDistances { game: manifest.game }.into());
    }
    let chosen = match arguments.layer {
        None => None,
        Some(layer) => Some((
            layer,
            manifest.layers.get(layer).ok_or_else(|| {
                Failure::bad(format!(
                    "{} holds the layers below {}, so there is no layer {layer}",
                    arguments.dir.display(),
                    manifest.layers.len()
                ))
            })?,
        )),
    };
    let mut depths = None;
    if arguments.distance {
        let options = options(arguments.effort.memory(), &|_| ());
        let endgames = Endgames::of_manifest(&manifest, &options)?;
        depths = match endgames.depths(&effort(&arguments.effort)) {
            Err(TableError::Stopped) => {
                return Err(Failure::unfinished("it was not found how long positions last"));
            }
            depths => Some(depths?),
        };
    }
    let game = output::printable(&manifest.game);
    if arguments.json {
        output::print_json(&Stats::new(&manifest, arguments.layer, depths.as_ref()))?;
    } else if let Some((layer, info)) = chosen {
        output::print(&format!("{game}, layer {layer}\n\n{}", histogram(info)))?;
    } else {
        let lasting = depths.as_ref().map(lasting).unwrap_or_default();
        output::print(&format!("{game}\n\n{}{lasting}", layers(&manifest)))?;
    }
    Ok(Ending::Answered)
}

fn layers(manifest: &Manifest) -> String {
    let columns = ["layer", "positions", "wins", "draws", "losses", "lowest", "highest", "file"];
    let mut table = Table::new(&columns.map(|name| (name, Align::Right)));
    let mut sums = [0; 3];
    for (number, info) in manifest.layers.iter().enumerate() {
        let results = info.results();
        sums.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        let [lowest, highest] = info.extremes().map(|extreme| {
            extreme.map_or_else(String::new, |(value, count)| {
                format!("{value:+} ({})", in_thousands(count))
            })
        });
        let numbers = [info.size].into_iter().chain(results).map(in_thousands);
        let texts = [number.to_string()].into_iter().chain(numbers);
        table.add(texts.chain([lowest, highest, in_bytes(info.bytes)]));
    }
    let numbers = [manifest.positions()].into_iter().chain(sums).map(in_thousands);
    let texts = ["all".to_owned()].into_iter().chain(numbers);
    table.add(texts.chain([String::new(), String::new(), in_bytes(manifest.file_bytes())]));
    let missing = match manifest.wanted.saturating_sub(manifest.layers.len()) {
        0 => String::new(),
        missing => format!("\n{missing} of {} layers are missing; build again\n", manifest.wanted),
    };
    format!("{table}{missing}")
}

/// How many positions last how long, by the player to move if the players do not see the same board.
fn lasting(depths: &Depths) -> String {
    let [white, black] = &depths.counts;
    let names = if white == black { &["positions"][..] } else { &["White moves", "Black moves"] };
    let columns = ["plies"].iter().chain(names).map(|&name| (name, Align::Right));
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for plies in 0..white.len().max(black.len()) {
        let count = |counts: &Vec<u64>| in_thousands(counts.get(plies).copied().unwrap_or(0));
        let counts = depths.counts.iter().take(names.len()).map(count);
        table.add([plies.to_string()].into_iter().chain(counts));
    }
    format!(
        "\nthe game lasts {} plies, and no position longer than {}\n\n{table}",
        depths.start,
        depths.longest()
    )
}

fn histogram(info: &LayerInfo) -> String {
    let mut table =
        Table::new(&[("value", Align::Right), ("positions", Align::Right), ("", Align::Left)]);
    let most = info.counts.iter().copied().max().unwrap_or(1).max(1);
    for (value, count) in info.histogram().filter(|(_, count)| *count > 0) {
        let bar = "█".repeat((count * 50).div_ceil(most) as usize);
        table.add([format!("{value:+}"), in_thousands(count), bar]);
    }
    table.to_string()
}
