//! The coordinator as bytes. Jobs that are away are not saved: a coordinator that is loaded assigns them again. A late
//! answer to an old job is still used, because it is about a position.

use foregone_game::{Outcome, Player};
use foregone_solve::effort::ProofNumbers;
use foregone_solve::leaf_search::Root;
use foregone_solve::persist::{
    LoadError, Save, StateReader, StateWriter, put, put_all, put_count, take, take_all, take_count,
};

use super::graph::{Graph, NONE, Node, Parent, ROOT};
use super::{Coordinator, Tally};
use crate::plan::Plan;

impl Save for Coordinator {
    fn save(&self, out: &mut dyn StateWriter) {
        let nodes = &self.graph.nodes;
        put(out, [self.worst.0, self.graph.questions as u8]);
        put_count(out, nodes.len());
        put_count(out, self.graph.edges.len());
        put_all(out, nodes.iter().map(|node| node.table_key));
        put_all(out, nodes.iter().map(|node| [node.first_edge, node.origin]));
        put_all(out, nodes.iter().map(|node| [node.edges, node.mv]));
        put_all(out, nodes.iter().map(|node| u8::from(node.player == Player::Max)));
        put_all(out, self.graph.labels.iter().copied());
        put_all(out, self.graph.edges.iter().copied());
        put(out, numbers(&self.tally));
    }
}

fn numbers(tally: &Tally) -> [u64; 13] {
    let Tally { jobs, again, cancelled, partials, finals, stale, .. } = *tally;
    let Tally { refused, descents, created, redundant, expanded, nodes, facts, .. } = *tally;
    [
        jobs, again, cancelled, partials, finals, stale, refused, descents, created, redundant,
        expanded, nodes, facts,
    ]
}

impl Coordinator {
    /// Loads the coordinator of a run about the same position, outcomes and plan. The plan may allow more or less
    /// memory than before.
    pub fn load(
        run: u64,
        root: Root,
        (low, high): (Outcome, Outcome),
        plan: Plan,
        source: &mut dyn StateReader,
    ) -> Result<Coordinator, LoadError> {
        let mut coordinator = Coordinator::new(run, root, (low, high), plan);
        let questions = coordinator.graph.questions;
        if take::<[u8; 2]>(source)? != [low.0, questions as u8] {
            return Err(LoadError::new("is about other outcomes"));
        }
        let most = plan.bytes / size_of::<Node>() as u64;
        let nodes = take_count(source, most)?;
        let edges = take_count(source, plan.bytes / 4)?;
        coordinator.graph.load(nodes, edges, source)?;
        if coordinator.graph.nodes[ROOT as usize].table_key != root.table_key {
            return Err(LoadError::new("is about another position"));
        }
        let [jobs, again, cancelled, partials, finals, stale, rest @ ..] =
            take::<[u64; 13]>(source)?;
        let [refused, descents, created, redundant, expanded, nodes, facts] = rest;
        coordinator.tally = Tally {
            jobs,
            again,
            cancelled,
            partials,
            finals,
            stale,
            refused,
            descents,
            created,
            redundant,
            expanded,
            nodes,
            facts,
        };
        Ok(coordinator)
    }
}

impl Graph {
    fn load(
        &mut self,
        nodes: usize,
        edges: usize,
        source: &mut dyn StateReader,
    ) -> Result<(), LoadError> {
        let player = self.nodes[ROOT as usize].player;
        let fresh = vec![ProofNumbers::FRESH; self.questions];
        self.forget();
        let mut table_keys = Vec::new();
        take_all(source, nodes, |_, table_key: u128| {
            table_keys.push(table_key);
            Ok(())
        })?;
        for table_key in table_keys {
            if self.find(table_key).is_some() {
                return Err(LoadError::new("has a position twice"));
            }
            self.add(table_key, player, (NONE, 0), &fresh);
        }
        take_all(source, nodes, |index, [first_edge, origin]: [u32; 2]| {
            if index > 0 && origin as usize >= index || first_edge as usize > edges {
                return Err(LoadError::new(
                    "has a node that does not hang together with the others",
                ));
            }
            (self.nodes[index].first_edge, self.nodes[index].origin) = (first_edge, origin);
            Ok(())
        })?;
        take_all(source, nodes, |index, [count, mv]: [u16; 2]| {
            let node = &mut self.nodes[index];
            (node.edges, node.mv) = (count, mv);
            let fits = node.first_edge as usize + usize::from(count) <= edges;
            fits.then_some(()).ok_or_else(|| LoadError::new("has more moves than it says"))
        })?;
        take_all(source, nodes, |index, max: u8| {
            self.nodes[index].player = if max == 1 { Player::Max } else { Player::Min };
            Ok(())
        })?;
        take_all(source, nodes * self.questions, |index, numbers: ProofNumbers| {
            let is_finite = !numbers.proof.is_infinite() && !numbers.disproof.is_infinite();
            if !numbers.is_possible() || is_finite == numbers.is_settled() {
                return Err(LoadError::new("has numbers that cannot be"));
            }
            self.labels[index] = numbers;
            Ok(())
        })?;
        take_all(source, edges, |_, to: u32| {
            self.edges.push(to);
            let there = (to as usize) < nodes;
            there.then_some(()).ok_or_else(|| LoadError::new("has a move to nowhere"))
        })?;
        if self.nodes.is_empty() || self.nodes[ROOT as usize].player != player {
            return Err(LoadError::new("is about another position"));
        }
        self.connect()
    }

    /// Links children to their parents and computes everything that was not saved.
    fn connect(&mut self) -> Result<(), LoadError> {
        for node in 0..self.nodes.len() as u32 {
            for child in self.children(node).to_vec() {
                let next = self.nodes[child as usize].first_parent;
                self.nodes[child as usize].first_parent = self.parents.len() as u32;
                self.parents.push(Parent { node, next });
            }
        }
        if self.refresh_all() != self.nodes.len() {
            return Err(LoadError::new("goes round in circles"));
        }
        self.window = super::label::span(self.label(ROOT));
        self.sweep();
        Ok(())
    }
}
