//! A game with chance that a file defines node by node.

use super::super::Rules;
use super::super::graph::{Form, Graph, Node, Player};
use super::{ChanceRules, Turn};
use crate::failure::Failure;
use crate::limits::Meter;

/// `graph:FILE` with chance. A position is the index of a node in the file.
#[derive(Clone, Debug)]
pub struct ChanceGraph(Graph);

impl ChanceGraph {
    /// Reads the bytes of a graph file; the error is a sentence.
    ///
    /// ```
    /// use foregone_proof::rules::chance::{ChanceGraph, ChanceRules, Turn};
    ///
    /// let file = br#"{"outcomes": ["0", "1"], "start": "toss", "nodes": {
    ///     "toss": {"player": "chance", "moves": ["tails", "heads"], "weights": [1, 2]},
    ///     "tails": {"value": "0"}, "heads": {"value": "1"}}}"#;
    /// let graph = ChanceGraph::read_file(file)?;
    /// assert_eq!(graph.turn(&graph.start()), Turn::Chance);
    /// # Ok::<(), String>(())
    /// ```
    pub fn read_file(bytes: &[u8]) -> Result<ChanceGraph, String> {
        Graph::from_file(bytes, Form::WithChance, &Meter::unlimited()).map(ChanceGraph)
    }

    /// Reads a graph file within the limits.
    pub(crate) fn read_within(bytes: &[u8], meter: &Meter<'_>) -> Result<ChanceGraph, Failure> {
        Graph::read_form_within(bytes, Form::WithChance, meter).map(ChanceGraph)
    }

    /// The position where the game begins.
    pub fn start(&self) -> u32 {
        self.0.start()
    }
}

impl ChanceRules for ChanceGraph {
    type Position = u32;

    fn outcomes(&self) -> Vec<&str> {
        self.0.outcomes()
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        self.0.read(text)
    }

    fn write(&self, node: &u32) -> String {
        self.0.write(node)
    }

    fn turn(&self, &node: &u32) -> Turn {
        match self.0.node(node) {
            Node::Over(rank) => Turn::Over(*rank),
            Node::Turn { player: Player::Max, .. } => Turn::Max,
            Node::Turn { player: Player::Min, .. } => Turn::Min,
            Node::Turn { player: Player::Chance, .. } => Turn::Chance,
        }
    }

    fn successors(&self, &node: &u32, list: &mut Vec<(u32, u64)>) {
        match self.0.node(node) {
            Node::Turn { player: Player::Chance, moves, weights } => {
                list.extend(moves.iter().copied().zip(weights.iter().copied()));
            }
            Node::Turn { moves, .. } => list.extend(moves.iter().map(|&node| (node, 1))),
            Node::Over(_) => {}
        }
    }

    fn infinite(&self, node: &u32) -> Option<usize> {
        self.0.infinite(node)
    }
}
