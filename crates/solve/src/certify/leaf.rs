//! Leaves that the checker plays out by itself (`docs/certificate.md`): the same search as the checker's, so that a proof asks
//! for it only where it succeeds.

use foregone_game::Game;

use super::Claim;

/// When a position is left to the checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafLimits {
    /// The most positions that the search of one leaf may visit.
    pub positions: u32,
    /// A position is tried if the search that proved the claim has done no more work there than this. The checker tries moves in
    /// the canonical order, so it may need several times as many positions.
    pub work: u64,
}

impl LeafLimits {
    /// No position is left to the checker.
    pub const NEVER: LeafLimits = LeafLimits { positions: 0, work: 0 };
    /// Searches that take the checker about as long as the records that they replace.
    pub const FAST: LeafLimits = LeafLimits { positions: 16, work: 8 };
    /// Searches as large as the checker allows: files of less than half the size, which take longer to check.
    pub const SMALL: LeafLimits = LeafLimits { positions: 256, work: 128 };
}

/// The most positions of an attempt where the work is not known.
const ATTEMPT_POSITIONS: u32 = 8;

/// A search of leaves.
pub(super) struct LeafSearch<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    limits: LeafLimits,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> LeafSearch<'a, G> {
    pub(super) fn new(game: &'a G, claim: Claim, limits: LeafLimits) -> LeafSearch<'a, G> {
        LeafSearch { game, claim, limits, moves: Vec::new() }
    }

    /// Whether the checker can be left to search a position, given the work that is behind the claim, if that is known.
    pub(super) fn succeeds(&mut self, position: &G::Position, work: Option<u64>) -> bool {
        let mut left = match work {
            None => self.limits.positions.min(ATTEMPT_POSITIONS),
            Some(work) if work <= self.limits.work => self.limits.positions,
            Some(_) => return false,
        };
        self.moves.clear();
        self.is_forced(position, &mut left) == Some(true)
    }

    /// Whether the owner can force the claim; nothing if that takes too many positions.
    fn is_forced(&mut self, position: &G::Position, left: &mut u32) -> Option<bool> {
        *left = left.checked_sub(1)?;
        if let Some(outcome) = self.game.outcome(position) {
            return Some(self.claim.holds(outcome));
        }
        let (low, high) = self.game.checker_bounds(position);
        let (low, high) = (self.claim.holds(low), self.claim.holds(high));
        if low == high {
            return Some(low);
        }
        let owner_moves = self.game.player(position) == self.claim.owner();
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut child = position.clone();
        for index in first..self.moves.len() {
            child.clone_from(position);
            self.game.play(&mut child, self.moves[index]);
            if self.is_forced(&child, left)? == owner_moves {
                self.moves.truncate(first);
                return Some(owner_moves);
            }
        }
        self.moves.truncate(first);
        Some(!owner_moves)
    }
}
