//! Threads that share a sweep over a layer, and a cursor over its positions.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;
use std::thread;

use foregone_game::Layered;

use super::{AnalysisError, Control, Progress};

/// Indices that a thread takes at a time.
const CHUNK: u64 = 1 << 14;
/// Smaller layers are swept by one thread.
const PARALLEL_FROM: u64 = 1 << 16;
/// A gap of at most this many indices is crossed step by step; across larger gaps decoding an index is faster.
const GAP: u64 = 12;

/// The number of threads for a layer of that size.
pub(super) fn threads(control: &Control<'_>, size: u64) -> usize {
    if size < PARALLEL_FROM { 1 } else { control.threads.max(1) }
}

/// A cursor over the positions of a layer in ascending order of their indices.
pub(super) struct IndexCursor<'g, G: Layered> {
    game: &'g G,
    layer: usize,
    here: Option<(u64, G::Decoded)>,
}

impl<'g, G: Layered> IndexCursor<'g, G> {
    #[inline]
    pub(super) fn new(game: &'g G, layer: usize) -> IndexCursor<'g, G> {
        IndexCursor { game, layer, here: None }
    }

    /// The position with that index, which must not be below the last one.
    #[inline]
    pub(super) fn to(&mut self, index: u64) -> G::Decoded {
        let decoded = match self.here {
            Some((from, mut decoded)) if index - from <= GAP => {
                for _ in from..index {
                    self.game.advance(self.layer, &mut decoded);
                }
                decoded
            }
            _ => self.game.decode(self.layer, index),
        };
        self.here = Some((index, decoded));
        decoded
    }
}

/// Lets several threads work through the indices below `size` in chunks; each thread has a memory of its own. Reports
/// progress between two shares of the work on the layer.
pub(super) fn sweep<M>(
    control: &Control<'_>,
    (layer, size): (usize, u64),
    shares: (f64, f64),
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, u64, u64) + Sync,
) -> Result<(), AnalysisError> {
    let next = AtomicU64::new(0);
    let run = |reports: bool| {
        let mut memory = memory();
        while !control.stopped() {
            let first = next.fetch_add(CHUNK, Relaxed);
            if first >= size {
                return;
            }
            work(&mut memory, first, size.min(first + CHUNK));
            if reports {
                let done = first as f64 / size as f64;
                let share = shares.0 + (shares.1 - shares.0) * done;
                (control.report)(Progress { layer, share });
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads(control, size) {
            scope.spawn(|| run(false));
        }
        run(true);
    });
    if control.stopped() { Err(AnalysisError::Stopped) } else { Ok(()) }
}

/// As [`sweep`], where each chunk of the values is filled in: the function gets its first index.
pub(super) fn fill(
    control: &Control<'_>,
    layer: usize,
    values: &mut [i8],
    work: impl Fn(u64, &mut [i8]) + Sync,
) -> Result<(), AnalysisError> {
    let size = values.len() as u64;
    let chunks = Mutex::new((0..).step_by(CHUNK as usize).zip(values.chunks_mut(CHUNK as usize)));
    let take = |_: &mut (), _, _| {
        let chunk = chunks.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
        if let Some((first, values)) = chunk {
            work(first, values);
        }
    };
    sweep(control, (layer, size), (0.0, 1.0), || (), take)
}
