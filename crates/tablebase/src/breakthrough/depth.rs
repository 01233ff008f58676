//! How long positions last if the winner hurries and the loser does not: a sweep for every two plies.
//!
//! The sweep of the solution, applied to what White has won within k - 2 plies, gives what White has won within k. Homes
//! are visited the other way round, so that each is computed from what its successors were before. Where the players do
//! not see the same board, Black's wins are found on the turned one.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::board::{Board, Middle, Shape, WORD};
use super::job::{Job, Table};
use super::store::{PATIENCE, Store, by_rank, by_width, share};
use crate::retro::{Control, Halt};

/// How many stored positions are over after how many plies, and how long the game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Depths {
    /// Positions with each number of plies, by the player to move, White first. That player wins if the number is odd.
    pub counts: [Vec<u64>; 2],
    /// Plies from the start on.
    pub start: u16,
}

impl Depths {
    /// Finds all depths of a board. It takes [`depth_bytes`], and for each two plies as much time as the solution.
    pub fn find(board: &Board, control: &Control<'_>) -> Result<Depths, Halt> {
        let (white, start) = wins_of_white(board, control)?;
        if Shape::new(board).turned {
            let counts = merged(&white, &white);
            let start = start.expect("either player's win is White's on the turned board");
            return Ok(Depths { counts: [counts.clone(), counts], start });
        }
        let (black, turned_start) = wins_of_white(&board.turned(), control)?;
        let start = start.or(turned_start).expect("somebody wins");
        Ok(Depths { counts: [merged(&white, &black), merged(&black, &white)], start })
    }

    /// The most plies that any stored position lasts.
    pub fn longest(&self) -> u16 {
        self.counts.iter().map(Vec::len).max().map_or(0, |len| len as u16 - 1)
    }
}

/// Wins of the player to move are in the odd places of one list, losses in the even ones of the other.
fn merged(wins: &[u64], losses: &[u64]) -> Vec<u64> {
    let places = 0..wins.len().max(losses.len());
    let at = |list: &[u64], place: usize| list.get(place).copied().unwrap_or(0);
    let mut counts: Vec<u64> =
        places.map(|plies| at(if plies % 2 == 1 { wins } else { losses }, plies)).collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

/// The most bytes that finding the depths takes at a time, little things aside; the largest number if there is no telling.
pub fn depth_bytes(board: &Board, threads: usize) -> u64 {
    let shape = Shape::new(board);
    let (homes, others) = by_rank(&shape);
    let table = 8 * shape.table_words() as u128;
    let kept: u128 = 2 * homes.iter().map(|homes| homes.len() as u128).sum::<u128>();
    let pairs = others.windows(2).map(|pair| (pair[0].len() + pair[1].len()) as u128);
    let lent = (1 + u128::from(shape.rows == 0)) * pairs.max().unwrap_or(0);
    u64::try_from(table * (kept + lent + 2 * threads.max(1) as u128)).unwrap_or(u64::MAX)
}

/// What White has won within some plies: bits of White's wins with White to move, and of what is not yet lost with Black
/// to move.
struct Layers {
    store: Store,
    /// Plies, White being to move.
    plies: u16,
}

impl Layers {
    fn new(board: &Board) -> Layers {
        let store = Store::new(Shape::new(board));
        let (words, used) = (store.shape.table_words(), store.shape.used());
        for &home in store.homes.iter().flatten() {
            store.put(home, Table { white: vec![0; words], black: vec![used; words] });
        }
        Layers { store, plies: 0 }
    }

    /// Goes on by two plies. Returns how many positions are won now with White and with Black to move.
    fn advance(&mut self, control: &Control<'_>) -> Result<[u64; 2], Halt> {
        let (store, shape) = (&self.store, &self.store.shape);
        let at_once = self.plies == 0;
        let won = [AtomicU64::new(0), AtomicU64::new(0)];
        let top = shape.ranks() - 1;
        store.mirror(top - 1, control)?;
        for rank in (0..=top).rev() {
            if rank >= 2 {
                store.mirror(rank - 2, control)?;
            }
            share(control, rank, &store.homes[rank], |home| {
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

    /// Whether White has won the start, with White or with Black to move.
    fn start(&self, white_to_move: bool) -> bool {
        let shape = &self.store.shape;
        let (white, black) = shape.board.start();
        // The start is its own mirror image, so it is stored.
        let (home, bit) = shape.locate(white, black);
        let table = self.store.table(home);
        let word = if white_to_move { table.white[bit / WORD] } else { !table.black[bit / WORD] };
        word >> (bit % WORD) & 1 == 1
    }
}

/// How many positions White wins after how many plies, those with White to move in odd places; and the length of the game
/// if White wins it as the first player, or as the second where both players see the same board.
fn wins_of_white(board: &Board, control: &Control<'_>) -> Result<(Vec<u64>, Option<u16>), Halt> {
    let mut layers = Layers::new(board);
    let (mut counts, mut start) = (Vec::new(), None);
    let mut before = [0, 0];
    loop {
        let now = layers.advance(control)?;
        counts.push(now[1] - before[1]);
        counts.push(now[0] - before[0]);
        if start.is_none() {
            let first = layers.start(true).then_some(layers.plies);
            start = first.or(layers.start(false).then_some(layers.plies - 1));
        }
        if now == before && layers.plies > 1 {
            return Ok((counts, start));
        }
        before = now;
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
        if number % PATIENCE == 0 && control.stopped() {
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
