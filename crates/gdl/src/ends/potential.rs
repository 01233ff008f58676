//! Weights of sentences whose sum grows with every move, so that play never comes back to a state.
//!
//! What a pair of moves does to the sum is found part by part: sentences that change together are looked at together, in every
//! state of what they depend on. Weights are found by correcting them where a move does not make the sum grow (Agmon 1954,
//! Motzkin and Schoenberg 1954: the relaxation method); they are a proof once no move is left to correct.

use foldhash::{HashMap, HashSet};

use super::facts::Facts;
use super::groups::Groups;
use super::joint::{Joint, NextState};
use super::local::each;
use crate::game::Compiled;

/// How much each sentence counts that changes: it begins to hold, or stops.
type Delta = Vec<(u32, i8)>;

/// What a pair of moves may do: one of the changes of each part.
struct Change {
    parts: Vec<Vec<Delta>>,
}

/// Weights of sentences whose sum grows with every move.
#[derive(Clone, Debug)]
pub(super) struct Potential {
    pub weights: Vec<i64>,
    /// Whether each sentence with a weight changes only once.
    pub changes_once: bool,
}

/// Corrections after which weights are given up.
const CORRECTIONS: usize = 200_000;
/// A larger correction shows that there are no weights.
const FARTHEST: i64 = 1 << 40;

impl Potential {
    /// Weights, if some are found.
    pub(super) fn find(
        game: &Compiled,
        next: &mut NextState<'_>,
        groups: &Groups,
        joints: &[Joint],
        steps: u64,
    ) -> Option<Potential> {
        let changes = changes(game, next, groups, joints)?;
        let states = game.network.states.len();
        let once = changes_once(&changes, states);
        if changes.iter().all(|change| growth(change, &once).0 > 0) {
            return Some(Potential { weights: once, changes_once: true });
        }
        let weights = relax(&changes, states, steps)?;
        Some(Potential { weights, changes_once: false })
    }

    /// Why play ends, as half a sentence.
    pub(super) fn why(&self, game: &Compiled) -> String {
        let states = game.network.states.iter().zip(&self.weights);
        let counted: Vec<(&String, &i64)> = states.filter(|(_, weight)| **weight != 0).collect();
        let (Some((example, weight)), count) = (counted.first(), counted.len()) else {
            return "no move can be made".to_owned();
        };
        match (self.changes_once, **weight < 0) {
            (true, true) => format!(
                "every move changes one of {count} sentences for good, such as {example}, which stops"
            ),
            (true, false) => format!(
                "every move changes one of {count} sentences for good, such as {example}, which begins"
            ),
            (false, _) => format!("every move makes a weighted sum of {count} sentences larger"),
        }
    }
}

/// What all pairs of moves may do.
fn changes(
    game: &Compiled,
    next: &mut NextState<'_>,
    groups: &Groups,
    joints: &[Joint],
) -> Option<Vec<Change>> {
    let states = game.network.states.len() as u32;
    let mut banned = vec![false; states as usize];
    let mut found = Vec::new();
    for joint in joints {
        if next.is_exhausted() {
            return None;
        }
        next.set(joint);
        let is_other = |&state: &u32| next.after(state) != next.before(&joint.facts, state);
        let changed: Vec<u32> = (0..states).filter(is_other).collect();
        let mut parts = Vec::new();
        for part in together(next, &joint.facts, groups, &changed) {
            match deltas(next, &joint.facts, groups, &part) {
                Some(deltas) => parts.push(deltas),
                // One by one, as if the sentences of the part had nothing to do with each other.
                None => {
                    for &state in &part {
                        match deltas(next, &joint.facts, groups, &[state]) {
                            Some(deltas) => parts.push(deltas),
                            None => banned[state as usize] = true,
                        }
                    }
                }
            }
        }
        // With nothing that may happen, no state allows these moves.
        if parts.iter().all(|part| !part.is_empty()) {
            found.push(Change { parts });
        }
    }
    // What a sentence may do that depends on too much is not known, so that it gets no weight.
    for delta in found.iter_mut().flat_map(|change| &mut change.parts).flatten() {
        delta.retain(|&(state, _)| !banned[state as usize]);
    }
    Some(found)
}

/// The sentences in parts that depend on different things.
fn together(
    next: &mut NextState<'_>,
    facts: &Facts,
    groups: &Groups,
    changed: &[u32],
) -> Vec<Vec<u32>> {
    let mut parts: Vec<Vec<u32>> = Vec::new();
    // The part of each leaf and of each group.
    let (mut of_leaf, mut of_group) =
        (HashMap::<u32, usize>::default(), HashMap::<u32, usize>::default());
    for &state in changed {
        let literals = [next.after(state), next.before(facts, state)];
        let (leaves, _) = next.cone(&literals);
        let group_of =
            |&leaf: &u32| next.state_of(leaf).map_or(&[][..], |state| &groups.of[state as usize]);
        let related: Vec<u32> = leaves.iter().flat_map(group_of).copied().collect();
        let known = leaves.iter().filter_map(|leaf| of_leaf.get(leaf));
        let mut joined: Vec<usize> =
            known.chain(related.iter().filter_map(|group| of_group.get(group))).copied().collect();
        joined.sort_unstable();
        joined.dedup();
        let home = joined.first().copied().unwrap_or(parts.len());
        if home == parts.len() {
            parts.push(Vec::new());
        }
        for &other in joined.iter().skip(1) {
            let moved = core::mem::take(&mut parts[other]);
            parts[home].extend(moved);
            of_leaf
                .values_mut()
                .chain(of_group.values_mut())
                .filter(|part| **part == other)
                .for_each(|part| *part = home);
        }
        parts[home].push(state);
        of_leaf.extend(leaves.iter().map(|&leaf| (leaf, home)));
        of_group.extend(related.iter().map(|&group| (group, home)));
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// All that may happen to some sentences; none if there are too many states to look at.
fn deltas(
    next: &mut NextState<'_>,
    facts: &Facts,
    groups: &Groups,
    part: &[u32],
) -> Option<Vec<Delta>> {
    let mut literals: Vec<u32> = part.iter().map(|&state| next.after(state)).collect();
    literals.extend(part.iter().map(|&state| next.before(facts, state)));
    let mut found: HashSet<Delta> = HashSet::default();
    each(next, facts, groups, &literals, |values, lanes| {
        let (after, before) = values.split_at(part.len());
        for lane in 0..lanes {
            let bit = |values: &[u64], at: usize| (values[at] >> lane & 1) as i8;
            let change = |(at, &state): (usize, &u32)| (state, bit(after, at) - bit(before, at));
            found.insert(part.iter().enumerate().map(change).filter(|(_, by)| *by != 0).collect());
        }
    })?;
    let mut found: Vec<Delta> = found.into_iter().collect();
    found.sort_unstable();
    Some(found)
}

/// By how much the sum grows at least, and the change of each part that makes it grow least.
fn growth<'c>(change: &'c Change, weights: &[i64]) -> (i64, Vec<&'c Delta>) {
    let of = |delta: &Delta| -> i64 {
        delta.iter().map(|&(state, by)| weights[state as usize] * i64::from(by)).sum()
    };
    let least = change.parts.iter().filter_map(|part| part.iter().min_by_key(|delta| of(delta)));
    let least: Vec<&Delta> = least.collect();
    (least.iter().map(|delta| of(delta)).sum(), least)
}

/// The weight 1 for sentences that only ever begin to hold, and -1 for those that only ever stop.
fn changes_once(changes: &[Change], states: usize) -> Vec<i64> {
    let mut ways = vec![[false; 2]; states];
    for &(state, by) in changes.iter().flat_map(|change| &change.parts).flatten().flatten() {
        ways[state as usize][usize::from(by > 0)] = true;
    }
    let weight = |ways: &[bool; 2]| i64::from(ways[1] && !ways[0]) - i64::from(ways[0] && !ways[1]);
    ways.iter().map(weight).collect()
}

/// Weights by relaxation, in so many steps.
fn relax(changes: &[Change], states: usize, most: u64) -> Option<Vec<i64>> {
    let mut weights = vec![0i64; states];
    let (mut corrections, mut steps) = (0, 0u64);
    loop {
        let mut all_grow = true;
        for change in changes {
            steps += 1 + change.parts.iter().flatten().map(|delta| delta.len() as u64).sum::<u64>();
            let (growth, least) = growth(change, &weights);
            if growth > 0 {
                continue;
            }
            all_grow = false;
            let moved: Vec<(u32, i8)> = least.into_iter().flatten().copied().collect();
            corrections += 1;
            if moved.is_empty() || corrections > CORRECTIONS || steps > most {
                return None;
            }
            // Never too far, so that the weights come closer to all that are a proof.
            let by = ((1 - growth) / moved.len() as i64).max(1);
            if by > FARTHEST {
                return None;
            }
            for (state, sign) in moved {
                weights[state as usize] += by * i64::from(sign);
            }
        }
        if all_grow {
            return Some(weights);
        }
    }
}
