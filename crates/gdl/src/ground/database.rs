//! Sentences that can hold, relation by relation, and indexes on parts of them, which are made on demand.

use core::hash::{BuildHasher, Hash, Hasher};

use foldhash::HashMap;
use foldhash::fast::FixedState;

use super::pattern::{Path, Pattern, at};
use super::terms::{TermId, Terms};
use crate::rules::Relation;

/// The place of a sentence that is not known.
const UNKNOWN: u32 = u32::MAX;

/// The sentences of one form, by the terms at some paths.
#[derive(Debug)]
pub(crate) struct Index {
    skeleton: Pattern,
    paths: Vec<Path>,
    /// How many sentences of the relation have been looked at.
    seen: usize,
    /// How many of them have the form.
    total: usize,
    /// Their places in the relation, ascending, by the hash of the terms at the paths. Two keys with one hash do no harm: what
    /// is found is matched.
    buckets: HashMap<u64, Vec<u32>>,
}

impl Index {
    /// How many sentences a lookup finds on the average.
    pub(crate) fn mean(&self) -> f64 {
        self.total as f64 / self.buckets.len().max(1) as f64
    }
}

/// The sentences of one relation.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub sentences: Vec<TermId>,
    indexes: Vec<Index>,
    by_form: HashMap<(Pattern, Vec<Path>), usize>,
    /// The sentences that the last round of a fixpoint found are those from `old` to `new`.
    pub old: usize,
    pub new: usize,
}

/// All relations.
#[derive(Debug, Default)]
pub(crate) struct Database {
    facts: Vec<Facts>,
    numbers: HashMap<Relation, usize>,
    /// The place of every sentence in its relation, by its term.
    places: Vec<u32>,
}

impl Database {
    /// The number of a relation.
    pub(crate) fn relation(&mut self, relation: Relation) -> usize {
        let facts = &mut self.facts;
        *self.numbers.entry(relation).or_insert_with(|| {
            facts.push(Facts::default());
            facts.len() - 1
        })
    }

    pub(crate) fn facts(&self, relation: usize) -> &Facts {
        &self.facts[relation]
    }

    /// The sentences of a relation by its name.
    pub(crate) fn sentences(&self, relation: Relation) -> &[TermId] {
        self.numbers.get(&relation).map_or(&[], |&number| &self.facts[number].sentences)
    }

    /// The place of a sentence in its relation, if it is known.
    pub(crate) fn place(&self, sentence: TermId) -> Option<u32> {
        self.places.get(sentence.index()).copied().filter(|&place| place != UNKNOWN)
    }

    /// Adds a sentence; says whether it is new.
    pub(crate) fn add(&mut self, relation: usize, sentence: TermId) -> bool {
        if self.place(sentence).is_some() {
            return false;
        }
        if self.places.len() <= sentence.index() {
            self.places.resize(sentence.index() + 1, UNKNOWN);
        }
        let sentences = &mut self.facts[relation].sentences;
        self.places[sentence.index()] = sentences.len() as u32;
        sentences.push(sentence);
        true
    }

    /// What was found in the last round becomes old, what has been found since becomes new. Says whether there is anything new.
    pub(crate) fn next_round(&mut self, relations: &[usize]) -> bool {
        let mut any = false;
        for &relation in relations {
            let facts = &mut self.facts[relation];
            facts.old = facts.new;
            facts.new = facts.sentences.len();
            any |= facts.new > facts.old;
        }
        any
    }

    /// How many sentences there are.
    pub(crate) fn len(&self) -> usize {
        self.facts.iter().map(|facts| facts.sentences.len()).sum()
    }

    /// The index of a relation for a form, up to date.
    pub(crate) fn index(
        &mut self,
        terms: &Terms,
        relation: usize,
        form: (Pattern, Vec<Path>),
    ) -> usize {
        let facts = &mut self.facts[relation];
        let number = match facts.by_form.get(&form) {
            Some(&known) => known,
            None => {
                let (skeleton, paths) = form.clone();
                let buckets = HashMap::default();
                facts.indexes.push(Index { skeleton, paths, seen: 0, total: 0, buckets });
                facts.by_form.insert(form, facts.indexes.len() - 1);
                facts.indexes.len() - 1
            }
        };
        self.update(terms, relation, number);
        number
    }

    /// Brings an index up to date.
    pub(crate) fn update(&mut self, terms: &Terms, relation: usize, number: usize) {
        let facts = &mut self.facts[relation];
        let index = &mut facts.indexes[number];
        for (place, &sentence) in facts.sentences.iter().enumerate().skip(index.seen) {
            if index.skeleton.fits(terms, sentence) {
                let key = hash(index.paths.iter().map(|path| at(terms, sentence, path)));
                index.buckets.entry(key).or_default().push(place as u32);
                index.total += 1;
            }
        }
        index.seen = facts.sentences.len();
    }

    pub(crate) fn mean(&self, relation: usize, number: usize) -> f64 {
        self.facts[relation].indexes[number].mean()
    }

    /// The places of the sentences with these terms.
    pub(crate) fn look_up(
        &self,
        relation: usize,
        number: usize,
        keys: impl Iterator<Item = TermId>,
    ) -> &[u32] {
        let index = &self.facts[relation].indexes[number];
        index.buckets.get(&hash(keys)).map_or(&[], Vec::as_slice)
    }
}

fn hash(keys: impl Iterator<Item = TermId>) -> u64 {
    let mut hasher = FixedState::with_seed(2).build_hasher();
    keys.for_each(|key| key.hash(&mut hasher));
    hasher.finish()
}
