//! Reading the tablebases that certificates cite. This is written from the specification in `docs/tablebase.md` and shares
//! no code with the crate that builds tablebases.
//!
//! The files may come from anybody. The rules of the game give the number of values in a layer before the file of the layer
//! is read, so a file cannot make the checker allocate more.

use std::io::Read;

use serde::Deserialize;

use crate::failure::{Failure, quote};
use crate::format::COMPRESSED_CHUNK;
use crate::limits::Meter;
use crate::options::FileLoader;
use crate::printable::printable;
use crate::rules::Rules;

/// The values of the layers that are cited, as they are stored.
pub(crate) struct Tables {
    game: String,
    layers: Vec<Vec<u8>>,
    /// The number of values in a byte.
    per_byte: u64,
    hash: String,
}

/// The largest number of values in a block.
const BLOCK_MAX: u64 = 1 << 20;
/// The largest number of bytes of a manifest.
const MANIFEST: u64 = 1 << 20;

/// Why a tablebase cannot be used.
enum TableError {
    /// The tablebase is not usable. The text is the end of a sentence that begins with "the tablebase".
    Unusable(String),
    /// A limit was reached.
    Limit(Failure),
}

impl From<Failure> for TableError {
    fn from(failure: Failure) -> TableError {
        TableError::Limit(failure)
    }
}

impl From<String> for TableError {
    fn from(why: String) -> TableError {
        TableError::Unusable(why)
    }
}

impl Tables {
    /// Reads the layers that a certificate cites as `LAYERS:HASH`, and compares all values with the hash. `game` is the
    /// spelling that the manifest must have.
    pub(crate) fn open<G: Rules>(
        load: &FileLoader<'_>,
        (rules, game): (&G, String),
        cited: &str,
        meter: &Meter<'_>,
    ) -> Result<Tables, Failure> {
        let (count, hash) = read_citation(cited)?;
        let tables = read_tables(load, (rules, game), (count, hash), meter);
        tables.map_err(|error| match error {
            TableError::Unusable(why) => Failure::Unreadable(format!("the tablebase {why}")),
            TableError::Limit(failure) => failure,
        })
    }

    /// The value of the position with this index in this layer, if the layer is cited.
    pub(crate) fn value(&self, (layer, index): (usize, u64)) -> Option<i8> {
        let byte = *self.layers.get(layer)?.get(usize::try_from(index / self.per_byte).ok()?)?;
        match self.per_byte {
            1 => Some(byte as i8),
            // The bit is set if the player to move wins.
            _ if byte >> (index % 8) & 1 == 1 => Some(1),
            _ => Some(-1),
        }
    }

    /// The spelling of the game in the manifest.
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    pub(crate) fn layers(&self) -> usize {
        self.layers.len()
    }

    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }
}

fn read_citation(cited: &str) -> Result<(usize, &str), Failure> {
    let is_hash = |text: &str| {
        text.len() == 64 && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
    };
    let parts = cited.split_once(':').filter(|(_, hash)| is_hash(hash));
    // Only the canonical spelling of the number is accepted.
    let read = |text: &str| text.parse().ok().filter(|count: &usize| count.to_string() == text);
    parts.and_then(|(count, hash)| Some((read(count)?, hash))).ok_or_else(|| {
        Failure::header(
            "the member \"tablebase\" is not a number of layers, a colon and 64 lower-case hexadecimal digits",
        )
    })
}

fn read_tables<G: Rules>(
    load: &FileLoader<'_>,
    (rules, game): (&G, String),
    (count, hash): (usize, &str),
    meter: &Meter<'_>,
) -> Result<Tables, TableError> {
    let manifest = Manifest::read(load, meter)?;
    let per_byte = manifest.per_byte()?;
    if manifest.game != game {
        let (found, wanted) = (quote(&manifest.game), quote(&game));
        return Err(format!("is of {found}, not of {wanted}").into());
    }
    if manifest.layers.len() < count {
        let held = manifest.layers.len();
        return Err(format!("has {held} layers where {count} are cited; build more").into());
    }
    let layers = &manifest.layers[..count];
    // The sizes of all layers are compared with the rules, and memory is reserved, before any layer is read.
    for (number, layer) in layers.iter().enumerate() {
        layer.check(number, rules.tablebase_layer_size(number))?;
        meter.reserve(layer.size.div_ceil(per_byte))?;
    }
    let mut content = blake3::Hasher::new();
    content.update(game.as_bytes());
    let mut values = Vec::new();
    for (number, layer) in layers.iter().enumerate() {
        let (found, hash) = layer.read(load, number as u64, per_byte, meter)?;
        content.update(b"\n");
        content.update(hash.to_hex().as_bytes());
        values.push(found);
    }
    if content.finalize().to_hex().as_str() != hash {
        return Err("is not the one that is cited: its content differs".to_owned().into());
    }
    Ok(Tables { game, layers: values, per_byte, hash: hash.to_owned() })
}

/// The members of the manifest that the checker needs.
#[derive(Deserialize)]
struct Manifest {
    format: String,
    game: String,
    #[serde(default)]
    bits: Option<u64>,
    layers: Vec<Layer>,
}

/// The entry of a layer in the manifest.
#[derive(Deserialize)]
struct Layer {
    file: String,
    size: u64,
}

impl Manifest {
    fn read(load: &FileLoader<'_>, meter: &Meter<'_>) -> Result<Manifest, TableError> {
        let broken = || "has a manifest.json that is not a manifest".to_owned();
        meter.reserve(2 * MANIFEST)?;
        let mut bytes = Vec::new();
        load("manifest.json")
            .and_then(|file| file.take(MANIFEST + 1).read_to_end(&mut bytes))
            .map_err(|error| format!("has no manifest.json that can be read: {error}"))?;
        if bytes.len() as u64 > MANIFEST {
            return Err(broken().into());
        }
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|_| broken())?;
        // All files are in the folder of the tablebase.
        if manifest.layers.iter().any(|layer| layer.file.contains(['/', '\\'])) {
            return Err(broken().into());
        }
        Ok(manifest)
    }

    /// The number of values in a byte.
    fn per_byte(&self) -> Result<u64, TableError> {
        match (self.format.as_str(), self.bits) {
            ("foregone tablebase 1", None) => Ok(1),
            ("foregone tablebase 2", Some(1)) => Ok(8),
            _ => Err("is of a format that is not known here".to_owned().into()),
        }
    }
}

impl Layer {
    /// Compares the number of values in the layer with the rules.
    fn check(&self, number: usize, expected: Option<u64>) -> Result<(), TableError> {
        let stated = self.size;
        match expected {
            Some(expected) if stated == expected => Ok(()),
            Some(expected) => Err(format!(
                "has {stated} numbers in layer {number}, where the game has {expected}; build it again"
            )
            .into()),
            None => Err(format!("has a layer {number}, which the game has not").into()),
        }
    }

    /// The values of the layer, for which memory has been reserved, and their hash.
    fn read(
        &self,
        load: &FileLoader<'_>,
        number: u64,
        per_byte: u64,
        meter: &Meter<'_>,
    ) -> Result<(Vec<u8>, blake3::Hash), TableError> {
        let name = printable(&self.file);
        let mut file = load(&self.file).map_err(|error| format!("has no {name}: {error}"))?;
        let damaged = || format!("has a damaged {name}");
        let mut head = [0; 32];
        file.read_exact(&mut head).map_err(|_| damaged())?;
        let word = |at: usize, length: usize| {
            let mut word = [0; 8];
            word[..length].copy_from_slice(&head[at..at + length]);
            u64::from_le_bytes(word)
        };
        let block_size = word(12, 4);
        if !(1..=BLOCK_MAX).contains(&block_size) || !block_size.is_multiple_of(per_byte) {
            return Err(damaged().into());
        }
        let blocks = self.size.div_ceil(block_size);
        let stated = [word(8, 4), word(16, 8), word(24, 8)];
        if &head[..8] != b"FGTABLE\x01" || stated != [number, self.size, blocks] {
            return Err(damaged().into());
        }
        let room = blocks.checked_mul(16).ok_or_else(damaged)?;
        meter.reserve(room)?;
        let ends = read_ends(&mut file, blocks, meter)?.ok_or_else(damaged)?;
        let bytes = self.size.div_ceil(per_byte);
        let mut blocks = Blocks { file, per_block: block_size / per_byte, left: bytes };
        let mut values = Vec::with_capacity(usize::try_from(bytes).map_err(|_| damaged())?);
        let mut hasher = blake3::Hasher::new();
        let mut start = room.checked_add(64).ok_or_else(damaged)?;
        for end in ends {
            meter.poll()?;
            let packed = end.checked_sub(start).ok_or_else(damaged)?;
            let plain = blocks.next(packed).ok_or_else(damaged)?;
            hasher.update(&plain);
            values.extend(plain);
            start = end;
        }
        meter.release(room);
        Ok((values, hasher.finalize()))
    }
}

/// Reads the offsets where the blocks end, up to the beginning of the first block. Gives nothing if the file is too short.
fn read_ends(
    file: &mut impl Read,
    blocks: u64,
    meter: &Meter<'_>,
) -> Result<Option<Vec<u64>>, TableError> {
    let Ok(count) = usize::try_from(blocks) else { return Ok(None) };
    let mut ends = Vec::new();
    for _ in 0..count {
        meter.step()?;
        let mut entry = [0; 16];
        if file.read_exact(&mut entry).is_err() {
            return Ok(None);
        }
        let mut end = [0; 8];
        end.copy_from_slice(&entry[..8]);
        ends.push(u64::from_le_bytes(end));
    }
    // The hash of the file's head is skipped: the values are compared with the hash in the certificate.
    Ok(file.read_exact(&mut [0; 32]).ok().map(|()| ends))
}

/// The blocks of a file that have not been read.
struct Blocks<R> {
    file: R,
    /// The decompressed bytes of a block.
    per_block: u64,
    /// The decompressed bytes that have not been read.
    left: u64,
}

impl<R: Read> Blocks<R> {
    /// The values of the next block, which has `packed` bytes in the file.
    fn next(&mut self, packed: u64) -> Option<Vec<u8>> {
        let size = self.left.min(self.per_block);
        let length = usize::try_from(packed).ok().filter(|&length| length <= COMPRESSED_CHUNK)?;
        let mut bytes = vec![0; length];
        self.file.read_exact(&mut bytes).ok()?;
        let plain = zstd::bulk::decompress(&bytes, usize::try_from(size).ok()?).ok()?;
        self.left = self.left.checked_sub(size)?;
        (plain.len() as u64 == size).then_some(plain)
    }
}
