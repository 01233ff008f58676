//! Games in which play can return and whose positions have numbers: bounds by sweeps over a table.

use foregone_chance::certify::owners;
use foregone_chance::limits::Stop;
use foregone_chance::sweeps::{Turns, solve};
use foregone_game::Outcome;

use super::cyclic::{CanReturn, Study};
use super::erased::{Asked, Class, Found, TypedFound};
use super::method::Method;

/// The class of games in turns whose positions have numbers.
pub(super) struct HasNumbers;

impl<G: Turns + 'static> Class<G> for HasNumbers {
    const CAN_RETURN: bool = true;
    const HAS_NUMBERS: bool = true;

    fn endless(game: &G, position: &G::Position) -> Option<Outcome> {
        CanReturn::endless(game, position)
    }

    fn solve(game: &G, position: &G::Position, asked: &Asked<'_>) -> TypedFound<G> {
        if matches!(asked.method, Method::Graph | Method::Interval) {
            return CanReturn::solve(game, position, asked);
        }
        let study = Study { game, position, asked };
        if let Some(found) = study.kept() {
            return found;
        }
        let why = "play can return through chance, and positions have numbers".to_owned();
        match solve(game, asked.utility, asked.limits) {
            Ok(swept) => {
                let of = |at: &G::Position| swept.bounds(game, at);
                let why = format!("{why}: {} sweeps over a table", swept.sweeps());
                let found = study.found(&of, Stop::Solved, Method::Sweeps, why);
                let (tally, positions) = (swept.tally(), Some(swept.positions()));
                let found = Found { tally, positions, counted_in: Some("fixed point"), ..found };
                if !asked.certificate {
                    study.keep(&found, || {
                        Box::new(move |game: &G, at: &G::Position| Some(swept.bounds(game, at)))
                    });
                    return found;
                }
                let owners = owners(&found.low, &found.high, asked.threshold);
                let proofs = swept.prove(game, position, &owners, asked.limits.bytes);
                found.with_proofs(match proofs {
                    Ok(proofs) => proofs.into_iter().map(Ok).collect(),
                    Err(why) => vec![Err(why)],
                })
            }
            Err((stop, tally)) => {
                Found { tally, ..Found::nothing(asked, stop, Method::Sweeps, why) }
            }
        }
    }
}
