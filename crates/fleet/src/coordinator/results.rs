//! The use of results. A result that is late, repeated or impossible does no harm.

use foregone_game::Player;
use foregone_solve::effort::ProofNumbers;

use super::claimed::Reporter;
use super::graph::{NO_JOB, NewChild};
use super::{
    Child, Coordinator, Envelope, JobResult, Label, Ticket, WireFact, WorkerId, decode_label,
};

/// The memory of an expansion, in bytes per question and child.
const CHILD_BYTES: u64 = 128;

/// The most descents of a job. A larger number of a worker is cut.
const LONGEST: u64 = 1 << 32;

impl Coordinator {
    /// Takes new numbers for a leaf that is away.
    pub(super) fn take_partial(
        &mut self,
        from: WorkerId,
        ticket: Ticket,
        table_key: u128,
        label: &Label,
        now: u64,
    ) {
        let ours = self.is_ours(ticket);
        let Some(assignment) = self.roster.job_mut(ticket.job).filter(|_| ours) else {
            self.tally.stale += 1;
            return;
        };
        let node = assignment.node;
        let numbers = decode_label(label).filter(|label| label.len() == self.graph.questions);
        match numbers {
            Some(numbers) if self.graph.nodes[node as usize].table_key == table_key => {
                if self.graph.claims.are_separate()
                    && numbers.iter().any(|numbers| numbers.is_settled())
                {
                    return; // an answer before the end could not be told apart from the final claim
                }
                if assignment.worker == Some(from) {
                    assignment.heard = now;
                }
                self.graph.renumber(node, &numbers);
                self.graph.propagate();
                self.may_select = true;
            }
            _ => self.tally.refused += 1,
        }
    }

    /// Takes the result of a job.
    pub(super) fn take_final(
        &mut self,
        from: WorkerId,
        ticket: Ticket,
        mut result: JobResult,
        out: &mut Vec<Envelope>,
    ) {
        result.spent = result.spent.min(LONGEST);
        self.tally.descents += result.spent;
        self.tally.created += result.created.min(LONGEST);
        self.may_select = true;
        let Some(decoded) = self.read(&result).filter(|_| ticket.run == self.run) else {
            self.tally.refused += 1;
            if self.has(from, ticket) {
                self.roster.unassign(ticket.job);
            }
            return;
        };
        self.take_facts(from, &result.facts);
        let Some(node) = self.node_of(ticket, result.table_key) else {
            self.tally.stale += 1;
            self.tally.redundant += result.spent;
            return;
        };
        let job = self.graph.nodes[node as usize].job;
        match self.roster.finish(job) {
            Some(assignment) if assignment.worker != Some(from) || job != ticket.job => {
                self.cancel(job, assignment, out);
            }
            Some(_) => {}
            None => self.tally.stale += 1,
        }
        self.graph.nodes[node as usize].job = NO_JOB;
        let by = match self.graph.claims.are_separate() {
            true => Reporter::Worker(self.graph.claims.place(from)),
            false => Reporter::Coordinator,
        };
        self.expand(node, &decoded, result.spent, by);
    }

    /// The leaf that a result is about. If the job was cancelled, the position may be a leaf of the graph all the same.
    pub(super) fn node_of(&self, ticket: Ticket, table_key: u128) -> Option<u32> {
        let assignment = self.roster.job(ticket.job).filter(|_| self.is_ours(ticket));
        let is_it = |&node: &u32| self.graph.nodes[node as usize].table_key == table_key;
        let expected = assignment.map(|assignment| assignment.node).filter(is_it);
        let node = expected.or_else(|| self.graph.find(table_key));
        node.filter(|&node| self.graph.is_leaf(node))
    }

    /// Decodes a result. None if no honest worker sends it.
    pub(super) fn read(&self, result: &JobResult) -> Option<DecodedResult> {
        let questions = self.graph.questions;
        let numbers = |label: &Label| decode_label(label).filter(|label| label.len() == questions);
        let label = numbers(&result.label)?;
        let fresh = |child: &Child| {
            let player = if child.max_moves { Player::Max } else { Player::Min };
            let label = numbers(&child.label)?;
            Some(NewChild { mv: child.mv, table_key: child.table_key, player, label })
        };
        let children = result.children.iter().map(fresh).collect::<Option<Vec<NewChild>>>()?;
        let enough = !children.is_empty() || label.iter().all(|numbers| numbers.is_settled());
        let fits = children.len() <= usize::from(u16::MAX);
        (enough && fits).then_some(DecodedResult { label, children })
    }

    fn expand(&mut self, node: u32, decoded: &DecodedResult, spent: u64, by: Reporter) {
        let wanted = self.graph.nodes[node as usize].active;
        let closed = self.graph.closes(&decoded.label);
        let mut overturned = false;
        match self.graph.claims.are_separate() {
            false => self.graph.renumber(node, &decoded.label),
            // A claim that does not close the node would stand beside its children, which say more.
            true if closed => overturned = self.graph.take(node, &decoded.label, by, true),
            true => {}
        }
        let closed = self.graph.closes(self.graph.label(node));
        if !wanted {
            self.tally.redundant += spent;
        } else if !closed {
            self.add_children(node, &decoded.children, by);
        }
        self.tally.finals += 1;
        match overturned {
            true => self.graph.rebuild(),
            false => self.graph.propagate(),
        }
        self.tally.nodes = self.graph.nodes.len() as u64;
    }

    /// Expands a leaf, if there is memory.
    pub(super) fn add_children(&mut self, node: u32, children: &[NewChild], by: Reporter) {
        let room = children.len() as u64 * CHILD_BYTES * self.graph.questions as u64;
        self.full |= self.graph.bytes() + room > self.plan.bytes;
        if !self.full && !children.is_empty() {
            self.graph.attach(node, children, by);
            self.tally.expanded += 1;
        }
    }

    /// Takes the facts of a host, for the other hosts and for the graph.
    fn take_facts(&mut self, from: WorkerId, facts: &[WireFact]) {
        if !self.plan.share {
            return;
        }
        let host = self.roster.host(from).unwrap_or_default();
        let (worst, questions) = (self.worst.0, self.graph.questions as u8);
        for &fact in facts {
            if fact.low > fact.high || !self.shared.add(host, fact) {
                continue;
            }
            let Some(node) = self.graph.find(fact.table_key) else { continue };
            let known = self.graph.label(node).iter().zip(worst + 1..=worst + questions);
            let label: Vec<ProofNumbers> = known
                .map(|(&numbers, goal)| match (fact.low >= goal, fact.high < goal) {
                    (false, false) => numbers,
                    (proved, _) => ProofNumbers::settled(proved),
                })
                .collect();
            self.graph.learn(node, &label);
            self.graph.propagate();
        }
    }
}

/// A result that has been decoded.
pub(super) struct DecodedResult {
    pub(super) label: Vec<ProofNumbers>,
    pub(super) children: Vec<NewChild>,
}
