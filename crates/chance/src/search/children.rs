//! The moves of a position and what they lead to, in the order in which they are tried.

use core::cmp::Reverse;

use crate::game::{AcyclicChance, Turn};

/// A position after a move.
#[derive(Clone, Debug)]
pub(super) struct Child<P> {
    pub position: P,
    pub turn: Turn,
    /// Its hash in the table; 0 if it is finished, because such positions have no entries.
    pub hash: u64,
}

/// In which order moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Those of players by their scores, and not in the canonical order.
    pub by_score: bool,
    /// Outcomes of chance by their weights, and not in the canonical order.
    pub heaviest_first: bool,
}

/// The positions after all moves. The buffers are used again and again.
pub(super) struct Children<G: AcyclicChance> {
    moves: Vec<G::Move>,
    /// The weights, if it is chance's turn.
    pub weights: Vec<u64>,
    pub list: Vec<Child<G::Position>>,
}

impl<G: AcyclicChance> Default for Children<G> {
    fn default() -> Children<G> {
        Children { moves: Vec::new(), weights: Vec::new(), list: Vec::new() }
    }
}

impl<G: AcyclicChance> Children<G> {
    /// Takes over the moves of a position.
    pub fn fill(
        &mut self,
        game: &G,
        (position, turn): (&G::Position, Turn),
        order: Order,
        hash: impl Fn(&G::Position) -> u64,
    ) {
        self.moves.clear();
        self.weights.clear();
        self.list.clear();
        game.moves(position, &mut self.moves);
        if turn == Turn::Chance {
            if order.heaviest_first {
                self.moves.sort_by_key(|&mv| Reverse(game.weight(position, mv)));
            }
            self.weights.extend(self.moves.iter().map(|&mv| game.weight(position, mv)));
        } else if order.by_score && self.moves.len() > 1 {
            self.moves.sort_by_key(|&mv| Reverse(game.move_score(position, mv)));
        }
        self.list.extend(self.moves.iter().map(|&mv| {
            let position = game.after(position, mv);
            let turn = game.turn(&position);
            let hash = if matches!(turn, Turn::Over(_)) { 0 } else { hash(&position) };
            Child { position, turn, hash }
        }));
    }
}
