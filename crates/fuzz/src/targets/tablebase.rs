//! Tablebases, as the solver reads them. An input has two parts, the manifest and the file of one layer. All checksums and
//! hashes are also repaired, so that mutations reach the decompression and the values.

use std::fs;

use foregone_tablebase::TableError;
use foregone_tablebase::file::{Folder, Form, LayerSummary, Width, read_untrusted};
use serde_json::Value;

use crate::{Target, parts};

/// The reader of tablebases.
pub(super) struct Tablebase;

/// The bytes before the table of blocks, of an entry of this table, of the hash after it, and of an unpacked block, as
/// `docs/tablebase.md` says.
const HEAD: usize = 32;
const ENTRY: usize = 16;
const HASH: usize = 32;
const BLOCK: usize = 1 << 12;

/// The bytes of values in the file of each form.
const SEEDS: [(Form, usize); 4] = [
    (Form::Bytes, 1_000),
    (Form::Bytes, 3 * BLOCK),
    (Form::Bits, BLOCK + 1),
    (Form::Numbers(Width::Four), BLOCK + 8),
];

/// The end of a manifest begins with these bytes, and the hash of all bytes before them follows.
const HASH_MEMBER: &str = ",\n  \"hash\": \"";

impl Target for Tablebase {
    fn name(&self) -> &'static str {
        "tablebase"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        SEEDS.iter().map(|&(form, bytes)| written(form, bytes)).collect()
    }

    fn run(&self, input: &[u8]) -> String {
        let parts = parts::split(input);
        let (manifest, layer) = (parts[0], parts.get(1).copied().unwrap_or_default());
        let (sealed, repaired) = repaired(manifest, layer);
        format!("{} / {}", answer(manifest, layer), answer(&sealed, &repaired))
    }
}

/// A manifest with one layer, and the file of the layer.
fn written(form: Form, bytes: usize) -> Vec<u8> {
    let folder = std::env::temp_dir().join(format!("foregone-fuzz-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    // Values from -1 to 1, or any bits.
    let values: Vec<u8> =
        (0..bytes).map(|index| ((index * index % 7) as u8 % 3).wrapping_sub(1)).collect();
    let size = form.values_in(bytes as u64);
    let summary = LayerSummary { size, bound: 1, counts: vec![size, 0, 0] };
    let mut writing = Folder::open(&folder, "fuzz", form, 1).expect("a new folder");
    writing.write_layer(0, summary, &values[..]).expect("a layer");
    let read = |name: &str| fs::read(folder.join(name)).expect("a file that was just written");
    let seed = parts::join(&[&read("manifest.json"), &read("layer-000.fgt")]);
    fs::remove_dir_all(&folder).expect("a folder of ours");
    seed
}

/// The sign of a number, the lowest byte first.
fn sign(number: &[u8]) -> i8 {
    match number.last() {
        Some(&highest) if highest >= 128 => -1,
        _ => i8::from(number.iter().any(|&byte| byte > 0)),
    }
}

/// Opens the tablebase of these files and reads all of it.
fn answer(manifest: &[u8], layer: &[u8]) -> String {
    let read = || {
        let table = read_untrusted(manifest, &[layer])?;
        let (manifest, mut prober) = (table.manifest(), table.prober(1));
        // The numbers that `tablebase stats` prints.
        let _ = (manifest.content(), manifest.positions(), manifest.file_bytes());
        for (number, info) in manifest.layers.iter().enumerate() {
            let _ = (info.results(), info.extremes());
            let layer = table.layer(number)?;
            let last = match manifest.form() {
                Form::Bytes => layer.values()?.last().copied(),
                Form::Bits => layer.words(100)?.concat().last().map(|word| {
                    let bit = word >> (info.size.wrapping_sub(1) % 64) & 1;
                    if bit == 1 { 1 } else { -1 }
                }),
                Form::Numbers(width) => {
                    let bytes = layer.bytes()?;
                    bytes.chunks_exact(width as usize).last().map(sign)
                }
            };
            let probed = prober.value(number, info.size.wrapping_sub(1)).ok();
            assert!(probed == last, "two ways to read a value disagree: {probed:?} {last:?}");
        }
        Ok::<_, TableError>(manifest.positions())
    };
    match read() {
        Ok(values) => format!("{values} values"),
        // Names in the file, which can have quotation marks, do not tell which code gave the answer.
        Err(refusal) => refusal.to_string().split(['"', '`']).next().unwrap_or_default().to_owned(),
    }
}

/// The files with their checksums and hashes made right, as far as the table of blocks makes sense.
fn repaired(manifest: &[u8], layer: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut layer = layer.to_vec();
    let content = repair_blocks(&mut layer);
    let member = HASH_MEMBER.as_bytes();
    let end = manifest.windows(member.len()).rposition(|window| window == member);
    let mut body = manifest[..end.unwrap_or(manifest.len())].to_vec();
    if let Ok(mut value) = serde_json::from_slice::<Value>(&[&body[..], b"\n}"].concat())
        && let Some(entry) = value.pointer_mut("/layers/0").and_then(Value::as_object_mut)
    {
        entry.insert("bytes".to_owned(), layer.len().into());
        if let Some((table, values)) = content {
            entry.insert("table".to_owned(), table.to_hex().as_str().into());
            entry.insert("content".to_owned(), values.to_hex().as_str().into());
        }
        let text = serde_json::to_string_pretty(&value).expect("a JSON value");
        body = text.trim_end_matches("\n}").as_bytes().to_vec();
    }
    let end = format!("{HASH_MEMBER}{}\"\n}}\n", blake3::hash(&body).to_hex());
    body.extend(end.as_bytes());
    (body, layer)
}

/// Writes the right checksums of the blocks and the right hash of the head, and gives the hash of the head and of the values.
/// Gives nothing if a block is not in the file.
fn repair_blocks(file: &mut [u8]) -> Option<(blake3::Hash, blake3::Hash)> {
    let number = |file: &[u8], at: usize| {
        let bytes = file.get(at..at.checked_add(8)?)?.try_into().ok()?;
        usize::try_from(u64::from_le_bytes(bytes)).ok()
    };
    let blocks = number(file, 24)?;
    let end_of_entries = blocks.checked_mul(ENTRY)?.checked_add(HEAD)?;
    let mut start = end_of_entries.checked_add(HASH).filter(|&end| end <= file.len())?;
    let mut values = blake3::Hasher::new();
    for entry in (HEAD..end_of_entries).step_by(ENTRY) {
        let end = number(file, entry)?;
        let packed = file.get(start..end)?;
        // A block that cannot be unpacked is for the reader to refuse.
        values.update(&zstd::bulk::decompress(packed, BLOCK).unwrap_or_default());
        let checksum = *blake3::hash(packed).as_bytes();
        file[entry + 8..entry + 16].copy_from_slice(&checksum[..8]);
        start = end;
    }
    let table = blake3::hash(&file[..end_of_entries]);
    file[end_of_entries..end_of_entries + HASH].copy_from_slice(table.as_bytes());
    Some((table, values.finalize()))
}
