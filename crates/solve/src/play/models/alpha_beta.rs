//! Alpha-beta to a fixed depth by one evaluation: the minimax player, and the picks of an opponent who plays by it.

use foregone_game::{Game, Player};

use super::walk::{Walk, preferred, prefers, worst_for};
use crate::limits::Stop;

/// A search by one evaluation.
pub(super) struct AlphaBeta {
    evaluation: u8,
    cuts: bool,
}

/// What `Max` and `Min` have for certain: values up to the first, or from the second on, need not be exact.
type Window = (i32, i32);

const OPEN: Window = (i32::MIN, i32::MAX);

impl AlphaBeta {
    pub(super) fn new(evaluation: u8, cuts: bool) -> AlphaBeta {
        AlphaBeta { evaluation, cuts }
    }

    /// The value of a position that is not over, and the first of the moves that reach it.
    pub(super) fn best<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
    ) -> Result<(i32, G::Move), Stop> {
        walk.visit()?;
        let player = walk.game.player(position);
        let (start, end) = walk.push_moves(position);
        let (mut best, mut mv) = (worst_for(player), walk.moves[start]);
        for place in start..end {
            let child = walk.child(position, place);
            let value = self.search(walk, &child, depth - 1, self.closed(player, best))?;
            if place == start || prefers(player, value, best) {
                (best, mv) = (value, walk.moves[place]);
            }
        }
        walk.moves.truncate(start);
        Ok((best, mv))
    }

    /// The values of all moves of a position whose moves are on top: exact for the best of them, and for those that are as
    /// good if `ties`; the others are worse than the best, or not better without `ties`.
    pub(super) fn score<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        (start, end): (usize, usize),
        depth: u32,
        ties: bool,
        scores: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        let player = walk.game.player(position);
        let mut best = worst_for(player);
        for place in start..end {
            let child = walk.child(position, place);
            let known = match (ties, player) {
                (false, _) => best,
                (true, Player::Max) => best.saturating_sub(1),
                (true, Player::Min) => best.saturating_add(1),
            };
            let value = self.search(walk, &child, depth - 1, self.closed(player, known))?;
            best = preferred(player, best, value);
            scores.push(value);
        }
        Ok(())
    }

    /// The window of a child if its parent's player has `best` already.
    fn closed(&self, player: Player, best: i32) -> Window {
        match player {
            _ if !self.cuts => OPEN,
            Player::Max => (best, i32::MAX),
            Player::Min => (i32::MIN, best),
        }
    }

    /// The value of a position, fail-soft.
    fn search<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
        (mut alpha, mut beta): Window,
    ) -> Result<i32, Stop> {
        walk.visit()?;
        if walk.is_leaf(position, depth) {
            return Ok(walk.evaluate(position, self.evaluation));
        }
        let player = walk.game.player(position);
        let (start, end) = walk.push_moves(position);
        let mut best = worst_for(player);
        for place in start..end {
            let child = walk.child(position, place);
            let value = self.search(walk, &child, depth - 1, (alpha, beta))?;
            best = preferred(player, best, value);
            if self.cuts {
                match player {
                    Player::Max => alpha = alpha.max(best),
                    Player::Min => beta = beta.min(best),
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        walk.moves.truncate(start);
        Ok(best)
    }
}
