//! What the threads of one search share besides the table: where they are, so that they spread, and whether one of them
//! has finished.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;

use crate::limits::Meter;

/// Threads at work on one question.
#[derive(Debug)]
pub struct SharedSearch<R> {
    /// How many are below which positions, by a hash of their codes. A collision only misleads a choice.
    counts: Box<[AtomicU32]>,
    over: AtomicBool,
    result: Mutex<Option<R>>,
    created: AtomicU64,
    expanded: AtomicU64,
}

/// Bits of a counter.
const COUNTER_BITS: u32 = 16;

impl<R: Copy> SharedSearch<R> {
    /// Nobody anywhere.
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

    /// How many threads are below a position.
    #[inline]
    pub fn threads_below(&self, table_key: u128) -> u32 {
        self.counter(table_key).load(Relaxed)
    }

    /// One comes.
    #[inline]
    pub fn enter(&self, table_key: u128) {
        self.counter(table_key).fetch_add(1, Relaxed);
    }

    /// One goes.
    #[inline]
    pub fn leave(&self, table_key: u128) {
        self.counter(table_key).fetch_sub(1, Relaxed);
    }

    /// Whether the thread is to look at what the others have found before its time, see [`inject_yields`].
    #[inline]
    pub(crate) fn yields(&self) -> bool {
        maybe_yield()
    }

    /// The first to finish says with what; the others may stop.
    pub fn finish(&self, result: R) {
        let mut known = self.result.lock().unwrap_or_else(|broken| broken.into_inner());
        known.get_or_insert(result);
        self.over.store(true, Relaxed);
    }

    /// Everybody may stop.
    pub fn stop(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether everybody may stop.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The flag behind it, for a meter.
    pub fn over_flag(&self) -> &AtomicBool {
        &self.over
    }

    /// What the one has found who finished.
    pub fn result(&self) -> Option<R> {
        *self.result.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Hands over what a thread has counted since it last did.
    pub fn hand_over_counts(&self, meter: &mut Meter<'_>) {
        self.add_counts(
            core::mem::take(&mut meter.counters.created),
            core::mem::take(&mut meter.counters.expanded),
        );
    }

    /// Hands over so many nodes.
    pub fn add_counts(&self, created: u64, expanded: u64) {
        self.created.fetch_add(created, Relaxed);
        self.expanded.fetch_add(expanded, Relaxed);
    }

    /// Takes over what the others have handed over.
    pub fn collect_counts(&self, meter: &mut Meter<'_>) {
        meter.counters.created += self.created.swap(0, Relaxed);
        meter.counters.expanded += self.expanded.swap(0, Relaxed);
    }
}

/// How often threads are yields on purpose, in per mille: only by tests, and only in builds with assertions.
static YIELDS_PER_MILLE: AtomicU32 = AtomicU32::new(0);

/// From now on lets the threads of all searches give way, and look at what the others have found, at random places. Tests
/// use it to see many interleavings that a quiet machine never shows; release builds ignore it.
#[doc(hidden)]
pub fn inject_yields(per_mille: u32) {
    YIELDS_PER_MILLE.store(per_mille, Relaxed);
}

/// Gives way, perhaps. Called between reading shared state and acting upon it. Whether it did.
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
