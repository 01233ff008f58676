//! Short keys: sentences of which exactly one holds, or at most one, are written as one digit of a number.
//!
//! Which sentences do so is guessed from random play, and looked at again whenever a key is made. So a key is exact, or the
//! position is a finding that ends the search; nothing rests on the guess.

use foldhash::HashMap;

use super::compiled::Compiled;
use super::random_play::RandomPlay;

/// Steps of random play in 64 lanes that are looked at.
const STEPS: usize = 64;
/// A short key has no more bits than a table key.
const BITS: f64 = 127.9;

/// How a position becomes a number.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// What each part of the state adds to the key, and its group.
    weights: Vec<(u128, u32)>,
    /// For each symmetry of the rules, what each part of the state adds to the key of the image.
    images: Vec<Vec<u128>>,
    /// Whether exactly one part of each group holds; otherwise at most one.
    full: Vec<bool>,
    /// How many groups have exactly one.
    full_count: usize,
    bits: Option<u32>,
}

/// Parts of the state with names that differ in one place.
struct Group {
    states: Vec<u32>,
    full: bool,
}

impl Group {
    fn radix(&self) -> u128 {
        self.states.len() as u128 + u128::from(!self.full)
    }

    fn bits(&self) -> f64 {
        (self.radix() as f64).log2()
    }
}

impl Keys {
    /// No short keys.
    pub(crate) fn long() -> Keys {
        let (weights, images, full) = (Vec::new(), Vec::new(), Vec::new());
        Keys { weights, images, full, full_count: 0, bits: None }
    }

    /// How many bits a short key has, if there is one.
    pub(crate) fn bits(&self) -> Option<u32> {
        self.bits
    }

    /// Looks at random play for groups, and takes the shortest keys that they give.
    pub(crate) fn guess(game: &Compiled) -> Keys {
        let samples = samples(game);
        let groups = groups(&game.network.states, &samples);
        let bits: f64 = groups.iter().map(Group::bits).sum();
        if bits > BITS {
            return Keys::long();
        }
        let mut weights = vec![(0, 0); game.network.states.len()];
        let mut unit = 1u128;
        for (number, group) in (0..).zip(&groups) {
            for (digit, &state) in (u128::from(!group.full)..).zip(&group.states) {
                weights[state as usize] = (digit * unit, number);
            }
            unit *= group.radix();
        }
        let full: Vec<bool> = groups.iter().map(|group| group.full).collect();
        let full_count = full.iter().filter(|full| **full).count();
        let bits = u128::BITS - (unit - 1).leading_zeros();
        let keeps_groups = |symmetry: &&Vec<u32>| keeps_groups(symmetry, &groups);
        let image = |symmetry: &Vec<u32>| {
            symmetry.iter().map(|&state| weights[state as usize].0).collect::<Vec<u128>>()
        };
        let images = game.symmetries.iter().filter(keeps_groups).map(image).collect();
        Keys { weights, images, full, full_count, bits: Some(bits.max(1)) }
    }

    /// The smallest of the keys of a position and its images, unless its sentences are not as they were in the samples.
    #[inline]
    pub(crate) fn smallest<const N: usize>(&self, words: &[u64; N]) -> Option<u128> {
        let mut least = self.key(words)?;
        // An image has as many sentences of each group as the position has of another one, so that its key is exact, too.
        for weights in &self.images {
            let mut key = 0;
            for (number, &word) in words.iter().enumerate() {
                let mut bits = word;
                while bits != 0 {
                    key += weights[64 * number + bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                }
            }
            least = least.min(key);
        }
        Some(least)
    }

    /// The key of a position, unless its sentences are not as they were in the samples.
    #[inline]
    pub(crate) fn key<const N: usize>(&self, words: &[u64; N]) -> Option<u128> {
        let mut key = 0;
        // A state has at most 1024 parts that vary, so there are no more groups.
        let mut seen = [0u64; 16];
        let mut count = 0;
        for (number, &word) in words.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                let (weight, group) = self.weights[64 * number + bits.trailing_zeros() as usize];
                bits &= bits - 1;
                let (slot, bit) = (group as usize / 64, 1 << (group % 64));
                if seen[slot] & bit != 0 {
                    return None;
                }
                seen[slot] |= bit;
                count += usize::from(self.full[group as usize]);
                key += weight;
            }
        }
        // Every group that must have a sentence has one.
        (count == self.full_count).then_some(key)
    }
}

/// Whether a symmetry turns groups into groups, those that must have a sentence into those that must.
fn keeps_groups(symmetry: &[u32], groups: &[Group]) -> bool {
    let sorted = |states: &mut Vec<u32>| states.sort_unstable();
    let mut all: Vec<(Vec<u32>, bool)> =
        groups.iter().map(|group| (group.states.clone(), group.full)).collect();
    all.iter_mut().for_each(|(states, _)| sorted(states));
    let mut images: Vec<(Vec<u32>, bool)> = all
        .iter()
        .map(|(states, full)| {
            (states.iter().map(|&state| symmetry[state as usize]).collect(), *full)
        })
        .collect();
    images.iter_mut().for_each(|(states, _)| sorted(states));
    all.sort_unstable();
    images.sort_unstable();
    all == images
}

/// States of random play, as lists of the parts that hold.
pub(crate) fn samples(game: &Compiled) -> Vec<Vec<u32>> {
    let mut play = RandomPlay::<1>::new(game, 1);
    let mut samples = Vec::new();
    for _ in 0..STEPS {
        let mut lanes = vec![Vec::new(); 64];
        for state in 0..game.network.states.len() {
            let mut bits = play.state(state)[0];
            while bits != 0 {
                lanes[bits.trailing_zeros() as usize].push(state as u32);
                bits &= bits - 1;
            }
        }
        samples.append(&mut lanes);
        play.step();
    }
    samples
}

/// The groups with the shortest keys: for every relation, one of its places is that in which sentences of a group differ.
fn groups(states: &[String], samples: &[Vec<u32>]) -> Vec<Group> {
    let mut by_relation: HashMap<(&str, usize), Vec<u32>> = HashMap::default();
    let parts: Vec<Vec<&str>> = states.iter().map(|text| split(text)).collect();
    for (state, parts) in (0..).zip(&parts) {
        by_relation.entry((parts[0], parts.len())).or_default().push(state);
    }
    let mut relations: Vec<((&str, usize), Vec<u32>)> = by_relation.into_iter().collect();
    relations.sort_unstable();
    let mut best = Vec::new();
    for ((_, places), members) in relations {
        let alone =
            members.iter().map(|&state| Group { states: vec![state], full: false }).collect();
        let mut least: Vec<Group> = alone;
        for place in 1..places {
            let groups = partition(&parts, &members, place, samples, states.len());
            if bits(&groups) < bits(&least) {
                least = groups;
            }
        }
        best.extend(least);
    }
    best
}

fn bits(groups: &[Group]) -> f64 {
    groups.iter().map(Group::bits).sum()
}

/// The sentences of a relation in groups that differ at a place; groups of which two hold in a sample are dissolved.
fn partition(
    parts: &[Vec<&str>],
    members: &[u32],
    place: usize,
    samples: &[Vec<u32>],
    count: usize,
) -> Vec<Group> {
    let mut numbers: HashMap<Vec<&str>, usize> = HashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = vec![usize::MAX; count];
    for &state in members {
        let mut name = parts[state as usize].clone();
        name[place] = "";
        let number = *numbers.entry(name).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Group { states: Vec::new(), full: true });
        }
        groups[number].states.push(state);
        group_of[state as usize] = number;
    }
    let mut twice = vec![false; groups.len()];
    let mut held = vec![usize::MAX; groups.len()];
    for (sample, states) in samples.iter().enumerate() {
        for &state in states {
            let group = group_of[state as usize];
            if group != usize::MAX {
                twice[group] |= held[group] == sample;
                held[group] = sample;
            }
        }
        for (group, &last) in groups.iter_mut().zip(&held) {
            group.full &= last == sample;
        }
    }
    let kept = groups.into_iter().zip(twice).flat_map(|(group, twice)| match twice {
        true => {
            group.states.iter().map(|&state| Group { states: vec![state], full: false }).collect()
        }
        // A sentence alone that always holds varies all the same, as far as is known.
        false if group.states.len() == 1 => vec![Group { full: false, ..group }],
        false => vec![group],
    });
    kept.collect()
}

/// The members of a list, or the word alone.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return vec![text];
    };
    let (mut parts, mut depth, mut from) = (Vec::new(), 0usize, 0);
    for (at, symbol) in inner.char_indices() {
        match symbol {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 => {
                parts.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[from..]);
    parts
}
