//! What is constant in all states that can be reached: simulation with three values, from the start to a fixpoint.

use super::sentences::{NONE, Role, Sentences};

/// What is known of a sentence: whether it must hold, and whether it can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub must: bool,
    pub can: bool,
}

impl Known {
    pub(super) const FALSE: Known = Known { must: false, can: false };
    const OPEN: Known = Known { must: false, can: true };

    /// The value, if there is only one.
    pub(super) fn constant(self) -> Option<bool> {
        (self.must == self.can).then_some(self.can)
    }
}

/// Rounds after which the simulation gives up: every part of the state is open then. A clock of so many steps is rare.
const ROUNDS: usize = 1_000;

/// What is known of every sentence in all states that can be reached.
pub(super) fn simulate(sentences: &Sentences<'_>) -> Vec<Known> {
    let ground = sentences.ground;
    let mut known = vec![Known::FALSE; sentences.roles.len()];
    for (slot, role) in known.iter_mut().zip(&sentences.roles) {
        if let Role::True(term) = role {
            let initial = ground.initial.contains(term);
            *slot = Known { must: initial, can: initial };
        }
    }
    for round in 0.. {
        sweep(sentences, &mut known);
        let mut changed = false;
        for (sentence, role) in sentences.roles.iter().enumerate() {
            if !matches!(role, Role::True(_)) {
                continue;
            }
            let before = known[sentence];
            let after = match sentences.source[sentence] {
                NONE => Known::FALSE,
                source => known[source as usize],
            };
            let joined = Known { must: before.must && after.must, can: before.can || after.can };
            known[sentence] = if round >= ROUNDS { Known::OPEN } else { joined };
            changed |= known[sentence] != before;
        }
        if !changed {
            break;
        }
    }
    known
}

/// All sentences from the state.
fn sweep(sentences: &Sentences<'_>, known: &mut [Known]) {
    for group in &sentences.order {
        if !sentences.is_recursive(group) {
            known[group[0] as usize] = value(sentences, known, group[0]);
            continue;
        }
        group.iter().for_each(|&member| known[member as usize] = Known::FALSE);
        loop {
            let mut changed = false;
            for &member in group {
                let now = value(sentences, known, member);
                changed |= now != known[member as usize];
                known[member as usize] = now;
            }
            if !changed {
                break;
            }
        }
    }
}

fn value(sentences: &Sentences<'_>, known: &[Known], sentence: u32) -> Known {
    match sentences.roles[sentence as usize] {
        Role::True(_) => known[sentence as usize],
        Role::Does => match sentences.source[sentence as usize] {
            NONE => Known::FALSE,
            source => Known { must: false, can: known[source as usize].can },
        },
        _ => {
            let mut any = Known::FALSE;
            for instance in sentences.instances(sentence) {
                let mut all = Known { must: true, can: true };
                for &condition in sentences.ground.conditions(instance) {
                    let it = known[(condition >> 1) as usize];
                    let it = match condition & 1 {
                        0 => it,
                        _ => Known { must: !it.can, can: !it.must },
                    };
                    all = Known { must: all.must && it.must, can: all.can && it.can };
                }
                any = Known { must: any.must || all.must, can: any.can || all.can };
                if any.must {
                    break;
                }
            }
            any
        }
    }
}
