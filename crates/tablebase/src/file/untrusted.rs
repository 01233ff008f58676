//! Reads a manifest and files of layers from bytes of unknown origin: the entry point of fuzzers.

use std::path::PathBuf;

use super::layer::{Content, Layer};
use super::manifest::{self, LayerInfo, Manifest};
use super::table::Table;
use crate::TableError;

/// Opens a manifest and the files of its layers as [`Table::open`] opens those of a folder, but for any game and in any form.
/// Files that the manifest does not list are ignored, and missing files count as empty. Whatever the bytes are, the result is
/// a value or an error and never a panic.
///
/// ```
/// use foregone_tablebase::file::read_untrusted;
///
/// let error = read_untrusted(b"{}", &[b"FGTABLE\x01"]).unwrap_err();
/// assert_eq!(error.to_string(), "manifest.json is too short for a manifest");
/// ```
pub fn read_untrusted(manifest: &[u8], layers: &[&[u8]]) -> Result<Table, TableError> {
    let path = PathBuf::from(manifest::NAME);
    let manifest = Manifest::parse(manifest).map_err(|what| TableError::damaged(&path, &what))?;
    let open = |(number, info): (usize, &LayerInfo)| {
        let bytes = layers.get(number).map_or(&[][..], |bytes| bytes).to_vec();
        let path = PathBuf::from(super::layer::name(number));
        Layer::new(path, Content::Memory(bytes), (number, info), manifest.form())
    };
    let layers = manifest.layers.iter().enumerate().map(open).collect::<Result<_, _>>()?;
    Ok(Table::of(PathBuf::new(), manifest, layers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{Folder, Form};

    /// A forger's manifest with the right hash.
    fn signed(text: &str) -> Vec<u8> {
        let body = text.strip_suffix("\n}").expect("an object");
        let hash = blake3::hash(body.as_bytes()).to_hex();
        format!("{body},\n  \"hash\": \"{hash}\"\n}}\n").into_bytes()
    }

    fn forged(layer: &str) -> Result<Table, TableError> {
        let text = format!(
            "{{\n  \"format\": \"foregone tablebase 1\", \"game\": \"g\", \"wanted\": 1, \"layers\": [{layer}]\n}}"
        );
        read_untrusted(&signed(&text), &[])
    }

    #[test]
    fn a_folder_of_our_own_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut made = Folder::open(folder.path(), "a game", Form::Bytes, 1).expect("a folder");
        made.write_bytes(0, &[1, 0, -1], 1, vec![1, 1, 1]).expect("room");
        let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
        let (manifest, mut layer) = (read("manifest.json"), read("layer-000.fgt"));
        let found = read_untrusted(&manifest, &[&layer]).expect("tables");
        assert_eq!(found.manifest().layers[0].results(), [1, 1, 1]);
        assert_eq!(found.layer(0).expect("a layer").values().expect("values"), [1, 0, -1]);
        assert!(matches!(read_untrusted(&manifest, &[]), Err(TableError::Damaged(_))));
        for at in 0..layer.len() {
            layer[at] ^= 1;
            let read = read_untrusted(&manifest, &[&layer]);
            assert!(read.and_then(|table| table.layer(0)?.check()).is_err(), "byte {at}");
            layer[at] ^= 1;
        }
    }

    /// Numbers that no table can have, with a hash that fits, are refused before anything counts with them.
    #[test]
    fn impossible_numbers_are_refused() {
        let layer = |size: &str, bound: &str, counts: &str| {
            format!(
                "{{\"file\": \"f\", \"size\": {size}, \"bound\": {bound}, \"counts\": [{counts}], \"content\": \"\", \"table\": \"\", \"bytes\": 0}}"
            )
        };
        let many = vec!["0"; 40_000].join(",");
        let most = u64::MAX.to_string();
        let two = [layer(&most, "0", "0"), layer(&most, "0", "0")].join(",");
        let counts = layer("3", "1", &[most.as_str(); 3].join(","));
        for (forgery, said) in [
            (layer("3", "1", &many), "does not fit its bound"),
            (layer("3", "-1", "1"), "does not fit its bound"),
            (two, "more than can be counted"),
            (counts, "more than can be counted"),
            (layer(&most, "0", "0"), "too short"),
        ] {
            let error = forged(&forgery).expect_err("a forgery").to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
