//! The records that a walk reads: those of a part of format 2, or the one sequence of format 1.

use std::io::Read;

use crate::failure::{Failure, Location};
use crate::format::{Mark, Numbers, Reader, Step};

/// A source of records.
pub(crate) trait Records {
    /// The next record, which has this many records of its claim before it. Nothing if there is none left here.
    fn next(&mut self, number: u64) -> Result<Option<Step>, Failure>;

    /// The bytes of the file that have been read, if the source knows them.
    fn bytes(&self) -> Option<u64> {
        None
    }
}

/// The records of one chunk of a part.
pub(crate) struct ChunkRecords<'r, 'n> {
    numbers: &'r mut Numbers<'n>,
    /// Where the chunk begins in the file.
    offset: u64,
}

impl<'r, 'n> ChunkRecords<'r, 'n> {
    pub(crate) fn new(numbers: &'r mut Numbers<'n>, offset: u64) -> ChunkRecords<'r, 'n> {
        ChunkRecords { numbers, offset }
    }
}

impl Records for ChunkRecords<'_, '_> {
    fn next(&mut self, number: u64) -> Result<Option<Step>, Failure> {
        let record = self.numbers.next().map_err(|why| {
            let reason = format!("record {} (in the chunk that begins here) {why}", number + 1);
            Failure::at(Location::Byte(self.offset), reason)
        })?;
        Ok(record.map(Step::new))
    }
}

/// The records of format 1, which are one sequence for all claims.
pub(crate) struct SequenceRecords<'r, R>(pub(crate) &'r mut Reader<R>);

impl<R: Read> Records for SequenceRecords<'_, R> {
    fn next(&mut self, _number: u64) -> Result<Option<Step>, Failure> {
        let mark = |keep| if keep { Mark::Kept } else { Mark::None };
        Ok(self.0.record()?.map(|record| Step::Choice(record.choice, mark(record.keep))))
    }

    fn bytes(&self) -> Option<u64> {
        Some(self.0.bytes())
    }
}
