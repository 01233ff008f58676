//! What lines tell, in the words of the trait for games: bounds on outcomes, guessed efforts and promising moves. The scale is
//! loss, draw, win.

use foregone_game::{Outcome, Player};

use super::{Lines, MoverBounds, Stones};

/// The ranks of the outcomes.
pub(crate) const LOSS: Outcome = Outcome(0);
pub(crate) const WIN: Outcome = Outcome(2);

/// Bounds for a player who is to move as bounds on the outcome.
pub(crate) fn for_max(mover: Player, (low, high): MoverBounds) -> (Outcome, Outcome) {
    let (low, high) = match mover {
        Player::Max => (low, high),
        Player::Min => (-high, -low),
    };
    (Outcome((1 + low) as u8), Outcome((1 + high) as u8))
}

/// The player who has to complete a line for the answer that this player wants to "at least `goal`?". The other one has only to
/// prevent it.
fn attacker(goal: Outcome) -> Player {
    if goal == WIN { Player::Max } else { Player::Min }
}

impl Lines {
    /// Appends what is known after each of these moves.
    pub(crate) fn bounds_after(
        &self,
        stones: Stones,
        mover: Player,
        moves: &[u8],
        bounds: &mut Vec<(Outcome, Outcome)>,
    ) {
        let lost = self.lost_replies(stones);
        let won = if mover == Player::Max { LOSS } else { WIN };
        bounds.extend(moves.iter().map(|&cell| match lost >> cell & 1 {
            1 => (won, won),
            _ => (LOSS, WIN),
        }));
    }

    /// A guess at the efforts to prove that a position is worth at least `goal`, and to refute it.
    pub(crate) fn efforts(&self, stones: Stones, mover: Player, goal: Outcome) -> (u32, u32) {
        let attacker = attacker(goal);
        let effort = self.effort(stones, attacker == mover);
        if attacker == Player::Max { (effort, 1) } else { (1, effort) }
    }

    /// Moves to the front the moves with which the attacker should begin, and says how many they are: the forced one; otherwise
    /// those on the cells of `best` that are no fours, or on all cells if none of `best` is empty. A four only delays what the
    /// search of fours has seen. There may be none: the attack then seems spent.
    pub(crate) fn promising(
        &self,
        stones: Stones,
        mover: Player,
        goal: Outcome,
        best: u128,
        moves: &mut [u8],
    ) -> usize {
        if mover != attacker(goal) {
            return moves.len();
        }
        let empty = self.full & !stones.all();
        let chosen = match self.forced_cell(stones) {
            Some(forced) => forced,
            None if empty & best == 0 => empty & !self.fours(stones),
            None => empty & best & !self.fours(stones),
        };
        moves.sort_by_key(|&cell| chosen >> cell & 1 == 0);
        chosen.count_ones() as usize
    }
}
