//! Claims as somebody sees them who can look whether they hold: a position, a question and the answer.

use foregone_solve::persist::{
    LoadError, StateReader, StateWriter, put_all, put_count, take_all, take_count,
};

use super::claims::By;
use super::graph::{Graph, HOME, NONE};
use super::{Coordinator, Found, Letter, Ticket, WorkerId};
use crate::plan::Claims;

/// That a question about a position is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    node: u32,
    /// The moves from the root, by their places in the canonical order.
    pub line: Vec<u16>,
    /// Which of the questions, counted from 0.
    pub question: u8,
    /// Whether it is answered with yes.
    pub proved: bool,
    /// Who says so.
    pub worker: Option<WorkerId>,
}

impl core::fmt::Display for Assertion {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let answer = if self.proved { "yes" } else { "no" };
        let Assertion { question, line, .. } = self;
        write!(
            out,
            "{answer} to question {question} about the position after the moves number {line:?}"
        )
    }
}

impl Coordinator {
    /// What is done with claims.
    pub fn claims(&self) -> Claims {
        self.plan.claims
    }

    fn assertion(&self, (node, question): (u32, u8)) -> Assertion {
        let numbers = self.graph.label(node)[usize::from(question)];
        Assertion {
            node,
            line: self.graph.line(node),
            question,
            proved: numbers.answer() == Some(true),
            worker: self.graph.claimant(node),
        }
    }

    /// The claims that the answers at the root rest on.
    pub fn assertions(&self) -> Vec<Assertion> {
        self.graph.rests_on().into_iter().map(|claim| self.assertion(claim)).collect()
    }

    /// What was claimed since this was last asked, where claims are marked.
    pub fn claimed_lately(&mut self) -> Vec<Assertion> {
        let lately = self.graph.claims.lately();
        let stands = |&(node, question): &(u32, u8)| self.graph.is_claim(node, question.into());
        lately.into_iter().filter(stands).map(|claim| self.assertion(claim)).collect()
    }

    /// Whether somebody still claims that.
    pub fn stands(&self, claim: &Assertion) -> bool {
        let question = usize::from(claim.question);
        self.graph.is_claim(claim.node, question)
            && self.graph.label(claim.node)[question].answer() == Some(claim.proved)
    }

    /// A claim holds: it was found here, too.
    pub fn confirm(&mut self, claim: &Assertion) {
        self.graph.set_sure(claim.node, claim.question.into());
        self.graph.touch_parents(claim.node);
        self.graph.propagate();
    }

    /// A claim does not hold, or nobody here could tell: what was found here counts instead. If nothing is settled by that, the
    /// node has its children, about which less has to be claimed.
    pub fn overrule(&mut self, claim: &Assertion, found: &Found, out: &mut Vec<Letter>) {
        let node = claim.node;
        let job = core::mem::replace(&mut self.graph.nodes[node as usize].job, HOME);
        if let Some(away) = self.roster.take(job) {
            self.tell_off(job, away, out);
        }
        self.graph.open_again(node);
        if let Some(result) = self.read(found) {
            self.graph.take(node, &result.label, By::Here, true);
            // What is open at the root will be known only when the claim is gone.
            if self.graph.is_leaf(node) && !result.label.iter().all(|numbers| numbers.is_settled())
            {
                self.unfold(node, &result.children, By::Here);
            }
        }
        self.graph.rebuild();
        self.stirred = true;
        self.tally.nodes = self.graph.nodes.len() as u64;
    }

    /// Withdraws all that some workers have claimed. How many positions that was about.
    pub fn withdraw(&mut self, of: impl Fn(WorkerId) -> bool) -> usize {
        self.stirred = true;
        self.graph.withdraw(of)
    }

    /// Calls back what nobody needs any more and gives away what there is, after claims have been withdrawn.
    pub fn go_on(&mut self, now: u64, out: &mut Vec<Letter>) {
        self.recall(out);
        self.fill(now, out);
    }

    /// The line to the leaf that a result is about, if there is one.
    pub fn place_of(&self, ticket: Ticket, table_key: u128) -> Option<Vec<u16>> {
        self.node_of(ticket, table_key).map(|node| self.graph.line(node))
    }

    /// Saves what is claimed and what is sure, where that is kept apart.
    pub fn save_claims(&self, out: &mut dyn StateWriter) {
        let claimants = self.graph.claims.workers();
        put_count(out, claimants.len());
        put_all(out, claimants.iter().copied());
        put_all(out, self.graph.nodes.iter().map(|node| node.claimant));
        put_all(out, self.graph.sure.iter().copied());
    }

    /// Loads the same into a coordinator that was just loaded.
    pub fn load_claims(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let most = self.plan.bytes / size_of::<WorkerId>() as u64;
        let claimants = take_count(source, most)?;
        let Graph { nodes, sure, claims, words, .. } = &mut self.graph;
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
        if claims.are_apart() {
            *sure = bits;
            self.graph.rebuild();
        }
        Ok(())
    }
}
