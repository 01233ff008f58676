//! The values of all positions of a small game by plain minimax: the standard that bounds and keys are checked against.

use core::hash::Hash;
use std::collections::HashMap;

use crate::capability::{Acyclic, Cyclic};
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::reachable::{ExploreLimits, Lists, Reachable, heights};

/// All positions that can be reached from the start of a game, with their values. Positions are told apart by their
/// notation, so that a wrong key cannot hide.
///
/// ```
/// use foregone_game::conformance::Values;
/// use foregone_game::text_game::text_game;
/// use foregone_game::{Game, Outcome};
///
/// let game = text_game("(01(21))");
/// let values = Values::acyclic(&game, 100).expect("a small game");
/// assert_eq!(values.len(), 6);
/// assert_eq!(values.of(&game, &game.start()), Some(Outcome(1)));
/// assert!(Values::acyclic(&game, 5).is_none(), "more than 5 positions");
/// ```
pub struct Values<G: Game> {
    positions: Vec<G::Position>,
    values: Vec<Outcome>,
    numbers: HashMap<String, u32>,
}

impl<G: Notation + Acyclic> Values<G> {
    /// The values of a game in which play never returns; none if it has more than that many positions.
    ///
    /// # Panics
    /// If play returns.
    pub fn acyclic(game: &G, positions: usize) -> Option<Values<G>> {
        Values::new(game, positions, |_| None)
    }
}

impl<G: Notation + Cyclic> Values<G> {
    /// The values of a game in which play can return; none if it has more than that many positions.
    pub fn cyclic(game: &G, positions: usize) -> Option<Values<G>> {
        Values::new(game, positions, |position| Some(game.infinite(position)))
    }
}

impl<G: Notation> Values<G> {
    fn new(
        game: &G,
        positions: usize,
        infinite: impl Fn(&G::Position) -> Option<Outcome>,
    ) -> Option<Values<G>> {
        let limits = ExploreLimits::positions(positions);
        let explored = Reachable::new(game, |position| game.write_position(position), &limits);
        let Reachable { positions, numbers, successors } = explored.ok()?;
        let heights = heights(&successors, &limits).ok()?;
        let first = |position: &G::Position| {
            game.outcome(position).or(infinite(position)).unwrap_or(game.scale().worst())
        };
        let mut values: Vec<Outcome> = positions.iter().map(first).collect();
        let mut layers = vec![Vec::new(); heights.iter().max().map_or(0, |&top| top as usize + 1)];
        for (number, &height) in (0u32..).zip(&heights) {
            layers[height as usize].push(number);
        }
        for (layer, height) in layers.iter().zip(0u32..) {
            let is_cyclic = layer.iter().any(|&number| {
                successors.of(number).iter().any(|&to| heights[to as usize] == height)
            });
            let text =
                || layer.iter().map(|&number| game.write_position(&positions[number as usize]));
            let has_rule =
                layer.iter().all(|&number| infinite(&positions[number as usize]).is_some());
            assert!(!is_cyclic || has_rule, "play returns to {:?}", text().next());
            settle(game, &positions, &successors, layer, &mut values);
        }
        Some(Values { positions, values, numbers })
    }

    /// How many positions there are.
    #[allow(clippy::len_without_is_empty)] // there is always the start
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The positions with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Position, Outcome)> {
        self.positions.iter().zip(self.values.iter().copied())
    }

    /// The value of a position, if it can be reached.
    pub fn of(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        let number = self.numbers.get(&game.write_position(position))?;
        Some(self.values[*number as usize])
    }
}

/// Settles the values of positions between which play can go to and fro. They begin with what infinite play is worth and
/// are improved until nothing changes. After `n` rounds a value is right for play that is broken off after `n` moves, and a
/// player who can force more than infinite play can force it within a finite number of moves.
fn settle<G: Game>(
    game: &G,
    positions: &[G::Position],
    successors: &Lists,
    layer: &[u32],
    values: &mut [Outcome],
) {
    loop {
        let mut changes = Vec::new();
        for &number in layer {
            let next = successors.of(number).iter().map(|&to| values[to as usize]);
            let best = match game.player(&positions[number as usize]) {
                Player::Max => next.max(),
                Player::Min => next.min(),
            };
            changes.extend(
                best.filter(|&best| best != values[number as usize]).map(|best| (number, best)),
            );
        }
        if changes.is_empty() {
            return;
        }
        for (number, value) in changes {
            values[number as usize] = value;
        }
    }
}

/// Groups positions by something about them.
pub(super) fn grouped<G: Notation, K: Eq + Hash>(
    values: &Values<G>,
    key: impl Fn(&G::Position) -> K,
) -> impl Iterator<Item = Vec<(&G::Position, Outcome)>> {
    let mut groups: HashMap<K, Vec<(&G::Position, Outcome)>> = HashMap::new();
    for (position, value) in values.iter() {
        groups.entry(key(position)).or_default().push((position, value));
    }
    groups.into_values()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;
    use crate::outcome::Scale;
    use crate::text_game::text_game;

    #[test]
    fn minimax_of_a_tree() {
        for (text, value) in [("(01(21))", 1), ("(0(21)(12))", 1), ("((01)(22)1)", 2), ("1", 1)] {
            let game = text_game(text);
            let values = Values::acyclic(&game, 100).expect("a small game");
            assert_eq!(values.of(&game, &game.start()), Some(Outcome(value)), "{text}");
        }
    }

    /// Max can go round a loop for ever, which is a draw, or leave it for a loss; on the way in there is a win that Min
    /// avoids.
    #[test]
    fn infinite_play_counts_as_the_rules_say() {
        let mut builder = GraphBuilder::new(Scale::loss_draw_win().clone());
        let a = builder.turn("a", Player::Max);
        let b = builder.turn("b", Player::Min);
        let (lost, won) = (builder.over("lost", Outcome(0)), builder.over("won", Outcome(2)));
        for (from, to) in [(a, b), (a, lost), (b, a), (b, won)] {
            builder.edge(from, to);
        }
        let graph = builder.build(a).expect("a graph");
        for (infinite, value) in [(0, 0), (1, 1), (2, 2)] {
            let game = graph.clone().cyclic(Outcome(infinite));
            let values = Values::cyclic(&game, 100).expect("a small game");
            assert_eq!(values.of(&game, &game.start()), Some(Outcome(value)));
        }
    }
}
