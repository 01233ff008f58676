//! Certificates that cite tables with one bit for each position, in a game whose values are known by a formula.

use std::collections::HashMap;
use std::io;

use crate::common::rejection;
use foregone_proof::format::{Header, Writer};
use foregone_proof::rules::Rules;
use foregone_proof::{Accepted, Failure, Options, check_with};

/// Players in turn take one or two coins; who takes the last one wins. The player to move wins unless the number of coins is a
/// multiple of three. Layer 0 of the tables has the heaps of up to `HELD` coins, layer 1 the rest.
struct Coins;

const HELD: u64 = 50;
const SIZES: [u64; 2] = [HELD + 1, 30];

impl Rules for Coins {
    type Position = (u64, bool);

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "win"]
    }
    fn read(&self, text: &str) -> Result<(u64, bool), String> {
        let (coins, player) = text.split_once(' ').ok_or("coins and a player")?;
        Ok((coins.parse().map_err(|_| "coins")?, player == "max"))
    }
    fn outcome(&self, &(coins, max): &(u64, bool)) -> Option<usize> {
        (coins == 0).then_some(usize::from(!max))
    }
    fn max_to_move(&self, &(_, max): &(u64, bool)) -> bool {
        max
    }
    fn successor(&self, &(coins, max): &(u64, bool), index: usize) -> Option<(u64, bool)> {
        Some((coins.checked_sub([1, 2].get(index).copied()?)?, !max))
    }
    fn tablebase_game(&self) -> Option<String> {
        Some("coins".to_owned())
    }
    fn tablebase_layer_size(&self, layer: usize) -> Option<u64> {
        SIZES.get(layer).copied()
    }
    fn tablebase_index(&self, &(coins, _): &(u64, bool)) -> Option<(usize, u64)> {
        Some(if coins <= HELD { (0, coins) } else { (1, coins - HELD - 1) })
    }
    fn tablebase_rank(&self, &(_, max): &(u64, bool), value: i8) -> usize {
        usize::from((value > 0) == max)
    }
}

/// A tablebase in memory.
struct Tables {
    files: HashMap<String, Vec<u8>>,
    hash: String,
}

/// The tables in blocks of that many values; `layers` of them, and a manifest with that many bytes at least.
fn tables(block: usize, layers: usize, manifest_bytes: usize) -> Tables {
    let (mut files, mut entries, mut content) = (HashMap::new(), Vec::new(), blake3::Hasher::new());
    content.update(b"coins");
    let mut coins = 0..;
    for (number, &size) in SIZES.iter().enumerate() {
        let mut bytes = vec![0_u8; size.div_ceil(8) as usize];
        for index in 0..size as usize {
            let wins = coins.next().is_some_and(|coins: u64| !coins.is_multiple_of(3));
            bytes[index / 8] |= u8::from(wins) << (index % 8);
        }
        if number < layers {
            content.update(b"\n").update(blake3::hash(&bytes).to_hex().as_bytes());
        }
        let name = format!("layer-{number:03}.fgt");
        entries.push(format!("{{\"file\":\"{name}\",\"size\":{size}}}"));
        files.insert(name, layer(number, size, block, &bytes));
    }
    let entries = entries.join(",");
    let mut manifest = format!(
        "{{\"format\":\"foregone tablebase 2\",\"bits\":1,\"game\":\"coins\",\"layers\":[{entries}]}}"
    );
    while manifest.len() < manifest_bytes {
        manifest.push(' ');
    }
    files.insert("manifest.json".to_owned(), manifest.into_bytes());
    Tables { files, hash: content.finalize().to_hex().to_string() }
}

fn layer(number: usize, size: u64, block: usize, values: &[u8]) -> Vec<u8> {
    let blocks = values.chunks((block / 8).max(1));
    let frames: Vec<Vec<u8>> =
        blocks.map(|block| zstd::bulk::compress(block, 3).unwrap()).collect();
    let mut bytes = b"FGTABLE\x01".to_vec();
    bytes.extend((number as u32).to_le_bytes());
    bytes.extend((block as u32).to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend((frames.len() as u64).to_le_bytes());
    let mut end = 64 + 16 * frames.len();
    for frame in &frames {
        end += frame.len();
        bytes.extend((end as u64).to_le_bytes());
        bytes.extend(&blake3::hash(frame).as_bytes()[..8]);
    }
    let hash = blake3::hash(&bytes);
    bytes.extend(hash.as_bytes());
    bytes.extend(frames.concat());
    bytes
}

impl Tables {
    /// The verdict on a certificate that cites layers, without a record.
    fn verdict(&self, position: &str, citation: &str) -> Result<Accepted, Failure> {
        let mut header = Header::new("coins", position);
        header.at_least = Some("win".to_owned());
        header.tablebase = Some(citation.to_owned());
        let mut file = Vec::new();
        Writer::new(&mut file, &header).unwrap().finish().unwrap();
        let load = |name: &str| -> io::Result<Box<dyn io::Read + '_>> {
            let bytes = self.files.get(name).ok_or(io::ErrorKind::NotFound)?;
            Ok(Box::new(&bytes[..]))
        };
        let options = Options { tablebase: Some(Box::new(load)), ..Options::default() };
        check_with(&Coins, "coins", &file[..], &options)
    }
}

#[test]
fn every_bit_is_read() {
    for block in [8, 16, 64] {
        let tables = tables(block, 2, 0);
        let citation = format!("2:{}", tables.hash);
        for coins in 1..SIZES.iter().sum() {
            for (player, wins) in [("max", coins % 3 != 0), ("min", coins % 3 == 0)] {
                let verdict = tables.verdict(&format!("{coins} {player}"), &citation);
                assert_eq!(verdict.is_ok(), wins, "{coins} {player}: {verdict:?}");
            }
        }
    }
}

#[test]
fn as_many_layers_are_used_as_are_cited() {
    let tables = tables(16, 1, 0);
    let citation = format!("1:{}", tables.hash);
    assert_eq!(tables.verdict("50 max", &citation).unwrap().value.as_deref(), Some("win"));
    // The second layer is there, but is not cited: a record is needed.
    assert!(rejection(tables.verdict("52 max", &citation)).contains("no record"));
    let more = tables.verdict("50 max", &citation.replace("1:", "3:")).unwrap_err();
    assert!(more.to_string().contains("has 2 layers where 3 are cited"), "{more}");
    for wrong in [tables.hash.to_uppercase(), tables.hash[1..].to_owned(), "z".repeat(64)] {
        let verdict = tables.verdict("50 max", &format!("1:{wrong}"));
        assert!(rejection(verdict).contains("64 lower-case hexadecimal digits"), "{wrong}");
    }
}

#[test]
fn damaged_blocks_and_large_manifests_are_refused() {
    let verdict = |tables: &Tables| tables.verdict("50 max", &format!("2:{}", tables.hash));
    assert!(verdict(&tables(12, 2, 0)).unwrap_err().to_string().contains("damaged"));
    verdict(&tables(16, 2, 1 << 20)).unwrap();
    let large = verdict(&tables(16, 2, (1 << 20) + 1)).unwrap_err();
    assert!(large.to_string().contains("not a manifest"), "{large}");
}
