//! Certificates that cite tables. The tables are made here, from the checker's own rules and the page on their format.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::{fs, io};

use crate::common::fixpoint::Fixpoint;
use crate::common::{Parts, rejection};
use foregone_proof::rules::{Awari, Rules};
use foregone_proof::{Accepted, Failure, Missing, Options, check, check_with};

/// The stones of the largest boards in the tables.
const STONES: usize = 3;
/// Captures can lead to the tables from here, and South can go wrong.
const POSITION: &str = "0,0,0,1,0,0/0,0,0,1,2,1 3-4 S";
const GAME: &str = "awari:grandslam=legal,rest=opponent";

type AwariPosition = <Awari as Rules>::Position;

/// The files of a tablebase and what a certificate says to cite it.
#[derive(Clone)]
struct Files {
    files: HashMap<String, Vec<u8>>,
    citation: String,
}

impl Files {
    /// The files of layers with these values.
    fn new(game: &str, layers: &[Vec<i8>]) -> Files {
        let (mut files, mut facts) = (HashMap::new(), Vec::new());
        let mut content = blake3::Hasher::new();
        content.update(game.as_bytes());
        for (number, values) in layers.iter().enumerate() {
            let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
            content.update(b"\n").update(blake3::hash(&bytes).to_hex().as_bytes());
            let name = format!("layer-{number:03}.fgt");
            facts.push(format!("{{\"file\":\"{name}\",\"size\":{}}}", bytes.len()));
            files.insert(name, layer(number, &bytes));
        }
        let manifest = format!(
            "{{\"format\":\"foregone tablebase 1\",\"game\":\"{game}\",\"layers\":[{}]}}",
            facts.join(",")
        );
        files.insert("manifest.json".to_owned(), manifest.into_bytes());
        Files { files, citation: format!("{}:{}", layers.len(), content.finalize().to_hex()) }
    }

    fn options(&self) -> Options<'_> {
        let load = |name: &str| -> io::Result<Box<dyn io::Read + '_>> {
            let bytes = self.files.get(name).ok_or(io::ErrorKind::NotFound)?;
            Ok(Box::new(&bytes[..]))
        };
        Options { tablebase: Some(Box::new(load)), ..Options::default() }
    }

    fn verdict(&self, parts: &Parts) -> Result<Accepted, Failure> {
        check(&parts.seal()[..], &self.options())
    }
}

/// The values of the true tables.
static LAYERS: LazyLock<Vec<Vec<i8>>> = LazyLock::new(|| {
    let rules = Awari::open(None).unwrap();
    let layer = |stones| boards(12, stones).iter().map(|pits| value(&rules, pits)).collect();
    (0..=STONES).map(layer).collect()
});

/// The file of a layer with blocks of a hundred values.
fn layer(number: usize, values: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 100;
    let frames: Vec<Vec<u8>> =
        values.chunks(BLOCK).map(|block| zstd::bulk::compress(block, 3).unwrap()).collect();
    let mut bytes = b"FGTABLE\x01".to_vec();
    bytes.extend((number as u32).to_le_bytes());
    bytes.extend((BLOCK as u32).to_le_bytes());
    bytes.extend((values.len() as u64).to_le_bytes());
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

/// All ways to put stones into pits, in lexicographic order.
fn boards(pits: usize, stones: usize) -> Vec<Vec<usize>> {
    if pits == 1 {
        return vec![vec![stones]];
    }
    let with = |here: usize| {
        let rest = boards(pits - 1, stones - here).into_iter();
        rest.map(move |rest| [vec![here], rest].concat())
    };
    (0..=stones).flat_map(with).collect()
}

/// What the player to move gains, by a fixpoint over all that can follow.
fn value(rules: &Awari, pits: &[usize]) -> i8 {
    let row = |pits: &[usize]| pits.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let position = rules.read(&format!("{}/{} 0-0 S", row(&pits[..6]), row(&pits[6..]))).unwrap();
    Fixpoint::new(rules, &position).value(rules.outcomes().len()) as i8 - 48
}

/// Awari in which play is over where a table has the value.
struct Cited(Awari);

impl Rules for Cited {
    type Position = AwariPosition;

    fn outcomes(&self) -> Vec<&str> {
        self.0.outcomes()
    }

    fn infinite(&self, position: &AwariPosition) -> Option<usize> {
        self.0.infinite(position)
    }

    fn read(&self, text: &str) -> Result<AwariPosition, String> {
        self.0.read(text)
    }

    fn write(&self, position: &AwariPosition) -> String {
        self.0.write(position)
    }

    fn outcome(&self, position: &AwariPosition) -> Option<usize> {
        let (layer, number) = self.0.tablebase_index(position).unwrap();
        let cited = LAYERS.get(layer).map(|values| values[number as usize]);
        let cited = cited.map(|value| self.0.tablebase_rank(position, value));
        self.0.outcome(position).or(cited)
    }

    fn static_bounds(&self, position: &AwariPosition) -> Option<(usize, usize)> {
        self.0.static_bounds(position)
    }

    fn max_to_move(&self, position: &AwariPosition) -> bool {
        self.0.max_to_move(position)
    }

    fn successor(&self, position: &AwariPosition, index: usize) -> Option<AwariPosition> {
        self.0.successor(position, index)
    }
}

/// A certificate that cites these tables.
fn citing(files: &Files) -> Parts {
    let rules = Cited(Awari::open(None).unwrap());
    let mut parts = Parts::of_value(&rules, "awari", POSITION);
    parts.header.tablebase = Some(files.citation.clone());
    parts
}

#[test]
fn a_citing_certificate_is_accepted_with_its_tables_only() {
    let files = Files::new(GAME, &LAYERS);
    let parts = citing(&files);
    let accepted = files.verdict(&parts).unwrap();
    let plain = Parts::of("awari", POSITION);
    assert_eq!(accepted.value, plain.verdict().unwrap().value);
    // These tables, made here from the checker's own rules, are the known ones.
    let known = format!("{}, which is known", &files.citation[2..]);
    assert!(accepted.rests_on[0].ends_with(&known), "{:?}", accepted.rests_on);
    let cited: u64 = accepted.rests_on[0].split(' ').nth(3).unwrap().parse().unwrap();
    assert!(0 < cited && cited < accepted.positions, "{:?}", accepted.rests_on);
    assert_eq!(accepted.trusted, Vec::<String>::new());
    assert!(parts.records.len() < plain.records.len(), "the tables save something");
    assert_eq!(files.verdict(&plain).unwrap().trusted, Vec::<String>::new());

    assert_eq!(parts.verdict(), Err(Failure::Missing(Missing::Tablebase)));
    let strict = Options { strict: true, ..files.options() };
    assert!(rejection(check(&parts.seal()[..], &strict)).contains("cites a tablebase"));
    let mut other = Parts::of("tictactoe", ".../.../...");
    other.header.tablebase = Some(files.citation.clone());
    assert!(rejection(files.verdict(&other)).contains("not for this game"));
}

/// Tables with a value that is wrong but does not matter are accepted, but on trust: in words, in JSON, in the exit code, and
/// whether quiet is wanted or not.
#[test]
fn forged_tables_are_accepted_on_trust_only() {
    let sound = citing(&Files::new(GAME, &LAYERS));
    let forge = |number: usize| {
        let mut layers = LAYERS.clone();
        layers[STONES][number] = if layers[STONES][number] == 3 { -3 } else { 3 };
        let files = Files::new(GAME, &layers);
        let mut parts = sound.clone();
        parts.header.tablebase = Some(files.citation.clone());
        files.verdict(&parts).is_ok().then_some((files, parts))
    };
    let (files, parts) = (0..LAYERS[STONES].len()).find_map(forge).unwrap();
    let accepted = files.verdict(&parts).unwrap();
    assert!(accepted.trusted[0].ends_with(&files.citation[2..]), "{:?}", accepted.trusted);
    assert_eq!(accepted.rests_on, Vec::<String>::new());

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("forged");
    fs::create_dir_all(&folder).unwrap();
    files.files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    fs::write(folder.join("proof.fgc"), parts.seal()).unwrap();
    for (option, said) in [
        ("--quiet", "proof.fgc: accepted on trust in the values of "),
        ("--json", "\"verdict\":\"accepted on trust\""),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_foregone-check"))
            .current_dir(&folder)
            .args(["proof.fgc", "--tablebase", ".", option])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(5), "{text}");
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn a_citing_proof_that_is_cut_short_is_rejected() {
    let files = Files::new(GAME, &LAYERS);
    let sound = citing(&files);
    let bytes = sound.seal();
    for length in 0..bytes.len() {
        rejection(check(&bytes[..length], &files.options()));
    }
    for length in 0..sound.records.len() {
        let mut parts = sound.clone();
        parts.records.truncate(length);
        assert!(rejection(files.verdict(&parts)).contains("there is no record for the move at"));
    }
    let mut more = sound.clone();
    more.records.push(sound.records[0]);
    assert!(rejection(files.verdict(&more)).contains("records are left"));
    let mut none = sound;
    none.header.tablebase = None;
    rejection(none.verdict());
}

/// Another choice may be as good, but where it is accepted the claim is true: so a claim that is false must not be
/// accepted, whatever the choices are.
#[test]
fn altered_choices_of_a_citing_proof_prove_no_more() {
    let files = Files::new(GAME, &LAYERS);
    let sound = citing(&files);
    let truth: i32 = files.verdict(&sound).unwrap().value.unwrap().parse().unwrap();
    let (mut against, mut rejected) = (0, 0);
    for at in 0..sound.records.len() {
        for choice in 0..7 {
            let mut parts = sound.clone();
            parts.records[at].choice = choice;
            rejected += usize::from(files.verdict(&parts).is_err());
            for (least, most) in [(Some(truth + 1), None), (None, Some(truth - 1))] {
                let mut parts = parts.clone();
                parts.header.at_least = least.map(|bound: i32| bound.to_string());
                parts.header.at_most = most.map(|bound: i32| bound.to_string());
                let sentence = rejection(files.verdict(&parts));
                against += usize::from(sentence.contains("the tablebase says that"));
            }
        }
        let mut beyond = sound.clone();
        beyond.records[at].choice = 6;
        assert!(rejection(files.verdict(&beyond)).contains("the number of legal moves"));
        let mut kept = sound.clone();
        kept.records[at].keep = true;
        assert!(rejection(files.verdict(&kept)).contains("keep mark"));
    }
    assert!(rejected > 3 * sound.records.len(), "{rejected} of {}", 7 * sound.records.len());
    assert!(against > 0, "a table contradicts some of them");
}

/// A changed byte is seen, or it is one that no value depends on: then the verdict is the same.
#[test]
fn no_changed_byte_of_a_table_changes_a_verdict() {
    let files = Files::new(GAME, &LAYERS);
    let parts = citing(&files);
    let sound = files.verdict(&parts).unwrap();
    for name in files.files.keys() {
        let mut harmless = 0;
        for at in 0..files.files[name].len() {
            let mut damaged = files.clone();
            damaged.files.get_mut(name).unwrap()[at] ^= 1;
            match damaged.verdict(&parts) {
                Ok(accepted) => {
                    assert_eq!(accepted, sound, "{name} at {at}");
                    harmless += 1;
                }
                Err(Failure::Unreadable(sentence)) => {
                    assert!(sentence.starts_with("the tablebase "), "{sentence}");
                }
                Err(rejected) => panic!("{name} at {at}: {rejected}"),
            }
        }
        assert!(harmless < files.files[name].len() / 2, "{name}: {harmless}");
    }
    for name in files.files.keys() {
        for length in 0..files.files[name].len() {
            let mut short = files.clone();
            short.files.get_mut(name).unwrap().truncate(length);
            assert!(matches!(short.verdict(&parts), Err(Failure::Unreadable(_))), "{name}");
        }
    }
}

/// The hash vouches for the tables that were meant, not for tables that make sense.
#[test]
fn values_that_cannot_be_are_rejected() {
    let files = Files::new(GAME, &LAYERS);
    let parts = citing(&files);
    for impossible in [i8::MIN, -49, -4, 4, 49, i8::MAX] {
        let layers: Vec<Vec<i8>> =
            LAYERS.iter().map(|values| vec![impossible; values.len()]).collect();
        let files = Files::new(GAME, &layers);
        let mut parts = parts.clone();
        parts.header.tablebase = Some(files.citation.clone());
        let sentence = rejection(files.verdict(&parts));
        assert!(sentence.contains("where it cannot be"), "{impossible}: {sentence}");
    }
    let short: Vec<Vec<i8>> = LAYERS.iter().map(|_| vec![0]).collect();
    let files = Files::new(GAME, &short);
    let mut parts = parts;
    parts.header.tablebase = Some(files.citation.clone());
    let verdict = files.verdict(&parts);
    let said = "the tablebase has 1 numbers in layer 1, where the game has 12; build it again";
    assert_eq!(verdict, Err(Failure::Unreadable(said.to_owned())));
}

/// Awari without static bounds, whose tablebase gives a rank that no outcome has.
struct Astray(Awari);

impl Rules for Astray {
    type Position = AwariPosition;

    fn outcomes(&self) -> Vec<&str> {
        self.0.outcomes()
    }

    fn read(&self, text: &str) -> Result<AwariPosition, String> {
        self.0.read(text)
    }

    fn outcome(&self, position: &AwariPosition) -> Option<usize> {
        self.0.outcome(position)
    }

    fn max_to_move(&self, position: &AwariPosition) -> bool {
        self.0.max_to_move(position)
    }

    fn successor(&self, position: &AwariPosition, index: usize) -> Option<AwariPosition> {
        self.0.successor(position, index)
    }

    fn infinite(&self, position: &AwariPosition) -> Option<usize> {
        self.0.infinite(position)
    }

    fn tablebase_game(&self) -> Option<String> {
        self.0.tablebase_game()
    }

    fn tablebase_layer_size(&self, layer: usize) -> Option<u64> {
        self.0.tablebase_layer_size(layer)
    }

    fn tablebase_index(&self, position: &AwariPosition) -> Option<(usize, u64)> {
        self.0.tablebase_index(position)
    }

    fn tablebase_rank(&self, _: &AwariPosition, _: i8) -> usize {
        self.outcomes().len()
    }
}

#[test]
fn ranks_beyond_the_last_outcome_are_rejected() {
    let files = Files::new(GAME, &LAYERS);
    let rules = Astray(Awari::open(None).unwrap());
    let bytes = citing(&files).seal();
    let result = check_with(&rules, "awari", &bytes[..], &files.options());
    assert!(rejection(result).contains("where it cannot be"));
}
