//! The example in `docs/certificate.md` is what it says it is, byte for byte.

use crate::common::Parts;
use foregone_proof::format::{Record, Writer};
use foregone_proof::{Options, check};

const PAGE: &str = include_str!("../../../../docs/certificate.md");

/// The last block of the page in that language.
fn block(language: &str) -> &'static str {
    let (_, block) = PAGE.rsplit_once(&format!("```{language}\n")).unwrap();
    block.split_once("```").unwrap().0
}

/// The bytes before the bars.
fn bytes() -> Vec<u8> {
    let digits =
        block("hex").lines().flat_map(|line| line.split('|').next().unwrap().split_whitespace());
    digits.map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect()
}

#[test]
fn the_example_is_accepted() {
    let accepted = check(&bytes()[..], &Options::with_game_file(block("json").as_bytes())).unwrap();
    assert_eq!((accepted.game.as_str(), accepted.position.as_str()), ("graph:example.json", "a"));
    assert_eq!(accepted.claims, ["at least win"]);
    assert_eq!(accepted.value.as_deref(), Some("win"));
    assert_eq!((accepted.positions, accepted.records, accepted.kept), (8, 3, 1));
    assert_eq!(accepted.bytes, 230);
}

#[test]
fn the_example_can_be_written() {
    let parts = Parts::read(&bytes());
    let records = [(1, false), (0, true), (1, false)].map(|(choice, keep)| Record { choice, keep });
    assert_eq!(parts.records, records);
    // So few bytes do not compress, so the frame holds them as they are, whatever the version of zstd.
    assert_eq!(parts.seal(), bytes());

    let mut made = Parts::of_graph(block("json"));
    made.header.game = "graph:example.json".to_owned();
    assert_eq!(made.seal(), bytes());
}

/// The integers in the first cells of the last tables of the page, which begin after a sentence.
fn integers(sentence: &str) -> Vec<Vec<u8>> {
    let (_, table) = PAGE.rsplit_once(sentence).unwrap();
    let rows = table.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let cells = rows.map_while(|row| row.strip_prefix("| ")?.split(" |").next());
    cells.map(|cell| cell.split(' ').map(|number| number.parse().unwrap()).collect()).collect()
}

#[test]
fn the_example_in_parts_is_accepted() {
    let header = Parts::read(&bytes()).header;
    let whole = integers("as one part, is these integers:").concat();
    let two = integers("as two parts, cut after two records:");
    assert_eq!((whole.len(), two.len()), (6, 4));
    let two = vec![two[0].clone(), two[1..].concat()];
    let (_, sentence) = PAGE.rsplit_once("With a search at `e` the one part is ").unwrap();
    let searched = sentence.split(['.', ' ']).map_while(|number| number.parse().ok()).collect();
    assert_eq!(searched, [0, 0, 0, 4, 0, 3]);
    for (parts, records) in [(vec![whole], 3), (two, 4), (vec![searched], 3)] {
        let mut file = Vec::new();
        let mut writer = Writer::in_parts(&mut file, &header).unwrap();
        for part in &parts {
            writer.part(part[0], &part[1..]).unwrap();
        }
        writer.count(records);
        writer.finish().unwrap();
        let accepted =
            check(&file[..], &Options::with_game_file(block("json").as_bytes())).unwrap();
        assert_eq!((accepted.value.as_deref(), accepted.records), (Some("win"), records));
    }
}
