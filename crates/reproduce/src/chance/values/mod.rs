//! The values of games with chance, published ones and those of an independent program beside ours, and the matrix game over
//! arrangements. A game that is added gets a file here, with a list of its values and a line in [`reproduce`].

mod darkchess;
mod einstein;
mod lecture;
mod pig;

use foregone_chance::games::{Opened, open};
use foregone_chance::search::{Options, solve};
use foregone_chance::{AcyclicChance, ChanceNotation, Fraction};

use super::{Measured, Records};
use crate::context::Context;
use crate::error::Error;
use crate::figures::Section;
use crate::findings::{Finding, solved};
use crate::table::Selection;

/// Measures the values of a game; those that take minutes only on request.
type Part = fn(Selection, &Context<'_>) -> Result<Vec<Section>, Error>;

const PARTS: [Part; 4] =
    [pig::reproduce, einstein::reproduce, darkchess::reproduce, lecture::reproduce];

/// The tables, as far as the caller did not stop them.
pub(super) fn reproduce(selection: Selection, context: &Context<'_>) -> Result<Measured, Error> {
    let mut sections = Vec::new();
    for part in PARTS {
        sections.extend(part(selection, context)?);
    }
    let records = Some(Records::of_findings(&sections));
    Ok(Measured { sections, records, ..Measured::default() })
}

/// A position in which play never returns, with its value.
struct Stated {
    game: &'static str,
    /// The start, unless given.
    position: Option<&'static str>,
    /// The value that the reference found.
    value: &'static str,
    is_quick: bool,
}

const fn stated(game: &'static str, value: &'static str) -> Stated {
    Stated { game, position: None, value, is_quick: true }
}

impl Stated {
    /// Solves it.
    fn find(&self, context: &Context<'_>) -> Result<Finding, Error> {
        let failed = |error: &dyn core::fmt::Display| Error::failed(error.to_string());
        let opened = open(self.game).map_err(|error| failed(&error))?;
        let value = match &opened {
            Opened::Ewn(game) => self.value_in(game, context)?,
            Opened::LimitedDarkChess(game) => self.value_in(game, context)?,
            Opened::LimitedPig(game) => self.value_in(game, context)?,
            _ => return Err(Error::failed(format!("play can return in {}", self.game))),
        };
        let at = self.position.map_or(String::new(), |position| format!(" at {position}"));
        Ok(Finding::new(format!("{}{at}", self.game), value).reference(self.value))
    }

    fn value_in<G: AcyclicChance + ChanceNotation>(
        &self,
        game: &G,
        context: &Context<'_>,
    ) -> Result<Fraction, Error> {
        let position = match self.position {
            Some(text) => {
                game.read_position(text).map_err(|error| Error::failed(error.to_string()))?
            }
            None => game.start(),
        };
        value_of(self.game, game, &position, context)
    }
}

/// The value of a position in which play never returns.
fn value_of<G: AcyclicChance>(
    name: &str,
    game: &G,
    position: &G::Position,
    context: &Context<'_>,
) -> Result<Fraction, Error> {
    let limits = context.chance_limits();
    let answer = solve(game, position, &game.utility(), Options::default(), limits);
    solved(name, answer.value().cloned().ok_or(answer.stop))
}

/// The rows that are asked for.
fn chosen<T>(rows: &[T], selection: Selection, is_quick: impl Fn(&T) -> bool) -> Vec<&T> {
    rows.iter().filter(|row| is_quick(row) || !selection.quick).collect()
}
