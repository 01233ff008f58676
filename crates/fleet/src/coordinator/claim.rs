//! Claims for an auditor: a position, a question and the claimed answer.

use foregone_solve::persist::{
    LoadError, StateReader, StateWriter, put_all, put_count, take_all, take_count,
};

use super::claimed::Reporter;
use super::graph::{Graph, NO_JOB, NONE};
use super::{Coordinator, Envelope, JobResult, Ticket, WorkerId};
use crate::plan::ClaimPolicy;

/// The claim that a question about a position has an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    node: u32,
    /// The moves from the root, each as its index in the canonical order.
    pub line: Vec<u16>,
    /// The question, counted from 0.
    pub question: u8,
    /// Whether the claimed answer is yes.
    pub proved: bool,
    /// The worker that makes the claim.
    pub worker: Option<WorkerId>,
}

impl core::fmt::Display for Claim {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let answer = if self.proved { "yes" } else { "no" };
        let Claim { question, line, .. } = self;
        write!(
            out,
            "{answer} to question {question} about the position after the moves number {line:?}"
        )
    }
}

impl Coordinator {
    /// How claims of workers are treated.
    pub fn claim_policy(&self) -> ClaimPolicy {
        self.plan.claims
    }

    fn claim(&self, (node, question): (u32, u8)) -> Claim {
        let numbers = self.graph.label(node)[usize::from(question)];
        Claim {
            node,
            line: self.graph.line(node),
            question,
            proved: numbers.answer() == Some(true),
            worker: self.graph.claimant(node),
        }
    }

    /// The claims that the answers at the root rest on.
    pub fn supporting_claims(&self) -> Vec<Claim> {
        self.graph.supporting_claims().into_iter().map(|claim| self.claim(claim)).collect()
    }

    /// The claims since the last call, where claims are marked.
    pub fn recent_claims(&mut self) -> Vec<Claim> {
        let recent = self.graph.claims.recent();
        let stands = |&(node, question): &(u32, u8)| self.graph.is_claim(node, question.into());
        recent.into_iter().filter(stands).map(|claim| self.claim(claim)).collect()
    }

    /// Whether the claim has not been withdrawn or verified meanwhile.
    pub fn stands(&self, claim: &Claim) -> bool {
        let question = usize::from(claim.question);
        self.graph.is_claim(claim.node, question)
            && self.graph.label(claim.node)[question].answer() == Some(claim.proved)
    }

    /// Records that a claim is verified.
    pub fn confirm(&mut self, claim: &Claim) {
        self.graph.set_verified(claim.node, claim.question.into());
        self.graph.touch_parents(claim.node);
        self.graph.propagate();
    }

    /// Replaces a claim that is wrong or too large by the result of the coordinator's own search. If that answers
    /// nothing, the node is expanded, so that workers can search its children.
    pub fn overrule(&mut self, claim: &Claim, result: &JobResult, out: &mut Vec<Envelope>) {
        let node = claim.node;
        let job = core::mem::replace(&mut self.graph.nodes[node as usize].job, NO_JOB);
        if let Some(assignment) = self.roster.finish(job) {
            self.cancel(job, assignment, out);
        }
        self.graph.reopen(node);
        if let Some(decoded) = self.read(result) {
            self.graph.take(node, &decoded.label, Reporter::Coordinator, true);
            // Which questions are open at the root is known only when the claim is gone.
            if self.graph.is_leaf(node) && !decoded.label.iter().all(|numbers| numbers.is_settled())
            {
                self.add_children(node, &decoded.children, Reporter::Coordinator);
            }
        }
        self.graph.rebuild();
        self.may_select = true;
        self.tally.nodes = self.graph.nodes.len() as u64;
    }

    /// Withdraws all claims of some workers. Returns the number of nodes concerned.
    pub fn withdraw(&mut self, of: impl Fn(WorkerId) -> bool) -> usize {
        self.may_select = true;
        self.graph.withdraw(of)
    }

    /// Cancels jobs that are not needed and assigns new ones, after claims have been withdrawn.
    pub fn reassign(&mut self, now: u64, out: &mut Vec<Envelope>) {
        self.cancel_unneeded(out);
        self.assign_jobs(now, out);
    }

    /// The line to the leaf that a result is about, if there is one.
    pub fn place_of(&self, ticket: Ticket, table_key: u128) -> Option<Vec<u16>> {
        self.node_of(ticket, table_key).map(|node| self.graph.line(node))
    }

    /// Saves which answers are claims, and of whom, where claims are stored apart.
    pub fn save_claims(&self, out: &mut dyn StateWriter) {
        let claimants = self.graph.claims.workers();
        put_count(out, claimants.len());
        put_all(out, claimants.iter().copied());
        put_all(out, self.graph.nodes.iter().map(|node| node.claimant));
        put_all(out, self.graph.verified.iter().copied());
    }

    /// Loads what [`Coordinator::save_claims`] has saved into a coordinator that was just loaded.
    pub fn load_claims(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let most = self.plan.bytes / size_of::<WorkerId>() as u64;
        let claimants = take_count(source, most)?;
        let Graph { nodes, verified, claims, words, .. } = &mut self.graph;
        take_all(source, claimants, |_, worker: WorkerId| {
            claims.place(worker);
            Ok(())
        })?;
        take_all(source, nodes.len(), |index, claimant: u32| {
            nodes[index].claimant = claimant;
            let known = claimant == NONE || (claimant as usize) < claimants;
            known.then_some(()).ok_or_else(|| LoadError::new("has a claim by nobody"))
        })?;
        let mut bits = Vec::new();
        take_all(source, nodes.len() * *words, |_, word: u64| {
            bits.push(word);
            Ok(())
        })?;
        if claims.are_separate() {
            *verified = bits;
            self.graph.rebuild();
        }
        Ok(())
    }
}
