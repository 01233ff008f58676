//! One slot of the table: how an entry is written and read without a lock (Hyatt and Mann 2002).
//!
//! Word 0 is the checksum, followed by the upper half of the key if keys are wide, the facts, and the proof numbers.
//! All accesses are relaxed, so a reader may see any mixture of the words that different threads have written. The
//! checksum detects this: it is the lower half of the key xor all other words.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A word of the table. It is a trait, so that a model checker can replace the atomic words by its own.
pub(super) trait Word {
    /// Reads the word.
    fn get(&self) -> u64;
    /// Writes the word.
    fn set(&self, word: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline]
    fn set(&self, word: u64) {
        self.store(word, Relaxed);
    }
}

/// The index of the facts.
#[inline]
pub(super) fn facts_at(wide: bool) -> usize {
    1 + usize::from(wide)
}

/// The facts and proof numbers of a slot if it belongs to the key. Words that the slot does not have are 0.
#[inline]
pub(super) fn read<W: Word>(slot: &[W], table_key: u128, wide: bool) -> Option<[u64; 3]> {
    let mut words = [0; 3];
    for (word, place) in words.iter_mut().zip(&slot[facts_at(wide)..]) {
        *word = place.get();
    }
    let upper = if wide { slot[1].get() } else { 0 };
    let check = upper ^ words[0] ^ words[1] ^ words[2] ^ table_key as u64;
    let found =
        words[0] != 0 && slot[0].get() == check && (!wide || upper == (table_key >> 64) as u64);
    found.then_some(words)
}

/// Writes facts and proof numbers for a key; numbers that the slot has no room for are dropped.
pub(super) fn write<W: Word>(slot: &[W], table_key: u128, wide: bool, words: [u64; 3]) {
    let upper = if wide { (table_key >> 64) as u64 } else { 0 };
    let mut check = upper ^ table_key as u64;
    for (word, place) in words.into_iter().zip(&slot[facts_at(wide)..]) {
        check ^= word;
        place.set(word);
    }
    if wide {
        slot[1].set(upper);
    }
    slot[0].set(check);
}

#[cfg(test)]
mod tests {
    use foregone_game::random::Random;

    use super::*;

    fn words(random: &mut Random, questions: usize) -> [u64; 3] {
        let mut word = || (random.below(1 << 31) as u64) << 32 | random.below(1 << 31) as u64;
        let all = [word() | 1 << 63, word(), word()];
        core::array::from_fn(|index| if index <= questions { all[index] } else { 0 })
    }

    fn written(stride: usize, table_key: u128, wide: bool, words: [u64; 3]) -> Vec<u64> {
        let slot: Vec<AtomicU64> = (0..stride).map(|_| AtomicU64::new(0)).collect();
        write(&slot, table_key, wide, words);
        slot.into_iter().map(AtomicU64::into_inner).collect()
    }

    /// Each word of a slot may be empty or come from one of two writers, in all combinations: a reader finds nothing
    /// or one of the two entries as a whole.
    #[test]
    fn every_mixture_of_two_entries_is_rejected() {
        let mut random = Random::new(11);
        let (mut found, mut rejected) = (0, 0);
        for round in 0..200 {
            for (wide, questions) in [(false, 0), (false, 1), (false, 2), (true, 0), (true, 2)] {
                let stride = 2 + usize::from(wide) + questions;
                let key = |random: &mut Random| {
                    let lower = u128::from(random.below(1 << 31) as u64);
                    if wide { lower << 70 | lower } else { lower }
                };
                let one = (key(&mut random), words(&mut random, questions));
                let same = round % 2 == 0; // the same position, or another one
                let other = key(&mut random);
                let two = (if same { one.0 } else { other }, words(&mut random, questions));
                let slots = [
                    vec![0; stride],
                    written(stride, one.0, wide, one.1),
                    written(stride, two.0, wide, two.1),
                ];
                for mixture in 0..3_usize.pow(stride as u32) {
                    let source = |at: usize| mixture / 3_usize.pow(at as u32) % 3;
                    let slot: Vec<_> =
                        (0..stride).map(|at| AtomicU64::new(slots[source(at)][at])).collect();
                    match read(&slot, one.0, wide) {
                        None => rejected += 1,
                        Some(words) => {
                            assert!(words == one.1 || same && words == two.1, "{mixture}");
                            found += 1;
                        }
                    }
                }
            }
        }
        assert!(found > 1000 && rejected > 20 * found, "{found} found, {rejected} rejected");
    }
}

/// A model check of all interleavings and all values that relaxed reads may return, with the `loom` crate:
/// `RUSTFLAGS="--cfg loom" cargo test --release --target-dir target/loom -p foregone-solve --lib loom`.
#[cfg(all(test, loom))]
mod loom_model {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use loom::thread;

    use super::{Word, read, write};

    impl Word for AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Relaxed)
        }

        fn set(&self, word: u64) {
            self.store(word, Relaxed);
        }
    }

    const ONE: [u64; 3] = [1 << 63 | 0x12, 0x3456_0000_789a, 0];
    const TWO: [u64; 3] = [1 << 63 | 0x5678, 0xffff_0000_0001, 0];

    /// Two threads write a slot of `stride` words while a third reads it for the first key.
    fn two_writers(keys: [u128; 2], stride: usize) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3); // without a bound the check takes many minutes
        model.check(move || {
            let slot: Arc<Vec<_>> = Arc::new((0..stride).map(|_| AtomicU64::new(0)).collect());
            let writers = [(keys[0], ONE), (keys[1], TWO)].map(|(key, words)| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || write(&slot, key, false, words))
            });
            if let Some(words) = read(&slot, keys[0], false) {
                let is = |entry: [u64; 3]| words[..stride - 1] == entry[..stride - 1];
                assert!(is(ONE) || keys[0] == keys[1] && is(TWO), "torn: {words:x?}");
            }
            writers.into_iter().for_each(|writer| writer.join().expect("no panic"));
        });
    }

    #[test]
    fn loom_one_position() {
        two_writers([77, 77], 2);
        two_writers([77, 77], 3);
    }

    #[test]
    fn loom_two_positions() {
        two_writers([77, 1 << 40], 2);
        two_writers([77, 1 << 40], 3);
    }
}
