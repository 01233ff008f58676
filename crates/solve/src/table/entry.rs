//! An entry of the transposition table: bounds, proof numbers, and the work behind them.

use crate::effort::{Effort, ProofNumbers};

/// The part of an entry that fits into one word besides the proof numbers. Outcomes are ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The value is at least this outcome.
    pub low: u8,
    /// The value is at most this outcome.
    pub high: u8,
    /// The goals of the questions "at least this?" to which the proof numbers belong; 0 for none. Alpha-beta stores its
    /// window here.
    pub goals: [u8; 2],
    /// A hint whose meaning depends on the search: a distance from the root, a move or a depth.
    pub hint: u16,
    /// The work behind the entry, see [`work_code`].
    pub work: u16,
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The bounds and what else fits into their word.
    pub facts: Facts,
    /// The proof numbers for the two goals, as far as the table stores them.
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

    /// Whether both facts about a position can be true: their bounds have an outcome in common.
    pub(super) fn agrees_with(&self, other: &Facts) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// The replacement value of an entry: its work, multiplied by eight if its bounds are equal.
    #[inline]
    pub(super) fn replacement_value(word: u64) -> u16 {
        let facts = Facts::unpack(word);
        facts.work + if facts.low == facts.high { 3 << WORK_MANTISSA } else { 0 }
    }
}

impl Entry {
    /// Whether the bounds leave an outcome, and no question has contradictory proof numbers.
    pub(super) fn is_possible(&self) -> bool {
        self.facts.low <= self.facts.high
            && self.all_numbers.iter().all(|numbers| numbers.is_possible())
    }

    /// The proof numbers of a question: its answer if the bounds give one, else the stored numbers, else a bound from
    /// those of another question. A higher goal is at least as hard to prove and at most as hard to disprove.
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

/// Bits of a work code after the leading one.
pub(super) const WORK_MANTISSA: u32 = 4;
/// The largest work code; the replacement value of a settled entry does not exceed it.
pub(super) const WORK_MAX: u16 = (1 << 11) - 1;

/// An amount of work as a small number with the same order: a logarithm with sixteen steps per factor of two.
#[inline]
pub fn work_code(work: u64) -> u16 {
    if work < 1 << WORK_MANTISSA {
        return work as u16;
    }
    let shift = work.ilog2() - WORK_MANTISSA;
    (((shift + 1) << WORK_MANTISSA) | ((work >> shift) as u32 & ((1 << WORK_MANTISSA) - 1))) as u16
}

/// The least amount of work with this code. Codes beyond that of the largest amount, which only an altered checkpoint can
/// have, stand for amounts near the largest one: the amount orders moves and proves nothing.
pub fn work_of(code: u16) -> u64 {
    let (shift, rest) = (code >> WORK_MANTISSA, u64::from(code) & ((1 << WORK_MANTISSA) - 1));
    let largest = u64::BITS as u16 - WORK_MANTISSA as u16 - 1;
    if shift == 0 { rest } else { (rest | 1 << WORK_MANTISSA) << (shift - 1).min(largest) }
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
    fn codes_of_no_amount_are_those_of_a_large_one() {
        for code in work_code(u64::MAX)..=u16::MAX {
            assert!(work_of(code) >= 1 << 63, "{code}");
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
