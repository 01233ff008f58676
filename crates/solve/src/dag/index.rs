//! The hash index from positions to nodes. When it grows depends only on three numbers that can be saved: its entries,
//! its used slots and its capacity.
//!
//! A plain hash table grows when removed entries have used up its slots, and that depends on where each of them was. A
//! search that was saved and loaded would then run out of memory at another time than an uninterrupted one. So the
//! index counts slots itself, one for each insertion, and rebuilds the table before the table could grow on its own.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// The index of nodes by position key; the keys are stored in the nodes.
#[derive(Default)]
pub(super) struct Index {
    table: HashTable<u32>,
    hasher: FixedState,
    /// The number of entries that fit into the empty table.
    places: usize,
    /// Slots used since the table was empty, including those of removed entries.
    used: usize,
}

impl Index {
    /// An empty table with room for `entries`.
    fn with_room(entries: usize) -> Index {
        let table = HashTable::with_capacity(entries);
        Index { places: table.capacity(), table, ..Index::default() }
    }

    /// Capacity and used slots, which a loaded table must reproduce.
    pub(super) fn usage(&self) -> (usize, usize) {
        (self.places, self.used)
    }

    /// A table with the given usage and entries, whose keys must differ. `None` if there is no such table.
    pub(super) fn with_usage<K: Hash + Eq>(
        (places, used): (usize, usize),
        entries: impl Iterator<Item = u32>,
        key_of: impl Fn(u32) -> K,
    ) -> Option<Index> {
        let mut index = Index::with_room(places);
        if index.places != places || used > places {
            return None;
        }
        for id in entries {
            let key = key_of(id);
            if index.used == used || index.find(&key, &key_of).is_some() {
                return None;
            }
            index.insert(&key, id);
        }
        index.used = used;
        Some(index)
    }

    /// The node with this key.
    #[inline]
    pub(super) fn find<K: Hash + Eq>(&self, key: &K, key_of: impl Fn(u32) -> K) -> Option<u32> {
        self.table.find(self.hasher.hash_one(key), |&id| key_of(id) == *key).copied()
    }

    /// Whether the caller must make room before the next insertion, see [`Index::grows_for`].
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.used == self.places
    }

    /// Adds a node whose key is not in the table. The table must not be full.
    #[inline]
    pub(super) fn insert<K: Hash>(&mut self, key: &K, id: u32) {
        debug_assert!(!self.is_full(), "the table would grow by itself");
        self.used += 1;
        let known = |_: &u32| unreachable!("the table never grows by itself");
        self.table.insert_unique(self.hasher.hash_one(key), id, known);
    }

    /// Removes a node.
    pub(super) fn remove<K: Hash>(&mut self, key: &K, id: u32) {
        if let Ok(entry) = self.table.find_entry(self.hasher.hash_one(key), |&known| known == id) {
            entry.remove();
        }
    }

    /// Whether the table must grow to take `more` entries. If a quarter of it is free, it is rebuilt in the same size
    /// instead.
    pub(super) fn grows_for(&self, more: usize) -> bool {
        self.used + more > self.places && self.table.len() + more > self.places - self.places / 4
    }

    /// Doubles the table. It moves its entries by itself, which takes fewer instructions than inserting them again.
    pub(super) fn grow<K: Hash>(&mut self, key_of: impl Fn(u32) -> K) {
        let hasher = &self.hasher;
        let more = self.places + 1 - self.table.len();
        self.table.reserve(more, |&id| hasher.hash_one(key_of(id)));
        (self.places, self.used) = (self.table.capacity(), self.table.len());
    }

    /// Removes all entries and keeps the capacity.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.used = 0;
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        self.table.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::random::Random;

    use super::*;

    /// In this test the key of a node is its number.
    fn key_of(id: u32) -> u32 {
        id
    }

    #[test]
    fn a_loaded_table_grows_when_the_other_does() {
        let mut random = Random::new(5);
        let (mut one, mut held) = (Index::default(), Vec::new());
        let mut other = Index::default();
        for id in 0..20_000 {
            let loaded = Index::with_usage(other.usage(), held.iter().copied(), key_of);
            if random.percent(2) {
                other = loaded.expect("the same usage");
            }
            for index in [&mut one, &mut other] {
                if index.is_full() && index.grows_for(1) {
                    index.grow(key_of);
                } else if index.is_full() {
                    index.clear();
                    held.iter().for_each(|id| index.insert(id, *id));
                }
                index.insert(&id, id);
            }
            held.push(id);
            while held.len() > 10 && random.percent(if id < 3000 { 30 } else { 49 }) {
                let gone = held.swap_remove(random.below(held.len()));
                [&mut one, &mut other].into_iter().for_each(|index| index.remove(&gone, gone));
                assert_eq!(other.find(&gone, key_of), None);
            }
            assert_eq!((one.usage(), one.bytes()), (other.usage(), other.bytes()));
            assert!(held.iter().take(5).all(|id| other.find(id, key_of) == Some(*id)));
        }
        assert!(one.places > 2000 && one.used < one.places);
    }

    #[test]
    fn impossible_tables_are_not_made() {
        let none: [u32; 0] = [];
        assert!(Index::with_usage((5, 0), none.into_iter(), key_of).is_none());
        assert!(Index::with_usage((3, 4), none.into_iter(), key_of).is_none());
        assert!(Index::with_usage((3, 1), [1, 2].into_iter(), key_of).is_none());
        assert!(Index::with_usage((3, 3), [1, 1].into_iter(), key_of).is_none());
        assert!(Index::with_usage((3, 3), [1, 2].into_iter(), key_of).is_some());
    }
}
