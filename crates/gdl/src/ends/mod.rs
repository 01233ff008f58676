//! Whether play ends: proofs that it never comes back to a position, found on the code of a game.
//!
//! Four proofs are tried, the cheapest first: a clock that runs out; sentences that change only once, one of them with every
//! move; weights of sentences whose sum grows with every move; and a look at all positions, if there are few. All of them assume
//! that each role makes one legal move, which is looked at in every position that a search meets. A game without a proof may end
//! all the same.

mod all_positions;
mod clock;
mod exclusion;
mod facts;
mod groups;
mod joint;
mod local;
mod potential;

use std::sync::Arc;

use foregone_game::Outcome;

use crate::game::Compiled;
use crate::ground::Limits;
use all_positions::AllPositions;
use clock::Clock;
use facts::Bits;
use groups::Groups;
use joint::{NextState, legal_moves};
use potential::Potential;

/// Play ends: it never comes back to a position.
#[derive(Clone, Debug)]
pub struct Ends {
    proof: Arc<Proof>,
    why: String,
}

#[derive(Debug)]
enum Proof {
    Clock(Clock),
    /// The sum of the weights grows with every move that is made in a state with these groups.
    Grows(Groups),
    AllPositions(AllPositions),
}

/// Play can come back to a position, as far as is known.
#[derive(Clone, Copy, Debug)]
pub struct Returns {
    /// What it is worth to play on for ever.
    pub infinite: Outcome,
}

impl Ends {
    /// The proof that play ends, if one is found within the limits: it takes a second or so at most with those by default.
    pub fn prove(game: &Arc<Compiled>, limits: Limits<'_>) -> Option<Ends> {
        let with = |proof, why| Ends { proof: Arc::new(proof), why };
        if let Some(clock) = Clock::find(game) {
            let why = format!("a clock ends play after {} moves", clock.steps() - 1);
            return Some(with(Proof::Clock(clock), why));
        }
        if let Some((groups, potential)) = grows(game, limits) {
            let why = potential.why(game);
            return Some(with(Proof::Grows(groups), why));
        }
        let all = AllPositions::find(game, limits)?;
        let why = format!("none of its {} positions comes back", all.count());
        Some(with(Proof::AllPositions(all), why))
    }

    /// Why play ends, as half a sentence.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// Whether the proof holds for play from a state, too.
    pub(crate) fn knows(&self, words: &[u64]) -> bool {
        match &*self.proof {
            Proof::Clock(clock) => clock.knows(words),
            Proof::Grows(groups) => {
                let mut state: Bits = [0; 16];
                state[..words.len()].copy_from_slice(words);
                groups.agree(&state)
            }
            Proof::AllPositions(all) => all.knows(words),
        }
    }
}

/// Weights of sentences whose sum grows with every move, and the groups that this rests on.
fn grows(game: &Compiled, limits: Limits<'_>) -> Option<(Groups, Potential)> {
    if game.network.status.value_count() > MOST_VALUES {
        return None;
    }
    let legal = legal_moves(game);
    let mut next = NextState::new(game, limits.steps / 10);
    let (groups, joints) = exclusion::kept(game, &mut next, &legal, limits.stop)?;
    let potential = Potential::find(game, &mut next, &groups, &joints, limits.steps / 40)?;
    Some((groups, potential))
}

/// Codes with more values are not looked at, because what follows from each value takes memory.
const MOST_VALUES: usize = 100_000;
