//! Leaving a position: results that hold on every line go into the table, all results go to the parent.

use foregone_game::{Player, TableKeyed};

use super::Search;
use super::stack::{StackNode, Summary, UNCONDITIONAL};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::leaf_search::Fact;
use crate::table::{Entry, Facts, Table, work_code, work_of};
use crate::virtual_numbers::maybe_yield;

/// If the search of a child entered this many positions per sibling, the table may know more about the siblings.
const REFRESH: u64 = 4;

impl<G: TableKeyed, C: StaticClass<G>> Search<'_, G, C> {
    /// Takes the last position off the line.
    pub(super) fn leave(&mut self, summary: &Summary) {
        let node = self.stack.pop().expect("a line");
        let mut numbers = ProofNumbers::of(node.player, summary.own, summary.other);
        let (mut low, mut high) = self.span(&node);
        debug_assert!(numbers.is_possible(), "{numbers:?}");
        debug_assert!(!self.table.is_trusted() || low <= high, "bounds {low}..{high}");
        let mut assumes = UNCONDITIONAL;
        if low >= self.goal || high < self.goal {
            numbers = ProofNumbers::settled(low >= self.goal);
        } else if let Some(answer) = numbers.answer() {
            if C::CAN_RETURN {
                assumes = self.assumption(&node, answer);
            }
            if assumes == UNCONDITIONAL {
                if answer {
                    low = self.goal;
                } else {
                    high = self.goal - 1;
                }
                debug_assert!(low <= high, "the answer to {} contradicts {low}..{high}", self.goal);
            }
        }
        if C::CAN_RETURN {
            self.repetitions.line.remove(&node.key);
            self.settle_claims(&node, numbers, assumes);
        }
        let work = self.visits - node.entered + 1;
        let kept = if assumes == UNCONDITIONAL { numbers } else { ProofNumbers::FRESH };
        let total = remember(self.table, &node, self.goal, (low, high), kept, work);
        if total >= self.report_from && (low >= self.goal || high < self.goal) {
            self.reported_facts.push(Fact { table_key: node.table_key, low, high, work: total });
        }
        if let Some(shared) = self.shared {
            shared.leave(node.table_key);
        }
        if self.stack.is_empty() {
            let winning = self.children.iter().filter(|child| child.own.is_done());
            self.best = winning.max_by_key(|child| child.assumes).map(|child| child.mv);
        }
        self.children.truncate(node.first);
        let siblings = match self.stack.last() {
            None => {
                self.result = numbers;
                return;
            }
            Some(parent) => {
                let (own, other) = numbers.seen_by(parent.player);
                let child = &mut self.children[parent.current];
                (child.own, child.other, child.low, child.high, child.assumes) =
                    (own, other, low, high, assumes);
                node.first - parent.first
            }
        };
        if work >= REFRESH * siblings as u64 {
            self.refresh();
        }
    }

    /// Unconditional bounds of a position, from those of its children and from those known before.
    fn span(&self, node: &StackNode<G::Position, C::Key>) -> (u8, u8) {
        let children = &self.children[node.first..];
        let lows = children.iter().map(|child| child.low);
        let highs = children.iter().map(|child| child.high);
        let (low, high) = match node.player {
            Player::Max => (lows.max(), highs.max().filter(|_| node.complete)),
            Player::Min => (lows.min().filter(|_| node.complete), highs.min()),
        };
        (low.unwrap_or(0).max(node.low), high.unwrap_or(u8::MAX).min(node.high))
    }

    /// The depth of the shallowest position that an answer assumes, or [`UNCONDITIONAL`] if it assumes none above this
    /// position.
    fn assumption(&self, node: &StackNode<G::Position, C::Key>, answer: bool) -> u32 {
        let winner = if answer { Player::Max } else { Player::Min };
        if winner != node.cycle_winner {
            return UNCONDITIONAL;
        }
        let children = self.children[node.first..].iter();
        let assumes = if node.player == winner {
            children.filter(|child| child.own.is_done()).map(|child| child.assumes).max()
        } else {
            children.map(|child| child.assumes).min()
        };
        let depth = self.stack.len() as u32; // this position is off the stack already
        assumes.filter(|&assumes| assumes < depth).unwrap_or(UNCONDITIONAL)
    }

    /// Updates the pending claims of positions below a position that is being left (Kishimoto and Müller 2004 treat the
    /// same problem).
    fn settle_claims(
        &mut self,
        node: &StackNode<G::Position, C::Key>,
        numbers: ProofNumbers,
        assumes: u32,
    ) {
        if numbers.answer() != Some(node.cycle_winner == Player::Max) {
            self.repetitions.pending.truncate(node.mark);
            return;
        }
        let (table, goal, ends) = (self.table, self.goal, self.ends);
        let cycle_winner = node.cycle_winner;
        let depth = self.stack.len() as u32;
        self.repetitions.discharge(node.mark, depth, assumes, |table_key| {
            let known = table.probe(table_key);
            maybe_yield();
            let mut entry = known.unwrap_or(Entry {
                facts: Facts { low: ends.0, high: ends.1, goals: [0; 2], hint: u16::MAX, work: 1 },
                all_numbers: [ProofNumbers::FRESH; 2],
            });
            match cycle_winner {
                Player::Max => entry.facts.low = entry.facts.low.max(goal),
                Player::Min => entry.facts.high = entry.facts.high.min(goal - 1),
            }
            table.store(table_key, &entry);
        });
        if assumes != UNCONDITIONAL {
            self.repetitions.claim(node.path, node.table_key, assumes);
        }
    }

    /// Reads the table again for the open children of the last position.
    pub(super) fn refresh(&mut self) {
        let node = self.stack.last().expect("a line");
        for child in &mut self.children[node.first..] {
            if child.is_settled() {
                continue;
            }
            if let Some(entry) = self.table.probe(child.table_key) {
                child.low = child.low.max(entry.facts.low);
                child.high = child.high.min(entry.facts.high);
                (child.own, child.other) = entry.numbers(self.goal).seen_by(node.player);
            }
        }
    }
}

/// Stores what holds on every line. Returns the total work behind the entry.
fn remember<P, K>(
    table: &Table,
    node: &StackNode<P, K>,
    goal: u8,
    (low, high): (u8, u8),
    numbers: ProofNumbers,
    work: u64,
) -> u64 {
    let mut total = work;
    let known = table.probe(node.table_key);
    maybe_yield();
    let entry = match known {
        None => Entry {
            facts: Facts {
                low,
                high,
                goals: [goal, 0],
                hint: node.distance,
                work: work_code(work),
            },
            all_numbers: [numbers, ProofNumbers::FRESH],
        },
        Some(mut entry) => {
            let facts = &mut entry.facts;
            facts.low = facts.low.max(low);
            facts.high = facts.high.min(high);
            facts.hint = facts.hint.min(node.distance);
            total = work_of(facts.work).saturating_add(work);
            facts.work = work_code(total);
            if facts.goals[0] != goal {
                if facts.goals[1] != goal {
                    facts.goals[1] = facts.goals[0];
                    entry.all_numbers[1] = entry.all_numbers[0];
                    facts.goals[0] = goal;
                    entry.all_numbers[0] = numbers;
                } else {
                    entry.all_numbers[1] = numbers;
                }
            } else {
                entry.all_numbers[0] = numbers;
            }
            entry
        }
    };
    table.store(node.table_key, &entry);
    total
}
