//! Symmetries of the rules: exchanges of constants, and of the places where they stand, that turn the ground rules into
//! themselves.
//!
//! Candidates are guessed from the rules with variables, and kept only if they turn all instances of all rules into instances
//! of the rules, and leave roles and goals as they are. Then a position and its image are worth the same for the same player,
//! because play from one is the image of play from the other.

mod automorphism;
mod candidates;

use foldhash::HashSet;

use crate::ground::Ground;
use crate::rules::RuleSet;
use automorphism::Automorphisms;
use candidates::candidates;

/// More symmetries than this are not used: a key is looked for among as many images.
const MOST: usize = 16;
/// Rules with more instances are not looked at.
const INSTANCES: usize = 100_000;

/// The symmetries of a game whose states consist of `states` and `always`, as text: for each one but the identity, the image of
/// each part of the state.
pub(crate) fn symmetries(
    set: &RuleSet,
    ground: &Ground,
    states: &[String],
    always: &[String],
) -> Vec<Vec<u32>> {
    if ground.instances.len() > INSTANCES {
        return Vec::new();
    }
    let automorphisms = Automorphisms::new(set, ground, states, always);
    let candidates = candidates(set, ground);
    let generators = candidates.iter().filter_map(|candidate| automorphisms.of(candidate));
    closure(generators.collect(), states.len())
}

/// All products of some permutations, without the identity; of the first ones only, if all together make too many.
fn closure(generators: Vec<Vec<u32>>, count: usize) -> Vec<Vec<u32>> {
    let identity: Vec<u32> = (0..count as u32).collect();
    let mut found = vec![identity.clone()];
    let mut used: Vec<Vec<u32>> = Vec::new();
    for generator in generators {
        if found.contains(&generator) {
            continue;
        }
        used.push(generator);
        let mut all = vec![identity.clone()];
        let mut known: HashSet<Vec<u32>> = all.iter().cloned().collect();
        let mut at = 0;
        while at < all.len() && all.len() <= MOST {
            for generator in &used {
                let product: Vec<u32> =
                    all[at].iter().map(|&state| generator[state as usize]).collect();
                if known.insert(product.clone()) {
                    all.push(product);
                }
            }
            at += 1;
        }
        match all.len() <= MOST {
            true => found = all,
            false => drop(used.pop()),
        }
    }
    found.split_off(1)
}
