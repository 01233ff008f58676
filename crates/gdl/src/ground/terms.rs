//! Ground terms, each stored once: equal terms have equal numbers.

use core::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::rules::{Symbol, Symbols};

/// A term without variables, as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TermId(pub u32);

impl TermId {
    /// The content of a variable that is not bound.
    pub(crate) const NONE: TermId = TermId(u32::MAX);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    symbol: Symbol,
    first: u32,
    arity: u16,
    depth: u16,
}

/// All ground terms that occurred.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<TermId>,
    table: HashTable<TermId>,
}

impl Terms {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn symbol(&self, term: TermId) -> Symbol {
        self.nodes[term.index()].symbol
    }

    pub(crate) fn depth(&self, term: TermId) -> usize {
        self.nodes[term.index()].depth.into()
    }

    pub(crate) fn arguments(&self, term: TermId) -> &[TermId] {
        let node = self.nodes[term.index()];
        &self.arguments[node.first as usize..][..node.arity as usize]
    }

    /// The term of a symbol and arguments, if it has occurred.
    pub(crate) fn find(&self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        let is_it =
            |&term: &TermId| self.symbol(term) == symbol && self.arguments(term) == arguments;
        self.table.find(hash(symbol, arguments), is_it).copied()
    }

    /// The term of a symbol and arguments.
    pub(crate) fn intern(&mut self, symbol: Symbol, arguments: &[TermId]) -> TermId {
        if let Some(known) = self.find(symbol, arguments) {
            return known;
        }
        let term = TermId(self.nodes.len() as u32);
        let depth = arguments.iter().map(|&inner| self.depth(inner) + 1).max().unwrap_or(0);
        self.nodes.push(Node {
            symbol,
            first: self.arguments.len() as u32,
            arity: arguments.len() as u16,
            depth: depth as u16,
        });
        self.arguments.extend_from_slice(arguments);
        let (nodes, all) = (&self.nodes, &self.arguments);
        self.table.insert_unique(hash(symbol, arguments), term, |&other| {
            let node = nodes[other.index()];
            hash(node.symbol, &all[node.first as usize..][..node.arity as usize])
        });
        term
    }

    /// The term as text.
    pub(crate) fn write(&self, symbols: &Symbols, term: TermId) -> String {
        let mut out = String::new();
        self.write_to(symbols, term, &mut out);
        out
    }

    pub(crate) fn write_to(&self, symbols: &Symbols, term: TermId, out: &mut String) {
        let name = symbols.name(self.symbol(term));
        if self.arguments(term).is_empty() {
            out.push_str(name);
            return;
        }
        out.push('(');
        out.push_str(name);
        for &argument in self.arguments(term) {
            out.push(' ');
            self.write_to(symbols, argument, out);
        }
        out.push(')');
    }
}

fn hash(symbol: Symbol, arguments: &[TermId]) -> u64 {
    let mut hasher = FixedState::with_seed(1).build_hasher();
    symbol.hash(&mut hasher);
    arguments.hash(&mut hasher);
    hasher.finish()
}
