//! The bytes of a certificate, read once from front to back, counted and hashed.

use std::io::{self, BufRead, BufReader, Read};

use crate::failure::{Failure, Location};

/// An input that counts and hashes the bytes that are read from it.
pub(super) struct HashingReader<R> {
    input: BufReader<R>,
    hasher: blake3::Hasher,
    offset: u64,
}

impl<R: Read> HashingReader<R> {
    pub(super) fn new(input: R) -> HashingReader<R> {
        let input = BufReader::with_capacity(1 << 16, input);
        HashingReader { input, hasher: blake3::Hasher::new(), offset: 0 }
    }

    /// The number of bytes that have been read.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The hash of all bytes that have been read.
    pub(super) fn hash(&self) -> blake3::Hash {
        self.hasher.finalize()
    }

    /// Reads a line of at most `limit` bytes, line feed included, and gives it without the line feed.
    pub(super) fn line(&mut self, limit: usize, part: &str) -> Result<Vec<u8>, Failure> {
        let mut line = Vec::new();
        (&mut self.input)
            .take(limit as u64)
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::input(self.offset, part, &error))?;
        self.count(&line);
        match line.pop() {
            Some(b'\n') => Ok(line),
            Some(_) if line.len() + 1 == limit => Err(Failure::at(
                Location::Byte(self.offset),
                format!("{part} is longer than {limit} bytes; this is not a certificate"),
            )),
            _ => Err(self.ends_within(part)),
        }
    }

    /// Fills the buffer.
    pub(super) fn fill(&mut self, buffer: &mut [u8], part: &str) -> Result<(), Failure> {
        self.input.read_exact(buffer).map_err(|error| Failure::input(self.offset, part, &error))?;
        self.count(buffer);
        Ok(())
    }

    /// Reads an array of bytes.
    pub(super) fn array<const N: usize>(&mut self, part: &str) -> Result<[u8; N], Failure> {
        let mut bytes = [0; N];
        self.fill(&mut bytes, part)?;
        Ok(bytes)
    }

    /// Whether all bytes have been read.
    pub(super) fn is_at_end(&mut self) -> Result<bool, Failure> {
        loop {
            match self.input.fill_buf() {
                Ok(rest) => return Ok(rest.is_empty()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::input(self.offset, "the end", &error)),
            }
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.offset += bytes.len() as u64;
    }

    fn ends_within(&self, part: &str) -> Failure {
        Failure::input(self.offset, part, &io::ErrorKind::UnexpectedEof.into())
    }
}
