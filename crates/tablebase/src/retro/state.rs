//! The state of a position while its layer is analysed, in sixteen bits.
//!
//! Lowest byte: the value of the best move out of the layer, relative to infinite play, or the value of the position once it
//! is settled. The six bits above: the number of moves within the layer that are not known to lose. The two highest bits say
//! whether the value is settled, and whether its predecessors are still to be updated in another sweep.

use core::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// The size of a state in bytes.
pub(super) const BYTES: u64 = 2;
/// The most moves within the layer.
pub(super) const COUNT_MAX: u32 = 63;
/// No move leads out of the layer.
pub(super) const NONE: i8 = i8::MIN;

const COUNT: u16 = 0x3f00;
const ONE: u16 = 0x0100;
const PENDING: u16 = 0x4000;
const SETTLED: u16 = 0x8000;

/// A state as it was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State(u16);

impl State {
    /// An index without a position.
    pub(super) const HOLE: State = State(SETTLED);

    /// A position with `count` moves within the layer and the value of the best move out of it.
    #[inline]
    pub(super) fn new(count: u32, best: i8) -> State {
        debug_assert!(count <= COUNT_MAX);
        State((count as u16) << 8 | u16::from(best as u8))
    }

    #[inline]
    pub(super) fn is_settled(self) -> bool {
        self.0 & SETTLED != 0
    }

    #[inline]
    pub(super) fn is_pending(self) -> bool {
        self.0 & PENDING != 0
    }

    /// The value of the best move out of the layer, or of the position if it is settled.
    #[inline]
    pub(super) fn value(self) -> i8 {
        self.0 as u8 as i8
    }

    /// Whether every move within the layer is known to lose.
    #[inline]
    pub(super) fn has_no_escape(self) -> bool {
        self.0 & COUNT == 0
    }

    /// The value that the threshold settles: a move out of the layer gains that much, or all moves lose at least that much.
    #[inline]
    pub(super) fn seed(self, threshold: i8) -> Option<i8> {
        if self.is_settled() {
            return None;
        }
        let best = self.value();
        if best == threshold {
            Some(threshold)
        } else if self.has_no_escape() && best == -threshold {
            Some(-threshold)
        } else {
            None
        }
    }
}

/// A state in memory. Several threads need atomic changes; a single thread is faster without.
pub(super) struct AtomicState(AtomicU16);

impl AtomicState {
    #[inline]
    pub(super) const fn new() -> AtomicState {
        AtomicState(AtomicU16::new(0))
    }

    #[inline]
    pub(super) fn get(&self) -> State {
        State(self.0.load(Relaxed))
    }

    /// Loads the state into the cache.
    #[inline]
    pub(super) fn prefetch(&self) -> u16 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, state: State) {
        self.0.store(state.0, Relaxed);
    }

    /// Settles the value unless it is settled. Returns whether this call settled it.
    #[inline]
    pub(super) fn settle<const SHARED: bool>(&self, value: i8) -> bool {
        let new = |old: u16| {
            (old & SETTLED == 0).then_some((old & COUNT) | SETTLED | u16::from(value as u8))
        };
        self.change::<SHARED>(new).is_some()
    }

    /// Counts one more move within the layer that loses. Returns the new state, unless the value was settled before.
    #[inline]
    pub(super) fn count_down<const SHARED: bool>(&self) -> Option<State> {
        let old = self.change::<SHARED>(|old| (old & SETTLED == 0).then(|| old - ONE))?;
        Some(State(old - ONE))
    }

    /// Leaves the position for the next sweep.
    #[inline]
    pub(super) fn defer<const SHARED: bool>(&self) {
        self.change::<SHARED>(|old| Some(old | PENDING));
    }

    /// Takes a position that was deferred. Returns whether this call took it.
    #[inline]
    pub(super) fn take_deferred<const SHARED: bool>(&self) -> bool {
        self.change::<SHARED>(|old| (old & PENDING != 0).then_some(old & !PENDING)).is_some()
    }

    /// Changes the state, unless `new` returns nothing. Returns the state before.
    #[inline]
    fn change<const SHARED: bool>(&self, new: impl Fn(u16) -> Option<u16>) -> Option<u16> {
        let mut old = self.0.load(Relaxed);
        loop {
            let wanted = new(old)?;
            if !SHARED {
                self.0.store(wanted, Relaxed);
                return Some(old);
            }
            match self.0.compare_exchange_weak(old, wanted, Relaxed, Relaxed) {
                Ok(_) => return Some(old),
                Err(found) => old = found,
            }
        }
    }
}
