//! `foregone tablebase probe`: the value of one position.

use serde::Serialize;
use tablebase::file::Table;

use crate::arguments::tablebase::ProbeArguments;
use crate::failure::{Ending, Failure};
use crate::output::{self, Rows};

use super::subject;

/// Looks the position up.
pub(crate) fn run(arguments: &ProbeArguments) -> Result<Ending, Failure> {
    let subject = subject::open(&arguments.game)?;
    let table = Table::open(&arguments.dir, subject.identity())?;
    subject.fits(&table)?;
    let found = subject.find(&arguments.place)?;
    let value = table.prober(1).value(found.layer, found.index)?;
    let probe = Probe {
        schema: 1,
        game: &table.manifest().game,
        position: &found.position,
        layer: found.layer,
        index: found.index,
        value,
        meaning: (found.say)(value),
    };
    if arguments.json {
        output::print_json(&probe)?;
    } else {
        let mut rows = Rows::default();
        rows.add("value", probe.meaning.as_str());
        rows.add("place", format!("layer {}, number {}", probe.layer, probe.index));
        output::print(&format!("{} at {}\n\n{rows}", probe.game, probe.position))?;
    }
    Ok(Ending::Answered)
}

#[derive(Serialize)]
struct Probe<'p> {
    schema: u32,
    game: &'p str,
    position: &'p str,
    layer: usize,
    index: u64,
    /// For the player to move, as it is stored.
    value: i8,
    meaning: String,
}
