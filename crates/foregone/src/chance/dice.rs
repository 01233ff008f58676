//! Outcomes of chance, drawn by a seeded generator: the same seed gives the same dice on every machine.

use foregone_game::random::Random;

use super::position::{Move, Position};

/// Dice, coins and shuffled pieces. The outcome of the tenth roll depends on the seed and on what can happen there, not on
/// how often earlier rolls were looked at, so a roll that is taken back comes again.
#[derive(Clone, Copy, Debug)]
pub struct Dice {
    seed: u64,
}

impl Dice {
    /// Dice; equal seeds give equal rolls.
    pub fn new(seed: u64) -> Dice {
        Dice { seed }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What happens at a position where chance has its turn, each outcome as often as its weight says; nothing elsewhere.
    /// `number` counts the rolls of a game.
    ///
    /// ```
    /// use foregone::chance::{Dice, Game};
    /// let start = Game::open("pig:10").unwrap().start();
    /// let rolls = |seed| -> String {
    ///     let roll = |number| Dice::new(seed).outcome(&start, number).unwrap().name;
    ///     (0..12).map(roll).collect()
    /// };
    /// assert_eq!(rolls(1), rolls(1));
    /// assert_ne!(rolls(1), rolls(2));
    /// ```
    pub fn outcome(&self, position: &Position, number: usize) -> Option<Move> {
        let outcomes = position.moves();
        let total: u64 = outcomes.iter().filter_map(|outcome| outcome.weight).sum();
        if total == 0 {
            return None;
        }
        let mut random = Random::new(self.seed);
        let bits = (0..=number).map(|_| random.bits()).last().unwrap_or_default();
        let mut drawn = ((u128::from(bits) * u128::from(total)) >> 64) as u64;
        outcomes.into_iter().find(|outcome| {
            let weight = outcome.weight.unwrap_or(0);
            let is_drawn = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            is_drawn
        })
    }
}
