//! Verifies values by a second method, which knows no counters, no thresholds and no moves backwards.
//!
//! First every value must be the best that its moves give. In a layer with cycles that is not enough: values that only
//! support each other are consistent and wrong. So whoever claims to be better off than by playing on for ever must get
//! there in finitely many moves: a position has a rank if a move gives its value out of the layer or at a position that
//! has a rank; one that is worth less than infinite play has a rank if all its moves within the layer lead to positions
//! that have one. Every position that is worth something else than infinite play needs a rank, and then all values are
//! right: the ranks lead the way to every gain, and nobody else gains by going on.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use foregone_game::random::Random;
use foregone_game::{Layered, Successor};

use super::{AnalysisError, Control, threads};

/// What was found in a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerCheck {
    /// All values are right.
    Right {
        /// Sweeps until every position had its rank.
        sweeps: u32,
    },
    /// The value of this position is not the best that its moves give.
    Inconsistent {
        /// Its number.
        index: u64,
    },
    /// The value of this position rests on others that rest on it.
    Unfounded {
        /// Its number.
        index: u64,
    },
}

/// What a step is worth to the player who makes it; the last argument finds the value of a layer's position.
fn worth<G: Layered>(
    game: &G,
    layer: usize,
    step: Successor<G::Place>,
    find: &impl Fn(usize, u64) -> i8,
) -> i8 {
    let seen = |value: i8, opponent_moves: bool| if opponent_moves { -value } else { value };
    match step {
        Successor::Over(value) => value,
        Successor::Within { place, opponent_moves } => {
            seen(find(layer, game.index(layer, place)), opponent_moves)
        }
        Successor::Below { layer, place, gain, opponent_moves } => {
            gain + seen(find(layer, game.index(layer, place)), opponent_moves)
        }
    }
}

/// Whether a value is the best that the moves give; numbers that are no positions have the value 0.
fn is_consistent<G: Layered>(
    game: &G,
    layer: usize,
    index: u64,
    find: &impl Fn(usize, u64) -> i8,
) -> bool {
    let (place, value) = (game.place(layer, index), find(layer, index));
    if !game.is_position(layer, place) {
        return value == 0;
    }
    let mut best = None;
    game.successors(layer, place, |step| best = best.max(Some(worth(game, layer, step, find))));
    best == Some(value)
}

/// Looks at some positions of a layer, chosen at random, and only whether they are consistent. `find` finds the value of a
/// position in a layer.
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
    LayerCheck::Right { sweeps: 0 }
}

/// Verifies a layer; `values` holds it and those below, which are right.
pub fn verify<G: Layered>(
    game: &G,
    layer: usize,
    values: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<LayerCheck, AnalysisError> {
    let find = |layer: usize, index: u64| values[layer][index as usize];
    let is_right = |index| is_consistent(game, layer, index, &find);
    match each(control, (layer, game.size(layer)), is_right)? {
        right @ LayerCheck::Right { .. } if game.is_acyclic(layer) => Ok(right),
        LayerCheck::Right { .. } => give_ranks(game, layer, values, control),
        wrong => Ok(wrong),
    }
}

/// Looks at all numbers of a layer of that size, whatever it is that makes a value right.
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
        u64::MAX => Ok(LayerCheck::Right { sweeps: 0 }),
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
                let place = game.place(layer, index);
                if !game.is_position(layer, place) || value == game.infinite(layer, place) {
                    continue;
                }
                if has_rank(game, layer, values, (place, value), &ranked) {
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
            return Ok(LayerCheck::Right { sweeps });
        }
    }
    Ok(LayerCheck::Unfounded { index: open.into_inner() })
}

/// Whether a position has a rank by what its moves lead to.
fn has_rank<G: Layered>(
    game: &G,
    layer: usize,
    values: &[Vec<i8>],
    (place, value): (G::Place, i8),
    ranked: &[AtomicBool],
) -> bool {
    let find = |layer: usize, index: u64| values[layer][index as usize];
    let (mut some, mut all) = (false, true);
    game.successors(layer, place, |step| {
        let known = match step {
            Successor::Within { place, .. } => {
                ranked[game.index(layer, place) as usize].load(Relaxed)
            }
            _ => true,
        };
        all &= known;
        some |= known && worth(game, layer, step, &find) == value;
    });
    if value > game.infinite(layer, place) { some } else { all }
}
