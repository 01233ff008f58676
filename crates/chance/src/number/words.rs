//! Counting in whole multiples of 1/n, where n fits into a machine word with room for the sums.

use core::fmt::Debug;

use foregone_game::Outcome;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{PrimInt, ToPrimitive};

use super::{Arithmetic, WHOLE_WAY};
use crate::fraction::{self, Fraction};
use crate::game::Denominator;
use crate::utility::Utility;

/// A machine word with a sign: `i64` or `i128`.
pub trait Word: PrimInt + Integer + Debug + Send + Sync + Into<BigInt> {}

impl Word for i64 {}
impl Word for i128 {}

/// What is done with the rest of a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// There is none: the denominator of the game makes every expectation whole.
    Exact,
    /// It is dropped: results are lower bounds.
    Down,
    /// It is made up to one: results are upper bounds.
    Up,
}

/// Whole multiples of 1/n. Sums of them times weights fit, because the constructors refuse denominators that are too large.
#[derive(Clone, Debug)]
pub struct Words<T> {
    denominator: BigInt,
    worths: Vec<T>,
    rounding: Rounding,
}

impl<T: Word> Words<T> {
    /// Exact numbers over the denominator of a game. Nothing if sums would not fit into the word.
    pub fn exact(utility: &Utility, below: Denominator) -> Option<Words<T>> {
        let common = fraction::common_denominator(utility.worths());
        Words::over(BigInt::from(below.value) * common, utility, below.weights, Rounding::Exact)
    }

    /// Fixed point with as many binary digits as fit for sums of weights up to `weights`; results are bounds on the side
    /// of the rounding. Nothing if not even whole numbers fit.
    pub fn fixed_point(utility: &Utility, weights: u64, rounding: Rounding) -> Option<Words<T>> {
        let bits = T::zero().count_zeros();
        (0..bits)
            .rev()
            .find_map(|bits| Words::over(BigInt::from(1) << bits, utility, weights, rounding))
    }

    /// Fixed point of both roundings over the same denominator. Nothing if not even whole numbers fit.
    pub fn bracket(utility: &Utility, weights: u64) -> Option<(Words<T>, Words<T>)> {
        let down = Self::fixed_point(utility, weights, Rounding::Down)?;
        let up = Self::fixed_point(utility, weights, Rounding::Up)?;
        let denominator = down.denominator.min(up.denominator);
        let over = |rounding| Self::over(denominator.clone(), utility, weights, rounding);
        Some((over(Rounding::Down)?, over(Rounding::Up)?))
    }

    fn over(
        denominator: BigInt,
        utility: &Utility,
        weights: u64,
        rounding: Rounding,
    ) -> Option<Words<T>> {
        let round = |worth: &Fraction| match rounding {
            Rounding::Up => fraction::ceil(worth, &denominator),
            Rounding::Exact | Rounding::Down => fraction::floor(worth, &denominator),
        };
        let large: Vec<BigInt> = utility.worths().iter().map(round).collect();
        // The difference of two sums is the largest number that a window is made with.
        let most = large.iter().map(|worth| worth.magnitude().clone()).max()? + 1u32;
        let widest = BigInt::from(most) * BigInt::from(weights) * 2;
        small::<T>(&widest)?;
        let worths = large.iter().map(small);
        Some(Words { worths: worths.collect::<Option<_>>()?, denominator, rounding })
    }

    /// What numbers are multiples of one part of.
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// Into the range of the worths, with one step of room on either side.
    fn clamp(&self, number: &BigInt) -> T {
        let (low, high) = (self.least() - T::one(), self.greatest() + T::one());
        let (big_low, big_high): (BigInt, BigInt) = (low.into(), high.into());
        if *number < big_low {
            low
        } else if *number > big_high {
            high
        } else {
            small(number).unwrap_or(high)
        }
    }

    fn weight(weight: u64) -> T {
        num_traits::cast(weight).expect("weights fit: the constructor looked")
    }
}

/// The same number as a word, if it fits.
fn small<T: Word>(number: &BigInt) -> Option<T> {
    <T as num_traits::NumCast>::from(number.clone())
}

impl<T: Word> Arithmetic for Words<T> {
    type Number = T;

    #[inline]
    fn worth(&self, outcome: Outcome) -> T {
        self.worths[usize::from(outcome.0)]
    }

    #[inline]
    fn least(&self) -> T {
        self.worths[0]
    }

    #[inline]
    fn greatest(&self) -> T {
        self.worths[self.worths.len() - 1]
    }

    fn floor(&self, value: &Fraction) -> T {
        self.clamp(&fraction::floor(value, &self.denominator))
    }

    fn ceil(&self, value: &Fraction) -> T {
        self.clamp(&fraction::ceil(value, &self.denominator))
    }

    fn fraction(&self, number: &T) -> Fraction {
        Fraction::new((*number).into(), self.denominator.clone())
    }

    #[inline]
    fn times(&self, number: &T, weight: u64) -> T {
        *number * Self::weight(weight)
    }

    #[inline]
    fn add(&self, sum: &mut T, number: &T) {
        *sum = *sum + *number;
    }

    #[inline]
    fn subtract(&self, sum: &mut T, number: &T) {
        *sum = *sum - *number;
    }

    /// # Panics
    /// If the game promised a denominator that it does not have: a wrong value must not get out.
    #[inline]
    fn mean(&self, sum: &T, total: u64) -> T {
        let (quotient, rest) = sum.div_mod_floor(&Self::weight(total));
        match self.rounding {
            Rounding::Down => quotient,
            Rounding::Up if rest.is_zero() => quotient,
            Rounding::Up => quotient + T::one(),
            Rounding::Exact => {
                assert!(rest.is_zero(), "the game's denominator does not make expectations whole");
                quotient
            }
        }
    }

    #[inline]
    fn divide_down(&self, sum: &T, weight: u64) -> T {
        sum.div_floor(&Self::weight(weight))
    }

    #[inline]
    fn divide_up(&self, sum: &T, weight: u64) -> T {
        Integer::div_ceil(sum, &Self::weight(weight))
    }

    fn between(&self, low: &T, high: &T) -> Option<T> {
        let middle = (*low + *high).div_floor(&(T::one() + T::one()));
        (middle > *low && middle < *high).then_some(middle)
    }

    fn unit(&self) -> Option<&BigInt> {
        Some(&self.denominator)
    }

    #[inline]
    fn previous(&self, number: &T) -> Option<T> {
        Some(*number - T::one())
    }

    fn way(&self, low: &T, at: &T, high: &T) -> u32 {
        let (part, whole) = (*at - *low, *high - *low);
        if part >= whole {
            return WHOLE_WAY;
        }
        // The leading 40 bits are enough, and leave room for the product.
        let bits = (T::zero().count_zeros() - whole.leading_zeros()) as usize;
        let leading = |number: T| (number >> bits.saturating_sub(40)).to_u64().unwrap_or(0);
        let way = leading(part) * u64::from(WHOLE_WAY) / leading(whole).max(1);
        (way as u32).clamp(1, WHOLE_WAY - 1)
    }

    fn portion(&self, low: &T, high: &T, way: u32) -> T {
        let cast = |number: u32| -> T { num_traits::cast(number).expect("17 bits fit") };
        let (steps, rest) = (*high - *low).div_mod_floor(&cast(WHOLE_WAY));
        let part = steps * cast(way) + Integer::div_ceil(&(rest * cast(way)), &cast(WHOLE_WAY));
        *low + part
    }
}

/// The number as a floating-point number, for people to look at.
impl<T: Word> Words<T> {
    /// Roughly the number; never for a decision.
    pub fn approximate(&self, number: T) -> f64 {
        let (above, below) = (number.to_f64(), self.denominator.to_f64());
        above.zip(below).map_or(f64::NAN, |(above, below)| above / below)
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Scale;

    use super::*;
    use crate::fraction::ratio;

    #[test]
    fn denominators_that_do_not_fit_are_refused() {
        let utility = Utility::score(Scale::loss_draw_win());
        let exact = |value| Words::<i64>::exact(&utility, Denominator { value, weights: 8 });
        assert!(exact(1 << 58).is_some());
        assert!(exact(1 << 59).is_none());
        let wide = Denominator { value: 1 << 120, weights: 32 };
        assert!(Words::<i128>::exact(&utility, wide).is_some());
        let all = Denominator { value: 1, weights: u64::MAX };
        assert!(Words::<i64>::exact(&utility, all).is_none());
        assert!(Words::<i64>::fixed_point(&utility, u64::MAX, Rounding::Up).is_none());
    }

    #[test]
    fn fixed_point_is_rounded_outward() {
        let utility = Utility::read("loss=-1/3,win=2/3", Scale::loss_win()).expect("a utility");
        for (rounding, low) in [(Rounding::Down, true), (Rounding::Up, false)] {
            let words = Words::<i64>::fixed_point(&utility, 6, rounding).expect("fits");
            let third = words.fraction(&words.mean(&words.worth(Outcome(1)), 2));
            assert_eq!(third < ratio(1, 3), low);
            assert_eq!(third > ratio(1, 3), !low);
            let worth = words.fraction(&words.least());
            assert_eq!(worth < ratio(-1, 3), low);
        }
    }

    #[test]
    fn window_ends_beyond_the_worths_are_drawn_in() {
        let utility = Utility::score(Scale::loss_win());
        let words = Words::<i64>::exact(&utility, Denominator { value: 6, weights: 6 });
        let words = words.expect("fits");
        assert_eq!(words.floor(&ratio(-100, 1)), -7);
        assert_eq!(words.ceil(&ratio(100, 1)), 7);
        assert_eq!((words.floor(&ratio(1, 4)), words.ceil(&ratio(1, 4))), (1, 2));
    }
}
