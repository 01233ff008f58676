//! `foregone analyse`: what every position of a game was worth, and which moves changed the result.

mod chance;
mod chance_page;
mod page;

use std::path::Path;

use foregone::chance::Opened;
use foregone::{Analysis, Game, Position};

use self::page::Page;
use crate::arguments::playing::{AnalyseArguments, refuse_utility};
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::progress::ContestLine;
use crate::{interrupt, opening, output, record};

/// Analyses and prints.
pub(crate) fn run(arguments: &AnalyseArguments) -> Result<Ending, Failure> {
    let bytes = arguments.limits.bytes();
    let opened = match opening::open_any(&arguments.game)? {
        Opened::Chance(game) => return chance::run(&game, arguments),
        Opened::Plain(game) => arguments.lookup.of(game, false, bytes)?,
    };
    refuse_utility(arguments.utility.as_deref(), opened.spelling())?;
    Named::new(arguments.shown.json)
        .output("--plot", arguments.plot.as_ref())
        .input("the record of the game", Some(&arguments.record))
        .game(&opened.info().spec)
        .check()?;
    let plot = Destination::of(arguments.plot.as_ref(), arguments.force)?;
    let positions = positions(&opened, &arguments.record, arguments.position.as_deref())?;
    let question = Analysis::question(&opened);
    let limits = arguments.limits.limits(interrupt::flag());
    let title = &opened.info().spec;
    let line = ContestLine::new(title, positions.len(), arguments.shown.progress());
    let analysis = Analysis::of(&positions, question, limits, &mut || line.advance())?;
    line.clear();
    let page = Page(&analysis);
    if arguments.shown.json {
        output::print_json(&analysis.object())?;
    } else {
        output::print(&page.text())?;
    }
    if interrupt::asked() {
        output::warn(&format!("not all positions were searched: {}", interrupt::reason()));
    }
    if let Some(file) = plot {
        file.write_text(&analysis.chart(&|_| None).svg())?;
    }
    Ok(if analysis.is_complete() { Ending::Answered } else { Ending::LimitReached })
}

/// The positions of a record, from the one it starts with to the last.
fn positions(opened: &Game, file: &Path, position: Option<&str>) -> Result<Vec<Position>, Failure> {
    let text = record::read(file)?;
    let name = file.display();
    // A bad position is not the record's fault.
    opened.play(position, &[""; 0])?;
    let positions = Analysis::positions(opened, position, &text)
        .map_err(|error| Failure::bad(format!("{name}: {error}")))?;
    if positions.len() == 1 {
        return Err(Failure::bad(format!(
            "{name} has no moves; a record is a list of moves in the game's notation"
        )));
    }
    Ok(positions)
}
