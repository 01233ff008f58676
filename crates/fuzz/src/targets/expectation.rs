//! Certificates of expectations, as the checker reads them. An input is a complete file, or a header line and records that are
//! compressed and sealed with the right hash and the count that the checker finds.

use foregone_proof::format::{ExpectationHeader, Writer};
use foregone_proof::{Limits, Options, check};

use crate::{Target, parts};

/// The checker of certificates of expectations.
pub(super) struct Expectation;

/// The graph file of `graph:` games: a toss that may lead back.
const GRAPH: &[u8] = br#"{"outcomes": ["0", "1"], "start": "a", "repetition": "0", "nodes": {
  "a": {"player": "max", "moves": ["stop", "go"]},
  "stop": {"player": "chance", "moves": ["lost", "won"], "weights": [1, 1]},
  "go": {"player": "chance", "moves": ["lost", "a", "won"], "weights": [1, 2, 3]},
  "lost": {"value": "0"}, "won": {"value": "1"}}}"#;

/// A game, a position, a utility, a denominator, a claim `at least`, records that prove it, and what infinite play is.
type Proved = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
    &'static [u8],
    &'static str,
);

/// Small certificates of all games.
const SEEDS: [Proved; 7] = [
    ("graph:game.json", "a", &["0", "1"], "", "3/4", &[5, 6, 4, 0x80, 24, 0], "0"),
    ("graph:game.json", "a", &["0", "1"], "4", "3/4", &[5, 6, 0x80, 24, 0], "0"),
    // Hold or roll with one point missing: a bust is given up.
    ("piglet:3", "2:0+0 max throw", &["0", "1"], "", "1/2", &[0, 2], "loss"),
    ("pig:4,turns=2", "2:0+0 max throw 2", &["0", "1/2", "1"], "6", "5/6", &[0, 2], ""),
    // The stone arrives by the diagonal.
    ("ewn:3x3,stones=1", ".../.1./a.. max", &["0", "1"], "", "1", &[8], ""),
    // The last checker is borne off.
    ("hypergammon:1", "1/23 max 21", &["-3", "-2", "-1", "1", "2", "3"], "", "3", &[0], "-3"),
    // The pawn takes the king.
    (
        "darkchess:2x2,pieces=KP",
        "k./P. - max",
        &["-1", "0", "1"],
        "",
        "1",
        &[5, 2, 1, 0x80, 8],
        "draw",
    ),
];

impl Target for Expectation {
    fn name(&self) -> &'static str {
        "expectation"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = Vec::new();
        for (game, position, utility, denominator, claim, records, infinite) in SEEDS {
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let mut header = ExpectationHeader::new(game, position, utility.iter().copied());
            header.denominator = text(denominator);
            header.at_least = Some(claim.to_owned());
            header.infinite = text(infinite);
            let hash = || blake3::hash(GRAPH).to_hex().to_string();
            header.graph = game.starts_with("graph:").then(hash);
            let line = serde_json::to_vec(&header).expect("a header");
            let file = accepted(&line, records);
            assert!(!verdict(&file).contains(": "), "{game}: {}", verdict(&file));
            seeds.extend([parts::join(&[&line, records]), file]);
        }
        seeds
    }

    fn run(&self, input: &[u8]) -> String {
        match parts::split(input)[..] {
            [header, records] => verdict(&accepted(header, records)),
            _ => verdict(input),
        }
    }
}

/// What the checker says of a file.
fn verdict(file: &[u8]) -> String {
    let time = Some(std::time::Duration::from_secs(1));
    let limits = Limits { memory: 64 << 20, time, interrupt: None };
    match check(file, &Options { limits, ..Options::with_game_file(GRAPH) }) {
        Ok(accepted) => format!("{} {:?}", accepted.game, accepted.claims),
        Err(failure) => failure.to_string(),
    }
}

/// A file with this header line and these records, with the count that the checker asks for.
fn accepted(header: &[u8], records: &[u8]) -> Vec<u8> {
    let first = sealed(header, records, u64::MAX);
    let answer = verdict(&first);
    let found = answer.split("the file has ").nth(1).and_then(|rest| rest.split(' ').next());
    let count = found.and_then(|count| count.parse().ok()).unwrap_or(0);
    sealed(header, records, count)
}

fn sealed(header: &[u8], records: &[u8], count: u64) -> Vec<u8> {
    let mut chunks = Vec::new();
    let shortest = ExpectationHeader::new("", "", [""]);
    let mut writer = Writer::expectations(&mut chunks, &shortest).expect("memory");
    writer.raw(records, count).expect("memory");
    writer.finish().expect("memory");
    // The chunks and the count, behind two lines and before the hash.
    let lines = chunks.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1);
    let start = lines.map_or(0, |(at, _)| at + 1);
    let content = &chunks[start..chunks.len() - 32];
    let mut file = [b"foregone certificate 3\n", header, b"\n", content].concat();
    let hash = blake3::hash(&file);
    file.extend(hash.as_bytes());
    file
}
