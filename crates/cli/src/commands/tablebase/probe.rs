//! `foregone tablebase probe`: the value of one position.

use serde::Serialize;

use crate::arguments::tablebase::ProbeArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, Rows};

use super::asker::Asker;
use super::{distance, subject};

/// Looks the position up.
pub(crate) fn run(arguments: &ProbeArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    let memory = arguments.effort.memory();
    let (subject, table) = subject::open_table(&arguments.dir, Some(&arguments.game), memory)?;
    let found = subject.find(&arguments.place)?;
    let asker = Asker::new(&table, 1);
    let value = asker.answer((found.value)(&|layer, index| asker.value(layer, index)))?;
    let mut plies = None;
    if arguments.distance {
        plies = distance::of_position(&*subject, &table, found.pawns, &arguments.effort)?;
        if plies.is_none() {
            return Err(Failure::unfinished("it was not found how long the position lasts"));
        }
    }
    let probe = Probe {
        schema: 1,
        game: &table.manifest().game,
        position: &found.position,
        layer: found.place.map(|(layer, _)| layer),
        index: found.place.map(|(_, index)| index),
        value,
        meaning: (found.say)(value),
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
