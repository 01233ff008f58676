//! Games in which play never returns: a strategy from what a search has left in its table.
//!
//! Every position of the proof has a *need*: what the expectation there must be shown to reach. Needs are passed on from
//! the root. A chance position needs a sum, so the outcomes that contribute least are given up first, as far as the
//! sum allows. A position that is met again with a higher need is planned again.

use core::hash::BuildHasher;
use std::collections::VecDeque;

use foldhash::fast::FixedState;
use foregone_game::Player;
use hashbrown::HashTable;

use super::plan::{Owner, Plan};
use super::write::{Sketch, Walk};
use super::{Proof, Unproved};
use crate::game::{AcyclicChance, Turn};
use crate::limits::{Limits, Meter, Stop};
use crate::number::Arithmetic;
use crate::search::Searcher;

/// A position that is planned more often gets its value as its need, which is final.
const PLANNED_MAX: u8 = 3;

/// A position of the proof.
struct Node<N> {
    turn: Turn,
    need: N,
    /// What its record says; nothing if it is given up.
    index: Option<u32>,
    /// Where the positions that are met begin, and how many they are.
    first: u32,
    count: u32,
    /// How often it was planned.
    planned: u8,
    is_queued: bool,
}

/// The strategy: positions, and what is met from them.
struct Tree<G: AcyclicChance, N> {
    /// Finished positions are one node for each outcome, the first ones.
    nodes: Vec<Node<N>>,
    outcomes: usize,
    positions: Vec<G::Position>,
    index: HashTable<u32>,
    hasher: FixedState,
    met: Vec<u32>,
    weights: Vec<u64>,
}

impl<G: AcyclicChance, N> Plan for Tree<G, N> {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn turn(&self, node: u32) -> Turn {
        self.nodes[node as usize].turn
    }

    fn index(&self, node: u32) -> Option<u32> {
        self.nodes[node as usize].index
    }

    fn met(&self, node: u32) -> &[u32] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.met[first as usize..(first + count) as usize]
    }

    fn weights(&self, node: u32) -> &[u64] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.weights[first as usize..(first + count) as usize]
    }
}

/// A proof that a position is worth at least, or at most, `bound`, or of as much of that as the limits allow; nothing if
/// that is no more than every position is worth. The searcher is the one that has found the bound.
pub(crate) fn prove<G: AcyclicChance, A: Arithmetic>(
    game: &G,
    arithmetic: &A,
    searcher: &mut impl Searcher<G, A>,
    position: &G::Position,
    (player, bound): (Player, &A::Number),
    limits: Limits<'_>,
) -> Result<Option<Proof>, Unproved> {
    let owner = Owner(player);
    let worst = owner.worst(arithmetic);
    if !owner.prefers(bound, &worst) {
        return Ok(None);
    }
    let bytes = limits.bytes;
    let mut meter = Meter::new(Limits { nodes: None, ..limits }, 0);
    let tree = Tree::new(game, arithmetic);
    let (queue, moves, failed) = (VecDeque::new(), Vec::new(), None);
    let mut planner = Planner { game, arithmetic, searcher, owner, tree, queue, moves, failed };
    let root = planner.demand(position.clone(), bound.clone());
    while let Some(node) = planner.queue.pop_front() {
        meter.enter(0)?;
        if planner.tree.bytes() > bytes {
            return Err(Stop::Memory.into());
        }
        planner.plan(node);
    }
    let Planner { tree, failed, .. } = planner;
    let walk = Walk::new(&tree, root, &mut meter)?;
    let sketch = Sketch { plan: &tree, arithmetic, owner };
    let numbers = sketch.numbers(&walk, |_| worst.clone()).ok_or(Unproved::Endless)?;
    let found = sketch.number(root, &numbers);
    let claim = if owner.accepts(&found, bound) { bound } else { &found };
    if !owner.prefers(claim, &worst) {
        return Err(failed.map_or(Unproved::Endless, Unproved::Stopped));
    }
    sketch.write(&walk, &numbers, None, arithmetic.fraction(claim)).map(Some)
}

impl<G: AcyclicChance, N: Clone + Ord> Tree<G, N> {
    fn new<A: Arithmetic<Number = N>>(game: &G, arithmetic: &A) -> Tree<G, N> {
        let over = |outcome| Node {
            turn: Turn::Over(outcome),
            need: arithmetic.worth(outcome),
            index: None,
            first: 0,
            count: 0,
            planned: 0,
            is_queued: false,
        };
        let nodes: Vec<Node<N>> = game.scale().outcomes().map(over).collect();
        Tree {
            outcomes: nodes.len(),
            nodes,
            positions: Vec::new(),
            index: HashTable::new(),
            hasher: FixedState::with_seed(0x4528_21e6_38d0_1377),
            met: Vec::new(),
            weights: Vec::new(),
        }
    }

    fn find(&self, position: &G::Position) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        let same = |&at: &u32| self.positions[at as usize - self.outcomes] == *position;
        self.index.find(hash, same).copied()
    }

    /// The node of an unfinished position, which is made if there is none.
    fn number(&mut self, position: G::Position, turn: Turn, worst: N) -> u32 {
        if let Some(node) = self.find(&position) {
            return node;
        }
        let node = self.nodes.len() as u32;
        let (hasher, outcomes) = (&self.hasher, self.outcomes);
        let hash = hasher.hash_one(&position);
        self.positions.push(position);
        let positions = &self.positions;
        self.index
            .insert_unique(hash, node, |&at| hasher.hash_one(&positions[at as usize - outcomes]));
        self.nodes.push(Node {
            turn,
            need: worst,
            index: None,
            first: 0,
            count: 0,
            planned: 0,
            is_queued: false,
        });
        node
    }

    /// Roughly the memory that is used.
    fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node<N>>() + size_of::<G::Position>() + size_of::<N>() + 16)
            + self.met.len() * 12
    }
}

struct Planner<'a, G: AcyclicChance, A: Arithmetic, S> {
    game: &'a G,
    arithmetic: &'a A,
    searcher: &'a mut S,
    owner: Owner,
    tree: Tree<G, A::Number>,
    queue: VecDeque<u32>,
    moves: Vec<G::Move>,
    /// Why something that is needed could not be shown.
    failed: Option<Stop>,
}

/// An outcome of a chance position.
struct Share<P, N> {
    position: P,
    turn: Turn,
    weight: u64,
    /// What the outcome is known to be worth, and then what is needed of it.
    need: N,
    /// Whether that is shown somewhere else in the proof.
    is_free: bool,
}

impl<G: AcyclicChance, A: Arithmetic, S: Searcher<G, A>> Planner<'_, G, A, S> {
    /// Asks for a need at a position.
    fn demand(&mut self, position: G::Position, need: A::Number) -> u32 {
        let turn = self.game.turn(&position);
        if let Turn::Over(outcome) = turn {
            return outcome.0.into();
        }
        let node = self.tree.number(position, turn, self.owner.worst(self.arithmetic));
        let entry = &mut self.tree.nodes[node as usize];
        if self.owner.prefers(&need, &entry.need) {
            entry.need = need;
            if !entry.is_queued {
                entry.is_queued = true;
                self.queue.push_back(node);
            }
        }
        node
    }

    /// Decides what is done at a position, and asks for what that needs.
    fn plan(&mut self, node: u32) {
        let position = self.tree.positions[node as usize - self.tree.outcomes].clone();
        let entry = &mut self.tree.nodes[node as usize];
        entry.is_queued = false;
        entry.planned = entry.planned.saturating_add(1);
        let (turn, mut need, often) = (entry.turn, entry.need.clone(), entry.planned);
        if often > PLANNED_MAX {
            let value = self.owner.own(self.searcher.value(&position).0);
            if self.owner.prefers(&value, &need) {
                need = value;
                self.tree.nodes[node as usize].need = need.clone();
            }
        }
        let mut moves = core::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&position, &mut moves);
        let met: Vec<(u32, u64)> = if self.owner.moves_at(turn) {
            let chosen = self.choose(&position, &moves, &need);
            self.tree.nodes[node as usize].index = chosen.map(|index| index as u32);
            let child = chosen.map(|index| self.game.after(&position, moves[index]));
            child.into_iter().map(|child| (self.demand(child, need.clone()), 1)).collect()
        } else {
            self.tree.nodes[node as usize].index = Some(0);
            match turn {
                Turn::Chance => self.share(&position, &moves, &need),
                _ => moves
                    .iter()
                    .map(|&mv| (self.demand(self.game.after(&position, mv), need.clone()), 1))
                    .collect(),
            }
        };
        self.moves = moves;
        let tree = &mut self.tree;
        let entry = &mut tree.nodes[node as usize];
        (entry.first, entry.count) = (tree.met.len() as u32, met.len() as u32);
        tree.met.extend(met.iter().map(|&(to, _)| to));
        tree.weights.extend(met.iter().map(|&(_, weight)| weight));
    }

    /// What a position is known to be worth, from the owner's side.
    fn known(&self, position: &G::Position, turn: Turn) -> A::Number {
        match turn {
            Turn::Over(outcome) => self.arithmetic.worth(outcome),
            _ => self.owner.own(self.searcher.table_bounds(position)),
        }
    }

    /// Whether a position is already needed that much.
    fn is_free(&self, position: &G::Position, need: &A::Number) -> bool {
        let node = self.tree.find(position);
        node.is_some_and(|node| self.owner.accepts(&self.tree.nodes[node as usize].need, need))
    }

    /// The index of a move of the owner that is good enough. First what the game says, then what the proof has anyway, then
    /// what the table knows; the rest is searched again.
    fn choose(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        need: &A::Number,
    ) -> Option<usize> {
        let children: Vec<(G::Position, Turn)> = moves
            .iter()
            .map(|&mv| {
                let child = self.game.after(position, mv);
                let turn = self.game.turn(&child);
                (child, turn)
            })
            .collect();
        let good: Vec<bool> = children
            .iter()
            .map(|(child, turn)| self.owner.accepts(&self.known(child, *turn), need))
            .collect();
        let over = |(_, turn): &(G::Position, Turn)| matches!(turn, Turn::Over(_));
        let first = |test: &dyn Fn(usize) -> bool| (0..good.len()).find(|&at| good[at] && test(at));
        let found = first(&|at| over(&children[at]))
            .or_else(|| first(&|at| self.is_free(&children[at].0, need)))
            .or_else(|| first(&|_| true));
        found.or_else(|| {
            (0..children.len())
                .find(|&at| !over(&children[at]) && self.holds(&children[at].0, need))
        })
    }

    /// Searches a position again, for a need.
    fn holds(&mut self, position: &G::Position, need: &A::Number) -> bool {
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        let (bounds, stop) = match self.owner.0 {
            Player::Max => {
                let alpha = self.arithmetic.previous(need).unwrap_or(least);
                self.searcher.ask(position, &alpha, need)
            }
            Player::Min => self.searcher.ask(position, need, &greatest),
        };
        if stop != Stop::Solved {
            self.failed = Some(stop);
        }
        self.owner.accepts(&self.owner.own(bounds), need)
    }

    /// Divides the need of a chance position among its outcomes.
    fn share(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        need: &A::Number,
    ) -> Vec<(u32, u64)> {
        let arithmetic = self.arithmetic;
        let mut shares: Vec<Share<G::Position, A::Number>> = Vec::with_capacity(moves.len());
        for &mv in moves {
            let child = self.game.after(position, mv);
            let turn = self.game.turn(&child);
            let known = self.known(&child, turn);
            let is_free = matches!(turn, Turn::Over(_)) || self.is_free(&child, &known);
            let weight = self.game.weight(position, mv);
            shares.push(Share { position: child, turn, weight, need: known, is_free });
        }
        let total = shares.iter().map(|share| share.weight).sum();
        let target = arithmetic.times(need, total);
        let sum = self.enough(&mut shares, &target);
        if self.owner.accepts(&sum, &target) {
            let surplus = self.owner.surplus(arithmetic, &sum, &target);
            self.give_up(&mut shares, surplus);
        }
        let demanded = |share: Share<G::Position, A::Number>| {
            (self.demand(share.position, share.need), share.weight)
        };
        shares.into_iter().map(demanded).collect()
    }

    /// Searches outcomes again until they are enough. The sum that they make.
    fn enough(
        &mut self,
        shares: &mut [Share<G::Position, A::Number>],
        target: &A::Number,
    ) -> A::Number {
        let mut at = 0;
        loop {
            let parts = shares.iter().map(|share| self.arithmetic.times(&share.need, share.weight));
            let sum = parts.reduce(|mut sum, part| {
                self.arithmetic.add(&mut sum, &part);
                sum
            });
            let sum = sum.expect("a chance position has an outcome");
            if self.owner.accepts(&sum, target) || at == shares.len() {
                return sum;
            }
            let share = &mut shares[at];
            at += 1;
            if !matches!(share.turn, Turn::Over(_)) {
                let (bounds, stop) = self.searcher.value(&share.position);
                let value = self.owner.own(bounds);
                if self.owner.prefers(&value, &share.need) {
                    (share.need, share.is_free) = (value, false);
                }
                if stop != Stop::Solved {
                    self.failed = Some(stop);
                }
            }
        }
    }

    /// Gives up outcomes, those that contribute least first, and then a part of the next one, for a surplus.
    fn give_up(&self, shares: &mut [Share<G::Position, A::Number>], mut surplus: A::Number) {
        let (arithmetic, owner) = (self.arithmetic, self.owner);
        let worst = owner.worst(arithmetic);
        let mut parts: Vec<(A::Number, usize)> = (0..shares.len())
            .filter(|&at| !shares[at].is_free)
            .map(|at| {
                let over_worst = owner.surplus(arithmetic, &shares[at].need, &worst);
                (arithmetic.times(&over_worst, shares[at].weight), at)
            })
            .collect();
        parts.sort();
        for (part, at) in parts {
            let share = &mut shares[at];
            if part <= surplus {
                arithmetic.subtract(&mut surplus, &part);
                share.need = worst.clone();
                continue;
            }
            let less = arithmetic.divide_down(&surplus, share.weight);
            match owner.0 {
                Player::Max => arithmetic.subtract(&mut share.need, &less),
                Player::Min => arithmetic.add(&mut share.need, &less),
            }
            break;
        }
    }
}
