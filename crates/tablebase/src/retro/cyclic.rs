//! A layer in which play can go on for ever, analysed by thresholds from the largest gain down.
//!
//! Values are relative to the value of infinite play. At threshold k a position is won with k if a move out of the layer
//! gains k, or if a move within the layer leads to a position that is lost with k. A position is lost with k if every move
//! within the layer leads to a position that is won with k or more, and no move out of the layer gives more than -k. A value
//! that was settled at a larger threshold stays. Each position is settled once and updates its predecessors once, so all
//! thresholds together cost little more than one pass.

use core::mem::size_of;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use foregone_game::{Indexed, Layered};

use super::state::{AtomicState, BYTES, COUNT_MAX, NONE, State};
use super::{AnalysisError, Control, threads, worth};

/// The most settled positions on the stack of a thread whose predecessors are not updated yet. Further ones are left for
/// another sweep.
const STACK: usize = 1 << 15;
/// Updates that are collected before they are applied.
const BATCH: usize = 64;
/// The share of the work that the first sweep has, as measured with Awari.
const FIRST: f64 = 0.4;

const _: () = assert!(size_of::<AtomicState>() as u64 == BYTES);

/// Bytes of the stack and the updates of a thread.
pub(super) fn stack_bytes<G: Layered>() -> u64 {
    (STACK * size_of::<(G::Decoded, i8)>() + 2 * BATCH * size_of::<PredecessorUpdate<G::Decoded>>())
        as u64
}

/// The values of the layer.
pub(super) fn analyse<G: Indexed>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<Vec<i8>, AnalysisError> {
    let size = game.size(layer);
    let states: Vec<AtomicState> = (0..size).map(|_| AtomicState::new()).collect();
    first_sweep(game, layer, below, &states, control)?;
    let bound = game.bound(layer);
    for threshold in (1..=bound).rev() {
        let done = f64::from(bound - threshold) / f64::from(bound);
        let next = f64::from(bound - threshold + 1) / f64::from(bound);
        let shares = (FIRST + (1.0 - FIRST) * done, FIRST + (1.0 - FIRST) * next);
        let pass =
            ThresholdPass { game, layer, states: &states, threshold, left: AtomicBool::new(true) };
        if threads::threads(control, size) == 1 {
            pass.run::<false>(control, shares)?;
        } else {
            pass.run::<true>(control, shares)?;
        }
    }
    finished(game, layer, &states, control)
}

/// Generates the moves of every position: stores the best value of those out of the layer, and the number of the others.
fn first_sweep<G: Layered>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    states: &[AtomicState],
    control: &Control<'_>,
) -> Result<(), AnalysisError> {
    let too_many = AtomicBool::new(false);
    let look = |_: &mut (), first: u64, end: u64| {
        let mut cursor = threads::IndexCursor::new(game, layer);
        for (index, stored) in (first..end).zip(&states[first as usize..end as usize]) {
            let decoded = cursor.to(index);
            if !game.is_position(layer, decoded) {
                stored.set(State::HOLE);
                continue;
            }
            let (mut count, mut best, infinite) = (0, NONE, game.infinite(layer, decoded));
            game.successors(layer, decoded, |step| match worth(game, below, step) {
                Some(value) => best = best.max(value - infinite),
                None => count += 1,
            });
            if count > COUNT_MAX {
                too_many.store(true, Relaxed);
                count = COUNT_MAX;
            }
            stored.set(State::new(count, best));
        }
    };
    threads::sweep(control, (layer, states.len() as u64), (0.0, FIRST), || (), look)?;
    if too_many.into_inner() { Err(AnalysisError::TooManyMoves { layer }) } else { Ok(()) }
}

/// The pass for one threshold.
struct ThresholdPass<'r, G: Indexed> {
    game: &'r G,
    layer: usize,
    states: &'r [AtomicState],
    threshold: i8,
    /// Whether a position was left for another sweep.
    left: AtomicBool,
}

/// The working memory of a thread.
struct WorkerState<P> {
    /// Settled positions, with their values, whose predecessors are not updated yet.
    settled: Vec<(P, i8)>,
    /// Updates that are not applied yet.
    updates: Vec<PredecessorUpdate<P>>,
    /// A mix of the states that were loaded early. Nobody reads it, but the compiler would remove a load without a use.
    touched: u16,
}

/// A predecessor of a settled position.
struct PredecessorUpdate<P> {
    decoded: P,
    index: usize,
    /// Whether the move to the settled position wins; otherwise it loses.
    wins: bool,
}

impl<P> WorkerState<P> {
    fn new() -> WorkerState<P> {
        WorkerState {
            settled: Vec::with_capacity(STACK),
            updates: Vec::with_capacity(2 * BATCH),
            touched: 0,
        }
    }
}

impl<G: Indexed> ThresholdPass<'_, G> {
    fn run<const SHARED: bool>(
        &self,
        control: &Control<'_>,
        shares: (f64, f64),
    ) -> Result<(), AnalysisError> {
        let size = self.states.len() as u64;
        let work = |worker: &mut WorkerState<G::Decoded>, first, end| {
            self.chunk::<SHARED>(first, end, worker, control);
        };
        while self.left.swap(false, Relaxed) {
            threads::sweep(control, (self.layer, size), shares, WorkerState::new, work)?;
        }
        Ok(())
    }

    /// Settles the positions in a part of the layer whose moves out of the layer reach the threshold, and all positions that
    /// follow from them. Those can be most of the layer, so the stop flag is polled.
    fn chunk<const SHARED: bool>(
        &self,
        first: u64,
        end: u64,
        worker: &mut WorkerState<G::Decoded>,
        control: &Control<'_>,
    ) {
        let mut cursor = threads::IndexCursor::new(self.game, self.layer);
        for (index, stored) in (first..end).zip(&self.states[first as usize..end as usize]) {
            let state = stored.get();
            let value = match state.seed(self.threshold) {
                Some(value) if stored.settle::<SHARED>(value) => value,
                None if state.is_pending() && stored.take_deferred::<SHARED>() => state.value(),
                _ => continue,
            };
            self.collect_updates(cursor.to(index), value, worker);
            while worker.updates.len() >= BATCH {
                if control.stopped() {
                    return;
                }
                self.apply_updates::<SHARED>(worker);
            }
        }
        while !worker.updates.is_empty() && !control.stopped() {
            self.apply_updates::<SHARED>(worker);
        }
    }

    /// Collects updates of the predecessors of a settled position. Their states are far apart in memory: each is loaded here,
    /// so that it is in the cache when the update is applied.
    #[inline]
    fn collect_updates(
        &self,
        decoded: G::Decoded,
        value: i8,
        worker: &mut WorkerState<G::Decoded>,
    ) {
        self.game.predecessors(self.layer, decoded, |decoded, opponent_moves| {
            let index = self.game.index(self.layer, decoded) as usize;
            worker.touched ^= self.states[index].prefetch();
            worker.updates.push(PredecessorUpdate {
                decoded,
                index,
                wins: (value < 0) == opponent_moves,
            });
        });
    }

    /// Applies all updates, and collects the next ones.
    fn apply_updates<const SHARED: bool>(&self, worker: &mut WorkerState<G::Decoded>) {
        for PredecessorUpdate { decoded, index, wins } in worker.updates.drain(..) {
            let stored = &self.states[index];
            let value = if wins { self.threshold } else { -self.threshold };
            let lost = |state: State| state.has_no_escape() && state.value() <= value;
            if (wins || stored.count_down::<SHARED>().is_some_and(lost))
                && stored.settle::<SHARED>(value)
            {
                if worker.settled.len() < STACK {
                    worker.settled.push((decoded, value));
                } else {
                    stored.defer::<SHARED>();
                    self.left.store(true, Relaxed);
                }
            }
        }
        while worker.updates.len() < BATCH
            && let Some((decoded, value)) = worker.settled.pop()
        {
            self.collect_updates(decoded, value, worker);
        }
    }
}

/// The values of settled positions, and that of infinite play for the others.
fn finished<G: Layered>(
    game: &G,
    layer: usize,
    states: &[AtomicState],
    control: &Control<'_>,
) -> Result<Vec<i8>, AnalysisError> {
    let mut values = vec![0; states.len()];
    let silent = Control { report: &|_| (), ..*control };
    threads::fill(&silent, layer, &mut values, |first, values| {
        let mut cursor = threads::IndexCursor::new(game, layer);
        for (index, value) in (first..).zip(values) {
            let (state, decoded) = (states[index as usize].get(), cursor.to(index));
            if game.is_position(layer, decoded) {
                let relative = if state.is_settled() { state.value() } else { 0 };
                *value = relative + game.infinite(layer, decoded);
            }
        }
    })?;
    Ok(values)
}
