//! Games whose positions have indices, for retrograde analysis and endgame tables.
//!
//! The positions are divided into layers and numbered from 0 within each layer. A move leads to a position of the same
//! layer or of a lower one, so layers are analysed in ascending order. A value is that of the player to move, and it counts
//! only what is still to be won: a move may gain something at once, and the position after it is worth the rest.

use std::sync::Arc;

use crate::game::Game;
use crate::outcome::Outcome;

/// The result of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successor<P> {
    /// A position of the same layer.
    Within {
        /// The position.
        decoded: P,
        /// Whether the opponent is to move there.
        opponent_moves: bool,
    },
    /// A position of a lower layer.
    Below {
        /// The lower layer.
        layer: usize,
        /// The position.
        decoded: P,
        /// What the player who moves gains by the move itself.
        gain: i8,
        /// Whether the opponent is to move there.
        opponent_moves: bool,
    },
    /// The end of the game, with its value for the player whose turn it was. A finished position has exactly this one
    /// successor.
    Over(i8),
}

/// Positions in layers, with an index for each of them and with their moves.
pub trait Layered: Send + Sync {
    /// A position of a layer, decoded from its index.
    type Decoded: Copy + Send + Sync;

    /// The number of layers.
    fn layers(&self) -> usize;

    /// The number of indices in a layer.
    fn size(&self, layer: usize) -> u64;

    /// A bound on the absolute value of every position of a layer, and on the distance between such a value and the value
    /// of infinite play. At most 126.
    fn bound(&self, layer: usize) -> i8;

    /// Whether no move stays in that layer.
    fn is_acyclic(&self, layer: usize) -> bool;

    /// The position with that index.
    fn decode(&self, layer: usize, index: u64) -> Self::Decoded;

    /// The index of a position.
    fn index(&self, layer: usize, decoded: Self::Decoded) -> u64;

    /// Replaces a position by the one with the next index. Never called at the last index.
    #[inline]
    fn advance(&self, layer: usize, decoded: &mut Self::Decoded) {
        *decoded = self.decode(layer, self.index(layer, *decoded) + 1);
    }

    /// Whether the index belongs to a position at all. Indices without a position are stored with the value 0.
    #[inline]
    fn is_position(&self, layer: usize, decoded: Self::Decoded) -> bool {
        let _ = (layer, decoded);
        true
    }

    /// The value for the player to move if play stays in the layer for ever. A move within the layer must not change this
    /// value, seen from one player's side. Never called for acyclic layers.
    #[inline]
    fn infinite(&self, layer: usize, decoded: Self::Decoded) -> i8 {
        let _ = (layer, decoded);
        0
    }

    /// Visits the result of every move: at least one for every position, and at most 63 within the layer.
    fn successors(
        &self,
        layer: usize,
        decoded: Self::Decoded,
        visit: impl FnMut(Successor<Self::Decoded>),
    );
}

/// Layers with predecessors, which retrograde analysis needs.
pub trait Indexed: Layered {
    /// Visits the positions of the same layer from which a move leads to this one, once for each such move, and whether
    /// the move passed the turn to the opponent.
    fn predecessors(
        &self,
        layer: usize,
        decoded: Self::Decoded,
        visit: impl FnMut(Self::Decoded, bool),
    );
}

/// Values of the lowest layers in memory, for a search to look up.
#[derive(Clone, Debug)]
pub struct EndgameTable {
    values: Arc<Values>,
    /// Whether a proof may end at a position with a stored value and cite the table, instead of going on to the end of play.
    pub cite: bool,
}

/// Layers as they are stored.
#[derive(Debug)]
enum Values {
    Bytes(Vec<Vec<i8>>),
    Bits(Vec<Vec<u64>>),
}

impl EndgameTable {
    /// The values of the lowest layers, each layer in the order of its indices.
    pub fn new(values: Vec<Vec<i8>>, cite: bool) -> EndgameTable {
        EndgameTable { values: Arc::new(Values::Bytes(values)), cite }
    }

    /// The same for layers in which every position is won or lost. Each value is a bit, which is set for a win; the first
    /// value is the lowest bit of the first word.
    pub fn of_bits(values: Vec<Vec<u64>>, cite: bool) -> EndgameTable {
        EndgameTable { values: Arc::new(Values::Bits(values)), cite }
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        match &*self.values {
            Values::Bytes(layers) => layers.len(),
            Values::Bits(layers) => layers.len(),
        }
    }

    /// The value for the player to move of the position with that index, if its layer is in the table. It is 1 or -1 where
    /// values are bits.
    #[inline]
    pub fn value(&self, layer: usize, index: impl FnOnce() -> u64) -> Option<i8> {
        match &*self.values {
            Values::Bytes(layers) => layers.get(layer).map(|values| values[index() as usize]),
            Values::Bits(layers) => layers.get(layer).map(|words| {
                let index = index();
                let is_won = words[(index / 64) as usize] >> (index % 64) & 1 == 1;
                if is_won { 1 } else { -1 }
            }),
        }
    }
}

/// Relates the positions of a game to those of its layers.
pub trait PositionIndex<G: Game>: Layered {
    /// The layer of a position of the game and the position there, if it is in one of the layers.
    fn find(&self, game: &G, position: &G::Position) -> Option<(usize, Self::Decoded)>;

    /// The outcome of a position of the game for which that value is stored.
    fn outcome(&self, game: &G, position: &G::Position, value: i8) -> Outcome;
}
