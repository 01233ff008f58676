//! The example in `docs/certificate.md` is what it says it is, byte for byte.

use crate::common::Parts;
use foregone_proof::format::Record;
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
    let accepted = check(&bytes()[..], &Options::with_graph(block("json").as_bytes())).unwrap();
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
