//! Writing a certificate, record by record, in bounded memory.

use std::io::{self, Write};

use zstd::bulk::Compressor;

use super::{
    CHUNK, CONTINUES, EXPECTATION_VERSION, ExpectationHeader, HEADER_LINE, Header, MAGIC,
    PARTS_VERSION, Summary, VERSION, encode,
};

/// Records are small and similar: higher levels take much longer and gain little.
const LEVEL: i32 = 9;

/// Writes a certificate. Without [`Writer::finish`] the file has no end, and no checker accepts it.
///
/// ```
/// use foregone_proof::format::{Header, Reader, Record, Writer};
///
/// let mut header = Header::new("my game", "start");
/// header.at_least = Some("win".to_owned());
/// let mut file = Vec::new();
/// let mut writer = Writer::new(&mut file, &header)?;
/// writer.record(3, false)?;
/// writer.record(0, true)?;
/// let summary = writer.finish()?;
/// assert_eq!((summary.records, summary.bytes), (2, file.len() as u64));
///
/// let mut reader = Reader::new(&file[..])?;
/// assert_eq!(reader.header(), &header);
/// assert_eq!(reader.record()?, Some(Record { choice: 3, keep: false }));
/// assert_eq!(reader.record()?, Some(Record { choice: 0, keep: true }));
/// assert_eq!(reader.record()?, None);
/// assert_eq!(reader.finish()?, summary);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<W> {
    output: W,
    hasher: blake3::Hasher,
    bytes: u64,
    compressor: Compressor<'static>,
    chunk: Vec<u8>,
    records: u64,
}

impl<W: Write> Writer<W> {
    /// Writes the header of a certificate whose records are one sequence. The output is written in large pieces and needs no
    /// buffer.
    pub fn new(output: W, header: &Header) -> io::Result<Writer<W>> {
        Writer::begin(output, header.write()?, VERSION)
    }

    /// Writes the header of a certificate in parts, for games in which play never returns.
    pub fn in_parts(output: W, header: &Header) -> io::Result<Writer<W>> {
        Writer::begin(output, header.write()?, PARTS_VERSION)
    }

    /// Writes the header of a certificate of an expectation. Its records follow by [`Writer::raw`]: the integers that belong to
    /// them do not count as records.
    pub fn expectations(output: W, header: &ExpectationHeader) -> io::Result<Writer<W>> {
        Writer::begin(output, header.write()?, EXPECTATION_VERSION)
    }

    fn begin(output: W, header: Vec<u8>, version: u64) -> io::Result<Writer<W>> {
        let mut writer = Writer {
            output,
            hasher: blake3::Hasher::new(),
            bytes: 0,
            compressor: Compressor::new(LEVEL)?,
            chunk: Vec::new(),
            records: 0,
        };
        let mut lines = format!("{MAGIC}{version}\n").into_bytes();
        if header.len() >= HEADER_LINE {
            let sentence =
                format!("the header has {} bytes; {HEADER_LINE} is the limit", header.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
        }
        lines.extend(header);
        lines.push(b'\n');
        writer.put(&lines)?;
        Ok(writer)
    }

    /// Adds a record: the index of the chosen move in the canonical order, and the keep mark of the position.
    pub fn record(&mut self, choice: u64, keep: bool) -> io::Result<()> {
        if choice > u64::MAX >> 1 {
            let sentence = format!("the choice {choice} has more than 63 bits");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
        }
        encode(choice, keep, &mut self.chunk);
        self.records += 1;
        if self.chunk.len() >= CHUNK { self.put_chunks(CHUNK) } else { Ok(()) }
    }

    /// Adds encoded records (see [`encode`]) and their number. The bytes may end within a record if the next call goes on
    /// with it.
    pub fn raw(&mut self, bytes: &[u8], records: u64) -> io::Result<()> {
        self.records += records;
        for piece in bytes.chunks(CHUNK) {
            self.chunk.extend_from_slice(piece);
            self.put_chunks(CHUNK)?;
        }
        Ok(())
    }

    /// Counts the records of parts.
    pub fn count(&mut self, records: u64) {
        self.records += records;
    }

    /// Adds a part: the number of its claim (0 for the first one of the header), and its content after that number.
    pub fn part(&mut self, claim: u8, content: &[u8]) -> io::Result<()> {
        let content = [&[claim], content].concat();
        let (mut rest, mut mark) = (&content[..], 0);
        while !rest.is_empty() {
            // Records do not go on in the next chunk, and the last byte of a number is below 128.
            let whole = |bytes: &[u8]| bytes.iter().rposition(|&byte| byte < 0x80);
            let size = if rest.len() <= CHUNK {
                rest.len()
            } else {
                1 + whole(&rest[..CHUNK]).unwrap_or(0)
            };
            let frame = self.compressor.compress(&rest[..size])?;
            self.put(&(frame.len() as u32 | mark).to_le_bytes())?;
            self.put(&frame)?;
            (rest, mark) = (&rest[size..], CONTINUES);
        }
        Ok(())
    }

    /// Writes the last chunk and the trailer, and flushes the output.
    pub fn finish(mut self) -> io::Result<Summary> {
        self.put_chunks(1)?;
        self.put(&0_u32.to_le_bytes())?;
        self.put(&self.records.to_le_bytes())?;
        let hash = self.hasher.finalize();
        self.put(hash.as_bytes())?;
        self.output.flush()?;
        Ok(Summary { records: self.records, bytes: self.bytes, hash: hash.to_hex().to_string() })
    }

    /// Writes chunks while at least `least` bytes are left for the next one.
    fn put_chunks(&mut self, least: usize) -> io::Result<()> {
        while self.chunk.len() >= least {
            let size = self.chunk.len().min(CHUNK);
            let frame = self.compressor.compress(&self.chunk[..size])?;
            // A frame is shorter than `COMPRESSED_CHUNK`, so its length fits into 32 bits.
            self.put(&(frame.len() as u32).to_le_bytes())?;
            self.put(&frame)?;
            self.chunk.drain(..size);
        }
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)?;
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}
