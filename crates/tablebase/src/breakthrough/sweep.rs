//! One sweep over all homes, rank by rank. A rank is computed, or loaded from its file.

use core::mem;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use super::board::{Board, Middle, Shape};
use super::job::{Job, Table};
use super::store::{INTERVAL, Store, by_rank, by_width, share};
use super::strong::{Counts, StrongSolution};
use crate::retro::{AnalysisError, Control};

/// An unfinished solution. The ranks of homes are its layers, the lowest first; each depends on the two below it.
pub struct Sweep {
    store: Store,
    /// Whether lower ranks stay in memory although no later rank depends on them.
    keeps: bool,
    /// The next rank.
    next: usize,
    /// The ranks whose mirrored tables are in memory.
    mirrored: Vec<bool>,
    /// Wins of White and of Black.
    wins: [AtomicU64; 2],
}

/// One half of the table of a home, as files store it.
pub struct Part(Arc<Table>, bool);

impl AsRef<[u64]> for Part {
    fn as_ref(&self) -> &[u64] {
        if self.1 { &self.0.white } else { &self.0.black }
    }
}

/// The most bytes that solving a board takes, apart from small allocations; `u64::MAX` if the number overflows.
pub fn peak_bytes(board: &Board, threads: usize) -> u64 {
    peak(board, threads, usize::MAX)
}

/// The same if lower ranks do not stay in memory.
pub fn build_bytes(board: &Board, threads: usize) -> u64 {
    peak(board, threads, 3)
}

/// The same if `stay` ranks stay in memory.
fn peak(board: &Board, threads: usize, stay: usize) -> u64 {
    let shape = Shape::new(board);
    let (homes, others) = by_rank(&shape);
    let (kept, lent) = (1 + u128::from(keeps_black(&shape)), 1 + u128::from(shape.rows == 0));
    let sum = |lists: &[Vec<usize>]| lists.iter().map(|list| list.len() as u128).sum::<u128>();
    let most = (0..homes.len()).map(|rank| {
        let first = (rank + 1).saturating_sub(stay);
        kept * sum(&homes[first..=rank]) + lent * sum(&others[rank.saturating_sub(2)..rank])
    });
    let scratch = threads.max(1) as u128 * (2 - kept);
    let tables = most.max().unwrap_or(0) + scratch;
    u64::try_from(8 * shape.table_words() as u128 * tables).unwrap_or(u64::MAX)
}

/// Whether Black's bits are not White's on the same board, or are needed for other homes.
pub(super) fn keeps_black(shape: &Shape) -> bool {
    !shape.turned || shape.rows == 0
}

impl Sweep {
    /// A sweep before its first rank. Solving takes [`build_bytes`].
    pub fn new(board: &Board) -> Sweep {
        Sweep::with(board, false)
    }

    /// The same; `keeps` says whether lower ranks stay in memory.
    pub(super) fn with(board: &Board, keeps: bool) -> Sweep {
        let shape = Shape::new(board);
        let mirrored = vec![false; shape.ranks()];
        Sweep { store: Store::new(shape), keeps, next: 0, mirrored, wins: Default::default() }
    }

    /// The number of ranks.
    pub fn ranks(board: &Board) -> usize {
        Shape::new(board).ranks()
    }

    /// Words of a part of a rank.
    pub fn part_words(&self) -> usize {
        self.store.shape.table_words()
    }

    /// Computes the next rank.
    pub fn advance(&mut self, control: &Control<'_>) -> Result<(), AnalysisError> {
        let (rank, store, wins) = (self.next, &self.store, &self.wins);
        for below in rank.saturating_sub(2)..rank {
            if !self.mirrored[below] {
                store.mirror(below, control)?;
                self.mirrored[below] = true;
            }
        }
        let shape = &store.shape;
        share(control, rank, &store.homes[rank], |black, home| {
            let Some(white) = by_width!(shape, fill(store, home, black, control)) else {
                return;
            };
            let times = shape.stands_for(home);
            wins[0].fetch_add(times * count(&white), Relaxed);
            wins[1].fetch_add(times * count(black), Relaxed);
            let black = if keeps_black(shape) { mem::take(black) } else { Vec::new() };
            store.put(home, Table { white, black });
        })?;
        self.forget();
        Ok(())
    }

    /// Takes the next rank from its [parts](Sweep::parts), each of them complete.
    pub fn load(&mut self, parts: Vec<Vec<u64>>) {
        let (shape, both) = (&self.store.shape, keeps_black(&self.store.shape));
        let mut parts = parts.into_iter();
        for &home in &self.store.homes[self.next] {
            let mut part = || parts.next().unwrap_or_default();
            let table = Table { white: part(), black: if both { part() } else { Vec::new() } };
            let white = shape.stands_for(home) * count(&table.white);
            let black = if both { shape.stands_for(home) * count(&table.black) } else { white };
            for (wins, more) in self.wins.iter().zip([white, black]) {
                wins.fetch_add(more, Relaxed);
            }
            self.store.put(home, table);
        }
        self.forget();
    }

    /// Frees the tables on which no later rank depends, now that the next rank is finished.
    fn forget(&mut self) {
        if let Some(below) = self.next.checked_sub(2) {
            self.store.forget(below);
            self.mirrored[below] = false;
            if !self.keeps {
                self.store.drop_rank(below);
            }
        }
        self.next += 1;
    }

    /// The last rank, as files store it: the tables of its homes with White to move, and those with Black to move if they
    /// differ.
    pub fn parts(&self) -> Vec<Part> {
        let (shape, rank) = (&self.store.shape, self.next.saturating_sub(1));
        let halves = if keeps_black(shape) { &[true, false][..] } else { &[true] };
        let homes = self.store.homes[rank].iter().map(|&home| self.store.table(home));
        homes.flat_map(|table| halves.iter().map(move |&half| Part(table.clone(), half))).collect()
    }

    /// The numbers of these positions that the player to move loses and wins.
    pub fn results(&self) -> [u64; 2] {
        let shape = &self.store.shape;
        let parts = self.parts();
        let won: u64 = parts.iter().map(|part| count(part.as_ref())).sum();
        let each = shape.middles as u64 * shape.homes() as u64;
        [parts.len() as u64 * each - won, won]
    }

    /// The solution, if all ranks stayed in memory.
    pub(super) fn finish(self) -> StrongSolution {
        let shape = self.store.shape.clone();
        for rank in 0..shape.ranks() {
            self.store.forget(rank);
        }
        let each = shape.homes() as u64 * shape.middles as u64 * shape.homes() as u64;
        let [white, black] = self.wins.map(AtomicU64::into_inner);
        let counts = Counts { white, black, each };
        StrongSolution { shape, tables: self.store.finish(), counts }
    }
}

fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// White's half of the table of a home, unless the sweep was stopped. Black's half is left in `black`.
fn fill<const M: usize, const L: usize>(
    store: &Store,
    home: usize,
    black: &mut Vec<u64>,
    control: &Control<'_>,
) -> Option<Vec<u64>> {
    let shape = &store.shape;
    let around = store.around(home);
    let job = Job::<M, L>::new(shape, home, |home| {
        let at = around.binary_search_by_key(&home, |&(home, _)| home);
        &around[at.expect("all that is needed")].1
    });
    let mut table = vec![0; shape.table_words()];
    black.resize(shape.table_words(), 0);
    let (white, black) = (table.as_chunks_mut().0, black.as_chunks_mut().0);
    let used = shape.used();
    let mut middle = Middle::first(shape);
    for number in 0..shape.middles {
        if number % INTERVAL == 0 && control.stopped() {
            return None;
        }
        black[number] = job.black(&middle, white, black).map(|word| word & used);
        white[number] = job.white(&middle, black, false).map(|word| word & used);
        middle.advance(shape.open);
    }
    Some(table)
}
