//! The solver as an opponent, and chance.

use std::time::Duration;

use foregone::chance::{self, Chooser, Dice};
use foregone::{Error, Solver, Style};

use crate::address::Placed;
use crate::values::Values;

/// The move that the solver makes, or what chance decides. A finished game has none.
pub(crate) fn choose(values: &Values, placed: &Placed, time: Duration) -> Result<String, Error> {
    match placed {
        Placed::Plain(position) => {
            // What is proved already is kept.
            let view = values.view(placed)?;
            if let Some(best) = view.moves.iter().find(|mv| mv.best) {
                return Ok(best.name.clone());
            }
            let style = Style { time: Some(time), ..Style::default() };
            Ok(Solver::new(position.game()).choose(position, &style)?.mv)
        }
        Placed::Chance(position) => by_chance(position, time),
    }
}

fn by_chance(position: &chance::Position, time: Duration) -> Result<String, Error> {
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).expect("the system has random numbers");
    let dice = Dice::new(u64::from_le_bytes(seed));
    if let Some(outcome) = dice.outcome(position, position.line().len()) {
        return Ok(outcome.name);
    }
    let settings = chance::Settings { time: Some(time), ..chance::Settings::default() };
    let solver = chance::Solver::with(position.game(), settings);
    let choice = Chooser::new(solver, None).choose(position)?;
    choice
        .map(|choice| choice.value.mv)
        .ok_or_else(|| Error::input("the game is over here: there is no move to choose"))
}
