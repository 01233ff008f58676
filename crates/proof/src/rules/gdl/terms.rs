//! Terms, each kept once, and patterns that are matched with them.

use foldhash::HashMap;

/// A term without variables.
pub(super) type Term = u32;
/// A name.
pub(super) type Name = u32;

/// The content of a variable that is not bound.
pub(super) const FREE: Term = u32::MAX;

/// All terms that have occurred.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    names: Vec<String>,
    numbers: HashMap<String, Name>,
    /// For each term its name and its arguments, one after the other.
    cells: Vec<u32>,
    /// Where the cells of each term end.
    ends: Vec<usize>,
    known: HashMap<Box<[u32]>, Term>,
    depths: Vec<usize>,
}

/// Terms with fewer arguments are looked up without an allocation.
const FEW: usize = 12;

impl Terms {
    pub(super) fn name(&mut self, name: &str) -> Name {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), self.names.len() as Name - 1);
        self.names.len() as Name - 1
    }

    pub(super) fn term(&mut self, name: Name, arguments: &[Term]) -> Term {
        self.intern(&[&[name], arguments].concat())
    }

    /// The term with a name and arguments.
    fn intern(&mut self, cells: &[u32]) -> Term {
        if let Some(&known) = self.known.get(cells) {
            return known;
        }
        let inner = cells[1..].iter();
        let depth = inner.map(|&inner| self.depths[inner as usize] + 1).max().unwrap_or(0);
        let term = self.ends.len() as Term;
        self.cells.extend_from_slice(cells);
        self.ends.push(self.cells.len());
        self.depths.push(depth);
        self.known.insert(cells.into(), term);
        term
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name and the arguments of a term.
    pub(super) fn parts(&self, term: Term) -> (Name, &[Term]) {
        let term = term as usize;
        let begin = if term == 0 { 0 } else { self.ends[term - 1] };
        (self.cells[begin], &self.cells[begin + 1..self.ends[term]])
    }

    pub(super) fn depth(&self, term: Term) -> usize {
        self.depths[term as usize]
    }

    pub(super) fn write(&self, term: Term) -> String {
        let (name, arguments) = self.parts(term);
        let name = &self.names[name as usize];
        if arguments.is_empty() {
            return name.clone();
        }
        let inner: Vec<String> = arguments.iter().map(|&inner| self.write(inner)).collect();
        format!("({name} {})", inner.join(" "))
    }
}

/// A term of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pattern {
    Variable(usize),
    Ground(Term),
    Compound(Name, Vec<Pattern>),
}

impl Pattern {
    pub(super) fn new(name: Name, arguments: Vec<Pattern>, terms: &mut Terms) -> Pattern {
        let ground = |pattern: &Pattern| match pattern {
            Pattern::Ground(term) => Some(*term),
            _ => None,
        };
        match arguments.iter().map(ground).collect::<Option<Vec<Term>>>() {
            Some(all) => Pattern::Ground(terms.term(name, &all)),
            None => Pattern::Compound(name, arguments),
        }
    }

    /// The relation of a sentence: its name and the number of its arguments.
    pub(super) fn relation(&self, terms: &Terms) -> (Name, usize) {
        match self {
            Pattern::Variable(_) => (Name::MAX, 0),
            Pattern::Ground(term) => (terms.parts(*term).0, terms.parts(*term).1.len()),
            Pattern::Compound(name, inner) => (*name, inner.len()),
        }
    }

    pub(super) fn variables(&self, found: &mut Vec<usize>) {
        match self {
            Pattern::Variable(number) => found.push(*number),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, inner) => {
                inner.iter().for_each(|pattern| pattern.variables(found))
            }
        }
    }

    pub(super) fn is_bound(&self, bound: &[bool]) -> bool {
        let mut found = Vec::new();
        self.variables(&mut found);
        found.iter().all(|&number| bound[number])
    }

    /// The term with all variables replaced.
    pub(super) fn fill(&self, binding: &[Term], terms: &mut Terms) -> Term {
        match self {
            Pattern::Variable(number) => binding[*number],
            Pattern::Ground(term) => *term,
            Pattern::Compound(name, inner) if inner.len() < FEW => {
                let mut cells = [*name; FEW];
                for (cell, pattern) in cells[1..].iter_mut().zip(inner) {
                    *cell = pattern.fill(binding, terms);
                }
                terms.intern(&cells[..=inner.len()])
            }
            Pattern::Compound(name, inner) => {
                let arguments: Vec<Term> =
                    inner.iter().map(|pattern| pattern.fill(binding, terms)).collect();
                terms.term(*name, &arguments)
            }
        }
    }

    /// Whether a term has this form; variables that become bound are added to the trail.
    pub(super) fn matches(
        &self,
        term: Term,
        binding: &mut [Term],
        trail: &mut Vec<usize>,
        terms: &Terms,
    ) -> bool {
        match self {
            Pattern::Ground(known) => *known == term,
            Pattern::Variable(number) => {
                if binding[*number] == FREE {
                    binding[*number] = term;
                    trail.push(*number);
                }
                binding[*number] == term
            }
            Pattern::Compound(name, inner) => {
                let (other, arguments) = terms.parts(term);
                other == *name
                    && arguments.len() == inner.len()
                    && inner.iter().zip(arguments).all(|(pattern, &argument)| {
                        pattern.matches(argument, binding, trail, terms)
                    })
            }
        }
    }

    /// The path to the first part that is bound and the part itself: first among the arguments, then inside them.
    pub(super) fn first_bound(&self, bound: &[bool]) -> Option<(Vec<usize>, Pattern)> {
        let Pattern::Compound(_, inner) = self else { return None };
        for (number, pattern) in inner.iter().enumerate() {
            if pattern.is_bound(bound) {
                return Some((vec![number], pattern.clone()));
            }
        }
        inner.iter().enumerate().find_map(|(number, pattern)| {
            let (mut path, part) = pattern.first_bound(bound)?;
            path.insert(0, number);
            Some((path, part))
        })
    }
}
