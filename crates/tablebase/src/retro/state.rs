//! What is known of a position while its layer is analysed, in sixteen bits.
//!
//! Lowest byte: the best that a move out of the layer gives, relative to infinite play, or the value once that is settled.
//! Above it: how many moves within the layer have not been seen to lose yet. The two highest bits say whether the value is
//! settled, and whether the positions before this one have yet to hear of it.

use core::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Bytes of a state.
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
    /// Something that is not a position.
    pub(super) const HOLE: State = State(SETTLED);

    /// A position with so many moves within the layer; the best of the others gives so much.
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

    /// The best of the moves out of the layer, or the value.
    #[inline]
    pub(super) fn value(self) -> i8 {
        self.0 as u8 as i8
    }

    /// Whether every move within the layer has been seen to lose.
    #[inline]
    pub(super) fn is_cornered(self) -> bool {
        self.0 & COUNT == 0
    }

    /// The value that the threshold settles: a move out of the layer gains that much, or none loses less.
    #[inline]
    pub(super) fn seed(self, threshold: i8) -> Option<i8> {
        if self.is_settled() {
            return None;
        }
        let best = self.value();
        if best == threshold {
            Some(threshold)
        } else if self.is_cornered() && best == -threshold {
            Some(-threshold)
        } else {
            None
        }
    }
}

/// A state in memory. Several threads need indivisible changes; one thread alone is faster without.
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

    /// Brings the state near, whatever it is.
    #[inline]
    pub(super) fn touch(&self) -> u16 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, state: State) {
        self.0.store(state.0, Relaxed);
    }

    /// Settles the value unless it is; whether it was this call that did.
    #[inline]
    pub(super) fn settle<const SHARED: bool>(&self, value: i8) -> bool {
        let new = |old: u16| {
            (old & SETTLED == 0).then_some((old & COUNT) | SETTLED | u16::from(value as u8))
        };
        self.change::<SHARED>(new).is_some()
    }

    /// One move within the layer fewer: what is known then, unless the value was settled before.
    #[inline]
    pub(super) fn count_down<const SHARED: bool>(&self) -> Option<State> {
        let old = self.change::<SHARED>(|old| (old & SETTLED == 0).then(|| old - ONE))?;
        Some(State(old - ONE))
    }

    /// Leaves the position for the next sweep.
    #[inline]
    pub(super) fn put_off<const SHARED: bool>(&self) {
        self.change::<SHARED>(|old| Some(old | PENDING));
    }

    /// Takes up a position that was left; whether it was this call that did.
    #[inline]
    pub(super) fn take_up<const SHARED: bool>(&self) -> bool {
        self.change::<SHARED>(|old| (old & PENDING != 0).then_some(old & !PENDING)).is_some()
    }

    /// The state before the change, if there is one.
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
