//! A whole proof at a glance: boxes below each other, each as wide as the logarithm of the proof that it stands for.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use serde::Serialize;

use super::tree::ProofTree;
use crate::error::Error;
use crate::position::Position;

/// The parts of a proof, from a position on.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Overview {
    /// The boxes: the position itself first, every other one below its parent.
    pub boxes: Vec<ProofBox>,
    /// Whether some boxes have more below them.
    pub is_cut: bool,
}

/// A part of a proof: what follows a reply of the opponent, with the answer to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProofBox {
    /// The row.
    pub depth: usize,
    /// The left edge, from 0 to 1.
    pub left: f64,
    /// The width, of 1.
    pub width: f64,
    /// The moves from the position of the certificate.
    pub line: Vec<String>,
    /// The positions below, everything that is met again counted again.
    pub positions: u64,
    /// The moves of the longest line below.
    pub longest_line: u64,
    /// Whether the proof has this part elsewhere too.
    pub is_again: bool,
}

/// A box that may be opened, the largest first.
struct Open {
    positions: u64,
    at: usize,
    position: Position,
}

impl Ord for Open {
    fn cmp(&self, other: &Open) -> Ordering {
        (self.positions, other.at).cmp(&(other.positions, self.at))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Open) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

/// Boxes that are narrower than this share of the whole are not opened: nobody could see what is in them.
const NARROWEST: f64 = 1.0 / 400.0;

impl ProofTree {
    /// The parts of the proof of a claim below a position, at most so many of them: the largest are opened first. Nothing if the
    /// proof was not measured there. It ends early when `is_enough` says so.
    pub fn overview(
        &self,
        claim: usize,
        position: &Position,
        most: usize,
        is_enough: &dyn Fn() -> bool,
    ) -> Result<Option<Overview>, Error> {
        let Some(size) = self.size(claim, position)? else { return Ok(None) };
        let whole = ProofBox {
            depth: 0,
            left: 0.0,
            width: 1.0,
            line: position.line(),
            positions: size.positions,
            longest_line: size.longest_line,
            is_again: false,
        };
        let mut view = Overview { boxes: vec![whole], is_cut: false };
        let first = Open { positions: size.positions, at: 0, position: position.clone() };
        let mut open = BinaryHeap::from([first]);
        while let Some(next) = open.pop() {
            if view.boxes[next.at].width < NARROWEST {
                view.is_cut = true;
                continue;
            }
            let children = self.parts(claim, &next.position)?;
            if view.boxes.len() + children.len() > most || is_enough() {
                view.is_cut = true;
                break;
            }
            view.add(next.at, children, &mut open);
        }
        Ok(Some(view))
    }

    /// The parts below a position: for each reply that the proof goes on after, the position after the answer.
    fn parts(&self, claim: usize, position: &Position) -> Result<Vec<(Position, ProofBox)>, Error> {
        let mut here = position.clone();
        let mut node = self.node(claim, &here)?;
        if let Some(answer) = &node.step.answer {
            here.play(answer)?;
            node = self.node(claim, &here)?;
        }
        let mut parts = Vec::new();
        for reply in node.step.replies.into_iter().flatten() {
            let Some(size) = reply.step.size().filter(|_| reply.step.goes_on()) else { continue };
            let mut after = here.clone();
            after.play(&reply.mv)?;
            if let Some(answer) = &reply.step.answer {
                after.play(answer)?;
            }
            let part = ProofBox {
                depth: 0,
                left: 0.0,
                width: 0.0,
                line: after.line(),
                positions: size.positions,
                longest_line: size.longest_line,
                is_again: reply.step.same_as.is_some(),
            };
            parts.push((after, part));
        }
        Ok(parts)
    }
}

impl Overview {
    /// Puts the parts of a box side by side below it, the largest first.
    fn add(
        &mut self,
        at: usize,
        mut children: Vec<(Position, ProofBox)>,
        open: &mut BinaryHeap<Open>,
    ) {
        let weight = |part: &ProofBox| (part.positions as f64 + 1.0).ln();
        children.sort_by_key(|(_, part)| core::cmp::Reverse(part.positions));
        let all: f64 = children.iter().map(|(_, part)| weight(part)).sum();
        let ProofBox { depth, mut left, width, .. } = self.boxes[at];
        for (position, part) in children {
            let share = width * weight(&part) / all;
            if !part.is_again {
                open.push(Open { positions: part.positions, at: self.boxes.len(), position });
            }
            self.boxes.push(ProofBox { depth: depth + 1, left, width: share, ..part });
            left += share;
        }
    }
}
