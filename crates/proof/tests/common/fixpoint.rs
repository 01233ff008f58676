//! Values and strategies of games in which play can return, by plain fixpoint over all positions below a root.

use std::collections::{HashMap, HashSet};

use proof::format::Record;
use proof::rules::Rules;

use super::successors;

/// The positions below a root. The root is number 0.
#[derive(Clone)]
pub struct Fixpoint {
    /// The outcomes of those where play is over.
    over: Vec<Option<usize>>,
    max_moves: Vec<bool>,
    pub targets: Vec<Vec<usize>>,
    infinite: usize,
}

impl Fixpoint {
    pub fn new<G: Rules>(rules: &G, root: &G::Position) -> Fixpoint {
        let mut index = HashMap::from([(root.clone(), 0)]);
        let mut positions = vec![root.clone()];
        let infinite = rules.infinite(root).expect("play can return");
        let mut all = Fixpoint { over: vec![], max_moves: vec![], targets: vec![], infinite };
        while let Some(position) = positions.get(all.targets.len()).cloned() {
            all.over.push(rules.outcome(&position));
            all.max_moves.push(rules.max_to_move(&position));
            let mut targets = Vec::new();
            if rules.outcome(&position).is_none() {
                for next in successors(rules, &position) {
                    targets.push(*index.entry(next.clone()).or_insert_with(|| {
                        positions.push(next);
                        positions.len() - 1
                    }));
                }
            }
            all.targets.push(targets);
        }
        all
    }

    /// The positions where play has not ended and that player moves.
    pub fn turns(&self, by_max: bool) -> impl Iterator<Item = usize> + '_ {
        (0..self.over.len())
            .filter(move |&at| self.over[at].is_none() && self.max_moves[at] == by_max)
    }

    /// From where a player can force play to end as the goal says, and in how many rounds of the fixpoint.
    fn forced(&self, by_max: bool, goal: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut ranks: Vec<Option<usize>> =
            self.over.iter().map(|over| over.filter(|&rank| goal(rank)).map(|_| 0)).collect();
        for round in 1.. {
            let known = |&to: &usize| ranks[to].is_some();
            let new: Vec<usize> = (0..ranks.len())
                .filter(|&at| ranks[at].is_none() && self.over[at].is_none())
                .filter(|&at| match self.max_moves[at] == by_max {
                    true => self.targets[at].iter().any(known),
                    false => self.targets[at].iter().all(known),
                })
                .collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|at| ranks[at] = Some(round));
        }
        ranks
    }

    /// Where the claim is true. The owner may go on to any position of the same or, if infinite play is against the
    /// claim, of a lower rank.
    pub fn true_at(&self, by_max: bool, bound: usize) -> Vec<Option<usize>> {
        let met = |rank: usize| if by_max { rank >= bound } else { rank <= bound };
        if !met(self.infinite) {
            return self.forced(by_max, met);
        }
        let prevented = self.forced(!by_max, |rank| !met(rank));
        prevented.into_iter().map(|rank| if rank.is_some() { None } else { Some(0) }).collect()
    }

    pub fn value(&self, outcomes: usize) -> usize {
        (0..outcomes).rev().find(|&bound| self.true_at(true, bound)[0].is_some()).unwrap()
    }

    /// For every position of the owner from which the claim is true, a choice that proves it.
    pub fn strategy(&self, by_max: bool, bound: usize) -> Vec<usize> {
        let ranks = self.true_at(by_max, bound);
        let choice = |at: usize| {
            let good = |&to: &usize| match (ranks[to], ranks[at]) {
                (Some(to), Some(0)) => to == 0,
                (Some(to), Some(at)) => to < at,
                _ => false,
            };
            self.targets[at].iter().position(good).unwrap_or(0)
        };
        (0..ranks.len()).map(choice).collect()
    }

    /// The records of a strategy: one for each of the owner's positions, in the order of the first visit.
    pub fn records(&self, by_max: bool, strategy: &[usize]) -> Vec<Record> {
        let (mut records, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![0]);
        while let Some(at) = open.pop() {
            if self.over[at].is_some() || !seen.insert(at) {
                continue;
            }
            if self.max_moves[at] == by_max {
                records.push(Record { choice: strategy[at] as u64, keep: false });
                open.push(self.targets[at][strategy[at]]);
            } else {
                open.extend(self.targets[at].iter().rev());
            }
        }
        records
    }
}
