//! `foregone games`, `foregone completions`, help and version.

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

#[test]
fn games_are_listed_and_described() {
    let list = stdout(foregone(&["games"]).assert().success());
    let objects = json(foregone(&["games", "--json"]).assert().success());
    for game in objects["games"].as_array().expect("a list") {
        let name = game["name"].as_str().expect("a name");
        assert!(list.contains(name));
        let page = stdout(foregone(&["games", name]).assert().success());
        assert!(page.contains("spelling") && page.contains("moves"), "{page}");
        for known in game["known"].as_array().expect("a list") {
            assert!(page.contains(known["value"].as_str().expect("a value")));
        }
    }
    let mnk = json(foregone(&["games", "tictactoe", "--json"]).assert().success());
    assert_eq!(mnk["name"], "mnk");
}

#[test]
fn positions_can_be_looked_at() {
    let look = ["games", "connect4:4x5", "--moves", "1123"];
    foregone(&look).assert().success().stdout(
        contains("   o . . .\n   x x o .\n")
            .and(contains("..../..../..../o.../xxo."))
            .and(contains("loss < draw < win")),
    );
    let object = json(foregone(&[&look[..], &["--json"]].concat()).assert().success());
    assert_eq!(object["legal_moves"], serde_json::json!(["1", "2", "3", "4"]));
    foregone(&["games", "tictactoe", "--perft", "5"])
        .assert()
        .success()
        .stdout("  1  9\n  2  72\n  3  504\n  4  3,024\n  5  15,120\n");
}

#[test]
fn positions_and_graphs_can_be_drawn() {
    let folder = Folder::new();
    let svg = folder.file("board.svg");
    foregone(&["games", "connect4", "--moves", "44", "--svg", text(&svg)])
        .assert()
        .success()
        .stdout("");
    assert!(std::fs::read_to_string(&svg).expect("a drawing").starts_with("<svg"));
    let graph = folder.write(
        "game.json",
        r#"{"outcomes":["loss","win"],"start":"a","nodes":{
            "a":{"player":"max","moves":["b"]},"b":{"value":"loss"}}}"#,
    );
    foregone(&["games", &format!("graph:{}", text(&graph)), "--dot", "-"])
        .assert()
        .success()
        .stdout(contains("digraph").and(contains("\"a\" -> \"b\"")));
}

#[test]
fn every_command_has_help_with_examples() {
    let help = stdout(foregone(&["--help"]).assert().success());
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 4);
    for command in commands.into_iter().filter(|&command| command != "help") {
        foregone(&[command, "--help"]).assert().success().stdout(contains("Examples:\n"));
    }
    foregone(&["--version"]).assert().success().stdout(contains(env!("CARGO_PKG_VERSION")));
    foregone(&[]).assert().code(2).stderr(contains("Usage: foregone <COMMAND>"));
}

#[test]
fn shells_get_their_scripts() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        foregone(&["completions", shell]).assert().success().stdout(contains("foregone"));
    }
}
