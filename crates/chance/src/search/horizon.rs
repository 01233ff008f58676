//! What is certain a few plies ahead, whether play can return or not: beyond the horizon a position is worth anything that
//! the utility allows.

use crate::fraction::Fraction;
use crate::game::{ChanceGame, Turn};
use crate::limits::{DEPTH_MAX, Limits, Meter, Stop, Tally};
use crate::search::solve::MoveValue;
use crate::utility::Utility;

/// What is certain of the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreseen<M> {
    /// Every move or outcome, in the canonical order.
    pub moves: Vec<MoveValue<M>>,
    /// How many plies were looked ahead, at least.
    pub depth: usize,
    /// What it took.
    pub tally: Tally,
}

/// Looks further and further ahead until the limits are reached, or until the value of every move is known. The
/// position must not be finished. Only the limits of nodes, time and interruption count: nothing is kept.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::games::Pig;
/// use foregone_chance::limits::Limits;
/// use foregone_chance::search::foresee;
///
/// let pig = Pig::with_die(4)?;
/// let limits = Limits { nodes: Some(50), ..Limits::default() };
/// let seen = foresee(&pig, &pig.start(), &pig.utility(), limits);
/// assert_eq!(seen.moves[3].low.to_string(), "1", "a 4 wins");
/// assert_eq!(seen.moves[0].high.to_string(), "1/2", "after a 1 a 4, 5 or 6 wins for the other");
/// # Ok::<(), foregone_game::InvalidGame>(())
/// ```
pub fn foresee<G: ChanceGame>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    limits: Limits<'_>,
) -> Foreseen<G::Move> {
    let mut look = Look { game, utility, meter: Meter::new(limits, DEPTH_MAX), cut: false };
    let mut found = look.moves_unseen(position);
    let mut depth = 0;
    while depth < DEPTH_MAX / 2 {
        look.cut = false;
        let Ok(deeper) = look.moves(position, depth + 1) else { break };
        found = deeper;
        depth += 1;
        if !look.cut || found.iter().all(|value| value.low == value.high) {
            break;
        }
    }
    Foreseen { moves: found, depth, tally: look.meter.tally }
}

struct Look<'a, G> {
    game: &'a G,
    utility: &'a Utility,
    meter: Meter<'a>,
    /// Whether the horizon was reached.
    cut: bool,
}

/// At least, and at most.
type Bounds = (Fraction, Fraction);

impl<G: ChanceGame> Look<'_, G> {
    /// The moves before anything was looked at.
    fn moves_unseen(&self, position: &G::Position) -> Vec<MoveValue<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let (low, high) = self.anything();
        let is_chance = self.game.turn(position) == Turn::Chance;
        let unseen = |mv: G::Move| MoveValue {
            mv,
            weight: is_chance.then(|| self.game.weight(position, mv)),
            low: low.clone(),
            high: high.clone(),
            outcomes: Vec::new(),
        };
        moves.into_iter().map(unseen).collect()
    }

    /// The moves with what is certain of them that many plies ahead, with the outcomes of chance that follow them.
    fn moves(
        &mut self,
        position: &G::Position,
        depth: usize,
    ) -> Result<Vec<MoveValue<G::Move>>, Stop> {
        let turn = self.game.turn(position);
        let mut values = self.moves_unseen(position);
        for value in &mut values {
            let child = self.game.after(position, value.mv);
            let is_flip = turn != Turn::Chance && self.game.turn(&child) == Turn::Chance;
            if is_flip {
                value.outcomes = self.moves(&child, depth)?;
                let parts = value.outcomes.iter();
                let parts =
                    parts.map(|it| (it.weight.unwrap_or(1), (it.low.clone(), it.high.clone())));
                (value.low, value.high) = mean(parts);
            } else {
                (value.low, value.high) = self.bounds(&child, depth - 1)?;
            }
        }
        Ok(values)
    }

    fn anything(&self) -> Bounds {
        (self.utility.least().clone(), self.utility.greatest().clone())
    }

    fn bounds(&mut self, position: &G::Position, depth: usize) -> Result<Bounds, Stop> {
        self.meter.enter(0)?;
        let turn = self.game.turn(position);
        if let Turn::Over(outcome) = turn {
            let worth = self.utility.worth(outcome);
            return Ok((worth.clone(), worth.clone()));
        }
        if depth == 0 {
            self.cut = true;
            return Ok(self.anything());
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut found = Vec::with_capacity(moves.len());
        for &mv in &moves {
            found.push(self.bounds(&self.game.after(position, mv), depth - 1)?);
        }
        let better = |turn: Turn, a: Fraction, b: Fraction| match turn {
            Turn::Max => a.max(b),
            _ => a.min(b),
        };
        Ok(match turn {
            Turn::Chance => {
                let weights = moves.iter().map(|&mv| self.game.weight(position, mv));
                mean(weights.zip(found))
            }
            turn => found
                .into_iter()
                .reduce(|a, b| (better(turn, a.0, b.0), better(turn, a.1, b.1)))
                .expect("a move"),
        })
    }
}

/// The expectation of bounds with weights.
fn mean(parts: impl Iterator<Item = (u64, Bounds)>) -> Bounds {
    let zero = || Fraction::from_integer(0.into());
    let (mut low, mut high, mut total) = (zero(), zero(), zero());
    for (weight, bounds) in parts {
        let weight = Fraction::from_integer(weight.into());
        low += bounds.0 * &weight;
        high += bounds.1 * &weight;
        total += weight;
    }
    (low / &total, high / total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChanceNotation;
    use crate::games::{DarkChess, Ewn};
    use crate::search::{Options, solve};

    /// Bounds hold the value at every depth, and are the value where the whole tree is seen.
    #[test]
    fn bounds_hold_the_value() {
        let game = Ewn::new(3, 3, 3).expect("a board");
        let (position, utility) =
            (game.read_position("31./2../..a").expect("a place"), game.utility());
        for nodes in [1, 10, 100, 1_000, 10_000, 1_000_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let seen = foresee(&game, &position, &utility, limits);
            for value in &seen.moves {
                let child = game.after(&position, value.mv);
                let answer = solve(&game, &child, &utility, Options::default(), Limits::default());
                let exact = answer.value().expect("no limit");
                assert!(value.low <= *exact && *exact <= value.high, "{nodes}: {value:?}");
                assert!(nodes < 1_000_000 || value.low == value.high, "{value:?}");
            }
        }
    }

    /// Wins are seen although play can return: a capture of the last piece, and a step after which the king that is left
    /// stands beside the other one wherever it goes.
    #[test]
    fn near_wins_are_seen() {
        let game = DarkChess::new(2, 2, "KC", "KC").expect("a board");
        let position = game.read_position("K./k. - max").expect("a position");
        let seen = foresee(
            &game,
            &position,
            &game.utility(),
            Limits { nodes: Some(20), ..Limits::default() },
        );
        let won: Vec<String> = (seen.moves.iter())
            .filter(|value| value.low == Fraction::from_integer(1.into()))
            .map(|value| game.write_move(&position, value.mv))
            .collect();
        assert_eq!(won, ["a2-a1", "a2-b2"]);
    }
}
