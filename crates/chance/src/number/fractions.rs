//! Counting in exact fractions of any size: for games whose denominators do not fit into a machine word.

use foregone_game::Outcome;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{Arithmetic, WHOLE_WAY};
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

    fn way(&self, low: &Fraction, at: &Fraction, high: &Fraction) -> u32 {
        let way = (at - low) / (high - low) * BigInt::from(WHOLE_WAY);
        way.floor().to_u32().unwrap_or(WHOLE_WAY).clamp(1, WHOLE_WAY)
    }

    /// In parts of 256, so that fractions do not grow without need.
    fn portion(&self, low: &Fraction, high: &Fraction, way: u32) -> Fraction {
        let way = (way / 256).max(1);
        low + (high - low) * Fraction::new(way.into(), (WHOLE_WAY / 256).into())
    }
}
