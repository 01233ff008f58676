//! Tables of Breakthrough, which have one bit for each position: probes and searches, and tables that are incomplete, damaged
//! or wrong.

use std::fs;
use std::path::Path;

use foregone_tablebase::file::{Folder as Tables, Form};
use serde_json::Value;

use super::{build, refused};
use crate::common::{Folder, copy_bits, foregone, json, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

const GAME: &str = "breakthrough:4x5";

fn probe(game: &str, dir: &Path, options: &[&str]) -> Value {
    let fixed = ["tablebase", "probe", game, "--dir", text(dir), "--json"];
    json(foregone(&[&fixed, options].concat()).assert().success())
}

fn same_files(one: &Path, other: &Path) {
    for entry in fs::read_dir(one).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let read = |dir: &Path| fs::read(dir.join(&name)).expect("a file");
        assert!(read(one) == read(other), "{} differs", name.display());
    }
}

/// Every search looks up positions in the tables: the position itself, or the positions after one move.
#[test]
fn every_search_looks_values_up() {
    let folder = Folder::new();
    let (game, dir) = ("breakthrough:3x5", folder.file("b-3x5"));
    build(game, &dir);
    for algorithm in ["pns", "mopns", "pn2", "dfpn", "dfmopns", "alphabeta-tt"] {
        let search = ["solve", game, "--algorithm", algorithm, "--tablebase", text(&dir), "--json"];
        let found = json(foregone(&search).assert().success());
        assert_eq!(found["value"], "loss", "{algorithm}");
        assert!(found["counters"]["created"].as_u64() < Some(20), "{algorithm}: {found}");
    }
}

/// Boards whose tables use the mirror, the exchange of players, both or neither, and boards for which only some bits of a word
/// are positions.
#[test]
fn boards_are_built_asked_and_verified() {
    let folder = Folder::new();
    for (game, plies) in [
        ("breakthrough:2x5", None),
        ("breakthrough:3x5", None),
        ("breakthrough:4x4", Some(14)),
        ("breakthrough:3x5,walls=a3", None),
        ("breakthrough:3x5,walls=b3", None),
        ("breakthrough:2x6,walls=a4", None),
    ] {
        let dir = folder.file(&game.replace([':', ',', '='], "-"));
        build(game, &dir);
        foregone(&["tablebase", "verify", "--dir", text(&dir)])
            .assert()
            .success()
            .stdout(contains("all values are right"));
        let solved = json(foregone(&["solve", game, "--json"]).assert().success());
        let asked = probe(game, &dir, &["--distance"]);
        let value = solved["value"].as_str().expect("a value");
        assert!(asked["meaning"].as_str().is_some_and(|text| text.starts_with(value)), "{asked}");
        assert_eq!(asked["value"], if value == "win" { 1 } else { -1 }, "{game}");
        let stats = ["tablebase", "stats", game, "--dir", text(&dir), "--distance", "--json"];
        let stats = json(foregone(&stats).assert().success());
        assert_eq!(stats["distance"]["start"], asked["plies"], "{game}");
        if let Some(plies) = plies {
            assert_eq!(asked["plies"], plies, "{game}");
        }
        for side in ["white", "black"] {
            let counts = stats["distance"][side].as_array().expect("numbers");
            let all: u64 = counts.iter().map(|count| count.as_u64().expect("a number")).sum();
            assert!(
                all > 0
                    && counts.len() as u64
                        <= stats["distance"]["longest"].as_u64().unwrap_or(0) + 1
            );
        }
    }
}

/// Positions with a pawn one step from its goal are not stored, and finished positions are not stored either.
#[test]
fn positions_that_are_not_stored_are_found_too() {
    let folder = Folder::new();
    let dir = folder.file("tables");
    build(GAME, &dir);
    for (position, plies) in [
        ("bbb./w..b/..../ww../w... w", Some(1)),
        ("bbb./w..b/..../ww../w... b", None),
        ("b..b/..../.w../..b./w.ww w", None),
        ("b..b/..../.w../b.b./w.ww w", Some(2)),
        ("bw.b/..../..../..../w.ww b", Some(0)),
    ] {
        let asked = probe(GAME, &dir, &["--position", position, "--distance"]);
        assert!(asked["layer"].is_null() && asked["index"].is_null(), "{asked}");
        let solve = ["solve", GAME, "--position", position, "--json"];
        let solved = json(foregone(&solve).assert().success());
        let wins = (solved["value"] == "win") == position.ends_with('w');
        assert_eq!(asked["value"], if wins { 1 } else { -1 }, "{position}");
        let lasts = asked["plies"].as_u64().expect("plies");
        assert_eq!(lasts % 2 == 1, wins, "{asked}");
        if let Some(plies) = plies {
            assert_eq!(lasts, plies, "{position}");
        }
    }
    // After the exchange of players the four and three pawns in White's home rows are Black's: 2 · 4 + 3.
    let turned = foregone(&["tablebase", "probe", GAME, "--dir", text(&dir), "--moves", "a2-a3"]);
    let said = contains("layer 11,").and(contains("loss: Black, to move, wins"));
    { turned }.assert().success().stdout(said);
}

#[test]
fn a_build_goes_on_from_any_layer() {
    let folder = Folder::new();
    let (whole, cut) = (folder.file("whole"), folder.file("cut"));
    build(GAME, &whole);
    copy_bits(GAME, (&whole, &cut), 5, |_, _| ());
    let unfinished = refused(&["verify", "--dir", text(&cut)], 2);
    assert!(unfinished.contains("has 5 of 13 layers"), "{unfinished}");
    let more = ["tablebase", "build", GAME, "--dir", text(&cut), "--threads", "1", "--json"];
    let more = json(foregone(&more).assert().success());
    assert_eq!((&more["built"], &more["layers"]), (&8.into(), &13.into()));
    same_files(&whole, &cut);
    let file = cut.join("layer-006.fgt");
    let mut bytes = fs::read(&file).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    fs::remove_file(&file).expect("a file");
    fs::write(&file, bytes).expect("a file");
    let again = ["build", GAME, "--dir", text(&cut), "--quiet"];
    assert!(refused(&again, 2).contains("layer-006.fgt is damaged"));
    assert!(refused(&["verify", "--dir", text(&cut)], 4).contains("layer-006.fgt is damaged"));
    foregone(&[&["tablebase"], &again[..], &["--force"]].concat()).assert().success();
    same_files(&whole, &cut);
}

/// Verification finds a single wrong bit: its value contradicts the positions after it or before it.
#[test]
fn a_wrong_bit_is_found() {
    let folder = Folder::new();
    let (right, wrong) = (folder.file("right"), folder.file("wrong"));
    build(GAME, &right);
    copy_bits(GAME, (&right, &wrong), 13, |layer, words| {
        if layer == 7 {
            words[1234] ^= 1 << 33;
        }
    });
    let rejected = refused(&["verify", "--dir", text(&wrong), "--quiet"], 4);
    assert!(rejected.contains("is not the best that its moves give"), "{rejected}");
    let manifest = ["tablebase", "stats", "--dir", text(&wrong)];
    foregone(&manifest).assert().success();
}

#[test]
fn what_makes_no_sense_for_a_board_is_refused() {
    let folder = Folder::new();
    let (dir, bytes) = (folder.file("tables"), folder.file("bytes"));
    build("breakthrough:3x5", &dir);
    let mut made = Tables::open(&bytes, GAME, Form::Bytes, 1).expect("a folder");
    made.write_bytes(0, &[1, -1], 1, vec![1, 0, 1]).expect("room");
    let (dir, bytes, far) = (text(&dir), text(&bytes), folder.file("far"));
    for (arguments, said) in [
        (vec!["build", GAME, "--dir", dir], "holds tables of breakthrough:3x5"),
        (vec!["build", GAME, "--dir", bytes], "with one byte for each position"),
        (vec!["probe", "breakthrough:3x6", "--dir", dir], "not of breakthrough:3x6"),
        (vec!["probe", "breakthrough:3x5,walls=b3", "--dir", dir], "walls=b3"),
        (vec!["probe", "breakthrough:3x5", "--dir", dir, "--distance", "--memory", "1KB"], "needs"),
        (vec!["stats", "--dir", dir, "--distance", "--memory", "1KB"], "--memory allows more"),
        (vec!["build", GAME, "--dir", text(&far), "--memory", "1MiB"], "may be used"),
        (vec!["build", "breakthrough:8x8", "--dir", text(&far)], "take a smaller board"),
        (vec!["build", "breakthrough:6x8", "--dir", text(&far)], "may be used"),
    ] {
        let sentence = refused(&arguments, 2);
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
    }
    assert!(!far.exists(), "nothing was made that could be taken for tables");
    let awari = folder.file("awari");
    build("awari:stones=2", &awari);
    let sentence = refused(&["stats", "--dir", text(&awari), "--distance"], 2);
    assert!(sentence.contains("leave --distance out"), "{sentence}");
}
