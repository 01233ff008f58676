//! The content of a part: where the walk stands when the part begins, and the records that it goes on with.

use serde::{Deserialize, Serialize};

use super::leb128::Number;

/// Where a part begins, or where one ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PartStart {
    /// The number of the claim: 0 for the first one in the header.
    pub(crate) claim: u64,
    /// The number of records of the same claim in the parts before.
    pub(crate) first: u64,
    /// The line from the root, in the numbers of the file.
    pub(crate) line: Vec<u64>,
}

/// A record of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A choice of the claim's owner: the index of a legal move in the canonical order, and what becomes of the position.
    Choice(u64, Mark),
    /// The position is established by the record that is this many records before this one.
    Citation(u64),
    /// The checker searches by itself whether the claim holds.
    Search,
}

/// What becomes of the position of a choice when it is established.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// It is forgotten.
    None,
    /// It is met again in the part in which it is established.
    Kept,
    /// Records of other parts cite it.
    Exported,
}

impl Mark {
    /// The lowest bits of a record with a choice.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Mark::None => 0,
            Mark::Kept => 1,
            Mark::Exported => 2,
        }
    }
}

impl Step {
    /// The meaning of a record.
    pub(crate) fn new(record: u64) -> Step {
        let rest = record >> 2;
        match record & 3 {
            0 => Step::Choice(rest, Mark::None),
            1 => Step::Choice(rest, Mark::Kept),
            2 => Step::Choice(rest, Mark::Exported),
            _ if rest == 0 => Step::Search,
            _ => Step::Citation(rest),
        }
    }
}

/// The numbers of a chunk, from the front.
pub(crate) struct Numbers<'p> {
    bytes: &'p [u8],
    next: usize,
}

impl<'p> Numbers<'p> {
    pub(crate) fn new(bytes: &'p [u8]) -> Numbers<'p> {
        Numbers { bytes, next: 0 }
    }

    /// The next number; nothing at the end. The error is the end of a sentence about the number.
    pub(crate) fn next(&mut self) -> Result<Option<u64>, &'static str> {
        let mut number = Number::default();
        while let Some(&byte) = self.bytes.get(self.next) {
            self.next += 1;
            if let Some(value) = number.add(byte)? {
                return Ok(Some(value));
            }
        }
        if number.is_begun() { Err("breaks off with the chunk") } else { Ok(None) }
    }

    /// The next number, which must be there.
    pub(crate) fn required(&mut self) -> Result<u64, &'static str> {
        self.next()?.ok_or("is missing")
    }
}
