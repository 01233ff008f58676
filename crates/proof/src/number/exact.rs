//! Numbers that are exact fractions of any size, up to a limit of bits.

use num_bigint::BigInt;
use num_traits::Zero;

use super::{Arithmetic, BITS, Fraction, in_lowest_terms, integer_bytes, signed, unsigned};
use crate::failure::Failure;

/// Computes with fractions. Nothing is rounded.
pub(crate) struct Exact;

/// The fraction, unless it is too long.
fn limited(fraction: Fraction) -> Option<Fraction> {
    let is_short = fraction.numer().bits() <= BITS && fraction.denom().bits() <= BITS;
    is_short.then_some(fraction)
}

impl Arithmetic for Exact {
    type Number = Fraction;

    fn worth(&self, worth: &Fraction) -> Fraction {
        worth.clone()
    }

    fn read(
        &self,
        next: &mut dyn FnMut() -> Result<Vec<u8>, Failure>,
    ) -> Result<Result<Fraction, String>, Failure> {
        let (above, below) = (signed(&next()?), BigInt::from(unsigned(&next()?)));
        let fraction = in_lowest_terms(above, below);
        Ok(fraction.ok_or_else(|| "is not a fraction in lowest terms".to_owned()))
    }

    fn zero(&self) -> Fraction {
        Fraction::zero()
    }

    fn add(&self, sum: &Fraction, number: &Fraction, weight: u64) -> Option<Fraction> {
        limited(sum + number * BigInt::from(weight))
    }

    fn divide(&self, sum: &Fraction, weights: u64) -> Option<Fraction> {
        limited(sum / BigInt::from(weights))
    }

    fn fraction(&self, number: &Fraction) -> Fraction {
        number.clone()
    }

    fn heap_bytes(&self, number: &Fraction) -> usize {
        integer_bytes(number.numer()) + integer_bytes(number.denom())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_that_become_too_long_are_refused() {
        let long = Fraction::new(BigInt::from(1), BigInt::from(1) << (BITS - 1));
        assert!(Exact.add(&Fraction::zero(), &long, 3).is_some());
        assert_eq!(Exact.divide(&long, 2), None);
        let other = Fraction::new(BigInt::from(1), BigInt::from(3));
        assert_eq!(Exact.add(&other, &long, 1), None);
    }

    #[test]
    fn only_lowest_terms_are_read() {
        let read = |groups: [u8; 2]| {
            let mut integers = groups.into_iter();
            Exact.read(&mut || Ok(vec![integers.next().unwrap()])).unwrap()
        };
        assert_eq!(read([3, 3]).unwrap(), Fraction::new((-2).into(), 3.into()));
        assert!(read([4, 4]).is_err() && read([0, 2]).is_err() && read([2, 0]).is_err());
        assert!(read([0, 1]).is_ok());
    }
}
