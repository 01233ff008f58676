//! Initial proof numbers of a position. They are heuristic estimates of the effort: they guide the search and prove
//! nothing.

use foregone_game::{Game, Outcome, Player};

use crate::effort::{Effort, ProofNumbers};

/// How initial numbers are estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Initial {
    /// 1 and 1 for every position (Allis et al. 1994 §3.1).
    #[default]
    Unit,
    /// By mobility: a position with many moves is hard to refute, because each move needs an answer (Saffidine and
    /// Cazenave 2012 §4.6).
    Mobility,
    /// By mobility, plus twice this weight for the player whom the game's static estimate considers worse off, or once
    /// the weight for both if the estimate is 0 (Winands and Schadd 2010: a step function of an evaluation).
    Estimate(u32),
    /// By what the game guesses ([`Game::guessed_efforts`]); 1 and 1 where it says nothing.
    Guess,
}

impl Initial {
    /// The numbers of the question "at least `goal`?" about a position that is not terminal. `replies` is a buffer for its moves.
    pub fn numbers<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        goal: Outcome,
        replies: &mut Vec<G::Move>,
    ) -> ProofNumbers {
        let effort = |number: u64| Effort::new(number.min(Effort::LARGEST.rank()) as u32);
        let weight = match self {
            Initial::Unit => return ProofNumbers::FRESH,
            Initial::Mobility => None,
            Initial::Estimate(weight) => Some(u64::from(weight)),
            Initial::Guess => {
                return match game.guessed_efforts(position, goal) {
                    // An open question takes some effort.
                    Some((proof, disproof)) => ProofNumbers {
                        proof: effort(proof.max(1).into()),
                        disproof: effort(disproof.max(1).into()),
                    },
                    None => ProofNumbers::FRESH,
                };
            }
        };
        replies.clear();
        game.moves(position, replies);
        let (mut proof, mut disproof) = match game.player(position) {
            Player::Max => (1, replies.len() as u64),
            Player::Min => (replies.len() as u64, 1),
        };
        if let Some(weight) = weight {
            let favour = game.estimate(position).signum();
            proof += (1 - favour) as u64 * weight;
            disproof += (1 + favour) as u64 * weight;
        }
        ProofNumbers { proof: effort(proof), disproof: effort(disproof) }
    }
}
