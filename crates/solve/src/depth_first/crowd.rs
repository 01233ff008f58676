//! What the threads of one search share besides the table: where they are, so that they spread, and whether one of them
//! has finished.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;

use crate::effort::Duel;
use crate::limits::Meter;

/// Threads at work on one question.
#[derive(Debug)]
pub struct Crowd {
    /// How many are below which positions, by a hash of their codes. A collision only misleads a choice.
    counts: Box<[AtomicU32]>,
    over: AtomicBool,
    result: Mutex<Option<Duel>>,
    created: AtomicU64,
    expanded: AtomicU64,
}

/// Bits of a place.
const PLACES: u32 = 16;

impl Crowd {
    /// Nobody anywhere.
    pub fn new() -> Crowd {
        Crowd {
            counts: bytemuck::zeroed_slice_box(1 << PLACES),
            over: AtomicBool::new(false),
            result: Mutex::new(None),
            created: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
        }
    }

    #[inline]
    fn place(&self, code: u128) -> &AtomicU32 {
        let mixed = (code as u64 ^ (code >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.counts[(mixed >> (u64::BITS - PLACES)) as usize]
    }

    /// How many threads are below a position.
    #[inline]
    pub fn at(&self, code: u128) -> u32 {
        self.place(code).load(Relaxed)
    }

    /// One comes.
    #[inline]
    pub fn come(&self, code: u128) {
        self.place(code).fetch_add(1, Relaxed);
    }

    /// One goes.
    #[inline]
    pub fn go(&self, code: u128) {
        self.place(code).fetch_sub(1, Relaxed);
    }

    /// The first to finish says with what numbers; the others may stop.
    pub fn finish(&self, result: Duel) {
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
    pub fn over(&self) -> &AtomicBool {
        &self.over
    }

    /// The numbers of the one who finished.
    pub fn result(&self) -> Option<Duel> {
        *self.result.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Hands over what a thread has counted since it last did.
    pub fn count(&self, meter: &mut Meter<'_>) {
        self.created.fetch_add(core::mem::take(&mut meter.counters.created), Relaxed);
        self.expanded.fetch_add(core::mem::take(&mut meter.counters.expanded), Relaxed);
    }

    /// Takes over what the others have handed over.
    pub fn collect(&self, meter: &mut Meter<'_>) {
        meter.counters.created += self.created.swap(0, Relaxed);
        meter.counters.expanded += self.expanded.swap(0, Relaxed);
    }
}

impl Default for Crowd {
    fn default() -> Self {
        Crowd::new()
    }
}
