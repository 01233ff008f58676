//! State that the threads of one search share besides the transposition table: virtual proof numbers (Kaneko 2010),
//! which keep threads apart, the result of the first thread that finishes, and node counts.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;

use crate::limits::Meter;

/// The shared state of the threads that work on one question.
#[derive(Debug)]
pub struct SharedSearch<R> {
    /// Number of threads below each position, by a hash of the table key. A hash collision only makes the choice of a
    /// move worse.
    counts: Box<[AtomicU32]>,
    over: AtomicBool,
    result: Mutex<Option<R>>,
    created: AtomicU64,
    expanded: AtomicU64,
}

/// Binary logarithm of the number of counters.
const COUNTER_BITS: u32 = 16;

impl<R: Copy> SharedSearch<R> {
    /// The state before any thread has started.
    pub fn new() -> SharedSearch<R> {
        SharedSearch {
            counts: bytemuck::zeroed_slice_box(1 << COUNTER_BITS),
            over: AtomicBool::new(false),
            result: Mutex::new(None),
            created: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
        }
    }

    #[inline]
    fn counter(&self, table_key: u128) -> &AtomicU32 {
        let mixed =
            (table_key as u64 ^ (table_key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.counts[(mixed >> (u64::BITS - COUNTER_BITS)) as usize]
    }

    /// How many threads are searching below a position.
    #[inline]
    pub fn threads_below(&self, table_key: u128) -> u32 {
        self.counter(table_key).load(Relaxed)
    }

    /// Records that a thread enters a position.
    #[inline]
    pub fn enter(&self, table_key: u128) {
        self.counter(table_key).fetch_add(1, Relaxed);
    }

    /// Records that a thread leaves a position.
    #[inline]
    pub fn leave(&self, table_key: u128) {
        self.counter(table_key).fetch_sub(1, Relaxed);
    }

    /// Whether this thread should look at the results of the others earlier than usual, see [`inject_yields`].
    #[inline]
    pub(crate) fn yields(&self) -> bool {
        maybe_yield()
    }

    /// Records the result of a finished thread; the first result is kept. All threads may stop then.
    pub fn finish(&self, result: R) {
        let mut known = self.result.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        known.get_or_insert(result);
        self.over.store(true, Relaxed);
    }

    /// Tells all threads to stop.
    pub fn stop(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether the threads should stop.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The stop flag itself, to be used as the interrupt flag of a meter.
    pub fn over_flag(&self) -> &AtomicBool {
        &self.over
    }

    /// The result of the first thread that finished.
    pub fn result(&self) -> Option<R> {
        *self.result.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Moves the node counts of a thread's meter into the shared counts.
    pub fn hand_over_counts(&self, meter: &mut Meter<'_>) {
        self.add_counts(
            core::mem::take(&mut meter.counters.created),
            core::mem::take(&mut meter.counters.expanded),
        );
    }

    /// Adds nodes to the shared counts.
    pub fn add_counts(&self, created: u64, expanded: u64) {
        self.created.fetch_add(created, Relaxed);
        self.expanded.fetch_add(expanded, Relaxed);
    }

    /// Moves the shared counts into a meter.
    pub fn collect_counts(&self, meter: &mut Meter<'_>) {
        meter.counters.created += self.created.swap(0, Relaxed);
        meter.counters.expanded += self.expanded.swap(0, Relaxed);
    }
}

/// How often threads yield at random, in per mille. Only tests set it, and only builds with debug assertions use it.
static YIELDS_PER_MILLE: AtomicU32 = AtomicU32::new(0);

/// From now on the threads of all searches yield at random places and then look at the results of the others. Tests use
/// this to produce interleavings that rarely occur otherwise; release builds ignore it.
pub fn inject_yields(per_mille: u32) {
    YIELDS_PER_MILLE.store(per_mille, Relaxed);
}

/// Yields with the probability set by [`inject_yields`] and returns whether it did. It is called between a read of
/// shared state and the write that depends on it.
#[inline]
pub(crate) fn maybe_yield() -> bool {
    if !cfg!(debug_assertions) {
        return false;
    }
    let per_mille = YIELDS_PER_MILLE.load(Relaxed);
    if per_mille == 0 {
        return false;
    }
    thread_local!(static STATE: Cell<u64> = const { Cell::new(0) });
    let drawn = STATE.with(|state| {
        let seed = if state.get() == 0 { &raw const *state as u64 | 1 } else { state.get() };
        let mixed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state.set(mixed);
        (mixed >> 33) as u32 % 1000
    });
    let gives = drawn < per_mille;
    if gives {
        std::thread::yield_now();
    }
    gives
}

impl<R: Copy> Default for SharedSearch<R> {
    fn default() -> Self {
        SharedSearch::new()
    }
}
