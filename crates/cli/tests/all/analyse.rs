//! `foregone analyse`: records of games.

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::str::contains;
use serde_json::Value;

/// The record that comes with the program.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/connect4-6x5.txt");

fn marks(result: &Value) -> Vec<(&str, &str)> {
    let moves = result["moves"].as_array().expect("a list").iter();
    let marked = moves.filter(|mv| mv["mark"] == "blunder" || mv["mark"] == "mistake");
    marked
        .map(|mv| (mv["number"].as_str().expect("a number"), mv["move"].as_str().expect("a move")))
        .collect()
}

#[test]
fn the_blunder_of_the_sample_is_found() {
    let arguments = ["analyse", "connect4:6x5", "--game", SAMPLE];
    let page = stdout(foregone(&arguments).assert().success());
    assert!(page.contains("2... 4?? by the second player: from draw to win; "), "{page}");
    assert_eq!(page.matches("??").count(), 2, "in the table and below it:\n{page}");
    let result = json(foregone(&[&arguments[..], &["--json"]].concat()).assert().success());
    assert_eq!(marks(&result), [("2...", "4")]);
    assert_eq!((&result["status"], &result["start"]["value"]), (&"solved".into(), &"draw".into()));
    assert_eq!(result["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(result["moves"][6]["value"], "win");
    assert_eq!(result["moves"][3]["mark"], "blunder");
}

#[test]
fn the_value_is_drawn() {
    let folder = Folder::new();
    let plot = folder.file("game.svg");
    let arguments = [
        "analyse",
        "connect4:6x5",
        "--game",
        SAMPLE,
        "--plot",
        text(&plot),
        "--nodes",
        "100000000",
    ];
    foregone(&arguments).assert().success();
    let svg = std::fs::read_to_string(&plot).expect("a drawing");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<circle").count(), 8, "a point for every position");
    assert!(svg.contains(">2... 4</text>"), "{svg}");
    foregone(&arguments).assert().code(2).stderr(contains("exists already"));
}

#[test]
fn limits_leave_bounds_and_only_what_is_certain_is_marked() {
    let arguments = ["analyse", "connect4:6x5", "--game", SAMPLE, "--nodes", "1000"];
    let page = stdout(foregone(&arguments).assert().code(3));
    assert!(page.contains("not settled: allow more --nodes"), "{page}");
    let result = json(foregone(&[&arguments[..], &["--json"]].concat()).assert().code(3));
    assert_eq!(result["status"], "bounded");
    for mv in result["moves"].as_array().expect("a list") {
        let settled = mv["value"].is_string();
        assert_eq!(settled, mv["bounds"][0] == mv["bounds"][1]);
    }
}

#[test]
fn records_are_read_however_they_are_written() {
    let folder = Folder::new();
    let whole = |content: &str, game: &str| {
        let file = folder.write("record", content);
        json(foregone(&["analyse", game, "--game", text(&file), "--json"]).assert().success())
    };
    let plain = whole("3 3 4 4", "connect4:5x4");
    for content in
        ["3344", "1. 3 3 2. 4 4", "1.3 3\n\n2.4 4 # the end", "1. 3 {why not} 1... 3 2.44"]
    {
        assert_eq!(whole(content, "connect4:5x4")["moves"], plain["moves"], "{content}");
    }
    let hounds = whole("1. a2b2 e2d2 2. b1c1", "hounds");
    assert_eq!(hounds["start"]["value"], "win");
    assert_eq!(whole("f1 f6 f2", "woodpush:6,2")["moves"].as_array().map(Vec::len), Some(3));
    let piped = foregone(&["analyse", "connect4:5x4", "--game", "-", "--json"])
        .write_stdin("3 3 4 4")
        .assert()
        .success();
    assert_eq!(json(piped)["moves"], plain["moves"]);
}

#[test]
fn a_record_may_start_anywhere() {
    let folder = Folder::new();
    let file = folder.write("record", "1... c3 2. a1");
    let position = ["--position", "xx./oo./...", "--json"];
    foregone(&[&["analyse", "tictactoe", "--game", text(&file)], &position[..]].concat())
        .assert()
        .code(2)
        .stderr(contains("over"));
    let file = folder.write("record", "a1 c3");
    let result = json(
        foregone(&[&["analyse", "tictactoe", "--game", text(&file)], &position[..]].concat())
            .assert()
            .success(),
    );
    assert_eq!(result["start"]["value"], "win");
    assert_eq!(marks(&result), [("1.", "a1"), ("1...", "c3")], "both missed a win: {result}");
}

#[test]
fn bad_records_are_refused_with_the_place() {
    let folder = Folder::new();
    foregone(&["analyse", "tictactoe", "--game", "missing.txt"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("missing.txt cannot be read: no such file"));
    for (content, sentence) in [
        ("1. a1 a1", "move 2 (\"a1\")"),
        ("1. a1 b2 2. z9", "move 3 (\"z9\")"),
        ("# nothing\n", "has no moves"),
        ("a1 a2 b1 b2 c1 c2", "move 6 (\"c2\"): the game is already over (win)"),
    ] {
        let file = folder.write("record", content);
        let assert = foregone(&["analyse", "tictactoe", "--game", text(&file)]).assert();
        assert.code(2).stdout("").stderr(contains(sentence));
    }
    let binary = folder.write("binary", [0xff, 0xfe]);
    foregone(&["analyse", "tictactoe", "--game", text(&binary)])
        .assert()
        .code(2)
        .stderr(contains("cannot be read"));
    foregone(&["analyse", "tictactoe", "--game", SAMPLE, "--position", "???"])
        .assert()
        .code(2)
        .stderr(contains("row"));
}
