//! The value of any position from the numbers of layers: of chance, of the players, or over.

use foregone_game::Outcome;
use num_traits::Zero;

use super::Layered;
use crate::fraction::Fraction;
use crate::game::{ChanceGame, Turn};

/// The value of a position with a layer and an index, or why it cannot be read.
type Known<'k, P, E> = dyn FnMut(&P, (usize, usize)) -> Result<Fraction, E> + 'k;

type PositionOf<G> = <<G as Layered>::Game as ChanceGame>::Position;

/// The value of a position for Max. `worth` says what outcomes are worth, and `known` what a position with a layer and an index
/// is. Positions without them, such as those of chance, are looked through. Nothing if the position is none of the
/// numbered ones.
pub fn look_up<G: Layered, E>(
    game: &G,
    position: &PositionOf<G>,
    worth: &dyn Fn(Outcome) -> Fraction,
    known: &mut Known<'_, PositionOf<G>, E>,
) -> Result<Option<Fraction>, E> {
    let rules = game.game();
    let turn = rules.turn(position);
    if let Turn::Over(outcome) = turn {
        return Ok(Some(worth(outcome)));
    }
    if let Some(place) = game.locate(position) {
        return known(position, place).map(Some);
    }
    let is_chance = turn == Turn::Chance;
    if !is_chance && !game.looks_through(position) {
        return Ok(None);
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let mut best: Option<Fraction> = None;
    let (mut sum, mut weights) = (Fraction::zero(), 0);
    for mv in moves {
        let Some(value) = look_up(game, &rules.after(position, mv), worth, known)? else {
            return Ok(None);
        };
        if is_chance {
            let weight = rules.weight(position, mv);
            sum += &value * Fraction::from_integer(weight.into());
            weights += weight;
        }
        best = match (best, turn) {
            (Some(best), Turn::Min) => Some(best.min(value)),
            (Some(best), _) => Some(best.max(value)),
            (None, _) => Some(value),
        };
    }
    Ok(if is_chance { Some(sum / Fraction::from_integer(weights.into())) } else { best })
}
