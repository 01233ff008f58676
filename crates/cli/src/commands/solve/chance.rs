//! `foregone solve` of a game with chance.

use foregone::StopHandle;
use foregone::chance::{Answer, Game, Position, Settings, Solver};

use super::{chance_text, compared_text};
use crate::arguments::SolveArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output;
use crate::progress::sign_of_life;

/// The name that stands for all named utilities.
const ALL: &str = "all";

/// Solves and prints.
pub(super) fn run(game: &Game, arguments: &SolveArguments) -> Result<Ending, Failure> {
    refuse(arguments)?;
    let SolveArguments { place, limits, shown, .. } = arguments;
    let position = game.place(place.position.as_deref(), place.moves.as_deref())?;
    let utility = arguments.utility.as_deref().filter(|&name| name != ALL);
    let (question, method) = arguments.question.of_chance(utility)?;
    let question = if arguments.every_move { question.every_move() } else { question };
    let settings =
        Settings { method, nodes: limits.nodes, memory: limits.bytes(), time: limits.time };
    let solver = Solver::with(game, settings).stopped_by(StopHandle::of(interrupt::flag()));
    if arguments.utility.as_deref() == Some(ALL) {
        return compare(&solver, &position, arguments);
    }
    let line = sign_of_life("solving", shown.progress());
    let answer = solver.ask(&position, &question);
    line.finish_and_clear();
    let answer = answer?;
    match shown.json {
        true => output::print_json(&answer.object())?,
        false => output::print(&chance_text::page(&answer))?,
    }
    Ok(ending(&answer))
}

/// Asks by all named utilities, and shows the answers side by side.
fn compare(
    solver: &Solver,
    position: &Position,
    arguments: &SolveArguments,
) -> Result<Ending, Failure> {
    if arguments.question.has_threshold() {
        return Err(Failure::bad(
            "--at-least asks by one utility; leave it out, or name the utility instead of all",
        ));
    }
    let line = sign_of_life("solving", arguments.shown.progress());
    let compared = solver.compare(position);
    line.finish_and_clear();
    let compared = compared?;
    match arguments.shown.json {
        true => output::print_json(&compared.object())?,
        false => output::print(&compared_text::page(&compared))?,
    }
    Ok(if compared.is_complete() { Ending::Answered } else { Ending::LimitReached })
}

fn ending(answer: &Answer) -> Ending {
    if answer.is_complete() { Ending::Answered } else { Ending::LimitReached }
}

/// What is not possible yet with games with chance, and what is possible instead.
fn refuse(arguments: &SolveArguments) -> Result<(), Failure> {
    let SolveArguments { keeping, lookup, certificate, positions, .. } = arguments;
    let sentences = [
        (
            certificate.is_some(),
            "certificates of games with chance are not written yet; leave --certificate out",
        ),
        (
            keeping.checkpoint.is_some() || keeping.every.is_some(),
            "searches of games with chance cannot be saved yet; leave --checkpoint out, and bound them by --nodes, --time or --memory",
        ),
        (
            lookup.tablebase.is_some(),
            "games with chance have no tablebases yet; leave --tablebase out",
        ),
        (
            positions.is_some(),
            "--positions is for games without chance; place one position by --position or --moves",
        ),
    ];
    match sentences.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, sentence)) => Err(Failure::bad(sentence)),
        None => Ok(()),
    }
}
