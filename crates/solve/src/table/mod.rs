//! The transposition table: a fixed number of bytes, exact keys of up to 128 bits, shared by threads without locks.
//!
//! An entry consists of a few words: a checksum, the upper half of the key if keys are wide, a word of [`Facts`], and
//! one word of proof numbers for each question that the search stores. The checksum is the lower half of the key xor
//! all other words (lockless hashing, Hyatt and Mann 2002). If two threads write the same slot at the same time, mixed
//! words fail the checksum, except with a probability of 2^-64. Certificates are therefore checked by the rules alone.
//!
//! Four entries form a bucket. A full bucket replaces the entry with the least work, open entries before settled ones
//! (Kishimoto's SmallTreeReplacement); a full table removes all small entries at once (SmallTreeGC, Nagai 2002).
//!
//! A small search uses only the first part of a large table, which is doubled when it is filled.

mod entry;
mod grow;
mod memory;
mod saved;
mod slot;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::effort::ProofNumbers;
pub use entry::{Entry, Facts, work_code, work_of};
use entry::{pack_numbers, unpack_numbers};
use memory::TableMemory;

/// Entries of a bucket.
const BUCKET: usize = 4;

/// A table is full at the first percentage of its capacity; removing small entries leaves the second.
const FULL: u64 = 90;
const KEPT: u64 = 60;

/// The part in use is doubled when it is filled to this percentage.
const GROW_AT: u64 = 60;

/// Buckets in use at first.
const FIRST: u64 = 1 << 12;

/// A counter that threads write all the time, on cache lines of its own, so that their writes do not evict the
/// read-only fields from the caches of other threads.
#[derive(Debug)]
#[repr(align(128))]
struct CachePadded(AtomicU64);

/// A transposition table.
#[derive(Debug)]
pub struct Table {
    words: TableMemory,
    /// Buckets in use.
    buckets: AtomicU64,
    buckets_max: u64,
    /// Words per entry.
    stride: usize,
    /// Pairs of proof numbers per entry.
    questions: usize,
    /// Whether keys have more than 64 bits.
    wide: bool,
    /// Entries in use; not exact when several threads write.
    used: CachePadded,
    /// Whether several threads use the table.
    shared: AtomicBool,
    collecting: AtomicBool,
    collections: AtomicU64,
    collects: bool,
    /// Whether all entries come from sound searches of this process, see [`Table::is_trusted`].
    trusted: bool,
}

impl Table {
    /// A table of at most `bytes` for keys of `table_key_bits`, with 0 to 2 pairs of proof numbers per entry. `None` if
    /// not one bucket fits or the system has no memory.
    pub fn new(bytes: u64, table_key_bits: u32, questions: usize) -> Option<Table> {
        let wide = table_key_bits > u64::BITS;
        let stride = 2 + usize::from(wide) + questions.min(2);
        let most = bytes / Table::bucket_bytes(table_key_bits, questions);
        if most == 0 {
            return None;
        }
        // The same for every size, so that a small search does the same whatever the memory limit.
        let (buckets, buckets_max) = (most.min(FIRST), most);
        let words = buckets_max as usize * BUCKET * stride;
        Some(Table {
            words: TableMemory::new(words)?,
            buckets: AtomicU64::new(buckets),
            buckets_max,
            stride,
            questions: questions.min(2),
            wide,
            used: CachePadded(AtomicU64::new(0)),
            shared: AtomicBool::new(false),
            collecting: AtomicBool::new(false),
            collections: AtomicU64::new(0),
            collects: true,
            trusted: true,
        })
    }

    /// Bytes of one bucket, the smallest table.
    pub(crate) fn bucket_bytes(table_key_bits: u32, questions: usize) -> u64 {
        let stride = 2 + u64::from(table_key_bits > u64::BITS) + questions.min(2) as u64;
        stride * BUCKET as u64 * size_of::<AtomicU64>() as u64
    }

    /// Sets whether a full table removes all small entries at once; otherwise entries are only replaced one by one.
    #[must_use]
    pub(crate) fn collecting(mut self, collects: bool) -> Table {
        self.collects = collects;
        self
    }

    /// Sets whether all bounds that enter the table are sound, see [`Table::is_trusted`].
    #[must_use]
    pub(crate) fn trusting(mut self, trusted: bool) -> Table {
        self.trusted &= trusted;
        self
    }

    /// Whether contradictory bounds are an error of this program, which debug assertions report. They are not if the
    /// game uses unsound knowledge, if the table was loaded from a file, or if other workers send facts.
    pub(crate) fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// For how many questions an entry holds proof numbers.
    pub(crate) fn questions(&self) -> usize {
        self.questions
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.active()) as u64
    }

    /// The words in use.
    fn active(&self) -> &[AtomicU64] {
        &self.words[..self.capacity() as usize * self.stride]
    }

    /// Entries that fit into the part in use.
    pub(crate) fn capacity(&self) -> u64 {
        self.buckets.load(Relaxed) * BUCKET as u64
    }

    /// Entries that fit if the table grows as far as it may.
    pub(crate) fn capacity_max(&self) -> u64 {
        self.buckets_max * BUCKET as u64
    }

    /// Entries in use, approximately.
    pub(crate) fn used(&self) -> u64 {
        self.used.0.load(Relaxed).min(self.capacity())
    }

    /// How often all small entries were removed at once.
    pub(crate) fn collections(&self) -> u64 {
        self.collections.load(Relaxed)
    }

    /// Removes all entries.
    pub fn clear(&self) {
        self.active().iter().for_each(|word| word.store(0, Relaxed));
        self.used.0.store(0, Relaxed);
    }

    #[inline]
    fn facts_at(&self) -> usize {
        slot::facts_at(self.wide)
    }

    /// The index of the first word of the bucket for a key.
    #[inline]
    fn bucket(&self, table_key: u128) -> usize {
        let mixed =
            table_key as u64 ^ ((table_key >> 64) as u64).wrapping_mul(0xa076_1d64_78bd_642f);
        let product = u128::from(mixed ^ 0xe703_7ed1_a0b4_28db) * 0x9e37_79b9_7f4a_7c15;
        let hash = (product as u64) ^ (product >> 64) as u64;
        let hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let buckets = u128::from(self.buckets.load(Relaxed));
        ((u128::from(hash) * buckets) >> 64) as usize * BUCKET * self.stride
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline]
    pub fn fetch(&self, table_key: u128) {
        self.words.fetch(self.bucket(table_key), BUCKET * self.stride);
    }

    /// The entry for a key.
    #[inline]
    pub fn probe(&self, table_key: u128) -> Option<Entry> {
        let first = self.bucket(table_key);
        let bucket = &self.words[first..first + BUCKET * self.stride];
        bucket.chunks_exact(self.stride).find_map(|entry| {
            let words = slot::read(entry, table_key, self.wide)?;
            Some(Entry {
                facts: Facts::unpack(words[0]),
                // Numbers that the table does not store are unknown.
                all_numbers: [
                    if self.questions > 0 { unpack_numbers(words[1]) } else { ProofNumbers::FRESH },
                    if self.questions > 1 { unpack_numbers(words[2]) } else { ProofNumbers::FRESH },
                ],
            })
        })
    }

    /// Stores the entry for a key and replaces the earlier one.
    pub(crate) fn store(&self, table_key: u128, entry: &Entry) {
        debug_assert!(
            !self.trusted || entry.is_possible(),
            "an impossible entry for {table_key:#x}: {entry:?}"
        );
        let first = self.bucket(table_key);
        let bucket = &self.words[first..first + BUCKET * self.stride];
        let at = self.facts_at();
        let mut place = 0;
        let mut least = u16::MAX;
        for (index, known) in bucket.chunks_exact(self.stride).enumerate() {
            let word = known[at].load(Relaxed);
            if word != 0
                && let Some(words) = slot::read(known, table_key, self.wide)
            {
                debug_assert!(
                    !self.trusted || entry.facts.agrees_with(&Facts::unpack(words[0])),
                    "the entry of {table_key:#x} contradicts an earlier one: {:?} and {:?}",
                    entry.facts,
                    Facts::unpack(words[0])
                );
                place = index;
                least = u16::MAX - 1; // the slot of the same key
                break;
            }
            let value = if word == 0 { 0 } else { 1 + Facts::replacement_value(word) };
            if value < least {
                (place, least) = (index, value);
            }
        }
        if least == 0 && self.count_new() {
            return self.store(table_key, entry); // the table has grown or was cleaned, so the bucket may have changed
        }
        let numbers = entry.all_numbers.map(pack_numbers);
        let words = [entry.facts.pack(), numbers[0], numbers[1]];
        slot::write(&bucket[place * self.stride..][..self.stride], table_key, self.wide, words);
    }

    /// Counts an entry in an empty slot. Returns true if the table has grown or was cleaned.
    fn count_new(&self) -> bool {
        let used = self.used.0.fetch_add(1, Relaxed) + 1;
        let capacity = self.capacity();
        if capacity < self.buckets_max * BUCKET as u64 {
            let grows = self.should_grow() && !self.shared.load(Relaxed);
            if grows {
                self.grow();
            }
            return grows;
        }
        let full = self.collects && used * 100 >= capacity * FULL && capacity >= 1024;
        if !full || self.collecting.swap(true, Relaxed) {
            return false;
        }
        self.collect();
        self.collecting.store(false, Relaxed);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;

    fn entry(work: u64, low: u8, high: u8) -> Entry {
        let facts = Facts { low, high, goals: [1, 2], hint: 77, work: work_code(work) };
        let numbers = ProofNumbers { proof: Effort::new(5), disproof: Effort::INFINITE };
        Entry { facts, all_numbers: [ProofNumbers::FRESH, numbers] }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        for (bits, all_numbers) in [(32, 0), (64, 1), (64, 2), (128, 0), (128, 2)] {
            let table = Table::new(1 << 20, bits, all_numbers).expect("room");
            let table_key = |number: u64| {
                let number = number.wrapping_mul(0x1_0000_0001);
                if bits > 64 {
                    u128::from(number) << 70 | u128::from(number)
                } else {
                    number.into()
                }
            };
            for number in 0..1000 {
                table.store(table_key(number), &entry(number, 0, 2));
            }
            assert_eq!(table.used(), 1000);
            for number in 0..1000 {
                let found = table.probe(table_key(number)).expect("it is there");
                assert_eq!(found.facts, entry(number, 0, 2).facts);
                for kept in 0..all_numbers {
                    assert_eq!(found.all_numbers[kept], entry(number, 0, 2).all_numbers[kept]);
                }
            }
            assert_eq!(table.probe(table_key(1000)), None);
        }
    }

    #[test]
    fn a_full_bucket_gives_up_the_least_work() {
        let table = Table::new(1, 64, 1).map(|_| ());
        assert!(table.is_none(), "not one bucket fits into a byte");
        let table = Table::new(Table::bucket_bytes(64, 1), 64, 1).expect("one bucket");
        for (table_key, work) in [(1, 50), (2, 10), (3, 70), (4, 90)] {
            table.store(table_key, &entry(work, 0, 2));
        }
        table.store(5, &entry(30, 0, 2));
        assert_eq!(table.probe(2), None);
        table.store(6, &entry(40, 1, 1));
        assert_eq!(table.probe(5), None);
        table.store(7, &entry(60, 0, 2)); // the settled entry counts for more than its work of 40
        assert_eq!(table.probe(1), None);
        for table_key in [3, 4, 6, 7] {
            assert!(table.probe(table_key).is_some(), "{table_key}");
        }
    }

    #[test]
    fn a_full_table_gives_up_small_entries_together() {
        let table = Table::new(1 << 20, 64, 1).expect("room");
        let room = table.buckets_max * BUCKET as u64;
        for number in 0..2 * room {
            table.store(u128::from(number), &entry(1 + number % 100, 0, 2));
            assert!(table.used() <= table.capacity() * FULL / 100 + 1);
        }
        assert!(table.collections() > 0);
        let kept = (0..2 * room).filter_map(|number| table.probe(u128::from(number)));
        let (small, large): (Vec<_>, Vec<_>) =
            kept.partition(|entry| work_of(entry.facts.work) < 40);
        assert!(small.len() * 3 < large.len(), "{} and {}", small.len(), large.len());
    }

    #[test]
    fn a_table_grows_and_keeps_what_it_has() {
        for (bits, all_numbers) in [(64, 1), (128, 2)] {
            let table = Table::new(1 << 24, bits, all_numbers).expect("room");
            let first = table.bytes();
            assert!(first <= 1 << 20);
            let table_key = |number: u64| u128::from(number) << (bits - 20) | u128::from(number);
            let count = table.buckets_max * BUCKET as u64 / 3;
            (0..count).for_each(|number| table.store(table_key(number), &entry(number, 0, 2)));
            assert!(table.bytes() > 2 * first && table.bytes() <= 1 << 24);
            // Buckets fill unevenly: some entries were replaced, most are there.
            let found =
                (0..count).filter(|&number| table.probe(table_key(number)).is_some()).count();
            assert!(found as u64 > count * 8 / 10, "{found} of {count}");
            while table.buckets.load(Relaxed) < table.buckets_max {
                table.grow();
            }
            let later =
                (0..count).filter(|&number| table.probe(table_key(number)).is_some()).count();
            // The last step is not a doubling: two buckets may be merged.
            assert!(later <= found && later * 100 > found * 99, "{later} of {found}");
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "contradicts an earlier one")]
    fn contradictory_entries_are_noticed() {
        let table = Table::new(1 << 12, 64, 1).expect("room");
        table.store(9, &entry(5, 1, 2));
        table.store(9, &entry(5, 0, 0));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "an impossible entry")]
    fn entries_without_an_outcome_are_noticed() {
        let table = Table::new(1 << 12, 64, 1).expect("room");
        table.store(9, &entry(5, 2, 1));
    }

    #[test]
    fn contradictory_entries_are_accepted_where_nothing_is_trusted() {
        let table = Table::new(1 << 12, 64, 1).expect("room").trusting(false);
        table.store(9, &entry(5, 1, 2));
        table.store(9, &entry(5, 0, 0));
        assert!(table.probe(9).is_some_and(|entry| entry.facts.high == 0));
    }

    #[test]
    fn mixed_up_words_are_no_entry() {
        let table = Table::new(1 << 12, 64, 1).expect("room");
        table.store(9, &entry(5, 0, 2));
        let words = &table.words;
        let place = words.iter().position(|word| word.load(Relaxed) != 0).expect("an entry");
        for word in &words[place..place + table.stride] {
            let right = word.fetch_xor(1 << 20, Relaxed);
            assert_eq!(table.probe(9), None);
            word.store(right, Relaxed);
            assert!(table.probe(9).is_some());
        }
    }
}
