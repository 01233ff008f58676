//! Exact values: fractions in lowest terms.

use core::fmt;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Worth {
    numerator: i128,
    denominator: i128,
}

impl Worth {
    /// The fraction; the denominator is positive.
    ///
    /// ```
    /// use foregone_solve::play::models::Worth;
    ///
    /// assert_eq!(Worth::new(6, 4).to_string(), "3/2");
    /// assert_eq!(Worth::new(-6, 3).to_string(), "-2");
    /// ```
    pub fn new(numerator: i128, denominator: i128) -> Worth {
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1) as i128;
        Worth { numerator: numerator / common, denominator: denominator / common }
    }

    /// The numerator.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator.
    pub fn denominator(self) -> i128 {
        self.denominator
    }
}

/// The greatest common divisor; the other number if one is 0.
pub(super) fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl fmt::Display for Worth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(out, "{}", self.numerator),
            denominator => write!(out, "{}/{denominator}", self.numerator),
        }
    }
}
