//! What is known about a position, and what its ancestors still want to know.

use foregone_game::{Outcome, Player};

/// Rests on no position of the line: true whatever led to the position.
pub(super) const UNCONDITIONAL: u32 = u32::MAX;

/// At least, at most; and on what each of them rests: the depth of the shallowest position of the line to which play was
/// found to return, [`UNCONDITIONAL`] if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Outcome,
    pub(super) high: Outcome,
    pub(super) low_assumes: u32,
    pub(super) high_assumes: u32,
}

impl Bounds {
    /// Bounds that hold whatever led to the position.
    #[inline]
    pub(super) fn free((low, high): (Outcome, Outcome)) -> Bounds {
        Bounds { low, high, low_assumes: UNCONDITIONAL, high_assumes: UNCONDITIONAL }
    }

    /// The value of play that returns to the position at that depth of the line.
    #[inline]
    pub(super) fn returning(outcome: Outcome, depth: u32) -> Bounds {
        Bounds { low: outcome, high: outcome, low_assumes: depth, high_assumes: depth }
    }

    /// The same with bounds that hold anyway, where these are tighter.
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

    /// As the parent of a position at that depth sees them: loops that are closed at or below it are nobody's concern
    /// above it.
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

    /// As a search sees them that only asks what a player can be sure of: what is not known will not be better.
    #[inline]
    pub(super) fn seen_by(mut self, side: Option<Player>) -> Bounds {
        match side {
            None => {}
            Some(Player::Max) => (self.high, self.high_assumes) = (self.low, self.low_assumes),
            Some(Player::Min) => (self.low, self.low_assumes) = (self.high, self.high_assumes),
        }
        self
    }

    /// The bounds alone.
    #[inline]
    pub(super) fn pair(self) -> (Outcome, Outcome) {
        (self.low, self.high)
    }
}

/// What still matters at a node: nobody asks how far below `alpha` or above `beta` its value lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Outcome,
    pub(super) beta: Outcome,
}

impl Window {
    /// Whether nothing is left to be found out.
    #[inline]
    pub(super) fn is_settled(self, bounds: Bounds) -> bool {
        bounds.low >= self.beta || bounds.high <= self.alpha || bounds.low == bounds.high
    }
}
