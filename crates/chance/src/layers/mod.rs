//! Whole games by layers: the exact value of every position, in arrays instead of hash tables.
//!
//! A layer is a set of positions that play leaves for ever once it has left them. Its positions are numbered from 0, so
//! that an array of whole numbers holds their values. Layers are solved in ascending order: a turn leads to a lower layer,
//! which is known, or stays (a *quiet* turn), and what stays is solved by retrograde analysis. Only the layers that the next
//! one looks into have to be in memory; where finished layers are kept is the business of a [`Store`].
//!
//! Values are those of the player to move, over a denominator that the position decides, and endless play is worth 0.

mod build;
mod look_up;
mod number;
mod retrograde;
mod verify;

use crate::fraction::Fraction;
use crate::game::ChanceGame;

pub use build::{BuildError, Memory, Progress, Source, Store, Watch, build};
pub use look_up::look_up;
pub use number::Number;
pub use verify::{Extent, Fault, VerifyError, verify, verify_layer};

/// A game whose positions are numbered in layers.
pub trait Layered: Send + Sync {
    /// What values are stored as.
    type Number: Number;
    /// The rules.
    type Game: ChanceGame;
    /// A layer that is being solved.
    type Open<'a>: OpenLayer<Self::Number>
    where
        Self: 'a;

    /// The rules, by which values are verified.
    fn game(&self) -> &Self::Game;

    /// The game and the utility: everything that values depend on.
    fn name(&self) -> String;

    /// The number of layers.
    fn layers(&self) -> usize;

    /// The number of indices of a layer. Some of them may belong to no position.
    fn size(&self, layer: usize) -> usize;

    /// The lowest layer that a layer looks into; the layer itself if it looks into none.
    fn lowest_needed(&self, layer: usize) -> usize;

    /// Prepares a layer. `lower` has the values of the lower layers that it looks into, and empty lists for others.
    fn open<'a>(&'a self, layer: usize, lower: &'a [Vec<Self::Number>]) -> Self::Open<'a>;

    /// The position of an index, if there is one.
    fn position(&self, layer: usize, index: usize) -> Option<<Self::Game as ChanceGame>::Position>;

    /// The layer and the index of a position at which a player is to move, unless the game is over there or it is no
    /// position of the numbered ones.
    fn locate(&self, position: &<Self::Game as ChanceGame>::Position) -> Option<(usize, usize)>;

    /// Whether a position at which a player is to move has no index because its turns have: after a roll.
    fn looks_through(&self, position: &<Self::Game as ChanceGame>::Position) -> bool {
        let _ = position;
        false
    }

    /// The value of a position for Max, from the number that is stored for it, times the denominator of the game at this
    /// position and [`Layered::common`].
    fn for_max(
        &self,
        position: &<Self::Game as ChanceGame>::Position,
        number: Self::Number,
    ) -> i128;

    /// The worths of all outcomes times [`Layered::common`], worst first.
    fn worths(&self) -> &[i128];

    /// The least common denominator of the worths.
    fn common(&self) -> i128;

    /// The value of a position for Max, from the number that is stored for it.
    fn value(
        &self,
        position: &<Self::Game as ChanceGame>::Position,
        number: Self::Number,
    ) -> Fraction {
        let below = self.game().denominator(position).map_or(1, |below| below.value);
        Fraction::new(self.for_max(position, number).into(), below.into())
            / num_bigint::BigInt::from(self.common())
    }
}

/// What a player can do at a position besides staying in the layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Survey<N> {
    /// The index belongs to no position.
    Absent,
    /// The best turn that leaves the layer or ends the game, if there is any, and the number of quiet turns.
    Open {
        /// The value of that turn for the player to move.
        exit: Option<N>,
        /// How many quiet turns there are.
        quiet: u32,
    },
}

/// The most bytes of memory that solving all layers takes: the layers that one looks into, its values, and what is noted
/// about its positions.
pub fn build_bytes<G: Layered>(game: &G) -> u64 {
    let number = G::Number::BYTES as u64;
    let need = |layer: usize| {
        let lower = build::lowest_from(game, layer)..layer;
        let lower: u64 = lower.map(|layer| game.size(layer) as u64).sum();
        // A value, the turns that are left, an exit with its index, and a place in the queue.
        let each = number + 2 + 2 * number.max(4) + 4;
        lower * number + game.size(layer) as u64 * each
    };
    (0..game.layers()).map(need).max().unwrap_or(0)
}

/// A layer that is being solved. Indices are those of the layer.
pub trait OpenLayer<N> {
    /// Whether there are quiet turns at all. Otherwise exits are the values.
    const HAS_QUIET: bool;

    /// What a quiet turn weighs in [`OpenLayer::each_before`]: weights are whole multiples of parts of it, because positions
    /// that are mirror images of each other share an index.
    fn unit(&self) -> u16;

    /// What can be done at a position.
    fn survey(&self, index: usize) -> Survey<N>;

    /// Calls `each` with every index from which a quiet turn leads to this one. The weights of an index add up to `unit`
    /// times the number of its quiet turns that lead here.
    fn each_before(&self, index: usize, each: impl FnMut(usize, u16));
}
