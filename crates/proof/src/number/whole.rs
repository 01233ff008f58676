//! Numbers that are whole multiples of 1/D: integers of 128 bits, or long ones where these are not enough.

use core::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;

use super::{Arithmetic, Fraction, integer_bytes, signed};
use crate::failure::Failure;

/// Computes with multiples of 1/D.
pub(crate) struct WholeNumbers {
    /// D.
    pub(crate) denominator: BigInt,
    /// Round up, and not down.
    pub(crate) up: bool,
}

/// How many times 1/D. A long integer is one that does not fit into 128 bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Whole {
    Short(i128),
    Long(Box<BigInt>),
}

impl Whole {
    fn new(integer: BigInt) -> Whole {
        match i128::try_from(&integer) {
            Ok(short) => Whole::Short(short),
            Err(_) => Whole::Long(Box::new(integer)),
        }
    }

    fn long(&self) -> BigInt {
        match self {
            Whole::Short(short) => BigInt::from(*short),
            Whole::Long(long) => (**long).clone(),
        }
    }
}

impl Ord for Whole {
    fn cmp(&self, other: &Whole) -> Ordering {
        // A long integer is beyond all short ones, on the side of its sign.
        let beyond = |long: &BigInt| match long.sign() {
            Sign::Minus => Ordering::Less,
            _ => Ordering::Greater,
        };
        match (self, other) {
            (Whole::Short(one), Whole::Short(two)) => one.cmp(two),
            (Whole::Long(one), Whole::Long(two)) => one.cmp(two),
            (Whole::Long(long), Whole::Short(_)) => beyond(long),
            (Whole::Short(_), Whole::Long(long)) => beyond(long).reverse(),
        }
    }
}

impl PartialOrd for Whole {
    fn partial_cmp(&self, other: &Whole) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl WholeNumbers {
    /// A quotient, rounded.
    fn rounded(&self, above: &BigInt, below: &BigInt) -> BigInt {
        if self.up { Integer::div_ceil(above, below) } else { above.div_floor(below) }
    }
}

impl Arithmetic for WholeNumbers {
    type Number = Whole;

    fn worth(&self, worth: &Fraction) -> Whole {
        Whole::new(self.rounded(&(worth.numer() * &self.denominator), worth.denom()))
    }

    fn read(
        &self,
        next: &mut dyn FnMut() -> Result<Vec<u8>, Failure>,
    ) -> Result<Result<Whole, String>, Failure> {
        Ok(Ok(Whole::new(signed(&next()?))))
    }

    fn zero(&self) -> Whole {
        Whole::Short(0)
    }

    fn add(&self, sum: &Whole, number: &Whole, weight: u64) -> Option<Whole> {
        if let (Whole::Short(sum), Whole::Short(number)) = (sum, number)
            && let Some(product) = number.checked_mul(i128::from(weight))
            && let Some(short) = sum.checked_add(product)
        {
            return Some(Whole::Short(short));
        }
        Some(Whole::new(sum.long() + number.long() * BigInt::from(weight)))
    }

    fn divide(&self, sum: &Whole, weights: u64) -> Option<Whole> {
        Some(match sum {
            Whole::Short(short) => {
                let weights = i128::from(weights);
                let up = self.up && short.mod_floor(&weights) != 0;
                Whole::Short(short.div_floor(&weights) + i128::from(up))
            }
            Whole::Long(long) => Whole::new(self.rounded(long, &BigInt::from(weights))),
        })
    }

    fn fraction(&self, number: &Whole) -> Fraction {
        Fraction::new(number.long(), self.denominator.clone())
    }

    fn heap_bytes(&self, number: &Whole) -> usize {
        match number {
            Whole::Short(_) => 0,
            Whole::Long(long) => size_of::<BigInt>() + 16 + integer_bytes(long),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(up: bool) -> WholeNumbers {
        WholeNumbers { denominator: 10.into(), up }
    }

    fn fraction(above: i64, below: i64) -> Fraction {
        Fraction::new(above.into(), below.into())
    }

    #[test]
    fn what_is_rounded_is_rounded_to_one_side() {
        for (above, down, up) in [(1, 3, 4), (-1, -4, -3), (3, 10, 10)] {
            assert_eq!(numbers(false).worth(&fraction(above, 3)), Whole::Short(down));
            assert_eq!(numbers(true).worth(&fraction(above, 3)), Whole::Short(up));
        }
        for (sum, down, up) in [(7, 2, 3), (-7, -3, -2), (6, 2, 2), (0, 0, 0)] {
            assert_eq!(numbers(false).divide(&Whole::Short(sum), 3), Some(Whole::Short(down)));
            assert_eq!(numbers(true).divide(&Whole::Short(sum), 3), Some(Whole::Short(up)));
        }
    }

    /// What does not fit into 128 bits is the same as with long integers all the time.
    #[test]
    fn long_and_short_integers_are_the_same_numbers() {
        let arithmetic = numbers(false);
        let edges = [i128::MIN, i128::MIN + 1, -1, 0, 1, i128::MAX - 1, i128::MAX];
        let mut all: Vec<Whole> = edges.map(Whole::Short).to_vec();
        for one in edges {
            for weight in [1, 2, u64::MAX] {
                let product = BigInt::from(one) * BigInt::from(weight);
                for two in edges {
                    let sum =
                        arithmetic.add(&Whole::Short(two), &Whole::Short(one), weight).unwrap();
                    assert_eq!(sum, Whole::new(BigInt::from(two) + &product));
                    for divisor in [1, 3, u64::MAX] {
                        for up in [false, true] {
                            let arithmetic = numbers(up);
                            let quotient = arithmetic.divide(&sum, divisor).unwrap();
                            let exact = arithmetic.rounded(&sum.long(), &BigInt::from(divisor));
                            assert_eq!(quotient, Whole::new(exact));
                        }
                    }
                    all.push(sum);
                }
            }
        }
        for one in &all {
            for two in &all {
                assert_eq!(one.cmp(two), one.long().cmp(&two.long()));
            }
        }
    }
}
