//! The search graph in which transpositions are merged (Saffidine and Cazenave 2012 §6): one node per position, with
//! all its parents.
//!
//! Proof numbers keep their meaning, except that plain sums count shared subgraphs several times;
//! [`crate::effort::Sum::Weak`] does not. The relevancy bounds of a node depend on the parent through which it is
//! reached, and new parents may appear. So no node is freed for being irrelevant; the window is used along the current
//! line only.

mod index;
mod saved;

use std::collections::VecDeque;

use foregone_game::{Game, Player};

use self::index::Index;
use crate::best_first::Store;
use crate::class::StaticClass;
use crate::limits::Meter;
use crate::options::{Techniques, When};
use crate::pool;
use crate::rule::{Rule, Span, pick, pick_least};
use crate::tree::root_label;

const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

struct Node<K, L> {
    label: L,
    key: K,
    /// In a free node, the next free node.
    first_edge: u32,
    first_parent: u32,
    edges: u16,
    player: Player,
    alive: bool,
    queued: bool,
}

#[derive(Clone, Copy)]
struct Edge<M> {
    to: u32,
    mv: M,
}

/// An element of a linked list of parents.
#[derive(Clone, Copy)]
struct Parent {
    node: u32,
    next: u32,
}

/// A graph that grows by best-first search.
pub struct Dag<G: Game, C: StaticClass<G>, R: Rule> {
    nodes: Vec<Node<C::Key, R::Label>>,
    edges: Vec<Edge<G::Move>>,
    parents: Vec<Parent>,
    index: Index,
    /// The first free node, linked through `first_edge`, and the number of free nodes.
    spare_node: u32,
    spare_nodes: usize,
    /// The first free list element, linked through `next`.
    spare_parent: u32,
    /// The first free block of edges of each size, linked through `to` of its first edge.
    spare_edges: Vec<u32>,
    /// The positions along the current line, followed by spare ones.
    path: Vec<G::Position>,
    line: Vec<u32>,
    changed: VecDeque<u32>,
    /// Buffers: nodes that are to lose their children, and the edges of the leaf that is being expanded.
    doomed: Vec<u32>,
    fresh: Vec<Edge<G::Move>>,
    /// A buffer for a position.
    child: G::Position,
    aim: Option<R::Aim>,
    techniques: Techniques,
    bytes_max: u64,
    deleted: usize,
    merged: usize,
    /// Most nodes in use before nodes were removed.
    peak: usize,
    /// Whether contradictory labels are an error of this program: not if the knowledge is unsound or the graph was loaded.
    trusted: bool,
}

impl<G: Game, C: StaticClass<G>, R: Rule> Dag<G, C, R> {
    /// A graph that consists of its root and may hold `bytes`.
    pub fn new(
        game: &G,
        rule: &R,
        root: &G::Position,
        bytes: u64,
        techniques: &Techniques,
    ) -> Self {
        let mut dag = Dag {
            nodes: Vec::new(),
            edges: Vec::new(),
            parents: Vec::new(),
            index: Index::default(),
            spare_node: NONE,
            spare_nodes: 0,
            spare_parent: NONE,
            spare_edges: Vec::new(),
            path: vec![root.clone()],
            line: vec![ROOT],
            changed: VecDeque::new(),
            doomed: Vec::new(),
            fresh: Vec::new(),
            child: root.clone(),
            aim: None,
            techniques: *techniques,
            bytes_max: bytes,
            deleted: 0,
            merged: 0,
            peak: 0,
            trusted: techniques.are_sound(game.knowledge_levels()),
        };
        dag.add(C::key(game, root), game.player(root), root_label(game, rule, root));
        dag.aim = rule.aim(game.player(root), &dag.nodes[0].label);
        dag
    }

    fn edges_of(&self, node: u32) -> &[Edge<G::Move>] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first_edge as usize..][..usize::from(node.edges)]
    }

    fn label_of(&self, node: u32) -> &R::Label {
        &self.nodes[node as usize].label
    }

    fn joined(&self, rule: &R, id: u32) -> R::Label {
        let labels = || self.edges_of(id).iter().map(|edge| &self.nodes[edge.to as usize].label);
        rule.join(self.nodes[id as usize].player, labels)
    }

    /// The node of a position, created if it does not exist.
    fn add(&mut self, key: C::Key, player: Player, label: R::Label) -> u32 {
        let nodes = &self.nodes;
        if let Some(known) = self.index.find(&key, |id| nodes[id as usize].key) {
            return known;
        }
        if self.index.is_full() {
            self.refresh_index();
        }
        let node = Node {
            label,
            key,
            first_edge: 0,
            first_parent: NONE,
            edges: 0,
            player,
            alive: true,
            queued: false,
        };
        let id = match self.spare_node {
            NONE => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
            id => {
                self.spare_node = core::mem::replace(&mut self.nodes[id as usize], node).first_edge;
                self.spare_nodes -= 1;
                id
            }
        };
        self.index.insert(&key, id);
        id
    }

    fn attach(&mut self, leaf: u32, edges: &[Edge<G::Move>]) {
        let first = match self.spare_edges.get_mut(edges.len()) {
            Some(spare) if *spare != NONE => {
                let first = core::mem::replace(spare, self.edges[*spare as usize].to);
                self.edges[first as usize..][..edges.len()].copy_from_slice(edges);
                first
            }
            _ => {
                self.edges.extend(edges.iter().copied());
                (self.edges.len() - edges.len()) as u32
            }
        };
        for edge in edges {
            let parent = Parent { node: leaf, next: self.nodes[edge.to as usize].first_parent };
            self.nodes[edge.to as usize].first_parent = match self.spare_parent {
                NONE => {
                    self.parents.push(parent);
                    (self.parents.len() - 1) as u32
                }
                link => {
                    self.spare_parent =
                        core::mem::replace(&mut self.parents[link as usize], parent).next;
                    link
                }
            };
        }
        let leaf = &mut self.nodes[leaf as usize];
        (leaf.first_edge, leaf.edges) = (first, edges.len() as u16);
    }

    /// Recomputes labels from a node upwards, through all parents, until no label changes.
    fn propagate(&mut self, rule: &R, from: u32) {
        self.changed.push_back(from);
        while let Some(id) = self.changed.pop_front() {
            let node = &mut self.nodes[id as usize];
            node.queued = false;
            if !node.alive {
                continue;
            }
            if node.edges > 0 {
                let label = self.joined(rule, id);
                debug_assert!(rule.is_possible(&label), "contradictory numbers at node {id}");
                debug_assert!(
                    !self.trusted || rule.agree(&label, &self.nodes[id as usize].label),
                    "the new bounds of node {id} contradict the old ones"
                );
                if label == self.nodes[id as usize].label && id != from {
                    continue;
                }
                self.nodes[id as usize].label = label;
            }
            let mut link = self.nodes[id as usize].first_parent;
            while link != NONE {
                let Parent { node, next } = self.parents[link as usize];
                if !core::mem::replace(&mut self.nodes[node as usize].queued, true) {
                    self.changed.push_back(node);
                }
                link = next;
            }
            let solved = id != ROOT && rule.is_settled(&self.nodes[id as usize].label);
            if solved && self.techniques.delete_solved == When::AtOnce {
                self.deleted += self.drop_edges(id);
            }
        }
    }

    /// Removes the children of a node from it, and from the graph those without another parent. Returns the number of
    /// nodes removed from the graph.
    fn drop_edges(&mut self, id: u32) -> usize {
        self.peak = self.peak.max(self.live());
        let (mut gone, mut open) = (0, core::mem::take(&mut self.doomed));
        open.push(id);
        while let Some(id) = open.pop() {
            let node = &mut self.nodes[id as usize];
            let (first, count) = (node.first_edge, usize::from(core::mem::take(&mut node.edges)));
            if !node.alive {
                node.first_edge = core::mem::replace(&mut self.spare_node, id);
                self.spare_nodes += 1;
            }
            if count == 0 {
                continue;
            }
            for edge in first as usize..first as usize + count {
                let child = self.edges[edge].to;
                self.unlink(child, id);
                if self.nodes[child as usize].first_parent == NONE && child != ROOT {
                    self.remove(child);
                    open.push(child);
                    gone += 1;
                }
            }
            if self.spare_edges.len() <= count {
                self.spare_edges.resize(count + 1, NONE);
            }
            self.edges[first as usize].to = core::mem::replace(&mut self.spare_edges[count], first);
        }
        self.doomed = open;
        gone
    }

    fn unlink(&mut self, child: u32, parent: u32) {
        let mut link = self.nodes[child as usize].first_parent;
        let mut previous = NONE;
        while self.parents[link as usize].node != parent {
            previous = link;
            link = self.parents[link as usize].next;
        }
        let next = self.parents[link as usize].next;
        match previous {
            NONE => self.nodes[child as usize].first_parent = next,
            _ => self.parents[previous as usize].next = next,
        }
        self.parents[link as usize].next = core::mem::replace(&mut self.spare_parent, link);
    }

    fn remove(&mut self, id: u32) {
        self.index.remove(&self.nodes[id as usize].key, id);
        self.nodes[id as usize].alive = false;
    }

    /// Rebuilds the index, so that the slots of removed entries can be used again.
    fn reindex(&mut self) {
        self.index.clear();
        for (id, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.alive) {
            self.index.insert(&node.key, id as u32);
        }
    }

    /// Makes room in a full index.
    #[cold]
    fn refresh_index(&mut self) {
        if self.index.grows_for(1) {
            let nodes = &self.nodes;
            self.index.grow(|id| nodes[id as usize].key);
        } else {
            self.reindex();
        }
    }

    fn delete_all_solved(&mut self, rule: &R) -> usize {
        let mut gone = 0;
        for id in 1..self.nodes.len() as u32 {
            let node = &self.nodes[id as usize];
            if node.alive && node.edges > 0 && rule.is_settled(&node.label) {
                gone += self.drop_edges(id);
            }
        }
        gone
    }

    /// Deletes the least-proving part, as in a tree (see [`crate::free`]).
    fn delete_least_proving(&mut self, rule: &R) -> Option<usize> {
        let aim = rule.aim(self.nodes[0].player, &self.nodes[0].label)?;
        let mut id = ROOT;
        loop {
            let inner = self.edges_of(id).iter().filter(|edge| {
                let node = &self.nodes[edge.to as usize];
                node.edges > 0 && rule.aim(Player::Max, &node.label).is_some()
            });
            let all_numbers =
                inner.map(|edge| (edge.to as usize, R::numbers(self.label_of(edge.to), aim)));
            match pick_least(self.nodes[id as usize].player, all_numbers) {
                Some(child) => id = child as u32,
                None => break,
            }
        }
        if id == ROOT {
            return None;
        }
        self.nodes[id as usize].label = rule.given_up(self.label_of(id));
        let gone = self.drop_edges(id);
        self.propagate(rule, id);
        Some(gone)
    }

    fn live(&self) -> usize {
        self.nodes.len() - self.spare_nodes
    }

    const NODE_BYTES: usize = size_of::<Node<C::Key, R::Label>>();
    const EDGE_BYTES: usize = size_of::<Edge<G::Move>>() + size_of::<Parent>();

    fn bytes(&self) -> u64 {
        (self.nodes.len() * Self::NODE_BYTES
            + self.edges.len() * size_of::<Edge<G::Move>>()
            + self.parents.len() * size_of::<Parent>()
            + self.index.bytes()
            + self.changed.capacity() * size_of::<u32>()) as u64
    }
}

impl<G: Game, C: StaticClass<G>, R: Rule> Store<G, R> for Dag<G, C, R> {
    fn aim(&self) -> Option<R::Aim> {
        self.aim
    }

    fn select(&mut self, game: &G, _rule: &R, aim: R::Aim) {
        self.line.truncate(1);
        let mut id = ROOT;
        while self.nodes[id as usize].edges > 0 {
            let node = &self.nodes[id as usize];
            let all_numbers =
                self.edges_of(id).iter().map(|edge| R::numbers(self.label_of(edge.to), aim));
            let edge =
                self.edges_of(id)[pick(node.player, R::numbers(&node.label, aim), all_numbers)];
            let depth = self.line.len();
            if depth == self.path.len() {
                self.path.push(self.path[depth - 1].clone());
            }
            let (above, below) = self.path.split_at_mut(depth);
            below[0].clone_from(&above[depth - 1]);
            game.play(&mut below[0], edge.mv);
            id = edge.to;
            self.line.push(id);
        }
    }

    fn leaf(&self) -> &G::Position {
        &self.path[self.line.len() - 1]
    }

    fn absorb(&mut self, game: &G, rule: &R, children: &[pool::Node<G::Move, R::Label>]) -> bool {
        if !self.has_room(children.len()) {
            return false;
        }
        let leaf = self.line[self.line.len() - 1];
        let mut edges = core::mem::take(&mut self.fresh);
        edges.clear();
        let before = self.live();
        for &pool::Node { mv, label, .. } in children {
            self.child.clone_from(&self.path[self.line.len() - 1]);
            game.play(&mut self.child, mv);
            let (key, player) = (C::key(game, &self.child), game.player(&self.child));
            edges.push(Edge { to: self.add(key, player, label), mv });
        }
        self.merged = children.len() - (self.live() - before);
        self.attach(leaf, &edges);
        self.fresh = edges;
        self.propagate(rule, leaf);
        self.aim = rule.aim(self.nodes[0].player, &self.nodes[0].label);
        true
    }

    fn has_room(&self, children: usize) -> bool {
        let new = children.saturating_sub(self.spare_nodes);
        // While the index grows, the old table and the one of twice its size exist side by side.
        let index = if self.index.grows_for(children) { 2 * self.index.bytes() } else { 0 };
        let bytes = new * Self::NODE_BYTES + children * Self::EDGE_BYTES + index;
        self.bytes() + bytes as u64 <= self.bytes_max
            && self.parents.len().max(self.edges.len()) + children < NONE as usize
    }

    fn make_room(&mut self, _game: &G, rule: &R, meter: &mut Meter<'_>) -> bool {
        let enough = self.live() / 32;
        let mut gone = 0;
        if self.techniques.delete_solved != When::Never {
            gone += self.delete_all_solved(rule);
        }
        if self.techniques.delete_least_proving {
            while gone < enough.max(1) {
                match self.delete_least_proving(rule) {
                    Some(nodes) => gone += nodes,
                    None => break,
                }
                meter.counters.given_up += 1;
            }
        }
        self.deleted += gone;
        self.reindex();
        self.aim = rule.aim(self.nodes[0].player, &self.nodes[0].label);
        gone > enough
    }

    fn window(&self, rule: &R) -> Span {
        self.line.iter().fold((0, u8::MAX), |window, &id| {
            let (low, high) = rule.span(self.label_of(id));
            (low.max(window.0), high.min(window.1))
        })
    }

    fn line(&self) -> Vec<G::Move> {
        let step = |pair: &[u32]| {
            let edge = self.edges_of(pair[0]).iter().find(|edge| edge.to == pair[1]);
            edge.expect("a line follows edges").mv
        };
        self.line.windows(2).map(step).collect()
    }

    fn label(&self, node: u32) -> &R::Label {
        &self.nodes[node as usize].label
    }

    fn children(&self, node: u32, children: &mut Vec<(G::Move, u32)>) {
        children.extend(self.edges_of(node).iter().map(|edge| (edge.mv, edge.to)));
    }

    fn deleted(&self) -> usize {
        self.deleted
    }

    fn merged(&self) -> usize {
        self.merged
    }

    fn held(&self) -> (usize, u64) {
        (self.live(), self.bytes())
    }

    fn peak(&self) -> usize {
        self.peak.max(self.live())
    }
}
