//! Retrograde analysis of one layer, when those below it are known.
//!
//! An acyclic layer takes one sweep. In others play can go on for ever, and what can be forced is found by thresholds:
//! for k from the largest gain down to 1, the positions from which the player to move gets at least k more than infinite
//! play is worth, and those from which at least k less is all there is, are a least fixed point of each other. Whatever
//! is in neither set for any k is worth what infinite play is.
//!
//! - `state.rs` what is known of a position meanwhile, in two bytes
//! - `cyclic.rs` the thresholds
//! - `threads.rs` how threads share a sweep
//! - `verify.rs` the same values by a second, plainer method, to verify

mod cyclic;
mod state;
mod threads;
pub mod verify;

use core::sync::atomic::{AtomicBool, Ordering};

use foregone_game::{Indexed, Layered, Successor};

/// Values of finished layers, the lowest first: of every position, for the player to move.
pub type Values = Vec<Vec<i8>>;

/// Positions that are counted between two looks at the stop flag.
const PATIENCE: u64 = 1 << 16;

/// How far the analysis of a layer is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The layer.
    pub layer: usize,
    /// The share of its work that is done, from 0 to 1.
    pub share: f64,
}

/// How an analysis is run.
#[derive(Clone, Copy)]
pub struct Control<'c> {
    /// Threads that work on it; at least one.
    pub threads: usize,
    /// Ends the analysis when it is set.
    pub stop: &'c AtomicBool,
    /// Is told now and then how far it is.
    pub report: &'c (dyn Fn(Progress) + Sync),
}

/// Why there are no values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// The flag was set.
    Stopped,
    /// Some position has more moves within its layer than can be counted.
    TooManyMoves {
        /// The layer.
        layer: usize,
    },
}

impl core::fmt::Display for AnalysisError {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            AnalysisError::Stopped => out.write_str("the analysis was stopped"),
            AnalysisError::TooManyMoves { layer } => write!(
                out,
                "a position of layer {layer} has more than {} moves within it, which is more than retrograde analysis can count",
                state::COUNT_MAX
            ),
        }
    }
}

impl Control<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The most bytes that the analysis of a layer and the values of those below it take together.
pub fn peak_bytes<G: Layered>(game: &G, layer: usize, threads: usize) -> u64 {
    let below: u64 = (0..layer).map(|layer| game.size(layer)).sum();
    let each = if game.is_acyclic(layer) { 1 } else { 1 + state::BYTES };
    below + game.size(layer) * each + threads as u64 * cyclic::stack_bytes::<G>()
}

/// The values of a layer; `below` holds those of the lower ones.
pub fn analyse<G: Indexed>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<Vec<i8>, AnalysisError> {
    if game.is_acyclic(layer) {
        sweep(game, layer, below, control)
    } else {
        cyclic::analyse(game, layer, below, control)
    }
}

/// How many positions of a layer have each value, from the negated bound on.
pub fn count<G: Layered>(
    game: &G,
    layer: usize,
    values: &[i8],
    stop: &AtomicBool,
) -> Result<Vec<u64>, AnalysisError> {
    let bound = game.bound(layer);
    let mut counts = vec![0; 2 * bound as usize + 1];
    let mut walk = threads::IndexCursor::new(game, layer);
    for (index, &value) in (0..).zip(values) {
        if index % PATIENCE == 0 && stop.load(Ordering::Relaxed) {
            return Err(AnalysisError::Stopped);
        }
        if game.is_position(layer, walk.to(index)) {
            counts[(i16::from(value) + i16::from(bound)) as usize] += 1;
        }
    }
    Ok(counts)
}

/// What a step out of the layer is worth to the player who makes it.
#[inline]
fn worth<G: Layered>(game: &G, below: &[Vec<i8>], step: Successor<G::Place>) -> Option<i8> {
    match step {
        Successor::Within { .. } => None,
        Successor::Over(value) => Some(value),
        Successor::Below { layer, place, gain, opponent_moves } => {
            let value = below[layer][game.index(layer, place) as usize];
            Some(gain + if opponent_moves { -value } else { value })
        }
    }
}

/// An acyclic layer.
fn sweep<G: Layered>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<Vec<i8>, AnalysisError> {
    let mut values = vec![0; game.size(layer) as usize];
    threads::fill(control, layer, &mut values, |first, values| {
        let mut walk = threads::IndexCursor::new(game, layer);
        for (index, value) in (first..).zip(values) {
            let place = walk.to(index);
            if game.is_position(layer, place) {
                let mut best = i8::MIN;
                game.successors(layer, place, |step| {
                    best = best.max(worth(game, below, step).unwrap_or(i8::MIN));
                });
                *value = best;
            }
        }
    })?;
    Ok(values)
}
