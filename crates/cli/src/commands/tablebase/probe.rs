//! `foregone tablebase probe`: the value of one position.

use foregone_tablebase::{TableError, Tables};
use serde::Serialize;

use crate::arguments::tablebase::ProbeArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, Rows};

use super::{chance, effort, options};

/// Looks the position up.
pub(crate) fn run(arguments: &ProbeArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    if foregone::chance::is_named(&arguments.game) {
        return chance::probe(arguments);
    }
    let options = options(arguments.effort.memory(), &|_| ());
    let tables = Tables::open(&arguments.dir, Some(&arguments.game), &options)?;
    let (position, moves) = (arguments.place.position.as_deref(), arguments.place.moves.as_deref());
    let found = tables.probe(position, moves)?;
    let plies = match arguments.distance {
        false => None,
        true => match tables.distance(position, moves, &effort(&arguments.effort)) {
            Err(TableError::Stopped) => {
                return Err(Failure::unfinished("it was not found how long the position lasts"));
            }
            plies => Some(plies?),
        },
    };
    let probe = Probe {
        schema: 1,
        game: &tables.manifest().game,
        position: &found.position,
        layer: found.place.map(|(layer, _)| layer),
        index: found.place.map(|(_, index)| index),
        value: found.value,
        meaning: found.meaning.clone(),
        plies,
    };
    if arguments.json {
        output::print_json(&probe)?;
    } else {
        let title = output::printable(&format!("{} at {}", probe.game, probe.position));
        output::print(&format!("{title}\n\n{}", probe.rows()))?;
    }
    Ok(Ending::Answered)
}

#[derive(Serialize)]
struct Probe<'p> {
    schema: u32,
    game: &'p str,
    position: &'p str,
    /// Where it is stored, if it is.
    layer: Option<usize>,
    index: Option<u64>,
    /// For the player to move, as it is stored.
    value: i8,
    meaning: String,
    /// To the end, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

impl Probe<'_> {
    fn rows(&self) -> Rows {
        let mut rows = Rows::default();
        rows.add("value", self.meaning.as_str());
        if let Some(plies) = self.plies {
            rows.add(
                "lasts",
                if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") },
            );
        }
        rows.add(
            "place",
            match (self.layer, self.index) {
                (Some(layer), Some(index)) => format!("layer {layer}, number {index}"),
                _ => "none: the value follows from others".to_owned(),
            },
        );
        rows
    }
}
