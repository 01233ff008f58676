//! The sentences of a ground game, by what they are for, and in the order in which they depend on each other.

use crate::components::components;
use crate::error::{Error, Stage};
use crate::ground::{Ground, Instance, TermId};
use crate::rules::{DOES, GOAL, LEGAL, Literal, NEXT, RuleSet, TERMINAL, TRUE};

/// What a sentence is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Part of the state.
    True(TermId),
    /// A move that is made.
    Does,
    /// The state after the moves.
    Next(TermId),
    /// A move that may be made: the role and the move.
    Legal(TermId, TermId),
    /// A goal: the role and the value.
    Goal(TermId, TermId),
    Terminal,
    /// Anything else.
    Derived,
}

/// No sentence.
pub(super) const NONE: u32 = u32::MAX;

/// All sentences with their order.
pub(super) struct Sentences<'g> {
    pub ground: &'g Ground,
    pub roles: Vec<Role>,
    /// The instances of each sentence.
    by_head: Vec<Vec<u32>>,
    /// The sentences in groups that depend on each other, lowest first.
    pub order: Vec<Vec<u32>>,
    /// Whether a group needs a fixpoint, by its first sentence.
    recursive: Vec<bool>,
    /// For `does`: the `legal` of the same move. For `true`: the `next` of the same term, if it has one.
    pub source: Vec<u32>,
}

impl<'g> Sentences<'g> {
    pub(super) fn new(ground: &'g Ground, set: &RuleSet) -> Result<Sentences<'g>, Error> {
        let terms = &ground.terms;
        let role = |&sentence: &TermId| {
            let arguments = terms.arguments(sentence);
            match (terms.symbol(sentence), arguments) {
                (TRUE, &[term]) => Role::True(term),
                (DOES, &[_, _]) => Role::Does,
                (NEXT, &[term]) => Role::Next(term),
                (LEGAL, &[role, mv]) => Role::Legal(role, mv),
                (GOAL, &[role, value]) => Role::Goal(role, value),
                (TERMINAL, &[]) => Role::Terminal,
                _ => Role::Derived,
            }
        };
        let roles: Vec<Role> = ground.sentences.iter().map(role).collect();
        let mut by_head = vec![Vec::new(); roles.len()];
        for (number, instance) in ground.instances.iter().enumerate() {
            by_head[instance.head as usize].push(number as u32);
        }
        let mut number = vec![NONE; terms.len()];
        for (index, &sentence) in ground.sentences.iter().enumerate() {
            number[sentence.index()] = index as u32;
        }
        let source = ground.sentences.iter().zip(&roles).map(|(&sentence, role)| {
            let from = match role {
                Role::True(_) => NEXT,
                // Nobody makes the moves of a name that is no role.
                Role::Does if ground.roles.contains(&terms.arguments(sentence)[0]) => LEGAL,
                _ => return NONE,
            };
            terms.find(from, terms.arguments(sentence)).map_or(NONE, |term| number[term.index()])
        });
        let source = source.collect();
        let recursive = vec![false; roles.len()];
        let mut sentences =
            Sentences { ground, roles, by_head, order: Vec::new(), recursive, source };
        sentences.order = components(&sentences.edges());
        for group in &sentences.order {
            sentences.recursive[group[0] as usize] = sentences.needs_fixpoint(group);
        }
        sentences.stratified(set)?;
        Ok(sentences)
    }

    /// What each sentence depends on in the same state. A move that is made is legal.
    fn edges(&self) -> Vec<Vec<u32>> {
        let edges = (0..self.roles.len()).map(|sentence| {
            let mut to: Vec<u32> = self
                .instances(sentence as u32)
                .flat_map(|instance| self.ground.conditions(instance))
                .map(|condition| condition >> 1)
                .collect();
            if self.roles[sentence] == Role::Does && self.source[sentence] != NONE {
                to.push(self.source[sentence]);
            }
            to.sort_unstable();
            to.dedup();
            to
        });
        edges.collect()
    }

    /// The instances whose head is the sentence.
    pub(super) fn instances(&self, sentence: u32) -> impl Iterator<Item = &'g Instance> {
        self.by_head[sentence as usize]
            .iter()
            .map(|&number| &self.ground.instances[number as usize])
    }

    /// Whether a group of the order needs a fixpoint.
    pub(super) fn is_recursive(&self, group: &[u32]) -> bool {
        self.recursive[group[0] as usize]
    }

    fn needs_fixpoint(&self, group: &[u32]) -> bool {
        group.len() > 1
            || self.instances(group[0]).any(|instance| {
                self.ground.conditions(instance).iter().any(|condition| condition >> 1 == group[0])
            })
    }

    /// No sentence may depend on its own negation.
    fn stratified(&self, set: &RuleSet) -> Result<(), Error> {
        let mut group_of = vec![0; self.roles.len()];
        for (group, members) in self.order.iter().enumerate() {
            members.iter().for_each(|&member| group_of[member as usize] = group);
        }
        let mut first = None;
        for instance in &self.ground.instances {
            for &condition in self.ground.conditions(instance) {
                let inside =
                    group_of[instance.head as usize] == group_of[(condition >> 1) as usize];
                if condition & 1 == 1
                    && inside
                    && first.is_none_or(|(rule, _)| instance.rule < rule)
                {
                    first = Some((instance.rule, condition >> 1));
                }
            }
        }
        let Some((rule, negated)) = first else { return Ok(()) };
        let symbol = self.ground.terms.symbol(self.ground.sentences[negated as usize]);
        let literal = set.rules[rule as usize].body.iter().find_map(|literal| match literal {
            Literal::Fails(sentence) if sentence.symbol == symbol => Some(sentence.place),
            _ => None,
        });
        let head = set.symbols.name(set.rules[rule as usize].head.symbol);
        Err(Error::at(
            Stage::Grounding,
            literal.unwrap_or(self.ground.places[rule as usize]),
            format!(
                "not stratified: '{head}' depends on its own negation, so it has no meaning; remove the cycle"
            ),
        ))
    }
}
