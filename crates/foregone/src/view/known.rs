//! What a viewer remembers about positions, within a limit of bytes: two generations, of which the older one is forgotten.

use std::collections::HashMap;
use std::mem;

/// Bytes that an entry takes besides its texts, about.
const ENTRY: u64 = 160;

/// Values by the text of a position.
#[derive(Debug)]
pub(super) struct Known<V> {
    young: HashMap<String, (V, u64)>,
    old: HashMap<String, (V, u64)>,
    /// Bytes of the young ones.
    bytes: u64,
    most: u64,
}

impl<V: Clone> Known<V> {
    /// Room for that many bytes.
    pub(super) fn new(most: u64) -> Known<V> {
        Known { young: HashMap::new(), old: HashMap::new(), bytes: 0, most }
    }

    /// What is known about a position.
    pub(super) fn get(&mut self, position: &str) -> Option<V> {
        if let Some((value, _)) = self.young.get(position) {
            return Some(value.clone());
        }
        let (value, bytes) = self.old.remove(position)?;
        self.put(position, value.clone(), bytes);
        Some(value)
    }

    /// Remembers a value whose texts take that many bytes.
    pub(super) fn put(&mut self, position: &str, value: V, bytes: u64) {
        if self.bytes >= self.most / 2 {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += ENTRY + position.len() as u64 + bytes;
        if let Some((_, before)) = self.young.insert(position.to_owned(), (value, bytes)) {
            self.bytes -= ENTRY + position.len() as u64 + before;
        }
    }

    /// How many positions are known.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_rest_is_forgotten_in_time() {
        let mut known = Known::new(100 * (ENTRY + 4));
        for number in 0..10_000_u32 {
            known.put(&format!("{number:04}"), number, 0);
            assert_eq!(known.get("0000"), Some(0), "after {number}");
            assert!(known.len() <= 102);
        }
        assert_eq!(known.get("0001"), None);
        assert_eq!(known.get("9999"), Some(9999));
    }

    #[test]
    fn an_entry_that_is_written_again_counts_once() {
        let mut known = Known::new(1 << 20);
        for number in 0..100_000 {
            known.put("a", number, 50);
        }
        assert_eq!((known.len(), known.get("a")), (1, Some(99_999)));
    }
}
