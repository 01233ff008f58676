//! What workers claim and what was established here, kept apart. A settled number that was found at the coordinator's own
//! station is sure, and stays; one that a worker has reported is a claim: it leads the search like any other number, and
//! it can be withdrawn. An inner node is sure of an answer if its children bear it out and are sure themselves.

use foldhash::fast::FixedState;
use foregone_solve::effort::ProofNumbers;
use hashbrown::{HashMap, HashSet};

use super::graph::{Graph, NONE, Parent, ROOT};
use super::label::span;
use crate::message::WorkerId;
use crate::plan::ClaimPolicy;

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reporter {
    /// The coordinator's own station, or somebody who is believed.
    Coordinator,
    /// A worker, by its place in the list of claimants.
    Worker(u32),
}

/// Who has claimed anything, and what is done with it.
pub struct Claimants {
    policy: ClaimPolicy,
    workers: Vec<WorkerId>,
    places: HashMap<WorkerId, u32, FixedState>,
    /// What was claimed since somebody last asked, where a share of it is looked at.
    recent: Vec<(u32, u8)>,
}

impl Claimants {
    pub fn new(policy: ClaimPolicy) -> Claimants {
        let (workers, recent) = (Vec::new(), Vec::new());
        Claimants { policy, workers, places: HashMap::default(), recent }
    }

    /// Whether claims are kept apart.
    pub fn are_separate(&self) -> bool {
        self.policy != ClaimPolicy::Believed
    }

    pub fn bytes(&self) -> u64 {
        (self.workers.len() * 3 * size_of::<WorkerId>() + self.recent.len() * 8) as u64
    }

    /// The place of a worker in the list of claimants.
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

    /// Whether an answer stands that was not established here.
    pub fn is_claim(&self, node: u32, question: usize) -> bool {
        self.label(node)[question].is_settled() && !self.is_verified(node, question)
    }

    /// Who claims something about a node.
    pub fn claimant(&self, node: u32) -> Option<WorkerId> {
        self.claims.workers.get(self.nodes[node as usize].claimant as usize).copied()
    }

    /// The numbers of a node without what is only claimed.
    pub fn established(&self, node: u32) -> Vec<ProofNumbers> {
        let own = |(question, &numbers): (usize, &ProofNumbers)| match self.is_claim(node, question)
        {
            true => ProofNumbers::FRESH,
            false => numbers,
        };
        self.label(node).iter().enumerate().map(own).collect()
    }

    /// Whether the children of a node bear out an answer, as far as they are sure of it themselves or as they claim.
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

    /// Whether an inner node is sure of an answer.
    pub(super) fn is_supported(&self, node: u32, question: usize, numbers: ProofNumbers) -> bool {
        numbers.is_settled()
            && (self.is_verified(node, question) || self.follows(node, question, numbers, true))
    }

    /// Adds to what a node is sure of. Says whether that is news.
    pub(super) fn add_verified(&mut self, node: u32, verified: &[u64]) -> bool {
        let own = &mut self.verified[node as usize * self.words..][..verified.len()];
        let before = own.to_vec();
        own.iter_mut().zip(verified).for_each(|(own, more)| *own |= more);
        *own != before
    }

    /// Numbers of a child that somebody has listed. A claim about a node that has been expanded is not needed.
    pub(super) fn take_child(&mut self, node: u32, label: &[ProofNumbers], by: Reporter) {
        if self.is_leaf(node) || by == Reporter::Coordinator {
            self.take(node, label, by, false);
        }
    }

    /// Takes numbers in that somebody reports, of a job about this very node if they are the `whole` result. What is sure
    /// stays, and of several claimants one stands: it must be known who has said what. Says whether an answer has
    /// turned into its opposite, so that what was built on it has to be built anew.
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

    /// The claims that the answers at the root rest on: nodes and questions. Where one move is enough, the first that is
    /// claimed to do.
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

    /// Forgets what some workers have claimed. How many nodes that was about.
    pub fn withdraw(&mut self, of: impl Fn(WorkerId) -> bool) -> usize {
        let liars: Vec<bool> = self.claims.workers.iter().map(|&worker| of(worker)).collect();
        let mut nodes = 0;
        for node in 0..self.nodes.len() as u32 {
            let claimant = self.nodes[node as usize].claimant as usize;
            if liars.get(claimant).copied().unwrap_or(false) {
                self.reopen(node);
                nodes += 1;
            }
        }
        self.rebuild();
        nodes
    }

    /// What is not sure at a node is open again.
    pub(super) fn reopen(&mut self, node: u32) {
        for question in 0..self.questions {
            if self.is_claim(node, question) {
                self.labels[node as usize * self.questions + question] = ProofNumbers::FRESH;
            }
        }
        self.nodes[node as usize].claimant = NONE;
    }

    /// Works the numbers of all inner nodes out anew, because something they were built on is gone.
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

    /// Works out everything from the leaves upwards. How many nodes that reaches: all, unless they go round in circles.
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
