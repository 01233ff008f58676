//! How searches count: in whole numbers over one denominator, in fixed point rounded to one side, or in fractions.
//!
//! A search compares expectations and never asks what they are made of, so it is generic over an [`Arithmetic`]. All of
//! them are exact about what they claim: [`Words`] over the denominator of a game and [`Fractions`] compute the value,
//! and [`Words`] in fixed point compute a bound of it, rounded down or up at every division.

mod fractions;
mod words;

use core::fmt::Debug;

use foregone_game::Outcome;
use num_bigint::BigInt;

use crate::fraction::Fraction;

pub use fractions::Fractions;
pub use words::{Rounding, Word, Words};

/// Numbers for one utility. Sums of numbers times weights are numbers, too.
pub trait Arithmetic: Send + Sync {
    /// A worth, a value, or a sum of values times weights.
    type Number: Clone + Ord + Debug + Send + Sync;

    /// What an outcome is worth.
    fn worth(&self, outcome: Outcome) -> Self::Number;

    /// The least that any outcome is worth.
    fn least(&self) -> Self::Number;

    /// The most that any outcome is worth.
    fn greatest(&self) -> Self::Number;

    /// A number of the search at most `value`, such that no value lies between them. Below all worths it is any such number.
    fn floor(&self, value: &Fraction) -> Self::Number;

    /// A number of the search at least `value`, such that no value lies between them. Above all worths it is any such number.
    fn ceil(&self, value: &Fraction) -> Self::Number;

    /// The number as a fraction.
    fn fraction(&self, number: &Self::Number) -> Fraction;

    /// `weight` times the number.
    fn times(&self, number: &Self::Number, weight: u64) -> Self::Number;

    /// Adds to a number.
    fn add(&self, sum: &mut Self::Number, number: &Self::Number);

    /// Subtracts from a number.
    fn subtract(&self, sum: &mut Self::Number, number: &Self::Number);

    /// The expectation: a sum divided by the weights that it is made with. Rounded only if the numbers are rounded.
    fn mean(&self, sum: &Self::Number, total: u64) -> Self::Number;

    /// The quotient for the lower end of a window: no value lies between it and the true quotient.
    fn divide_down(&self, sum: &Self::Number, weight: u64) -> Self::Number;

    /// The quotient for the upper end of a window: no value lies between it and the true quotient.
    fn divide_up(&self, sum: &Self::Number, weight: u64) -> Self::Number;

    /// The number in the middle between two, if there is one that is neither: for bisection.
    fn between(&self, low: &Self::Number, high: &Self::Number) -> Option<Self::Number>;

    /// What all numbers are multiples of one part of, if there is such a number.
    fn unit(&self) -> Option<&BigInt>;

    /// The next smaller number that a value can have, if numbers have one: for windows that hold no value.
    fn previous(&self, number: &Self::Number) -> Option<Self::Number>;

    /// How far `at` is on the way from `low` to `high`, which is not `low`, in parts of [`WHOLE_WAY`]: at least 1, and
    /// rounded down. For the choice of questions, and never for an answer.
    fn way(&self, low: &Self::Number, at: &Self::Number, high: &Self::Number) -> u32;

    /// The number that far on the way from `low` to `high`, roughly: above `low`, and `high` only for the whole way or if
    /// there is no number between them.
    fn portion(&self, low: &Self::Number, high: &Self::Number, way: u32) -> Self::Number;
}

/// What [`Arithmetic::way`] counts in.
pub const WHOLE_WAY: u32 = 1 << 16;
