//! `foregone patterns`: race patterns as pictures and as JSON, and what is refused; `--knowledge patterns`: what is believed of them.

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

#[test]
fn patterns_are_counted_and_shown() {
    let page = stdout(foregone(&["patterns", "breakthrough", "--order", "2"]).assert().success());
    assert!(page.contains("order 1, attacker to move"), "{page}");
    assert!(page.contains("order 2, defender to move"), "{page}");
    let counted = ["patterns", "breakthrough", "--order", "2", "--count"];
    foregone(&counted)
        .assert()
        .success()
        .stdout(contains("found and verified").and(contains("order 1, attacker").not()));
}

/// The numbers of patterns in windows of three columns. A test of the games finds the same numbers by an enumeration of its
/// own.
#[test]
fn json_has_all_of_them() {
    let arguments = ["patterns", "breakthrough", "--order", "3", "--json"];
    let object = json(foregone(&arguments).assert().success());
    let patterns = object["patterns"].as_array().expect("an array");
    let of = |order: u64, to_move: &str| {
        patterns.iter().filter(|one| one["order"] == order && one["to_move"] == to_move).count()
    };
    assert_eq!([1, 2, 3].map(|order| of(order, "attacker")), [3, 8, 58]);
    assert_eq!([1, 2, 3].map(|order| of(order, "defender")), [6, 51, 381]);
    let rows = |one: &serde_json::Value| one["picture"].as_array().map(Vec::len);
    assert!(patterns.iter().all(|one| {
        rows(one).map(|rows| rows as u64) == one["order"].as_u64().map(|order| order + 1)
    }));
}

#[test]
fn what_takes_too_long_is_refused_with_an_estimate() {
    foregone(&["patterns", "breakthrough", "--order", "5", "--columns", "5"])
        .assert()
        .code(2)
        .stderr(contains("would take about").and(contains("--force begins all the same")));
    foregone(&["patterns", "breakthrough", "--order", "8", "--columns", "8", "--force"])
        .assert()
        .code(2)
        .stderr(contains("have too many cells to go through"));
    foregone(&["patterns", "awari", "--order", "2"])
        .assert()
        .code(2)
        .stderr(contains("awari has no race patterns"));
    foregone(&["patterns", "breakthrough", "--order", "0"]).assert().code(2);
}

/// One move before the position of docs/race-patterns.md in which the paper's rule errs.
const MISJUDGED: [&str; 4] = ["breakthrough:3x5", "--position", ".../b.b/.w./w.w/... b", "--json"];

#[test]
fn what_the_papers_rule_finds_is_not_called_proved() {
    for algorithm in ["dfpn", "pns", "pn2"] {
        let solve = |rule: &[&str]| {
            let fixed = [&["solve", "--algorithm", algorithm], &MISJUDGED[..], rule].concat();
            json(foregone(&fixed).assert().success())
        };
        for rule in [&[] as &[&str], &["--knowledge", "patterns"]] {
            let proved = solve(rule);
            assert_eq!(proved["value"], "win", "{algorithm} {rule:?}");
            assert_eq!(proved["status"], "solved");
            assert!(proved["believed"].is_null());
        }
        let believed = solve(&["--knowledge", "patterns-paper"]);
        assert_eq!(believed["believed"]["bounds"], serde_json::json!(["loss", "loss"]));
        assert!(
            believed["believed"]["why"].as_str().is_some_and(|why| why.contains("not a proof"))
        );
        assert_eq!([&believed["status"], &believed["stop"]], ["believed", "believed"]);
        assert!(believed["value"].is_null(), "{believed}");
        assert_eq!(believed["bounds"], serde_json::json!(["loss", "win"]));
        assert!(believed["efforts"].as_array().is_some_and(Vec::is_empty), "{believed}");
    }
    let options = ["solve", "--knowledge", "patterns-paper", "--algorithm", "dfpn"];
    let fixed = [&options[..], &MISJUDGED[..3]].concat();
    foregone(&fixed).assert().success().stdout(
        contains("is believed to be worth loss")
            .and(contains("uses a knowledge level that is not sound: not a proof"))
            .and(contains("is worth").not()),
    );
}

#[test]
fn what_is_only_believed_is_not_certified() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    let certify = ["solve", "breakthrough:3x5", "--certificate", text(&file), "--knowledge"];
    for algorithm in ["auto", "pns", "lock", "ppn2"] {
        foregone(&[&certify[..], &["patterns-paper", "--algorithm", algorithm]].concat())
            .assert()
            .code(2)
            .stderr(contains("with a knowledge level that is not sound cannot be certified"));
    }
    assert_eq!(folder.count(), 0);
    foregone(&[&certify[..], &["patterns"]].concat()).assert().success();
    foregone(&["check", text(&file)]).assert().success().stdout(contains("is worth loss"));
    for (arguments, sentence) in [
        (["connect4:4x4", "--knowledge", "patterns"], "has no knowledge level \"patterns\""),
        (
            ["breakthrough:3x5", "--knowledge", "all"],
            "6 (race patterns as well), patterns (race patterns and nothing else, by a sound rule)",
        ),
    ] {
        foregone(&[&["solve"], &arguments[..]].concat())
            .assert()
            .code(2)
            .stderr(contains(sentence));
    }
    let elsewhere = ["coordinate", "--nats", "nats://127.0.0.1:1"];
    for command in [&["simulate"], &elsewhere[..]] {
        foregone(&[command, &["breakthrough:3x5", "--knowledge", "patterns-paper"]].concat())
            .assert()
            .code(2)
            .stderr(contains("workers take only sound levels"));
    }
}

/// A value that one algorithm believes does not count as solved, and the other algorithms are not asked to confirm it.
#[test]
fn comparisons_tell_what_is_believed_from_what_is_proved() {
    let folder = Folder::new();
    let csv = folder.file("nodes.csv");
    let compare = ["compare", "breakthrough:3x5", "--position", MISJUDGED[2], "--after", "0"];
    let list = ["--algorithms", "dfpn:binary+knowledge=patterns-paper,pns,dfpn:binary"];
    let fixed = [&compare[..], &list].concat();
    let written = [&fixed[..], &["--json", "--csv", text(&csv)]].concat();
    let object = json(foregone(&written).assert().success());
    let counts =
        object["algorithms"].as_array().expect("a list").iter().map(|standing| {
            ["solved", "believed", "misbelieved"].map(|what| standing[what].as_u64())
        });
    let expected = [[0, 1, 1], [1, 0, 0], [1, 0, 0]].map(|counts| counts.map(Some));
    assert!(counts.eq(expected), "{object}");
    assert_eq!(object["values"]["win"], 1);
    let rows = std::fs::read_to_string(&csv).expect("a file");
    assert!(rows.lines().nth(1).is_some_and(|row| row.contains(",believed,,loss,win,")), "{rows}");
    foregone(&fixed).assert().success().stdout(contains("(1 answer, 1 refuted)"));
}
