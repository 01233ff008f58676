//! Counting in exact fractions of any size: for games whose denominators do not fit into a machine word.

use foregone_game::Outcome;
use num_bigint::BigInt;

use super::Arithmetic;
use crate::fraction::Fraction;
use crate::utility::Utility;

/// Exact fractions. Slow, and never wrong.
#[derive(Clone, Debug)]
pub struct Fractions {
    worths: Vec<Fraction>,
}

impl Fractions {
    /// The worths of a utility as they are.
    pub fn new(utility: &Utility) -> Fractions {
        Fractions { worths: utility.worths().to_vec() }
    }
}

impl Arithmetic for Fractions {
    type Number = Fraction;

    fn worth(&self, outcome: Outcome) -> Fraction {
        self.worths[usize::from(outcome.0)].clone()
    }

    fn least(&self) -> Fraction {
        self.worths[0].clone()
    }

    fn greatest(&self) -> Fraction {
        self.worths[self.worths.len() - 1].clone()
    }

    fn floor(&self, value: &Fraction) -> Fraction {
        value.clone()
    }

    fn ceil(&self, value: &Fraction) -> Fraction {
        value.clone()
    }

    fn fraction(&self, number: &Fraction) -> Fraction {
        number.clone()
    }

    fn times(&self, number: &Fraction, weight: u64) -> Fraction {
        number * BigInt::from(weight)
    }

    fn add(&self, sum: &mut Fraction, number: &Fraction) {
        *sum += number;
    }

    fn subtract(&self, sum: &mut Fraction, number: &Fraction) {
        *sum -= number;
    }

    fn mean(&self, sum: &Fraction, total: u64) -> Fraction {
        sum / BigInt::from(total)
    }

    fn divide_down(&self, sum: &Fraction, weight: u64) -> Fraction {
        sum / BigInt::from(weight)
    }

    fn divide_up(&self, sum: &Fraction, weight: u64) -> Fraction {
        sum / BigInt::from(weight)
    }

    fn between(&self, low: &Fraction, high: &Fraction) -> Option<Fraction> {
        (low < high).then(|| (low + high) / BigInt::from(2))
    }

    fn unit(&self) -> Option<&BigInt> {
        None
    }

    /// Fractions lie dense.
    fn previous(&self, _: &Fraction) -> Option<Fraction> {
        None
    }
}
