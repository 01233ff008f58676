//! The strategy of a proof, as a graph that is walked.

use foregone_game::Player;

use crate::game::Turn;
use crate::number::Arithmetic;

/// What the owner does at every position of a proof. Positions have numbers from 0 on.
pub(super) trait Plan {
    /// How many numbers there are.
    fn len(&self) -> usize;

    /// Whose turn it is.
    fn turn(&self, node: u32) -> Turn;

    /// What the record of an unfinished position says: the index of the chosen move where the owner moves, 0 elsewhere;
    /// nothing if the position is given up.
    fn index(&self, node: u32) -> Option<u32>;

    /// The positions that are met from a position that is followed, in canonical order.
    fn met(&self, node: u32) -> &[u32];

    /// The weights of what is met, where chance moves.
    fn weights(&self, node: u32) -> &[u64];
}

/// The player who forces a claim. All comparisons are from this player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Owner(pub Player);

impl Owner {
    /// Whether a number is at least as good as another.
    #[inline]
    pub fn accepts<N: Ord>(self, number: &N, other: &N) -> bool {
        match self.0 {
            Player::Max => number >= other,
            Player::Min => number <= other,
        }
    }

    /// Whether a number is better than another.
    #[inline]
    pub fn prefers<N: Ord>(self, number: &N, other: &N) -> bool {
        !self.accepts(other, number)
    }

    /// Whether it is this player's turn.
    #[inline]
    pub fn moves_at(self, turn: Turn) -> bool {
        turn == Turn::from(self.0)
    }

    /// The worst that any outcome is worth.
    pub fn worst<A: Arithmetic>(self, arithmetic: &A) -> A::Number {
        match self.0 {
            Player::Max => arithmetic.least(),
            Player::Min => arithmetic.greatest(),
        }
    }

    /// The side of bounds that is this player's: lower ones for `Max`.
    pub fn own<N>(self, (low, high): (N, N)) -> N {
        match self.0 {
            Player::Max => low,
            Player::Min => high,
        }
    }

    /// By how much the first number is better than the second, which it must not be worse than.
    pub fn surplus<A: Arithmetic>(
        self,
        arithmetic: &A,
        better: &A::Number,
        worse: &A::Number,
    ) -> A::Number {
        let (from, take) = match self.0 {
            Player::Max => (better, worse),
            Player::Min => (worse, better),
        };
        let mut surplus = from.clone();
        arithmetic.subtract(&mut surplus, take);
        surplus
    }
}
