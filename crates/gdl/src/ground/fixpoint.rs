//! The fixpoint: which sentences of some relations can hold, found round by round from the sentences of the round before.

use foldhash::HashSet;

use super::Grounder;
use super::join::Join;
use super::limits::Excess;
use super::plan::{CompiledRule, Condition, Purpose, Step, plan};
use super::terms::TermId;
use super::{DEPTH, follows};
use crate::rules::Relation;

impl Grounder<'_> {
    /// Finds all sentences of the relations.
    pub(super) fn fixpoint(&mut self, wanted: &dyn Fn(Relation) -> bool) -> Result<(), Excess> {
        let set = self.set;
        let rules: Vec<usize> =
            (0..set.rules.len()).filter(|&rule| wanted(set.rules[rule].head.relation())).collect();
        let all: Vec<usize> = {
            let used = rules.iter().flat_map(|&rule| {
                let body = set.rules[rule].body.iter().filter_map(|literal| literal.sentence());
                body.map(|sentence| sentence.relation()).chain([set.rules[rule].head.relation()])
            });
            let followed = [(crate::rules::TRUE, 1), (crate::rules::DOES, 2)];
            let mut all: Vec<usize> =
                used.chain(followed).map(|relation| self.database.relation(relation)).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        // Everything that is known counts as old: the first round takes all of it.
        self.database.next_round(&all);
        for &rule in &rules {
            self.current = rule;
            let steps =
                plan(&self.rules[rule], None, Purpose::Heads, &self.terms, &mut self.database);
            self.derive(rule, &steps)?;
        }
        let mut plans: Vec<Vec<(usize, Vec<Step>)>> = Vec::new();
        let mut planned_for = 0;
        while self.database.next_round(&all) {
            let size = self.database.len();
            if size > planned_for + planned_for / 2 {
                plans = rules.iter().map(|&rule| self.plans(rule)).collect();
                planned_for = size;
            }
            for (&rule, plans) in rules.iter().zip(&plans) {
                self.current = rule;
                for (condition, steps) in plans {
                    let Condition::Holds { relation, .. } = self.rules[rule].body[*condition]
                    else {
                        continue;
                    };
                    let facts = self.database.facts(relation);
                    if facts.new > facts.old {
                        self.derive(rule, steps)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The plans of a rule, one for each condition that may have new sentences.
    fn plans(&mut self, rule: usize) -> Vec<(usize, Vec<Step>)> {
        let compiled: &CompiledRule = &self.rules[rule];
        let conditions = (0..compiled.body.len())
            .filter(|&at| matches!(compiled.body[at], Condition::Holds { .. }));
        conditions
            .map(|at| {
                let purpose = Purpose::Heads;
                (at, plan(compiled, Some(at), purpose, &self.terms, &mut self.database))
            })
            .collect()
    }

    /// Adds the heads that a plan finds.
    fn derive(&mut self, rule: usize, steps: &[Step]) -> Result<(), Excess> {
        self.update(steps);
        let compiled = &self.rules[rule];
        let (head, limit) = (&compiled.head, self.budget.limits.terms);
        let mut found: Vec<TermId> = Vec::new();
        let mut seen: HashSet<TermId> = HashSet::default();
        let mut join = Join {
            steps,
            head,
            database: &self.database,
            terms: &mut self.terms,
            budget: &mut self.budget,
            binding: vec![TermId::NONE; compiled.variables],
            witness: witness(steps),
        };
        join.run(0, &mut |terms, binding| {
            let sentence = head.intern(terms, binding);
            if terms.depth(sentence) > DEPTH {
                return Err(Excess::Depth);
            }
            if terms.len() > limit {
                return Err(Excess::Terms);
            }
            if seen.insert(sentence) {
                found.push(sentence);
            }
            Ok(())
        })?;
        let relation = compiled.relation;
        for sentence in found {
            if self.database.add(relation, sentence) {
                self.made[rule] += 1;
                if let Some(symbol) = follows(self.terms.symbol(sentence)) {
                    let arguments = self.terms.arguments(sentence).to_vec();
                    self.hold(symbol, &arguments);
                }
            }
        }
        self.budget.spend(1)
    }

    /// Brings the indexes of a plan up to date.
    pub(super) fn update(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Scan { relation, index, .. } = step {
                self.database.update(&self.terms, *relation, *index);
            }
        }
    }
}

/// The step from which on one witness is enough.
pub(super) fn witness(steps: &[Step]) -> usize {
    steps.iter().position(|step| matches!(step, Step::Witness)).unwrap_or(steps.len())
}
