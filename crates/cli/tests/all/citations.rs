//! Certificates that cite tablebases. With the cited tables they are accepted. Without tables, with other or damaged tables, and
//! where nothing may be cited, they are refused with one sentence.

mod breakthrough;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Folder, foregone, json, text};
use foregone_game::random::Random;
use foregone_tablebase::file::Form;
use serde_json::Value;

/// Positions of both players with eight to ten stones on the board, some with captured stones. For the first position, dfpn with
/// one thread does not complete the proof, and with two threads sometimes not: the entries in its table do not suffice.
const POSITIONS: [&str; 5] = [
    "0,0,1,2,0,1/0,0,3,0,0,1 0-0 S",
    "1,0,0,2,0,1/0,2,0,1,0,1 0-0 N",
    "0,1,0,0,4,0/1,0,1,0,2,0 20-19 S",
    "2,0,0,1,0,2/0,1,0,3,0,1 12-26 N",
    "0,0,0,1,0,6/1,0,0,1,0,1 19-19 S",
];

/// Builds tables in a folder of their own.
fn build(folder: &Folder, name: &str, game: &str) -> PathBuf {
    let dir = folder.file(name);
    foregone(&["tablebase", "build", game, "--dir", text(&dir), "--quiet"]).assert().success();
    dir
}

fn solve(position: &str, options: &[&str]) -> Value {
    let fixed = ["solve", "awari", "--position", position, "--memory", "500MB", "--json"];
    // One thread does the same every time.
    let fixed = [&fixed[..], &["--threads", "1"]].concat();
    json(foregone(&[&fixed, options].concat()).assert().success())
}

/// A certificate that cites the tables.
fn citing(folder: &Folder, dir: &Path, position: &str) -> PathBuf {
    let file = folder.file("citing.fgc");
    let solved = solve(position, &["--tablebase", text(dir), "--certificate", text(&file)]);
    assert!(solved["unproved"].is_null(), "{position}");
    file
}

/// The sentence with which the program refuses, on standard output or standard error, and the exit code.
fn refused(arguments: &[&str], code: i32, said: &str) {
    let assert = foregone(arguments).assert().code(code);
    let output = assert.get_output();
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    let sentence = String::from_utf8(both).expect("UTF-8");
    assert_eq!(sentence.lines().count(), 1, "{arguments:?}: {sentence}");
    assert!(sentence.contains(said) && !sentence.contains("panicked"), "{arguments:?}: {sentence}");
}

/// The tables cannot be used for that certificate: nothing is known about it.
fn unreadable(file: &Path, dir: &Path, said: &str) {
    let said = format!("cannot be read: the tablebase {said}");
    refused(&["check", text(file), "--tablebase", text(dir)], 1, &said);
}

fn accepted(arguments: &[&str]) -> Value {
    let checked = json(foregone(&[&["check", "--json"], arguments].concat()).assert().success());
    assert_eq!(checked["verdict"], "accepted", "{arguments:?}");
    assert_eq!(checked["trusted"], serde_json::json!([]), "{arguments:?}");
    checked
}

/// Tables whose hash is unknown lead to a verdict and an exit code of their own, which `--quiet` does not hide.
fn accepted_on_trust(arguments: &[&str]) -> Value {
    let checked = json(foregone(&[&["check", "--json"], arguments].concat()).assert().code(5));
    assert_eq!(checked["verdict"], "accepted on trust", "{arguments:?}");
    assert_eq!(checked["rests_on"], serde_json::json!([]), "{arguments:?}");
    let quiet = foregone(&[&["check", "--quiet"], arguments].concat()).assert().code(5);
    let said = String::from_utf8_lossy(&quiet.get_output().stdout).into_owned();
    assert!(said.contains(": accepted on trust in the values of "), "{said}");
    checked
}

/// The citation in the header: layers and hash.
fn citation(file: &Path) -> String {
    let bytes = fs::read(file).expect("a certificate");
    let header = bytes.split(|byte| *byte == b'\n').nth(1).expect("a header");
    let header: Value = serde_json::from_slice(header).expect("JSON");
    header["tablebase"].as_str().expect("a citation").to_owned()
}

/// The certificate with another citation in its header, and a hash that fits it.
fn with_citation(file: &Path, other: &str) -> Vec<u8> {
    let cited = citation(file).into_bytes();
    assert_ne!(cited, other.as_bytes());
    let mut bytes = fs::read(file).expect("a certificate");
    bytes.truncate(bytes.len() - blake3::OUT_LEN);
    let at = bytes.windows(cited.len()).position(|part| part == cited).expect("the citation");
    let altered = [&bytes[..at], other.as_bytes(), &bytes[at + cited.len()..]].concat();
    [&altered[..], blake3::hash(&altered).as_bytes()].concat()
}

#[test]
fn citing_certificates_are_accepted_with_their_tables_only() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    for position in POSITIONS {
        let file = folder.file("proof.fgc");
        let others: &[&str] = if position == POSITIONS[0] { &[] } else { &["dfpn"] };
        for algorithm in ["auto", "dfmopns"].iter().chain(others) {
            let options = ["--algorithm", algorithm, "--certificate", text(&file), "--force"];
            let solved = solve(position, &[&options[..], &["--tablebase", text(&dir)]].concat());
            let checked = accepted(&[text(&file), "--tablebase", text(&dir)]);
            assert_eq!(checked["value"], solved["value"], "{position}");
            let (rests_on, cited) = (&checked["rests_on"], citation(&file));
            let hash = cited.strip_prefix("7:").expect("seven layers");
            assert_eq!(rests_on.as_array().map(Vec::len), Some(1), "{rests_on}");
            let phrase = rests_on[0].as_str().expect("a phrase");
            let end = format!("7 layers of the tablebase {hash}, which is known");
            assert!(phrase.ends_with(&end), "{phrase}");
            assert!(!phrase.contains("the values of 0 positions"), "{position}: {phrase}");
        }
        let said = "cannot be read: the certificate cites a tablebase; name its folder";
        refused(&["check", text(&file)], 1, said);
        for tables in [&[] as &[&str], &["--tablebase", text(&dir)]] {
            let arguments = [&["check", "--strict", text(&file)], tables].concat();
            refused(&arguments, 4, "rejected: header: the proof cites a tablebase");
        }
    }
}

/// Tables with more layers than are cited are accepted.
#[test]
fn larger_tables_serve_as_well() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    let file = citing(&folder, &dir, POSITIONS[0]);
    build(&folder, "tables", "awari:stones=8");
    let larger = accepted(&[text(&file), "--tablebase", text(&dir)]);
    assert!(larger["rests_on"][0].as_str().expect("a phrase").contains("by 7 layers"));
}

#[test]
fn other_tables_are_refused() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    let divided = build(&folder, "divided", "awari:stones=6,rest=divided");
    let few = build(&folder, "few", "awari:stones=4");
    let file = citing(&folder, &dir, POSITIONS[0]);
    unreadable(
        &file,
        &divided,
        "is of \"awari:grandslam=legal,rest=divided\", not of \"awari:grandslam=legal,rest=opponent\"",
    );
    unreadable(&file, &few, "has 5 layers where 7 are cited; build more");
    let empty = folder.file("empty");
    fs::create_dir(&empty).expect("a folder");
    for none in [&empty, &folder.file("nowhere"), &file] {
        unreadable(&file, none, "has no manifest.json that can be read: ");
    }
    let search = |game: &'static str, dir: &Path, said: &str| {
        let position = ["--position", POSITIONS[0]];
        let place = if game == "awari" { &position[..] } else { &[] };
        refused(&[&["solve", game, "--tablebase", text(dir)], place].concat(), 2, said);
    };
    search("awari", &divided, "not of awari:grandslam=legal,rest=opponent");
    search("awari", &empty, "holds no tables");
    search("awari", &folder.file("nowhere"), "holds no tables");
    search("connect4:4x4", &dir, "searches of connect4 use no tables; leave --tablebase out");
}

#[test]
fn damaged_tables_are_refused() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    let file = citing(&folder, &dir, POSITIONS[0]);
    let search = ["solve", "awari", "--position", POSITIONS[0], "--tablebase", text(&dir)];
    let layer = dir.join("layer-006.fgt");
    let sound = fs::read(&layer).expect("a layer");
    for (at, said) in
        [(0, "has a damaged layer-006.fgt"), (sound.len() / 2, ""), (sound.len() - 1, "")]
    {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(&layer, &bytes).expect("a layer");
        unreadable(&file, &dir, said);
        refused(&search, 2, "layer-006.fgt");
    }
    fs::write(&layer, &sound[..sound.len() - 1]).expect("a layer");
    unreadable(&file, &dir, "has a damaged layer-006.fgt");
    refused(&search, 2, "layer-006.fgt");
    fs::remove_file(&layer).expect("a layer");
    unreadable(&file, &dir, "has no layer-006.fgt: no such file or directory");
    refused(&search, 2, "layer-006.fgt is missing");
    fs::write(&layer, &sound).expect("a layer");
    accepted(&[text(&file), "--tablebase", text(&dir)]);
}

#[test]
fn a_damaged_manifest_is_refused() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    let file = citing(&folder, &dir, POSITIONS[0]);
    let search = ["solve", "awari", "--position", POSITIONS[0], "--tablebase", text(&dir)];
    let manifest = dir.join("manifest.json");
    let sound = fs::read_to_string(&manifest).expect("a manifest");
    for (part, other, said) in [
        ("{", "[", "has a manifest.json that is not a manifest"),
        ("tablebase 1", "tablebase 2", "is of a format that is not known here"),
        ("=legal", "=empty", "is of \"awari:grandslam=empty,rest=opponent\""),
        ("layer-004", "layer-014", "has no layer-014.fgt"),
        ("layer-004", "layer-003", "has a damaged layer-003.fgt"),
        ("layer-004.fgt", "../manifest.json", "has a manifest.json that is not a manifest"),
        (
            "\"size\": 1365",
            "\"size\": 1364",
            "has 1364 numbers in layer 4, where the game has 1365; build it again",
        ),
        ("\"size\": 1365", "\"size\": -5", "has a manifest.json that is not a manifest"),
    ] {
        let altered = sound.replacen(part, other, 1);
        assert_ne!(altered, sound, "{part}");
        fs::write(&manifest, altered).expect("a manifest");
        unreadable(&file, &dir, said);
        refused(&search, 2, "manifest.json");
    }
    fs::write(&manifest, sound).expect("a manifest");
    accepted(&[text(&file), "--tablebase", text(&dir)]);
}

/// Hashes show that a file is unchanged, not that its content makes sense.
#[test]
fn tables_that_do_not_fit_the_game_are_refused() {
    let folder = Folder::new();
    for (name, values, said) in [
        ("short", &[0][..], "does not fit the game"),
        ("beyond", &[100; 12], "layer-001.fgt has values beyond 1"),
    ] {
        let (dir, game) = (folder.file(name), "awari:grandslam=legal,rest=opponent");
        let mut made =
            foregone_tablebase::file::Folder::open(&dir, game, Form::Bytes, 2).expect("a folder");
        made.write_bytes(0, &[0], 0, vec![1]).expect("a layer");
        made.write_bytes(1, values, 1, vec![0, values.len() as u64, 0]).expect("a layer");
        let place = ["--position", POSITIONS[0], "--tablebase", text(&dir)];
        refused(&[&["solve", "awari"], &place[..]].concat(), 2, said);
    }
}

#[test]
fn an_altered_citation_is_refused() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=7");
    let file = citing(&folder, &dir, POSITIONS[0]);
    let cited = citation(&file);
    let (layers, hash) = cited.split_once(':').expect("both");
    assert_eq!(layers, "8");
    let other = hash.replace(['0', '7'], "1");
    let altered = |citation: &str| folder.write("altered.fgc", with_citation(&file, citation));
    unreadable(&altered(&format!("8:{other}")), &dir, "is not the one that is cited");
    unreadable(&altered(&format!("7:{hash}")), &dir, "is not the one that is cited");
    unreadable(&altered(&format!("0:{hash}")), &dir, "is not the one that is cited");
    unreadable(&altered(&format!("9:{hash}")), &dir, "has 8 layers where 9 are cited");
    for malformed in [
        format!("8:{}", &hash[1..]),
        format!("8:{}", hash.to_uppercase()),
        format!("+8:{hash}"),
        format!("08:{hash}"),
        hash.to_owned(),
        String::new(),
    ] {
        let file = altered(&malformed);
        let arguments = ["check", text(&file), "--tablebase", text(&dir)];
        refused(&arguments, 4, "rejected: header: the member \"tablebase\" is not a number");
    }
}

#[test]
fn strict_proofs_cite_nothing() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    let file = folder.file("strict.fgc");
    // Small positions, because the proof goes on to the end of play.
    for position in ["0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", "0,1,0,0,1,1/1,0,1,0,0,0 0-0 N"] {
        let options = ["--tablebase", text(&dir), "--certificate", text(&file), "--force"];
        let solved = solve(position, &[&options[..], &["--strict"]].concat());
        assert!(solved["unproved"].is_null(), "{position}");
        let checked = accepted(&["--strict", text(&file)]);
        assert_eq!(checked["value"], solved["value"], "{position}");
        assert_eq!(checked["trusted"], serde_json::json!([]), "{position}");
    }
    foregone(&["solve", "awari", "--strict", "--tablebase", text(&dir)])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicates::str::contains("--certificate"));
}

/// An endgame with at most seven stones on the board.
fn endgame(random: &mut Random) -> String {
    let mut pits = [0; 12];
    for _ in 0..2 + random.below(6) {
        pits[random.below(12)] += 1;
    }
    let row = |pits: &[usize]| pits.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let captured = [random.below(20), random.below(20)];
    let player = if random.percent(50) { 'S' } else { 'N' };
    format!("{}/{} {}-{} {player}", row(&pits[..6]), row(&pits[6..]), captured[0], captured[1])
}

#[test]
fn tables_do_not_change_a_value() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", "awari:stones=6");
    let mut random = Random::new(1990);
    for _ in 0..12 {
        let position = endgame(&mut random);
        let without = solve(&position, &[]);
        let with = solve(&position, &["--tablebase", text(&dir)]);
        assert_eq!(with["value"], without["value"], "{position}");
        assert!(with["value"].is_string(), "{position}");
    }
}

/// Builds the tables again whose hashes the checker knows. Those of Awari are built in one folder, layer by layer.
#[test]
fn known_tables_can_be_built_again() {
    let folder = Folder::new();
    for &(game, layers, hash) in foregone_proof::verified_tablebases::ALL {
        let spelling = match game.strip_prefix("awari:") {
            Some(options) => format!("awari:stones={},{options}", layers - 1),
            None => game.to_owned(),
        };
        let dir = folder.file(game);
        let fixed = ["tablebase", "build", &spelling, "--dir", text(&dir), "--json", "--quiet"];
        let built = json(foregone(&fixed).assert().success());
        assert_eq!(built["content"], hash, "{spelling}");
    }
}
