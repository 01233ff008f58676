//! Games in which play can return: a strategy from numbers for all positions.
//!
//! The numbers must be closed: at every position the player of the proof has a move, the opponent only moves, and chance
//! a mean, after which the number is not worse. The values are, and so are bounds of value iteration that began at the worst
//! worth. The owner takes moves after which the number is not worse, and where it is better than endless play, moves
//! that also bring play nearer to where it is not (an attractor, as in retrograde analysis; an outcome of chance is enough to be
//! nearer). From such numbers that is always possible: a set of positions in which play could be held at one number better
//! than endless play would rest that number on itself.

use std::collections::VecDeque;

use foregone_game::Player;

use super::lengths::Lengths;
use super::plan::{Owner, Plan};
use super::write::{Sketch, Walk};
use super::{Proof, Unproved};
use crate::cyclic::Explored;
use crate::game::{CyclicChance, Turn};
use crate::limits::{Limits, Meter};
use crate::number::Arithmetic;

/// No move: the position is given up, or none has been chosen yet.
const NONE: u32 = u32::MAX;

/// The moves that the owner chooses.
struct Chosen<'g, G: CyclicChance> {
    graph: &'g Explored<G>,
    owner: Owner,
    /// The index of the chosen move where the owner moves, [`NONE`] where the position is given up, and 0 elsewhere.
    choice: Vec<u32>,
}

impl<G: CyclicChance> Plan for Chosen<'_, G> {
    fn len(&self) -> usize {
        self.graph.len()
    }

    fn turn(&self, node: u32) -> Turn {
        self.graph.turn(node as usize)
    }

    fn index(&self, node: u32) -> Option<u32> {
        Some(self.choice[node as usize]).filter(|&index| index != NONE)
    }

    fn met(&self, node: u32) -> &[u32] {
        let all = self.graph.successors(node as usize);
        match self.index(node) {
            Some(index) if self.owner.moves_at(self.turn(node)) => {
                &all[index as usize..=index as usize]
            }
            _ => all,
        }
    }

    fn weights(&self, node: u32) -> &[u64] {
        self.graph.weights(node as usize)
    }
}

/// Numbers for all positions of a graph, and how they are counted.
struct Numbered<'a, G: CyclicChance, A: Arithmetic> {
    game: &'a G,
    graph: &'a Explored<G>,
    arithmetic: &'a A,
    numbers: &'a [A::Number],
    owner: Owner,
}

/// A proof of the number of the first position of a graph; nothing if that is the worst worth. The numbers must be closed.
pub(crate) fn prove<G: CyclicChance, A: Arithmetic>(
    game: &G,
    graph: &Explored<G>,
    arithmetic: &A,
    numbers: &[A::Number],
    player: Player,
    limits: Limits<'_>,
) -> Result<Option<Proof>, Unproved> {
    let owner = Owner(player);
    let root = match graph.turn(0) {
        Turn::Over(outcome) => arithmetic.worth(outcome),
        _ => numbers[0].clone(),
    };
    if !owner.prefers(&root, &owner.worst(arithmetic)) {
        return Ok(None);
    }
    let mut meter = Meter::new(Limits { nodes: None, ..limits }, 0);
    let numbered = Numbered { game, graph, arithmetic, numbers, owner };
    let plan = numbered.choose(&mut meter)?;
    let walk = Walk::new(&plan, 0, &mut meter)?;
    let sketch = Sketch { plan: &plan, arithmetic, owner };
    let stated = |node: u32| numbers[node as usize].clone();
    let found = sketch.numbers(&walk, stated).ok_or(Unproved::Endless)?;
    let mut hot = vec![false; graph.len()];
    for &node in &walk.entered {
        let place = node as usize;
        hot[place] = plan.index(node).is_some() && numbered.is_hot(place, &found[place]);
    }
    let is_needed =
        walk.entered.iter().any(|&node| hot[node as usize] && walk.stated[node as usize]);
    let lengths = match is_needed {
        true => Some(Lengths::new(&plan, &walk, hot, &meter)?),
        false => None,
    };
    sketch.write(&walk, &found, lengths.as_ref(), arithmetic.fraction(&root)).map(Some)
}

impl<'a, G: CyclicChance, A: Arithmetic> Numbered<'a, G, A> {
    /// Whether a number is better than endless play that returns to a position.
    fn is_hot(&self, node: usize, number: &A::Number) -> bool {
        let endless = self.arithmetic.worth(self.game.endless(self.graph.position(node)));
        self.owner.prefers(number, &endless)
    }

    fn number(&self, node: usize) -> A::Number {
        match self.graph.turn(node) {
            Turn::Over(outcome) => self.arithmetic.worth(outcome),
            _ => self.numbers[node].clone(),
        }
    }

    /// Chooses a move wherever the owner is to move.
    fn choose(&self, meter: &mut Meter<'_>) -> Result<Chosen<'a, G>, Unproved> {
        let graph = self.graph;
        let worst = self.owner.worst(self.arithmetic);
        let mut choice = vec![0; graph.len()];
        // Hot positions that are not attracted yet.
        let mut open = vec![false; graph.len()];
        let mut queue = VecDeque::new();
        for node in 0..graph.len() {
            meter.enter(0)?;
            let (turn, number) = (graph.turn(node), self.number(node));
            if !matches!(turn, Turn::Over(_)) && self.is_hot(node, &number) {
                open[node] = true;
                choice[node] = if self.owner.moves_at(turn) { NONE } else { 0 };
                continue;
            }
            queue.push_back(node as u32);
            if !matches!(turn, Turn::Over(_)) && !self.owner.prefers(&number, &worst) {
                choice[node] = NONE;
            } else if self.owner.moves_at(turn) {
                choice[node] = self.first_best(node);
            }
        }
        self.attract(&mut open, &mut choice, queue, meter)?;
        match open.contains(&true) {
            true => Err(Unproved::Endless),
            false => Ok(Chosen { graph, owner: self.owner, choice }),
        }
    }

    /// The first of the best moves.
    fn first_best(&self, node: usize) -> u32 {
        let mut best: Option<(u32, A::Number)> = None;
        for (index, &to) in (0..).zip(self.graph.successors(node)) {
            let number = self.number(to as usize);
            if best.as_ref().is_none_or(|(_, best)| self.owner.prefers(&number, best)) {
                best = Some((index, number));
            }
        }
        best.expect("an unfinished position has a move").0
    }

    /// Leads play from hot positions to those in the queue.
    fn attract(
        &self,
        open: &mut [bool],
        choice: &mut [u32],
        mut queue: VecDeque<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unproved> {
        let graph = self.graph;
        let before = Before::new(graph, open);
        let mut left: Vec<u32> =
            (0..graph.len()).map(|node| graph.successors(node).len() as u32).collect();
        while let Some(node) = queue.pop_front() {
            meter.enter(0)?;
            for &from in before.of(node) {
                let place = from as usize;
                if !open[place] {
                    continue;
                }
                let turn = graph.turn(place);
                if self.owner.moves_at(turn) {
                    if !self.owner.accepts(&self.number(node as usize), &self.numbers[place]) {
                        continue;
                    }
                    let index = graph.successors(place).iter().position(|&to| to == node);
                    choice[place] = index.expect("a move leads there") as u32;
                } else if turn != Turn::Chance {
                    left[place] -= 1;
                    if left[place] > 0 {
                        continue;
                    }
                }
                open[place] = false;
                queue.push_back(from);
            }
        }
        Ok(())
    }
}

/// The moves backwards, of positions that are open.
struct Before {
    first: Vec<u32>,
    from: Vec<u32>,
}

impl Before {
    fn new<G: CyclicChance>(graph: &Explored<G>, open: &[bool]) -> Before {
        let nodes = || (0..graph.len()).filter(|&node| open[node]);
        let mut first = vec![0u32; graph.len() + 1];
        for node in nodes() {
            graph.successors(node).iter().for_each(|&to| first[to as usize + 1] += 1);
        }
        for node in 0..graph.len() {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut from = vec![0; first[graph.len()] as usize];
        for node in nodes() {
            for &to in graph.successors(node) {
                from[next[to as usize] as usize] = node as u32;
                next[to as usize] += 1;
            }
        }
        Before { first, from }
    }

    fn of(&self, node: u32) -> &[u32] {
        let place = node as usize;
        &self.from[self.first[place] as usize..self.first[place + 1] as usize]
    }
}
