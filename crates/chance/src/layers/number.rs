//! The whole numbers that values of layers are stored as.

use core::fmt::Debug;

use num_traits::{AsPrimitive, PrimInt, Signed};

/// A machine number with a sign: `i32`, `i64` or `i128`.
pub trait Number:
    PrimInt + Signed + AsPrimitive<i128> + Default + Debug + Send + Sync + 'static
{
    /// How many bytes it takes in memory and in files.
    const BYTES: usize;

    /// What is stored at an index without a position: no value is so low.
    fn absent() -> Self {
        Self::min_value()
    }

    /// Its bytes, the lowest first, as the first [`Number::BYTES`] of the result.
    fn bytes(self) -> [u8; 16];

    /// The number of these bytes, of which there are [`Number::BYTES`].
    fn of_bytes(bytes: &[u8]) -> Self;
}

macro_rules! number {
    ($($type:ty),*) => {$(
        impl Number for $type {
            const BYTES: usize = size_of::<$type>();

            fn bytes(self) -> [u8; 16] {
                let mut all = [0; 16];
                all[..Self::BYTES].copy_from_slice(&self.to_le_bytes());
                all
            }

            fn of_bytes(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$type>()];
                own.copy_from_slice(bytes);
                <$type>::from_le_bytes(own)
            }
        }
    )*};
}

number!(i32, i64, i128);

#[cfg(test)]
mod tests {
    use super::*;

    fn returns<N: Number>(number: N) {
        assert_eq!(N::of_bytes(&number.bytes()[..N::BYTES]), number);
    }

    #[test]
    fn bytes_and_back() {
        for number in [0, 1, -1, i32::MAX, i32::MIN] {
            returns(number);
            returns(i64::from(number) << 20);
            returns(i128::from(number) << 80);
        }
    }
}
