//! Taking results in: whatever is late, twice or impossible does no harm.

use foregone_game::Player;
use foregone_solve::effort::ProofNumbers;

use super::claims::By;
use super::graph::{Fresh, HOME};
use super::{Child, Coordinator, Found, Known, Label, Letter, Ticket, WorkerId, all_numbers};

/// Room that an expansion may need, in bytes per question and child.
const CHILD_BYTES: u64 = 128;

/// No job takes more descents, whatever a worker says.
const LONGEST: u64 = 1 << 32;

impl Coordinator {
    /// New numbers for a leaf that is away.
    pub(super) fn take_partial(
        &mut self,
        from: WorkerId,
        ticket: Ticket,
        table_key: u128,
        label: &Label,
        now: u64,
    ) {
        let ours = self.is_ours(ticket);
        let Some(away) = self.roster.job_mut(ticket.job).filter(|_| ours) else {
            self.tally.stale += 1;
            return;
        };
        let node = away.node;
        let numbers = all_numbers(label).filter(|label| label.len() == self.graph.questions);
        match numbers {
            Some(numbers) if self.graph.nodes[node as usize].table_key == table_key => {
                if self.graph.claims.are_apart()
                    && numbers.iter().any(|numbers| numbers.is_settled())
                {
                    return; // what is settled in passing cannot be told from what is claimed in the end
                }
                if away.worker == Some(from) {
                    away.heard = now;
                }
                self.graph.renumber(node, &numbers);
                self.graph.propagate();
                self.stirred = true;
            }
            _ => self.tally.refused += 1,
        }
    }

    /// The end of a job.
    pub(super) fn take_final(
        &mut self,
        from: WorkerId,
        ticket: Ticket,
        mut found: Found,
        out: &mut Vec<Letter>,
    ) {
        found.spent = found.spent.min(LONGEST);
        self.tally.descents += found.spent;
        self.tally.created += found.created.min(LONGEST);
        self.stirred = true;
        let Some(result) = self.read(&found).filter(|_| ticket.run == self.run) else {
            self.tally.refused += 1;
            if self.has(from, ticket) {
                self.roster.retry(ticket.job);
            }
            return;
        };
        self.take_facts(from, &found.facts);
        let Some(node) = self.node_of(ticket, found.table_key) else {
            self.tally.stale += 1;
            self.tally.redundant += found.spent;
            return;
        };
        let job = self.graph.nodes[node as usize].job;
        match self.roster.take(job) {
            Some(away) if away.worker != Some(from) || job != ticket.job => {
                self.tell_off(job, away, out);
            }
            Some(_) => {}
            None => self.tally.stale += 1,
        }
        self.graph.nodes[node as usize].job = HOME;
        let by = match self.graph.claims.are_apart() {
            true => By::Claimant(self.graph.claims.place(from)),
            false => By::Here,
        };
        self.expand(node, &result, found.spent, by);
    }

    /// The leaf that a result is about. If its job has been given up, somebody may ask about the position all the same.
    pub(super) fn node_of(&self, ticket: Ticket, table_key: u128) -> Option<u32> {
        let away = self.roster.job(ticket.job).filter(|_| self.is_ours(ticket));
        let is_it = |&node: &u32| self.graph.nodes[node as usize].table_key == table_key;
        let expected = away.map(|away| away.node).filter(is_it);
        let node = expected.or_else(|| self.graph.find(table_key));
        node.filter(|&node| self.graph.is_leaf(node))
    }

    /// The numbers of a result, if they are those of an honest worker.
    pub(super) fn read(&self, found: &Found) -> Option<Result> {
        let questions = self.graph.questions;
        let numbers = |label: &Label| all_numbers(label).filter(|label| label.len() == questions);
        let label = numbers(&found.label)?;
        let fresh = |child: &Child| {
            let player = if child.max_moves { Player::Max } else { Player::Min };
            let label = numbers(&child.label)?;
            Some(Fresh { mv: child.mv, table_key: child.table_key, player, label })
        };
        let children = found.children.iter().map(fresh).collect::<Option<Vec<Fresh>>>()?;
        let enough = !children.is_empty() || label.iter().all(|numbers| numbers.is_settled());
        let fits = children.len() <= usize::from(u16::MAX);
        (enough && fits).then_some(Result { label, children })
    }

    fn expand(&mut self, node: u32, result: &Result, spent: u64, by: By) {
        let wanted = self.graph.nodes[node as usize].active;
        let closed = self.graph.closes(&result.label);
        let mut overturned = false;
        match self.graph.claims.are_apart() {
            false => self.graph.renumber(node, &result.label),
            // A claim that does not close the node would stand beside its children, which say more.
            true if closed => overturned = self.graph.take(node, &result.label, by, true),
            true => {}
        }
        let closed = self.graph.closes(self.graph.label(node));
        if !wanted {
            self.tally.redundant += spent;
        } else if !closed {
            self.unfold(node, &result.children, by);
        }
        self.tally.finals += 1;
        match overturned {
            true => self.graph.rebuild(),
            false => self.graph.propagate(),
        }
        self.tally.nodes = self.graph.nodes.len() as u64;
    }

    /// Gives a leaf its children, if there is room.
    pub(super) fn unfold(&mut self, node: u32, children: &[Fresh], by: By) {
        let room = children.len() as u64 * CHILD_BYTES * self.graph.questions as u64;
        self.full |= self.graph.bytes() + room > self.plan.bytes;
        if !self.full && !children.is_empty() {
            self.graph.attach(node, children, by);
            self.tally.expanded += 1;
        }
    }

    /// What a host has proved, for the others and for the graph.
    fn take_facts(&mut self, from: WorkerId, facts: &[Known]) {
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

/// A result that has been read.
pub(super) struct Result {
    pub(super) label: Vec<ProofNumbers>,
    pub(super) children: Vec<Fresh>,
}
