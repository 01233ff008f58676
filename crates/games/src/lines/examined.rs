//! A small set of positions that an attack has examined, with exact keys.

/// Attacker's and defender's stones.
type Key = (u128, u128);

/// No position: the same stones for both.
const FREE: Key = (u128::MAX, u128::MAX);

/// Slots at first. They are doubled when half of them are taken.
const FIRST: usize = 32;

/// The set. It takes no memory while it is empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Examined {
    slots: Vec<Key>,
    len: usize,
}

impl Examined {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn contains(&self, key: Key) -> bool {
        !self.slots.is_empty() && self.slots[self.slot_of(key)] == key
    }

    /// Puts in a position that is not there.
    pub(super) fn insert(&mut self, key: Key) {
        if 2 * self.len >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(key);
        self.slots[slot] = key;
        self.len += 1;
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(FIRST);
        let old = core::mem::replace(&mut self.slots, vec![FREE; size]);
        for key in old.into_iter().filter(|&key| key != FREE) {
            let slot = self.slot_of(key);
            self.slots[slot] = key;
        }
    }

    /// The slot of the position, or the free one where it would be.
    fn slot_of(&self, (attacker, defender): Key) -> usize {
        let key = (attacker, defender);
        let fold = |word: u128| (word as u64) ^ (word >> 64) as u64;
        let mixed = u128::from(fold(attacker) ^ 0x9e37_79b9_7f4a_7c15)
            * u128::from(fold(defender) ^ 0xda94_2042_e4dd_58b5);
        let mut slot = fold(mixed) as usize;
        loop {
            slot &= self.slots.len() - 1;
            if self.slots[slot] == key || self.slots[slot] == FREE {
                return slot;
            }
            slot += 1;
        }
    }
}
