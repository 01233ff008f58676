//! `foregone play`: a game in the terminal, against the solver or between two people.

mod chance;
mod chance_reporter;
mod input;
mod plain;
mod reporter;
mod session;

use foregone::Position;
use foregone::chance::Opened;
use foregone_game::{Outcome, Player};

use crate::arguments::limits::default_bytes;
use crate::arguments::playing::{PlayArguments, Side};
use crate::failure::{Ending, Failure};
use crate::opening;

/// So often a position may come; then infinite play has been reached.
const VISITS: usize = 3;

/// Plays until the input ends.
pub(crate) fn run(arguments: &PlayArguments) -> Result<Ending, Failure> {
    match opening::open_any(&arguments.game)? {
        Opened::Chance(game) => chance::run(&game, arguments),
        Opened::Plain(game) => {
            plain::run(&arguments.lookup.of(game, false, default_bytes())?, arguments)
        }
    }
}

/// Whom the solver plays for, if it plays.
fn solver_side(arguments: &PlayArguments, to_move: Player) -> Option<Player> {
    match arguments.first {
        _ if arguments.two_humans => None,
        Side::Human => Some(to_move.other()),
        Side::Solver => Some(to_move),
    }
}

/// Standard input cannot be both the game and its moves.
fn refuse_standard_input(spelling: &str) -> Result<(), Failure> {
    match opening::is_from_standard_input(spelling) {
        true => Err(Failure::bad(
            "moves are read from standard input, so the file of the game cannot be; name one",
        )),
        false => Ok(()),
    }
}

/// The result, if the game is over, and whether a repetition ended it.
pub(crate) fn result(placed: &Position) -> Option<(Outcome, bool)> {
    placed.outcome().map(|outcome| (outcome, false)).or_else(|| {
        let infinite = placed.infinite()?;
        (placed.visits() >= VISITS).then_some((infinite, true))
    })
}
