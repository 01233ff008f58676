//! Tablebases that certificates cite, read a second time from their description in `docs/tablebase.md`: shared with what
//! writes them is nothing but that page.

use serde_json::Value;

use crate::check::FileLoader;
use crate::failure::{Failure, quote};

/// The values of some layers, as they are stored.
pub(crate) struct Tables {
    layers: Vec<Vec<u8>>,
    /// How many values are in a byte.
    per_byte: u64,
    hash: String,
}

/// Values of a block at most.
const BLOCK_MAX: u64 = 1 << 20;
/// A layer has no more values than that.
const VALUES_MAX: u64 = 1 << 36;

impl Tables {
    /// Reads the layers that a certificate cites, `LAYERS:HASH`, and compares every value with the hash.
    pub(crate) fn open(load: &FileLoader<'_>, game: &str, cited: &str) -> Result<Tables, Failure> {
        let (count, hash) = read_citation(cited)?;
        let unfit = |why: String| Failure::Unreadable(format!("the tablebase {why}"));
        let (spelled, per_byte, layers) = manifest(load).map_err(unfit)?;
        if spelled != game {
            return Err(unfit(format!("is of {}, not of {}", quote(&spelled), quote(game))));
        }
        if layers.len() < count {
            let held = layers.len();
            return Err(unfit(format!("has {held} layers where {count} are cited; build more")));
        }
        let mut content = blake3::Hasher::new();
        content.update(game.as_bytes());
        let mut values = Vec::new();
        for (number, layer) in layers[..count].iter().enumerate() {
            let found = read_layer(load, number, layer, per_byte).map_err(unfit)?;
            content.update(b"\n");
            content.update(blake3::hash(&found).to_hex().as_bytes());
            values.push(found);
        }
        if content.finalize().to_hex().as_str() != hash {
            return Err(unfit("is not the one that is cited: its content differs".to_owned()));
        }
        Ok(Tables { layers: values, per_byte, hash: hash.to_owned() })
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

/// What the manifest says of a layer.
struct Layer {
    file: String,
    size: u64,
}

/// The game, how many values are in a byte, and the layers.
fn manifest(load: &FileLoader<'_>) -> Result<(String, u64, Vec<Layer>), String> {
    let broken = || "has a manifest.json that is not a manifest".to_owned();
    let bytes = load("manifest.json")
        .map_err(|error| format!("has no manifest.json that can be read: {error}"))?;
    let json: Value = serde_json::from_slice(&bytes).map_err(|_| broken())?;
    let per_byte = match (json["format"].as_str(), json["bits"].as_u64()) {
        (Some("foregone tablebase 1"), None) => 1,
        (Some("foregone tablebase 2"), Some(1)) => 8,
        _ => return Err("is of a format that is not known here".to_owned()),
    };
    let game = json["game"].as_str().ok_or_else(broken)?.to_owned();
    let layers = json["layers"].as_array().ok_or_else(broken)?.iter().map(|layer| {
        let file = layer["file"].as_str()?.to_owned();
        let size = layer["size"].as_u64().filter(|&size| size <= VALUES_MAX)?;
        // The file is in the folder and nowhere else.
        (!file.contains(['/', '\\'])).then_some(Layer { file, size })
    });
    let layers: Option<Vec<Layer>> = layers.collect();
    Ok((game, per_byte, layers.ok_or_else(broken)?))
}

/// All values of a layer.
fn read_layer(
    load: &FileLoader<'_>,
    number: usize,
    layer: &Layer,
    per_byte: u64,
) -> Result<Vec<u8>, String> {
    let name = &layer.file;
    let bytes = load(name).map_err(|error| format!("has no {name}: {error}"))?;
    let damaged = || format!("has a damaged {name}");
    let word = |at: usize, length: usize| -> Option<u64> {
        let mut word = [0; 8];
        word[..length].copy_from_slice(bytes.get(at..at + length)?);
        Some(u64::from_le_bytes(word))
    };
    let is_size = |size: &u64| (1..=BLOCK_MAX).contains(size) && size.is_multiple_of(per_byte);
    let block_size = word(12, 4).filter(is_size).ok_or_else(damaged)?;
    let blocks = layer.size.div_ceil(block_size);
    let head = [word(8, 4), word(16, 8), word(24, 8)];
    let expected = [number as u64, layer.size, blocks].map(Some);
    if bytes.get(..8) != Some(b"FGTABLE\x01") || head != expected {
        return Err(damaged());
    }
    let mut start = usize::try_from(64 + 16 * blocks).map_err(|_| damaged())?;
    let mut values = Vec::new();
    for block in 0..blocks as usize {
        let end = word(32 + 16 * block, 8).and_then(|end| usize::try_from(end).ok());
        let packed = end.and_then(|end| bytes.get(start..end)).ok_or_else(damaged)?;
        let left = layer.size.div_ceil(per_byte) - values.len() as u64;
        let size = left.min(block_size / per_byte) as usize;
        let plain = zstd::bulk::decompress(packed, size).map_err(|_| damaged())?;
        if plain.len() != size {
            return Err(damaged());
        }
        start += packed.len();
        values.extend(plain);
    }
    Ok(values)
}
