//! Saving and loading a graph: nodes, edges and lists of parents including free ones, because the next nodes are stored
//! there. Keys are not saved; they follow from the moves.

use std::collections::VecDeque;

use foregone_game::Game;

use super::index::Index;
use super::{Dag, Edge, NONE, Node, Parent, ROOT};
use crate::class::StaticClass;
use crate::options::Techniques;
use crate::persist::{
    LoadError, MANY, Save, StateReader, StateWriter, put, put_all, put_count, put_moves, take,
    take_all, take_count, take_moves,
};
use crate::replay::{ClaimedSlots, Replay};
use crate::rule::Rule;

impl<G: Game, C: StaticClass<G>, R: Rule> Save for Dag<G, C, R> {
    fn save(&self, out: &mut dyn StateWriter) {
        put_count(out, self.nodes.len());
        put_all(out, self.nodes.iter().map(|node| node.label));
        put_all(out, self.nodes.iter().map(|node| node.first_edge));
        put_all(out, self.nodes.iter().map(|node| node.first_parent));
        put_all(out, self.nodes.iter().map(|node| node.edges));
        put_all(out, self.nodes.iter().map(|node| u8::from(node.alive)));
        put_count(out, self.edges.len());
        put_all(out, self.edges.iter().map(|edge| edge.to));
        put_moves(out, self.edges.iter().map(|edge| edge.mv));
        put_count(out, self.parents.len());
        put_all(out, self.parents.iter().map(|link| link.node));
        put_all(out, self.parents.iter().map(|link| link.next));
        put(out, self.spare_node);
        put(out, self.spare_parent);
        put_count(out, self.spare_edges.len());
        put_all(out, self.spare_edges.iter().copied());
        let (places, used) = self.index.usage();
        for count in [places, used, self.changed.capacity(), self.deleted, self.peak] {
            put_count(out, count);
        }
    }
}

impl<G: Game, C: StaticClass<G>, R: Rule> Dag<G, C, R> {
    /// Loads the graph of a search of this root that was allowed to hold at most this many bytes.
    pub fn load(
        game: &G,
        rule: &R,
        root: &G::Position,
        bytes: u64,
        techniques: &Techniques,
        source: &mut dyn StateReader,
    ) -> Result<Self, LoadError> {
        let mut dag = Self::new(game, rule, root, bytes, techniques);
        dag.trusted = false;
        dag.load_nodes(source)?;
        dag.load_edges(source)?;
        dag.load_spare(source)?;
        let mut owned = ClaimedParts::none(&dag);
        dag.replay(game, rule, root, &mut owned)?;
        dag.claim_parents(&mut owned)?;
        dag.claim_spare(&mut owned)?;
        dag.load_usage(source)?;
        dag.aim = rule.aim(game.player(root), &dag.nodes[0].label);
        Ok(dag)
    }

    /// The number of elements of this size that fit into the memory limit.
    fn most(&self, size: usize) -> u64 {
        (self.bytes_max / size as u64).min(u64::from(NONE))
    }

    fn load_nodes(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let count = take_count(source, self.most(Self::NODE_BYTES))?;
        let (key, player) = (self.nodes[0].key, self.nodes[0].player); // placeholders until the replay
        let mut nodes = Vec::with_capacity(count);
        take_all(source, count, |_, label| {
            nodes.push(Node {
                label,
                key,
                first_edge: NONE,
                first_parent: NONE,
                edges: 0,
                player,
                alive: false,
                queued: false,
            });
            Ok(())
        })?;
        take_all(source, count, |index, first| {
            nodes[index].first_edge = first;
            Ok(())
        })?;
        take_all(source, count, |index, first| {
            nodes[index].first_parent = first;
            Ok(())
        })?;
        take_all(source, count, |index, edges| {
            nodes[index].edges = edges;
            Ok(())
        })?;
        take_all(source, count, |index, alive: u8| {
            nodes[index].alive = alive != 0;
            Ok(())
        })?;
        self.nodes = nodes;
        Ok(())
    }

    fn load_edges(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let count = take_count(source, self.most(size_of::<Edge<G::Move>>()))?;
        let mut edges = Vec::with_capacity(count);
        take_all(source, count, |_, to| {
            edges.push(Edge { to, mv: G::Move::default() });
            Ok(())
        })?;
        take_moves(source, count, |index, mv| edges[index].mv = mv)?;
        self.edges = edges;
        let count = take_count(source, self.most(size_of::<Parent>()))?;
        let mut parents = Vec::with_capacity(count);
        take_all(source, count, |_, node| {
            parents.push(Parent { node, next: NONE });
            Ok(())
        })?;
        take_all(source, count, |index, next| {
            parents[index].next = next;
            Ok(())
        })?;
        self.parents = parents;
        Ok(())
    }

    fn load_spare(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        self.spare_node = take(source)?;
        self.spare_parent = take(source)?;
        let sizes = take_count(source, u64::from(u16::MAX) + 1)?;
        let mut heads = Vec::with_capacity(sizes);
        take_all(source, sizes, |_, head| {
            heads.push(head);
            Ok(())
        })?;
        self.spare_edges = heads;
        Ok(())
    }

    /// Loads the sizes that decide when memory is full.
    fn load_usage(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let places = take_count(source, self.most(size_of::<u32>()))?;
        let used = take_count(source, places as u64)?;
        let nodes = &self.nodes;
        let alive = (0..nodes.len() as u32).filter(|&id| nodes[id as usize].alive);
        self.index = Index::with_usage((places, used), alive, |id| nodes[id as usize].key)
            .ok_or_else(|| LoadError::new("has positions that are not told apart"))?;
        let queue = take_count(source, self.most(size_of::<u32>()))?;
        self.changed = VecDeque::with_capacity(queue);
        self.deleted = take_count(source, MANY)?;
        self.peak = take_count(source, MANY)?;
        Ok(())
    }

    /// Replays the whole graph by the rules: computes the keys, claims nodes and edges.
    fn replay(
        &mut self,
        game: &G,
        rule: &R,
        root: &G::Position,
        owned: &mut ClaimedParts,
    ) -> Result<(), LoadError> {
        let mut replay = Replay::new(game, rule);
        // Inner nodes on the current line, each with the edges still to be followed.
        let mut open: Vec<(G::Position, core::ops::Range<u32>)> = Vec::new();
        let mut scratch = root.clone();
        let mut next = Some(ROOT);
        while let Some(id) = next {
            let key = C::key(game, &scratch);
            if (id as usize) < self.nodes.len() && owned.nodes.has(id) {
                if self.nodes[id as usize].key != key {
                    return Err(LoadError::new("has one node for two positions"));
                }
            } else {
                owned.nodes.claim(id, 1)?;
                let node = &mut self.nodes[id as usize];
                (node.key, node.player) = (key, game.player(&scratch));
                let edges = self.replay_node(id, &scratch, &mut replay, owned)?;
                open.push((scratch.clone(), edges));
            }
            next = None;
            while let Some((position, edges)) = open.last_mut() {
                if let Some(edge) = edges.next() {
                    let Edge { to, mv } = self.edges[edge as usize];
                    scratch.clone_from(position);
                    game.play(&mut scratch, mv);
                    next = Some(to);
                    break;
                }
                open.pop();
            }
        }
        Ok(())
    }

    /// Checks one node and returns the indices of its edges.
    fn replay_node(
        &self,
        id: u32,
        position: &G::Position,
        replay: &mut Replay<'_, G, R>,
        owned: &mut ClaimedParts,
    ) -> Result<core::ops::Range<u32>, LoadError> {
        let node = &self.nodes[id as usize];
        if !node.alive {
            return Err(LoadError::new("leads to a node that was removed"));
        }
        if node.edges == 0 {
            owned.edges.reaches(node.first_edge)?;
            replay.leaf(position, &node.label)?;
            return Ok(0..0);
        }
        owned.edges.claim(node.first_edge, usize::from(node.edges))?;
        let edges = self.edges_of(id);
        if edges.iter().any(|edge| edge.to as usize >= self.nodes.len()) {
            return Err(LoadError::new("leads to a node that is not there"));
        }
        let labels = edges.iter().map(|edge| &self.nodes[edge.to as usize].label);
        replay.inner(position, &node.label, edges.iter().map(|edge| edge.mv), labels)?;
        Ok(node.first_edge..node.first_edge + u32::from(node.edges))
    }

    /// Checks that every edge is exactly once in the list of parents of the node it leads to.
    fn claim_parents(&self, owned: &mut ClaimedParts) -> Result<(), LoadError> {
        let mut linked = ClaimedSlots::none(self.edges.len());
        for id in (0..self.nodes.len() as u32).filter(|&id| owned.nodes.has(id)) {
            let mut link = self.nodes[id as usize].first_parent;
            while link != NONE {
                owned.parents.claim(link, 1)?;
                let Parent { node: parent, next } = self.parents[link as usize];
                if parent as usize >= self.nodes.len() || !owned.nodes.has(parent) {
                    return Err(LoadError::new("has a parent that is not there"));
                }
                let first = self.nodes[parent as usize].first_edge;
                let mut edges = (first..).zip(self.edges_of(parent));
                let edge = edges.find(|&(at, edge)| edge.to == id && !linked.has(at));
                let (at, _) = edge.ok_or_else(|| LoadError::new("has a parent without an edge"))?;
                linked.claim(at, 1)?;
                link = next;
            }
        }
        if linked.count() != owned.edges.count() {
            return Err(LoadError::new("has an edge that its node does not know"));
        }
        Ok(())
    }

    /// Checks that everything outside the graph is in a free list.
    fn claim_spare(&mut self, owned: &mut ClaimedParts) -> Result<(), LoadError> {
        let live = owned.nodes.count();
        let mut id = self.spare_node;
        while id != NONE {
            owned.nodes.claim(id, 1)?;
            let node = &self.nodes[id as usize];
            if node.alive || node.edges > 0 {
                return Err(LoadError::new("has a free node that is in use"));
            }
            id = node.first_edge;
        }
        self.spare_nodes = owned.nodes.count() - live;
        let mut link = self.spare_parent;
        while link != NONE {
            owned.parents.claim(link, 1)?;
            link = self.parents[link as usize].next;
        }
        for (size, &head) in self.spare_edges.iter().enumerate() {
            let mut first = head;
            while first != NONE {
                if size == 0 {
                    return Err(LoadError::new("has free edges of no size"));
                }
                owned.edges.claim(first, size)?;
                first = self.edges[first as usize].to;
            }
        }
        owned.nodes.all().and(owned.parents.all()).and(owned.edges.all())
    }
}

/// The nodes, edges and list elements that belong to the graph or to a free list.
struct ClaimedParts {
    nodes: ClaimedSlots,
    edges: ClaimedSlots,
    parents: ClaimedSlots,
}

impl ClaimedParts {
    fn none<G: Game, C: StaticClass<G>, R: Rule>(dag: &Dag<G, C, R>) -> ClaimedParts {
        ClaimedParts {
            nodes: ClaimedSlots::none(dag.nodes.len()),
            edges: ClaimedSlots::none(dag.edges.len()),
            parents: ClaimedSlots::none(dag.parents.len()),
        }
    }
}
