//! The positions that White wins within some plies, among all positions or among those that can follow one: one sweep for
//! every two plies.
//!
//! The sweep of the solution, applied to the positions that White wins within k - 2 plies, gives those that White wins within
//! k. Homes are visited in the opposite order, so that each is computed from the last values of its successors.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::board::{Board, Middle, Shape, WORD};
use super::job::{Job, Table};
use super::store::{INTERVAL, Store, by_width, share};
use crate::retro::{AnalysisError, Control};

/// What White has won within some plies: bits of White's wins with White to move, and of what is not yet lost with Black
/// to move.
pub(super) struct Layers {
    store: Store,
    /// Plies, White being to move.
    pub(super) plies: u16,
}

impl Layers {
    /// Nothing is won. If there is a position, only those are looked at that can follow it.
    pub(super) fn new(board: &Board, position: Option<(u64, u64)>) -> Layers {
        let shape = Shape::new(board);
        let home = position.map(|(white, black)| shape.locate(white, black).0);
        let store = home
            .map_or_else(|| Store::new(shape.clone()), |home| Store::below(shape.clone(), home));
        let (words, used) = (store.shape.table_words(), store.shape.used());
        for &home in store.homes.iter().flatten() {
            store.put(home, Table { white: vec![0; words], black: vec![used; words] });
        }
        Layers { store, plies: 0 }
    }

    /// Goes on by two plies. Returns how many positions are won now with White and with Black to move.
    pub(super) fn advance(&mut self, control: &Control<'_>) -> Result<[u64; 2], AnalysisError> {
        let (store, shape) = (&self.store, &self.store.shape);
        let at_once = self.plies == 0;
        let won = [AtomicU64::new(0), AtomicU64::new(0)];
        let top = shape.ranks() - 1;
        store.mirror(top - 1, control)?;
        for rank in (0..=top).rev() {
            if rank >= 2 {
                store.mirror(rank - 2, control)?;
            }
            share(control, rank, &store.homes[rank], |_, home| {
                let filled = by_width!(shape, fill(store, home, at_once, control));
                let Some((table, wins)) = filled else { return };
                for (won, wins) in won.iter().zip(wins) {
                    won.fetch_add(shape.stands_for(home) * wins, Relaxed);
                }
                store.put(home, table);
            })?;
            if rank >= 1 {
                store.forget(rank - 1);
            }
        }
        self.plies = if at_once { 1 } else { self.plies + 2 };
        Ok(won.map(AtomicU64::into_inner))
    }

    /// Whether White has won a stored position.
    pub(super) fn won(&self, white: u64, black: u64, white_to_move: bool) -> bool {
        let shape = &self.store.shape;
        let (home, bit) = shape.locate_kept(white, black);
        let table = self.store.table(home);
        let word = if white_to_move { table.white[bit / WORD] } else { !table.black[bit / WORD] };
        word >> (bit % WORD) & 1 == 1
    }
}

/// The next table of a home and how many wins of White are in it, with White and with Black to move, if there was time.
fn fill<const M: usize, const L: usize>(
    store: &Store,
    home: usize,
    at_once: bool,
    control: &Control<'_>,
) -> Option<(Table, [u64; 2])> {
    let shape = &store.shape;
    let (around, old) = (store.around(home), store.table(home));
    let job = Job::<M, L>::new(shape, home, |home| {
        let at = around.binary_search_by_key(&home, |&(home, _)| home);
        &around[at.expect("all that is needed")].1
    });
    let (old_white, old_black) = (old.white.as_chunks().0, old.black.as_chunks().0);
    let words = shape.table_words();
    let mut table = Table { white: vec![0; words], black: vec![0; words] };
    let (white, black) = (table.white.as_chunks_mut().0, table.black.as_chunks_mut().0);
    let used = shape.used();
    let mut wins = [0, 0];
    let count =
        |lanes: &[u64; L]| lanes.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let mut middle = Middle::first(shape);
    for number in 0..shape.middles {
        if number % INTERVAL == 0 && control.stopped() {
            return None;
        }
        black[number] = job.black(&middle, old_white, old_black).map(|word| word & used);
        white[number] = job.white(&middle, black, at_once).map(|word| word & used);
        wins[0] += count(&white[number]);
        wins[1] += shape.homes() as u64 - count(&black[number]);
        middle.advance(shape.open);
    }
    Some((table, wins))
}
