//! What an m,n,k-game knows about a position without a search, and which image of a position stands for all of them.

use foregone_game::{Game, KnowledgeLevel, Outcome, Symmetric};

use super::{Mnk, Position};
use crate::lines::{Stones, for_max};

/// The levels.
pub(crate) const LEVELS: &[KnowledgeLevel] = &[
    KnowledgeLevel::sound("0", "nothing"),
    KnowledgeLevel::sound("fours", "lines to complete, wins by fours, lines that are left"),
];

/// The index of `fours` in [`LEVELS`].
pub(super) const FOURS: u8 = 1;

/// The fewest stones in a row for which the checker knows lines. Games with shorter lines are small or over at once.
const CHECKED_FROM: u32 = 4;

/// The most cells on which alpha-beta is expected to be faster than proof numbers: it sees the end of play there, and most of
/// these boards are draws, which wins by fours do not decide.
const SMALL: u32 = 25;

impl Mnk {
    /// Whether the checker has static bounds and symmetries: whether there is a version 2 of the rules.
    pub(super) fn checker_knows_lines(&self) -> bool {
        self.align >= CHECKED_FROM
    }

    /// Whether proof numbers should be tried first.
    pub(super) fn suits_proof_numbers(&self) -> bool {
        self.checker_knows_lines() && self.columns * self.rows > SMALL
    }

    /// What the level `fours` knows.
    pub(super) fn bounds_by_lines(&self, position: &Position) -> (Outcome, Outcome) {
        for_max(self.player(position), self.lines.bounds(stones(position)))
    }

    /// See [`Game::bounds_after`].
    pub(super) fn bounds_after_replies(
        &self,
        position: &Position,
        moves: &[u8],
        bounds: &mut Vec<(Outcome, Outcome)>,
    ) {
        self.lines.bounds_after(stones(position), self.player(position), moves, bounds);
    }

    /// See [`Game::guessed_efforts`].
    pub(super) fn efforts(&self, position: &Position, goal: Outcome) -> (u32, u32) {
        self.lines.efforts(stones(position), self.player(position), goal)
    }

    /// See [`Game::promising_moves`].
    pub(super) fn promising(&self, position: &Position, goal: Outcome, moves: &mut [u8]) -> usize {
        let all = !position.all;
        self.lines.promising(stones(position), self.player(position), goal, all, moves)
    }

    /// The least of all images, the same one for each of them.
    pub(super) fn representative(&self, position: &Position) -> Position {
        let images = self.images(position).into_iter();
        images.min_by_key(|image| (image.mover, image.all)).unwrap_or(*position)
    }
}

fn stones(position: &Position) -> Stones {
    Stones { mover: position.mover, other: position.all ^ position.mover }
}
