//! Verifies values by a second method, which needs no counters, no thresholds and no predecessors.
//!
//! First, every value must be the best that its moves give. In a layer with cycles that is not enough: values on a cycle can
//! support each other and be wrong. So a value that differs from infinite play must be reached in finitely many moves, which
//! ranks prove. A position worth more than infinite play has a rank if a move that gives its value leaves the layer or leads
//! to a position with a rank. A position worth less has a rank if all its moves within the layer lead to positions with
//! ranks. If every position that differs from infinite play has a rank, all values are correct: the ranks lead to every gain,
//! and the other player gains nothing by playing on.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use foregone_game::random::Random;
use foregone_game::{Layered, Successor};

use super::{AnalysisError, Control, threads};

/// The result of verifying a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerCheck {
    /// All values are correct.
    Correct {
        /// The number of sweeps until every position had its rank.
        sweeps: u32,
    },
    /// The value of this position is not the best that its moves give.
    Inconsistent {
        /// Its index.
        index: u64,
    },
    /// The value of this position rests on others that rest on it.
    Unfounded {
        /// Its index.
        index: u64,
    },
}

/// The value of a move for the player who makes it; `find` looks up the value of a position.
fn worth<G: Layered>(
    game: &G,
    layer: usize,
    step: Successor<G::Decoded>,
    find: &impl Fn(usize, u64) -> i8,
) -> i8 {
    let seen = |value: i8, opponent_moves: bool| if opponent_moves { -value } else { value };
    match step {
        Successor::Over(value) => value,
        Successor::Within { decoded, opponent_moves } => {
            seen(find(layer, game.index(layer, decoded)), opponent_moves)
        }
        Successor::Below { layer, decoded, gain, opponent_moves } => {
            gain + seen(find(layer, game.index(layer, decoded)), opponent_moves)
        }
    }
}

/// Whether a value is the best that the moves give. Indices without a position have the value 0.
fn is_consistent<G: Layered>(
    game: &G,
    layer: usize,
    index: u64,
    find: &impl Fn(usize, u64) -> i8,
) -> bool {
    let (decoded, value) = (game.decode(layer, index), find(layer, index));
    if !game.is_position(layer, decoded) {
        return value == 0;
    }
    let mut best = None;
    game.successors(layer, decoded, |step| best = best.max(Some(worth(game, layer, step, find))));
    best == Some(value)
}

/// Checks that the values of some random positions of a layer are consistent, without ranks. `find` looks up the value of a
/// position.
pub fn sample<G: Layered>(
    game: &G,
    layer: usize,
    count: u64,
    random: &mut Random,
    find: &impl Fn(usize, u64) -> i8,
) -> LayerCheck {
    let size = game.size(layer) as usize;
    for _ in 0..count {
        let index = random.below(size) as u64;
        if !is_consistent(game, layer, index, find) {
            return LayerCheck::Inconsistent { index };
        }
    }
    LayerCheck::Correct { sweeps: 0 }
}

/// Verifies a layer; `values` holds it and the layers below, which are correct.
pub fn verify<G: Layered>(
    game: &G,
    layer: usize,
    values: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<LayerCheck, AnalysisError> {
    let find = |layer: usize, index: u64| values[layer][index as usize];
    let is_right = |index| is_consistent(game, layer, index, &find);
    match each(control, (layer, game.size(layer)), is_right)? {
        right @ LayerCheck::Correct { .. } if game.is_acyclic(layer) => Ok(right),
        LayerCheck::Correct { .. } => give_ranks(game, layer, values, control),
        wrong => Ok(wrong),
    }
}

/// Checks all indices of a layer of that size with a function that tells whether a value is correct.
pub fn each(
    control: &Control<'_>,
    (layer, size): (usize, u64),
    is_right: impl Fn(u64) -> bool + Sync,
) -> Result<LayerCheck, AnalysisError> {
    let wrong = AtomicU64::new(u64::MAX);
    let look = |_: &mut (), first, end| {
        if let Some(index) = (first..end).find(|&index| !is_right(index)) {
            wrong.fetch_min(index, Relaxed);
        }
    };
    threads::sweep(control, (layer, size), (0.0, 0.5), || (), look)?;
    match wrong.into_inner() {
        u64::MAX => Ok(LayerCheck::Correct { sweeps: 0 }),
        index => Ok(LayerCheck::Inconsistent { index }),
    }
}

fn give_ranks<G: Layered>(
    game: &G,
    layer: usize,
    values: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<LayerCheck, AnalysisError> {
    let size = game.size(layer);
    let ranked: Vec<AtomicBool> = (0..size).map(|_| AtomicBool::new(false)).collect();
    let (changed, open) = (AtomicBool::new(true), AtomicU64::new(u64::MAX));
    let mut sweeps = 0;
    while changed.swap(false, Relaxed) {
        open.store(u64::MAX, Relaxed);
        let look = |_: &mut (), first: u64, end: u64| {
            for index in first..end {
                let value = values[layer][index as usize];
                if ranked[index as usize].load(Relaxed) {
                    continue;
                }
                let decoded = game.decode(layer, index);
                if !game.is_position(layer, decoded) || value == game.infinite(layer, decoded) {
                    continue;
                }
                if has_rank(game, layer, values, (decoded, value), &ranked) {
                    ranked[index as usize].store(true, Relaxed);
                    changed.store(true, Relaxed);
                } else {
                    open.fetch_min(index, Relaxed);
                }
            }
        };
        threads::sweep(control, (layer, size), (0.5, 1.0), || (), look)?;
        sweeps += 1;
        if open.load(Relaxed) == u64::MAX {
            return Ok(LayerCheck::Correct { sweeps });
        }
    }
    Ok(LayerCheck::Unfounded { index: open.into_inner() })
}

/// Whether the successors of a position give it a rank.
fn has_rank<G: Layered>(
    game: &G,
    layer: usize,
    values: &[Vec<i8>],
    (decoded, value): (G::Decoded, i8),
    ranked: &[AtomicBool],
) -> bool {
    let find = |layer: usize, index: u64| values[layer][index as usize];
    let (mut some, mut all) = (false, true);
    game.successors(layer, decoded, |step| {
        let known = match step {
            Successor::Within { decoded, .. } => {
                ranked[game.index(layer, decoded) as usize].load(Relaxed)
            }
            _ => true,
        };
        all &= known;
        some |= known && worth(game, layer, step, &find) == value;
    });
    if value > game.infinite(layer, decoded) { some } else { all }
}
