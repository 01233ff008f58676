//! The records of a proof while it is made, cut into parts that a checker can follow side by side (`docs/certificate.md`).
//!
//! A part begins at a position on the line of the walk and has all records up to the next cut. A position that is met again in
//! the part in which it was established needs no record there; in any other part it gets a record that cites the first one.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::ProofLimits;

/// A part is cut when it has this many records: enough work for a thread, and little to read where one position is looked up.
pub const PART_RECORDS: u64 = 1 << 14;
/// The same in games with cycles, where lines are long and many of them meet: every part has to cite what it meets again.
pub const CYCLIC_PART_RECORDS: u64 = 1 << 17;
/// A part is not cut where the line is longer than this, because a part begins with its line.
const PART_LINE: usize = 1 << 12;

/// The lowest two bits of a record; 0 is a choice that nothing else refers to.
const MARKS: u8 = 3;
/// A choice at a position that is met again in the part in which it is established.
const KEPT: u8 = 1;
/// A choice at a position that other parts cite.
const EXPORTED: u8 = 2;
/// A citation of an exported position; without a number, a position that the checker searches.
const CITATION: u8 = 3;

/// No part.
const NONE: u32 = u32::MAX;

/// A record with a choice.
struct Slot {
    /// Where it begins.
    offset: u32,
    /// The number of records before it.
    number: u32,
    /// The part in which the position was established.
    established: u32,
    /// The last part that cites it.
    cited: u32,
}

/// A place on the line of the walk.
#[derive(Clone, Copy)]
pub(super) enum LineEntry {
    /// The owner of the claim has made the choice of this record.
    Choice(u32),
    /// The opponent has made the reply with this index.
    Reply(u32),
}

/// The beginning of a part.
struct PartStart {
    offset: usize,
    first: u64,
    line: Vec<LineEntry>,
}

/// What a position that is met again needs.
pub(super) enum Known {
    /// The position has no record yet.
    No,
    /// Nothing: it was established or cited in this part.
    Here,
    /// A citation of this record.
    Elsewhere(u32),
}

/// The records of a proof.
pub(super) struct Records<K> {
    bytes: Vec<u8>,
    count: u64,
    slots: Vec<Slot>,
    known: HashMap<K, u32, FixedState>,
    known_max: usize,
    bytes_max: usize,
    part_records: u64,
    parts: Vec<PartStart>,
}

impl<K: Eq + core::hash::Hash> Records<K> {
    /// No records yet; at most that many positions are remembered.
    pub(super) fn new(known_max: usize, limits: ProofLimits, cyclic: bool) -> Records<K> {
        let usual = if cyclic { CYCLIC_PART_RECORDS } else { PART_RECORDS };
        Records {
            bytes: Vec::new(),
            count: 0,
            slots: Vec::new(),
            known: HashMap::with_hasher(FixedState::default()),
            known_max,
            bytes_max: (limits.bytes as usize).min(NONE as usize - 1),
            part_records: limits.part_records.unwrap_or(usual),
            parts: Vec::new(),
        }
    }

    /// The number of records.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Whether there is no room for another record.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() + self.slots.len() * size_of::<Slot>() >= self.bytes_max
    }

    fn part(&self) -> u32 {
        self.parts.len() as u32
    }

    /// What a position needs that is met now.
    pub(super) fn meet(&mut self, key: &K) -> Known {
        let Some(&slot) = self.known.get(key) else { return Known::No };
        let part = self.part();
        let Slot { established, cited, .. } = self.slots[slot as usize];
        if established == part {
            self.raise(slot, KEPT);
        }
        if established == part || cited == part { Known::Here } else { Known::Elsewhere(slot) }
    }

    /// Begins a part where the line now is, if it is time.
    pub(super) fn cut(&mut self, line: impl ExactSizeIterator<Item = LineEntry>) -> bool {
        let in_part = self.count - self.parts.last().map_or(0, |part| part.first);
        let is_due = in_part >= self.part_records && line.len() <= PART_LINE;
        if self.parts.is_empty() {
            // The first part begins at the root.
            self.parts.push(PartStart { offset: 0, first: 0, line: Vec::new() });
        } else if is_due {
            let (offset, first) = (self.bytes.len(), self.count);
            self.parts.push(PartStart { offset, first, line: line.collect() });
        }
        is_due
    }

    /// Adds a record with a choice, and remembers its position if there is a key and room.
    pub(super) fn choose(&mut self, choice: usize, key: Option<K>) -> u32 {
        let (slot, offset) = (self.slots.len() as u32, self.bytes.len() as u32);
        self.slots.push(Slot { offset, number: self.count as u32, established: NONE, cited: NONE });
        if let Some(key) = key
            && self.known.len() < self.known_max
        {
            self.known.insert(key, slot);
        }
        self.push((choice as u64) << 2);
        slot
    }

    /// Adds a citation.
    pub(super) fn cite(&mut self, slot: u32) {
        self.raise(slot, EXPORTED);
        self.slots[slot as usize].cited = self.part();
        let back = self.count - u64::from(self.slots[slot as usize].number);
        self.push(back << 2 | u64::from(CITATION));
    }

    /// Adds a position that the checker searches by itself.
    pub(super) fn search(&mut self) {
        self.push(CITATION.into());
    }

    /// Everything below the position of a record has been walked.
    pub(super) fn establish(&mut self, slot: u32) {
        self.slots[slot as usize].established = self.part();
    }

    fn push(&mut self, number: u64) {
        push_leb128(&mut self.bytes, number);
        self.count += 1;
    }

    /// Gives a record at least this mark.
    fn raise(&mut self, slot: u32, mark: u8) {
        let byte = &mut self.bytes[self.slots[slot as usize].offset as usize];
        *byte = *byte & !MARKS | (*byte & MARKS).max(mark);
    }

    /// The parts, each with its first record, its line and its records.
    pub(super) fn into_parts(self) -> Vec<Vec<u8>> {
        let ends = self.parts.iter().skip(1).map(|part| part.offset).chain([self.bytes.len()]);
        let parts = self.parts.iter().zip(ends);
        parts.map(|(part, end)| self.encode(part, end)).collect()
    }

    fn encode(&self, part: &PartStart, end: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(end - part.offset + 4 * part.line.len() + 16);
        push_leb128(&mut bytes, part.first);
        push_leb128(&mut bytes, part.line.len() as u64);
        for &entry in &part.line {
            match entry {
                LineEntry::Reply(index) => push_leb128(&mut bytes, index.into()),
                LineEntry::Choice(slot) => {
                    let slot = &self.slots[slot as usize];
                    let record = number_at(&self.bytes, slot.offset as usize);
                    push_leb128(&mut bytes, record);
                    if record & u64::from(MARKS) == u64::from(EXPORTED) {
                        push_leb128(&mut bytes, slot.number.into());
                    }
                }
            }
        }
        bytes.extend_from_slice(&self.bytes[part.offset..end]);
        bytes
    }
}

fn push_leb128(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The number that begins there.
fn number_at(bytes: &[u8], offset: usize) -> u64 {
    let mut number = 0;
    for (index, &byte) in bytes[offset..].iter().enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            break;
        }
    }
    number
}
