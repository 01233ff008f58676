//! Searches on a table, from the question to the accepted certificate: games with loops, small tables, several threads.

use std::path::Path;

use crate::common::{Folder, foregone, json, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

const GHI: &str = concat!("graph:", env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/ghi.json");

/// Solves, and has the certificate checked.
fn is_certified(options: &[&str], value: &str) {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    let fixed = ["solve", "--json", "--memory", "500MB", "--certificate", text(&file)];
    let solved = json(foregone(&[&fixed, options].concat()).assert().success());
    assert_eq!(solved["value"], value, "{options:?}");
    assert!(solved["unproved"].is_null(), "{options:?}");
    let mut check = vec!["check", "--json", text(&file)];
    // The graph file is not beside the certificate, so it must be named.
    if let Some(graph) = options[0].strip_prefix("graph:") {
        check.extend(["--graph", graph]);
    }
    let checked = json(foregone(&check).assert().success());
    assert_eq!(checked["verdict"], "accepted", "{options:?}");
    assert_eq!(checked["hash"], solved["certificate"]["blake3"], "{options:?}");
}

#[test]
fn games_with_loops_are_solved_and_certified() {
    for algorithm in ["auto", "dfpn", "dfmopns", "alphabeta-tt"] {
        is_certified(&["hounds", "--algorithm", algorithm], "win");
    }
    // Without a table the start takes too long.
    let later = ["hounds", "--moves", "a2b2 e2d1 b1c2 d1c1", "--algorithm", "alphabeta"];
    is_certified(&later, "win");
    for algorithm in ["auto", "dfpn", "dfmopns", "alphabeta", "alphabeta-tt"] {
        for (game, value) in [("torere", "draw"), ("woodpush:6,2,ko=previous", "-1"), (GHI, "win")]
        {
            is_certified(&[game, "--algorithm", algorithm], value);
        }
    }
}

/// Endgames in which infinite play is worth what has been captured.
#[test]
fn awari_is_solved_and_certified() {
    let figure_12 = "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S";
    for algorithm in ["auto", "dfpn", "dfmopns"] {
        for (game, position, value) in [
            ("awari", figure_12, "2"),
            ("awari:score=result", figure_12, "win"),
            ("awari:rest=divided", "1,0,0,0,0,0/1,0,0,0,0,0 20-26 S", "-6"),
            ("awari", "0,1,0,0,1,1/1,0,1,0,0,0 N", "-5"),
            ("awari", "0,0,0,0,0,0/0,0,2,0,0,1 20-25 S", "-8"),
        ] {
            is_certified(&[game, "--position", position, "--algorithm", algorithm], value);
        }
    }
}

/// A finished position has no best move and needs no search.
#[test]
fn finished_positions_of_games_with_loops_are_certified() {
    is_certified(&["hounds", "--position", "..x/...xo/..x x"], "loss");
    is_certified(&["torere", "--position", ".xxoooox/x o"], "win");
    is_certified(&["breakthrough:3x5", "--position", "bbb/.../.../.../... w"], "loss");
}

/// The second player wins Breakthrough on most small boards; a player whose pawns are shut in by walls loses.
#[test]
fn breakthrough_is_solved_and_certified() {
    for algorithm in ["auto", "dfpn", "dfmopns", "alphabeta-tt", "pns", "mopns", "pn2"] {
        is_certified(&["breakthrough:4x4", "--algorithm", algorithm], "loss");
    }
    for (game, value) in [
        ("breakthrough:2x3", "win"),
        ("breakthrough:2x5", "loss"),
        ("breakthrough:2x6", "win"),
        ("breakthrough:3x5", "loss"),
        ("breakthrough:5x4", "loss"),
        ("breakthrough:3x5,walls=b3", "loss"),
        ("breakthrough:5x5,walls=a3,b3,c3,d3,e3", "loss"),
    ] {
        is_certified(&[game], value);
    }
    let wide = [
        "breakthrough:8x8",
        "--position",
        "......bb/.w....../......../......../......../......../......../wwwwwwww w",
    ];
    is_certified(&wide, "win");
}

#[test]
fn boards_are_solved_and_certified() {
    for algorithm in ["auto", "dfpn", "dfmopns", "alphabeta-tt"] {
        is_certified(&["connect4:5x4", "--algorithm", algorithm], "draw");
    }
    for algorithm in ["alphabeta", "minimax"] {
        is_certified(&["connect4:4x4", "--algorithm", algorithm, "--moves", "22"], "draw");
    }
}

/// What infinite play is worth is a rule of the game, not a claim of the certificate.
#[test]
fn another_worth_of_infinite_play_is_rejected() {
    let folder = Folder::new();
    for (game, other) in [("hounds", "win"), ("torere", "win"), ("woodpush:6,2,ko=previous", "3")] {
        let file = folder.file("proof.fgc");
        foregone(&["solve", game, "--force", "--certificate", text(&file)]).assert().success();
        let altered = folder.write("altered.fgc", with_infinite(&file, other));
        let sentence = format!("not \"{other}\" as the member \"infinite\" says");
        foregone(&["check", text(&altered)])
            .assert()
            .code(4)
            .stdout(contains("rejected: ").and(contains(sentence)));
    }
}

/// The certificate with another value of `infinite` in its header, and with a hash that fits.
fn with_infinite(file: &Path, other: &str) -> Vec<u8> {
    const MEMBER: &[u8] = b"\"infinite\":\"";
    let mut bytes = std::fs::read(file).expect("a certificate");
    bytes.truncate(bytes.len() - blake3::OUT_LEN);
    let at = bytes.windows(MEMBER.len()).position(|part| part == MEMBER).expect("the member");
    let (before, rest) = bytes.split_at(at + MEMBER.len());
    let end = rest.iter().position(|byte| *byte == b'"').expect("its end");
    assert_ne!(&rest[..end], other.as_bytes());
    let altered = [before, other.as_bytes(), &rest[end..]].concat();
    [&altered[..], blake3::hash(&altered).as_bytes()].concat()
}

/// Boards that take more than 100,000 nodes are shared among the threads.
#[test]
fn threads_and_tables_do_not_change_the_answer() {
    for threads in ["1", "2", "4"] {
        for table in [&[] as &[&str], &["--table", "64KiB"], &["--table", "4KiB"]] {
            let fixed = ["connect4:5x4", "--algorithm", "dfmopns", "--threads", threads];
            is_certified(&[&fixed, table].concat(), "draw");
        }
        for algorithm in ["dfpn", "dfmopns"] {
            let fixed = ["connect4:5x5", "--algorithm", algorithm, "--threads", threads];
            is_certified(&[&fixed[..], &["--table", "1MiB"]].concat(), "draw");
        }
    }
}
