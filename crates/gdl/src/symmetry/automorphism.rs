//! Whether an exchange of constants turns the ground rules into themselves, and what it does to the state.

use foldhash::{HashMap, HashSet};

use super::candidates::Candidate;
use crate::ground::{Ground, TermId};
use crate::rules::{DOES, GOAL, LEGAL, NEXT, RuleSet, Symbol, TRUE};

/// What candidates are compared with.
pub(super) struct Automorphisms<'g> {
    ground: &'g Ground,
    /// The number of each sentence.
    number: HashMap<TermId, u32>,
    /// All instances: the head and the conditions in their order, each once.
    instances: HashSet<Vec<u32>>,
    /// The part of the state that each sentence `true` is; none if it holds always.
    states: HashMap<TermId, Option<u32>>,
    state_count: usize,
}

impl<'g> Automorphisms<'g> {
    pub(super) fn new(
        set: &RuleSet,
        ground: &'g Ground,
        states: &[String],
        always: &[String],
    ) -> Automorphisms<'g> {
        let numbered =
            (0u32..).zip(&ground.sentences).map(|(number, &sentence)| (sentence, number));
        let texts = (0u32..).zip(states).map(|(number, text)| (text.as_str(), Some(number)));
        let texts: HashMap<&str, Option<u32>> =
            texts.chain(always.iter().map(|text| (text.as_str(), None))).collect();
        let part = |&sentence: &TermId| match (
            ground.terms.symbol(sentence),
            ground.terms.arguments(sentence),
        ) {
            (TRUE, &[term]) => {
                let text = ground.terms.write(&set.symbols, term);
                texts.get(text.as_str()).map(|part| (sentence, *part))
            }
            _ => None,
        };
        let instances = ground
            .instances
            .iter()
            .map(|instance| sorted(instance.head, ground.conditions(instance).iter().copied()));
        Automorphisms {
            ground,
            number: numbered.collect(),
            instances: instances.collect(),
            states: ground.sentences.iter().filter_map(part).collect(),
            state_count: states.len(),
        }
    }

    /// The image of each part of the state, if the candidate turns the rules into themselves.
    pub(super) fn of(&self, candidate: &Candidate) -> Option<Vec<u32>> {
        let mut known: HashMap<TermId, TermId> = HashMap::default();
        let mut images = Vec::with_capacity(self.ground.sentences.len());
        let mut reached = vec![false; self.ground.sentences.len()];
        for &sentence in &self.ground.sentences {
            let image = *self.number.get(&self.image(candidate, sentence, &mut known)?)?;
            // Two sentences with one image, or another role or goal.
            if core::mem::replace(&mut reached[image as usize], true)
                || !self.is_same_kind(sentence, self.ground.sentences[image as usize])
            {
                return None;
            }
            images.push(image);
        }
        // As many images as instances, because sentences have different images: none is left over.
        let is_kept = self.ground.instances.iter().all(|instance| {
            let conditions = self.ground.conditions(instance).iter();
            let conditions =
                conditions.map(|condition| 2 * images[(condition >> 1) as usize] + (condition & 1));
            self.instances.contains(&sorted(images[instance.head as usize], conditions))
        });
        let is_kept = is_kept
            && self.goes_along(&images, TRUE, NEXT)
            && self.goes_along(&images, DOES, LEGAL);
        is_kept.then(|| self.of_states(&images)).flatten()
    }

    /// Whether what becomes of the sentences of one relation also becomes of those of the other one: what is true was next
    /// before, and what is done is legal.
    fn goes_along(&self, images: &[u32], one: Symbol, other: Symbol) -> bool {
        let terms = &self.ground.terms;
        let partner = |sentence: TermId| {
            let found = terms.find(other, terms.arguments(sentence));
            found.and_then(|found| self.number.get(&found).copied())
        };
        (0u32..)
            .zip(&self.ground.sentences)
            .filter(|(_, sentence)| terms.symbol(**sentence) == one)
            .all(|(number, &sentence)| {
                let image = self.ground.sentences[images[number as usize] as usize];
                partner(sentence).map(|number| images[number as usize]) == partner(image)
            })
    }

    fn of_states(&self, images: &[u32]) -> Option<Vec<u32>> {
        let mut parts = vec![u32::MAX; self.state_count];
        for (sentence, part) in &self.states {
            let image = self.ground.sentences[images[self.number[sentence] as usize] as usize];
            match (part, self.states.get(&image)?) {
                (Some(part), Some(image)) => parts[*part as usize] = *image,
                (None, None) => {}
                _ => return None,
            }
        }
        parts.iter().all(|&part| part != u32::MAX).then_some(parts)
    }

    /// Whether two sentences say the same of a role: goals are the same, moves are moves of the same role.
    fn is_same_kind(&self, one: TermId, other: TermId) -> bool {
        let terms = &self.ground.terms;
        match terms.symbol(one) {
            GOAL => one == other,
            LEGAL | DOES => terms.arguments(one)[0] == terms.arguments(other)[0],
            symbol => symbol == terms.symbol(other),
        }
    }

    /// The image of a term, if it occurs.
    fn image(
        &self,
        candidate: &Candidate,
        term: TermId,
        known: &mut HashMap<TermId, TermId>,
    ) -> Option<TermId> {
        if let Some(&image) = known.get(&term) {
            return Some(image);
        }
        let terms = &self.ground.terms;
        let arguments = terms.arguments(term).to_vec();
        let relation = (terms.symbol(term), arguments.len() as u32);
        let mut images = arguments.clone();
        for (place, &argument) in arguments.iter().enumerate() {
            let slot = (relation.0, relation.1, place);
            let image = match terms.arguments(argument) {
                [] => {
                    let symbol = terms.symbol(argument);
                    let exchanged = candidate.constants.get(&slot);
                    match exchanged.and_then(|images| images.get(&symbol)) {
                        Some(&image) => terms.find(image, &[])?,
                        None => argument,
                    }
                }
                _ => self.image(candidate, argument, known)?,
            };
            let to = candidate.places.get(&relation).map_or(place, |places| places[place]);
            images[to] = image;
        }
        let image = terms.find(relation.0, &images)?;
        known.insert(term, image);
        Some(image)
    }
}

/// A head with its conditions in order, each once.
fn sorted(head: u32, conditions: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut conditions: Vec<u32> = conditions.collect();
    conditions.sort_unstable();
    conditions.dedup();
    conditions.insert(0, head);
    conditions
}
