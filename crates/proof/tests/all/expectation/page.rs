//! The example in `docs/certificate-chance.md` is what it says it is, byte for byte.

use foregone_proof::format::{ExpectationRecord, Reader};
use foregone_proof::{Options, check};

use super::writer::{Certificate, Step};

const PAGE: &str = include_str!("../../../../../docs/certificate-chance.md");

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

/// The same certificate, made by the writer.
fn written() -> Certificate {
    let graph = blake3::hash(block("json").as_bytes()).to_hex().to_string();
    let mut header =
        foregone_proof::format::ExpectationHeader::new("graph:tosses.json", "a", ["0", "1"]);
    (header.at_least, header.at_most) = (Some("3/4".to_owned()), Some("3/4".to_owned()));
    (header.infinite, header.graph) = (Some("0".to_owned()), Some(graph));
    let steps = vec![
        Step::stated(1, &[3, 4], Some(3072)),
        Step::followed(0),
        Step::stated(0, &[3, 4], None),
        Step::followed(0),
        Step::followed(0),
    ];
    Certificate { header, steps }
}

#[test]
fn the_example_is_accepted() {
    let accepted = check(&bytes()[..], &Options::with_game_file(block("json").as_bytes())).unwrap();
    assert_eq!(accepted.claims, ["at least 3/4", "at most 3/4"]);
    assert_eq!(accepted.value.as_deref(), Some("3/4"));
    assert_eq!((accepted.positions, accepted.records), (5 + 8, 5));
    assert_eq!(accepted.bytes, bytes().len() as u64);
    let sentence = format!("The certificate has {} bytes", accepted.bytes);
    assert!(PAGE.contains(&sentence), "{sentence}");
}

#[test]
fn the_example_can_be_written() {
    // So few bytes do not compress, so the frame holds them as they are, whatever the version of zstd.
    let made = written().seal();
    let shown: Vec<String> = made
        .chunks(16)
        .map(|line| line.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(made, bytes(), "{}", shown.join("\n"));
}

#[test]
fn the_example_can_be_read() {
    let bytes = bytes();
    let mut reader = Reader::new(&bytes[..]).unwrap();
    assert_eq!(reader.expectation(), Some(&written().header));
    let stated = ExpectationRecord::Followed { choice: 1, stated: true };
    assert_eq!(reader.expectation_record().unwrap(), Some(stated));
    assert_eq!(reader.long_integer().unwrap(), [6]);
    assert_eq!(reader.long_integer().unwrap(), [4]);
    assert_eq!(reader.length().unwrap(), 3072);
    let followed = ExpectationRecord::Followed { choice: 0, stated: false };
    assert_eq!(reader.expectation_record().unwrap(), Some(followed));
}
