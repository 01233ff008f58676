//! Writes the file of a layer. The values arrive as a stream of bytes; several threads compress their blocks.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::thread;

use super::Form;
use super::layer::{BLOCK, MAGIC, checksum, head_bytes, values_of_a_block};
use crate::StopFlag;

/// Higher levels take much longer and gain little on values.
const LEVEL: i32 = 6;
/// Blocks that a thread compresses before they are written.
const TOGETHER: usize = 256;

/// The most bytes of memory that writing a layer takes, its values aside.
pub fn writing_bytes(form: Form, values: u64, threads: usize) -> u64 {
    let blocks = form.bytes(values).div_ceil(BLOCK as u64);
    // The head, and the room for it in the file; blocks as they are and packed, and what packing takes.
    2 * head_bytes(blocks as usize) as u64 + 3 * (BLOCK * TOGETHER * threads.max(1)) as u64
}

/// The hashes and the length of a file that was written.
pub(super) struct Written {
    pub(super) table: blake3::Hash,
    pub(super) content: blake3::Hash,
    pub(super) bytes: u64,
}

/// Values of one byte each as a stream.
pub(super) struct ByteReader<'v>(pub(super) &'v [i8]);

impl Read for ByteReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let (now, rest) = self.0.split_at(into.len().min(self.0.len()));
        into.iter_mut().zip(now).for_each(|(byte, &value)| *byte = value as u8);
        self.0 = rest;
        Ok(now.len())
    }
}

/// A stream that fails when the flag is set.
pub(super) struct Stoppable<'v, R> {
    pub(super) values: &'v mut R,
    pub(super) stop: &'v StopFlag,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stop.check().map_err(io::Error::other)?;
        self.values.read(into)
    }
}

/// Words of eight bytes as a stream: the parts of a layer, one after the other.
pub struct WordReader<P, I> {
    parts: I,
    part: Option<P>,
    /// Bytes of the part that have been read.
    at: usize,
}

impl<P: AsRef<[u64]>, I: Iterator<Item = P>> WordReader<P, I> {
    /// Reads these parts.
    pub fn new(parts: impl IntoIterator<IntoIter = I>) -> WordReader<P, I> {
        WordReader { parts: parts.into_iter(), part: None, at: 0 }
    }
}

impl<P: AsRef<[u64]>, I: Iterator<Item = P>> Read for WordReader<P, I> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let words = self.part.as_ref().map_or(&[][..], AsRef::as_ref);
            let (mut done, from) = (0, self.at);
            while let (Some(word), true) = (words.get(self.at / 8), done < into.len()) {
                let bytes = &word.to_le_bytes()[self.at % 8..];
                let length = bytes.len().min(into.len() - done);
                into[done..done + length].copy_from_slice(&bytes[..length]);
                done += length;
                self.at += length;
            }
            if self.at > from || into.is_empty() {
                return Ok(done);
            }
            self.at = 0;
            self.part = self.parts.next();
            if self.part.is_none() {
                return Ok(0);
            }
        }
    }
}

/// Writes the file of a layer with `size` values in that form.
pub(super) fn write(
    output: &mut (impl Write + Seek),
    layer: usize,
    (form, size): (Form, u64),
    values: &mut impl Read,
    threads: usize,
) -> io::Result<Written> {
    let bytes = form.bytes(size);
    let blocks = bytes.div_ceil(BLOCK as u64) as usize;
    let mut head = Vec::with_capacity(head_bytes(blocks));
    head.extend(MAGIC);
    head.extend((layer as u32).to_le_bytes());
    head.extend((values_of_a_block(form) as u32).to_le_bytes());
    head.extend(size.to_le_bytes());
    head.extend((blocks as u64).to_le_bytes());
    // The table of blocks is known only when the blocks are written.
    output.write_all(&vec![0; head_bytes(blocks)])?;
    let mut end = head_bytes(blocks) as u64;
    let mut content = blake3::Hasher::new();
    let together = (BLOCK * TOGETHER * threads.max(1)) as u64;
    let (mut plain, mut left) = (Vec::new(), bytes);
    while left > 0 {
        plain.resize(left.min(together) as usize, 0);
        values.read_exact(&mut plain)?;
        left -= plain.len() as u64;
        content.update(&plain);
        for packed in pack_all(&plain, threads)?.into_iter().flatten() {
            output.write_all(&packed)?;
            end += packed.len() as u64;
            head.extend(end.to_le_bytes());
            head.extend(checksum(&packed).to_le_bytes());
        }
    }
    let table = blake3::hash(&head);
    head.extend(table.as_bytes());
    output.seek(SeekFrom::Start(0))?;
    output.write_all(&head)?;
    output.flush()?;
    Ok(Written { table, content: content.finalize(), bytes: end })
}

/// Compresses blocks with several threads.
fn pack_all(plain: &[u8], threads: usize) -> io::Result<Vec<Vec<Vec<u8>>>> {
    let share = plain.len().div_ceil(BLOCK).div_ceil(threads.max(1)) * BLOCK;
    thread::scope(|scope| {
        let others = plain.chunks(share).skip(1).map(|part| scope.spawn(|| pack(part)));
        let others: Vec<_> = others.collect();
        let first = plain.chunks(share).next().map(pack);
        let others = others.into_iter().map(|other| {
            other.join().unwrap_or_else(|_| Err(io::Error::other("a thread broke down")))
        });
        first.into_iter().chain(others).collect()
    })
}

fn pack(plain: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let mut packer = zstd::bulk::Compressor::new(LEVEL)?;
    plain.chunks(BLOCK).map(|block| packer.compress(block)).collect()
}
