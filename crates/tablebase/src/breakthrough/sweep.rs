//! The solution: one sweep over all homes, and what is found in it.

use core::mem;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::board::{Board, Middle, Shape, WORD};
use super::job::{Job, Table};
use super::store::{PATIENCE, Store, by_rank, by_width, share};
use crate::retro::{Control, Halt};

/// How many stored positions the player to move wins, and how many there are. They are all positions in which no pawn is
/// one step from its goal, with any number of pawns; there are as many with White as with Black to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Wins of White, to move.
    pub white: u64,
    /// Wins of Black, to move.
    pub black: u64,
    /// Positions with the same player to move.
    pub each: u64,
}

/// The strong solution of a board.
pub struct Strong {
    pub(super) shape: Shape,
    pub(super) tables: Vec<Table>,
    counts: Counts,
}

/// The most bytes that solving a board takes at a time, little things aside; the largest number if there is no telling.
pub fn peak_bytes(board: &Board, threads: usize) -> u64 {
    let shape = Shape::new(board);
    let (homes, others) = by_rank(&shape);
    let table = 8 * shape.table_words() as u128;
    let (kept, lent) = (1 + u128::from(keeps_black(&shape)), 1 + u128::from(shape.rows == 0));
    let others = |rank: usize| others.get(rank).map_or(0, |others| others.len() as u128);
    let (mut done, mut most) = (0, 0);
    for (rank, homes) in homes.iter().enumerate() {
        done += homes.len() as u128;
        let before = others(rank.wrapping_sub(1));
        let lent = lent * (before + others(rank).max(others(rank.wrapping_sub(2))));
        most = most.max(kept * done + lent);
    }
    let scratch = threads.max(1) as u128 * (2 - kept);
    u64::try_from(table * (most + scratch)).unwrap_or(u64::MAX)
}

/// Whether Black's bits are not White's on the same board, or are needed for other homes.
fn keeps_black(shape: &Shape) -> bool {
    !shape.turned || shape.rows == 0
}

impl Strong {
    /// Solves a board. It takes [`peak_bytes`].
    pub fn solve(board: &Board, control: &Control<'_>) -> Result<Strong, Halt> {
        let store = Store::new(Shape::new(board));
        let shape = &store.shape;
        let wins = [AtomicU64::new(0), AtomicU64::new(0)];
        for rank in 0..shape.ranks() {
            share(control, rank, &store.homes[rank], |black, home| {
                let Some(white) = by_width!(shape, fill(&store, home, black, control)) else {
                    return;
                };
                let times = shape.stands_for(home);
                wins[0].fetch_add(times * count(&white), Relaxed);
                wins[1].fetch_add(times * count(black), Relaxed);
                let black = if keeps_black(shape) { mem::take(black) } else { Vec::new() };
                store.put(home, Table { white, black });
            })?;
            if rank >= 2 {
                store.forget(rank - 2);
            }
            store.mirror(rank, control)?;
        }
        for rank in 0..shape.ranks() {
            store.forget(rank);
        }
        let each = shape.homes() as u64 * shape.middles as u64 * shape.homes() as u64;
        let [white, black] = wins.map(AtomicU64::into_inner);
        let counts = Counts { white, black, each };
        Ok(Strong { shape: shape.clone(), tables: store.finish(), counts })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.shape.board
    }

    /// How many positions are won.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| 8 * (table.white.len() + table.black.len()) as u64).sum()
    }

    /// A checksum of all bits.
    pub fn checksum(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        let mut bytes = Vec::new();
        for part in self.tables.iter().flat_map(|table| [&table.white, &table.black]) {
            for words in part.chunks(1 << 13) {
                bytes.clear();
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                hasher.update(&bytes);
            }
        }
        hasher.finalize().into()
    }

    /// The bit of a stored position.
    pub(super) fn bit(&self, white: u64, black: u64, white_to_move: bool) -> bool {
        let board = &self.shape.board;
        if !white_to_move && self.shape.turned {
            return self.bit(board.turn(black), board.turn(white), true);
        }
        let (home, bit) = self.shape.locate_kept(white, black);
        let table = &self.tables[home];
        let table = if white_to_move { &table.white } else { &table.black };
        table[bit / WORD] >> (bit % WORD) & 1 == 1
    }
}

fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// White's half of the table of a home, if there was time. Black's half is left in the words that are lent.
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
        if number % PATIENCE == 0 && control.stopped() {
            return None;
        }
        black[number] = job.black(&middle, white, black).map(|word| word & used);
        white[number] = job.white(&middle, black, false).map(|word| word & used);
        middle.advance(shape.open);
    }
    Some(table)
}
