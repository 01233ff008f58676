//! Integers as bytes: LEB128, seven bits at a time, the lowest first.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

use crate::fraction::{self, Fraction};

/// The most bytes of an integer that stands for a number.
const BYTES_MAX: usize = 4096;

/// Appends an unsigned integer.
pub(crate) fn unsigned(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends an unsigned integer of any size. Nothing if it is too long.
fn large(bytes: &mut Vec<u8>, number: &BigUint) -> Option<()> {
    if let Some(small) = number.to_u64() {
        unsigned(bytes, small);
        return Some(());
    }
    let digits = number.to_radix_le(0x80);
    let (last, rest) = digits.split_last()?;
    bytes.extend(rest.iter().map(|digit| digit | 0x80));
    bytes.push(*last);
    (digits.len() <= BYTES_MAX).then_some(())
}

/// Appends a signed integer: `n` as `2n`, and below zero as `-2n - 1`.
fn signed(bytes: &mut Vec<u8>, number: &BigInt) -> Option<()> {
    let twice = number.magnitude() << 1;
    large(bytes, &if number.is_negative() { twice - BigUint::one() } else { twice })
}

/// Appends a number: its multiple of one part of the denominator, or the fraction. Nothing if it is too long.
pub(super) fn number(
    bytes: &mut Vec<u8>,
    value: &Fraction,
    denominator: Option<&BigInt>,
) -> Option<()> {
    match denominator {
        Some(denominator) => signed(bytes, &fraction::floor(value, denominator)),
        None => {
            signed(bytes, value.numer())?;
            large(bytes, value.denom().magnitude())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fraction::ratio;

    fn encoded(value: &Fraction, denominator: Option<i64>) -> Vec<u8> {
        let mut bytes = Vec::new();
        number(&mut bytes, value, denominator.map(BigInt::from).as_ref()).expect("short");
        bytes
    }

    #[test]
    fn integers_of_all_sizes() {
        let mut bytes = Vec::new();
        unsigned(&mut bytes, 300);
        assert_eq!(bytes, [0xac, 0x02]);
        assert_eq!(encoded(&ratio(-1, 2), Some(4)), [3]);
        assert_eq!(encoded(&ratio(1, 2), Some(400)), [0x90, 0x03]);
        assert_eq!(encoded(&ratio(-2, 3), None), [3, 3]);
        let mut bytes = Vec::new();
        large(&mut bytes, &(BigUint::one() << 70)).expect("short");
        assert_eq!(bytes, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]);
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let most = (BigUint::one() << (7 * BYTES_MAX)) - BigUint::one();
        assert_eq!(large(&mut Vec::new(), &most), Some(()));
        assert_eq!(large(&mut Vec::new(), &(most + BigUint::one())), None);
    }
}
