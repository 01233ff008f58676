//! Growing a table, and making room in a full one.

use core::sync::atomic::Ordering::Relaxed;

use super::entry::Facts;
use super::{BUCKET, GROW_AT, KEPT, Table};

impl Table {
    /// Whether the table should grow: the part in use is filled enough, and there is more memory.
    pub(crate) fn should_grow(&self) -> bool {
        let capacity = self.capacity();
        capacity < self.buckets_max * BUCKET as u64 && self.used() * 100 >= capacity * GROW_AT
    }

    /// Sets whether several threads share the table. While they do, it must not grow, except when all of them wait.
    pub(crate) fn share(&self, shared: bool) {
        self.shared.store(shared, Relaxed);
    }

    /// Doubles the number of buckets, up to the maximum. The entries of a bucket move to buckets with the same or a
    /// higher index, so the last bucket is moved first.
    pub fn grow(&self) {
        let buckets = self.buckets.load(Relaxed);
        self.buckets.store((2 * buckets).min(self.buckets_max), Relaxed);
        let (size, at) = (BUCKET * self.stride, self.facts_at());
        let mut moved = vec![0; size];
        for index in (0..buckets as usize).rev() {
            for (word, place) in moved.iter_mut().zip(&self.words[index * size..]) {
                *word = place.swap(0, Relaxed);
            }
            for entry in moved.chunks_exact(self.stride).filter(|entry| entry[at] != 0) {
                let lower = entry.iter().fold(0, |table_key, word| table_key ^ word);
                let upper = if self.wide { entry[1] } else { 0 };
                let first = self.bucket(u128::from(upper) << 64 | u128::from(lower));
                let bucket = self.words[first..first + size].chunks_exact(self.stride);
                let free = bucket.map(|place| (place[at].load(Relaxed), place));
                let least =
                    free.min_by_key(
                        |&(word, _)| if word == 0 { 0 } else { 1 + Facts::replacement_value(word) },
                    );
                let (_, place) = least.expect("a bucket has entries");
                place.iter().zip(entry).for_each(|(place, &word)| place.store(word, Relaxed));
            }
        }
    }

    /// SmallTreeGC (Nagai 2002): removes the entries with the least work until enough of the table is free.
    pub(super) fn collect(&self) {
        let at = self.facts_at();
        let mut counts = vec![0u64; usize::from(u16::MAX) + 1];
        let facts = || self.active().chunks_exact(self.stride).map(|entry| entry[at].load(Relaxed));
        facts()
            .filter(|&word| word != 0)
            .for_each(|word| counts[usize::from(Facts::replacement_value(word))] += 1);
        let used: u64 = counts.iter().sum();
        let spare = used.saturating_sub(self.capacity() * KEPT / 100);
        let mut gone = 0;
        let limit = counts.iter().position(|count| {
            gone += count;
            gone >= spare
        });
        // The last class of work is removed as a whole, because all entries may be in one class.
        let limit = limit.unwrap_or(0) as u16;
        for entry in self.active().chunks_exact(self.stride) {
            let word = entry[at].load(Relaxed);
            if word != 0 && Facts::replacement_value(word) <= limit {
                entry[at].store(0, Relaxed);
            }
        }
        self.used.0.store(used - gone, Relaxed);
        self.collections.fetch_add(1, Relaxed);
    }
}
