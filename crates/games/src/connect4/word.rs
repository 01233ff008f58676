//! The machine words a Connect Four board fits into.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A word with one bit per cell and one spare bit per column: `u64`, or `u128` for boards that need more. The
/// narrow one is about twice as fast, which is why the game is generic over it.
pub trait Board:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// How many bits there are.
    const BITS: u32;

    /// The word in the widest one.
    fn wide(self) -> u128;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The lowest bit that is set, alone; nothing if there is none.
    fn lowest(self) -> Self;

    /// The place of the lowest bit that is set, if there is one.
    fn place(self) -> usize;
}

impl Board for u64 {
    const ZERO: u64 = 0;
    const ONE: u64 = 1;
    const BITS: u32 = u64::BITS;

    #[inline]
    fn wide(self) -> u128 {
        self.into()
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u64 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn place(self) -> usize {
        self.trailing_zeros() as usize
    }
}

impl Board for u128 {
    const ZERO: u128 = 0;
    const ONE: u128 = 1;
    const BITS: u32 = u128::BITS;

    #[inline]
    fn wide(self) -> u128 {
        self
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u128 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn place(self) -> usize {
        self.trailing_zeros() as usize
    }
}
