//! The transposition table: a fixed number of bytes, exact codes of up to 128 bits, shared by threads without locks.
//!
//! An entry is a few words: one that checks the others, the upper half of the code if it has one, a word of
//! [`Facts`], and one word for every duel that the search keeps. The check is the lower half of the code xor all the other
//! words (Hyatt and Mann's lockless hashing): words of two threads that got mixed up do not pass as an entry, except by
//! a chance of 2^-64, which is why a certificate is made from nothing but the rules.
//!
//! Four entries make a bucket. A full bucket gives up the entry with the least work behind it, settled ones later than
//! open ones (Kishimoto's SmallTreeReplacement); a full table gives up all the small ones at once (Nagai's SmallTreeGC).
//!
//! A small search does not spread over a large memory: only the first part of the table is used, and doubled when full.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::effort::{Duel, Effort};
use crate::persist::{Broken, Save, Sink, Source, put, put_all, take, take_all};

/// Entries that share a place.
const BUCKET: usize = 4;

/// A table is full when this share of it is, in per cent, and then keeps that share.
const FULL: u64 = 90;
const KEPT: u64 = 60;

/// A part of a table is doubled when this share of it is in use, in per cent.
const CROWDED: u64 = 60;

/// Buckets that a table begins with, about.
const FIRST: u64 = 1 << 12;

/// Positions and what is known about them.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Buckets in use; a power of two times smaller than `buckets_max`.
    buckets: AtomicU64,
    buckets_max: u64,
    /// Words of an entry.
    stride: usize,
    /// Duels in an entry.
    duels: usize,
    /// Whether codes have more than 64 bits.
    wide: bool,
    /// Entries in use, not counted exactly when several threads write.
    used: AtomicU64,
    collecting: AtomicBool,
    collections: AtomicU64,
    collects: bool,
}

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
    pub duels: [Duel; 2],
}

impl Facts {
    fn pack(self) -> u64 {
        u64::from(self.low)
            | u64::from(self.high) << 7
            | u64::from(self.goals[0]) << 14
            | u64::from(self.goals[1]) << 21
            | u64::from(self.hint) << 28
            | u64::from(self.work) << 44
            | 1 << 63
    }

    #[inline]
    fn unpack(word: u64) -> Facts {
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
    fn worth(word: u64) -> u16 {
        let facts = Facts::unpack(word);
        facts.work + if facts.low == facts.high { 3 << WORK_MANTISSA } else { 0 }
    }
}

impl Entry {
    /// The duel about a question: its answer if there is one, else the efforts kept, else what those of another
    /// question say. A harder question is at least as hard to prove and at most as hard to disprove.
    #[inline]
    pub fn duel(&self, goal: u8) -> Duel {
        let facts = &self.facts;
        if facts.low >= goal || facts.high < goal {
            return Duel::settled(facts.low >= goal);
        }
        if facts.goals[0] == goal {
            return self.duels[0];
        }
        if facts.goals[1] == goal {
            return self.duels[1];
        }
        let mut duel = Duel::FRESH;
        for (known, other) in facts.goals.into_iter().zip(self.duels) {
            if known == 0 || !other.is_open() {
            } else if known < goal {
                duel.proof = duel.proof.max(other.proof);
            } else {
                duel.disproof = duel.disproof.max(other.disproof);
            }
        }
        duel
    }
}

/// Bits after the leading one that a work code keeps.
const WORK_MANTISSA: u32 = 4;
/// The largest code; the worth of a settled entry stays within it, too.
const WORK_MAX: u16 = (1 << 11) - 1;

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

fn pack_duel(duel: Duel) -> u64 {
    duel.proof.rank() | duel.disproof.rank() << 32
}

#[inline]
fn unpack_duel(word: u64) -> Duel {
    Duel { proof: Effort::from_rank(word as u32), disproof: Effort::from_rank((word >> 32) as u32) }
}

impl Table {
    /// A table of at most so many bytes for codes of so many bits, with room for 0 to 2 duels in an entry. `None` if not
    /// even one bucket fits.
    pub fn new(bytes: u64, code_bits: u32, duels: usize) -> Option<Table> {
        let wide = code_bits > u64::BITS;
        let stride = 2 + usize::from(wide) + duels.min(2);
        let most = bytes / Table::bucket_bytes(code_bits, duels);
        if most == 0 {
            return None;
        }
        let doublings = (most / FIRST).max(1).ilog2();
        let buckets = most >> doublings;
        let buckets_max = buckets << doublings;
        let words = buckets_max as usize * BUCKET * stride;
        Some(Table {
            words: bytemuck::try_zeroed_slice_box(words).ok()?,
            buckets: AtomicU64::new(buckets),
            buckets_max,
            stride,
            duels: duels.min(2),
            wide,
            used: AtomicU64::new(0),
            collecting: AtomicBool::new(false),
            collections: AtomicU64::new(0),
            collects: true,
        })
    }

    /// Bytes of one bucket: no table is smaller.
    pub fn bucket_bytes(code_bits: u32, duels: usize) -> u64 {
        let stride = 2 + u64::from(code_bits > u64::BITS) + duels.min(2) as u64;
        stride * BUCKET as u64 * size_of::<AtomicU64>() as u64
    }

    /// Whether small entries are given up together when the table is full; otherwise only one by one.
    #[must_use]
    pub fn collecting(mut self, collects: bool) -> Table {
        self.collects = collects;
        self
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.active()) as u64
    }

    /// The words in use.
    fn active(&self) -> &[AtomicU64] {
        &self.words[..self.capacity() as usize * self.stride]
    }

    /// Entries that have room in the part in use.
    pub fn capacity(&self) -> u64 {
        self.buckets.load(Relaxed) * BUCKET as u64
    }

    /// Entries in use, about.
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed).min(self.capacity())
    }

    /// How often the small entries were given up together.
    pub fn collections(&self) -> u64 {
        self.collections.load(Relaxed)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.active().iter().for_each(|word| word.store(0, Relaxed));
        self.used.store(0, Relaxed);
    }

    /// Loads a table saved by a search of the same kind, of at most so many bytes.
    pub fn load(
        bytes: u64,
        code_bits: u32,
        duels: usize,
        source: &mut dyn Source,
    ) -> Result<Table, Broken> {
        let [buckets, most, used, collections] = take::<[u64; 4]>(source)?;
        let size = Table::bucket_bytes(code_bits, duels);
        if most == 0 || most > bytes / size || !Table::sizes(most).any(|size| size == buckets) {
            return Err(Broken::new(format!("has a table of {most} buckets, which does not fit")));
        }
        let table = Table::new(most * size, code_bits, duels)
            .ok_or_else(|| Broken::new("has a table that the system has no memory for"))?;
        table.buckets.store(buckets, Relaxed);
        table.used.store(used.min(table.capacity()), Relaxed);
        table.collections.store(collections, Relaxed);
        take_all(source, table.active().len(), |index, word: u64| {
            table.words[index].store(word, Relaxed);
            Ok(())
        })?;
        Ok(table)
    }

    /// The sizes, in buckets, of a table that grows to so many.
    fn sizes(most: u64) -> impl Iterator<Item = u64> {
        let doublings = (most / FIRST).max(1).ilog2();
        (0..=doublings).map(move |times| (most >> doublings) << times)
    }

    #[inline]
    fn facts_at(&self) -> usize {
        1 + usize::from(self.wide)
    }

    /// The first word of the bucket of a code.
    #[inline]
    fn bucket(&self, code: u128) -> usize {
        let mixed = code as u64 ^ ((code >> 64) as u64).wrapping_mul(0xa076_1d64_78bd_642f);
        let product = u128::from(mixed ^ 0xe703_7ed1_a0b4_28db) * 0x9e37_79b9_7f4a_7c15;
        let hash = (product as u64) ^ (product >> 64) as u64;
        let hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let buckets = u128::from(self.buckets.load(Relaxed));
        ((u128::from(hash) * buckets) >> 64) as usize * BUCKET * self.stride
    }

    /// The words of an entry if it is about that code: facts and duels.
    #[inline]
    fn read(&self, entry: &[AtomicU64], code: u128) -> Option<[u64; 3]> {
        let at = self.facts_at();
        let mut words = [0; 3];
        for (word, place) in words.iter_mut().zip(&entry[at..]) {
            *word = place.load(Relaxed);
        }
        let upper = if self.wide { entry[1].load(Relaxed) } else { 0 };
        let check = upper ^ words[0] ^ words[1] ^ words[2] ^ code as u64;
        let found = words[0] != 0
            && entry[0].load(Relaxed) == check
            && (!self.wide || upper == (code >> 64) as u64);
        found.then_some(words)
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, code: u128) -> Option<Entry> {
        let first = self.bucket(code);
        let bucket = &self.words[first..first + BUCKET * self.stride];
        bucket.chunks_exact(self.stride).find_map(|entry| {
            let words = self.read(entry, code)?;
            Some(Entry {
                facts: Facts::unpack(words[0]),
                // What is not kept is not known.
                duels: [
                    if self.duels > 0 { unpack_duel(words[1]) } else { Duel::FRESH },
                    if self.duels > 1 { unpack_duel(words[2]) } else { Duel::FRESH },
                ],
            })
        })
    }

    /// Remembers what is known about a position, in place of what was known before.
    pub fn store(&self, code: u128, entry: &Entry) {
        let first = self.bucket(code);
        let bucket = &self.words[first..first + BUCKET * self.stride];
        let at = self.facts_at();
        let mut place = 0;
        let mut least = u16::MAX;
        for (index, known) in bucket.chunks_exact(self.stride).enumerate() {
            let word = known[at].load(Relaxed);
            if word != 0 && self.read(known, code).is_some() {
                place = index;
                least = u16::MAX - 1; // its own place
                break;
            }
            let worth = if word == 0 { 0 } else { 1 + Facts::worth(word) };
            if worth < least {
                (place, least) = (index, worth);
            }
        }
        if least == 0 && self.count_new() {
            return self.store(code, entry); // the table has been cleared up, the bucket may look different
        }
        self.write(&bucket[place * self.stride..][..self.stride], code, entry);
    }

    fn write(&self, place: &[AtomicU64], code: u128, entry: &Entry) {
        let at = self.facts_at();
        let upper = if self.wide { (code >> 64) as u64 } else { 0 };
        let words = [entry.facts.pack(), pack_duel(entry.duels[0]), pack_duel(entry.duels[1])];
        let mut check = upper ^ code as u64;
        for (word, place) in words.into_iter().zip(&place[at..]) {
            check ^= word;
            place.store(word, Relaxed);
        }
        if self.wide {
            place[1].store(upper, Relaxed);
        }
        place[0].store(check, Relaxed);
    }

    /// Counts an entry that takes an empty place; true if the table was full and has been cleared up.
    fn count_new(&self) -> bool {
        let used = self.used.fetch_add(1, Relaxed) + 1;
        let capacity = self.capacity();
        if capacity < self.buckets_max * BUCKET as u64 {
            let crowded = used * 100 >= capacity * CROWDED;
            if crowded {
                self.double();
            }
            return crowded;
        }
        let full = self.collects && used * 100 >= capacity * FULL && capacity >= 1024;
        if !full || self.collecting.swap(true, Relaxed) {
            return false;
        }
        self.collect();
        self.collecting.store(false, Relaxed);
        true
    }

    /// Uses all the room there is from now on. Several threads must not share a table that grows.
    pub fn grow_up(&self) {
        while self.buckets.load(Relaxed) < self.buckets_max {
            self.double();
        }
    }

    /// Uses twice as many buckets. The entries of a bucket move to one of the two that take its place, which lie
    /// above it, so the last come first.
    fn double(&self) {
        let buckets = self.buckets.load(Relaxed);
        self.buckets.store(2 * buckets, Relaxed);
        let size = BUCKET * self.stride;
        let mut moved = vec![0; size];
        for index in (0..buckets as usize).rev() {
            for (word, place) in moved.iter_mut().zip(&self.words[index * size..]) {
                *word = place.swap(0, Relaxed);
            }
            for entry in moved.chunks_exact(self.stride).filter(|entry| entry[self.facts_at()] != 0)
            {
                let lower = entry.iter().fold(0, |code, word| code ^ word);
                let upper = if self.wide { entry[1] } else { 0 };
                let first = self.bucket(u128::from(upper) << 64 | u128::from(lower));
                let bucket = self.words[first..first + size].chunks_exact(self.stride);
                let mut free = bucket.filter(|place| place[self.facts_at()].load(Relaxed) == 0);
                let place = free.next().expect("two buckets have room for one");
                place.iter().zip(entry).for_each(|(place, &word)| place.store(word, Relaxed));
            }
        }
    }

    /// SmallTreeGC: gives up the entries with the least work behind them until the table is no longer full.
    fn collect(&self) {
        let at = self.facts_at();
        let mut counts = vec![0u64; usize::from(u16::MAX) + 1];
        let facts = || self.active().chunks_exact(self.stride).map(|entry| entry[at].load(Relaxed));
        facts()
            .filter(|&word| word != 0)
            .for_each(|word| counts[usize::from(Facts::worth(word))] += 1);
        let used: u64 = counts.iter().sum();
        let spare = used.saturating_sub(self.capacity() * KEPT / 100);
        let mut gone = 0;
        let limit = counts.iter().position(|count| {
            gone += count;
            gone >= spare
        });
        // The last class is given up as a whole, too: there may be only one.
        let limit = limit.unwrap_or(0) as u16;
        for entry in self.active().chunks_exact(self.stride) {
            let word = entry[at].load(Relaxed);
            if word != 0 && Facts::worth(word) <= limit {
                entry[at].store(0, Relaxed);
            }
        }
        self.used.store(used - gone, Relaxed);
        self.collections.fetch_add(1, Relaxed);
    }
}

impl Save for Table {
    fn save(&self, out: &mut dyn Sink) {
        let used = self.used.load(Relaxed);
        put(out, [self.buckets.load(Relaxed), self.buckets_max, used, self.collections()]);
        put_all(out, self.active().iter().map(|word| word.load(Relaxed)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(work: u64, low: u8, high: u8) -> Entry {
        let facts = Facts { low, high, goals: [1, 2], hint: 77, work: work_code(work) };
        let duel = Duel { proof: Effort::new(5), disproof: Effort::INFINITE };
        Entry { facts, duels: [Duel::FRESH, duel] }
    }

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
    fn what_is_stored_is_found_again() {
        for (bits, duels) in [(32, 0), (64, 1), (64, 2), (128, 0), (128, 2)] {
            let table = Table::new(1 << 20, bits, duels).expect("room");
            let code = |number: u64| {
                let number = number.wrapping_mul(0x1_0000_0001);
                if bits > 64 {
                    u128::from(number) << 70 | u128::from(number)
                } else {
                    number.into()
                }
            };
            for number in 0..1000 {
                table.store(code(number), &entry(number, 0, 2));
            }
            assert_eq!(table.used(), 1000);
            for number in 0..1000 {
                let found = table.probe(code(number)).expect("it is there");
                assert_eq!(found.facts, entry(number, 0, 2).facts);
                for kept in 0..duels {
                    assert_eq!(found.duels[kept], entry(number, 0, 2).duels[kept]);
                }
            }
            assert_eq!(table.probe(code(1000)), None);
        }
    }

    #[test]
    fn a_full_bucket_gives_up_the_least_work() {
        let table = Table::new(1, 64, 1).map(|_| ());
        assert!(table.is_none(), "not one bucket fits into a byte");
        let table = Table::new(Table::bucket_bytes(64, 1), 64, 1).expect("one bucket");
        for (code, work) in [(1, 50), (2, 10), (3, 70), (4, 90)] {
            table.store(code, &entry(work, 0, 2));
        }
        table.store(5, &entry(30, 0, 2));
        assert_eq!(table.probe(2), None);
        table.store(6, &entry(40, 1, 1));
        assert_eq!(table.probe(5), None);
        table.store(7, &entry(60, 0, 2)); // the settled one counts for more than its 40
        assert_eq!(table.probe(1), None);
        for code in [3, 4, 6, 7] {
            assert!(table.probe(code).is_some(), "{code}");
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
        for (bits, duels) in [(64, 1), (128, 2)] {
            let table = Table::new(1 << 24, bits, duels).expect("room");
            let first = table.bytes();
            assert!(first <= 1 << 20);
            let code = |number: u64| u128::from(number) << (bits - 20) | u128::from(number);
            let count = table.buckets_max * BUCKET as u64 / 3;
            (0..count).for_each(|number| table.store(code(number), &entry(number, 0, 2)));
            assert!(table.bytes() > 2 * first && table.bytes() <= 1 << 24);
            // Buckets fill up unevenly: some entries were replaced, most are there.
            let found = (0..count).filter(|&number| table.probe(code(number)).is_some()).count();
            assert!(found as u64 > count * 8 / 10, "{found} of {count}");
            table.grow_up();
            let later = (0..count).filter(|&number| table.probe(code(number)).is_some()).count();
            assert_eq!(found, later);
        }
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

    #[test]
    fn efforts_of_one_question_say_something_about_another() {
        let duel = Duel { proof: Effort::new(40), disproof: Effort::new(3) };
        let facts = Facts { low: 2, high: 8, goals: [5, 0], hint: 0, work: 1 };
        let entry = Entry { facts, duels: [duel, Duel::FRESH] };
        assert_eq!(entry.duel(5), duel);
        assert_eq!(entry.duel(2), Duel::settled(true));
        assert_eq!(entry.duel(9), Duel::settled(false));
        assert_eq!(entry.duel(6), Duel { proof: Effort::new(40), disproof: Effort::UNIT });
        assert_eq!(entry.duel(4), Duel { proof: Effort::UNIT, disproof: Effort::new(3) });
    }
}
