//! Names in files come from strangers. The program prints every character of them visibly, so that none controls the terminal.

use crate::common::{Folder, foregone, json, stdout, text};

/// A name that reverses the direction of text, has a character without width, clears the screen, and begins a line that looks
/// like a result.
const NAME: &str = "go\u{202e}\u{200b}\u{1b}[2J\nx is worth win";
const SHOWN: &str = "go\\u{202e}\\u{200b}\\u{1b}[2J\\nx is worth win";

/// A graph whose nodes, moves and outcomes have such names.
fn graph(folder: &Folder) -> String {
    let [outcome, start, end] = ["win", "start", "end"].map(|what| format!("{NAME}{what}"));
    let file = serde_json::json!({
        "about": NAME,
        "outcomes": ["loss", outcome],
        "start": start,
        "nodes": {
            &start: { "player": "max", "moves": [[NAME, end], "other"] },
            &end: { "value": outcome },
            "other": { "value": "loss" },
        },
    });
    let file = folder.write("strange.json", file.to_string());
    format!("graph:{}", text(&file))
}

/// No character of a name is hidden, and no name begins a line.
fn is_plain(page: &str) {
    assert!(page.contains(SHOWN), "{page}");
    let hidden = |symbol: char| {
        symbol != '\n' && (symbol.is_control() || "\u{202e}\u{200b}".contains(symbol))
    };
    assert!(!page.contains(hidden), "{page:?}");
    assert!(!page.lines().any(|line| line.trim_start().starts_with("x is worth")), "{page}");
}

#[test]
fn names_from_graph_files_are_shown_as_they_are() {
    let folder = Folder::new();
    let graph = graph(&folder);
    is_plain(&stdout(foregone(&["games", &graph]).assert().success()));
    is_plain(&stdout(foregone(&["solve", &graph]).assert().success()));
    is_plain(&stdout(foregone(&["compare", &graph, "-a", "mopns,pns", "--after", "0"]).assert()));
    let play = ["play", &graph, "--first", "solver"];
    is_plain(&stdout(foregone(&play).write_stdin("board\nmoves\nquit\n").assert().success()));
    let answer = json(foregone(&["solve", &graph, "--json"]).assert().success());
    assert_eq!(answer["best_move"], NAME, "programs get it as it is");
    assert_eq!(answer["position"], format!("{NAME}start"));
}

#[test]
fn names_in_records_are_shown_as_they_are() {
    let folder = Folder::new();
    let graph = graph(&folder);
    let record = folder.write("record.txt", "other\n");
    is_plain(&stdout(foregone(&["analyse", &graph, "--game", text(&record)]).assert().success()));
    let record = folder.write("bad.txt", "no\u{202e}\u{1b}[2Jmove\n");
    let refused = foregone(&["analyse", &graph, "--game", text(&record)]).assert().code(2);
    let sentence = String::from_utf8(refused.get_output().stderr.clone()).expect("UTF-8");
    assert!(!sentence.contains(['\u{202e}', '\u{1b}']), "{sentence:?}");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
}

/// The manifest of a tablebase can name any game.
#[test]
fn names_in_manifests_are_shown_as_they_are() {
    let folder = Folder::new();
    let dir = folder.file("tables");
    foregone_tablebase::file::Folder::open(&dir, NAME, foregone_tablebase::file::Form::Bytes, 1)
        .expect("a folder");
    is_plain(&stdout(foregone(&["tablebase", "stats", "--dir", text(&dir)]).assert().success()));
    let refused = foregone(&["tablebase", "verify", "--dir", text(&dir)]).assert().code(4);
    let sentence = String::from_utf8(refused.get_output().stderr.clone()).expect("UTF-8");
    assert!(!sentence.contains(['\u{202e}', '\u{1b}']), "{sentence:?}");
}
