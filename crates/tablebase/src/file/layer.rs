//! The file of a layer: a head with a table of blocks, then the blocks, each compressed on its own.
//!
//! Numbers are little-endian. `FGTABLE` and a 1; the layer and the values of a block (4 bytes each); the number of values
//! and of blocks (8 bytes each); for every block where it ends in the file and its checksum (8 bytes each); BLAKE3 of all
//! that; the blocks. Values are bytes, bits or numbers, and a block has as many bytes in every case.

use std::io;
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use super::manifest::LayerInfo;
use super::{Form, map::map};
use crate::{StopFlag, TableError};

/// Bytes of a block: small enough to be unpacked for a single one, large enough to be worth compressing.
pub(super) const BLOCK: usize = 1 << 12;

pub(super) const MAGIC: [u8; 8] = *b"FGTABLE\x01";
const HEAD: usize = 32;
const ENTRY: usize = 16;
const HASH: usize = 32;
/// Blocks that are unpacked between two looks at the stop flag.
const INTERVAL: usize = 1 << 8;

/// Values of a block.
#[inline]
pub(super) fn values_of_a_block(form: Form) -> u64 {
    form.values_in(BLOCK as u64)
}

/// Bytes before the first block.
pub(super) fn head_bytes(blocks: usize) -> usize {
    HEAD + blocks * ENTRY + HASH
}

/// The checksum of a block as it is in the file.
pub(super) fn checksum(packed: &[u8]) -> u64 {
    let hash = blake3::hash(packed);
    u64::from_le_bytes(core::array::from_fn(|at| hash.as_bytes()[at]))
}

/// The bytes of a file.
pub(super) enum Content {
    Mapped(Mmap),
    Memory(Vec<u8>),
}

impl core::ops::Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Content::Mapped(map) => map,
            Content::Memory(bytes) => bytes,
        }
    }
}

/// The file of a layer, ready to be read.
pub struct Layer {
    path: PathBuf,
    map: Content,
    form: Form,
    info: LayerInfo,
    blocks: usize,
    stop: StopFlag,
}

impl core::fmt::Debug for Layer {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Layer").field("path", &self.path).field("info", &self.info).finish()
    }
}

impl Layer {
    /// Opens the file, and checks its length and its head against the manifest.
    pub(super) fn open(
        folder: &Path,
        number: usize,
        info: &LayerInfo,
        form: Form,
    ) -> Result<Layer, TableError> {
        let path = folder.join(name(number));
        let reading = |error: io::Error| TableError::reading(&path, &error);
        let length = std::fs::metadata(&path).map_err(reading)?.len();
        // An empty file cannot be mapped.
        let content = match length {
            0 => Content::Memory(Vec::new()),
            _ => Content::Mapped(map(&path).map_err(reading)?),
        };
        Layer::new(path, content, (number, info), form)
    }

    /// Checks the length and the head of a file against the manifest.
    pub(super) fn new(
        path: PathBuf,
        map: Content,
        (number, info): (usize, &LayerInfo),
        form: Form,
    ) -> Result<Layer, TableError> {
        let length = map.len() as u64;
        if length != info.bytes {
            return Err(TableError::damaged(
                &path,
                &format!("has {length} bytes where the manifest says {}", info.bytes),
            ));
        }
        let damaged = |what: &str| Err(TableError::damaged(&path, what));
        let blocks = form.bytes(info.size).div_ceil(BLOCK as u64) as usize;
        let Some(head) = map.get(..head_bytes(blocks)) else {
            return damaged("is too short for its table of blocks");
        };
        let (head, hash) = head.split_at(head_bytes(blocks) - HASH);
        if blake3::hash(head).as_bytes() != hash || info.table != hex(hash) {
            return damaged("has a table of blocks that does not fit its hash or the manifest");
        }
        let layer =
            Layer { form, info: info.clone(), blocks, map, path, stop: StopFlag::default() };
        let fields =
            (layer.number(8, 4), layer.number(12, 4), layer.number(16, 8), layer.number(24, 8));
        let expected = (number as u64, values_of_a_block(form), info.size, blocks as u64);
        let ordered = (0..blocks).all(|block| layer.start(block) <= layer.end(block));
        if layer.map[..8] != MAGIC
            || fields != expected
            || !ordered
            || layer.start(blocks) != length
        {
            return Err(TableError::damaged(
                &layer.path,
                "is not the layer that the manifest says",
            ));
        }
        Ok(layer)
    }

    /// Stops reading when the flag is set.
    pub(super) fn stopped_by(self, stop: &StopFlag) -> Layer {
        Layer { stop: stop.clone(), ..self }
    }

    /// The number of values.
    pub fn size(&self) -> u64 {
        self.info.size
    }

    /// What the manifest says about the layer.
    pub fn info(&self) -> &LayerInfo {
        &self.info
    }

    /// A number in the head, whose length has been checked.
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
    pub(super) fn unpack(&self, block: usize, unpacker: &mut Unpacker) -> Result<(), TableError> {
        let damaged = |what: &str| {
            Err(TableError::damaged(&self.path, &format!("is damaged: block {block} {what}")))
        };
        let packed = self.map.get(self.start(block) as usize..self.end(block) as usize);
        let Some(packed) = packed else { return damaged("is not there") };
        if checksum(packed) != self.number(HEAD + block * ENTRY + 8, 8) {
            return damaged("does not fit its checksum");
        }
        let left = self.form.bytes(self.info.size) - (block * BLOCK) as u64;
        let expected = left.min(BLOCK as u64) as usize;
        let length = unpacker.unpack(packed, expected);
        if length.ok() != Some(expected) {
            return damaged("cannot be unpacked");
        }
        Ok(())
    }

    /// All values of a layer of bytes. Their hash is compared with the manifest.
    pub fn values(&self) -> Result<Vec<i8>, TableError> {
        let total = self.form.bytes(self.info.size) as usize;
        let mut values = Vec::with_capacity(total.min(self.map.len()));
        self.each(|block| {
            make_room(&mut values, block.len(), total);
            values.extend(block.iter().map(|&value| value as i8));
        })?;
        let bound = self.info.bound.unsigned_abs();
        if values.iter().any(|value| value.unsigned_abs() > bound) {
            let what = format!("has values beyond {bound}, which no position of it can have");
            return Err(TableError::damaged(&self.path, &what));
        }
        Ok(values)
    }

    /// All values of a layer of bits, in parts of `part` words, the first value in the lowest bit of the first word. Their
    /// hash is compared with the manifest.
    pub fn words(&self, part: usize) -> Result<Vec<Vec<u64>>, TableError> {
        let words = self.form.bytes(self.info.size).div_ceil(8) as usize;
        let part = part.max(1);
        let mut parts: Vec<Vec<u64>> = Vec::new();
        let (mut last, mut left) = (Vec::new(), words);
        self.each(|block| {
            for bytes in block.chunks(8) {
                if last.len() == part {
                    parts.push(core::mem::take(&mut last));
                }
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                let total = part.min(last.len() + left);
                make_room(&mut last, 1, total);
                last.push(u64::from_le_bytes(word));
                left -= 1;
            }
        })?;
        if !last.is_empty() {
            parts.push(last);
        }
        Ok(parts)
    }

    /// The bytes of all values. Their hash is compared with the manifest.
    pub fn bytes(&self) -> Result<Vec<u8>, TableError> {
        let total = self.form.bytes(self.info.size) as usize;
        let mut bytes = Vec::with_capacity(total.min(self.map.len()));
        self.each(|block| {
            make_room(&mut bytes, block.len(), total);
            bytes.extend_from_slice(block);
        })?;
        Ok(bytes)
    }

    /// The bytes of one number. Its block is unpacked for it, and compared with its checksum.
    pub fn number_bytes(&self, index: u64) -> Result<Vec<u8>, TableError> {
        let values = values_of_a_block(self.form);
        let width = self.form.bytes(1) as usize;
        let outside =
            || TableError::Unfit(format!("{} has no position {index}", self.path.display()));
        if index >= self.info.size {
            return Err(outside());
        }
        let mut unpacker = Unpacker::default();
        self.unpack((index / values) as usize, &mut unpacker)?;
        let at = (index % values) as usize * width;
        unpacker.values.get(at..at + width).map(<[u8]>::to_vec).ok_or_else(outside)
    }

    /// Unpacks every block, and compares the hash of the values with the manifest.
    pub fn check(&self) -> Result<(), TableError> {
        self.each(|_| ())
    }

    fn each(&self, mut visit: impl FnMut(&[u8])) -> Result<(), TableError> {
        let (mut unpacker, mut content) = (Unpacker::default(), blake3::Hasher::new());
        for block in 0..self.blocks {
            if block.is_multiple_of(INTERVAL) {
                self.stop.check()?;
            }
            self.unpack(block, &mut unpacker)?;
            content.update(&unpacker.values);
            visit(&unpacker.values);
        }
        if self.info.content != content.finalize().to_hex().as_str() {
            return Err(TableError::damaged(
                &self.path,
                "holds other values than the manifest says",
            ));
        }
        Ok(())
    }
}

/// Makes room for `more` items in a list that is to have `total` items in the end. `total` is a statement of the file, which
/// may be forged: the list grows with what was really unpacked, and at most to twice of it.
fn make_room<T>(list: &mut Vec<T>, more: usize, total: usize) {
    let needed = list.len() + more;
    if needed > list.capacity() {
        let room = needed.max((2 * list.capacity()).min(total));
        list.reserve_exact(room - list.len());
    }
}

/// Unpacks blocks into a buffer that is reused.
#[derive(Default)]
pub(super) struct Unpacker {
    context: Option<zstd::bulk::Decompressor<'static>>,
    /// The block that was unpacked last.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A list that is said to become very long takes memory for what it has, and a list that becomes as long as it is said to
    /// become takes no more than that.
    #[test]
    fn lists_grow_with_what_they_have() {
        let (mut list, total) = (Vec::new(), 1 << 50);
        for number in 0..10_000_u32 {
            make_room(&mut list, 1, total);
            list.push(number);
            assert!(list.capacity() <= 2 * list.len(), "{} for {number}", list.capacity());
        }
        let (mut list, total) = (Vec::new(), 10_000);
        for number in 0..total as u32 / 4 {
            make_room(&mut list, 4, total);
            list.extend([number; 4]);
        }
        assert_eq!((list.len(), list.capacity()), (total, total));
    }
}
