//! The bytes of a checkpoint, as `docs/checkpoints.md` fixes them: two lines, then chunks, each with a hash of itself and
//! of all before it. Nothing is decompressed or used before its hash has been seen to be right.

use std::io::{self, BufRead, BufReader, Read, Write};

use blake3::{Hash, Hasher};
use foregone_solve::persist::{LoadError, StateReader, StateWriter};
use zstd::bulk::{Compressor, Decompressor};

use super::header::Header;
use crate::error::reason;
use crate::solver::StopHandle;

/// The first line.
const MAGIC: &str = "foregone checkpoint 1\n";
/// What every version of the first line begins with.
const KIND: &str = "foregone checkpoint ";
/// Bytes of the state in a chunk; the last chunk has fewer.
const CHUNK: usize = 1 << 20;
/// A compressed one never has more.
const COMPRESSED: usize = CHUNK + (1 << 16);
/// The header line is never longer.
const LINE: u64 = 1 << 20;
/// The search waits while it is saved: fast is better than small.
const LEVEL: i32 = 1;

/// Why a checkpoint cannot be used: half a sentence that follows "it".
#[derive(Debug)]
pub enum Unusable {
    /// It is not there.
    Missing(String),
    /// It is no checkpoint, or a damaged one.
    Damaged(String),
    /// It is a sound checkpoint that is no use here.
    Foreign(String),
}

impl Unusable {
    /// The half sentence.
    pub fn why(&self) -> &str {
        match self {
            Unusable::Missing(why) | Unusable::Damaged(why) | Unusable::Foreign(why) => why,
        }
    }
}

/// The hash of a chunk: of its compressed bytes, and of the hash before.
fn chained(before: &Hash, frame: &[u8]) -> Hash {
    Hasher::new().update(before.as_bytes()).update(frame).finalize()
}

/// Takes a state and writes it. It never fails while the state is handed over; [`Writer::finish`] says what happened.
pub(super) struct Writer<W> {
    output: W,
    compressor: Compressor<'static>,
    hash: Hash,
    chunk: Vec<u8>,
    failed: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// Begins a checkpoint of that search.
    pub(super) fn new(output: W, header: &Header) -> io::Result<Writer<W>> {
        let mut lines = MAGIC.as_bytes().to_vec();
        serde_json::to_writer(&mut lines, header)?;
        lines.push(b'\n');
        let mut writer = Writer {
            output,
            compressor: Compressor::new(LEVEL)?,
            hash: blake3::hash(&lines),
            chunk: Vec::with_capacity(CHUNK),
            failed: None,
        };
        writer.output.write_all(&lines)?;
        writer.output.write_all(writer.hash.as_bytes())?;
        Ok(writer)
    }

    /// Writes what is left and says what went wrong, if anything did.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.put_chunk();
        match self.failed {
            Some(error) => Err(error),
            None => self.output.flush(),
        }
    }

    fn put_chunk(&mut self) {
        if self.failed.is_none()
            && !self.chunk.is_empty()
            && let Err(error) = self.try_put_chunk()
        {
            self.failed = Some(error);
        }
        self.chunk.clear();
    }

    fn try_put_chunk(&mut self) -> io::Result<()> {
        let frame = self.compressor.compress(&self.chunk)?;
        self.hash = chained(&self.hash, &frame);
        // Far below 2^32.
        self.output.write_all(&(frame.len() as u32).to_le_bytes())?;
        self.output.write_all(self.hash.as_bytes())?;
        self.output.write_all(&frame)
    }
}

impl<W: Write> StateWriter for Writer<W> {
    fn put(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK - self.chunk.len()));
            self.chunk.extend_from_slice(now);
            bytes = later;
            if self.chunk.len() == CHUNK {
                self.put_chunk();
            }
        }
    }
}

/// A checkpoint being read.
pub struct Reader<R> {
    input: BufReader<R>,
    decompressor: Decompressor<'static>,
    hash: Hash,
    frame: Vec<u8>,
    chunk: Vec<u8>,
    /// How much of the chunk has been taken.
    next: usize,
    /// Ends the reading of a large state early.
    stop: StopHandle,
}

impl<R: Read> Reader<R> {
    /// Reads which search the checkpoint is of.
    pub fn new(input: R, stop: StopHandle) -> Result<(Header, Reader<R>), Unusable> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let mut lines = Vec::new();
        read_line(&mut input, MAGIC.len() as u64, &mut lines)?;
        if lines != MAGIC.as_bytes() {
            // In another format, or with a damaged first line: nothing tells.
            let is_kind = lines.starts_with(KIND.as_bytes());
            let why =
                if is_kind { "is a checkpoint in another format" } else { "is not a checkpoint" };
            return Err(Unusable::Damaged(why.to_owned()));
        }
        read_line(&mut input, LINE, &mut lines)?;
        let mut stated = [0; 32];
        input.read_exact(&mut stated).map_err(|error| damaged(&error))?;
        let hash = blake3::hash(&lines);
        if hash != stated {
            return Err(Unusable::Damaged("is damaged in its header".to_owned()));
        }
        let header = Header::read(&lines[MAGIC.len()..]).map_err(Unusable::Foreign)?;
        let decompressor = Decompressor::new().map_err(|error| damaged(&error))?;
        let chunk = Vec::with_capacity(CHUNK);
        Ok((header, Reader { input, decompressor, hash, frame: Vec::new(), chunk, next: 0, stop }))
    }

    fn read_chunk(&mut self) -> Result<(), LoadError> {
        let broken = |why: &str| LoadError::new(why);
        if self.stop.is_stopped() {
            return Err(broken("was not read to the end, because that was interrupted"));
        }
        let mut start = [0; 36];
        self.input.read_exact(&mut start).map_err(|error| LoadError::new(damaged(&error).why()))?;
        let (length, stated) = start.split_at(4);
        let length = length.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
        if length > COMPRESSED {
            return Err(broken("is damaged: a chunk is too long"));
        }
        self.frame.resize(length, 0);
        let read = self.input.read_exact(&mut self.frame);
        read.map_err(|error| LoadError::new(damaged(&error).why()))?;
        self.hash = chained(&self.hash, &self.frame);
        if self.hash.as_bytes() != stated {
            return Err(broken("is damaged: a chunk has not the hash that it should have"));
        }
        self.chunk.clear();
        self.next = 0;
        match self.decompressor.decompress_to_buffer(&self.frame, &mut self.chunk) {
            Ok(size) if size > 0 => Ok(()),
            _ => Err(broken("is damaged: a chunk cannot be decompressed")),
        }
    }
}

impl<R: Read> StateReader for Reader<R> {
    fn take(&mut self, mut bytes: &mut [u8]) -> Result<(), LoadError> {
        while !bytes.is_empty() {
            if self.next == self.chunk.len() {
                self.read_chunk()?;
            }
            let there = &self.chunk[self.next..];
            let size = there.len().min(bytes.len());
            let (now, later) = bytes.split_at_mut(size);
            now.copy_from_slice(&there[..size]);
            self.next += size;
            bytes = later;
        }
        Ok(())
    }
}

/// Appends a line with its line feed, but at most this many bytes.
fn read_line(
    input: &mut BufReader<impl Read>,
    most: u64,
    line: &mut Vec<u8>,
) -> Result<(), Unusable> {
    input.take(most).read_until(b'\n', line).map(drop).map_err(|error| damaged(&error))
}

fn damaged(error: &io::Error) -> Unusable {
    Unusable::Damaged(match error.kind() {
        io::ErrorKind::UnexpectedEof => "ends too early".to_owned(),
        _ => format!("cannot be read: {}", reason(error)),
    })
}
