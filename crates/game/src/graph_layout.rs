//! Where the positions of a graph stand in its drawing: one row per distance from the start.
//!
//! Figures of some dozens of positions are drawn whole. Of a larger graph only the surroundings of the marked
//! position are drawn: its moves and the moves after these.

use core::fmt::Write;
use std::collections::HashMap;

/// A game that is written down node by node, as drawings need it.
pub trait DrawnGraph {
    /// How many positions there are; they are numbered from 0.
    fn count(&self) -> usize;
    /// Where the game begins.
    fn first(&self) -> u32;
    /// The name of a position.
    fn label(&self, node: u32) -> &str;
    /// Whose turn it is, or how the game has ended.
    fn shape(&self, node: u32) -> NodeShape<'_>;
    /// Where the moves of a position lead, in their order.
    fn targets(&self, node: u32) -> impl Iterator<Item = u32>;
    /// What is written at the move of that place in the order; nothing if the position that it leads to says it all.
    fn arrow(&self, node: u32, place: usize) -> Option<String>;
}

/// What decides the shape of a position in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeShape<'a> {
    /// The first player moves: a box.
    Max,
    /// The second player moves: a circle.
    Min,
    /// Chance moves: a diamond.
    Chance,
    /// The game is over with the outcome of that name: text without an outline.
    Over(&'a str),
}

/// Graphs with more positions than this are not drawn whole, and no drawing has more.
pub(crate) const WHOLE: usize = 300;
/// From one row to the next, and from the graph to the edge of the drawing.
pub(crate) const ROW: i64 = 90;
pub(crate) const MARGIN: i64 = 30;
/// Half the height of a node.
pub(crate) const HALF: i64 = 17;
/// The free space between two neighbours.
const GAP: i64 = 18;

/// A node with its place in the drawing.
pub struct Placed {
    /// The node.
    pub node: u32,
    /// Its row, from 0 for the first one.
    pub row: i64,
    /// The centre.
    pub x: i64,
    /// The same from above.
    pub y: i64,
    /// Half the width of its outline.
    pub half: i64,
    /// Place in the list of the node below which it is drawn.
    parent: Option<usize>,
}

/// The places of the nodes that are drawn.
pub struct Layout {
    /// In the order of rows, each row from the left; then, likewise, a marked node that the start does not lead to.
    pub placed: Vec<Placed>,
    /// The place of each node in that list.
    pub places: HashMap<u32, usize>,
    /// The width of the drawing.
    pub width: i64,
    /// The number of rows.
    pub rows: i64,
}

impl Layout {
    /// Half the height of a node.
    pub const HALF: i64 = HALF;

    /// Every node is drawn below the first one that leads to it, and above the middle of what is drawn below it:
    /// a tree looks as in a book, and moves that meet in other graphs cross it.
    pub fn new(graph: &impl DrawnGraph, marked: u32) -> Layout {
        let whole = graph.count() <= WHOLE;
        let mut layout = Layout { placed: Vec::new(), places: HashMap::new(), width: 0, rows: 0 };
        layout.add(graph, if whole { graph.first() } else { marked }, 0, None);
        layout.spread(graph, 0, if whole { i64::MAX } else { 2 });
        if !layout.places.contains_key(&marked) {
            let at = layout.placed.len();
            layout.add(graph, marked, 0, None);
            layout.spread(graph, at, i64::MAX);
        }
        layout.place();
        layout
    }

    fn add(&mut self, graph: &impl DrawnGraph, node: u32, row: i64, parent: Option<usize>) {
        let letters = lines(graph, node).iter().map(|line| line.chars().count()).max();
        let room = if graph.shape(node) == NodeShape::Chance { 20 } else { 8 };
        let half = (letters.unwrap_or(0) as i64 * 9 / 2 + room).max(HALF);
        self.places.insert(node, self.placed.len());
        self.placed.push(Placed { node, row, x: 0, y: HALF + row * ROW, half, parent });
        self.rows = self.rows.max(row + 1);
    }

    /// Adds what can be reached from the nodes from `at` on, down to some row.
    fn spread(&mut self, graph: &impl DrawnGraph, mut at: usize, last: i64) {
        while at < self.placed.len() && self.placed[at].row < last {
            let row = self.placed[at].row + 1;
            for node in graph.targets(self.placed[at].node) {
                if !self.places.contains_key(&node) && self.placed.len() < WHOLE {
                    self.add(graph, node, row, Some(at));
                }
            }
            at += 1;
        }
    }

    /// Gives every node the width of what hangs below it, then a place.
    fn place(&mut self) {
        let count = self.placed.len();
        let (mut below, mut wide) = (vec![0; count], vec![0; count]);
        for at in (0..count).rev() {
            wide[at] = below[at].max(2 * self.placed[at].half + GAP);
            if let Some(parent) = self.placed[at].parent {
                below[parent] += wide[at];
            }
        }
        let mut next = vec![0; count];
        let mut next_root = 0;
        for at in 0..count {
            let left = match self.placed[at].parent {
                Some(parent) => &mut next[parent],
                None => &mut next_root,
            };
            let x = *left + wide[at] / 2;
            *left += wide[at];
            self.placed[at].x = x;
            next[at] = x - below[at] / 2;
        }
        self.width = next_root;
    }

    /// What the shapes mean, and what is not drawn.
    pub fn note(&self, graph: &impl DrawnGraph) -> String {
        let (drawn, all) = (self.placed.len(), graph.count());
        let mut note = "box: first player moves; circle: second player moves".to_owned();
        if self.placed.iter().any(|placed| graph.shape(placed.node) == NodeShape::Chance) {
            note.push_str("; diamond: chance, with weights");
        }
        if drawn < all {
            write!(note, "; {drawn} of {all} positions").expect("writing to a string");
        }
        note
    }
}

/// What is written in a node: its name, and its outcome below if it is finished.
pub(crate) fn lines(graph: &impl DrawnGraph, node: u32) -> Vec<String> {
    let mut lines = vec![graph.label(node).to_owned()];
    if let NodeShape::Over(outcome) = graph.shape(node) {
        lines.push(format!("= {outcome}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::graph_svg::draw;
    use crate::random::{Random, Shape, cyclic};

    #[test]
    fn only_the_surroundings_of_a_large_graph_are_drawn() {
        let shape = Shape { outcomes: 3, depth: 100, width: 4, early_end: 5, alternate: true };
        let graph = cyclic(&mut Random::new(1), &shape, 30, 10);
        assert!(graph.node_count() > WHOLE);
        for node in 0..graph.node_count() as u32 {
            let layout = Layout::new(&graph, node);
            assert!(layout.placed.len() <= 21 && layout.rows <= 3);
            assert!(layout.places.contains_key(&node));
            assert!(draw(&graph, node).shapes.contains(" positions"));
        }
    }

    #[test]
    fn nodes_of_a_row_do_not_overlap() {
        let shape = Shape { outcomes: 3, depth: 8, width: 4, early_end: 20, alternate: true };
        for seed in 0..50 {
            let graph = cyclic(&mut Random::new(seed), &shape, 6, 10);
            let layout = Layout::new(&graph, graph.start());
            let mut rows: HashMap<i64, Vec<&Placed>> = HashMap::new();
            for placed in &layout.placed {
                rows.entry(placed.row).or_default().push(placed);
            }
            for row in rows.values() {
                for pair in row.windows(2) {
                    assert!(pair[0].x + pair[0].half < pair[1].x - pair[1].half);
                }
            }
        }
    }
}
