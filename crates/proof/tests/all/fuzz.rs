//! Whatever the bytes are, the checker gives a verdict; and it never accepts what is false.

use std::sync::LazyLock;

use crate::common::{CIRCLES, NARROW, Parts, rejection, seal_raw};
use foregone_proof::format::{Header, Record};
use foregone_proof::rules::{Game, Graph, Rules};
use foregone_proof::{Options, check};
use proptest::prelude::*;

static SOUND: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    vec![
        Parts::of_graph(NARROW).seal(),
        Parts::of("tictactoe", "x../.o./...").seal(),
        Parts::of("connect4:4x4", "o.../x.../ox../xo..").seal(),
        Parts::of("connect4:4x4,score=pons", "x.../ox../oxox/xoxo").seal(),
        Parts::of("woodpush:5,2", "LL.RR L").seal(),
        Parts::of("woodpush:4,2,ko=previous", "LLRR L").seal(),
        Parts::of("hounds", ".../..x.o/.xx x").seal(),
        Parts::of("othello:4x4", "oo../xxx./xxo./xxxo x").seal(),
    ]
});

fn verdict(bytes: &[u8]) -> bool {
    check(bytes, &Options::with_game_file(NARROW.as_bytes())).is_ok()
}

/// One change of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let length = bytes.len();
        match self {
            Change::Set(at, byte) => bytes[at.index(length)] = *byte,
            Change::Insert(at, byte) => bytes.insert(at.index(length), *byte),
            Change::Remove(at) => drop(bytes.remove(at.index(length))),
            Change::Cut(at) => bytes.truncate(at.index(length)),
            Change::Swap(one, other) => bytes.swap(one.index(length), other.index(length)),
        }
    }
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let at = any::<prop::sample::Index>;
    let change = prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        at().prop_map(Change::Remove),
        at().prop_map(Change::Cut),
        (at(), at()).prop_map(|(one, other)| Change::Swap(one, other)),
    ];
    prop::collection::vec(change, 1..6)
}

fn changed(original: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    changes.iter().for_each(|change| change.apply(&mut bytes));
    bytes
}

fn sound() -> impl Strategy<Value = &'static Vec<u8>> {
    (0..SOUND.len()).prop_map(|index| &SOUND[index])
}

fn records() -> impl Strategy<Value = Vec<Record>> {
    let record = (0..5_u64, any::<bool>()).prop_map(|(choice, keep)| Record { choice, keep });
    prop::collection::vec(record, 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(!verdict(&bytes));
        prop_assert!(!verdict(&[b"foregone certificate 1\n", &bytes[..]].concat()));
        let sound = &SOUND[1];
        let lines = sound.iter().position(|&byte| byte == b'}').unwrap() + 2;
        prop_assert!(!verdict(&[&sound[..lines], &bytes[..]].concat()));
    }

    #[test]
    fn changed_files_are_rejected(original in sound(), changes in changes()) {
        let bytes = changed(original, &changes);
        prop_assert_eq!(verdict(&bytes), bytes == *original);
    }

    #[test]
    fn changed_headers_get_a_verdict(original in sound(), changes in changes()) {
        let mut lines = original.split(|&byte| byte == b'\n');
        let header = changed(lines.nth(1).unwrap(), &changes);
        let parts = Parts::read(original);
        let mut encoded = Vec::new();
        for record in &parts.records {
            foregone_proof::format::encode(record.choice, record.keep, &mut encoded);
        }
        let chunk = zstd::bulk::compress(&encoded, 1).unwrap();
        verdict(&seal_raw(&String::from_utf8_lossy(&header), &[chunk], parts.records.len() as u64));
    }

    #[test]
    fn changed_records_get_a_verdict(original in sound(), changes in changes(), count in 0..100_u64) {
        let parts = Parts::read(original);
        let mut encoded = Vec::new();
        for record in &parts.records {
            foregone_proof::format::encode(record.choice, record.keep, &mut encoded);
        }
        let header = serde_json::to_string(&parts.header).unwrap();
        let chunk = zstd::bulk::compress(&changed(&encoded, &changes), 1).unwrap();
        verdict(&seal_raw(&header, std::slice::from_ref(&chunk), count));
        verdict(&seal_raw(&header, &[changed(&chunk, &changes)], count));
    }

    /// The position is a win for x, two moves before the end: no records prove that o holds the draw.
    #[test]
    fn no_records_prove_what_is_false(records in records()) {
        for (game, position, infinite, at_least, at_most) in [
            ("tictactoe", "x../.o./o.x", None, None, Some("draw")),
            ("tictactoe", "xox/xo./...", None, Some("win"), None),
            ("woodpush:5,2", "L..R. L .L.R.", None, Some("1"), None),
            ("connect4:4x4", "..../..../ooo./xxx.", None, None, Some("draw")),
            ("woodpush:6,2,ko=previous", "LL..RR L", Some("0"), Some("0"), None),
            ("hounds", "x../x...o/x.. x", Some("loss"), None, Some("loss")),
            ("torere", "xxxxoooo/. x", Some("draw"), Some("win"), None),
            ("hounds", "x../.x..o/x.. x", Some("loss"), Some("win"), None),
            ("breakthrough:3x5", "b../.../..b/.w./... w", None, None, Some("loss")),
            ("breakthrough:3x5,walls=b3", "bbb/bbb/.#./www/www w", None, Some("win"), None),
            ("awari", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", Some("-1"), Some("3"), None),
            ("awari", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", Some("-1"), None, Some("1")),
        ] {
            let mut header = Header::new(game, position);
            header.at_least = at_least.map(str::to_owned);
            header.at_most = at_most.map(str::to_owned);
            header.infinite = infinite.map(str::to_owned);
            rejection(Parts { header, records: records.clone() }.verdict());
        }
    }

    #[test]
    fn texts_get_a_verdict(game in "hounds|torere|awari|qubic|othello:(4x4|6x6)(,start=parallel)?(,score=(empties|result))?|breakthrough:[2-4]x[3-6](,walls=[a-d][3-4])?|(connect4|mnk|woodpush|tictactoe|awari|breakthrough|.*):[0-9x,=a-z]{0,12}", position in "[xoLR./, ]{0,24}|[xo.]{4}/[xo.][xo]{2}[xo.]/[xo.][xo]{2}[xo.]/[xo.]{4} [xo]|[wb#./]{9,24} [wb]|[0-9,/]{20,26} [0-9-]{0,5} [SN]|.*") {
        match Game::open(&game) {
            Ok(Game::Connect4(rules)) => drop(rules.read(&position)),
            Ok(Game::Mnk(rules)) => drop(rules.read(&position)),
            Ok(Game::Woodpush(rules)) => drop(rules.read(&position)),
            Ok(Game::Hounds(rules)) => drop(rules.read(&position)),
            Ok(Game::Othello(rules)) => drop(rules.read(&position)),
            Ok(Game::Qubic(rules)) => drop(rules.read(&position)),
            Ok(Game::Torere(rules)) => drop(rules.read(&position)),
            Ok(Game::Awari(rules)) => drop(rules.read(&position)),
            Ok(Game::Breakthrough(rules)) => drop(rules.read(&position)),
            Err(_) => {}
        }
    }

    #[test]
    fn graph_files_get_a_verdict(changes in changes()) {
        for file in [NARROW, CIRCLES] {
            if let Ok(graph) = Graph::read_file(&changed(file.as_bytes(), &changes)) {
                let _ = graph.read("a");
            }
        }
    }
}
