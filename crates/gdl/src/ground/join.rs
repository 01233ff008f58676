//! Joins the conditions of one rule, step by step, and hands out what was found.

use super::database::Database;
use super::limits::{Excess, Limits};
use super::plan::{Range, Step};
use super::terms::{TermId, Terms};
use crate::ground::pattern::Pattern;

/// What grounding has taken.
#[derive(Debug)]
pub(crate) struct Budget<'s> {
    pub limits: Limits<'s>,
    pub steps: u64,
}

impl Budget<'_> {
    /// Counts steps, and asks now and then whether to stop.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Excess> {
        let before = self.steps;
        self.steps += steps;
        if self.steps > self.limits.steps {
            return Err(Excess::Steps);
        }
        if before >> 16 != self.steps >> 16 && (self.limits.stop)() {
            return Err(Excess::Stopped);
        }
        Ok(())
    }
}

/// What is done with a solution: the terms of the variables are its argument.
pub(crate) type Emit<'e> = dyn FnMut(&mut Terms, &[TermId]) -> Result<(), Excess> + 'e;

/// A join that is running.
pub(crate) struct Join<'a, 's> {
    pub steps: &'a [Step],
    pub head: &'a Pattern,
    pub database: &'a Database,
    pub terms: &'a mut Terms,
    pub budget: &'a mut Budget<'s>,
    pub binding: Vec<TermId>,
    /// The step from which on one witness is enough.
    pub witness: usize,
}

impl Join<'_, '_> {
    /// Runs from a step on; says whether anything was found.
    pub(crate) fn run(&mut self, at: usize, emit: &mut Emit<'_>) -> Result<bool, Excess> {
        let steps = self.steps;
        let Some(step) = steps.get(at) else {
            emit(self.terms, &self.binding)?;
            return Ok(true);
        };
        let goes_on = match step {
            Step::Scan { .. } => return self.scan(step, at, emit),
            Step::Present { pattern, relation, range } => {
                let place =
                    self.sentence(pattern).and_then(|sentence| self.database.place(sentence));
                let facts = self.database.facts(*relation);
                let (from, to) = bounds(facts.old, facts.new, *range);
                place.is_some_and(|place| (from..to).contains(&(place as usize)))
            }
            Step::Absent(pattern) => {
                self.sentence(pattern).and_then(|sentence| self.database.place(sentence)).is_none()
            }
            Step::Distinct(one, other) => {
                // A term that has not occurred is made: it may be compared with another such term.
                one.intern(self.terms, &self.binding) != other.intern(self.terms, &self.binding)
            }
            Step::Same(known, free) => {
                let term = known.intern(self.terms, &self.binding);
                let mut trail = Vec::new();
                let matched = free.matches(self.terms, term, &mut self.binding, &mut trail);
                let found = matched && self.run(at + 1, emit)?;
                self.undo(&trail, 0);
                return Ok(found);
            }
            Step::HeadUnknown => {
                let head = self.sentence(self.head);
                head.is_none_or(|head| self.database.place(head).is_none())
            }
            Step::Witness => true,
        };
        if goes_on { self.run(at + 1, emit) } else { Ok(false) }
    }

    fn sentence(&self, pattern: &Pattern) -> Option<TermId> {
        pattern.find(self.terms, &self.binding)
    }

    fn scan(&mut self, step: &Step, at: usize, emit: &mut Emit<'_>) -> Result<bool, Excess> {
        let Step::Scan { pattern, relation, index, keys, range } = step else { return Ok(false) };
        let database = self.database;
        let facts = database.facts(*relation);
        let (from, to) = bounds(facts.old, facts.new, *range);
        let keys = keys.iter().map(|&key| self.binding[key as usize]);
        let places = database.look_up(*relation, *index, keys);
        let first = places.partition_point(|&place| (place as usize) < from);
        let mut found = false;
        let mut trail = Vec::new();
        for &place in places[first..].iter().take_while(|&&place| (place as usize) < to) {
            self.budget.spend(1)?;
            let sentence = facts.sentences[place as usize];
            if pattern.matches(self.terms, sentence, &mut self.binding, &mut trail) {
                found |= self.run(at + 1, emit)?;
            }
            self.undo(&trail, 0);
            trail.clear();
            if found && at > self.witness {
                break;
            }
        }
        Ok(found)
    }

    fn undo(&mut self, trail: &[u32], from: usize) {
        for &index in &trail[from..] {
            self.binding[index as usize] = TermId::NONE;
        }
    }
}

fn bounds(old: usize, new: usize, range: Range) -> (usize, usize) {
    match range {
        Range::All => (0, new),
        Range::New => (old, new),
        Range::Old => (0, old),
    }
}
