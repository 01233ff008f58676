//! Gates in the making: conjunctions of any number of literals, each stored once.

use foldhash::HashMap;

/// A node, twice its number; one more for its negation.
pub(crate) type Literal = u32;

/// The literals that never and that always hold.
pub(crate) const FALSE: Literal = 0;
pub(crate) const TRUE: Literal = 1;

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    Constant,
    /// A sentence of the state.
    State(u32),
    /// A move.
    Move(u32),
    /// A sentence of a group that depends on itself.
    Slot(u32),
    /// All of these hold.
    And(Vec<Literal>),
}

/// Conjunctions.
#[derive(Clone, Debug)]
pub(crate) struct Gates {
    pub nodes: Vec<Node>,
    known: HashMap<Vec<Literal>, u32>,
}

impl Gates {
    pub(crate) fn new() -> Gates {
        Gates { nodes: vec![Node::Constant], known: HashMap::default() }
    }

    /// A node that is no conjunction.
    pub(crate) fn leaf(&mut self, node: Node) -> Literal {
        self.nodes.push(node);
        2 * (self.nodes.len() as u32 - 1)
    }

    /// All of the literals.
    pub(crate) fn and(&mut self, mut all: Vec<Literal>) -> Literal {
        all.retain(|&literal| literal != TRUE);
        all.sort_unstable();
        all.dedup();
        if all.first() == Some(&FALSE) || all.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return FALSE;
        }
        match all.as_slice() {
            [] => return TRUE,
            &[single] => return single,
            _ => {}
        }
        if let Some(&known) = self.known.get(&all) {
            return 2 * known;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node::And(all.clone()));
        self.known.insert(all, number);
        2 * number
    }

    /// One of the literals.
    pub(crate) fn or(&mut self, any: Vec<Literal>) -> Literal {
        self.and(any.into_iter().map(|literal| literal ^ 1).collect()) ^ 1
    }

    /// The conditions of a conjunction; none for a leaf.
    pub(crate) fn operands(&self, node: u32) -> &[Literal] {
        match &self.nodes[node as usize] {
            Node::And(all) => all,
            _ => &[],
        }
    }
}
