//! Patterns: terms of rules, compiled for matching with ground terms.

use super::terms::{TermId, Terms};
use crate::rules::{Compound, Symbol, Term};

/// A term of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pattern {
    Variable(u32),
    Ground(TermId),
    Compound(Symbol, Box<[Pattern]>),
}

impl Pattern {
    pub(crate) fn of_term(term: &Term, terms: &mut Terms) -> Pattern {
        match term {
            Term::Variable(index) => Pattern::Variable(*index),
            Term::Compound(compound) => Pattern::of(compound, terms),
        }
    }

    pub(crate) fn of(compound: &Compound, terms: &mut Terms) -> Pattern {
        let inner: Box<[Pattern]> =
            compound.arguments.iter().map(|argument| Pattern::of_term(argument, terms)).collect();
        let ground: Option<Vec<TermId>> = inner
            .iter()
            .map(|pattern| match pattern {
                Pattern::Ground(term) => Some(*term),
                _ => None,
            })
            .collect();
        match ground {
            Some(arguments) => Pattern::Ground(terms.intern(compound.symbol, &arguments)),
            None => Pattern::Compound(compound.symbol, inner),
        }
    }

    /// Calls `visit` with every variable.
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Pattern::Variable(index) => visit(*index),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, inner) => {
                inner.iter().for_each(|pattern| pattern.variables(visit))
            }
        }
    }

    /// Whether all its variables are bound.
    pub(crate) fn is_bound(&self, bound: &[bool]) -> bool {
        let mut all = true;
        self.variables(&mut |index| all &= bound[index as usize]);
        all
    }

    /// Whether a term has this form. Variables that are not bound are bound, and listed in `trail` for being undone.
    pub(crate) fn matches(
        &self,
        terms: &Terms,
        term: TermId,
        binding: &mut [TermId],
        trail: &mut Vec<u32>,
    ) -> bool {
        match self {
            Pattern::Ground(known) => *known == term,
            Pattern::Variable(index) => {
                let slot = &mut binding[*index as usize];
                if *slot == TermId::NONE {
                    *slot = term;
                    trail.push(*index);
                }
                *slot == term
            }
            Pattern::Compound(symbol, inner) => {
                let arguments = terms.arguments(term);
                terms.symbol(term) == *symbol
                    && arguments.len() == inner.len()
                    && inner.iter().zip(arguments).all(|(pattern, &argument)| {
                        pattern.matches(terms, argument, binding, trail)
                    })
            }
        }
    }

    /// Whether a term has this form where the pattern has no variables.
    pub(crate) fn fits(&self, terms: &Terms, term: TermId) -> bool {
        match self {
            Pattern::Ground(known) => *known == term,
            Pattern::Variable(_) => true,
            Pattern::Compound(symbol, inner) => {
                let arguments = terms.arguments(term);
                terms.symbol(term) == *symbol
                    && arguments.len() == inner.len()
                    && inner
                        .iter()
                        .zip(arguments)
                        .all(|(pattern, &argument)| pattern.fits(terms, argument))
            }
        }
    }

    /// The term with the variables replaced by what they are bound to, if this term has occurred.
    pub(crate) fn find(&self, terms: &Terms, binding: &[TermId]) -> Option<TermId> {
        match self {
            Pattern::Ground(known) => Some(*known),
            Pattern::Variable(index) => Some(binding[*index as usize]),
            Pattern::Compound(symbol, inner) => {
                let mut arguments = [TermId::NONE; 16];
                if inner.len() > arguments.len() {
                    let all: Option<Vec<TermId>> =
                        inner.iter().map(|pattern| pattern.find(terms, binding)).collect();
                    return terms.find(*symbol, &all?);
                }
                for (slot, pattern) in arguments.iter_mut().zip(inner) {
                    *slot = pattern.find(terms, binding)?;
                }
                terms.find(*symbol, &arguments[..inner.len()])
            }
        }
    }

    /// The same, and the term is made if it has not occurred.
    pub(crate) fn intern(&self, terms: &mut Terms, binding: &[TermId]) -> TermId {
        match self {
            Pattern::Ground(known) => *known,
            Pattern::Variable(index) => binding[*index as usize],
            Pattern::Compound(symbol, inner) => {
                let arguments: Vec<TermId> =
                    inner.iter().map(|pattern| pattern.intern(terms, binding)).collect();
                terms.intern(*symbol, &arguments)
            }
        }
    }

    /// The form without its variables, and where those variables stand that are bound: what an index is made for.
    pub(crate) fn access(&self, bound: &[bool]) -> (Pattern, Vec<Path>, Vec<u32>) {
        let (mut paths, mut keys) = (Vec::new(), Vec::new());
        let skeleton = self.skeleton(bound, &mut Vec::new(), &mut paths, &mut keys);
        (skeleton, paths, keys)
    }

    fn skeleton(
        &self,
        bound: &[bool],
        here: &mut Path,
        paths: &mut Vec<Path>,
        keys: &mut Vec<u32>,
    ) -> Pattern {
        match self {
            Pattern::Ground(term) => Pattern::Ground(*term),
            Pattern::Variable(index) => {
                if bound[*index as usize] {
                    paths.push(here.clone());
                    keys.push(*index);
                }
                Pattern::Variable(0)
            }
            Pattern::Compound(symbol, inner) => {
                let mut all = Vec::with_capacity(inner.len());
                for (number, pattern) in inner.iter().enumerate() {
                    here.push(number as u16);
                    all.push(pattern.skeleton(bound, here, paths, keys));
                    here.pop();
                }
                Pattern::Compound(*symbol, all.into())
            }
        }
    }
}

/// Where a term stands inside another one: the number of the argument, of the argument of that, and so on.
pub(crate) type Path = Vec<u16>;

/// The term at a path.
pub(crate) fn at(terms: &Terms, term: TermId, path: &Path) -> TermId {
    path.iter().fold(term, |term, &number| terms.arguments(term)[number as usize])
}
