//! The transposition table of searches with chance: bounds of positions, which are facts.

use core::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// Slots that a position can be in.
const BUCKET: usize = 4;
/// The smallest table.
const SLOTS_MIN: usize = 1 << 10;

/// Bounds of positions. A position is compared as a whole, so an entry is never taken for that of another position. When
/// the memory is used up, new entries replace old ones.
#[derive(Debug)]
pub(crate) struct Table<P, N> {
    slots: Vec<Option<Entry<P, N>>>,
    used: usize,
    slots_max: usize,
    hasher: FixedState,
}

#[derive(Clone, Debug)]
struct Entry<P, N> {
    position: P,
    low: N,
    high: N,
}

impl<P: Clone + Eq + Hash, N: Clone + Ord> Table<P, N> {
    /// A table that grows up to that many bytes.
    pub fn new(bytes: usize) -> Table<P, N> {
        let fit = bytes / size_of::<Option<Entry<P, N>>>();
        let slots_max = if fit < SLOTS_MIN { 0 } else { 1 << fit.ilog2() };
        let hasher = FixedState::with_seed(0x243f_6a88_85a3_08d3);
        Table { slots: Vec::new(), used: 0, slots_max, hasher }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.used
    }

    fn hash(&self, position: &P) -> u64 {
        self.hasher.hash_one(position)
    }

    /// The first slot for a hash.
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, position: &P) -> Option<(&N, &N)> {
        if self.slots.is_empty() {
            return None;
        }
        let bucket = self.bucket(self.hash(position));
        let mut entries = self.slots[bucket..bucket + BUCKET].iter().flatten();
        let entry = entries.find(|entry| entry.position == *position)?;
        Some((&entry.low, &entry.high))
    }

    /// Adds what has been found out about a position to what is known: bounds only get closer.
    pub fn join(&mut self, position: &P, low: N, high: N) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        if self.slots.is_empty() {
            return;
        }
        let hash = self.hash(position);
        let bucket = self.bucket(hash);
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        let same =
            |slot: &Option<Entry<P, N>>| slot.as_ref().is_some_and(|e| e.position == *position);
        if let Some(index) = slots.iter().position(same) {
            let entry = slots[index].as_mut().expect("found");
            if low > entry.low {
                entry.low = low;
            }
            if high < entry.high {
                entry.high = high;
            }
            return;
        }
        let free = slots.iter().position(Option::is_none);
        self.used += usize::from(free.is_some());
        // Which entry gives way depends on nothing but the position, so that a search can be repeated.
        let index = free.unwrap_or((hash >> 60) as usize % BUCKET);
        slots[index] = Some(Entry { position: position.clone(), low, high });
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
            self.join(&entry.position, entry.low, entry.high);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_join_and_memory_is_kept() {
        let mut table: Table<u32, i64> = Table::new(64 << 10);
        for position in 0..100_000 {
            table.join(&position, -5, 5);
        }
        assert!(table.slots.len() * size_of::<Option<Entry<u32, i64>>>() <= 64 << 10);
        table.join(&7, -5, 2);
        table.join(&7, -1, 3);
        assert_eq!(table.get(&7), Some((&-1, &2)));
        let held = (0..100_000).filter(|position| table.get(position).is_some()).count();
        assert_eq!(held, table.len());
        let mut none: Table<u32, i64> = Table::new(0);
        none.join(&7, 0, 0);
        assert_eq!(none.get(&7), None);
    }
}
