//! A layer in which play can go on for ever: thresholds, from the largest gain down.
//!
//! Values are relative to what infinite play is worth. At threshold k a position is won with k if a move out of the layer
//! gains k or one within leads to a position lost with k, and lost with k if every move within leads to a position won with
//! k or more and none out of the layer gives more than -k. What was settled at a larger threshold stays so. Each position
//! is settled once and tells those before it once, so all thresholds together cost little more than one pass.

use core::mem::size_of;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use foregone_game::{Indexed, Numbered};

use super::state::{BYTES, COUNT_MAX, Cell, NONE, State};
use super::{Control, Halt, team, worth};

/// Positions that were settled and whose predecessors have not heard of it; what does not fit is left for another sweep.
const STACK: usize = 1 << 15;
/// News that are gathered before conclusions are drawn.
const BATCH: usize = 64;
/// The share of the work that the first sweep has, as measured with Awari.
const FIRST: f64 = 0.4;

const _: () = assert!(size_of::<Cell>() as u64 == BYTES);

/// Bytes that each thread needs.
pub(super) fn stack_bytes<G: Numbered>() -> u64 {
    (STACK * size_of::<(G::Place, i8)>() + 2 * BATCH * size_of::<News<G::Place>>()) as u64
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

/// What one thread has in hand.
struct Hand<P> {
    /// Positions that are settled, with their values, whose predecessors have not heard of it.
    settled: Vec<(P, i8)>,
    /// Predecessors that have heard of it and have not drawn their conclusions.
    news: Vec<News<P>>,
    /// What was found at the cells when they were touched; of no use, but loads that nobody needs are left out.
    touched: u16,
}

/// One of a position's moves within the layer leads to a position that is settled.
struct News<P> {
    place: P,
    index: usize,
    /// Whether the move wins; otherwise it loses.
    wins: bool,
}

impl<P> Hand<P> {
    fn new() -> Hand<P> {
        Hand { settled: Vec::with_capacity(STACK), news: Vec::with_capacity(2 * BATCH), touched: 0 }
    }
}

impl<G: Indexed> Round<'_, G> {
    fn run<const SHARED: bool>(
        &self,
        control: &Control<'_>,
        shares: (f64, f64),
    ) -> Result<(), Halt> {
        let size = self.cells.len() as u64;
        let work = |hand: &mut Hand<G::Place>, first, end| {
            self.chunk::<SHARED>(first, end, hand, control);
        };
        while self.left.swap(false, Relaxed) {
            team::sweep(control, (self.layer, size), shares, Hand::new, work)?;
        }
        Ok(())
    }

    /// Settles what the threshold settles at once in a part of the layer, and all that follows from it, which may be most of
    /// the layer: so it looks whether to stop.
    fn chunk<const SHARED: bool>(
        &self,
        first: u64,
        end: u64,
        hand: &mut Hand<G::Place>,
        control: &Control<'_>,
    ) {
        let mut walk = team::Walk::new(self.game, self.layer);
        for (index, cell) in (first..end).zip(&self.cells[first as usize..end as usize]) {
            let state = cell.get();
            let value = match state.seed(self.threshold) {
                Some(value) if cell.settle::<SHARED>(value) => value,
                None if state.is_pending() && cell.take_up::<SHARED>() => state.value(),
                _ => continue,
            };
            self.tell(walk.to(index), value, hand);
            while hand.news.len() >= BATCH {
                if control.stopped() {
                    return;
                }
                self.conclude::<SHARED>(hand);
            }
        }
        while !hand.news.is_empty() && !control.stopped() {
            self.conclude::<SHARED>(hand);
        }
    }

    /// Tells the positions before one that it is settled. Their cells are far apart: each is touched here so that it is
    /// at hand when the conclusions are drawn, and nothing waits for it until then.
    #[inline]
    fn tell(&self, place: G::Place, value: i8, hand: &mut Hand<G::Place>) {
        self.game.before(self.layer, place, |place, turned| {
            let index = self.game.index(self.layer, place) as usize;
            hand.touched ^= self.cells[index].touch();
            hand.news.push(News { place, index, wins: (value < 0) == turned });
        });
    }

    /// Draws the conclusions from all news, and gathers the next ones.
    fn conclude<const SHARED: bool>(&self, hand: &mut Hand<G::Place>) {
        for News { place, index, wins } in hand.news.drain(..) {
            let cell = &self.cells[index];
            let value = if wins { self.threshold } else { -self.threshold };
            let lost = |state: State| state.is_cornered() && state.value() <= value;
            if (wins || cell.count_down::<SHARED>().is_some_and(lost))
                && cell.settle::<SHARED>(value)
            {
                if hand.settled.len() < STACK {
                    hand.settled.push((place, value));
                } else {
                    cell.put_off::<SHARED>();
                    self.left.store(true, Relaxed);
                }
            }
        }
        while hand.news.len() < BATCH
            && let Some((place, value)) = hand.settled.pop()
        {
            self.tell(place, value, hand);
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
