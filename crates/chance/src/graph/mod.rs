//! Games with chance that are written down node by node: [`ChanceGraph`], and [`mod@file`] to read them.

mod build;
pub mod file;
mod rules;

use foregone_game::{Outcome, Scale};

pub use build::ChanceGraphBuilder;

use crate::game::{Denominator, Turn};

/// What is not known of a [`ChanceGraph`]: whether play can return.
pub const UNDECIDED: u8 = 0;
/// The kind of [`AcyclicChanceGraph`].
const ACYCLIC: u8 = 1;
/// The kind of [`CyclicChanceGraph`].
const CYCLIC: u8 = 2;

/// An explicit game with chance. Only [`ChanceGraph::acyclic`] makes an [`AcyclicChanceGraph`], after looking, and only
/// [`ChanceGraph::cyclic`] a [`CyclicChanceGraph`], when told what endless play is worth.
#[derive(Clone, Debug)]
pub struct ChanceGraph<const KIND: u8 = UNDECIDED> {
    scale: Scale,
    /// What endless play is worth; of no interest unless the graph is a [`CyclicChanceGraph`].
    endless: Outcome,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    start: u32,
    /// For every node, if the graph is an [`AcyclicChanceGraph`].
    denominators: Vec<Option<Denominator>>,
}

/// A [`ChanceGraph`] that has been found to have no cycle.
pub type AcyclicChanceGraph = ChanceGraph<ACYCLIC>;

/// A [`ChanceGraph`] in which play may return, and which says what that is worth.
pub type CyclicChanceGraph = ChanceGraph<CYCLIC>;

#[derive(Clone, Debug)]
struct Node {
    name: String,
    turn: Turn,
    first: u32,
    count: u16,
}

#[derive(Clone, Debug)]
struct Edge {
    name: String,
    to: u32,
    /// 1 unless it is an outcome of chance.
    weight: u64,
}

/// Why a [`ChanceGraph`] cannot promise that play never returns.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The positions along a cycle; the first one again at the end.
    pub names: Vec<String>,
    /// The graph, given back.
    pub graph: ChanceGraph,
}

impl ChanceGraph {
    /// The graph with the promise that no play returns, or the positions along a cycle.
    pub fn acyclic(self) -> Result<AcyclicChanceGraph, Box<Cycle>> {
        match self.children_first() {
            Ok(order) => {
                let denominators = self.denominators(&order);
                Ok(self.decided(Outcome(0), denominators))
            }
            Err(names) => Err(Box::new(Cycle { names, graph: self })),
        }
    }

    /// The graph with the rule that a play that never ends has that outcome.
    pub fn cyclic(self, endless: Outcome) -> CyclicChanceGraph {
        self.decided(endless, Vec::new())
    }

    fn decided<const KIND: u8>(
        self,
        endless: Outcome,
        denominators: Vec<Option<Denominator>>,
    ) -> ChanceGraph<KIND> {
        let ChanceGraph { scale, nodes, edges, start, .. } = self;
        ChanceGraph { scale, endless, nodes, edges, start, denominators }
    }

    /// What makes the values of every node whole: the sums of weights along any line, multiplied. Nothing where that does
    /// not fit.
    fn denominators(&self, children_first: &[u32]) -> Vec<Option<Denominator>> {
        let mut found: Vec<Option<Denominator>> = vec![None; self.nodes.len()];
        for &node in children_first {
            found[node as usize] = self.denominator_of(node, &found);
        }
        found
    }

    fn denominator_of(&self, node: u32, known: &[Option<Denominator>]) -> Option<Denominator> {
        let mut all = Denominator { value: 1, weights: 1 };
        for edge in self.edges_of(node) {
            let child = known[edge.to as usize]?;
            let divisor = num_integer::gcd(all.value, child.value);
            all.value = (all.value / divisor).checked_mul(child.value)?;
            all.weights = all.weights.max(child.weights);
        }
        if self.nodes[node as usize].turn == Turn::Chance {
            let total = self.edges_of(node).iter().map(|edge| edge.weight).sum::<u64>();
            all.value = all.value.checked_mul(u128::from(total))?;
            all.weights = all.weights.max(total);
        }
        Some(all)
    }
}

impl<const KIND: u8> ChanceGraph<KIND> {
    /// How many positions there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The name of a position.
    pub fn name(&self, node: u32) -> &str {
        &self.nodes[node as usize].name
    }

    /// The position of that name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.nodes.iter().position(|node| node.name == name).map(|index| index as u32)
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..][..usize::from(count)]
    }

    /// All nodes, each after those that moves from it lead to; or the names along a cycle.
    fn children_first(&self) -> Result<Vec<u32>, Vec<String>> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = vec![NEW; self.nodes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        for root in 0..self.nodes.len() as u32 {
            if state[root as usize] != NEW {
                continue;
            }
            let mut line: Vec<(u32, usize)> = vec![(root, 0)];
            state[root as usize] = OPEN;
            while let Some((node, next)) = line.last_mut() {
                let Some(edge) = self.edges_of(*node).get(*next) else {
                    state[*node as usize] = DONE;
                    order.push(*node);
                    line.pop();
                    continue;
                };
                *next += 1;
                match state[edge.to as usize] {
                    NEW => {
                        state[edge.to as usize] = OPEN;
                        line.push((edge.to, 0));
                    }
                    OPEN => return Err(self.cycle_names(&line, edge.to)),
                    _ => {}
                }
            }
        }
        Ok(order)
    }

    /// The names along the end of a line that has come back to `again`.
    fn cycle_names(&self, line: &[(u32, usize)], again: u32) -> Vec<String> {
        let on_cycle = line.iter().map(|&(node, _)| node).skip_while(|&node| node != again);
        on_cycle.chain([again]).map(|node| self.name(node).to_owned()).collect()
    }
}
