//! A layer in which play can go on for ever: thresholds, from the largest gain down.
//!
//! Values are relative to what infinite play is worth. At threshold k a position is won with k if a move out of the layer
//! gains k or one within leads to a position lost with k, and lost with k if every move within leads to a position won with
//! k or more and none out of the layer gives more than -k. What was settled at a larger threshold stays so. Each position
//! is settled once and tells those before it once, so all thresholds together cost little more than one pass.

use core::mem::size_of;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Indexed, Numbered};

use super::state::{BYTES, COUNT_MAX, Cell, NONE, State};
use super::{Control, Halt, team, worth};

/// Positions that were settled and whose predecessors have not heard of it; what does not fit is left for another sweep.
const STACK: usize = 1 << 15;
/// The share of the work that the first sweep has, as measured with Awari.
const FIRST: f64 = 0.4;

const _: () = assert!(size_of::<Cell>() as u64 == BYTES);

/// Bytes that each thread needs.
pub(super) fn stack_bytes<G: Numbered>() -> u64 {
    (STACK * size_of::<(G::Place, i8)>()) as u64
}

/// The values of the layer.
pub(super) fn analyse<G: Indexed>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    control: &Control<'_>,
) -> Result<Vec<i8>, Halt> {
    let size = game.size(layer);
    let cells: Vec<Cell> = (0..size).map(|_| Cell::new()).collect();
    first_sweep(game, layer, below, &cells, control)?;
    let bound = game.bound(layer);
    for threshold in (1..=bound).rev() {
        let done = f64::from(bound - threshold) / f64::from(bound);
        let next = f64::from(bound - threshold + 1) / f64::from(bound);
        let shares = (FIRST + (1.0 - FIRST) * done, FIRST + (1.0 - FIRST) * next);
        let round = Round { game, layer, cells: &cells, threshold, left: AtomicBool::new(true) };
        if team::threads(control, size) == 1 {
            round.run::<false>(control, shares)?;
        } else {
            round.run::<true>(control, shares)?;
        }
    }
    finished(game, layer, &cells, control)
}

/// Looks at every position's moves: the best out of the layer, and how many stay in it.
fn first_sweep<G: Numbered>(
    game: &G,
    layer: usize,
    below: &[Vec<i8>],
    cells: &[Cell],
    control: &Control<'_>,
) -> Result<(), Halt> {
    let too_many = AtomicBool::new(false);
    let look = |_: &mut (), first: u64, end: u64| {
        let mut walk = team::Walk::new(game, layer);
        for (index, cell) in (first..end).zip(&cells[first as usize..end as usize]) {
            let place = walk.to(index);
            if !game.is_position(layer, place) {
                cell.set(State::HOLE);
                continue;
            }
            let (mut count, mut best, infinite) = (0, NONE, game.infinite(layer, place));
            game.steps(layer, place, |step| match worth(game, below, step) {
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
    team::sweep(control, (layer, cells.len() as u64), (0.0, FIRST), || (), look)?;
    if too_many.into_inner() { Err(Halt::TooManyMoves { layer }) } else { Ok(()) }
}

/// One threshold.
struct Round<'r, G: Indexed> {
    game: &'r G,
    layer: usize,
    cells: &'r [Cell],
    threshold: i8,
    /// Whether a position was put off, so that another sweep is due.
    left: AtomicBool,
}

/// Positions that are settled, with their values.
type Stack<P> = Vec<(P, i8)>;

impl<G: Indexed> Round<'_, G> {
    fn run<const SHARED: bool>(
        &self,
        control: &Control<'_>,
        shares: (f64, f64),
    ) -> Result<(), Halt> {
        let size = self.cells.len() as u64;
        let memory = || Vec::with_capacity(STACK);
        let work = |stack: &mut Stack<G::Place>, first, end| {
            self.chunk::<SHARED>(first, end, stack);
        };
        while self.left.swap(false, Relaxed) {
            team::sweep(control, (self.layer, size), shares, memory, work)?;
        }
        Ok(())
    }

    /// Settles what the threshold settles at once in a part of the layer, and all that follows from it.
    fn chunk<const SHARED: bool>(&self, first: u64, end: u64, stack: &mut Stack<G::Place>) {
        let mut walk = team::Walk::new(self.game, self.layer);
        for (index, cell) in (first..end).zip(&self.cells[first as usize..end as usize]) {
            let state = cell.get();
            let value = match state.seed(self.threshold) {
                Some(value) if cell.settle::<SHARED>(value) => value,
                None if state.is_pending() && cell.take_up::<SHARED>() => state.value(),
                _ => continue,
            };
            self.tell::<SHARED>(walk.to(index), value, stack);
            while let Some((place, value)) = stack.pop() {
                self.tell::<SHARED>(place, value, stack);
            }
        }
    }

    /// Tells the positions before one that it is settled.
    #[inline]
    fn tell<const SHARED: bool>(&self, place: G::Place, value: i8, stack: &mut Stack<G::Place>) {
        self.game.before(self.layer, place, |from, turned| {
            let cell = &self.cells[self.game.index(self.layer, from) as usize];
            let settled = if (value < 0) == turned {
                cell.settle::<SHARED>(self.threshold).then_some(self.threshold)
            } else {
                let lost = |state: State| state.is_cornered() && state.value() <= -self.threshold;
                (cell.count_down::<SHARED>().is_some_and(lost)
                    && cell.settle::<SHARED>(-self.threshold))
                .then_some(-self.threshold)
            };
            if let Some(value) = settled {
                self.keep::<SHARED>(cell, (from, value), stack);
            }
        });
    }

    #[inline]
    fn keep<const SHARED: bool>(
        &self,
        cell: &Cell,
        settled: (G::Place, i8),
        stack: &mut Stack<G::Place>,
    ) {
        if stack.len() < STACK {
            stack.push(settled);
        } else {
            cell.put_off::<SHARED>();
            self.left.store(true, Relaxed);
        }
    }
}

/// What was settled, and infinite play for the others.
fn finished<G: Numbered>(
    game: &G,
    layer: usize,
    cells: &[Cell],
    control: &Control<'_>,
) -> Result<Vec<i8>, Halt> {
    let mut values = vec![0; cells.len()];
    let silent = Control { report: &|_| (), ..*control };
    team::fill(&silent, layer, &mut values, |first, values| {
        let mut walk = team::Walk::new(game, layer);
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
