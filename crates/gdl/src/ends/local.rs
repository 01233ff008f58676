//! All values that some gates can have together: every assignment of what they depend on that agrees with the groups.

use super::facts::{Facts, has, parts};
use super::groups::Groups;
use super::joint::{NextState, value};

/// More assignments than this are not tried for a few gates.
const ASSIGNMENTS: usize = 1 << 14;
/// Nor more values of leaves on the way to them.
const STEPS: usize = 1 << 19;
/// Gates that depend on more leaves are not tried.
const LEAVES: usize = 300;

/// What an assignment is found with.
struct Assign<'a> {
    /// The leaves, each with its groups as numbers in the two lists.
    leaves: &'a [(u32, Vec<usize>)],
    /// Whether a leaf of the group holds.
    taken: Vec<bool>,
    /// How many leaves of the group have no value yet, if one of its leaves must hold.
    left: Vec<Option<usize>>,
    count: usize,
    steps: usize,
    /// The values of the leaves in the lanes that are filled.
    lanes: Vec<u64>,
    filled: u32,
}

impl Assign<'_> {
    /// Goes through all values of the leaves from `at` on. Calls `full` with the number of lanes when 64 are filled. False if
    /// there are too many.
    fn go(
        &mut self,
        at: usize,
        chosen: &mut Vec<bool>,
        full: &mut impl FnMut(&[u64], u32),
    ) -> bool {
        self.steps += 1;
        let Some((_, groups)) = self.leaves.get(at) else {
            self.count += 1;
            for (lane, &value) in self.lanes.iter_mut().zip(chosen.iter()) {
                *lane |= u64::from(value) << self.filled;
            }
            self.filled += 1;
            if self.filled == 64 {
                self.flush(full);
            }
            return self.count <= ASSIGNMENTS;
        };
        for &group in groups {
            self.left[group] = self.left[group].map(|left| left - 1);
        }
        let may_fail = groups.iter().all(|&group| self.taken[group] || self.left[group] != Some(0));
        let may_hold = groups.iter().all(|&group| !self.taken[group]);
        let mut goes_on = self.steps <= STEPS;
        for (value, may) in [(false, may_fail), (true, may_hold)] {
            if may && goes_on {
                if value {
                    groups.iter().for_each(|&group| self.taken[group] = true);
                }
                chosen.push(value);
                goes_on = self.go(at + 1, chosen, full);
                chosen.pop();
                if value {
                    groups.iter().for_each(|&group| self.taken[group] = false);
                }
            }
        }
        for &group in groups {
            self.left[group] = self.left[group].map(|left| left + 1);
        }
        goes_on
    }

    fn flush(&mut self, full: &mut impl FnMut(&[u64], u32)) {
        full(&self.lanes, self.filled);
        self.lanes.fill(0);
        self.filled = 0;
    }
}

/// Calls `visit` with the values of the literals in 64 lanes and the number of lanes, until all their values have been seen that
/// agree with what is known and with the groups. None if there are too many.
pub(super) fn each(
    next: &mut NextState<'_>,
    facts: &Facts,
    groups: &Groups,
    literals: &[u32],
    mut visit: impl FnMut(&[u64], u32),
) -> Option<()> {
    let (inputs, gates) = next.cone(literals);
    if inputs.len() > LEAVES {
        return None;
    }
    let mut known: Vec<u32> = Vec::new();
    let mut leaves: Vec<(u32, Vec<usize>)> = Vec::new();
    for &input in &inputs {
        let of = next.state_of(input).map_or(&[][..], |state| &groups.of[state as usize]);
        let numbers = of.iter().map(|&group| {
            known.iter().position(|&other| other == group).unwrap_or_else(|| {
                known.push(group);
                known.len() - 1
            })
        });
        leaves.push((input, numbers.collect()));
    }
    // Leaves of one group come one after the other, so that a second one is refused at once.
    leaves.sort_by_key(|(input, groups)| {
        (groups.iter().min().copied().unwrap_or(usize::MAX), *input)
    });
    let left = known.iter().map(|&group| {
        let group = &groups.all[group as usize];
        let is_open = |&state: &u32| !has(&facts.fails, state);
        let open = parts(&group.members).filter(is_open).count();
        let here = inputs.iter().filter_map(|&input| next.state_of(input));
        let here = here.filter(|&state| has(&group.members, state)).count();
        (group.full && open == here).then_some(here)
    });
    let mut assign = Assign {
        left: left.collect(),
        taken: vec![false; known.len()],
        leaves: &leaves,
        count: 0,
        steps: 0,
        lanes: vec![0; leaves.len()],
        filled: 0,
    };
    let mut values = vec![0; next.nodes()];
    let mut found = vec![0; literals.len()];
    let reader = &*next;
    let mut full = |lanes: &[u64], count: u32| {
        for ((leaf, _), &lane) in leaves.iter().zip(lanes) {
            values[*leaf as usize] = lane;
        }
        reader.run(&gates, &mut values);
        for (found, &literal) in found.iter_mut().zip(literals) {
            *found = value(&values, literal);
        }
        visit(&found, count);
    };
    let complete = assign.go(0, &mut Vec::new(), &mut full);
    if assign.filled > 0 {
        assign.flush(&mut full);
    }
    let (count, steps) = (assign.count, assign.steps);
    next.work += (steps + count / 64 * gates.len() + count * literals.len() / 16) as u64;
    complete.then_some(())
}
