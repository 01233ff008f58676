//! The goals that a role may get, as far as the heads of the rules and what is always true show it. All goals of play are
//! among them, perhaps with others: so a claim about the highest of them is one about the value.

use std::collections::BTreeSet;

use foldhash::{HashMap, HashSet};

use super::evaluate::{DOES, TRUE};
use super::facts::{Facts, Relation};
use super::read::{Condition, Rule};
use super::terms::{FREE, Name, Pattern, Term, Terms};

/// A way into a sentence: at each step the name and the number of arguments of what is entered, and which of them is taken.
type Way = Vec<((Name, usize), usize)>;

/// The longest way that is followed, and the most places that are looked at: beyond that nothing is known.
const LONGEST: usize = 20;
const PLACES: usize = 1_000;
/// The most goals.
const GOALS: usize = 1_000;

/// What is known when the rules have been read.
pub(super) struct Known<'r> {
    pub rules: &'r [Rule],
    pub facts: &'r Facts,
    pub terms: &'r Terms,
    /// The relations whose sentences are always the same, with their numbers.
    pub fixed: HashMap<(Name, usize), Relation>,
    /// The names `goal`, `init`, `legal` and `next`.
    pub goal: Name,
    pub init: Name,
    pub legal: Name,
    pub next: Name,
}

/// What is looked at, and what has been found.
#[derive(Default)]
struct Search {
    open: Vec<((Name, usize), Way)>,
    seen: HashSet<((Name, usize), Way)>,
    found: BTreeSet<Term>,
}

impl Known<'_> {
    /// The terms that may be the goal of a role; nothing if that is not known.
    pub(super) fn of(&self, role: Term) -> Option<BTreeSet<Term>> {
        let mut search = Search::default();
        for rule in self.rules {
            let Some([who, value]) = arguments(&rule.head, (self.goal, 2), self.terms) else {
                continue;
            };
            if matches!(who, Pattern::Ground(other) if other != role) {
                continue;
            }
            self.follow(rule, &value, &[], &mut search)?;
        }
        while let Some((relation, way)) = search.open.pop() {
            self.sources(relation, &way, &mut search)?;
        }
        Some(search.found).filter(|found| found.len() <= GOALS)
    }

    /// Where the part of a relation's sentences comes from.
    fn sources(
        &self,
        relation: (Name, usize),
        way: &[((Name, usize), usize)],
        search: &mut Search,
    ) -> Option<()> {
        let heads: &[(Name, usize)] = match relation {
            (TRUE, 1) => &[(self.init, 1), (self.next, 1)],
            (DOES, 2) => &[(self.legal, 2)],
            _ => &[relation],
        };
        for rule in self.rules {
            if !heads.contains(&rule.head.relation(self.terms)) {
                continue;
            }
            let first = way.first().map(|(_, at)| *at)?;
            let inner = arguments_of(&rule.head, self.terms).into_iter().nth(first)?;
            self.follow(rule, &inner, &way[1..], search)?;
        }
        Some(())
    }

    /// What a part of a pattern of a rule can be.
    fn follow(
        &self,
        rule: &Rule,
        pattern: &Pattern,
        way: &[((Name, usize), usize)],
        search: &mut Search,
    ) -> Option<()> {
        let Some(&(shape, at)) = way.first() else {
            return match pattern {
                Pattern::Ground(term) => {
                    search.found.insert(*term);
                    Some(())
                }
                Pattern::Variable(number) => self.variable(rule, *number, way, search),
                Pattern::Compound(..) => None,
            };
        };
        match pattern {
            Pattern::Variable(number) => self.variable(rule, *number, way, search),
            other if other.relation(self.terms) == shape => {
                let inner = arguments_of(other, self.terms).into_iter().nth(at)?;
                self.follow(rule, &inner, &way[1..], search)
            }
            // A sentence of another form is none of those that are asked about.
            _ => Some(()),
        }
    }

    /// What a part of a variable of a rule can be: by a condition on what is always true, or by any other that binds it.
    fn variable(
        &self,
        rule: &Rule,
        number: usize,
        way: &[((Name, usize), usize)],
        search: &mut Search,
    ) -> Option<()> {
        let mut other = None;
        for condition in &rule.body {
            let Condition::Holds(pattern) = condition else { continue };
            let Some(mut to) = way_to(pattern, number, self.terms) else { continue };
            let relation = pattern.relation(self.terms);
            to.extend_from_slice(way);
            match self.fixed.get(&relation) {
                Some(&fixed) => {
                    self.always(rule, (pattern, fixed), &to, search);
                    return Some(());
                }
                None => other = other.or(Some((relation, to))),
            }
        }
        let place = other.filter(|(_, to)| to.len() <= LONGEST && search.seen.len() <= PLACES)?;
        if search.seen.insert(place.clone()) {
            search.open.push(place);
        }
        Some(())
    }

    /// The parts of the sentences of a relation that are always true, where these have the form of the condition.
    fn always(
        &self,
        rule: &Rule,
        (pattern, relation): (&Pattern, Relation),
        way: &Way,
        search: &mut Search,
    ) {
        for &sentence in self.facts.all(relation) {
            let (mut binding, mut trail) = (vec![FREE; rule.variables], Vec::new());
            if !pattern.matches(sentence, &mut binding, &mut trail, self.terms) {
                continue;
            }
            let part = way.iter().try_fold(sentence, |term, &(shape, at)| {
                let (name, arguments) = self.terms.parts(term);
                ((name, arguments.len()) == shape).then(|| arguments.get(at).copied())?
            });
            search.found.extend(part);
        }
    }
}

/// The arguments of a pattern of this relation.
fn arguments(pattern: &Pattern, relation: (Name, usize), terms: &Terms) -> Option<[Pattern; 2]> {
    (pattern.relation(terms) == relation).then(|| arguments_of(pattern, terms).try_into().ok())?
}

fn arguments_of(pattern: &Pattern, terms: &Terms) -> Vec<Pattern> {
    match pattern {
        Pattern::Variable(_) => Vec::new(),
        Pattern::Ground(term) => {
            terms.parts(*term).1.iter().copied().map(Pattern::Ground).collect()
        }
        Pattern::Compound(_, inner) => inner.clone(),
    }
}

/// The way to a variable, if it is in the pattern.
fn way_to(pattern: &Pattern, number: usize, terms: &Terms) -> Option<Way> {
    let Pattern::Compound(_, inner) = pattern else {
        return matches!(pattern, Pattern::Variable(own) if *own == number).then(Vec::new);
    };
    inner.iter().enumerate().find_map(|(at, part)| {
        let mut way = way_to(part, number, terms)?;
        way.insert(0, (pattern.relation(terms), at));
        Some(way)
    })
}
