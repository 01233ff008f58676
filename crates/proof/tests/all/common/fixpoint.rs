//! Values and strategies of games in which play can return, by plain fixpoint over all positions below a root.

use std::collections::{HashMap, HashSet};

use foregone_proof::format::Record;
use foregone_proof::rules::Rules;

use super::successors;

/// The positions below a root. The root is number 0.
#[derive(Clone)]
pub struct Fixpoint {
    /// The outcomes of those where play is over.
    over: Vec<Option<usize>>,
    max_moves: Vec<bool>,
    pub targets: Vec<Vec<usize>>,
    /// What infinite play that comes back to a position is worth.
    infinite: Vec<usize>,
    /// The static bounds.
    bounds: Vec<Option<(usize, usize)>>,
}

impl Fixpoint {
    pub fn new<G: Rules>(rules: &G, root: &G::Position) -> Fixpoint {
        let mut index = HashMap::from([(root.clone(), 0)]);
        let mut positions = vec![root.clone()];
        let mut all = Fixpoint {
            over: vec![],
            max_moves: vec![],
            targets: vec![],
            infinite: vec![],
            bounds: vec![],
        };
        while let Some(position) = positions.get(all.targets.len()).cloned() {
            all.over.push(rules.outcome(&position));
            all.max_moves.push(rules.max_to_move(&position));
            all.infinite.push(rules.infinite(&position).expect("play can return"));
            all.bounds.push(rules.static_bounds(&position));
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

    /// Whether it satisfies a claim to go round through that position for ever.
    fn is_safe(&self, at: usize, by_max: bool, bound: usize) -> bool {
        self.over[at].is_none() && is_met(by_max, bound, self.infinite[at])
    }

    /// Where the claim is true, provided that it is true in `beyond`, and in how many rounds of the fixpoint: the owner
    /// ends play as claimed or comes to a safe position from which it goes on in `beyond`.
    fn forced(&self, by_max: bool, bound: usize, beyond: &[bool]) -> Vec<Option<usize>> {
        let owner_can = |at: usize, good: &dyn Fn(usize) -> bool| {
            let mut targets = self.targets[at].iter();
            self.over[at].is_none()
                && match self.max_moves[at] == by_max {
                    true => targets.any(|&to| good(to)),
                    false => targets.all(|&to| good(to)),
                }
        };
        let ends = |at: usize| self.over[at].is_some_and(|rank| is_met(by_max, bound, rank));
        let goes_on =
            |at: usize| self.is_safe(at, by_max, bound) && owner_can(at, &|to| beyond[to]);
        let mut ranks: Vec<Option<usize>> =
            (0..self.over.len()).map(|at| (ends(at) || goes_on(at)).then_some(0)).collect();
        for round in 1.. {
            let new: Vec<usize> = (0..ranks.len())
                .filter(|&at| ranks[at].is_none() && owner_can(at, &|to| ranks[to].is_some()))
                .collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|at| ranks[at] = Some(round));
        }
        ranks
    }

    /// Where the claim is true: the largest set that needs nothing beyond itself. From a position that is not safe the
    /// owner has to go on to a lower rank.
    pub fn true_at(&self, by_max: bool, bound: usize) -> Vec<Option<usize>> {
        let mut beyond = vec![true; self.over.len()];
        loop {
            let ranks = self.forced(by_max, bound, &beyond);
            let held: Vec<bool> = ranks.iter().map(Option::is_some).collect();
            if held == beyond {
                return ranks;
            }
            beyond = held;
        }
    }

    pub fn value(&self, outcomes: usize) -> usize {
        (0..outcomes).rev().find(|&bound| self.true_at(true, bound)[0].is_some()).unwrap()
    }

    /// For every position of the owner from which the claim is true, a choice that proves it.
    pub fn strategy(&self, by_max: bool, bound: usize) -> Vec<usize> {
        let ranks = self.true_at(by_max, bound);
        let choice = |at: usize| {
            let good = |&to: &usize| match (ranks[to], ranks[at]) {
                (Some(_), Some(0)) => true,
                (Some(to), Some(at)) => to < at,
                _ => false,
            };
            self.targets[at].iter().position(good).unwrap_or(0)
        };
        (0..ranks.len()).map(choice).collect()
    }

    /// Whether the static bounds establish the claim at a position.
    fn is_known(&self, at: usize, by_max: bool, bound: usize) -> bool {
        self.bounds[at]
            .is_some_and(|(worst, best)| is_met(by_max, bound, if by_max { worst } else { best }))
    }

    /// The records of a strategy: one for each of the owner's positions, in the order of the first visit.
    pub fn records(&self, by_max: bool, bound: usize, strategy: &[usize]) -> Vec<Record> {
        let (mut records, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![0]);
        while let Some(at) = open.pop() {
            let finished = self.over[at].is_some() || self.is_known(at, by_max, bound);
            if finished || !seen.insert(at) {
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

/// Whether a rank satisfies the claim.
fn is_met(by_max: bool, bound: usize, rank: usize) -> bool {
    if by_max { rank >= bound } else { rank <= bound }
}
