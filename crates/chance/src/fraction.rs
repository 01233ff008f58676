//! Exact fractions: reading them, and rounding them to whole multiples of 1/n.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// An exact fraction, always in lowest terms. It is written like `-3` or `170/243`.
pub type Fraction = BigRational;

/// The most digits that a number from outside may have.
const DIGITS_MAX: usize = 60;

/// The fraction of two machine numbers.
///
/// # Panics
/// If the denominator is 0.
///
/// ```
/// assert_eq!(foregone_chance::fraction::ratio(4, 6).to_string(), "2/3");
/// ```
pub fn ratio(numerator: i64, denominator: i64) -> Fraction {
    Fraction::new(numerator.into(), denominator.into())
}

/// Reads `-3`, `1/2` or `0.25`. Nothing if the text is none of these, has a denominator of 0, or more than 60 digits.
///
/// ```
/// use foregone_chance::fraction::{ratio, read};
///
/// assert_eq!(read("-6/4"), Some(ratio(-3, 2)));
/// assert_eq!(read("0.25"), Some(ratio(1, 4)));
/// assert_eq!(read("1/0"), None);
/// assert_eq!(read("1e3"), None);
/// ```
pub fn read(text: &str) -> Option<Fraction> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let value = if let Some((above, below)) = digits.split_once('/') {
        let below = whole(below)?;
        if below.is_zero() {
            return None;
        }
        Fraction::new(whole(above)?, below)
    } else if let Some((before, after)) = digits.split_once('.') {
        let shift = BigInt::from(10).pow(u32::try_from(after.len()).ok()?);
        Fraction::new(whole(before)? * &shift + whole(after)?, shift)
    } else {
        Fraction::from_integer(whole(digits)?)
    };
    Some(value * BigInt::from(sign))
}

/// A number of decimal digits only.
fn whole(digits: &str) -> Option<BigInt> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain && digits.len() <= DIGITS_MAX { digits.parse().ok() } else { None }
}

/// The largest whole number that is at most `value` times `denominator`.
pub fn floor(value: &Fraction, denominator: &BigInt) -> BigInt {
    (value.numer() * denominator).div_floor(value.denom())
}

/// The smallest whole number that is at least `value` times `denominator`.
pub fn ceil(value: &Fraction, denominator: &BigInt) -> BigInt {
    Integer::div_ceil(&(value.numer() * denominator), value.denom())
}

/// The least common denominator of some fractions.
pub fn common_denominator<'f>(values: impl IntoIterator<Item = &'f Fraction>) -> BigInt {
    values.into_iter().fold(BigInt::one(), |common, value| common.lcm(value.denom()))
}

/// The nearest floating-point number, for people to look at: never for a decision.
pub fn approximate(value: &Fraction) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// To which side a decimal is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounded {
    /// At most the number.
    Down,
    /// At least the number.
    Up,
}

/// The number with at most that many decimal places, rounded to that side; zeros at the end are left out.
///
/// ```
/// use foregone_chance::fraction::{Rounded, decimal, ratio};
///
/// assert_eq!(decimal(&ratio(2, 3), 4, Rounded::Down), "0.6666");
/// assert_eq!(decimal(&ratio(-2, 3), 4, Rounded::Down), "-0.6667");
/// assert_eq!(decimal(&ratio(2, 3), 4, Rounded::Up), "0.6667");
/// assert_eq!(decimal(&ratio(-1, 2), 4, Rounded::Up), "-0.5");
/// assert_eq!(decimal(&ratio(3, 1), 4, Rounded::Up), "3");
/// ```
pub fn decimal(value: &Fraction, places: usize, rounded: Rounded) -> String {
    let shift = BigInt::from(10).pow(u32::try_from(places).unwrap_or(u32::MAX));
    let number = match rounded {
        Rounded::Down => floor(value, &shift),
        Rounded::Up => ceil(value, &shift),
    };
    let sign = if number < BigInt::zero() { "-" } else { "" };
    let digits = number.magnitude().to_string();
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, after) = digits.split_at(digits.len() - places);
    let after = after.trim_end_matches('0');
    if after.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{after}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in ["", "-", "--1", "+1", "1/", "/2", "1/-2", "1/0", ".5", "5.", "1 ", "0x1", "½"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"9".repeat(61)), None);
        assert!(read(&"9".repeat(60)).is_some());
    }

    #[test]
    fn rounding_goes_to_the_side_it_says() {
        let three = BigInt::from(3);
        for (value, low, high) in [(ratio(1, 2), 1, 2), (ratio(-1, 2), -2, -1), (ratio(2, 3), 2, 2)]
        {
            assert_eq!(floor(&value, &three), BigInt::from(low));
            assert_eq!(ceil(&value, &three), BigInt::from(high));
        }
    }
}
