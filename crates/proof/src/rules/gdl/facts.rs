//! Sentences that hold, by relation, with an index for every path that a rule looks at.

use foldhash::HashMap;

use super::terms::{Name, Term, Terms};

/// The number of a relation.
pub(super) type Relation = usize;

/// What is looked up: a path into the sentences of a relation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Path {
    pub relation: Relation,
    pub path: Vec<usize>,
}

/// The sentences that hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    numbers: HashMap<(Name, usize), Relation>,
    lists: Vec<Vec<Term>>,
    /// Which terms are sentences that hold.
    known: Vec<bool>,
    paths: Vec<Path>,
    /// For every relation, its paths.
    paths_of: Vec<Vec<usize>>,
    /// For every path, the sentences by the term there.
    index: Vec<HashMap<Term, Vec<Term>>>,
}

impl Facts {
    pub(super) fn relation(&mut self, relation: (Name, usize)) -> Relation {
        let next = self.lists.len();
        let number = *self.numbers.entry(relation).or_insert(next);
        if number == next {
            self.lists.push(Vec::new());
            self.paths_of.push(Vec::new());
        }
        number
    }

    /// The number of a path; sentences that are added from now on are found by it.
    pub(super) fn path(&mut self, path: Path, terms: &Terms) -> usize {
        let own = &self.paths_of[path.relation];
        if let Some(&known) = own.iter().find(|&&known| self.paths[known] == path) {
            return known;
        }
        let number = self.paths.len();
        let relation = path.relation;
        self.paths_of[relation].push(number);
        self.paths.push(path);
        self.index.push(HashMap::default());
        for sentence in self.lists[relation].clone() {
            self.enter(number, sentence, terms);
        }
        number
    }

    /// The names of all relations, with their numbers of arguments and their numbers.
    pub(super) fn names(&self) -> impl Iterator<Item = ((Name, usize), Relation)> {
        self.numbers.iter().map(|(&name, &number)| (name, number))
    }

    fn enter(&mut self, number: usize, sentence: Term, terms: &Terms) {
        let mut term = sentence;
        for &step in &self.paths[number].path {
            // A sentence without such a part does not have the form that is looked for.
            let Some(&inner) = terms.parts(term).1.get(step) else { return };
            term = inner;
        }
        self.index[number].entry(term).or_default().push(sentence);
    }

    pub(super) fn holds(&self, sentence: Term) -> bool {
        self.known.get(sentence as usize).is_some_and(|&holds| holds)
    }

    pub(super) fn all(&self, relation: Relation) -> &[Term] {
        &self.lists[relation]
    }

    pub(super) fn at(&self, path: usize, term: Term) -> &[Term] {
        self.index[path].get(&term).map_or(&[], Vec::as_slice)
    }

    /// Adds a sentence; says whether it is new.
    pub(super) fn add(&mut self, relation: Relation, sentence: Term, terms: &Terms) -> bool {
        if self.holds(sentence) {
            return false;
        }
        if self.known.len() <= sentence as usize {
            self.known.resize(terms.len(), false);
        }
        self.known[sentence as usize] = true;
        self.lists[relation].push(sentence);
        for at in 0..self.paths_of[relation].len() {
            self.enter(self.paths_of[relation][at], sentence, terms);
        }
        true
    }

    /// Forgets all sentences of a relation.
    pub(super) fn clear(&mut self, relation: Relation) {
        for sentence in core::mem::take(&mut self.lists[relation]) {
            self.known[sentence as usize] = false;
        }
        for &path in &self.paths_of[relation] {
            self.index[path].clear();
        }
    }
}
