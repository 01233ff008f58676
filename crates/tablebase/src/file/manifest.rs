//! The manifest of a folder of tables: the game, and a record for each finished layer. The last line is a hash of the rest.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Form, Width};
use crate::TableError;

/// The name of the manifest in its folder.
pub const NAME: &str = "manifest.json";
/// What the first field says: of tables with a byte for each value, with a bit, and with a number.
const FORMATS: [&str; 3] = ["foregone tablebase 1", "foregone tablebase 2", "foregone tablebase 3"];
/// A manifest is not larger than that.
const LIMIT: u64 = 64 << 20;

/// The contents of the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: String,
    /// The game with everything that values depend on.
    pub game: String,
    /// Bits of a value, if it is not a byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bits: Option<u8>,
    /// Layers that the last build was to finish.
    pub wanted: usize,
    /// The finished ones, the lowest first.
    pub layers: Vec<LayerInfo>,
}

/// The record of a finished layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerInfo {
    /// The name of its file.
    pub file: String,
    /// The number of values.
    pub size: u64,
    /// A bound on the absolute value of all of them; 1 if they are numbers, of which only signs are counted.
    pub bound: i8,
    /// The number of positions with each value, from the negated bound on; of numbers, with each sign. Indices without a
    /// position are not counted.
    pub counts: Vec<u64>,
    /// BLAKE3 of the values as bytes, or of the bytes that they are packed into.
    pub content: String,
    /// BLAKE3 of the head of the file: its table of blocks.
    pub table: String,
    /// Bytes of the file.
    pub bytes: u64,
}

impl LayerInfo {
    /// Every value with the number of positions that have it.
    pub fn histogram(&self) -> impl DoubleEndedIterator<Item = (i8, u64)> + '_ {
        let values = -i16::from(self.bound)..;
        values
            .zip(&self.counts)
            .map(|(value, &count)| (value as i8, count))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The lowest and the highest value that occurs, each with the number of positions that have it.
    pub fn extremes(&self) -> [Option<(i8, u64)>; 2] {
        let mut occurring = self.histogram().filter(|(_, count)| *count > 0);
        let lowest = occurring.next();
        [lowest, occurring.next_back().or(lowest)]
    }

    /// Positions that the player to move wins, draws and loses.
    pub fn results(&self) -> [u64; 3] {
        let count = |sign: i8| {
            self.histogram()
                .filter(|(value, _)| value.signum() == sign)
                .map(|(_, count)| count)
                .sum()
        };
        [count(1), count(0), count(-1)]
    }
}

impl Manifest {
    /// A manifest without layers.
    pub fn new(game: &str, form: Form) -> Manifest {
        let (format, bits) = match form {
            Form::Bytes => (FORMATS[0], None),
            Form::Bits => (FORMATS[1], Some(1)),
            Form::Numbers(width) => (FORMATS[2], Some(8 * width as u8)),
        };
        let (format, game) = (format.to_owned(), game.to_owned());
        Manifest { format, game, bits, wanted: 0, layers: Vec::new() }
    }

    /// How values are stored.
    pub fn form(&self) -> Form {
        let width = |bits: u8| Width::of_bytes(usize::from(bits) / 8);
        match self.bits {
            None => Form::Bytes,
            Some(bits) => width(bits).map_or(Form::Bits, Form::Numbers),
        }
    }

    /// The manifest, if its numbers are such that they can be counted with.
    fn plausible(self) -> Result<Manifest, String> {
        for (number, layer) in self.layers.iter().enumerate() {
            let bound = usize::try_from(layer.bound).ok();
            if bound.map(|bound| 2 * bound + 1) != Some(layer.counts.len()) {
                return Err(format!(
                    "has a list of counts in layer {number} that does not fit its bound"
                ));
            }
        }
        let layers = &self.layers;
        let sums = [
            sum(layers.iter().map(|layer| layer.size)),
            sum(layers.iter().map(|layer| layer.bytes)),
            sum(layers.iter().flat_map(|layer| layer.counts.iter().copied())),
        ];
        if sums.contains(&None) {
            return Err("has numbers that add up to more than can be counted".to_owned());
        }
        Ok(self)
    }

    /// The number of values in all finished layers.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.size).sum()
    }

    /// The bytes of all files of finished layers.
    pub fn file_bytes(&self) -> u64 {
        self.layers.iter().map(|layer| layer.bytes).sum()
    }

    /// One hash of all values.
    pub fn content(&self) -> String {
        self.content_of(self.layers.len())
    }

    /// One hash of the values of the lowest layers, by which a certificate cites them: the hash of the game and of the
    /// hashes of the layers, one in a line each.
    pub fn content_of(&self, layers: usize) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.game.as_bytes());
        for layer in &self.layers[..layers] {
            hasher.update(b"\n");
            hasher.update(layer.content.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The text of the file.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let text = serde_json::to_string_pretty(self)?;
        let body = text.strip_suffix("\n}").unwrap_or(&text).to_owned();
        let hash = blake3::hash(body.as_bytes()).to_hex();
        Ok(format!("{body}{}", tail(&hash)))
    }

    /// Reads the manifest of a folder.
    pub fn read(folder: &Path) -> Result<Manifest, TableError> {
        let path = folder.join(NAME);
        let mut text = Vec::new();
        let file = File::open(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                TableError::NoTables { folder: folder.display().to_string() }
            }
            _ => TableError::reading(&path, &error),
        })?;
        file.take(LIMIT)
            .read_to_end(&mut text)
            .map_err(|error| TableError::reading(&path, &error))?;
        Manifest::parse(&text).map_err(|what| TableError::damaged(&path, &what))
    }

    /// Reads a manifest from its bytes; the error says what is wrong with it.
    pub(super) fn parse(bytes: &[u8]) -> Result<Manifest, String> {
        let text = str::from_utf8(bytes).map_err(|_| "is not a text".to_owned())?;
        let length = tail(&blake3::hash(b"").to_hex()).len();
        let split = text.len().checked_sub(length).filter(|&at| text.is_char_boundary(at));
        let (body, end) = text.split_at(split.ok_or("is too short for a manifest")?);
        if end != tail(&blake3::hash(body.as_bytes()).to_hex()) {
            return Err("was changed or cut: its hash does not fit the rest".to_owned());
        }
        let manifest: Manifest = serde_json::from_str(&format!("{body}\n}}"))
            .map_err(|error| format!("is not a manifest: {error}"))?;
        let [bytes, bits, numbers] = FORMATS;
        let is_width =
            |bits: u8| bits.is_multiple_of(8) && Width::of_bytes(bits as usize / 8).is_some();
        match (manifest.format.as_str(), manifest.bits) {
            (format, None) if format == bytes => manifest.plausible(),
            (format, Some(1)) if format == bits => manifest.plausible(),
            (format, Some(width)) if format == numbers && is_width(width) => manifest.plausible(),
            (format, _) if FORMATS.contains(&format) => {
                Err(format!("says \"{format}\" and something else about the bits of a value"))
            }
            (format, _) => Err(format!(
                "says \"{format}\", and this program reads \"{bytes}\", \"{bits}\" and \"{numbers}\""
            )),
        }
    }
}

/// The sum, unless it is too large.
fn sum(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    numbers.try_fold(0u64, |sum, number| sum.checked_add(number))
}

/// The end of the file.
fn tail(hash: &str) -> String {
    format!(",\n  \"hash\": \"{hash}\"\n}}\n")
}
