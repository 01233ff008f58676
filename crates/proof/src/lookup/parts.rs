//! The parts of a proof in memory. The records of format 1 become one part for each claim.

use std::io::Read;

use super::Lookup;
use crate::failure::{Failure, Location};
use crate::format::{
    Chunk, Decompress, Numbers, PARTS_VERSION, PartStart, Reader, Step, write_number,
};
use crate::limits::Meter;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::walk::{Counts, Judge, PartWalk, Records, Resources, SequenceRecords};

/// A part in memory.
pub(super) struct PartAt {
    pub(super) claim: usize,
    /// The number of records of the claim before it.
    pub(super) first: u64,
    /// The moves to where it begins.
    pub(super) line: Vec<usize>,
    /// Its numbers.
    pub(super) content: Vec<u8>,
}

/// Reads all parts.
pub(super) fn read_parts<G: Rules>(
    lookup: &Lookup<G>,
    reader: &mut Reader<impl Read>,
    meter: &Meter<'_>,
) -> Result<Vec<PartAt>, Failure> {
    if reader.version() != PARTS_VERSION {
        return read_sequence(lookup, reader, meter);
    }
    let mut parts: Vec<PartAt> = Vec::new();
    let mut decompress = Decompress::new()?;
    while let Some(chunk) = reader.chunk()? {
        let content = decompress.chunk(&chunk)?;
        meter.poll()?;
        meter.reserve(content.len() as u64)?;
        match parts.last_mut() {
            Some(last) if chunk.continues => last.content.extend(content),
            None if chunk.continues => {
                let reason = "the first chunk goes on with a part, but there is none before it";
                return Err(Failure::at(Location::Byte(chunk.offset), reason));
            }
            _ => parts.push(begin(lookup, content, &chunk, meter)?),
        }
    }
    Ok(parts)
}

fn begin<G: Rules>(
    lookup: &Lookup<G>,
    content: &[u8],
    chunk: &Chunk,
    meter: &Meter<'_>,
) -> Result<PartAt, Failure> {
    let (resources, mut numbers) = (lookup.resources(meter), Numbers::new(content));
    let proof = (&lookup.rules, &lookup.claims[..], &lookup.root);
    let walk = PartWalk::new(proof, &mut numbers, chunk.offset, resources, Progress::default())?;
    let (claim, first) = (walk.claim() as usize, walk.number());
    Ok(PartAt { claim, first, line: walk.moves().collect(), content: content.to_vec() })
}

/// Follows the records of format 1, and makes one part of those of each claim.
fn read_sequence<G: Rules>(
    lookup: &Lookup<G>,
    reader: &mut Reader<impl Read>,
    meter: &Meter<'_>,
) -> Result<Vec<PartAt>, Failure> {
    let mut parts = Vec::new();
    for (number, claim) in lookup.claims.iter().enumerate() {
        let judge = Judge::new(&lookup.rules, claim, lookup.resources(meter), Counts::default());
        let start = PartStart { claim: number as u64, first: 0, line: Vec::new() };
        let root = lookup.root.clone();
        let mut walk = PartWalk::at(judge, Progress::default(), start, root).without_symmetries();
        // The claim, no records before it, and a line without moves.
        let content = vec![number as u8, 0, 0];
        let mut records = Copied { from: SequenceRecords(reader), content, meter };
        walk.go_on(&mut records)?;
        if let Some(needs) = walk.needs_record() {
            return Err(Failure::header(needs));
        }
        let content = records.content;
        parts.push(PartAt { claim: number, first: 0, line: Vec::new(), content });
    }
    Ok(parts)
}

/// Records of format 1 that are written down as those of a part.
struct Copied<'r, 'm, R> {
    from: SequenceRecords<'r, R>,
    content: Vec<u8>,
    meter: &'m Meter<'m>,
}

impl<R: Read> Records for Copied<'_, '_, R> {
    fn next(&mut self, number: u64) -> Result<Option<Step>, Failure> {
        let step = self.from.next(number)?;
        if let Some(Step::Choice(choice, mark)) = step {
            self.meter.reserve(2)?;
            // A choice of so many bits is not the index of a move, which the walk will say.
            write_number(choice << 2 | mark.bits(), &mut self.content);
        }
        Ok(step)
    }
}

impl<G: Rules> Lookup<G> {
    /// What a walk through the proof uses.
    pub(super) fn resources<'w>(&'w self, meter: &'w Meter<'w>) -> Resources<'w> {
        Resources { tables: self.tables.as_ref(), meter }
    }

    /// A walk through a part from its beginning.
    pub(super) fn walk<'w>(
        &'w self,
        part: &PartAt,
        numbers: &mut Numbers<'_>,
        meter: &'w Meter<'w>,
    ) -> Result<PartWalk<'w, G>, Failure> {
        let proof = (&self.rules, &self.claims[..], &self.root);
        let (resources, progress) = (self.resources(meter), Progress::default());
        debug_assert_eq!(usize::from(part.content[0]), part.claim, "the first number of a part");
        let walk = PartWalk::new(proof, numbers, 0, resources, progress)?;
        Ok(if self.symmetric { walk } else { walk.without_symmetries() })
    }
}
