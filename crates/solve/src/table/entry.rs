//! An entry of the table: bounds, efforts, and how much work is behind them.

use crate::effort::{Effort, ProofNumbers};

/// What an entry says besides its duels, in one word: outcomes as ranks, the rest as the search means it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// At least this outcome.
    pub low: u8,
    /// At most this outcome.
    pub high: u8,
    /// The questions "at least this?" that the duels are about; 0 for none.
    pub goals: [u8; 2],
    /// Whatever the search wants to remember: a distance, a move.
    pub hint: u16,
    /// How much work is behind it, see [`work_code`].
    pub work: u16,
}

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What has been established, and more.
    pub facts: Facts,
    /// The efforts for the two goals, as far as the table keeps them.
    pub all_numbers: [ProofNumbers; 2],
}

impl Facts {
    pub(super) fn pack(self) -> u64 {
        u64::from(self.low)
            | u64::from(self.high) << 7
            | u64::from(self.goals[0]) << 14
            | u64::from(self.goals[1]) << 21
            | u64::from(self.hint) << 28
            | u64::from(self.work) << 44
            | 1 << 63
    }

    #[inline]
    pub(super) fn unpack(word: u64) -> Facts {
        let rank = |shift: u32| (word >> shift) as u8 & 127;
        Facts {
            low: rank(0),
            high: rank(7),
            goals: [rank(14), rank(21)],
            hint: (word >> 28) as u16,
            work: (word >> 44) as u16 & WORK_MAX,
        }
    }

    /// What keeps an entry in the table: its work, and eight times as much if nothing is left to be found out.
    #[inline]
    pub(super) fn replacement_value(word: u64) -> u16 {
        let facts = Facts::unpack(word);
        facts.work + if facts.low == facts.high { 3 << WORK_MANTISSA } else { 0 }
    }
}

impl Entry {
    /// The duel about a question: its answer if there is one, else the efforts kept, else what those of another
    /// question say. A harder question is at least as hard to prove and at most as hard to disprove.
    #[inline]
    pub fn numbers(&self, goal: u8) -> ProofNumbers {
        let facts = &self.facts;
        if facts.low >= goal || facts.high < goal {
            return ProofNumbers::settled(facts.low >= goal);
        }
        if facts.goals[0] == goal {
            return self.all_numbers[0];
        }
        if facts.goals[1] == goal {
            return self.all_numbers[1];
        }
        let mut numbers = ProofNumbers::FRESH;
        for (known, other) in facts.goals.into_iter().zip(self.all_numbers) {
            if known == 0 || !other.is_open() {
            } else if known < goal {
                numbers.proof = numbers.proof.max(other.proof);
            } else {
                numbers.disproof = numbers.disproof.max(other.disproof);
            }
        }
        numbers
    }
}

/// Bits after the leading one that a work code keeps.
pub(super) const WORK_MANTISSA: u32 = 4;
/// The largest code; the value of a settled entry stays within it, too.
pub(super) const WORK_MAX: u16 = (1 << 11) - 1;

/// An amount of work as a small number that orders like it: a logarithm with sixteen steps to the factor of two.
#[inline]
pub fn work_code(work: u64) -> u16 {
    if work < 1 << WORK_MANTISSA {
        return work as u16;
    }
    let shift = work.ilog2() - WORK_MANTISSA;
    (((shift + 1) << WORK_MANTISSA) | ((work >> shift) as u32 & ((1 << WORK_MANTISSA) - 1))) as u16
}

/// The least amount of work with that code.
pub fn work_of(code: u16) -> u64 {
    let (shift, rest) = (code >> WORK_MANTISSA, u64::from(code) & ((1 << WORK_MANTISSA) - 1));
    if shift == 0 { rest } else { (rest | 1 << WORK_MANTISSA) << (shift - 1) }
}

pub(super) fn pack_numbers(numbers: ProofNumbers) -> u64 {
    numbers.proof.rank() | numbers.disproof.rank() << 32
}

#[inline]
pub(super) fn unpack_numbers(word: u64) -> ProofNumbers {
    ProofNumbers {
        proof: Effort::from_rank(word as u32),
        disproof: Effort::from_rank((word >> 32) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_codes_order_like_work_and_lose_little() {
        let amounts = (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) + (1 << bit) / 3]);
        let mut amounts: Vec<u64> = amounts.chain([u64::MAX]).collect();
        amounts.sort_unstable();
        for pair in amounts.windows(2) {
            assert!(work_code(pair[0]) <= work_code(pair[1]));
        }
        for amount in amounts {
            let back = work_of(work_code(amount));
            assert!(back <= amount && amount - back <= amount / 16, "{amount} became {back}");
            assert!(work_code(amount) + (3 << WORK_MANTISSA) < WORK_MAX);
        }
    }

    #[test]
    fn efforts_of_one_question_say_something_about_another() {
        let numbers = ProofNumbers { proof: Effort::new(40), disproof: Effort::new(3) };
        let facts = Facts { low: 2, high: 8, goals: [5, 0], hint: 0, work: 1 };
        let entry = Entry { facts, all_numbers: [numbers, ProofNumbers::FRESH] };
        assert_eq!(entry.numbers(5), numbers);
        assert_eq!(entry.numbers(2), ProofNumbers::settled(true));
        assert_eq!(entry.numbers(9), ProofNumbers::settled(false));
        assert_eq!(
            entry.numbers(6),
            ProofNumbers { proof: Effort::new(40), disproof: Effort::UNIT }
        );
        assert_eq!(
            entry.numbers(4),
            ProofNumbers { proof: Effort::UNIT, disproof: Effort::new(3) }
        );
    }
}
