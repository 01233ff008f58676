//! A game that a file defines node by node.

mod file;

use std::collections::{HashMap, HashSet};

use super::{Rules, names};
use crate::failure::{Failure, Location, quote};
use crate::limits::Meter;
pub(super) use file::Form;

/// `graph:FILE`. The graph has no cycles, or the file gives the value of infinite play. A position is the index of a node in
/// the file.
#[derive(Clone, Debug)]
pub struct Graph {
    outcomes: Vec<String>,
    names: Vec<String>,
    nodes: Vec<Node>,
    index: HashMap<String, u32>,
    start: u32,
    /// The rank of infinite play, if there is a cycle.
    infinite: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Over(usize),
    /// The moves of a player or of chance; only those of chance have weights.
    Turn {
        player: Player,
        moves: Vec<u32>,
        weights: Box<[u64]>,
    },
}

/// Who moves at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Player {
    Max,
    Min,
    Chance,
}

impl Graph {
    /// Reads the bytes of a graph file; the error is a sentence.
    ///
    /// ```
    /// use foregone_proof::rules::{Graph, Rules};
    ///
    /// let file = br#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
    ///     "a": {"player": "max", "moves": ["b"]}, "b": {"value": "win"}}}"#;
    /// let graph = Graph::read_file(file)?;
    /// assert_eq!(graph.successor(&graph.start(), 0), Some(graph.read("b")?));
    /// # Ok::<(), String>(())
    /// ```
    pub fn read_file(bytes: &[u8]) -> Result<Graph, String> {
        Graph::from_file(bytes, Form::WithoutChance, &Meter::unlimited())
    }

    /// Reads a graph file within the limits.
    pub(crate) fn read_within(bytes: &[u8], meter: &Meter<'_>) -> Result<Graph, Failure> {
        Graph::read_form_within(bytes, Form::WithoutChance, meter)
    }

    /// Reads a graph file of either form within the limits.
    pub(super) fn read_form_within(
        bytes: &[u8],
        form: Form,
        meter: &Meter<'_>,
    ) -> Result<Graph, Failure> {
        let before = meter.used();
        let graph = Graph::from_file(bytes, form, meter).map_err(|reason| {
            meter.reached().unwrap_or(Failure::at(Location::GraphFile, reason))
        })?;
        // The memory that was reserved for reading is free again.
        meter.release(meter.used() - before);
        meter.reserve(graph.bytes())?;
        Ok(graph)
    }

    /// An estimate of the bytes that the graph has on the heap.
    fn bytes(&self) -> u64 {
        let name = |name: &String| 2 * (name.capacity() + size_of::<String>() + 16);
        let node = |node: &Node| match node {
            Node::Over(_) => size_of::<Node>(),
            Node::Turn { moves, weights, .. } => {
                let moves = 16 + moves.capacity() * size_of::<u32>();
                size_of::<Node>() + moves + 16 + size_of_val(&**weights)
            }
        };
        // The map may be half empty.
        let index = 4 * self.names.len() * size_of::<(String, u32)>();
        let parts = self.names.iter().map(name).chain(self.nodes.iter().map(node));
        parts.map(|bytes| bytes as u64).sum::<u64>() + index as u64
    }

    /// A node.
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    fn moves(&self, node: u32) -> &[u32] {
        match &self.nodes[node as usize] {
            Node::Over(_) => &[],
            Node::Turn { moves, .. } => moves,
        }
    }

    /// A node on a cycle, if there is one. Nodes that no move leads to are removed until there are none: the nodes that are left
    /// lie on a cycle or can be reached from one.
    fn node_on_cycle(&self, meter: &Meter<'_>) -> Result<Option<u32>, Failure> {
        let all = || 0..self.nodes.len() as u32;
        let mut arrivals = vec![0_u64; self.nodes.len()];
        for to in all().flat_map(|node| self.moves(node)) {
            meter.step()?;
            arrivals[*to as usize] += 1;
        }
        let mut free: Vec<u32> = all().filter(|&node| arrivals[node as usize] == 0).collect();
        while let Some(node) = free.pop() {
            meter.step()?;
            for &to in self.moves(node) {
                arrivals[to as usize] -= 1;
                if arrivals[to as usize] == 0 {
                    free.push(to);
                }
            }
        }
        let left = |node: &u32| arrivals[*node as usize] > 0;
        // Every node that is left has a predecessor that is left, so the way backwards ends in a cycle.
        let mut predecessor = HashMap::new();
        for node in all().filter(left) {
            meter.step()?;
            predecessor.extend(self.moves(node).iter().map(|&to| (to, node)));
        }
        let Some(mut node) = all().find(left) else { return Ok(None) };
        let mut seen = HashSet::new();
        while seen.insert(node) {
            node = predecessor.get(&node).copied().unwrap_or(node);
        }
        Ok(Some(node))
    }

    /// The position where the game begins.
    pub fn start(&self) -> u32 {
        self.start
    }
}

impl Rules for Graph {
    type Position = u32;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, _: &Self::Position) -> Option<usize> {
        self.infinite
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        self.index
            .get(text)
            .copied()
            .ok_or_else(|| format!("the graph has no node named {}", quote(text)))
    }

    fn write(&self, &node: &u32) -> String {
        self.names[node as usize].clone()
    }

    fn outcome(&self, &node: &u32) -> Option<usize> {
        match self.nodes[node as usize] {
            Node::Over(rank) => Some(rank),
            Node::Turn { .. } => None,
        }
    }

    fn max_to_move(&self, &node: &u32) -> bool {
        matches!(self.nodes[node as usize], Node::Turn { player: Player::Max, .. })
    }

    fn successor(&self, &node: &u32, index: usize) -> Option<u32> {
        self.moves(node).get(index).copied()
    }
}
