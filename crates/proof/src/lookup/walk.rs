//! A walk through one part of a proof that knows its line in moves.

use std::collections::HashSet;

use super::Lookup;
use crate::format::{Mark, Numbers, Step};
use crate::rules::Rules;

/// What a walk meets.
pub(super) enum Met {
    /// Play is over with an outcome of this rank.
    Over(usize),
    /// The claim is known to hold.
    Known,
    /// The position was established or cited before in this part.
    Kept,
    /// The record of this number has established the position.
    Cited(u64),
    /// The owner makes the move with this index; the record has this number.
    Choice { index: usize, number: u64 },
    /// The opponent has this many replies.
    Replies(usize),
}

/// A walk through one part that knows its line in moves.
pub(super) struct Walk<'w, G: Rules> {
    lookup: &'w Lookup<G>,
    pub(super) claim: usize,
    pub(super) number: u64,
    /// The moves to the position that comes next.
    pub(super) line: Vec<usize>,
    next: Option<G::Position>,
    /// The replies that are left on each level of the line, the next one last; none where the owner moves.
    replies: Vec<Vec<(usize, G::Position)>>,
    /// Positions to be kept on each level of the line.
    keeps: Vec<Option<G::Position>>,
    kept: HashSet<G::Position>,
    /// The position that was met last, and the moves to it.
    pub(super) met: G::Position,
    pub(super) met_line: Vec<usize>,
}

impl<'w, G: Rules> Walk<'w, G> {
    /// A walk from the root.
    pub(super) fn at(lookup: &'w Lookup<G>, claim: usize) -> Walk<'w, G> {
        Walk {
            lookup,
            claim,
            number: 0,
            line: Vec::new(),
            next: Some(lookup.root.clone()),
            replies: Vec::new(),
            keeps: Vec::new(),
            kept: HashSet::new(),
            met: lookup.root.clone(),
            met_line: Vec::new(),
        }
    }

    /// A walk from where a part begins; the error is a sentence.
    pub(super) fn begin(
        lookup: &'w Lookup<G>,
        numbers: &mut Numbers<'_>,
    ) -> Result<Walk<'w, G>, String> {
        let broken = |why: &str| format!("the beginning of a part {why}");
        let claim = numbers.required().map_err(broken)?;
        let claim = usize::try_from(claim).ok().filter(|&claim| claim < lookup.claims.len());
        let mut walk = Walk::at(lookup, claim.ok_or_else(|| broken("names no claim"))?);
        walk.number = numbers.required().map_err(broken)?;
        for _ in 0..numbers.required().map_err(broken)? {
            let position = walk.next.take().ok_or_else(|| broken("leads nowhere"))?;
            let entry = numbers.required().map_err(broken)?;
            if lookup.rules.outcome(&position).is_some() {
                return Err(broken("goes on where play is over"));
            }
            if walk.owner_moves(&position) {
                let Ok(Step::Choice(choice, mark)) = Step::new(entry) else {
                    return Err(broken("has a citation"));
                };
                if mark == Mark::Exported {
                    numbers.required().map_err(broken)?;
                }
                walk.choose(&position, choice, mark)?;
            } else {
                walk.open_replies(&position);
                let level = walk.replies.last_mut().expect("a level was just opened");
                let at = level.iter().position(|&(index, _)| index as u64 == entry);
                level.truncate(at.ok_or_else(|| broken("has a reply that does not exist"))? + 1);
                walk.take_reply();
            }
        }
        Ok(walk)
    }

    fn owner_moves(&self, position: &G::Position) -> bool {
        self.lookup.rules.max_to_move(position) == self.lookup.claims[self.claim].by_max
    }

    /// Goes on to the next position, and says what the proof does there; nothing at the end of the part.
    pub(super) fn step(&mut self, numbers: &mut Numbers<'_>) -> Result<Option<Met>, String> {
        while self.next.is_none() {
            if !self.take_reply() && !self.close() {
                return Ok(None);
            }
        }
        let Some(position) = self.next.take() else { return Ok(None) };
        let (rules, claim) = (&self.lookup.rules, &self.lookup.claims[self.claim]);
        (self.met, self.met_line) = (position.clone(), self.line.clone());
        if let Some(rank) = rules.outcome(&position) {
            return Ok(Some(Met::Over(rank)));
        }
        let bounds = rules.static_bounds(&position).unwrap_or((0, rules.outcomes().len() - 1));
        if claim.is_met_by(if claim.by_max { bounds.0 } else { bounds.1 }) {
            return Ok(Some(Met::Known));
        }
        if !self.owner_moves(&position) {
            self.open_replies(&position);
            return Ok(Some(Met::Replies(self.replies.last().map_or(0, Vec::len))));
        }
        if self.kept.contains(&rules.representative(&position)) {
            return Ok(Some(Met::Kept));
        }
        let Some(record) = numbers.next().map_err(str::to_owned)? else { return Ok(None) };
        let number = self.number;
        self.number += 1;
        match Step::new(record)? {
            Step::Choice(choice, mark) => {
                let index = self.choose(&position, choice, mark)?;
                Ok(Some(Met::Choice { index, number }))
            }
            Step::Citation(back) => {
                self.kept.insert(rules.representative(&position));
                let cited =
                    number.checked_sub(back).ok_or("a record cites one before the first")?;
                Ok(Some(Met::Cited(cited)))
            }
        }
    }

    fn choose(&mut self, position: &G::Position, choice: u64, mark: Mark) -> Result<usize, String> {
        let rules = &self.lookup.rules;
        let index = usize::try_from(choice).unwrap_or(usize::MAX);
        let next = rules.successor(position, index).ok_or("a choice is no legal move")?;
        self.replies.push(Vec::new());
        self.keeps.push((mark != Mark::None).then(|| rules.representative(position)));
        self.line.push(index);
        self.next = Some(next);
        Ok(index)
    }

    fn open_replies(&mut self, position: &G::Position) {
        let mut all = Vec::new();
        self.lookup.rules.successors(position, &mut all);
        self.replies.push(all.into_iter().enumerate().rev().collect());
        self.keeps.push(None);
        self.line.push(usize::MAX);
    }

    /// Takes the next reply of the last level, if there is one.
    fn take_reply(&mut self) -> bool {
        let Some((index, position)) = self.replies.last_mut().and_then(Vec::pop) else {
            return false;
        };
        *self.line.last_mut().expect("every level has a move") = index;
        self.next = Some(position);
        true
    }

    /// Leaves the last level; false if there is none.
    fn close(&mut self) -> bool {
        self.line.pop();
        if let Some(Some(position)) = self.keeps.pop() {
            self.kept.insert(position);
        }
        self.replies.pop().is_some()
    }
}
