//! Leaving a position: what has been found out goes into the table, as far as it holds on every line, and to the parent.

use foregone_game::{Player, TableKeyed};

use super::Search;
use super::frame::{FREE, Frame, Summary};
use crate::crowd::give_way;
use crate::effort::ProofNumbers;
use crate::identity::Identity;
use crate::leaf_search::Fact;
use crate::table::{Entry, Facts, Table, work_code, work_of};

/// A child whose search took this many positions per sibling may have changed what the table knows of the siblings.
const REFRESH: u64 = 4;

impl<G: TableKeyed, I: Identity<G>, const CYCLIC: bool> Search<'_, G, I, CYCLIC> {
    /// Takes the last position off the line.
    pub(super) fn leave(&mut self, summary: &Summary) {
        let frame = self.frames.pop().expect("a line");
        let mut numbers = ProofNumbers::of(frame.player, summary.own, summary.other);
        let (mut low, mut high) = self.span(&frame);
        let mut lead = FREE;
        if low >= self.goal || high < self.goal {
            numbers = ProofNumbers::settled(low >= self.goal);
        } else if let Some(answer) = numbers.answer() {
            if CYCLIC {
                lead = self.lead(&frame, answer);
            }
            if lead == FREE {
                if answer {
                    low = self.goal;
                } else {
                    high = self.goal - 1;
                }
            }
        }
        if CYCLIC {
            self.loops.line.remove(&frame.key);
            self.settle_claims(&frame, numbers, lead);
        }
        let work = self.visits - frame.entered + 1;
        let kept = if lead == FREE { numbers } else { ProofNumbers::FRESH };
        let total = remember(self.table, &frame, self.goal, (low, high), kept, work);
        if total >= self.min_shared_work && (low >= self.goal || high < self.goal) {
            self.heavy_facts.push(Fact { table_key: frame.table_key, low, high, work: total });
        }
        if let Some(crowd) = self.crowd {
            crowd.go(frame.table_key);
        }
        if self.frames.is_empty() {
            let winning = self.children.iter().filter(|child| child.own.is_done());
            self.best = winning.max_by_key(|child| child.lead).map(|child| child.mv);
        }
        self.children.truncate(frame.first);
        let siblings = match self.frames.last() {
            None => {
                self.result = numbers;
                return;
            }
            Some(parent) => {
                let (own, other) = numbers.seen_by(parent.player);
                let child = &mut self.children[parent.current];
                (child.own, child.other, child.low, child.high, child.lead) =
                    (own, other, low, high, lead);
                frame.first - parent.first
            }
        };
        if work >= REFRESH * siblings as u64 {
            self.refresh();
        }
    }

    /// The bounds that follow from those of the children on any line, and from what was known before.
    fn span(&self, frame: &Frame<G::Position, I::Key>) -> (u8, u8) {
        let children = &self.children[frame.first..];
        let lows = children.iter().map(|child| child.low);
        let highs = children.iter().map(|child| child.high);
        let (low, high) = match frame.player {
            Player::Max => (lows.max(), highs.max().filter(|_| frame.complete)),
            Player::Min => (lows.min().filter(|_| frame.complete), highs.min()),
        };
        (low.unwrap_or(0).max(frame.low), high.unwrap_or(u8::MAX).min(frame.high))
    }

    /// What an answer rests on: the highest position of the line, [`FREE`] if none above this one.
    fn lead(&self, frame: &Frame<G::Position, I::Key>, answer: bool) -> u32 {
        let winner = if answer { Player::Max } else { Player::Min };
        if winner != frame.safe {
            return FREE;
        }
        let children = self.children[frame.first..].iter();
        let lead = if frame.player == winner {
            children.filter(|child| child.own.is_done()).map(|child| child.lead).max()
        } else {
            children.map(|child| child.lead).min()
        };
        let depth = self.frames.len() as u32; // the position itself is off the line already
        lead.filter(|&lead| lead < depth).unwrap_or(FREE)
    }

    /// What becomes of the claims made below a position that is left.
    fn settle_claims(
        &mut self,
        frame: &Frame<G::Position, I::Key>,
        numbers: ProofNumbers,
        lead: u32,
    ) {
        if numbers.answer() != Some(frame.safe == Player::Max) {
            self.loops.pending.truncate(frame.mark);
            return;
        }
        let (table, goal, ends) = (self.table, self.goal, self.ends);
        let safe = frame.safe;
        let depth = self.frames.len() as u32;
        self.loops.discharge(frame.mark, depth, lead, |table_key| {
            let known = table.probe(table_key);
            give_way();
            let mut entry = known.unwrap_or(Entry {
                facts: Facts { low: ends.0, high: ends.1, goals: [0; 2], hint: u16::MAX, work: 1 },
                all_numbers: [ProofNumbers::FRESH; 2],
            });
            match safe {
                Player::Max => entry.facts.low = entry.facts.low.max(goal),
                Player::Min => entry.facts.high = entry.facts.high.min(goal - 1),
            }
            table.store(table_key, &entry);
        });
        if lead != FREE {
            self.loops.claim(frame.path, frame.table_key, lead);
        }
    }

    /// Looks again at what the table knows of the last position's open children.
    pub(super) fn refresh(&mut self) {
        let frame = self.frames.last().expect("a line");
        for child in &mut self.children[frame.first..] {
            if child.is_settled() {
                continue;
            }
            if let Some(entry) = self.table.probe(child.table_key) {
                child.low = child.low.max(entry.facts.low);
                child.high = child.high.min(entry.facts.high);
                (child.own, child.other) = entry.numbers(self.goal).seen_by(frame.player);
            }
        }
    }
}

/// Puts into the table what holds on every line. Returns how much work is behind it, all in all.
fn remember<P, K>(
    table: &Table,
    frame: &Frame<P, K>,
    goal: u8,
    (low, high): (u8, u8),
    numbers: ProofNumbers,
    work: u64,
) -> u64 {
    let mut total = work;
    let known = table.probe(frame.table_key);
    give_way();
    let entry = match known {
        None => Entry {
            facts: Facts {
                low,
                high,
                goals: [goal, 0],
                hint: frame.distance,
                work: work_code(work),
            },
            all_numbers: [numbers, ProofNumbers::FRESH],
        },
        Some(mut entry) => {
            let facts = &mut entry.facts;
            facts.low = facts.low.max(low);
            facts.high = facts.high.min(high);
            facts.hint = facts.hint.min(frame.distance);
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
    table.store(frame.table_key, &entry);
    total
}
