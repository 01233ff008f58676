//! Certificates about Breakthrough that cite tables of bits, or rest on them without citing them.

use std::fs;
use std::path::{Path, PathBuf};

use super::{accepted, accepted_on_trust, build, citation, refused, unreadable, with_citation};
use crate::common::{Folder, copy_bits, foregone, json, text};

const GAME: &str = "breakthrough:4x5";
const WALLED: &str = "breakthrough:4x5,walls=b3";

/// Solves with tables; the file of the certificate.
fn citing(folder: &Folder, game: &str, dir: &Path, options: &[&str]) -> PathBuf {
    let file = folder.file("citing.fgc");
    let fixed = ["solve", game, "--tablebase", text(dir), "--certificate", text(&file), "--force"];
    let limits = ["--memory", "500MB", "--threads", "1", "--json"];
    let solved = json(foregone(&[&fixed[..], &limits, options].concat()).assert().success());
    assert!(solved["unproved"].is_null(), "{game} {options:?}");
    let plain = json(foregone(&["solve", game, "--json", "--memory", "500MB"]).assert().success());
    assert_eq!(solved["value"], plain["value"], "{game} {options:?}");
    file
}

/// With all layers a proof is a single citation; with some of them it goes on until play reaches the highest of them.
#[test]
fn proofs_end_where_tables_begin() {
    let folder = Folder::new();
    for game in [GAME, WALLED] {
        let (whole, some) = (folder.file(&format!("{game}-13")), folder.file(&format!("{game}-8")));
        build(&folder, &format!("{game}-13"), game);
        copy_bits(game, (&whole, &some), 8, |_, _| ());
        let file = citing(&folder, game, &whole, &[]);
        // The checker knows the hash of the tables of the board without walls.
        let arguments = [text(&file), "--tablebase", text(&whole)];
        let (checked, member) = match game {
            GAME => (accepted(&arguments), "rests_on"),
            _ => (accepted_on_trust(&arguments), "trusted"),
        };
        let phrase = checked[member][0].as_str().expect("a phrase");
        assert!(phrase.starts_with("the values of 1 positions by 13 layers"), "{phrase}");
        assert_eq!(checked["records"], 0, "{game}");
        for algorithm in ["auto", "dfmopns"] {
            let file = citing(&folder, game, &some, &["--algorithm", algorithm]);
            let checked = accepted_on_trust(&[text(&file), "--tablebase", text(&some)]);
            let phrase = checked["trusted"][0].as_str().expect("a phrase");
            assert!(phrase.contains(" by 8 layers of the tablebase "), "{phrase}");
            assert!(!phrase.starts_with("the values of 0 "), "{phrase}");
            assert!(checked["records"].as_u64() > Some(0), "{game} {algorithm}");
            // Tables with more layers than are cited are accepted, too.
            accepted_on_trust(&[text(&file), "--tablebase", text(&whole)]);
            refused(&["check", text(&file)], 1, "cites a tablebase; name its folder");
            let strict = ["check", "--strict", text(&file), "--tablebase", text(&some)];
            refused(&strict, 4, "rejected: header: the proof cites a tablebase");
        }
    }
}

#[test]
fn strict_proofs_of_boards_cite_nothing() {
    let folder = Folder::new();
    for game in [GAME, WALLED] {
        let dir = build(&folder, game, game);
        let file = citing(&folder, game, &dir, &["--strict"]);
        let checked = accepted(&["--strict", text(&file)]);
        assert_eq!(checked["trusted"], serde_json::json!([]), "{game}");
        assert!(checked["records"].as_u64() > Some(0), "{game}");
    }
}

/// Tables of other boards, damaged tables, and tables that are not the cited ones are refused.
#[test]
fn other_tables_of_boards_are_refused() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", GAME);
    let walled = build(&folder, "walled", WALLED);
    let awari = build(&folder, "awari", "awari:stones=3");
    let bytes = build(&folder, "bytes", "breakthrough:4x3");
    let file = citing(&folder, GAME, &dir, &[]);
    for other in [&walled, &awari, &bytes] {
        unreadable(&file, other, "is of \"");
        refused(&["solve", GAME, "--tablebase", text(other)], 2, "not of breakthrough:4x5");
    }
    let low = ["solve", "breakthrough:4x3", "--tablebase", text(&bytes)];
    refused(&low, 2, "searches of breakthrough use no tables");
    // A tablebase that differs in a single bit is another tablebase.
    let altered = folder.file("altered");
    copy_bits(GAME, (&dir, &altered), 13, |layer, words| {
        if layer == 6 {
            words[77] ^= 1 << 5;
        }
    });
    unreadable(&file, &altered, "is not the one that is cited: its content differs");
    // A certificate that cites wrong tables by their own hash is rejected: their values contradict its claim.
    let lost = folder.file("lost");
    copy_bits(GAME, (&dir, &lost), 13, |layer, words| {
        if layer == 12 {
            words.fill(u64::MAX);
        }
    });
    let found = citation(&citing_unchecked(&folder, &lost));
    let forged = folder.write("forged.fgc", with_citation(&file, &found));
    let arguments = ["check", text(&forged), "--tablebase", text(&lost)];
    refused(&arguments, 4, "against the claim");
}

/// The certificate of a search with wrong tables. Only its citation is used.
fn citing_unchecked(folder: &Folder, dir: &Path) -> PathBuf {
    let file = folder.file("wrong.fgc");
    let arguments = ["solve", GAME, "--tablebase", text(dir), "--certificate", text(&file)];
    json(foregone(&[&arguments[..], &["--json"]].concat()).assert().success());
    file
}

#[test]
fn damaged_tables_of_boards_are_refused() {
    let folder = Folder::new();
    let dir = build(&folder, "tables", GAME);
    let file = citing(&folder, GAME, &dir, &[]);
    let search = ["solve", GAME, "--tablebase", text(&dir)];
    let layer = dir.join("layer-009.fgt");
    let sound = fs::read(&layer).expect("a layer");
    for at in [0, 12, 40, sound.len() / 2, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(&layer, &bytes).expect("a layer");
        // The checker does not need the checksums of blocks: it compares the hash of the content.
        if at != 40 {
            unreadable(&file, &dir, "");
        }
        refused(&search, 2, "layer-009.fgt");
    }
    fs::write(&layer, &sound[..sound.len() - 1]).expect("a layer");
    unreadable(&file, &dir, "has a damaged layer-009.fgt");
    fs::remove_file(&layer).expect("a layer");
    unreadable(&file, &dir, "has no layer-009.fgt: no such file or directory");
    refused(&search, 2, "layer-009.fgt is missing");
    fs::write(&layer, &sound).expect("a layer");
    let manifest = dir.join("manifest.json");
    let text_of = fs::read_to_string(&manifest).expect("a manifest");
    for (part, other) in
        [("tablebase 2", "tablebase 1"), ("\"bits\": 1", "\"bits\": 2"), ("\"bits\": 1,", "")]
    {
        let altered = text_of.replacen(part, other, 1);
        assert_ne!(altered, text_of, "{part}");
        fs::write(&manifest, altered).expect("a manifest");
        unreadable(&file, &dir, "is of a format that is not known here");
        refused(&search, 2, "manifest.json");
    }
    fs::write(&manifest, text_of).expect("a manifest");
    accepted(&[text(&file), "--tablebase", text(&dir)]);
}
