//! Which two-valued question to ask next when a value has more than two possibilities.

use foregone_game::Outcome;

use crate::options::Strategy;
use crate::persist::{LoadError, Save, StateReader, StateWriter, put, take};

/// The state of a strategy: what is asked depends on the bounds and on how the last question was answered.
#[derive(Clone, Debug)]
pub struct Asking {
    strategy: Strategy,
    /// Outcomes as ranks: at least `low`, at most `high`.
    low: u8,
    high: u8,
    /// The worst outcome in question, from which doubling counts.
    base: u8,
    /// Whether the next step of `Linear` comes from above; whether `Doubling` has been refuted.
    turned: bool,
}

impl Asking {
    /// About the outcomes from `low` to `high`.
    pub fn new(strategy: Strategy, low: Outcome, high: Outcome) -> Asking {
        Asking { strategy, low: low.0, high: high.0, base: low.0, turned: false }
    }

    /// Loads what was saved while a question about the outcomes from `low` to `high` was being asked.
    pub fn load(
        strategy: Strategy,
        (low, high): (Outcome, Outcome),
        source: &mut dyn StateReader,
    ) -> Result<Asking, LoadError> {
        let [at_least, at_most, turned] = take::<[u8; 3]>(source)?;
        if !(low.0 <= at_least && at_least < at_most && at_most <= high.0) {
            return Err(LoadError::new("asks about outcomes that are not in question"));
        }
        Ok(Asking { strategy, low: at_least, high: at_most, base: low.0, turned: turned != 0 })
    }

    /// Takes over a saved state; nothing may be left to be asked.
    pub fn reload(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        let [at_least, at_most, turned] = take::<[u8; 3]>(source)?;
        if !(self.low <= at_least && at_least <= at_most && at_most <= self.high) {
            return Err(LoadError::new("asks about outcomes that are not in question"));
        }
        (self.low, self.high, self.turned) = (at_least, at_most, turned != 0);
        Ok(())
    }

    /// What the answers so far have established of a value within `bounds`, when it was asked about `range`.
    pub fn bounds(
        &self,
        range: (Outcome, Outcome),
        bounds: (Outcome, Outcome),
    ) -> (Outcome, Outcome) {
        let (low, high) = (Outcome(self.low), Outcome(self.high));
        (if low > range.0 { low } else { bounds.0 }, if high < range.1 { high } else { bounds.1 })
    }

    /// The next question "at least this?"; `None` when the value is known.
    pub fn next(&self) -> Option<Outcome> {
        if self.low == self.high {
            return None;
        }
        let (low, high) = (self.low, self.high);
        let middle = high - (high - low) / 2; // rounds up, as figure 9 of Allis et al. 1994
        let goal = match self.strategy {
            Strategy::Binary => middle,
            Strategy::Linear if self.turned => high,
            Strategy::Linear => low + 1,
            Strategy::Doubling if self.turned => middle,
            // 1, 2, 4, ... above the base; Hsu's lecture halves with the middle rounded down, which would ask the same again.
            Strategy::Doubling => {
                self.base.saturating_add((2 * (low - self.base)).max(1)).min(high)
            }
            Strategy::Known(value) if low < value.0 && value.0 <= high => value.0,
            Strategy::Known(value) if low <= value.0 && value.0 < high => value.0 + 1,
            Strategy::Known(_) => middle, // it was wrong
        };
        Some(Outcome(goal))
    }

    /// Takes in bounds found besides.
    pub fn narrow(&mut self, low: Outcome, high: Outcome) {
        self.low = self.low.max(low.0).min(self.high);
        self.high = self.high.min(high.0).max(self.low);
    }

    /// Takes an answer in.
    pub fn answer(&mut self, goal: Outcome, holds: bool) {
        if holds {
            self.low = self.low.max(goal.0);
        } else {
            self.high = self.high.min(goal.0 - 1);
        }
        match self.strategy {
            Strategy::Linear => self.turned = !self.turned,
            Strategy::Doubling => self.turned |= !holds,
            _ => {}
        }
    }
}

impl Save for Asking {
    fn save(&self, out: &mut dyn StateWriter) {
        put(out, [self.low, self.high, u8::from(self.turned)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions asked when the value is `value`, and whether they end at it.
    fn asked(strategy: Strategy, outcomes: u8, value: u8) -> Vec<u8> {
        let mut asking = Asking::new(strategy, Outcome(0), Outcome(outcomes - 1));
        let mut questions = Vec::new();
        while let Some(goal) = asking.next() {
            assert!((1..outcomes).contains(&goal.0), "a question whose answer is known");
            questions.push(goal.0);
            asking.answer(goal, value >= goal.0);
        }
        assert_eq!((asking.low, asking.high), (value, value));
        questions
    }

    #[test]
    fn every_strategy_finds_every_value() {
        for outcomes in 2..=100 {
            for value in 0..outcomes {
                let log = u32::from(outcomes - 1).ilog2() as usize + 1;
                assert!(asked(Strategy::Binary, outcomes, value).len() <= log);
                assert!(asked(Strategy::Doubling, outcomes, value).len() <= 2 * log);
                assert!(asked(Strategy::Linear, outcomes, value).len() < usize::from(outcomes));
                assert!(asked(Strategy::Known(Outcome(value)), outcomes, value).len() <= 2);
                asked(Strategy::Known(Outcome(outcomes / 2)), outcomes, value);
            }
        }
    }

    #[test]
    fn the_orders_are_those_of_the_papers() {
        assert_eq!(asked(Strategy::Binary, 97, 48), [48, 72, 60, 54, 51, 49]); // Allis et al. 1994 figure 9, v = ceil((lower + upper) / 2)
        assert_eq!(asked(Strategy::Linear, 11, 5), [1, 10, 2, 9, 3, 8, 4, 7, 5, 6]); // Allis et al. 1994 §2.3
        assert_eq!(asked(Strategy::Doubling, 97, 11), [1, 2, 4, 8, 16, 12, 10, 11]); // Hsu's lecture
        assert_eq!(asked(Strategy::Known(Outcome(2)), 3, 2), [2]);
        assert_eq!(asked(Strategy::Known(Outcome(1)), 3, 1), [1, 2]);
    }
}
