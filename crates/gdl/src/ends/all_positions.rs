//! A look at all positions of a game: if no move leads back, play ends.

use std::sync::Arc;

use foldhash::HashSet;
use foregone_game::{ExploreLimits, Explored, Layered, Outcome};

use super::Returns;
use crate::game::{Compiled, RuleGame};
use crate::ground::Limits;

/// For so many steps of the limits, one position is looked at: 100,000 by default.
const STEPS: u64 = 20_000;

/// All positions that play can reach, in a game in which none comes back.
#[derive(Debug)]
pub(super) struct AllPositions {
    known: HashSet<Box<[u64]>>,
}

impl AllPositions {
    /// The positions, if they are few and none comes back.
    pub(super) fn find(game: &Arc<Compiled>, limits: Limits<'_>) -> Option<AllPositions> {
        match game.words() {
            4 => find::<4>(game, limits),
            _ => find::<16>(game, limits),
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.known.len()
    }

    /// Whether a position is one of them.
    pub(super) fn knows(&self, words: &[u64]) -> bool {
        self.known.contains(words)
    }
}

fn find<const N: usize>(game: &Arc<Compiled>, limits: Limits<'_>) -> Option<AllPositions> {
    if (limits.stop)() {
        return None;
    }
    let positions = (limits.steps / STEPS) as usize;
    let returns = Returns { infinite: Outcome(0) };
    let game = RuleGame::<N, _>::new(Arc::clone(game), returns).ok()?;
    let explored = Explored::cyclic(game, &ExploreLimits::positions(positions)).ok()?;
    let is_proved = (0..explored.layers()).all(|layer| explored.is_acyclic(layer))
        && explored.game().finding().is_none();
    let count: u64 = (0..explored.layers()).map(|layer| explored.size(layer)).sum();
    let words = (0..count as u32).map(|number| explored.position(number).words.into());
    is_proved.then(|| AllPositions { known: words.collect() })
}
