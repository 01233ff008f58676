//! Sets of cells of a Connect Four board, one bit per cell.

use core::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// A set of cells. Most boards have room in 64 bits, with which a computer is several times as fast as with 128.
pub(super) trait Set:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const NONE: Self;

    /// The set with the bits of `bits`, which have room in it.
    fn narrowed(bits: u128) -> Self;

    /// The bits of the set.
    fn widened(self) -> u128;

    /// The number of cells.
    fn count(self) -> u32;

    /// The set of the cell with the lowest bit alone, empty if the set is.
    fn first(self) -> Self;

    /// All bits lower than the lowest one of this set, which is not empty.
    fn bits_below(self) -> Self;

    /// Whether the sets have a cell in common.
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }
}

impl Set for u64 {
    const NONE: u64 = 0;

    fn narrowed(bits: u128) -> u64 {
        bits as u64
    }

    fn widened(self) -> u128 {
        self.into()
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> u64 {
        self & self.wrapping_neg()
    }

    fn bits_below(self) -> u64 {
        self.first().wrapping_sub(1)
    }
}

impl Set for u128 {
    const NONE: u128 = 0;

    fn narrowed(bits: u128) -> u128 {
        bits
    }

    fn widened(self) -> u128 {
        self
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> u128 {
        self & self.wrapping_neg()
    }

    fn bits_below(self) -> u128 {
        self.first().wrapping_sub(1)
    }
}
