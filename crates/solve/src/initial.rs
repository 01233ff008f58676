//! The numbers that a position begins with when it is seen for the first time. They are guesses at what it will cost to
//! prove something about it, so they lead a search and prove nothing.

use foregone_game::{Game, Player};

use crate::effort::{Effort, ProofNumbers};

/// Where the guess comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Initial {
    /// All positions alike (001 section 3.1).
    #[default]
    Unit,
    /// By the number of moves: whoever is to refute a position has to answer each (000 section 4.6).
    Mobility,
    /// The same, and so much more for the player against whom the game's own estimate speaks, half of it for both if
    /// that says nothing (Winands and Schadd 2010: a step function of an evaluation).
    Estimate(u32),
}

impl Initial {
    /// The numbers of a position that is not over. `replies` is room for its moves.
    pub fn numbers<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        replies: &mut Vec<G::Move>,
    ) -> ProofNumbers {
        let weight = match self {
            Initial::Unit => return ProofNumbers::FRESH,
            Initial::Mobility => None,
            Initial::Estimate(weight) => Some(u64::from(weight)),
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
        let effort = |number: u64| Effort::new(number.min(Effort::LARGEST.rank()) as u32);
        ProofNumbers { proof: effort(proof), disproof: effort(disproof) }
    }
}
