//! Claims of workers, stored apart from verified answers. An answer that the coordinator's own leaf search has found is
//! verified and permanent. An answer that a worker reports is a claim: it guides the search like any other number, and
//! it can be withdrawn. An answer of an inner node is verified if verified answers of its children imply it.

use foldhash::fast::FixedState;
use foregone_solve::effort::ProofNumbers;
use hashbrown::{HashMap, HashSet};

use super::graph::{Graph, NONE, Parent, ROOT};
use super::label::span;
use crate::message::WorkerId;
use crate::plan::ClaimPolicy;

/// Who reports an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reporter {
    /// The coordinator's own leaf search, or a worker that is trusted.
    Coordinator,
    /// A worker, as its index in the list of claimants.
    Worker(u32),
}

/// The workers that have claimed something, and how their claims are treated.
pub struct Claimants {
    policy: ClaimPolicy,
    workers: Vec<WorkerId>,
    places: HashMap<WorkerId, u32, FixedState>,
    /// The claims since the last call of `recent`, where a sample of them is verified.
    recent: Vec<(u32, u8)>,
}

impl Claimants {
    pub fn new(policy: ClaimPolicy) -> Claimants {
        let (workers, recent) = (Vec::new(), Vec::new());
        Claimants { policy, workers, places: HashMap::default(), recent }
    }

    /// Whether claims are stored apart from verified answers.
    pub fn are_separate(&self) -> bool {
        self.policy != ClaimPolicy::Believed
    }

    pub fn bytes(&self) -> u64 {
        (self.workers.len() * 3 * size_of::<WorkerId>() + self.recent.len() * 8) as u64
    }

    /// The index of a worker in the list of claimants.
    pub fn place(&mut self, worker: WorkerId) -> u32 {
        let next = self.workers.len() as u32;
        let place = *self.places.entry(worker).or_insert(next);
        if place == next {
            self.workers.push(worker);
        }
        place
    }

    pub fn workers(&self) -> &[WorkerId] {
        &self.workers
    }

    pub fn recent(&mut self) -> Vec<(u32, u8)> {
        core::mem::take(&mut self.recent)
    }
}

impl Graph {
    pub fn is_verified(&self, node: u32, question: usize) -> bool {
        let word = node as usize * self.words + question / 64;
        self.verified[word] >> (question % 64) & 1 == 1
    }

    pub fn set_verified(&mut self, node: u32, question: usize) {
        self.verified[node as usize * self.words + question / 64] |= 1 << (question % 64);
    }

    /// Whether a question has an answer that is not verified.
    pub fn is_claim(&self, node: u32, question: usize) -> bool {
        self.label(node)[question].is_settled() && !self.is_verified(node, question)
    }

    /// The worker that claims the answers of a node.
    pub fn claimant(&self, node: u32) -> Option<WorkerId> {
        self.claims.workers.get(self.nodes[node as usize].claimant as usize).copied()
    }

    /// The numbers of a node without its claims.
    pub fn established(&self, node: u32) -> Vec<ProofNumbers> {
        let own = |(question, &numbers): (usize, &ProofNumbers)| match self.is_claim(node, question)
        {
            true => ProofNumbers::FRESH,
            false => numbers,
        };
        self.label(node).iter().enumerate().map(own).collect()
    }

    /// Whether the answers of the children imply an answer of their parent: verified answers only, or claims as well.
    fn follows(
        &self,
        node: u32,
        question: usize,
        numbers: ProofNumbers,
        verified_only: bool,
    ) -> bool {
        let bears = |&child: &u32| {
            self.label(child)[question].answer() == numbers.answer()
                && (!verified_only || self.is_verified(child, question))
        };
        let children = self.children(node);
        match numbers.seen_by(self.nodes[node as usize].player).0.is_done() {
            true => children.iter().any(bears),
            false => !children.is_empty() && children.iter().all(bears),
        }
    }

    /// Whether an answer of an inner node is verified.
    pub(super) fn is_supported(&self, node: u32, question: usize, numbers: ProofNumbers) -> bool {
        numbers.is_settled()
            && (self.is_verified(node, question) || self.follows(node, question, numbers, true))
    }

    /// Adds verified answers to a node. Returns whether there was a new one.
    pub(super) fn add_verified(&mut self, node: u32, verified: &[u64]) -> bool {
        let own = &mut self.verified[node as usize * self.words..][..verified.len()];
        let before = own.to_vec();
        own.iter_mut().zip(verified).for_each(|(own, more)| *own |= more);
        *own != before
    }

    /// Takes the numbers of a child that a result lists. A claim about a node that is expanded is not needed.
    pub(super) fn take_child(&mut self, node: u32, label: &[ProofNumbers], by: Reporter) {
        if self.is_leaf(node) || by == Reporter::Coordinator {
            self.take(node, label, by, false);
        }
    }

    /// Takes reported numbers; `whole` says that they are the result of a job about this node. Verified answers stay,
    /// and of several claimants only one is recorded, because it must be known who has claimed what. Returns whether an
    /// answer has turned into its opposite, so that everything computed from it must be computed again.
    pub(super) fn take(
        &mut self,
        node: u32,
        label: &[ProofNumbers],
        by: Reporter,
        whole: bool,
    ) -> bool {
        let first = node as usize * self.questions;
        let was_closed = self.closes(self.label(node));
        let claims = |graph: &Graph, question: &usize| graph.is_claim(node, *question);
        let claimed: Vec<usize> = (0..self.questions).filter(|it| claims(self, it)).collect();
        let claimant = self.nodes[node as usize].claimant;
        let of_another = !claimed.is_empty() && by != Reporter::Worker(claimant);
        let counts = !of_another || whole && claimed.iter().all(|&it| label[it].is_settled());
        let mut overturned = false;
        for (question, &numbers) in label.iter().enumerate() {
            let known = self.labels[first + question];
            let may = match by {
                _ if self.is_verified(node, question) => false,
                _ if !numbers.is_settled() => !known.is_settled(),
                Reporter::Coordinator => true,
                Reporter::Worker(_) => counts && (!known.is_settled() || of_another),
            };
            if !may {
                continue;
            }
            overturned |= known.is_settled() && known.answer() != numbers.answer();
            self.labels[first + question] = numbers;
            match by {
                Reporter::Coordinator if numbers.is_settled() => self.set_verified(node, question),
                Reporter::Worker(_)
                    if numbers.is_settled() && self.claims.policy == ClaimPolicy::Marked =>
                {
                    self.claims.recent.push((node, question as u8));
                }
                _ => {}
            }
        }
        self.nodes[node as usize].claimant = match by {
            _ if !(0..self.questions).any(|it| self.is_claim(node, it)) => NONE,
            Reporter::Worker(place) if counts => place,
            _ => claimant,
        };
        if !was_closed && self.closes(self.label(node)) {
            self.closed.push(node);
        }
        if self.is_leaf(node) {
            self.refresh_leaf(node);
        }
        self.touch_parents(node);
        overturned
    }

    /// The claims that the answers at the root rest on, as nodes and questions. Where one move suffices, the first
    /// child with the claimed answer is followed.
    pub fn supporting_claims(&self) -> Vec<(u32, u8)> {
        let questions = (0..self.questions).filter(|&question| self.is_claim(ROOT, question));
        let mut open: Vec<(u32, u8)> = questions.map(|question| (ROOT, question as u8)).collect();
        let mut met = HashSet::with_hasher(FixedState::default());
        let mut claims = Vec::new();
        while let Some((node, asked)) = open.pop() {
            let question = usize::from(asked);
            if !self.is_claim(node, question) || !met.insert((node, asked)) {
                continue;
            }
            let numbers = self.label(node)[question];
            if self.is_leaf(node) || !self.follows(node, question, numbers, false) {
                claims.push((node, asked));
                continue;
            }
            let one = numbers.seen_by(self.nodes[node as usize].player).0.is_done();
            let same = |child: &&u32| self.label(**child)[question].answer() == numbers.answer();
            let children = self.children(node).iter().filter(same).map(|&child| (child, asked));
            open.extend(children.take(if one { 1 } else { usize::MAX }));
        }
        claims
    }

    /// Withdraws the claims of some workers. Returns the number of nodes concerned.
    pub fn withdraw(&mut self, of: impl Fn(WorkerId) -> bool) -> usize {
        let withdrawn: Vec<bool> = self.claims.workers.iter().map(|&worker| of(worker)).collect();
        let mut nodes = 0;
        for node in 0..self.nodes.len() as u32 {
            let claimant = self.nodes[node as usize].claimant as usize;
            if withdrawn.get(claimant).copied().unwrap_or(false) {
                self.reopen(node);
                nodes += 1;
            }
        }
        self.rebuild();
        nodes
    }

    /// Makes every question open again whose answer is only claimed.
    pub(super) fn reopen(&mut self, node: u32) {
        for question in 0..self.questions {
            if self.is_claim(node, question) {
                self.labels[node as usize * self.questions + question] = ProofNumbers::FRESH;
            }
        }
        self.nodes[node as usize].claimant = NONE;
    }

    /// Computes the numbers of all inner nodes again, because some answer was withdrawn.
    pub(super) fn rebuild(&mut self) {
        for node in 0..self.nodes.len() as u32 {
            self.nodes[node as usize].queued = false;
            if !self.is_leaf(node) {
                self.reopen(node);
            }
        }
        self.changed.clear();
        self.refresh_all();
        self.window = span(self.label(ROOT));
        self.sweep();
    }

    /// Computes all nodes from the leaves upwards. Returns how many were reached: all, unless the edges form a cycle.
    pub(super) fn refresh_all(&mut self) -> usize {
        let mut waiting: Vec<u32> = self.nodes.iter().map(|node| u32::from(node.edges)).collect();
        let leaves = (0..self.nodes.len() as u32).filter(|&node| self.is_leaf(node));
        let mut ready: Vec<u32> = leaves.collect();
        let mut done = 0;
        while let Some(node) = ready.pop() {
            done += 1;
            self.refresh(node);
            let mut link = self.nodes[node as usize].first_parent;
            while link != NONE {
                let Parent { node: parent, next } = self.parents[link as usize];
                waiting[parent as usize] -= 1;
                if waiting[parent as usize] == 0 {
                    ready.push(parent);
                }
                link = next;
            }
        }
        done
    }
}
