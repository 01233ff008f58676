//! Which of the guessed groups are kept by every move: then they hold in every state that play can reach.

use super::facts::parts;
use super::groups::{Group, Groups};
use super::joint::{Joint, Legal, NextState, joints};
use super::local::each;
use crate::game::Compiled;

/// The groups that the start has and all moves keep, and the pairs of moves that states with these groups allow. Each group may
/// rest on the others, because all of them are kept together. None if that takes too
/// many steps.
pub(super) fn kept(
    game: &Compiled,
    next: &mut NextState<'_>,
    legal: &[Vec<Legal>; 2],
    stop: &dyn Fn() -> bool,
) -> Option<(Groups, Vec<Joint>)> {
    let mut groups = Groups::guess(game);
    loop {
        let joints = joints(next, legal, &groups)?;
        let mut worst = vec![Verdict::Kept; groups.all.len()];
        for joint in &joints {
            if next.is_exhausted() || stop() {
                return None;
            }
            next.set(joint);
            for (number, worst) in worst.iter_mut().enumerate() {
                if *worst != Verdict::Broken {
                    *worst = (*worst).max(verdict(next, joint, &groups, number));
                }
            }
        }
        if worst.iter().all(|&verdict| verdict == Verdict::Kept) {
            return Some((groups, joints));
        }
        let weaker = groups.all.iter().zip(worst).filter_map(|(group, worst)| match worst {
            Verdict::Kept => Some(group.clone()),
            Verdict::MayBeEmpty => Some(Group { full: false, ..group.clone() }),
            Verdict::Broken => None,
        });
        groups = Groups::new(weaker.collect(), game.network.states.len());
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Kept,
    /// All sentences of a full group may fail.
    MayBeEmpty,
    /// Two sentences may hold, or it could not be found out.
    Broken,
}

/// What a pair of moves does to a group.
fn verdict(next: &mut NextState<'_>, joint: &Joint, groups: &Groups, number: usize) -> Verdict {
    let group = &groups.all[number];
    let members: Vec<u32> = parts(&group.members).collect();
    let is_same = |&state: &u32| next.after(state) == next.before(&joint.facts, state);
    if members.iter().all(is_same) {
        return Verdict::Kept;
    }
    let literals: Vec<u32> = members.iter().map(|&state| next.after(state)).collect();
    let (mut empty, mut two) = (0, 0);
    let seen = each(next, &joint.facts, groups, &literals, |values, lanes| {
        let (mut one, mut more) = (0, 0);
        for &value in values {
            more |= one & value;
            one |= value;
        }
        let used = u64::MAX >> (64 - lanes);
        empty |= !one & used;
        two |= more & used;
    });
    match (seen, two, empty) {
        (None, ..) => Verdict::Broken,
        (_, two, _) if two != 0 => Verdict::Broken,
        (_, _, empty) if empty != 0 && group.full => Verdict::MayBeEmpty,
        _ => Verdict::Kept,
    }
}
