//! The transposition table of searches with chance: bounds of positions, which are facts.

use core::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// Slots that a position can be in.
const BUCKET: usize = 4;
/// The smallest table.
const SLOTS_MIN: usize = 1 << 10;

/// What is known of a position.
pub(crate) trait Fact {
    /// Adds what has been found out since then.
    fn join(&mut self, news: Self);
}

/// The value is at least the first and at most the second number.
impl<N: Ord> Fact for (N, N) {
    #[inline]
    fn join(&mut self, (low, high): (N, N)) {
        if low > self.0 {
            self.0 = low;
        }
        if high < self.1 {
            self.1 = high;
        }
    }
}

/// Facts about positions. A position is compared as a whole, so an entry is never taken for that of another position.
/// When the memory is used up, new entries replace old ones.
#[derive(Debug)]
pub(crate) struct Table<P, F> {
    slots: Vec<Option<Entry<P, F>>>,
    used: usize,
    slots_max: usize,
    hasher: FixedState,
}

#[derive(Clone, Debug)]
struct Entry<P, F> {
    position: P,
    fact: F,
}

impl<P: Clone + Eq + Hash, F: Fact> Table<P, F> {
    /// A table that grows up to that many bytes.
    pub fn new(bytes: usize) -> Table<P, F> {
        let fit = bytes / size_of::<Option<Entry<P, F>>>();
        let slots_max = if fit < SLOTS_MIN { 0 } else { 1 << fit.ilog2() };
        let hasher = FixedState::with_seed(0x243f_6a88_85a3_08d3);
        Table { slots: Vec::new(), used: 0, slots_max, hasher }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.used
    }

    /// The hash of a position, for [`Table::get`] and [`Table::join`].
    #[inline]
    pub fn hash(&self, position: &P) -> u64 {
        self.hasher.hash_one(position)
    }

    /// The first slot for a hash.
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, hash: u64, position: &P) -> Option<&F> {
        if self.slots.is_empty() {
            return None;
        }
        let bucket = self.bucket(hash);
        let mut entries = self.slots[bucket..bucket + BUCKET].iter().flatten();
        entries.find(|entry| entry.position == *position).map(|entry| &entry.fact)
    }

    /// Adds what has been found out about a position to what is known.
    pub fn join(&mut self, hash: u64, position: &P, fact: F) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        if self.slots.is_empty() {
            return;
        }
        let bucket = self.bucket(hash);
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        let same =
            |slot: &Option<Entry<P, F>>| slot.as_ref().is_some_and(|e| e.position == *position);
        if let Some(index) = slots.iter().position(same) {
            slots[index].as_mut().expect("found").fact.join(fact);
            return;
        }
        let free = slots.iter().position(Option::is_none);
        self.used += usize::from(free.is_some());
        // Which entry gives way depends on nothing but the position, so that a search can be repeated.
        let index = free.unwrap_or((hash >> 60) as usize % BUCKET);
        slots[index] = Some(Entry { position: position.clone(), fact });
    }

    /// Twice as many slots, if the memory allows it.
    #[cold]
    fn grow(&mut self) {
        let wanted = (self.slots.len() * 2).max(SLOTS_MIN);
        if wanted > self.slots_max {
            return;
        }
        let mut slots = Vec::new();
        slots.resize_with(wanted, || None);
        let old = core::mem::replace(&mut self.slots, slots);
        self.used = 0;
        for entry in old.into_iter().flatten() {
            self.join(self.hash(&entry.position), &entry.position, entry.fact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_join_and_memory_is_kept() {
        let mut table: Table<u32, (i64, i64)> = Table::new(64 << 10);
        let join = |table: &mut Table<u32, (i64, i64)>, position: u32, fact| {
            table.join(table.hash(&position), &position, fact);
        };
        for position in 0..100_000 {
            join(&mut table, position, (-5, 5));
        }
        assert!(table.slots.len() * size_of::<Option<Entry<u32, (i64, i64)>>>() <= 64 << 10);
        join(&mut table, 7, (-5, 2));
        join(&mut table, 7, (-1, 3));
        assert_eq!(table.get(table.hash(&7), &7), Some(&(-1, 2)));
        let held = |position: &u32| table.get(table.hash(position), position).is_some();
        assert_eq!((0..100_000).filter(held).count(), table.len());
        let mut none: Table<u32, (i64, i64)> = Table::new(0);
        join(&mut none, 7, (0, 0));
        assert_eq!(none.get(none.hash(&7), &7), None);
    }
}
