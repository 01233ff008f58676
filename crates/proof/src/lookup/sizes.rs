//! How large the proof is below each position: the size of the tree if it were written out, and its longest line. One walk
//! through all parts finds both; an index beside the certificate keeps them.

use super::Lookup;
use super::parts::PartAt;
use crate::failure::Failure;
use crate::format::{MAGIC_INDEX, Numbers, write_number};
use crate::limits::Meter;
use crate::rules::Rules;
use crate::walk::{ChunkRecords, Met};

/// The proof below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The positions of the proof if everything that is met again were written out again; at most `u64::MAX`. A position that
    /// the line returns to counts once, and so does one that the checker searches.
    pub positions: u64,
    /// The moves of the longest line, lines that return cut where they do.
    pub longest_line: u64,
}

impl Size {
    /// A position where the proof ends.
    pub const LEAF: Size = Size { positions: 1, longest_line: 0 };

    /// A position below which the measuring goes on.
    const UNFINISHED: Size = Size { positions: 0, longest_line: 0 };

    /// The size with one more move, which leads to a position of that size.
    #[must_use]
    pub fn with(self, child: Size) -> Size {
        Size {
            positions: self.positions.saturating_add(child.positions),
            longest_line: self.longest_line.max(child.longest_line.saturating_add(1)),
        }
    }
}

/// The sizes below the positions of all records, claim by claim.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    claims: Vec<Vec<Size>>,
}

impl Sizes {
    /// The size below the position of a record, which has this many records of its claim before it; nothing if it is not
    /// measured yet.
    pub fn of(&self, claim: usize, record: u64) -> Option<Size> {
        let size = self.claims.get(claim)?.get(usize::try_from(record).ok()?).copied();
        size.filter(|&size| size != Size::UNFINISHED)
    }

    /// The number of records that were met so far.
    pub fn records(&self) -> u64 {
        self.claims.iter().map(|sizes| sizes.len() as u64).sum()
    }

    /// The index of a certificate with this hash.
    pub fn to_bytes(&self, hash: &str) -> Vec<u8> {
        let mut bytes = format!("{MAGIC_INDEX}{hash}\n").into_bytes();
        let mut numbers = Vec::new();
        for sizes in &self.claims {
            write_number(sizes.len() as u64, &mut numbers);
            for size in sizes {
                write_number(size.positions, &mut numbers);
                write_number(size.longest_line, &mut numbers);
            }
        }
        bytes.extend(zstd::bulk::compress(&numbers, 3).expect("compression in memory"));
        bytes
    }

    /// Reads an index of the certificate with this hash and this many records; nothing if it is of another one, or damaged.
    pub fn from_bytes(bytes: &[u8], hash: &str, records: u64) -> Option<Sizes> {
        let content = bytes.strip_prefix(MAGIC_INDEX.as_bytes())?;
        let content = content.strip_prefix(hash.as_bytes())?.strip_prefix(b"\n")?;
        // Two numbers of ten bytes at most for each record, and the lengths of the two claims.
        let most = usize::try_from(records).ok()?.checked_mul(20)?.checked_add(20)?;
        let stated = zstd::zstd_safe::get_frame_content_size(content).ok()??;
        let size = usize::try_from(stated).ok().filter(|&size| size <= most)?;
        let content = zstd::bulk::decompress(content, size).ok()?;
        let mut numbers = Numbers::new(&content);
        let mut claims = Vec::new();
        while let Some(length) = numbers.next().ok()? {
            let mut sizes = Vec::new();
            for _ in 0..length {
                let (positions, longest_line) =
                    (numbers.required().ok()?, numbers.required().ok()?);
                sizes.push(Size { positions, longest_line });
            }
            claims.push(sizes);
        }
        Some(Sizes { claims })
    }
}

/// A position on the line whose moves are being followed.
struct Open {
    size: Size,
    /// Its number among the positions that the part has entered.
    entry: usize,
    record: Option<u64>,
}

/// The measuring of one claim.
struct Measure<'s> {
    line: Vec<Open>,
    sizes: &'s mut Vec<Size>,
}

impl Measure<'_> {
    /// Counts a position below the last one of the line.
    fn count(&mut self, size: Size) {
        if let Some(last) = self.line.last_mut() {
            last.size = last.size.with(size);
        }
    }

    fn record(&mut self, number: u64, size: Size) -> Result<(), Failure> {
        let number = usize::try_from(number).ok().filter(|&number| number <= self.sizes.len());
        match number.ok_or_else(contradiction)? {
            new if new == self.sizes.len() => self.sizes.push(size),
            known => self.sizes[known] = size,
        }
        Ok(())
    }

    /// Follows a part, which goes on where the one before it ended.
    fn follow<G: Rules>(
        &mut self,
        lookup: &Lookup<G>,
        part: &PartAt,
        meter: &Meter<'_>,
    ) -> Result<(), Failure> {
        let mut numbers = Numbers::new(&part.content);
        let mut walk = lookup.walk(part, &mut numbers, meter)?;
        if part.line.len() != self.line.len() || part.first != self.sizes.len() as u64 {
            return Err(contradiction());
        }
        // The positions of the line are the first ones that the part enters.
        self.line.iter_mut().zip(0..).for_each(|(open, entry)| open.entry = entry);
        let mut entries = vec![Size::LEAF; self.line.len()];
        loop {
            let before = walk.number();
            let met = walk.step(&mut ChunkRecords::new(&mut numbers, 0))?;
            match met {
                Met::NeedsRecord | Met::Finished => return Ok(()),
                Met::Over(_) | Met::Known | Met::Returned => self.count(Size::LEAF),
                Met::Kept(entry) => {
                    let entry = usize::try_from(entry).ok().and_then(|entry| entries.get(entry));
                    self.count(*entry.ok_or_else(contradiction)?);
                }
                Met::Searched | Met::Cited(_) => {
                    let size = match met {
                        Met::Cited(cited) => self.cited(cited)?,
                        _ => Size::LEAF,
                    };
                    entries.push(size);
                    self.record(before, size)?;
                    self.count(size);
                }
                Met::Choice { .. } | Met::Replies => {
                    let record = matches!(met, Met::Choice { .. }).then_some(before);
                    if let Some(number) = record {
                        self.record(number, Size::UNFINISHED)?;
                    }
                    self.line.push(Open { size: Size::LEAF, entry: entries.len(), record });
                    entries.push(Size::LEAF);
                    meter.reserve(size_of::<Size>() as u64)?;
                }
                Met::Left => {
                    let open = self.line.pop().ok_or_else(contradiction)?;
                    entries[open.entry] = open.size;
                    if let Some(number) = open.record {
                        self.record(number, open.size)?;
                    }
                    self.count(open.size);
                }
            }
        }
    }

    fn cited(&self, number: u64) -> Result<Size, Failure> {
        let size = usize::try_from(number).ok().and_then(|number| self.sizes.get(number));
        // Only a finished position is cited, unless the parts are wrong.
        size.copied().filter(|&size| size != Size::UNFINISHED).ok_or_else(contradiction)
    }
}

fn contradiction() -> Failure {
    Failure::header("the parts contradict one another")
}

impl<G: Rules> Lookup<G> {
    /// Measures the whole proof, and reports what is measured after every part.
    pub(super) fn measure_all(&self, report: &mut dyn FnMut(&Sizes)) -> Result<Sizes, Failure> {
        let mut all = Sizes::default();
        for claim in 0..self.claims.len() {
            all.claims.push(Vec::new());
            let mut line = Vec::new();
            for part in self.parts.iter().filter(|part| part.claim == claim) {
                // What the walk through a part keeps is forgotten with it.
                let meter = Meter::new(self.limits, None);
                let mut measure = Measure { line, sizes: &mut all.claims[claim] };
                measure.follow(self, part, &meter)?;
                line = measure.line;
                report(&all);
            }
        }
        Ok(all)
    }
}
