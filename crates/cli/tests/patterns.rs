//! `foregone patterns`: race patterns as pictures and as JSON, and what is refused.

mod common;

use common::{foregone, json, stdout};
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

/// The numbers of patterns in windows of three columns, which an enumeration written for a test of the games found, too.
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
