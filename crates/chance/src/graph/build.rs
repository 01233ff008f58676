//! Collects the nodes, moves and weights of a graph with chance.

use foregone_game::{InvalidGame, Outcome, Scale};

use super::{ChanceGraph, Edge, Node};
use crate::game::Turn;

/// Collects the nodes and moves of a [`ChanceGraph`].
///
/// ```
/// use foregone_chance::graph::ChanceGraphBuilder;
/// use foregone_chance::{ChanceGame, Turn};
/// use foregone_game::{Outcome, Scale};
///
/// let mut builder = ChanceGraphBuilder::new(Scale::new(["0", "1"]));
/// let toss = builder.node("toss", Turn::Chance);
/// let (tails, heads) = (builder.over("tails", Outcome(0)), builder.over("heads", Outcome(1)));
/// builder.outcome(toss, tails, 1);
/// builder.outcome(toss, heads, 2);
/// let graph = builder.build(toss)?.acyclic().expect("no move leads back");
/// assert_eq!(graph.weight(&graph.start(), 1), 2);
/// # Ok::<(), foregone_game::InvalidGame>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChanceGraphBuilder {
    scale: Scale,
    nodes: Vec<(String, Turn)>,
    edges: Vec<Vec<Edge>>,
}

impl ChanceGraphBuilder {
    /// An empty graph with that scale.
    pub fn new(scale: Scale) -> ChanceGraphBuilder {
        ChanceGraphBuilder { scale, nodes: Vec::new(), edges: Vec::new() }
    }

    /// Adds a finished position.
    pub fn over(&mut self, name: &str, outcome: Outcome) -> u32 {
        self.node(name, Turn::Over(outcome))
    }

    /// Adds a position.
    pub fn node(&mut self, name: &str, turn: Turn) -> u32 {
        self.nodes.push((name.to_owned(), turn));
        self.edges.push(Vec::new());
        (self.nodes.len() - 1) as u32
    }

    /// Adds a move of a player, named after the position it leads to.
    pub fn edge(&mut self, from: u32, to: u32) {
        self.outcome(from, to, 1);
    }

    /// Adds an outcome of chance, named after the position it leads to.
    pub fn outcome(&mut self, from: u32, to: u32, weight: u64) {
        let name = self.nodes[to as usize].0.clone();
        self.named(from, to, name, weight);
    }

    /// Adds a move (of weight 1) or an outcome of chance with a name of its own.
    pub fn named(&mut self, from: u32, to: u32, name: String, weight: u64) {
        self.edges[from as usize].push(Edge { name, to, weight });
    }

    /// Whether a move leads from the one to the other already.
    pub fn has_edge(&self, from: u32, to: u32) -> bool {
        self.edges[from as usize].iter().any(|edge| edge.to == to)
    }

    /// The finished graph, or a sentence about what is wrong with it.
    pub fn build(self, start: u32) -> Result<ChanceGraph, InvalidGame> {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut edges = Vec::new();
        for ((name, turn), moves) in self.nodes.into_iter().zip(self.edges) {
            check_node(&name, turn, &moves)?;
            let count = u16::try_from(moves.len()).map_err(|_| {
                let most = u16::MAX;
                InvalidGame(format!("the position \"{name}\" has more than {most} moves"))
            })?;
            nodes.push(Node { name, turn, first: edges.len() as u32, count });
            edges.extend(moves);
        }
        let (scale, endless, denominators) = (self.scale, Outcome(0), Vec::new());
        Ok(ChanceGraph { scale, endless, nodes, edges, start, denominators })
    }
}

fn check_node(name: &str, turn: Turn, moves: &[Edge]) -> Result<(), InvalidGame> {
    let wrong = |what: &str| Err(InvalidGame(format!("the position \"{name}\" {what}")));
    match turn {
        Turn::Over(_) if !moves.is_empty() => wrong("is finished and has moves"),
        Turn::Over(_) => Ok(()),
        _ if moves.is_empty() => wrong("has neither moves nor a value"),
        Turn::Chance if moves.iter().any(|edge| edge.weight == 0) => {
            wrong("has an outcome of weight 0; leave the outcome out")
        }
        Turn::Chance => match total_weight(moves.iter().map(|edge| edge.weight)) {
            Some(_) => Ok(()),
            None => wrong("has weights whose sum has more than 63 bits; divide them"),
        },
        Turn::Max | Turn::Min => Ok(()),
    }
}

/// The sum of the weights, if it has at most 63 bits.
pub(super) fn total_weight(weights: impl IntoIterator<Item = u64>) -> Option<u64> {
    let sum = weights.into_iter().try_fold(0u64, u64::checked_add)?;
    i64::try_from(sum).is_ok().then_some(sum)
}
