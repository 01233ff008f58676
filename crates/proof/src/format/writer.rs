//! Writing a certificate, record by record, in bounded memory.

use std::io::{self, Write};

use zstd::bulk::Compressor;

use super::{CHUNK, HEADER_LINE, Header, MAGIC, Summary, VERSION, encode};

/// Records are small and alike: higher levels cost much time and gain little.
const LEVEL: i32 = 9;

/// A certificate being written. Without [`Writer::finish`] the file has no end and no checker accepts it.
pub struct Writer<W> {
    output: W,
    hasher: blake3::Hasher,
    bytes: u64,
    compressor: Compressor<'static>,
    chunk: Vec<u8>,
    records: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a certificate that claims what the header says. The output is written in large pieces.
    pub fn new(output: W, header: &Header) -> io::Result<Writer<W>> {
        let mut writer = Writer {
            output,
            hasher: blake3::Hasher::new(),
            bytes: 0,
            compressor: Compressor::new(LEVEL)?,
            chunk: Vec::new(),
            records: 0,
        };
        let mut lines = format!("{MAGIC}{VERSION}\n").into_bytes();
        let header = header.write()?;
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

    /// Adds a record: the index of the chosen move in the canonical order, and whether its position is to be kept.
    pub fn record(&mut self, choice: u64, keep: bool) -> io::Result<()> {
        if choice > u64::MAX >> 1 {
            let sentence = format!("the choice {choice} has more than 63 bits");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
        }
        encode(choice, keep, &mut self.chunk);
        self.records += 1;
        if self.chunk.len() >= CHUNK { self.put_chunks(CHUNK) } else { Ok(()) }
    }

    /// Adds records that are encoded already (see [`encode`]), and how many they are. Pieces may break anywhere;
    /// the last one ends with a record.
    pub fn raw(&mut self, bytes: &[u8], records: u64) -> io::Result<()> {
        self.records += records;
        for piece in bytes.chunks(CHUNK) {
            self.chunk.extend_from_slice(piece);
            self.put_chunks(CHUNK)?;
        }
        Ok(())
    }

    /// Writes what is left and the trailer, and flushes the output.
    pub fn finish(mut self) -> io::Result<Summary> {
        self.put_chunks(1)?;
        self.put(&0_u32.to_le_bytes())?;
        self.put(&self.records.to_le_bytes())?;
        let hash = self.hasher.finalize();
        self.put(hash.as_bytes())?;
        self.output.flush()?;
        Ok(Summary { records: self.records, bytes: self.bytes, hash: hash.to_hex().to_string() })
    }

    /// Writes chunks as long as there are at least so many bytes for the next one.
    fn put_chunks(&mut self, least: usize) -> io::Result<()> {
        while self.chunk.len() >= least {
            let size = self.chunk.len().min(CHUNK);
            let frame = self.compressor.compress(&self.chunk[..size])?;
            // Far below the limit of a chunk, which is far below 2^32.
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
