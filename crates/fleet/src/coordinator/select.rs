//! The selection of the next leaf.

use foregone_game::Player;
use foregone_solve::effort::ProofNumbers;
use foregone_solve::meet;
use foregone_solve::{attracting, options::Ties};

use super::graph::{Graph, NO_JOB, ROOT};
use super::label::span;
use crate::plan::{Policy, WhenTaken};

/// A leaf that was selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selected {
    pub node: u32,
    /// The question of the descent.
    pub aim: u8,
    /// The outcomes that still matter at the leaf, narrowed along the descent.
    pub window: (u8, u8),
}

impl Graph {
    /// The next leaf that is free, if there is one.
    pub fn select(&mut self, policy: Policy, ties: Ties, stamp: &mut u32) -> Option<Selected> {
        let aim = usize::from(self.aim(ties)?);
        let (node, window) = match policy {
            Policy::Lock | Policy::Jlpns(_) => self.descend(aim),
            Policy::Ppn2(when_taken) => match (self.backtrack(aim, stamp), when_taken) {
                (None, WhenTaken::NextBest) => self.descend(aim),
                (result, _) => result,
            },
        }?;
        Some(Selected { node, aim: aim as u8, window })
    }

    /// The question of the descent (Saffidine and Cazenave 2012 §4.4), among those that are open and have a free leaf.
    fn aim(&self, ties: Ties) -> Option<u8> {
        let questions = self.questions;
        let player = self.nodes[ROOT as usize].player;
        let numbers = |question: usize| self.guide(ROOT, question);
        let efforts = |outcome: usize| {
            let greater =
                if outcome == 0 { ProofNumbers::settled(true) } else { numbers(outcome - 1) };
            let smaller =
                if outcome == questions { ProofNumbers::settled(false) } else { numbers(outcome) };
            (greater.proof, smaller.disproof)
        };
        let question = |outcome: usize| match player {
            Player::Max => outcome - 1,
            Player::Min => outcome,
        };
        let candidates = match player {
            Player::Max => 1..questions + 1,
            Player::Min => 0..questions,
        };
        let open = candidates.filter(|&outcome| {
            let question = question(outcome);
            numbers(question).is_open() && !self.is_locked(ROOT, question)
        });
        attracting(ties, open, efforts).map(|outcome| question(outcome) as u8)
    }

    /// Descends to a free leaf, at each node to the child with the least number among those with a free leaf.
    fn descend(&self, aim: usize) -> Option<(u32, (u8, u8))> {
        let (mut node, mut window) = (ROOT, span(self.label(ROOT)));
        while !self.is_leaf(node) {
            let player = self.nodes[node as usize].player;
            let free =
                self.children(node).iter().copied().filter(|&child| {
                    self.guide(child, aim).is_open() && !self.is_locked(child, aim)
                });
            node = free.min_by_key(|&child| self.guide(child, aim).seen_by(player).0)?;
            window = meet(window, span(self.label(node)));
        }
        (self.nodes[node as usize].job == NO_JOB).then_some((node, window))
    }

    /// The first free leaf among the most-proving ones. Choice points are the nodes with several children that have
    /// their parent's number (Saffidine, Jouandeau and Cazenave 2011 §2.3). A node below which no leaf was free is not
    /// visited twice.
    fn backtrack(&mut self, aim: usize, stamp: &mut u32) -> Option<(u32, (u8, u8))> {
        *stamp = stamp.wrapping_add(1);
        let mut open = vec![(ROOT, span(self.label(ROOT)))];
        while let Some((node, window)) = open.pop() {
            let known = &mut self.nodes[node as usize];
            if core::mem::replace(&mut known.stamp, *stamp) == *stamp {
                continue;
            }
            if self.is_leaf(node) {
                return Some((node, window));
            }
            let player = self.nodes[node as usize].player;
            let number = self.guide(node, aim).seen_by(player).0;
            for &child in self.children(node).iter().rev() {
                let own = self.guide(child, aim).seen_by(player).0;
                if own == number && !self.is_locked(child, aim) {
                    open.push((child, meet(window, span(self.label(child)))));
                }
            }
        }
        None
    }
}
