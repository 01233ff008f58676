//! The file of a layer: a head with a table of blocks, then the blocks, each compressed on its own.
//!
//! Numbers are little-endian. `FGTABLE` and a 1; the layer and the values of a block (4 bytes each); the number of values
//! and of blocks (8 bytes each); for every block where it ends in the file and its checksum (8 bytes each); BLAKE3 of all
//! that; the blocks.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;

use memmap2::Mmap;

use super::manifest::LayerFacts;
use super::{Refusal, map::map};

/// Values of a block: small enough to be unpacked for a single one, large enough to be worth compressing.
pub const BLOCK: usize = 1 << 12;

const MAGIC: [u8; 8] = *b"FGTABLE\x01";
const HEAD: usize = 32;
const ENTRY: usize = 16;
const HASH: usize = 32;
/// Higher levels take much longer and gain little on values.
const LEVEL: i32 = 6;
/// Blocks that a thread compresses before they are written.
const TOGETHER: usize = 256;

/// Bytes before the first block.
fn head_bytes(blocks: usize) -> usize {
    HEAD + blocks * ENTRY + HASH
}

/// The checksum of a block as it is in the file.
fn checksum(packed: &[u8]) -> u64 {
    let hash = blake3::hash(packed);
    u64::from_le_bytes(core::array::from_fn(|at| hash.as_bytes()[at]))
}

/// What the file of a layer came to.
pub(super) struct Written {
    pub(super) table: blake3::Hash,
    pub(super) content: blake3::Hash,
    pub(super) bytes: u64,
}

/// Writes the file of a layer.
pub(super) fn write(
    output: &mut (impl Write + Seek),
    layer: usize,
    values: &[i8],
    threads: usize,
) -> io::Result<Written> {
    let blocks = values.len().div_ceil(BLOCK);
    let mut head = Vec::with_capacity(head_bytes(blocks));
    head.extend(MAGIC);
    head.extend((layer as u32).to_le_bytes());
    head.extend((BLOCK as u32).to_le_bytes());
    head.extend((values.len() as u64).to_le_bytes());
    head.extend((blocks as u64).to_le_bytes());
    // The table is known when the blocks are written.
    output.write_all(&vec![0; head_bytes(blocks)])?;
    let mut end = head_bytes(blocks) as u64;
    let mut content = blake3::Hasher::new();
    let together = BLOCK * TOGETHER * threads.max(1);
    for values in values.chunks(together) {
        for (plain, packed) in pack_all(values, threads)?.into_iter().flatten() {
            content.update(&plain);
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

/// A block as it is and as it is kept.
type Packed = (Vec<u8>, Vec<u8>);

/// Compresses blocks, as many at the same time as there are threads.
fn pack_all(values: &[i8], threads: usize) -> io::Result<Vec<Vec<Packed>>> {
    let share = values.len().div_ceil(BLOCK).div_ceil(threads.max(1)) * BLOCK;
    thread::scope(|scope| {
        let others = values.chunks(share).skip(1).map(|part| scope.spawn(|| pack(part)));
        let others: Vec<_> = others.collect();
        let first = values.chunks(share).next().map(pack);
        let others = others.into_iter().map(|other| {
            other.join().unwrap_or_else(|_| Err(io::Error::other("a thread broke down")))
        });
        first.into_iter().chain(others).collect()
    })
}

fn pack(values: &[i8]) -> io::Result<Vec<Packed>> {
    let mut packer = zstd::bulk::Compressor::new(LEVEL)?;
    let blocks = values.chunks(BLOCK).map(|block| {
        let plain: Vec<u8> = block.iter().map(|&value| value as u8).collect();
        let packed = packer.compress(&plain)?;
        Ok((plain, packed))
    });
    blocks.collect()
}

/// The file of a layer, ready to be read.
#[derive(Debug)]
pub struct Layer {
    path: PathBuf,
    map: Mmap,
    size: u64,
    blocks: usize,
}

impl Layer {
    /// Opens the file and sees that its head is as the manifest says and that nothing is missing.
    pub(super) fn open(folder: &Path, number: usize, facts: &LayerFacts) -> Result<Layer, Refusal> {
        let path = folder.join(name(number));
        let length =
            std::fs::metadata(&path).map_err(|error| Refusal::reading(&path, &error))?.len();
        if length != facts.bytes {
            return Err(Refusal::damaged(
                &path,
                &format!("has {length} bytes where the manifest says {}", facts.bytes),
            ));
        }
        let map = map(&path).map_err(|error| Refusal::reading(&path, &error))?;
        let damaged = |what: &str| Err(Refusal::damaged(&path, what));
        let blocks = (facts.size as usize).div_ceil(BLOCK);
        let Some(head) = map.get(..head_bytes(blocks)) else {
            return damaged("is too short for its table of blocks");
        };
        let (head, hash) = head.split_at(head_bytes(blocks) - HASH);
        if blake3::hash(head).as_bytes() != hash || facts.table != hex(hash) {
            return damaged("has a table of blocks that does not fit its hash or the manifest");
        }
        let layer = Layer { size: facts.size, blocks, map, path };
        let fields =
            (layer.number(8, 4), layer.number(12, 4), layer.number(16, 8), layer.number(24, 8));
        let expected = (number as u64, BLOCK as u64, facts.size, blocks as u64);
        let ordered = (0..blocks).all(|block| layer.start(block) <= layer.end(block));
        if layer.map[..8] != MAGIC
            || fields != expected
            || !ordered
            || layer.start(blocks) != length
        {
            return Err(Refusal::damaged(&layer.path, "is not the layer that the manifest says"));
        }
        Ok(layer)
    }

    /// How many values there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// A number in the head, which has been seen to be there.
    #[inline]
    fn number(&self, at: usize, bytes: usize) -> u64 {
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(&self.map[at..at + bytes]);
        u64::from_le_bytes(word)
    }

    fn start(&self, block: usize) -> u64 {
        match block {
            0 => head_bytes(self.blocks) as u64,
            _ => self.end(block - 1),
        }
    }

    fn end(&self, block: usize) -> u64 {
        self.number(HEAD + block * ENTRY, 8)
    }

    /// Unpacks a block.
    pub(super) fn unpack(&self, block: usize, unpacker: &mut Unpacker) -> Result<(), Refusal> {
        let damaged = |what: &str| {
            Err(Refusal::damaged(&self.path, &format!("is damaged: block {block} {what}")))
        };
        let packed = self.map.get(self.start(block) as usize..self.end(block) as usize);
        let Some(packed) = packed else { return damaged("is not there") };
        if checksum(packed) != self.number(HEAD + block * ENTRY + 8, 8) {
            return damaged("does not fit its checksum");
        }
        let expected = (self.size - (block * BLOCK) as u64).min(BLOCK as u64) as usize;
        let length = unpacker.unpack(packed, expected);
        if length.ok() != Some(expected) {
            return damaged("cannot be unpacked");
        }
        Ok(())
    }

    /// All values. They are seen to be those that the manifest says.
    pub fn values(&self, facts: &LayerFacts) -> Result<Vec<i8>, Refusal> {
        let mut values = Vec::with_capacity(self.size as usize);
        self.each(facts, |block| values.extend(block.iter().map(|&value| value as i8)))?;
        let bound = facts.bound.unsigned_abs();
        if values.iter().any(|value| value.unsigned_abs() > bound) {
            let what = format!("has values beyond {bound}, which no position of it can have");
            return Err(Refusal::damaged(&self.path, &what));
        }
        Ok(values)
    }

    /// Unpacks everything, and sees that the values are those that the manifest says.
    pub fn check(&self, facts: &LayerFacts) -> Result<(), Refusal> {
        self.each(facts, |_| ())
    }

    fn each(&self, facts: &LayerFacts, mut visit: impl FnMut(&[u8])) -> Result<(), Refusal> {
        let (mut unpacker, mut content) = (Unpacker::default(), blake3::Hasher::new());
        for block in 0..self.blocks {
            self.unpack(block, &mut unpacker)?;
            content.update(&unpacker.values);
            visit(&unpacker.values);
        }
        if facts.content != content.finalize().to_hex().as_str() {
            return Err(Refusal::damaged(&self.path, "holds other values than the manifest says"));
        }
        Ok(())
    }
}

/// Unpacks blocks, with memory that is used again and again.
#[derive(Default)]
pub(super) struct Unpacker {
    context: Option<zstd::bulk::Decompressor<'static>>,
    /// What was unpacked last.
    pub(super) values: Vec<u8>,
}

impl Unpacker {
    fn unpack(&mut self, packed: &[u8], length: usize) -> io::Result<usize> {
        let context = match &mut self.context {
            Some(context) => context,
            none => none.insert(zstd::bulk::Decompressor::new()?),
        };
        self.values.resize(length, 0);
        context.decompress_to_buffer(packed, &mut self.values[..])
    }
}

/// The name of the file of a layer.
pub(super) fn name(number: usize) -> String {
    format!("layer-{number:03}.fgt")
}

fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
