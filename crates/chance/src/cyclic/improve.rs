//! A component through which chance returns: strategy improvement in fractions.
//!
//! Positional strategies suffice. For a strategy of `Max` the best reply of `Min` is found by improvement, and then
//! `Max` improves (Hoffman and Karp 1966). Where play can stay in the component for ever this needs a second kind of
//! step: if no move is better by itself, but a player can keep play for ever among positions that are worth less to the
//! player than endless play, the player does so. When neither step is possible, the strategies prove each other's
//! value: along Max's the value never falls and play cannot stay for ever where it is above `r`, and along Min's the same
//! the other way round.

use num_traits::ToPrimitive;

use crate::cyclic::chain::{self, Target};
use crate::cyclic::explore::Explored;
use crate::fraction::{Fraction, approximate};
use crate::game::{ChanceGame, Turn};
use crate::limits::{Meter, Stop};

/// Sweeps of value iteration in floating point, which only choose the strategies to begin with.
const SWEEPS: usize = 60;

struct Component {
    turns: Vec<Turn>,
    targets: Vec<Vec<Target>>,
    /// Probabilities at chance nodes.
    shares: Vec<Vec<Fraction>>,
    /// The move that each player's node has chosen.
    choice: Vec<usize>,
    endless: Fraction,
}

/// The values of the nodes of a component. `value` gives those of positions outside; `place` the place of a position
/// among `nodes`, if it is there.
pub(crate) fn solve<G: ChanceGame>(
    graph: &Explored<G>,
    nodes: &[u32],
    place: impl Fn(u32) -> Option<usize>,
    value: impl Fn(u32) -> Fraction,
    endless: &Fraction,
    meter: &Meter<'_>,
) -> Result<Vec<Fraction>, Stop> {
    let target = |&to: &u32| match place(to) {
        Some(place) => Target::Inside(place),
        None => Target::Outside(value(to)),
    };
    let mut component = Component {
        turns: nodes.iter().map(|&node| graph.turn(node as usize)).collect(),
        targets: nodes
            .iter()
            .map(|&node| graph.successors(node as usize).iter().map(target).collect())
            .collect(),
        shares: nodes.iter().map(|&node| shares(graph.weights(node as usize))).collect(),
        choice: vec![0; nodes.len()],
        endless: endless.clone(),
    };
    component.guess();
    component.improve(meter)
}

/// Weights as probabilities.
fn shares(weights: &[u64]) -> Vec<Fraction> {
    let total: u64 = weights.iter().sum();
    weights.iter().map(|&weight| Fraction::new(weight.into(), total.into())).collect()
}

impl Component {
    /// Improves until no step is possible.
    fn improve(&mut self, meter: &Meter<'_>) -> Result<Vec<Fraction>, Stop> {
        loop {
            let values = loop {
                let values = self.chain(meter)?;
                if !self.switch(Turn::Min, &values) && !self.stay(Turn::Min, &values) {
                    break values;
                }
            };
            if !self.switch(Turn::Max, &values) && !self.stay(Turn::Max, &values) {
                return Ok(values);
            }
        }
    }

    /// The values when both players play as they have chosen.
    fn chain(&self, meter: &Meter<'_>) -> Result<Vec<Fraction>, Stop> {
        let one = || Fraction::from_integer(1.into());
        let step = |node: usize| -> Vec<(Fraction, &Target)> {
            match self.turns[node] {
                Turn::Chance => {
                    self.shares[node].iter().cloned().zip(&self.targets[node]).collect()
                }
                _ => vec![(one(), &self.targets[node][self.choice[node]])],
            }
        };
        let steps: Vec<_> = (0..self.turns.len()).map(step).collect();
        chain::solve(&steps, &self.endless, meter)
    }

    fn value<'v>(&'v self, target: &'v Target, values: &'v [Fraction]) -> &'v Fraction {
        match target {
            Target::Inside(place) => &values[*place],
            Target::Outside(value) => value,
        }
    }

    /// Lets a player choose a better move wherever there is one. Whether there was.
    fn switch(&mut self, player: Turn, values: &[Fraction]) -> bool {
        let mut any = false;
        for node in (0..self.turns.len()).filter(|&node| self.turns[node] == player) {
            let mut best = (&values[node], None);
            for (index, target) in self.targets[node].iter().enumerate() {
                let value = self.value(target, values);
                if (player == Turn::Max && value > best.0)
                    || (player == Turn::Min && value < best.0)
                {
                    best = (value, Some(index));
                }
            }
            if let Some(index) = best.1 {
                self.choice[node] = index;
                any = true;
            }
        }
        any
    }

    /// Lets a player keep play for ever among nodes that are worth less to the player than that. Whether there are any.
    fn stay(&mut self, player: Turn, values: &[Fraction]) -> bool {
        let worse = |value: &Fraction| match player {
            Turn::Max => *value < self.endless,
            _ => *value > self.endless,
        };
        let mut kept: Vec<bool> = values.iter().map(worse).collect();
        loop {
            let stays = |node: usize| kept[node] && self.can_stay(player, node, &kept, values);
            let next: Vec<bool> = (0..kept.len()).map(stays).collect();
            if next == kept {
                break;
            }
            kept = next;
        }
        let nodes = (0..kept.len()).filter(|&node| kept[node]);
        for node in nodes.clone().filter(|&node| self.turns[node] == player).collect::<Vec<_>>() {
            let stays = |target: &Target| self.stays_in(target, node, &kept, values);
            let index = self.targets[node].iter().position(stays);
            self.choice[node] = index.expect("a kept node has a move that stays");
        }
        kept.iter().any(|&kept| kept)
    }

    /// Whether a move keeps the value and leads to a node that is kept.
    fn stays_in(&self, target: &Target, node: usize, kept: &[bool], values: &[Fraction]) -> bool {
        matches!(target, Target::Inside(place) if kept[*place] && values[*place] == values[node])
    }

    fn can_stay(&self, player: Turn, node: usize, kept: &[bool], values: &[Fraction]) -> bool {
        let targets = &self.targets[node];
        let inside = |target: &Target| matches!(target, Target::Inside(place) if kept[*place]);
        match self.turns[node] {
            Turn::Chance => targets.iter().all(inside),
            turn if turn == player => {
                targets.iter().any(|target| self.stays_in(target, node, kept, values))
            }
            // Max's strategy is fixed while Min replies; Min may leave by any move that is as good.
            Turn::Max => inside(&targets[self.choice[node]]),
            _ => targets
                .iter()
                .filter(|target| self.value(target, values) == &values[node])
                .all(inside),
        }
    }

    /// Chooses by value iteration in floating point. A bad guess costs time and nothing else.
    fn guess(&mut self) {
        let start = approximate(&self.endless);
        let mut values = vec![start; self.turns.len()];
        let outside = |target: &Target| match target {
            Target::Inside(_) => 0.0,
            Target::Outside(value) => approximate(value),
        };
        let known: Vec<Vec<f64>> =
            self.targets.iter().map(|targets| targets.iter().map(outside).collect()).collect();
        let shares: Vec<Vec<f64>> = self
            .shares
            .iter()
            .map(|shares| shares.iter().map(|share| share.to_f64().unwrap_or(0.0)).collect())
            .collect();
        for _ in 0..SWEEPS {
            for node in 0..self.turns.len() {
                let value = |index: usize| match self.targets[node][index] {
                    Target::Inside(place) => values[place],
                    Target::Outside(_) => known[node][index],
                };
                let moves = 0..self.targets[node].len();
                let best = match self.turns[node] {
                    Turn::Chance => {
                        values[node] = moves.map(|index| shares[node][index] * value(index)).sum();
                        continue;
                    }
                    Turn::Max => moves.max_by(|&a, &b| value(a).total_cmp(&value(b))),
                    _ => moves.min_by(|&a, &b| value(a).total_cmp(&value(b))),
                };
                let best = best.expect("an unfinished position has a move");
                (self.choice[node], values[node]) = (best, value(best));
            }
        }
    }
}
