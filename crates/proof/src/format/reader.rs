//! Reading a certificate in one pass and in bounded memory, whatever the bytes are.

use std::io::Read;

use zstd::bulk::Decompressor;
use zstd::zstd_safe;

use super::expectation::LongInteger;
use super::leb128::Number;
use super::source::HashingReader;
use super::{
    CHUNK, COMPRESSED_CHUNK, CONTINUES, EXPECTATION_VERSION, ExpectationHeader, ExpectationRecord,
    HEADER_LINE, Header, MAGIC, PARTS_VERSION, Summary, VERSION,
};
use crate::failure::{Failure, Location, quote};
use crate::limits::Meter;

/// Every zstd frame begins with these bytes, except skippable frames, which hold no data.
const ZSTD_MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// The largest number of bytes of the first line that are read.
const FIRST_LINE: usize = 64;

/// The number of records of a rejected certificate that are read at most to find damage.
const DAMAGE_RECORDS: u32 = 1 << 24;

/// One choice of a claim's owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The index of a legal move in the canonical order.
    pub choice: u64,
    /// Whether the position is put into the kept set, because it will be met again.
    pub keep: bool,
}

/// A compressed chunk of a certificate in parts.
pub(crate) struct Chunk {
    /// Where it is in the file.
    pub(crate) offset: u64,
    /// Whether it goes on with the part of the chunk before it.
    pub(crate) continues: bool,
    /// One zstd frame.
    frame: Vec<u8>,
    /// Where it ends.
    pub(crate) end: ChunkEnd,
}

impl Chunk {
    /// The compressed bytes.
    pub(crate) fn frame(&self) -> &[u8] {
        &self.frame
    }
}

/// How far the chunks of a file have been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChunkEnd {
    /// The number of chunks.
    pub(crate) chunks: u64,
    /// The hash of the file up to here.
    pub(crate) hash: blake3::Hash,
}

/// Decompresses chunks, one at a time.
pub(crate) struct Decompress {
    decompressor: Decompressor<'static>,
    /// As long as the longest content so far.
    buffer: Vec<u8>,
}

impl Decompress {
    pub(crate) fn new() -> Result<Decompress, Failure> {
        let decompressor = Decompressor::new()
            .map_err(|error| Failure::Unreadable(format!("zstd cannot be started: {error}")))?;
        Ok(Decompress { decompressor, buffer: Vec::new() })
    }

    /// The content of a chunk.
    pub(crate) fn chunk(&mut self, chunk: &Chunk) -> Result<&[u8], Failure> {
        let size = self.frame(&chunk.frame);
        let size = size.map_err(|why| Failure::at(Location::Byte(chunk.offset + 4), why))?;
        Ok(&self.buffer[..size])
    }

    /// Fills the buffer with the content of a frame, and gives its size. The error is a sentence.
    fn frame(&mut self, frame: &[u8]) -> Result<usize, String> {
        let size = zstd_safe::find_frame_compressed_size(frame);
        if !frame.starts_with(&ZSTD_MAGIC) || size != Ok(frame.len()) {
            return Err("the chunk is not exactly one zstd frame".to_owned());
        }
        // The size of the buffer bounds the decompressed bytes. A frame that states a wrong size does not decompress.
        let stated = zstd_safe::get_frame_content_size(frame).ok().flatten();
        let stated = stated.and_then(|size| usize::try_from(size).ok()).unwrap_or(CHUNK);
        if self.buffer.len() < stated.min(CHUNK) {
            self.buffer.resize(stated.min(CHUNK), 0);
        }
        let size = self.decompressor.decompress_to_buffer(frame, &mut self.buffer[..]).map_err(
            |error| format!("the chunk does not decompress to at most {CHUNK} bytes: {error}"),
        )?;
        if size == 0 {
            return Err("the chunk decompresses to nothing".to_owned());
        }
        Ok(size)
    }
}

/// Reads a certificate whose records are one sequence: [`Reader::record`] until it gives nothing, then [`Reader::finish`].
///
/// ```
/// use foregone_proof::Failure;
/// use foregone_proof::format::{Header, Reader, Writer};
///
/// let mut file = Vec::new();
/// let mut writer = Writer::new(&mut file, &Header::new("my game", "start"))?;
/// writer.record(1, false)?;
/// writer.finish()?;
///
/// let mut reader = Reader::new(&file[..])?;
/// while let Some(record) = reader.record()? {
///     println!("move {}, keep {}", record.choice, record.keep);
/// }
/// assert_eq!(reader.finish()?.records, 1);
///
/// assert!(matches!(Reader::new(&b"something else\n"[..]), Err(Failure::Rejected(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R> {
    source: HashingReader<R>,
    version: u64,
    decompress: Decompress,
    header: Header,
    expectation: Option<ExpectationHeader>,
    compressed: Vec<u8>,
    filled: usize,
    next: usize,
    chunk_offset: u64,
    records: u64,
    /// The number of chunks of a certificate in parts that have been read.
    chunks: u64,
    ended: bool,
    failed: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the first line and the header.
    pub fn new(input: R) -> Result<Reader<R>, Failure> {
        let mut source = HashingReader::new(input);
        let version = read_version(&source.line(FIRST_LINE, "the first line")?)?;
        let line = source.line(HEADER_LINE, "the header line")?;
        let (header, expectation) = match version {
            EXPECTATION_VERSION => {
                let header = ExpectationHeader::read(&line).map_err(Failure::header)?;
                (header.common(), Some(header))
            }
            _ => (Header::read(&line).map_err(Failure::header)?, None),
        };
        Ok(Reader {
            source,
            version,
            decompress: Decompress::new()?,
            header,
            expectation,
            compressed: Vec::new(),
            filled: 0,
            next: 0,
            chunk_offset: 0,
            records: 0,
            chunks: 0,
            ended: false,
            failed: false,
        })
    }

    /// What the certificate claims: of a certificate of an expectation, the members that all versions have.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The whole header of a certificate of an expectation; nothing for other certificates.
    pub fn expectation(&self) -> Option<&ExpectationHeader> {
        self.expectation.as_ref()
    }

    /// The format version: [`VERSION`], [`PARTS_VERSION`] or [`EXPECTATION_VERSION`].
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The number of records that have been read.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The number of bytes of the file that have been read.
    pub fn bytes(&self) -> u64 {
        self.source.offset()
    }

    /// Reads the next record; gives nothing after the last one.
    pub fn record(&mut self) -> Result<Option<Record>, Failure> {
        let result = self.read_record();
        self.failed |= result.is_err();
        result
    }

    /// Reads the next chunk of a certificate in parts; gives nothing after the last one.
    pub(crate) fn chunk(&mut self) -> Result<Option<Chunk>, Failure> {
        let result = self.read_frame();
        self.failed |= result.is_err();
        let Some(continues) = result? else { return Ok(None) };
        let frame = core::mem::take(&mut self.compressed);
        self.chunks += 1;
        let end = ChunkEnd { chunks: self.chunks, hash: self.source.hash() };
        Ok(Some(Chunk { offset: self.chunk_offset, continues, frame, end }))
    }

    /// Whether the last chunk has been read.
    pub(crate) fn is_at_end_of_chunks(&self) -> bool {
        self.ended
    }

    /// The end of the file, whose records were not counted.
    pub(crate) fn summary(&mut self) -> Result<Summary, Failure> {
        self.read_hash()
    }

    /// Counts the records of a part that was read elsewhere.
    pub(crate) fn count_records(&mut self, records: u64) {
        self.records += records;
    }

    /// Reads the trailer. All records must have been read.
    pub fn finish(&mut self) -> Result<Summary, Failure> {
        let result = self.read_trailer();
        self.failed |= result.is_err();
        result
    }

    /// Reads on after a rejection and says whether the file is damaged. Records that prove nothing were perhaps correct when
    /// they were written, and then the damage is the better explanation.
    pub(crate) fn find_damage(&mut self, meter: &Meter<'_>) -> Option<Failure> {
        if self.failed {
            return None;
        }
        if self.version != VERSION {
            return self.find_damaged_chunk(meter);
        }
        for record in 0..DAMAGE_RECORDS {
            if record % 1024 == 0 && meter.poll().is_err() {
                return None;
            }
            match self.record() {
                Ok(Some(_)) => {}
                Ok(None) => return self.finish().err(),
                Err(failure) => return Some(failure),
            }
        }
        None
    }

    /// The same for a certificate in parts and one of an expectation, whose records are not looked at.
    fn find_damaged_chunk(&mut self, meter: &Meter<'_>) -> Option<Failure> {
        while !self.ended {
            if meter.poll().is_err() {
                return None;
            }
            if let Err(failure) = self.chunk() {
                return Some(failure);
            }
        }
        self.read_hash().err()
    }

    fn read_record(&mut self) -> Result<Option<Record>, Failure> {
        let Some(value) = self.read_integer(self.records + 1)? else { return Ok(None) };
        self.records += 1;
        Ok(Some(Record { choice: value >> 1, keep: value & 1 == 1 }))
    }

    /// The next integer, which belongs to the record with this number; nothing after the last one.
    fn read_integer(&mut self, record: u64) -> Result<Option<u64>, Failure> {
        let Some(mut byte) = self.byte()? else { return Ok(None) };
        let mut number = Number::default();
        loop {
            match number.add(byte) {
                Ok(Some(value)) => return Ok(Some(value)),
                Ok(None) => byte = self.required_byte(record)?,
                Err(why) => return Err(self.in_record(record, why)),
            }
        }
    }

    /// The next record of a certificate of an expectation; nothing after the last one. If the number of its position is stated,
    /// the integers that follow are read by [`Reader::long_integer`] and [`Reader::length`].
    pub fn expectation_record(&mut self) -> Result<Option<ExpectationRecord>, Failure> {
        let number = self.records + 1;
        let result = self.read_integer(number).and_then(|integer| {
            let record = integer.map(ExpectationRecord::new).transpose();
            record.map_err(|why| self.in_record(number, why))
        });
        self.failed |= result.is_err();
        self.records += u64::from(matches!(result, Ok(Some(_))));
        result
    }

    /// The two integers of the next record of a table; nothing after the last one.
    pub fn table_record(&mut self) -> Result<Option<(u64, u64)>, Failure> {
        let result = self.read_integer(self.records + 1);
        self.failed |= result.is_err();
        let Some(first) = result? else { return Ok(None) };
        self.records += 1;
        self.length().map(|second| Some((first, second)))
    }

    /// An integer that belongs to the last record and stands for a number, in groups of seven bits, low ones first. It has
    /// at most [`LONG_INTEGER`](super::LONG_INTEGER) of them.
    pub fn long_integer(&mut self) -> Result<Vec<u8>, Failure> {
        let result = self.read_long_integer();
        self.failed |= result.is_err();
        result
    }

    fn read_long_integer(&mut self) -> Result<Vec<u8>, Failure> {
        let mut integer = LongInteger::default();
        loop {
            let byte = self.required_byte(self.records)?;
            if integer.add(byte).map_err(|why| self.in_record(self.records, why))? {
                return Ok(integer.groups);
            }
        }
    }

    /// An integer of 64 bits that belongs to the last record, such as a length.
    pub fn length(&mut self) -> Result<u64, Failure> {
        let result = self
            .read_integer(self.records)
            .and_then(|length| length.ok_or_else(|| self.breaks_off(self.records)));
        self.failed |= result.is_err();
        result
    }

    fn required_byte(&mut self, record: u64) -> Result<u8, Failure> {
        let byte = self.byte()?;
        byte.ok_or_else(|| self.breaks_off(record))
    }

    fn breaks_off(&self, record: u64) -> Failure {
        self.in_record(record, "breaks off with the last chunk")
    }

    fn in_record(&self, record: u64, why: &str) -> Failure {
        let reason = format!("record {record} (in the chunk that begins here) {why}");
        Failure::at(Location::Byte(self.chunk_offset), reason)
    }

    fn byte(&mut self) -> Result<Option<u8>, Failure> {
        if self.next == self.filled && (self.ended || !self.read_chunk()?) {
            return Ok(None);
        }
        let byte = self.decompress.buffer[self.next];
        self.next += 1;
        Ok(Some(byte))
    }

    /// Reads and decompresses the next chunk; false at the end of the chunks.
    fn read_chunk(&mut self) -> Result<bool, Failure> {
        if self.read_frame()?.is_none() {
            return Ok(false);
        }
        let size = self.decompress.frame(&self.compressed);
        let size = size.map_err(|why| Failure::at(Location::Byte(self.chunk_offset + 4), why))?;
        (self.filled, self.next) = (size, 0);
        Ok(true)
    }

    /// Reads the next chunk, and says whether it goes on with the part before it. Gives nothing at the end of the chunks.
    fn read_frame(&mut self) -> Result<Option<bool>, Failure> {
        self.chunk_offset = self.source.offset();
        let stated = u32::from_le_bytes(self.source.array("the length of a chunk")?);
        let continues = self.version == PARTS_VERSION && stated & CONTINUES != 0;
        let length = if continues { stated ^ CONTINUES } else { stated } as usize;
        if stated == 0 {
            self.ended = true;
            return Ok(None);
        }
        if !(1..=COMPRESSED_CHUNK).contains(&length) {
            let reason =
                format!("a chunk of {length} bytes is announced; {COMPRESSED_CHUNK} is the limit");
            return Err(Failure::at(Location::Byte(self.chunk_offset), reason));
        }
        self.compressed.resize(length, 0);
        self.source.fill(&mut self.compressed, "a chunk")?;
        Ok(Some(continues))
    }

    fn read_trailer(&mut self) -> Result<Summary, Failure> {
        if self.version != PARTS_VERSION && self.byte()?.is_some() {
            let reason = format!(
                "records are left after record {}, where all claims are proved",
                self.records
            );
            return Err(Failure::at(Location::Byte(self.chunk_offset), reason));
        }
        let count_offset = self.source.offset();
        let summary = self.read_hash()?;
        if summary.records != self.records {
            let (found, stated) = (self.records, summary.records);
            let reason = format!("the file has {found} records, not {stated} as stated here");
            return Err(Failure::at(Location::Byte(count_offset), reason));
        }
        Ok(summary)
    }

    /// Reads the stated number of records and the hash, which must be the end of the file.
    fn read_hash(&mut self) -> Result<Summary, Failure> {
        let count = u64::from_le_bytes(self.source.array("the number of records")?);
        let (hash, hash_offset) = (self.source.hash(), self.source.offset());
        let stated: [u8; 32] = self.source.array("the hash")?;
        if hash != stated {
            let reason = "the hash is not that of the file; the file is damaged: get it again";
            return Err(Failure::at(Location::Byte(hash_offset), reason));
        }
        if !self.source.is_at_end()? {
            let reason = "bytes follow after the end of the certificate";
            return Err(Failure::at(Location::Byte(self.source.offset()), reason));
        }
        let bytes = self.source.offset();
        Ok(Summary { records: count, bytes, hash: hash.to_hex().to_string() })
    }
}

fn read_version(line: &[u8]) -> Result<u64, Failure> {
    let refuse = |reason: String| Err(Failure::at(Location::Byte(0), reason));
    let version = str::from_utf8(line).ok().and_then(|line| line.strip_prefix(MAGIC));
    let Some(version) = version else {
        return refuse(format!("this is not a certificate; one begins with \"{MAGIC}{VERSION}\""));
    };
    let known = [VERSION, PARTS_VERSION, EXPECTATION_VERSION];
    if let Some(known) = known.into_iter().find(|it| version == it.to_string()) {
        return Ok(known);
    }
    if version.is_empty()
        || version.starts_with('0')
        || !version.bytes().all(|c| c.is_ascii_digit())
    {
        return refuse(format!("{} is not a format version", quote(version)));
    }
    refuse(format!(
        "this is certificate format {version}; this checker reads formats {VERSION} to {EXPECTATION_VERSION}: use a newer checker"
    ))
}
