//! Bounds on the value of a position, and the alpha-beta window.

use foregone_game::{Outcome, Player};

/// A bound that assumes no position of the current line, so that it holds on every line.
pub(super) const UNCONDITIONAL: u32 = u32::MAX;

/// A lower and an upper bound. Each carries the depth of the shallowest position of the line to which play was assumed
/// to return, or [`UNCONDITIONAL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Outcome,
    pub(super) high: Outcome,
    pub(super) low_assumes: u32,
    pub(super) high_assumes: u32,
}

impl Bounds {
    /// Bounds that hold on every line.
    #[inline]
    pub(super) fn free((low, high): (Outcome, Outcome)) -> Bounds {
        Bounds { low, high, low_assumes: UNCONDITIONAL, high_assumes: UNCONDITIONAL }
    }

    /// The value of play that returns to the position at `depth` of the line.
    #[inline]
    pub(super) fn returning(outcome: Outcome, depth: u32) -> Bounds {
        Bounds { low: outcome, high: outcome, low_assumes: depth, high_assumes: depth }
    }

    /// These bounds tightened by unconditional ones.
    #[inline]
    pub(super) fn and(mut self, low: Outcome, high: Outcome) -> Bounds {
        if low >= self.low {
            (self.low, self.low_assumes) = (low, UNCONDITIONAL);
        }
        if high <= self.high {
            (self.high, self.high_assumes) = (high, UNCONDITIONAL);
        }
        self
    }

    /// The bounds as the parent of a position at `depth` uses them: a cycle that is closed at or below that position
    /// does not depend on the line above it.
    #[inline]
    pub(super) fn above(mut self, depth: usize) -> Bounds {
        if self.low_assumes >= depth as u32 {
            self.low_assumes = UNCONDITIONAL;
        }
        if self.high_assumes >= depth as u32 {
            self.high_assumes = UNCONDITIONAL;
        }
        self
    }

    /// The bounds in a search for one player's guaranteed outcome: what lies beyond the depth limit counts as the worst
    /// for that player.
    #[inline]
    pub(super) fn seen_by(mut self, side: Option<Player>) -> Bounds {
        match side {
            None => {}
            Some(Player::Max) => (self.high, self.high_assumes) = (self.low, self.low_assumes),
            Some(Player::Min) => (self.low, self.low_assumes) = (self.high, self.high_assumes),
        }
        self
    }

    /// Whether the bounds leave an outcome. Bounds that assume a repetition may contradict those that do not.
    pub(super) fn is_possible(self) -> bool {
        self.low <= self.high
            || self.low_assumes != UNCONDITIONAL
            || self.high_assumes != UNCONDITIONAL
    }

    /// The bounds without their assumptions.
    #[inline]
    pub(super) fn pair(self) -> (Outcome, Outcome) {
        (self.low, self.high)
    }
}

/// The alpha-beta window: how far the value lies below `alpha` or above `beta` does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Outcome,
    pub(super) beta: Outcome,
}

impl Window {
    /// Whether the bounds settle all that the window asks.
    #[inline]
    pub(super) fn is_settled(self, bounds: Bounds) -> bool {
        bounds.low >= self.beta || bounds.high <= self.alpha || bounds.low == bounds.high
    }
}
