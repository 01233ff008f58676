//! Exact numbers: fractions, and what the proof of an expectation computes with. This is the only part of the checker that
//! knows the library of long integers.

mod exact;
mod whole;

use core::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::failure::Failure;

pub(crate) use exact::Exact;
pub(crate) use whole::WholeNumbers;

/// A fraction in lowest terms.
pub(crate) type Fraction = BigRational;

/// An integer of any size.
pub(crate) type Integer = BigInt;

/// The largest number of characters of a fraction in a header.
const FRACTION: usize = 5_000;

/// The largest number of digits of a denominator in a header.
const DENOMINATOR: usize = 1_000;

/// The largest number of digits of a whole number in the outcomes of a graph file.
const OUTCOME: usize = 60;

/// The largest number of bits of a numerator or a denominator: as many as fit into the longest integer of a record.
const BITS: u64 = 7 * crate::format::LONG_INTEGER as u64;

/// How the numbers of a proof are computed, for one claim. What is rounded is rounded to the side that makes the claim harder:
/// down for `at least`, up for `at most`.
pub(crate) trait Arithmetic {
    /// A number of a position, or a sum of such numbers times weights.
    type Number: Clone + Ord;

    /// The number of a worth.
    fn worth(&self, worth: &Fraction) -> Self::Number;

    /// A number that is stated in a record. `next` gives the integers of the record. The inner error is the end of a sentence
    /// about the number.
    fn read(
        &self,
        next: &mut dyn FnMut() -> Result<Vec<u8>, Failure>,
    ) -> Result<Result<Self::Number, String>, Failure>;

    /// The sum before the first outcome of chance.
    fn zero(&self) -> Self::Number;

    /// Adds a number times a weight to a sum. Nothing if the sum becomes too long.
    fn add(&self, sum: &Self::Number, number: &Self::Number, weight: u64) -> Option<Self::Number>;

    /// A sum divided by the weights, which are not 0. Nothing if it becomes too long.
    fn divide(&self, sum: &Self::Number, weights: u64) -> Option<Self::Number>;

    /// The number as a fraction.
    fn fraction(&self, number: &Self::Number) -> Fraction;

    /// The bytes that a number has on the heap.
    fn heap_bytes(&self, number: &Self::Number) -> usize;
}

/// A fraction as headers have it: `-3`, `0` or `170/243`.
pub(crate) fn read_fraction(text: &str) -> Option<Fraction> {
    if text.len() > FRACTION {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (Sign::Minus, digits),
        None => (Sign::Plus, text),
    };
    let (above, below) = match digits.split_once('/') {
        Some((above, below)) => (natural(above)?, natural(below)?),
        None => (natural(digits)?, BigUint::one()),
    };
    // `-0`, `1/1` and `1/0` are other texts than those of the fractions.
    let is_plain = !digits.contains('/') || below > BigUint::one();
    if !is_plain || (sign == Sign::Minus && above.is_zero()) {
        return None;
    }
    in_lowest_terms(BigInt::from_biguint(sign, above), below.into())
}

/// The positive whole number of a header.
pub(crate) fn read_denominator(text: &str) -> Option<BigInt> {
    let number = Some(text).filter(|text| text.len() <= DENOMINATOR).and_then(natural)?;
    (!number.is_zero()).then(|| number.into())
}

/// A number in decimal digits without leading zeros.
fn natural(text: &str) -> Option<BigUint> {
    if text != "0" && text.starts_with('0') { None } else { digits(text) }
}

/// A number in decimal digits.
fn digits(text: &str) -> Option<BigUint> {
    let plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if plain { BigUint::from_str(text).ok() } else { None }
}

/// The fraction, if these are its lowest terms.
fn in_lowest_terms(above: BigInt, below: BigInt) -> Option<Fraction> {
    if below < BigInt::one() {
        return None;
    }
    let fraction = Fraction::new(above.clone(), below.clone());
    (*fraction.numer() == above && *fraction.denom() == below).then_some(fraction)
}

/// The number that an outcome of a graph file with chance is: `-3`, `1/2` or `0.25`, in up to 60 digits for each part.
pub(crate) fn of_outcome(text: &str) -> Option<Fraction> {
    let short = |text: &str| Some(text).filter(|text| text.len() <= OUTCOME).and_then(digits);
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (Sign::Minus, rest),
        None => (Sign::Plus, text),
    };
    let (above, below) = if let Some((above, below)) = rest.split_once('/') {
        (short(above)?, short(below)?)
    } else if let Some((before, after)) = rest.split_once('.') {
        // The point moves to the end.
        let after_value = short(after)?;
        let shift = BigUint::from(10_u8).pow(after.len() as u32);
        (short(before)? * &shift + after_value, shift)
    } else {
        (short(rest)?, BigUint::one())
    };
    if below.is_zero() {
        return None;
    }
    let above = if above.is_zero() { BigInt::zero() } else { BigInt::from_biguint(sign, above) };
    Some(Fraction::new(above, below.into()))
}

/// The unsigned integer of groups of seven bits, low ones first.
fn unsigned(groups: &[u8]) -> BigUint {
    BigUint::from_radix_le(groups, 128).unwrap_or_default()
}

/// The signed integer of such groups: 2n stands for n, and -2n - 1 for a negative n.
fn signed(groups: &[u8]) -> BigInt {
    let integer = BigInt::from(unsigned(groups));
    let is_negative = groups.first().is_some_and(|low| low & 1 == 1);
    if is_negative { -(integer >> 1_u8) - BigInt::one() } else { integer >> 1_u8 }
}

/// The bytes of a long integer on the heap, with an estimate for the allocator.
fn integer_bytes(integer: &BigInt) -> usize {
    // No integer here has more than some tens of thousands of bits.
    integer.bits().div_ceil(64) as usize * 8 + 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(above: i64, below: i64) -> Fraction {
        Fraction::new(above.into(), below.into())
    }

    #[test]
    fn a_fraction_has_one_text() {
        assert_eq!(read_fraction("-3"), Some(fraction(-3, 1)));
        assert_eq!(read_fraction("0"), Some(fraction(0, 1)));
        assert_eq!(read_fraction("-170/243"), Some(fraction(-170, 243)));
        for text in [
            "", "-", "-0", "+1", "01", "1/1", "0/2", "2/4", "1/02", "1/0", "1/-2", "--1", "1.5",
            " 1", "1e3", "1/2/3", "/2", "1/", "½",
        ] {
            assert_eq!(read_fraction(text), None, "{text}");
        }
        assert!(read_fraction(&"9".repeat(5_000)).is_some());
        assert_eq!(read_fraction(&"9".repeat(5_001)), None);
    }

    #[test]
    fn denominators_are_positive_and_short() {
        assert_eq!(read_denominator("243"), Some(243.into()));
        assert!(read_denominator(&"9".repeat(1_000)).is_some());
        for text in ["0", "", "-1", "01", "1/2", &"9".repeat(1_001)] {
            assert_eq!(read_denominator(text), None, "{text}");
        }
    }

    #[test]
    fn outcomes_of_graphs_are_numbers() {
        assert_eq!(of_outcome("-6/4"), Some(fraction(-3, 2)));
        assert_eq!(of_outcome("0.25"), Some(fraction(1, 4)));
        assert_eq!(of_outcome("-007"), Some(fraction(-7, 1)));
        assert_eq!(of_outcome("-0"), Some(fraction(0, 1)));
        for text in
            ["", "-", "--1", "+1", "1/", "/2", "1/-2", "1/0", ".5", "5.", "1 ", "½", "1.2/3"]
        {
            assert_eq!(of_outcome(text), None, "{text}");
        }
        assert!(of_outcome(&"9".repeat(60)).is_some() && of_outcome(&"9".repeat(61)).is_none());
    }

    #[test]
    fn signed_integers_alternate() {
        let numbers = [0, -1, 1, -2, 2, -3];
        for (integer, number) in (0..).zip(numbers) {
            assert_eq!(signed(&[integer]), number.into());
        }
        assert_eq!(signed(&[1, 1]), (-65).into());
        assert_eq!(signed(&[0, 1]), 64.into());
    }
}
