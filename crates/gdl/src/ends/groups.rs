//! Groups of sentences that exclude each other: guessed from random play, and kept only if every move keeps them.

use foldhash::HashMap;

use super::facts::{Bits, Facts, add, has, parts};
use crate::game::Compiled;
use crate::game::{samples, split};

/// Sentences of which exactly one holds, or at most one.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub members: Bits,
    /// Exactly one holds.
    pub full: bool,
}

impl Group {
    /// Whether as many sentences of a state hold as must.
    fn agrees(&self, state: &Bits) -> bool {
        let count: u32 =
            self.members.iter().zip(state).map(|(group, state)| (group & state).count_ones()).sum();
        count == 1 || count == 0 && !self.full
    }
}

/// All groups, and those of each part of the state.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub all: Vec<Group>,
    /// The groups of each part of the state.
    pub of: Vec<Vec<u32>>,
}

impl Groups {
    pub(super) fn new(all: Vec<Group>, states: usize) -> Groups {
        let mut of = vec![Vec::new(); states];
        for (number, group) in (0..).zip(&all) {
            parts(&group.members).for_each(|state| of[state as usize].push(number));
        }
        Groups { all, of }
    }

    /// Sentences that differ in one argument, if no state of random play and not the start has two of them.
    pub(super) fn guess(game: &Compiled) -> Groups {
        let names: Vec<Vec<&str>> = game.network.states.iter().map(|text| split(text)).collect();
        let mut found: HashMap<(usize, Vec<&str>), Bits> = HashMap::default();
        for (state, name) in (0u32..).zip(&names) {
            for place in 1..name.len() {
                let mut blank = name.clone();
                blank[place] = "";
                add(found.entry((place, blank)).or_insert([0; 16]), state);
            }
        }
        let mut candidates: Vec<Bits> = found.into_values().collect();
        candidates.retain(|members| members.iter().map(|word| word.count_ones()).sum::<u32>() > 1);
        candidates.sort_unstable();
        candidates.dedup();
        let mut states = vec![start(game)];
        states.extend(samples(game).iter().map(|sample| {
            let mut bits = [0; 16];
            sample.iter().for_each(|&state| add(&mut bits, state));
            bits
        }));
        let group = |members: Bits| {
            let fits = |full: bool| {
                let group = Group { members, full };
                states.iter().all(|state| group.agrees(state)).then_some(group)
            };
            fits(true).or_else(|| fits(false))
        };
        Groups::new(candidates.into_iter().filter_map(group).collect(), names.len())
    }

    /// Adds what follows from the groups to what is known of a state. False if no state is like this.
    pub(super) fn close(&self, facts: &mut Facts) -> bool {
        loop {
            let before = *facts;
            for group in &self.all {
                let held: Bits =
                    core::array::from_fn(|word| group.members[word] & facts.holds[word]);
                let open: Bits =
                    core::array::from_fn(|word| group.members[word] & !facts.fails[word]);
                let mut ones = parts(&held);
                if let Some(one) = ones.next() {
                    for (word, fails) in facts.fails.iter_mut().enumerate() {
                        *fails |= group.members[word];
                    }
                    facts.fails[one as usize / 64] &= !(1 << (one % 64));
                    if ones.next().is_some() || !has(&open, one) {
                        return false;
                    }
                } else if group.full {
                    let mut left = parts(&open);
                    match (left.next(), left.next()) {
                        (None, _) => return false,
                        (Some(only), None) => add(&mut facts.holds, only),
                        _ => {}
                    }
                }
            }
            if *facts == before {
                return !facts.is_contradiction();
            }
        }
    }

    /// Whether a state has as many sentences of each group as it must.
    pub(super) fn agree(&self, state: &Bits) -> bool {
        self.all.iter().all(|group| group.agrees(state))
    }
}

/// The start.
pub(super) fn start(game: &Compiled) -> Bits {
    let mut bits = [0; 16];
    for (state, &holds) in (0..).zip(&game.network.initial) {
        if holds {
            add(&mut bits, state);
        }
    }
    bits
}
