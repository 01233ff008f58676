//! Tablebases, as the solver reads them from a folder. An input has two parts, the manifest and the file of one layer. The
//! checksums of the layer are also repaired, so that mutations reach the decompression.

use std::fs;
use std::path::PathBuf;

use foregone_tablebase::file::{Folder, Form, Table};

use crate::{Target, parts};

/// The reader of tablebases.
pub(super) struct Tablebase;

const GAME: &str = "fuzz";
const MANIFEST: &str = "manifest.json";
const LAYER: &str = "layer-000.fgt";

/// The number of values, and their bound.
const SIZE: u64 = 1_000;
const BOUND: i8 = 3;

/// The bytes before the table of blocks, of an entry of this table, and of the hash after it, as `docs/tablebase.md` says.
const HEAD: usize = 32;
const ENTRY: usize = 16;
const HASH: usize = 32;

/// The folder of this process.
fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("foregone-fuzz-{}", std::process::id()))
}

impl Target for Tablebase {
    fn name(&self) -> &'static str {
        "tablebase"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let path = folder().join("seed");
        let _ = fs::remove_dir_all(&path);
        let values: Vec<i8> = (0..SIZE).map(|index| (index * index % 7) as i8 - BOUND).collect();
        let counts = (-BOUND..=BOUND)
            .map(|value| values.iter().filter(|&&known| known == value).count() as u64)
            .collect();
        let mut writing = Folder::open(&path, GAME, Form::Bytes, 1).expect("a new folder");
        writing.write_bytes(0, &values, BOUND, counts).expect("a layer");
        let read = |name: &str| fs::read(path.join(name)).expect("a file that was just written");
        let seed = parts::join(&[&read(MANIFEST), &read(LAYER)]);
        fs::remove_dir_all(&path).expect("a folder of ours");
        vec![seed]
    }

    fn run(&self, input: &[u8]) -> String {
        let parts = parts::split(input);
        let (manifest, layer) = (parts[0], parts.get(1).copied().unwrap_or_default());
        format!("{} / {}", answer(manifest, layer), answer(manifest, &repaired(layer)))
    }
}

/// Opens the tablebase of these files and reads all of it.
fn answer(manifest: &[u8], layer: &[u8]) -> String {
    let path = folder().join("input");
    fs::create_dir_all(&path).expect("a folder for temporary files");
    fs::write(path.join(MANIFEST), manifest).expect("a temporary file");
    fs::write(path.join(LAYER), layer).expect("a temporary file");
    let read = || {
        let table = Table::open(&path, GAME, Form::Bytes)?;
        table.fits_sizes(&[(SIZE, BOUND)])?;
        let values = table.layer(0)?.values()?;
        let last = table.prober(1).value(0, SIZE - 1)?;
        assert!(values.last() == Some(&last), "two ways to read a value disagree");
        Ok::<_, foregone_tablebase::TableError>(values.len())
    };
    match read() {
        Ok(values) => format!("{values} values"),
        Err(refusal) => refusal.to_string().replace(&*path.to_string_lossy(), "FOLDER"),
    }
}

/// The layer with the checksums of its blocks and of its head made right, as far as its table of blocks makes sense.
fn repaired(layer: &[u8]) -> Vec<u8> {
    let mut file = layer.to_vec();
    let number = |file: &[u8], at: usize| {
        let bytes = file.get(at..at + 8)?.try_into().ok()?;
        usize::try_from(u64::from_le_bytes(bytes)).ok()
    };
    let Some(blocks) = number(&file, 24).filter(|&blocks| blocks < 100) else { return file };
    let end_of_entries = HEAD + blocks * ENTRY;
    let mut start = end_of_entries + HASH;
    for block in 0..blocks {
        let entry = HEAD + block * ENTRY;
        let Some(end) = number(&file, entry) else { return file };
        let Some(packed) = file.get(start..end) else { return file };
        let checksum = *blake3::hash(packed).as_bytes();
        file[entry + 8..entry + 16].copy_from_slice(&checksum[..8]);
        start = end;
    }
    if file.len() >= end_of_entries + HASH {
        let hash = blake3::hash(&file[..end_of_entries]);
        file[end_of_entries..end_of_entries + HASH].copy_from_slice(hash.as_bytes());
    }
    file
}
