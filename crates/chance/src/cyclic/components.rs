//! Strongly connected components (Tarjan 1972), without recursion.

use crate::cyclic::explore::Explored;
use crate::game::{ChanceGame, Turn};
use crate::limits::{Meter, Stop};

/// The components of a graph, each after those that moves lead to from it.
pub(crate) struct Components {
    /// The nodes, component by component.
    nodes: Vec<u32>,
    /// Where each component begins; one more than components.
    first: Vec<u32>,
}

/// The clock and the flag are looked at once in this many nodes.
const NODES_PER_LOOK: u32 = 1 << 14;

/// What solving a component takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One position to which play does not return.
    Single,
    /// Play can return, and chance has no turn in it.
    Choices,
    /// Play can return through chance.
    Stochastic,
}

/// A node on the line of the depth-first walk.
struct Frame {
    node: u32,
    next: u32,
}

impl Components {
    /// The components of an explored game.
    pub fn new<G: ChanceGame>(graph: &Explored<G>, meter: &Meter<'_>) -> Result<Components, Stop> {
        Components::of(graph.len(), |node| graph.successors(node), meter)
    }

    /// The components of a graph with that many nodes.
    pub fn of<'s>(
        len: usize,
        successors: impl Fn(usize) -> &'s [u32],
        meter: &Meter<'_>,
    ) -> Result<Components, Stop> {
        const NEW: u32 = u32::MAX;
        const DONE: u32 = u32::MAX - 1;
        let mut found = Components { nodes: Vec::with_capacity(len), first: vec![0] };
        let (mut line, mut open): (Vec<Frame>, Vec<u32>) = (Vec::new(), Vec::new());
        let (mut low, mut order, mut count) = (vec![NEW; len], vec![0u32; len], 0);
        for root in 0..len {
            if low[root] != NEW {
                continue;
            }
            line.push(Frame { node: root as u32, next: 0 });
            while let Some(frame) = line.last_mut() {
                let node = frame.node as usize;
                if low[node] == NEW {
                    if count % NODES_PER_LOOK == 0 {
                        meter.look()?;
                    }
                    (low[node], order[node]) = (count, count);
                    count += 1;
                    open.push(node as u32);
                }
                if let Some(&to) = successors(node).get(frame.next as usize) {
                    match low[to as usize] {
                        NEW => {
                            line.push(Frame { node: to, next: 0 });
                            continue;
                        }
                        DONE => {}
                        other => low[node] = low[node].min(other),
                    }
                    frame.next += 1;
                    continue;
                }
                line.pop();
                if low[node] == order[node] {
                    let first = found.nodes.len();
                    found.close(&mut open, node as u32);
                    found.nodes[first..].iter().for_each(|&done| low[done as usize] = DONE);
                }
            }
        }
        Ok(found)
    }

    /// Moves a finished component from the open nodes.
    fn close(&mut self, open: &mut Vec<u32>, root: u32) {
        while let Some(node) = open.pop() {
            self.nodes.push(node);
            if node == root {
                break;
            }
        }
        self.first.push(self.nodes.len() as u32);
    }

    /// The nodes of each component.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.first.windows(2).map(|ends| &self.nodes[ends[0] as usize..ends[1] as usize])
    }
}

/// What solving a component takes.
pub(crate) fn kind<G: ChanceGame>(graph: &Explored<G>, nodes: &[u32]) -> Kind {
    let returns = match nodes {
        [only] => graph.successors(*only as usize).contains(only),
        _ => true,
    };
    if !returns {
        Kind::Single
    } else if nodes.iter().any(|&node| graph.turn(node as usize) == Turn::Chance) {
        Kind::Stochastic
    } else {
        Kind::Choices
    }
}
