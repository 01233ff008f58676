//! Regular random trees with chance (Ballard 1983): Max, chance, Min, chance, Max and so on, all positions of a tree with the
//! same number of moves, and leaves with a score from 0 to 100.

use foregone_chance::{AcyclicChance, ChanceGame, Denominator, Turn};
use foregone_game::random::Random;
use foregone_game::{Outcome, Scale};

/// The highest score.
const MOST: u8 = 100;

/// A tree, which is all in the scores of its leaves.
#[derive(Clone, Debug)]
pub(super) struct RegularTree {
    depth: u32,
    width: u16,
    /// From left to right.
    leaves: Vec<u8>,
    scale: Scale,
}

/// A position: how far it is from the root, and its place in that row of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    depth: u32,
    place: u32,
}

/// Whose turn it is in a row of the tree above the leaves.
fn turn_at(depth: u32) -> Turn {
    match depth % 4 {
        0 => Turn::Max,
        2 => Turn::Min,
        _ => Turn::Chance,
    }
}

impl RegularTree {
    /// A tree with independent leaves, all scores equally likely.
    pub(super) fn random(depth: u32, width: u16, seed: u64) -> RegularTree {
        let mut random = Random::new(seed);
        let count = usize::from(width).pow(depth);
        let leaves = (0..count).map(|_| random.below(usize::from(MOST) + 1) as u8).collect();
        let scale = Scale::new((0..=MOST).map(|score| score.to_string()));
        RegularTree { depth, width, leaves, scale }
    }

    /// The same tree with the moves of players in the best order: Max's with the highest value first, Min's with the lowest.
    pub(super) fn best_first(&self) -> RegularTree {
        let (_, leaves) = self.sorted(0, &self.leaves);
        RegularTree { leaves, ..self.clone() }
    }

    /// The value of a position times [`Self::denominator_at`] of its row, and its leaves in the best order.
    fn sorted(&self, depth: u32, leaves: &[u8]) -> (u64, Vec<u8>) {
        if depth == self.depth {
            return (leaves[0].into(), leaves.to_vec());
        }
        let parts = leaves.chunks(leaves.len() / usize::from(self.width));
        let mut children: Vec<(u64, Vec<u8>)> =
            parts.map(|part| self.sorted(depth + 1, part)).collect();
        match turn_at(depth) {
            Turn::Max => children.sort_by_key(|(value, _)| core::cmp::Reverse(*value)),
            Turn::Min => children.sort_by_key(|(value, _)| *value),
            _ => {}
        }
        let value = match turn_at(depth) {
            Turn::Chance => children.iter().map(|(value, _)| value).sum(),
            _ => children[0].0,
        };
        (value, children.into_iter().flat_map(|(_, leaves)| leaves).collect())
    }

    /// How many leaves it has.
    pub(super) fn size(&self) -> u64 {
        self.leaves.len() as u64
    }

    /// Moves to the power of the rows of chance that follow.
    fn denominator_at(&self, depth: u32) -> u128 {
        let rows = (depth..self.depth).filter(|&depth| turn_at(depth) == Turn::Chance).count();
        u128::from(self.width).pow(rows as u32)
    }
}

impl ChanceGame for RegularTree {
    type Position = Node;
    /// Which child.
    type Move = u16;

    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Node {
        Node { depth: 0, place: 0 }
    }

    #[inline]
    fn turn(&self, node: &Node) -> Turn {
        match node.depth == self.depth {
            true => Turn::Over(Outcome(self.leaves[node.place as usize])),
            false => turn_at(node.depth),
        }
    }

    #[inline]
    fn moves(&self, _: &Node, moves: &mut Vec<u16>) {
        moves.extend(0..self.width);
    }

    #[inline]
    fn weight(&self, _: &Node, _: u16) -> u64 {
        1
    }

    #[inline]
    fn play(&self, node: &mut Node, mv: u16) {
        node.place = node.place * u32::from(self.width) + u32::from(mv);
        node.depth += 1;
    }

    fn denominator(&self, node: &Node) -> Option<Denominator> {
        let value = self.denominator_at(node.depth);
        Some(Denominator { value, weights: self.width.into() })
    }
}

impl AcyclicChance for RegularTree {}

#[cfg(test)]
mod tests {
    use foregone_chance::fraction::ratio;
    use foregone_chance::search::expectimax;

    use super::*;

    /// The value of a tree by its definition, in floating point: an independent computation.
    fn value(tree: &RegularTree, node: Node) -> f64 {
        let children =
            || (0..tree.width).map(|mv| value(tree, tree.after(&node, mv))).collect::<Vec<f64>>();
        match tree.turn(&node) {
            Turn::Over(outcome) => f64::from(outcome.0),
            Turn::Max => children().into_iter().fold(f64::MIN, f64::max),
            Turn::Min => children().into_iter().fold(f64::MAX, f64::min),
            Turn::Chance => children().iter().sum::<f64>() / f64::from(tree.width),
        }
    }

    #[test]
    fn the_best_order_keeps_the_value_and_sorts_every_choice() {
        let tree = RegularTree::random(5, 3, 7);
        let best = tree.best_first();
        let found = |tree: &RegularTree| {
            expectimax(tree, &tree.start(), &tree.utility()).expect("a small tree").answer
        };
        assert_eq!(found(&tree), found(&best));
        let difference = found(&tree) * ratio(9, 1)
            - ratio((9.0 * value(&tree, tree.start())).round() as i64, 1);
        assert_eq!(difference, ratio(0, 1), "two rows of chance, three outcomes each");
        let mut open = vec![best.start()];
        while let Some(node) = open.pop() {
            if matches!(best.turn(&node), Turn::Over(_)) {
                continue;
            }
            let children: Vec<Node> = (0..3).map(|mv| best.after(&node, mv)).collect();
            let values: Vec<f64> = children.iter().map(|&child| value(&best, child)).collect();
            match best.turn(&node) {
                Turn::Max => assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}"),
                Turn::Min => assert!(values.is_sorted(), "{values:?}"),
                _ => {}
            }
            open.extend(children);
        }
    }

    #[test]
    fn leaves_have_all_scores() {
        let tree = RegularTree::random(5, 6, 1);
        assert_eq!(tree.size(), 7776);
        assert!((0..=MOST).all(|score| tree.leaves.contains(&score)));
        assert_ne!(tree.leaves, RegularTree::random(5, 6, 2).leaves);
    }
}
