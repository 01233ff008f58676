//! Reading a certificate in one pass and in bounded memory, whatever the bytes are.

use std::io::Read;

use zstd::bulk::Decompressor;
use zstd::zstd_safe;

use super::leb128::Number;
use super::source::HashingReader;
use super::{CHUNK, COMPRESSED_CHUNK, HEADER_LINE, Header, MAGIC, Summary, VERSION};
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

/// Reads a certificate: [`Reader::record`] until it gives nothing, then [`Reader::finish`].
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
    decompressor: Decompressor<'static>,
    header: Header,
    compressed: Vec<u8>,
    chunk: Box<[u8]>,
    filled: usize,
    next: usize,
    chunk_offset: u64,
    records: u64,
    ended: bool,
    failed: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the first line and the header.
    pub fn new(input: R) -> Result<Reader<R>, Failure> {
        let mut source = HashingReader::new(input);
        check_version(&source.line(FIRST_LINE, "the first line")?)?;
        let line = source.line(HEADER_LINE, "the header line")?;
        let header = Header::read(&line).map_err(Failure::header)?;
        let decompressor = Decompressor::new()
            .map_err(|error| Failure::Unreadable(format!("zstd cannot be started: {error}")))?;
        Ok(Reader {
            source,
            decompressor,
            header,
            compressed: Vec::new(),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            filled: 0,
            next: 0,
            chunk_offset: 0,
            records: 0,
            ended: false,
            failed: false,
        })
    }

    /// What the certificate claims.
    pub fn header(&self) -> &Header {
        &self.header
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

    fn read_record(&mut self) -> Result<Option<Record>, Failure> {
        let Some(mut byte) = self.byte()? else {
            return Ok(None);
        };
        let mut number = Number::default();
        loop {
            match number.add(byte) {
                Ok(Some(value)) => {
                    self.records += 1;
                    return Ok(Some(Record { choice: value >> 1, keep: value & 1 == 1 }));
                }
                Ok(None) => {}
                Err(why) => return Err(self.in_record(why)),
            }
            let Some(following) = self.byte()? else {
                return Err(self.in_record("breaks off with the last chunk"));
            };
            byte = following;
        }
    }

    fn in_record(&self, why: &str) -> Failure {
        let reason = format!("record {} (in the chunk that begins here) {why}", self.records + 1);
        Failure::at(Location::Byte(self.chunk_offset), reason)
    }

    fn byte(&mut self) -> Result<Option<u8>, Failure> {
        if self.next == self.filled && (self.ended || !self.read_chunk()?) {
            return Ok(None);
        }
        let byte = self.chunk[self.next];
        self.next += 1;
        Ok(Some(byte))
    }

    /// Reads the next chunk, or the end of the chunks.
    fn read_chunk(&mut self) -> Result<bool, Failure> {
        self.chunk_offset = self.source.offset();
        let length = u32::from_le_bytes(self.source.array("the length of a chunk")?) as usize;
        if length == 0 {
            self.ended = true;
            return Ok(false);
        }
        if length > COMPRESSED_CHUNK {
            let reason =
                format!("a chunk of {length} bytes is announced; {COMPRESSED_CHUNK} is the limit");
            return Err(Failure::at(Location::Byte(self.chunk_offset), reason));
        }
        self.compressed.resize(length, 0);
        self.source.fill(&mut self.compressed, "a chunk")?;
        self.decompress().map_err(|why| Failure::at(Location::Byte(self.chunk_offset + 4), why))?;
        Ok(true)
    }

    fn decompress(&mut self) -> Result<(), String> {
        let frame = zstd_safe::find_frame_compressed_size(&self.compressed);
        if !self.compressed.starts_with(&ZSTD_MAGIC) || frame != Ok(self.compressed.len()) {
            return Err("the chunk is not exactly one zstd frame".to_owned());
        }
        // The size of the buffer bounds the decompressed bytes.
        let size =
            self.decompressor.decompress_to_buffer(&self.compressed, &mut self.chunk[..]).map_err(
                |error| format!("the chunk does not decompress to at most {CHUNK} bytes: {error}"),
            )?;
        if size == 0 {
            return Err("the chunk decompresses to nothing".to_owned());
        }
        (self.filled, self.next) = (size, 0);
        Ok(())
    }

    fn read_trailer(&mut self) -> Result<Summary, Failure> {
        if self.byte()?.is_some() {
            let reason = format!(
                "records are left after record {}, where all claims are proved",
                self.records
            );
            return Err(Failure::at(Location::Byte(self.chunk_offset), reason));
        }
        let count_offset = self.source.offset();
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
        if count != self.records {
            let reason =
                format!("the file has {} records, not {count} as stated here", self.records);
            return Err(Failure::at(Location::Byte(count_offset), reason));
        }
        let bytes = self.source.offset();
        Ok(Summary { records: count, bytes, hash: hash.to_hex().to_string() })
    }
}

fn check_version(line: &[u8]) -> Result<(), Failure> {
    let refuse = |reason: String| Err(Failure::at(Location::Byte(0), reason));
    let version = str::from_utf8(line).ok().and_then(|line| line.strip_prefix(MAGIC));
    let Some(version) = version else {
        return refuse(format!("this is not a certificate; one begins with \"{MAGIC}{VERSION}\""));
    };
    if version == VERSION.to_string() {
        return Ok(());
    }
    if version.is_empty()
        || version.starts_with('0')
        || !version.bytes().all(|c| c.is_ascii_digit())
    {
        return refuse(format!("{} is not a format version", quote(version)));
    }
    refuse(format!(
        "this is certificate format {version}; this checker reads format {VERSION}: use a newer checker"
    ))
}
