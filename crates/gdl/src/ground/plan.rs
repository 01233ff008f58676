//! In which order the conditions of a rule are joined, and with which indexes.

use super::database::Database;
use super::pattern::Pattern;
use super::terms::Terms;
use crate::error::Place;

/// A condition, compiled.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// The sentence holds. `open` if that depends on the state of play.
    Holds {
        pattern: Pattern,
        relation: usize,
        open: bool,
    },
    /// It does not.
    Fails {
        pattern: Pattern,
        open: bool,
    },
    Distinct(Pattern, Pattern),
    Same(Pattern, Pattern),
}

/// A rule, compiled.
#[derive(Clone, Debug)]
pub(crate) struct CompiledRule {
    pub head: Pattern,
    pub relation: usize,
    pub body: Vec<Condition>,
    pub variables: usize,
    pub place: Place,
}

/// Which sentences of a relation a scan takes: all that were there when the round began, those of the last round, or those
/// from before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Range {
    All,
    New,
    Old,
}

/// One step of a join.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Takes the sentences that an index finds, one after the other.
    Scan {
        pattern: Pattern,
        relation: usize,
        index: usize,
        keys: Vec<u32>,
        range: Range,
    },
    /// The sentence, whose variables are all bound, is known.
    Present {
        pattern: Pattern,
        relation: usize,
        range: Range,
    },
    /// It is not known.
    Absent(Pattern),
    Distinct(Pattern, Pattern),
    /// The first side is bound; the second is matched with it.
    Same(Pattern, Pattern),
    /// The head is bound: only if it is not known yet is there anything to find.
    HeadUnknown,
    /// From here on one witness is enough.
    Witness,
}

/// What a join is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Which heads can hold.
    Heads,
    /// All instances: heads with the open conditions that they need.
    Instances,
}

struct Planner<'a> {
    rule: &'a CompiledRule,
    purpose: Purpose,
    bound: Vec<bool>,
    left: Vec<usize>,
    steps: Vec<Step>,
    /// The condition that takes new sentences only.
    first: Option<usize>,
    head_done: bool,
}

/// The plan of a rule. With `first`, that condition takes new sentences only and is joined first.
pub(crate) fn plan(
    rule: &CompiledRule,
    first: Option<usize>,
    purpose: Purpose,
    terms: &Terms,
    database: &mut Database,
) -> Vec<Step> {
    let left = (0..rule.body.len())
        .filter(|&at| match rule.body[at] {
            Condition::Fails { open, .. } => !open,
            _ => true,
        })
        .collect();
    let bound = vec![false; rule.variables];
    let mut planner =
        Planner { rule, purpose, bound, left, steps: Vec::new(), first, head_done: false };
    if let Some(at) = first {
        planner.scan(at, terms, database);
    }
    loop {
        planner.filters();
        planner.marks();
        let Some(next) = planner.cheapest(terms, database) else { break };
        planner.scan(next, terms, database);
    }
    planner.steps
}

impl Planner<'_> {
    /// Conditions whose variables are all bound.
    fn filters(&mut self) {
        let mut at = 0;
        while at < self.left.len() {
            match self.filter(self.left[at]) {
                Some(step) => {
                    self.steps.push(step);
                    self.left.remove(at);
                    at = 0; // a variable may have been bound
                }
                None => at += 1,
            }
        }
    }

    fn filter(&mut self, condition: usize) -> Option<Step> {
        let bound = &mut self.bound;
        match &self.rule.body[condition] {
            Condition::Fails { pattern, .. } if pattern.is_bound(bound) => {
                Some(Step::Absent(pattern.clone()))
            }
            Condition::Holds { pattern, relation, .. } if pattern.is_bound(bound) => {
                let range = self.range(condition);
                Some(Step::Present { pattern: pattern.clone(), relation: *relation, range })
            }
            Condition::Distinct(one, other) if one.is_bound(bound) && other.is_bound(bound) => {
                Some(Step::Distinct(one.clone(), other.clone()))
            }
            Condition::Same(one, other) => {
                let (known, free) = match (one.is_bound(bound), other.is_bound(bound)) {
                    (true, _) => (one, other),
                    (false, true) => (other, one),
                    (false, false) => return None,
                };
                free.variables(&mut |index| bound[index as usize] = true);
                Some(Step::Same(known.clone(), free.clone()))
            }
            _ => None,
        }
    }

    /// The places from which on less has to be found.
    fn marks(&mut self) {
        if self.head_done {
            return;
        }
        let mut done = self.rule.head.is_bound(&self.bound);
        if self.purpose == Purpose::Instances {
            for (at, condition) in self.rule.body.iter().enumerate() {
                done &= match condition {
                    Condition::Holds { open: true, .. } => !self.left.contains(&at),
                    Condition::Fails { pattern, open: true, .. } => pattern.is_bound(&self.bound),
                    _ => true,
                };
            }
        }
        if done {
            self.head_done = true;
            if self.purpose == Purpose::Heads {
                self.steps.push(Step::HeadUnknown);
            }
            self.steps.push(Step::Witness);
        }
    }

    fn range(&self, condition: usize) -> Range {
        match self.first {
            Some(first) if first == condition => Range::New,
            Some(first) if first > condition => Range::Old,
            _ => Range::All,
        }
    }

    /// The condition whose index finds fewest sentences.
    fn cheapest(&self, terms: &Terms, database: &mut Database) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for &at in &self.left {
            let Condition::Holds { pattern, relation, .. } = &self.rule.body[at] else { continue };
            let (skeleton, paths, _) = pattern.access(&self.bound);
            let index = database.index(terms, *relation, (skeleton, paths));
            let mean = database.mean(*relation, index);
            if best.is_none_or(|(least, _)| mean < least) {
                best = Some((mean, at));
            }
        }
        best.map(|(_, at)| at)
    }

    fn scan(&mut self, condition: usize, terms: &Terms, database: &mut Database) {
        let Condition::Holds { pattern, relation, .. } = &self.rule.body[condition] else { return };
        let (skeleton, paths, keys) = pattern.access(&self.bound);
        let index = database.index(terms, *relation, (skeleton, paths));
        let range = self.range(condition);
        self.steps.push(Step::Scan {
            pattern: pattern.clone(),
            relation: *relation,
            index,
            keys,
            range,
        });
        pattern.variables(&mut |index| self.bound[index as usize] = true);
        self.left.retain(|&left| left != condition);
    }
}
