//! `foregone analyse` of a game with chance: what moves gave up, and what chance gave.

use foregone::StopHandle;
use foregone::chance::{Analysis, Game, Settings, Solver};

use super::chance_page;
use crate::arguments::playing::AnalyseArguments;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::progress::ContestLine;
use crate::{interrupt, output, record};

/// Analyses and prints.
pub(super) fn run(game: &Game, arguments: &AnalyseArguments) -> Result<Ending, Failure> {
    if arguments.lookup.tablebase.is_some() {
        return Err(Failure::bad(
            "games with chance have no tablebases yet; leave --tablebase out",
        ));
    }
    let limits = &arguments.limits;
    Named::new(arguments.shown.json)
        .output("--plot", arguments.plot.as_ref())
        .input("the record of the game", Some(&arguments.record))
        .game(game.spelling())
        .check()?;
    let plot = Destination::of(arguments.plot.as_ref(), arguments.force)?;
    let name = arguments.record.display();
    let text = record::read(&arguments.record)?;
    // A bad position is not the record's fault.
    game.place(arguments.position.as_deref(), None)?;
    let end = game
        .replay(arguments.position.as_deref(), &text)
        .map_err(|error| Failure::bad(format!("{name}: {error}")))?;
    if end.line().is_empty() {
        return Err(Failure::bad(format!(
            "{name} has no moves; a record is a list of moves and outcomes in the game's notation"
        )));
    }
    let settings = Settings {
        nodes: limits.nodes,
        memory: limits.bytes(),
        time: limits.time,
        ..Settings::default()
    };
    let solver = Solver::with(game, settings).stopped_by(StopHandle::of(interrupt::flag()));
    let line = ContestLine::new(game.spelling(), end.line().len() + 1, arguments.shown.progress());
    let utility = arguments.utility.as_deref();
    let analysis = Analysis::of(&end, utility, &solver, &mut |_| line.advance());
    line.clear();
    let analysis = analysis?;
    match arguments.shown.json {
        true => output::print_json(&analysis.object())?,
        false => output::print(&chance_page::page(&analysis))?,
    }
    if interrupt::asked() {
        output::warn(&format!("not all positions were searched: {}", interrupt::reason()));
    }
    if let Some(file) = plot {
        file.write_text(&analysis.chart(&|_| None).svg())?;
    }
    Ok(if analysis.is_complete() { Ending::Answered } else { Ending::LimitReached })
}
