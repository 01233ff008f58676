//! A layer in which play can go on for ever: thresholds, from the largest gain down.
//!
//! Values are relative to what infinite play is worth. At threshold k a position is won with k if a move out of the layer
//! gains k or one within leads to a position lost with k, and lost with k if every move within leads to a position won with
//! k or more and none out of the layer gives more than -k. What was settled at a larger threshold stays so. Each position
//! is settled once and tells those before it once, so all thresholds together cost little more than one pass.

use core::mem::size_of;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use foregone_game::{Indexed, Layered};

use super::state::{AtomicState, BYTES, COUNT_MAX, NONE, State};
use super::{AnalysisError, Control, threads, worth};

/// Positions that were settled and whose predecessors have not heard of it; what does not fit is left for another sweep.
const STACK: usize = 1 << 15;
/// PredecessorUpdate that are gathered before conclusions are drawn.
const BATCH: usize = 64;
/// The share of the work that the first sweep has, as measured with Awari.
const FIRST: f64 = 0.4;

const _: () = assert!(size_of::<AtomicState>() as u64 == BYTES);

/// Bytes that each thread needs.
pub(super) fn stack_bytes<G: Layered>() -> u64 {
    (STACK * size_of::<(G::Place, i8)>() + 2 * BATCH * size_of::<PredecessorUpdate<G::Place>>())
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
    let cells: Vec<AtomicState> = (0..size).map(|_| AtomicState::new()).collect();
    first_sweep(game, layer, below, &cells, control)?;
    let bound = game.bound(layer);
    for threshold in (1..=bound).rev() {
        let done = f64::from(bound - threshold) / f64::from(bound);
        let next = f64::from(bound - threshold + 1) / f64::from(bound);
        let shares = (FIRST + (1.0 - FIRST) * done, FIRST + (1.0 - FIRST) * next);
        let round =
            ThresholdPass { game, layer, cells: &cells, threshold, left: AtomicBool::new(true) };
        if threads::threads(control, size) == 1 {
            round.run::<false>(control, shares)?;
        } else {
            round.run::<true>(control, shares)?;
        }
    }
    finished(game, layer, &cells, control)
}

/// Looks at every position's moves: the best out of the layer, and how many stay in it.
fn first_sweep<G: Layered>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    cells: &[AtomicState],
    control: &Control<'_>,
) -> Result<(), AnalysisError> {
    let too_many = AtomicBool::new(false);
    let look = |_: &mut (), first: u64, end: u64| {
        let mut walk = threads::IndexCursor::new(game, layer);
        for (index, cell) in (first..end).zip(&cells[first as usize..end as usize]) {
            let place = walk.to(index);
            if !game.is_position(layer, place) {
                cell.set(State::HOLE);
                continue;
            }
            let (mut count, mut best, infinite) = (0, NONE, game.infinite(layer, place));
            game.successors(layer, place, |step| match worth(game, below, step) {
                Some(value) => best = best.max(value - infinite),
                None => count += 1,
            });
            if count > COUNT_MAX {
                too_many.store(true, Relaxed);
                count = COUNT_MAX;
            }
            cell.set(State::new(count, best));
        }
    };
    threads::sweep(control, (layer, cells.len() as u64), (0.0, FIRST), || (), look)?;
    if too_many.into_inner() { Err(AnalysisError::TooManyMoves { layer }) } else { Ok(()) }
}

/// One threshold.
struct ThresholdPass<'r, G: Indexed> {
    game: &'r G,
    layer: usize,
    cells: &'r [AtomicState],
    threshold: i8,
    /// Whether a position was put off, so that another sweep is due.
    left: AtomicBool,
}

/// What one thread has in worker.
struct WorkerState<P> {
    /// Positions that are settled, with their values, whose predecessors have not heard of it.
    settled: Vec<(P, i8)>,
    /// Predecessors that have heard of it and have not drawn their conclusions.
    news: Vec<PredecessorUpdate<P>>,
    /// What was found at the cells when they were touched; of no use, but loads that nobody needs are left out.
    touched: u16,
}

/// One of a position's moves within the layer leads to a position that is settled.
struct PredecessorUpdate<P> {
    place: P,
    index: usize,
    /// Whether the move wins; otherwise it loses.
    wins: bool,
}

impl<P> WorkerState<P> {
    fn new() -> WorkerState<P> {
        WorkerState {
            settled: Vec::with_capacity(STACK),
            news: Vec::with_capacity(2 * BATCH),
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
        let size = self.cells.len() as u64;
        let work = |worker: &mut WorkerState<G::Place>, first, end| {
            self.chunk::<SHARED>(first, end, worker, control);
        };
        while self.left.swap(false, Relaxed) {
            threads::sweep(control, (self.layer, size), shares, WorkerState::new, work)?;
        }
        Ok(())
    }

    /// Settles what the threshold settles at once in a part of the layer, and all that follows from it, which may be most of
    /// the layer: so it looks whether to stop.
    fn chunk<const SHARED: bool>(
        &self,
        first: u64,
        end: u64,
        worker: &mut WorkerState<G::Place>,
        control: &Control<'_>,
    ) {
        let mut walk = threads::IndexCursor::new(self.game, self.layer);
        for (index, cell) in (first..end).zip(&self.cells[first as usize..end as usize]) {
            let state = cell.get();
            let value = match state.seed(self.threshold) {
                Some(value) if cell.settle::<SHARED>(value) => value,
                None if state.is_pending() && cell.take_up::<SHARED>() => state.value(),
                _ => continue,
            };
            self.tell(walk.to(index), value, worker);
            while worker.news.len() >= BATCH {
                if control.stopped() {
                    return;
                }
                self.conclude::<SHARED>(worker);
            }
        }
        while !worker.news.is_empty() && !control.stopped() {
            self.conclude::<SHARED>(worker);
        }
    }

    /// Tells the positions before one that it is settled. Their cells are far apart: each is touched here so that it is
    /// at worker when the conclusions are drawn, and nothing waits for it until then.
    #[inline]
    fn tell(&self, place: G::Place, value: i8, worker: &mut WorkerState<G::Place>) {
        self.game.predecessors(self.layer, place, |place, opponent_moves| {
            let index = self.game.index(self.layer, place) as usize;
            worker.touched ^= self.cells[index].touch();
            worker.news.push(PredecessorUpdate {
                place,
                index,
                wins: (value < 0) == opponent_moves,
            });
        });
    }

    /// Draws the conclusions from all news, and gathers the next ones.
    fn conclude<const SHARED: bool>(&self, worker: &mut WorkerState<G::Place>) {
        for PredecessorUpdate { place, index, wins } in worker.news.drain(..) {
            let cell = &self.cells[index];
            let value = if wins { self.threshold } else { -self.threshold };
            let lost = |state: State| state.is_cornered() && state.value() <= value;
            if (wins || cell.count_down::<SHARED>().is_some_and(lost))
                && cell.settle::<SHARED>(value)
            {
                if worker.settled.len() < STACK {
                    worker.settled.push((place, value));
                } else {
                    cell.put_off::<SHARED>();
                    self.left.store(true, Relaxed);
                }
            }
        }
        while worker.news.len() < BATCH
            && let Some((place, value)) = worker.settled.pop()
        {
            self.tell(place, value, worker);
        }
    }
}

/// What was settled, and infinite play for the others.
fn finished<G: Layered>(
    game: &G,
    layer: usize,
    cells: &[AtomicState],
    control: &Control<'_>,
) -> Result<Vec<i8>, AnalysisError> {
    let mut values = vec![0; cells.len()];
    let silent = Control { report: &|_| (), ..*control };
    threads::fill(&silent, layer, &mut values, |first, values| {
        let mut walk = threads::IndexCursor::new(game, layer);
        for (index, value) in (first..).zip(values) {
            let (state, place) = (cells[index as usize].get(), walk.to(index));
            if game.is_position(layer, place) {
                let relative = if state.is_settled() { state.value() } else { 0 };
                *value = relative + game.infinite(layer, place);
            }
        }
    })?;
    Ok(values)
}
