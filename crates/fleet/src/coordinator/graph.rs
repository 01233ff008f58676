//! The search graph without its game. A node is known by its table key and by the move that led to it first.

use std::collections::VecDeque;

use foldhash::fast::FixedState;
use foregone_game::Player;
use foregone_solve::effort::ProofNumbers;
use hashbrown::HashTable;

use super::claimed::{Claimants, Reporter};
use super::label::{Combine, span};
use crate::plan::{Plan, Policy, Virtual};

pub const ROOT: u32 = 0;
pub const NONE: u32 = u32::MAX;
/// The job of a leaf that is not away.
pub const NO_JOB: u64 = u64::MAX;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub table_key: u128,
    /// The job that searches it.
    pub job: u64,
    pub first_edge: u32,
    pub first_parent: u32,
    /// The node from which it was reached first, and by which move. Together these give the line to it.
    pub origin: u32,
    /// The number of parents that need its value.
    pub wanted: u32,
    /// The last selection that failed below it.
    pub stamp: u32,
    /// The worker that claims its unverified answers, as an index in the list of claimants.
    pub claimant: u32,
    pub edges: u16,
    pub mv: u16,
    pub player: Player,
    pub queued: bool,
    /// Whether it is needed and open. Then its children are needed, too.
    pub active: bool,
}

/// A link of a list of parents.
#[derive(Clone, Copy, Debug)]
pub struct Parent {
    pub node: u32,
    pub next: u32,
}

/// A child to be attached.
pub struct NewChild {
    pub mv: u16,
    pub table_key: u128,
    pub player: Player,
    pub label: Vec<ProofNumbers>,
}

/// Nodes with their proof numbers, one pair for each question.
pub struct Graph {
    pub nodes: Vec<Node>,
    pub labels: Vec<ProofNumbers>,
    /// With virtual numbers: the numbers that guide a descent. They are not permanent.
    pub virtual_numbers: Vec<ProofNumbers>,
    /// Without virtual numbers: one bit for each question, set where all open leaves are away.
    pub locks: Vec<u64>,
    /// Where claims are stored apart: one bit for each question, set where the answer is verified.
    pub verified: Vec<u64>,
    pub(super) claims: Claimants,
    pub edges: Vec<u32>,
    pub parents: Vec<Parent>,
    index: HashTable<u32>,
    pub questions: usize,
    pub(super) words: usize,
    combine: Combine,
    virtual_policy: Option<Virtual>,
    merge: bool,
    pub(super) changed: VecDeque<u32>,
    /// Nodes that were closed and whose children are still counted as needed.
    pub(super) closed: Vec<u32>,
    /// Nodes that are away and not needed any more.
    pub unneeded: Vec<u32>,
    /// The outcomes that are open at the root.
    pub(super) window: (u8, u8),
    /// Memory to recompute a node's numbers in.
    room: Scratch,
}

#[derive(Default)]
struct Scratch {
    label: Vec<ProofNumbers>,
    virtual_numbers: Vec<ProofNumbers>,
    locks: Vec<u64>,
    verified: Vec<u64>,
}

fn hash(table_key: u128) -> u64 {
    use core::hash::BuildHasher;
    FixedState::default().hash_one(table_key)
}

impl Graph {
    /// A graph of one node with fresh numbers.
    pub fn new(table_key: u128, player: Player, questions: usize, plan: &Plan) -> Graph {
        let virtual_policy = match plan.policy {
            Policy::Jlpns(taken) => Some(taken),
            _ => None,
        };
        let locking = plan.policy == Policy::Lock;
        let mut graph = Graph {
            nodes: Vec::new(),
            labels: Vec::new(),
            virtual_numbers: Vec::new(),
            locks: Vec::new(),
            verified: Vec::new(),
            claims: Claimants::new(plan.claims),
            edges: Vec::new(),
            parents: Vec::new(),
            index: HashTable::new(),
            questions,
            words: questions.div_ceil(64),
            combine: Combine { sum: plan.sum, locking },
            virtual_policy,
            merge: plan.merge,
            changed: VecDeque::new(),
            closed: Vec::new(),
            unneeded: Vec::new(),
            window: (0, questions as u8),
            room: Scratch::default(),
        };
        graph.add(table_key, player, (NONE, 0), &vec![ProofNumbers::FRESH; questions]);
        graph.nodes[0].active = true;
        graph
    }

    /// Removes all nodes.
    pub(super) fn forget(&mut self) {
        self.nodes.clear();
        self.labels.clear();
        self.virtual_numbers.clear();
        self.locks.clear();
        self.verified.clear();
        self.index.clear();
    }

    /// Recomputes a node after all its children.
    pub(super) fn refresh(&mut self, node: u32) {
        if self.is_leaf(node) {
            self.refresh_leaf(node);
        } else {
            self.recompute(node);
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let numbers = (self.labels.len() + self.virtual_numbers.len()) * size_of::<ProofNumbers>();
        let links = self.edges.len() * 4 + self.parents.len() * size_of::<Parent>();
        let nodes = self.nodes.len() * (size_of::<Node>() + 8);
        let bits = (self.locks.len() + self.verified.len()) * 8;
        (numbers + links + nodes + bits) as u64 + self.claims.bytes()
    }

    /// Adds a node that is reached from `origin` by `mv`.
    pub(super) fn add(
        &mut self,
        table_key: u128,
        player: Player,
        (origin, mv): (u32, u16),
        label: &[ProofNumbers],
    ) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            table_key,
            job: NO_JOB,
            first_edge: 0,
            first_parent: NONE,
            origin,
            wanted: 0,
            stamp: 0,
            claimant: NONE,
            edges: 0,
            mv,
            player,
            queued: false,
            active: false,
        });
        self.labels.extend_from_slice(label);
        match self.virtual_policy {
            Some(_) => self.virtual_numbers.extend_from_slice(label),
            None => self.locks.resize(self.locks.len() + self.words, 0),
        }
        if self.claims.are_separate() {
            self.verified.resize(self.verified.len() + self.words, 0);
        }
        self.enlist(node);
        node
    }

    /// Enters a node into the index.
    fn enlist(&mut self, node: u32) {
        if self.merge {
            let nodes = &self.nodes;
            let table_key = nodes[node as usize].table_key;
            self.index.insert_unique(hash(table_key), node, |&other| {
                hash(nodes[other as usize].table_key)
            });
        }
    }

    /// The node with a table key, if nodes are merged and there is one.
    pub fn find(&self, table_key: u128) -> Option<u32> {
        let same = |&node: &u32| self.nodes[node as usize].table_key == table_key;
        self.index.find(hash(table_key), same).copied()
    }

    pub fn label(&self, node: u32) -> &[ProofNumbers] {
        &self.labels[node as usize * self.questions..][..self.questions]
    }

    /// The numbers that guide a descent.
    pub fn guide(&self, node: u32, question: usize) -> ProofNumbers {
        let column =
            if self.virtual_policy.is_some() { &self.virtual_numbers } else { &self.labels };
        column[node as usize * self.questions + question]
    }

    pub fn is_locked(&self, node: u32, question: usize) -> bool {
        self.virtual_policy.is_none()
            && self.locks[node as usize * self.words + question / 64] >> (question % 64) & 1 == 1
    }

    pub fn children(&self, node: u32) -> &[u32] {
        let Node { first_edge, edges, .. } = self.nodes[node as usize];
        &self.edges[first_edge as usize..][..usize::from(edges)]
    }

    pub fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].edges == 0
    }

    /// Whether a label answers all questions that are open at the root.
    pub fn closes(&self, label: &[ProofNumbers]) -> bool {
        let (low, high) = self.window;
        label[usize::from(low)..usize::from(high)].iter().all(|numbers| numbers.is_settled())
    }

    /// The line to a node.
    pub fn line(&self, mut node: u32) -> Vec<u16> {
        let mut line = Vec::new();
        while node != ROOT {
            let Node { origin, mv, .. } = self.nodes[node as usize];
            line.push(mv);
            node = origin;
        }
        line.reverse();
        line
    }

    /// Marks a leaf as searched by a job, or as free with [`NO_JOB`].
    pub fn assign(&mut self, node: u32, job: u64) {
        self.nodes[node as usize].job = job;
        self.refresh_leaf(node);
        self.touch_parents(node);
        self.propagate();
    }

    /// Sets the numbers of a leaf. Answers are permanent.
    pub fn renumber(&mut self, node: u32, label: &[ProofNumbers]) {
        let first = node as usize * self.questions;
        let was_closed = self.closes(self.label(node));
        for (known, &numbers) in self.labels[first..][..self.questions].iter_mut().zip(label) {
            if !known.is_settled() {
                *known = numbers;
            }
        }
        if !was_closed && self.closes(self.label(node)) {
            self.closed.push(node);
        }
        if self.is_leaf(node) {
            self.refresh_leaf(node);
        }
        self.touch_parents(node);
    }

    /// Computes the virtual numbers or the locks of a leaf.
    pub(super) fn refresh_leaf(&mut self, node: u32) {
        let away = self.nodes[node as usize].job != NO_JOB;
        let first = node as usize * self.questions;
        match self.virtual_policy {
            Some(taken) => {
                for question in first..first + self.questions {
                    let numbers = self.labels[question];
                    self.virtual_numbers[question] = match away && !numbers.is_settled() {
                        true => taken_for(taken, numbers),
                        false => numbers,
                    };
                }
            }
            None => {
                let locks = node as usize * self.words;
                self.locks[locks..locks + self.words].fill(0);
                for question in 0..self.questions {
                    if away && !self.labels[first + question].is_settled() {
                        self.locks[locks + question / 64] |= 1 << (question % 64);
                    }
                }
            }
        }
    }

    /// Expands a leaf. Two moves that lead to the same node make one child. Where claims are stored apart, `by` is who
    /// reports the numbers of the children.
    pub fn attach(&mut self, node: u32, children: &[NewChild], by: Reporter) {
        let first_edge = self.edges.len();
        for child in children {
            let known = self.find(child.table_key);
            let id = match known {
                Some(id) => {
                    if self.edges[first_edge..].contains(&id) {
                        continue;
                    }
                    // Numbers of a leaf that is away will soon be replaced.
                    if self.claims.are_separate() {
                        self.take_child(id, &child.label, by);
                    } else if self.is_leaf(id)
                        || child.label.iter().any(|numbers| numbers.is_settled())
                    {
                        self.learn(id, &child.label);
                    }
                    id
                }
                None if self.claims.are_separate() => {
                    let fresh = vec![ProofNumbers::FRESH; self.questions];
                    let id = self.add(child.table_key, child.player, (node, child.mv), &fresh);
                    self.take_child(id, &child.label, by);
                    id
                }
                None => self.add(child.table_key, child.player, (node, child.mv), &child.label),
            };
            let next = self.nodes[id as usize].first_parent;
            self.nodes[id as usize].first_parent = self.parents.len() as u32;
            self.parents.push(Parent { node, next });
            self.edges.push(id);
        }
        let edges = (self.edges.len() - first_edge) as u16;
        let expanded = &mut self.nodes[node as usize];
        (expanded.first_edge, expanded.edges) = (first_edge as u32, edges);
        self.want_children(node);
        self.touch(node);
    }

    /// Takes the numbers of a node that exists: all of them if it is a leaf, otherwise the answers.
    pub fn learn(&mut self, node: u32, label: &[ProofNumbers]) {
        if self.is_leaf(node) {
            self.renumber(node, label);
        } else {
            let settled: Vec<ProofNumbers> = self
                .label(node)
                .iter()
                .zip(label)
                .map(|(&known, &numbers)| if numbers.is_settled() { numbers } else { known })
                .collect();
            self.renumber(node, &settled);
            self.touch(node);
        }
    }

    fn touch(&mut self, node: u32) {
        if !core::mem::replace(&mut self.nodes[node as usize].queued, true) {
            self.changed.push_back(node);
        }
    }

    pub(super) fn touch_parents(&mut self, node: u32) {
        let mut link = self.nodes[node as usize].first_parent;
        while link != NONE {
            let Parent { node, next } = self.parents[link as usize];
            self.touch(node);
            link = next;
        }
    }

    /// Recomputes the ancestors of all changed nodes.
    pub fn propagate(&mut self) {
        while let Some(node) = self.changed.pop_front() {
            self.nodes[node as usize].queued = false;
            if self.recompute(node) {
                self.touch_parents(node);
            }
        }
        let window = span(self.label(ROOT));
        if window != self.window {
            self.window = window;
            self.sweep();
        }
        self.close();
    }

    /// Recomputes the numbers of an inner node. Returns whether something has changed.
    fn recompute(&mut self, node: u32) -> bool {
        if self.is_leaf(node) {
            return false;
        }
        let mut room = core::mem::take(&mut self.room);
        let Scratch { label, virtual_numbers, locks, verified } = &mut room;
        label.clear();
        virtual_numbers.clear();
        locks.clear();
        locks.resize(self.words, 0);
        verified.clear();
        verified.resize(self.words, 0);
        let player = self.nodes[node as usize].player;
        let children = self.children(node);
        for question in 0..self.questions {
            let at = |child: u32| child as usize * self.questions + question;
            let numbers = |&child: &u32| (self.labels[at(child)], self.is_locked(child, question));
            let (numbers, locked) = self.combine.combine(player, || children.iter().map(numbers));
            let known = self.labels[at(node)];
            label.push(if known.is_settled() { known } else { numbers });
            if locked && !label[question].is_settled() {
                locks[question / 64] |= 1 << (question % 64);
            }
            if self.claims.are_separate() && self.is_supported(node, question, label[question]) {
                verified[question / 64] |= 1 << (question % 64);
            }
            if self.virtual_policy.is_some() {
                let numbers = |&child: &u32| (self.virtual_numbers[at(child)], false);
                let (numbers, _) = self.combine.combine(player, || children.iter().map(numbers));
                virtual_numbers.push(if label[question].is_settled() {
                    label[question]
                } else {
                    numbers
                });
            }
        }
        let changed = self.store(node, &room);
        self.room = room;
        changed
    }

    fn store(
        &mut self,
        node: u32,
        Scratch { label, virtual_numbers, locks, verified }: &Scratch,
    ) -> bool {
        let mut changed = self.claims.are_separate() && self.add_verified(node, verified);
        if self.label(node) != label.as_slice() {
            if !self.closes(self.label(node)) && self.closes(label) {
                self.closed.push(node);
            }
            self.labels[node as usize * self.questions..][..self.questions].copy_from_slice(label);
            changed = true;
        }
        let old: &mut [ProofNumbers] = match self.virtual_policy {
            Some(_) => {
                &mut self.virtual_numbers[node as usize * self.questions..][..self.questions]
            }
            None => &mut [],
        };
        if old != virtual_numbers.as_slice() {
            old.copy_from_slice(virtual_numbers);
            changed = true;
        }
        if self.virtual_policy.is_none() {
            let old = &mut self.locks[node as usize * self.words..][..self.words];
            if old != locks.as_slice() {
                old.copy_from_slice(locks);
                changed = true;
            }
        }
        changed
    }
}

/// The virtual numbers of an open leaf that is away.
fn taken_for(taken: Virtual, numbers: ProofNumbers) -> ProofNumbers {
    match taken {
        Virtual::Loss => ProofNumbers::settled(false),
        Virtual::Win => ProofNumbers::settled(true),
        Virtual::Greedy => {
            let ProofNumbers { proof, disproof } = numbers;
            ProofNumbers::settled(proof <= disproof)
        }
    }
}
