//! All instances of the rules whose heads depend on the state of play.

use foldhash::HashSet;

use super::fixpoint::witness;
use super::join::Join;
use super::limits::Excess;
use super::plan::{CompiledRule, Condition, Purpose, plan};
use super::strata::Strata;
use super::terms::TermId;
use super::{Grounder, Instance};
use crate::rules::{DOES, Relation, TRUE};

/// Sentences, instances, and the conditions of all instances one after the other.
pub(super) type Instances = (Vec<TermId>, Vec<Instance>, Vec<u32>);

/// The index of a term that is no open sentence.
const NONE: u32 = u32::MAX;

/// What has been written down.
#[derive(Default)]
pub(super) struct Written {
    sentences: Vec<TermId>,
    /// The index of each sentence, by its term.
    index: Vec<u32>,
    instances: Vec<Instance>,
    literals: Vec<u32>,
    /// The instances of the current rule, for leaving out those that differ in static conditions only.
    seen: HashSet<Vec<u32>>,
}

impl Written {
    /// The index of a sentence.
    pub(super) fn number(&mut self, sentence: TermId) -> u32 {
        if self.index.len() <= sentence.index() {
            self.index.resize(sentence.index() + 1, NONE);
        }
        let slot = &mut self.index[sentence.index()];
        if *slot == NONE {
            *slot = self.sentences.len() as u32;
            self.sentences.push(sentence);
        }
        *slot
    }

    /// Forgets the instances after the given counts.
    fn truncate(&mut self, instances: usize, literals: usize) {
        self.instances.truncate(instances);
        self.literals.truncate(literals);
    }
}

impl Grounder<'_> {
    pub(super) fn instances(&mut self, strata: &Strata) -> Result<Instances, Excess> {
        let mut written = Written::default();
        self.made.fill(0);
        let mut open: Vec<Relation> = strata.open.iter().copied().collect();
        open.extend([(TRUE, 1), (DOES, 2)]);
        open.sort_unstable();
        for &relation in &open {
            for &sentence in self.database.sentences(relation) {
                written.number(sentence);
            }
        }
        let everything: Vec<usize> =
            open.iter().map(|&name| self.database.relation(name)).collect();
        self.database.next_round(&everything);
        for rule in 0..self.set.rules.len() {
            if strata.open.contains(&self.set.rules[rule].head.relation()) {
                self.current = rule;
                let compiled = self.rules[rule].clone();
                self.write(&compiled, rule, &mut written, 0)?;
            }
        }
        Ok((written.sentences, written.instances, written.literals))
    }

    /// Writes down the instances of a rule; a rule with very many is split, if that helps.
    pub(super) fn write(
        &mut self,
        rule: &CompiledRule,
        number: usize,
        written: &mut Written,
        splits: usize,
    ) -> Result<(), Excess> {
        let before = (written.instances.len(), written.literals.len());
        let most = self.budget.limits.instances / 40;
        let parts = if splits < rule.variables { self.split(rule) } else { None };
        let most_here = if parts.is_some() { most.saturating_add(1) } else { usize::MAX };
        if self.write_as_it_stands(rule, number, written, most_here)? {
            return Ok(());
        }
        written.truncate(before.0, before.1);
        self.made[number] = 0;
        let Some((part, rest)) = parts else { return Err(Excess::Instances) };
        self.write_part(&part, number, written, splits + 1)?;
        self.write(&rest, number, written, splits + 1)
    }

    /// Writes down the instances of a rule. Says no if it has more than `most`.
    fn write_as_it_stands(
        &mut self,
        rule: &CompiledRule,
        number: usize,
        written: &mut Written,
        most: usize,
    ) -> Result<bool, Excess> {
        let steps = plan(rule, None, Purpose::Instances, &self.terms, &mut self.database);
        self.update(&steps);
        written.seen.clear();
        let database = &self.database;
        let (limit, made) = (self.budget.limits.instances, &mut self.made[number]);
        let mut here = 0;
        let mut too_many = false;
        let mut join = Join {
            steps: &steps,
            head: &rule.head,
            database,
            terms: &mut self.terms,
            budget: &mut self.budget,
            binding: vec![TermId::NONE; rule.variables],
            witness: witness(&steps),
        };
        let mut conditions = Vec::new();
        let ended = join.run(0, &mut |terms, binding| {
            let Some(head) = rule.head.find(terms, binding) else { return Ok(()) };
            conditions.clear();
            conditions.push(written.number(head));
            for condition in &rule.body {
                let (pattern, fails) = match condition {
                    Condition::Holds { pattern, open: true, .. } => (pattern, 0),
                    Condition::Fails { pattern, open: true, .. } => (pattern, 1),
                    _ => continue,
                };
                // A sentence that can never hold fails in every state.
                let known = pattern.find(terms, binding).filter(|&it| database.place(it).is_some());
                if let Some(sentence) = known {
                    conditions.push(2 * written.number(sentence) + fails);
                }
            }
            conditions[1..].sort_unstable();
            if !written.seen.insert(conditions.clone()) {
                return Ok(());
            }
            here += 1;
            *made += 1;
            if here > most {
                too_many = true;
                return Err(Excess::Instances);
            }
            if written.instances.len() >= limit {
                return Err(Excess::Instances);
            }
            let first = written.literals.len() as u32;
            written.literals.extend(&conditions[1..]);
            let end = written.literals.len() as u32;
            written.instances.push(Instance {
                head: conditions[0],
                rule: number as u32,
                first,
                end,
            });
            Ok(())
        });
        match ended {
            Err(_) if too_many => Ok(false),
            Err(excess) => Err(excess),
            Ok(_) => Ok(true),
        }
    }

    /// Finds the heads of a part of a rule, and writes down its instances.
    fn write_part(
        &mut self,
        part: &CompiledRule,
        number: usize,
        written: &mut Written,
        splits: usize,
    ) -> Result<(), Excess> {
        let steps = plan(part, None, Purpose::Heads, &self.terms, &mut self.database);
        self.update(&steps);
        let mut heads = Vec::new();
        let mut join = Join {
            steps: &steps,
            head: &part.head,
            database: &self.database,
            terms: &mut self.terms,
            budget: &mut self.budget,
            binding: vec![TermId::NONE; part.variables],
            witness: witness(&steps),
        };
        join.run(0, &mut |terms, binding| {
            heads.push(part.head.intern(terms, binding));
            Ok(())
        })?;
        for head in heads {
            self.database.add(part.relation, head);
        }
        self.database.next_round(&[part.relation]);
        let is_open = part.body.iter().any(|condition| {
            matches!(
                condition,
                Condition::Holds { open: true, .. } | Condition::Fails { open: true, .. }
            )
        });
        if is_open { self.write(part, number, written, splits) } else { Ok(()) }
    }
}
