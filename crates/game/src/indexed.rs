//! Games whose positions are numbered, for retrograde analysis and tablebases.
//!
//! Positions are numbered densely in layers. A move stays in its layer or leads to one with a smaller number, so layers
//! are analysed in ascending order. Values are those of the player to move, and only of what is still to be won: a move
//! may gain something at once, and what it leads to is worth the rest.

use std::sync::Arc;

use crate::game::Game;
use crate::outcome::Outcome;

/// What one move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<P> {
    /// A position of the same layer.
    Within {
        /// Which one.
        place: P,
        /// Whether it is the opponent's turn there.
        turned: bool,
    },
    /// A position of a layer that was analysed before.
    Below {
        /// Its layer.
        layer: usize,
        /// Which one.
        place: P,
        /// What the player who moves gains on the way.
        gain: i8,
        /// Whether it is the opponent's turn there.
        turned: bool,
    },
    /// The end, worth so much to the player whose turn it was. A position that is over has this one step.
    Over(i8),
}

/// Positions in layers, with their moves.
pub trait Numbered: Send + Sync {
    /// A position of a layer, ready to be moved from: what its number is decoded to.
    type Place: Copy + Send + Sync;

    /// How many layers there are.
    fn layers(&self) -> usize;

    /// How many positions a layer has.
    fn size(&self, layer: usize) -> u64;

    /// Values in a layer, and their distance to what infinite play is worth, lie between this and its negation; at most
    /// 126.
    fn bound(&self, layer: usize) -> i8;

    /// Whether no move stays in that layer.
    fn is_acyclic(&self, layer: usize) -> bool;

    /// The position with that number.
    fn place(&self, layer: usize, index: u64) -> Self::Place;

    /// The number of a position.
    fn index(&self, layer: usize, place: Self::Place) -> u64;

    /// Goes to the position with the next number. Never called at the last one.
    #[inline]
    fn advance(&self, layer: usize, place: &mut Self::Place) {
        *place = self.place(layer, self.index(layer, *place) + 1);
    }

    /// Whether the number stands for a position at all. Numbers that do not are stored with the value 0.
    #[inline]
    fn is_position(&self, layer: usize, place: Self::Place) -> bool {
        let _ = (layer, place);
        true
    }

    /// What it is worth to the player to move if play stays in the layer for ever. Along a move within the layer it is the
    /// same from the same player's view. Only asked in layers that are not acyclic.
    #[inline]
    fn infinite(&self, layer: usize, place: Self::Place) -> i8 {
        let _ = (layer, place);
        0
    }

    /// Visits what every move leads to; at least one step for every position, at most 63 of them within the layer.
    fn steps(&self, layer: usize, place: Self::Place, visit: impl FnMut(Step<Self::Place>));
}

/// The moves backwards, too: what retrograde analysis needs.
pub trait Indexed: Numbered {
    /// Visits the positions of the layer from which a move leads here, as often as there are such moves, and whether the
    /// move passed the turn.
    fn before(&self, layer: usize, place: Self::Place, visit: impl FnMut(Self::Place, bool));
}

/// Values of the lowest layers, in memory, for a search to look up.
#[derive(Clone, Debug)]
pub struct Lookup {
    values: Arc<Stored>,
    /// Whether proofs may end where values are known, on the word of the tables, instead of going on to the end of play.
    pub cite: bool,
}

/// Layers as they are stored.
#[derive(Debug)]
enum Stored {
    Bytes(Vec<Vec<i8>>),
    Bits(Vec<Vec<u64>>),
}

impl Lookup {
    /// The values of the lowest layers, each in the order of their numbers.
    pub fn new(values: Vec<Vec<i8>>, cite: bool) -> Lookup {
        Lookup { values: Arc::new(Stored::Bytes(values)), cite }
    }

    /// The same of layers in which every position is won or lost: bits, the first in the lowest place of a word.
    pub fn of_bits(values: Vec<Vec<u64>>, cite: bool) -> Lookup {
        Lookup { values: Arc::new(Stored::Bits(values)), cite }
    }

    /// How many layers are known.
    pub fn layers(&self) -> usize {
        match &*self.values {
            Stored::Bytes(layers) => layers.len(),
            Stored::Bits(layers) => layers.len(),
        }
    }

    /// The value for the player to move of a position with that number, if its layer is known: 1 or -1 if there are only wins
    /// and losses.
    #[inline]
    pub fn value(&self, layer: usize, index: impl FnOnce() -> u64) -> Option<i8> {
        match &*self.values {
            Stored::Bytes(layers) => layers.get(layer).map(|values| values[index() as usize]),
            Stored::Bits(layers) => layers.get(layer).map(|words| {
                let index = index();
                let is_won = words[(index / 64) as usize] >> (index % 64) & 1 == 1;
                if is_won { 1 } else { -1 }
            }),
        }
    }
}

/// How the numbered positions and those of a game belong together.
pub trait Located<G: Game>: Numbered {
    /// Where a position of the game is found, if it is in one of the layers.
    fn find(&self, game: &G, position: &G::Position) -> Option<(usize, Self::Place)>;

    /// The outcome of a position of the game for which that value is stored.
    fn outcome(&self, game: &G, position: &G::Position, value: i8) -> Outcome;
}
