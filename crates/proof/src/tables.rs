//! Tablebases that certificates cite, read a second time from their description in `docs/tablebase.md`: shared with what
//! writes them is nothing but that page.
//!
//! The files may come from anywhere. How many numbers a layer has is known from the game before a byte of it is read, so
//! nothing is kept that the game does not have room for.

use std::io::Read;

use serde::Deserialize;

use crate::failure::{Failure, quote};
use crate::format::COMPRESSED_CHUNK;
use crate::limits::Meter;
use crate::options::FileLoader;
use crate::printable::printable;
use crate::rules::Rules;

/// The values of some layers, as they are stored.
pub(crate) struct Tables {
    game: String,
    layers: Vec<Vec<u8>>,
    /// How many values are in a byte.
    per_byte: u64,
    hash: String,
}

/// Values of a block at most.
const BLOCK_MAX: u64 = 1 << 20;
/// A manifest has no more bytes than that.
const MANIFEST: u64 = 1 << 20;

/// Why tables cannot be used.
enum Unfit {
    /// Something is wrong with them; a phrase that follows "the tablebase".
    Because(String),
    /// A limit was reached.
    Reached(Failure),
}

impl From<Failure> for Unfit {
    fn from(failure: Failure) -> Unfit {
        Unfit::Reached(failure)
    }
}

impl From<String> for Unfit {
    fn from(why: String) -> Unfit {
        Unfit::Because(why)
    }
}

impl Tables {
    /// Reads the layers that a certificate cites, `LAYERS:HASH`, and compares every value with the hash. `game` is how the
    /// tables of these rules are spelled.
    pub(crate) fn open<G: Rules>(
        load: &FileLoader<'_>,
        (rules, game): (&G, String),
        cited: &str,
        meter: &Meter<'_>,
    ) -> Result<Tables, Failure> {
        let (count, hash) = read_citation(cited)?;
        let tables = read_tables(load, (rules, game), (count, hash), meter);
        tables.map_err(|unfit| match unfit {
            Unfit::Because(why) => Failure::Unreadable(format!("the tablebase {why}")),
            Unfit::Reached(failure) => failure,
        })
    }

    /// The value of the position with that number in that layer, if the layer is cited.
    pub(crate) fn value(&self, (layer, number): (usize, u64)) -> Option<i8> {
        let byte = *self.layers.get(layer)?.get(usize::try_from(number / self.per_byte).ok()?)?;
        match self.per_byte {
            1 => Some(byte as i8),
            // A bit says whether the player to move wins.
            _ if byte >> (number % 8) & 1 == 1 => Some(1),
            _ => Some(-1),
        }
    }

    /// The game as the tables spell it.
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
    // A number has one spelling.
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
) -> Result<Tables, Unfit> {
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
    // All of it is compared with the game before anything is read.
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

/// What is needed of the manifest.
#[derive(Deserialize)]
struct Manifest {
    format: String,
    game: String,
    #[serde(default)]
    bits: Option<u64>,
    layers: Vec<Layer>,
}

/// What the manifest says of a layer.
#[derive(Deserialize)]
struct Layer {
    file: String,
    size: u64,
}

impl Manifest {
    fn read(load: &FileLoader<'_>, meter: &Meter<'_>) -> Result<Manifest, Unfit> {
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
        // The files are in the folder and nowhere else.
        if manifest.layers.iter().any(|layer| layer.file.contains(['/', '\\'])) {
            return Err(broken().into());
        }
        Ok(manifest)
    }

    /// How many values are in a byte.
    fn per_byte(&self) -> Result<u64, Unfit> {
        match (self.format.as_str(), self.bits) {
            ("foregone tablebase 1", None) => Ok(1),
            ("foregone tablebase 2", Some(1)) => Ok(8),
            _ => Err("is of a format that is not known here".to_owned().into()),
        }
    }
}

impl Layer {
    /// A layer has as many numbers as the game says.
    fn check(&self, number: usize, expected: Option<u64>) -> Result<(), Unfit> {
        let said = self.size;
        match expected {
            Some(expected) if said == expected => Ok(()),
            Some(expected) => Err(format!(
                "has {said} numbers in layer {number}, where the game has {expected}; build it again"
            )
            .into()),
            None => Err(format!("has a layer {number}, which the game has not").into()),
        }
    }

    /// All values of the layer, for which memory has been taken, and their hash.
    fn read(
        &self,
        load: &FileLoader<'_>,
        number: u64,
        per_byte: u64,
        meter: &Meter<'_>,
    ) -> Result<(Vec<u8>, blake3::Hash), Unfit> {
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
        let said = [word(8, 4), word(16, 8), word(24, 8)];
        if &head[..8] != b"FGTABLE\x01" || said != [number, self.size, blocks] {
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

/// Where the blocks end, read up to the first of them; nothing if the file ends before.
fn read_ends(
    file: &mut impl Read,
    blocks: u64,
    meter: &Meter<'_>,
) -> Result<Option<Vec<u64>>, Unfit> {
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
    // The hash of the head: the values are compared with what is cited instead.
    Ok(file.read_exact(&mut [0; 32]).ok().map(|()| ends))
}

/// The blocks of a file that follow.
struct Blocks<R> {
    file: R,
    /// Bytes in a block, and bytes that are not yet read.
    per_block: u64,
    left: u64,
}

impl<R: Read> Blocks<R> {
    /// The values of the next one, which is packed into so many bytes.
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
