//! What all searches against a model share: the moves of the current line, leaves, preferences, counters and limits.

use std::time::Duration;

use foregone_game::{Evaluation, Game, Player};

use super::Visited;
use crate::limits::{Limits, Meter, Stop};

/// A walk through the positions below a root.
pub(super) struct Walk<'a, G: Game> {
    pub(super) game: &'a G,
    /// The player to move at the root.
    pub(super) us: Player,
    /// The moves of all positions on the current line, one after the other, so that no position allocates.
    pub(super) moves: Vec<G::Move>,
    pub(super) visited: Visited,
    evaluations: &'static [Evaluation],
    meter: Meter<'a>,
    end: u64,
}

/// The value of a position and the move that its player chooses.
pub(super) struct Chosen<M> {
    /// Over the sum of the weights to the power of the depth.
    pub(super) value: i128,
    pub(super) mv: M,
}

impl<'a, G: Game> Walk<'a, G> {
    pub(super) fn new(game: &'a G, us: Player, limits: Limits<'a>) -> Walk<'a, G> {
        let meter = Meter::new(limits);
        let end = meter.end(u64::MAX);
        let (visited, evaluations) = (Visited::default(), game.evaluations());
        Walk { game, us, moves: Vec::new(), visited, evaluations, meter, end }
    }

    /// Counts a visit; an error if a limit has been reached.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stop> {
        self.visited.nodes += 1;
        self.meter.counters.created += 1;
        if self.meter.tick(self.end)
            && let Some(stop) = self.meter.look()
        {
            return Err(stop);
        }
        Ok(())
    }

    /// Whether a position is a leaf, where nobody looks further. Counts it if it is.
    #[inline]
    pub(super) fn is_leaf(&mut self, position: &G::Position, depth: u32) -> bool {
        let is_leaf = depth == 0 || self.game.outcome(position).is_some();
        self.visited.leaves += u64::from(is_leaf);
        is_leaf
    }

    /// What a leaf is worth for `Max` by an evaluation. What is not over stays inside of what outcomes count.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &G::Position, index: u8) -> i32 {
        self.visited.evaluations += 1;
        let evaluation = &self.evaluations[usize::from(index)];
        match self.game.outcome(position) {
            Some(outcome) => evaluation.finished(self.game.scale(), outcome),
            None => {
                let most = (evaluation.limit - 1).max(0);
                self.game.evaluate(position, index).clamp(-most, most)
            }
        }
    }

    /// Puts the moves of a position on top of the others. Returns where they begin and end.
    #[inline]
    pub(super) fn push_moves(&mut self, position: &G::Position) -> (usize, usize) {
        let start = self.moves.len();
        self.game.moves(position, &mut self.moves);
        (start, self.moves.len())
    }

    /// The position after the move at that place.
    #[inline]
    pub(super) fn child(&self, position: &G::Position, place: usize) -> G::Position {
        let mut child = position.clone();
        self.game.play(&mut child, self.moves[place]);
        child
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.meter.elapsed()
    }
}

/// Whether a player prefers the first value to the second one.
#[inline]
pub(super) fn prefers<V: Ord>(player: Player, one: V, other: V) -> bool {
    match player {
        Player::Max => one > other,
        Player::Min => one < other,
    }
}

/// The value that a player prefers.
#[inline]
pub(super) fn preferred<V: Ord>(player: Player, one: V, other: V) -> V {
    match player {
        Player::Max => one.max(other),
        Player::Min => one.min(other),
    }
}

/// The value that a player likes least of all.
#[inline]
pub(super) fn worst_for(player: Player) -> i32 {
    match player {
        Player::Max => i32::MIN,
        Player::Min => i32::MAX,
    }
}
