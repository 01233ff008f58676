//! Graph files: what is read, and that every error names its place.

use foregone_game::{Game, Notation, Outcome, Player};
use foregone_games::graph_file::read;

/// The error of a file with these nodes; nodes begin in line 4.
fn nodes_error(nodes: &str) -> String {
    error(&format!(
        "{{\n\"outcomes\": [\"0\", \"1\"],\n\"start\": \"a\", \"nodes\": {{\n{nodes}\n}}}}"
    ))
}

fn error(text: &str) -> String {
    read(text.as_bytes()).expect_err(text).to_string()
}

#[test]
fn order_of_nodes_does_not_matter_but_that_of_moves_does() {
    let text = r#"{
      "nodes": {
        "z": {"value": "win"},
        "a": {"moves": ["z", ["give up", "y"], ["again", "z"]], "player": "min"},
        "y": {"value": "loss"}
      },
      "start": "a", "outcomes": ["loss", "win"], "about": "a test"
    }"#;
    let file = read(text.as_bytes()).expect("a graph");
    assert_eq!(file.about.as_deref(), Some("a test"));
    let (graph, mut moves) = (file.graph, Vec::new());
    let start = graph.start();
    graph.moves(&start, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| graph.write_move(&start, mv)).collect();
    assert_eq!(names, ["z", "give up", "again"]);
    assert_eq!((graph.player(&start), graph.write_position(&start).as_str()), (Player::Min, "a"));
}

#[test]
fn escapes_in_names_are_understood() {
    let text =
        r#"{"outcomes": ["0", "1"], "start": "\u0061", "nodes": {"a": {"value": "\u0031"}}}"#;
    let graph = read(text.as_bytes()).expect("a graph").graph;
    assert_eq!(graph.outcome(&graph.start()).map(|outcome| outcome.0), Some(1));
}

#[test]
fn syntax_and_types() {
    assert_eq!(error("{"), "line 1, column 1: EOF while parsing an object");
    assert_eq!(error("{\n  \"start\": }"), "line 2, column 12: expected value");
    assert_eq!(error("{}"), "line 1, column 2: missing field `outcomes`");
    let unknown = error("{\"color\": 1}");
    assert!(unknown.ends_with(
        "unknown field `color`, expected one of `outcomes`, `start`, `nodes`, `repetition`, `about`"
    ));
    let twice = error("{\"start\": \"a\", \"start\": \"b\"}");
    assert!(twice.contains("duplicate field `start`"), "{twice}");
    let list = error("{\"nodes\": []}");
    assert!(list.contains("expected an object whose members are the nodes"), "{list}");
    let extra =
        error(r#"{"outcomes": ["0", "1"], "start": "a", "nodes": {"a": {"value": "0"}}} x"#);
    assert!(extra.contains("trailing characters"), "{extra}");
    let bytes = read(b"{\n\xff}").expect_err("not text").to_string();
    assert_eq!(bytes, "line 2, column 1: this is not UTF-8 text");
}

#[test]
fn outcomes_are_a_scale() {
    let with = |outcomes: &str| {
        error(&format!("{{\"outcomes\": {outcomes}, \"start\": \"a\", \"nodes\": {{}}}}"))
    };
    assert_eq!(with("[\"0\"]"), "line 1, column 14: a game needs 2 to 128 outcomes, not 1");
    assert_eq!(with("[\"0\", \"0\"]"), "line 1, column 14: the outcome \"0\" is listed twice");
    assert_eq!(
        with("[0, 1]"),
        "line 1, column 14: outcomes is a list of names, worst for Max first"
    );
    assert_eq!(with("[\"0\", \"1\"]"), "line 1, column 35: there is no node named \"a\"");
}

#[test]
fn nodes_are_finished_or_a_turn() {
    for (nodes, expected) in [
        (
            r#"  "a": {}"#,
            r#"line 4, column 3: the node "a" has neither a value nor a player and moves"#,
        ),
        (
            r#""a": {"player": "max"}"#,
            r#"line 4, column 1: the node "a" has a player but no moves"#,
        ),
        (r#""a": {"moves": ["a"]}"#, r#"line 4, column 1: the node "a" has moves but no player"#),
        (
            r#""a": {"player": "max", "moves": []}"#,
            r#"line 4, column 1: the node "a" has no moves; a finished one has a value"#,
        ),
        (
            r#""a": {"value": "0", "moves": ["a"]}"#,
            r#"line 4, column 1: the node "a" has a value, so it can have neither player nor moves"#,
        ),
        (
            r#""a": {"value": "2"}"#,
            r#"line 4, column 16: unknown outcome "2"; the outcomes are 0, 1"#,
        ),
        (r#""a": {"value": 1}"#, "line 4, column 16: an outcome is a text in quotes, not 1"),
        (
            r#""a": {"player": "white", "moves": ["a"]}"#,
            r#"line 4, column 17: a player is max or min, not "white""#,
        ),
    ] {
        assert_eq!(nodes_error(nodes), expected);
    }
    let unknown = nodes_error(r#""a": {"vlaue": "0"}"#);
    assert!(
        unknown.starts_with("line 4, column ") && unknown.contains("`value`, `player`, `moves`")
    );
}

#[test]
fn names_are_known_and_distinct() {
    let node = |moves: &str| {
        format!(r#""a": {{"player": "max", "moves": [{moves}]}}, "b": {{"value": "0"}}"#)
    };
    for (nodes, expected) in [
        (node(r#""c""#), r#"line 4, column 34: there is no node named "c""#),
        (node(r#"["go", "c"]"#), r#"line 4, column 41: there is no node named "c""#),
        (node(r#""b", "b""#), r#"line 4, column 39: a second move named "b" in one node"#),
        (node(r#""b", ["b", "a"]"#), r#"line 4, column 39: a second move named "b" in one node"#),
        (node(r#"["b"]"#), r#"line 4, column 34: a move is a node's name, or ["move", "node"]"#),
        (node("7"), "line 4, column 34: a move is a text in quotes, not 7"),
        (
            "\"a\": {\"value\": \"0\"},\n\"a\": {\"value\": \"1\"}".to_owned(),
            r#"line 5, column 1: a second node named "a""#,
        ),
    ] {
        assert_eq!(nodes_error(&nodes), expected);
    }
}

#[test]
fn repetition_is_an_outcome() {
    let file = |repetition: &str| {
        format!(
            "{{\"outcomes\": [\"0\", \"1\"], \"start\": \"a\",\n\"repetition\": {repetition}, \"nodes\": {{\"a\": {{\"value\": \"0\"}}}}}}"
        )
    };
    let read = read(file("\"1\"").as_bytes()).expect("an acyclic graph may have the member");
    assert_eq!(read.repetition, Some(Outcome(1)));
    assert_eq!(
        error(&file("\"draw\"")),
        "line 2, column 15: repetition is the outcome of infinite play, one of 0, 1, not \"draw\""
    );
    assert_eq!(error(&file("0")), "line 2, column 15: repetition is a text in quotes, not 0");
    assert_eq!(error(&file("null")), "line 2, column 15: repetition is a text in quotes, not null");
    for rule in ["superko", "Forbidden", "perpetual-check", "no-repetition", "mover-loses"] {
        let sentence = error(&file(&format!("\"{rule}\"")));
        assert!(
            sentence.starts_with(
                "line 2, column 15: repetition is the outcome of infinite play, one of 0, 1;"
            ),
            "{sentence}"
        );
        assert!(
            sentence.contains(rule) && sentence.contains("the line has to be part of the position"),
            "{sentence}"
        );
    }
}
