//! Retrograde analysis of one layer, given the values of the layers below it.
//!
//! An acyclic layer takes one sweep. In other layers play can go on for ever, and values are found by thresholds: for k from
//! the largest gain down to 1, consider the positions from which the player to move can force at least k more than infinite
//! play is worth, and those from which the player to move cannot avoid getting at least k less. Each of the two sets is a
//! least fixed point that depends on the other. A position that is in neither set for any k has the value of infinite play.
//! Romein and Bal 2003 solved Awari by retrograde analysis over the same layers.
//!
//! - `state.rs` the state of a position during the analysis, in two bytes
//! - `cyclic.rs` the thresholds
//! - `threads.rs` how threads share a sweep
//! - `verify.rs` verification by a second method

mod cyclic;
mod state;
mod threads;
pub mod verify;

use core::sync::atomic::{AtomicBool, Ordering};

use foregone_game::{Indexed, Layered, Successor};

/// The values of finished layers, the lowest first; each is that of the player to move.
pub type Values = Vec<Vec<i8>>;

/// Positions that are counted between two looks at the stop flag.
const INTERVAL: u64 = 1 << 16;

/// How far the analysis of a layer is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The layer.
    pub layer: usize,
    /// The share of its work that is done, from 0 to 1.
    pub share: f64,
}

/// The threads of an analysis, the flag that ends it, and who hears about its progress.
#[derive(Clone, Copy)]
pub struct Control<'c> {
    /// Threads that work on it; at least one.
    pub threads: usize,
    /// Ends the analysis when it is set.
    pub stop: &'c AtomicBool,
    /// Is called with the progress from time to time.
    pub report: &'c (dyn Fn(Progress) + Sync),
}

/// Why an analysis has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// The stop flag was set.
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

impl std::error::Error for AnalysisError {}

impl Control<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The most bytes that the analysis of a layer and the values of the layers below take together.
pub fn peak_bytes<G: Layered>(game: &G, layer: usize, threads: usize) -> u64 {
    let below: u64 = (0..layer).map(|layer| game.size(layer)).sum();
    let each = if game.is_acyclic(layer) { 1 } else { 1 + state::BYTES };
    below + game.size(layer) * each + threads as u64 * cyclic::stack_bytes::<G>()
}

/// Computes the values of a layer; `below` holds the values of all lower layers.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use foregone_game::Layered;
/// use foregone_games::awari::index::Endgames;
/// use foregone_tablebase::retro::{Control, analyse};
///
/// let (game, stop) = (Endgames::new(Default::default(), 2), AtomicBool::new(false));
/// let control = Control { threads: 1, stop: &stop, report: &|_| () };
/// let mut values: Vec<Vec<i8>> = Vec::new();
/// for layer in 0..game.layers() {
///     let next = analyse(&game, layer, &values, &control)?;
///     values.push(next);
/// }
/// assert_eq!(values.iter().map(Vec::len).collect::<Vec<_>>(), [1, 12, 78]);
/// # Ok::<(), foregone_tablebase::retro::AnalysisError>(())
/// ```
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

/// Counts the positions of a layer with each value, from the negated bound on.
pub fn count<G: Layered>(
    game: &G,
    layer: usize,
    values: &[i8],
    stop: &AtomicBool,
) -> Result<Vec<u64>, AnalysisError> {
    let bound = game.bound(layer);
    let mut counts = vec![0; 2 * bound as usize + 1];
    let mut cursor = threads::IndexCursor::new(game, layer);
    for (index, &value) in (0..).zip(values) {
        if index % INTERVAL == 0 && stop.load(Ordering::Relaxed) {
            return Err(AnalysisError::Stopped);
        }
        if game.is_position(layer, cursor.to(index)) {
            counts[(i16::from(value) + i16::from(bound)) as usize] += 1;
        }
    }
    Ok(counts)
}

/// The value of a move out of the layer for the player who makes it; none if the move stays in the layer.
#[inline]
fn worth<G: Layered>(game: &G, below: &[Vec<i8>], step: Successor<G::Decoded>) -> Option<i8> {
    match step {
        Successor::Within { .. } => None,
        Successor::Over(value) => Some(value),
        Successor::Below { layer, decoded, gain, opponent_moves } => {
            let value = below[layer][game.index(layer, decoded) as usize];
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
        let mut cursor = threads::IndexCursor::new(game, layer);
        for (index, value) in (first..).zip(values) {
            let decoded = cursor.to(index);
            if game.is_position(layer, decoded) {
                let mut best = i8::MIN;
                game.successors(layer, decoded, |step| {
                    best = best.max(worth(game, below, step).unwrap_or(i8::MIN));
                });
                *value = best;
            }
        }
    })?;
    Ok(values)
}
