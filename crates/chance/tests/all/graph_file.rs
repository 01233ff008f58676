//! Graph files with chance: what is read, and what is refused with which sentence.

use foregone_chance::ChanceNotation;
use foregone_chance::conformance::{Plan, check_acyclic, check_cyclic};
use foregone_chance::graph::file::{DecidedGraph, read};

fn files() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of data") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push((path.display().to_string(), std::fs::read(&path).expect("a file")));
        }
    }
    files
}

#[test]
fn the_reference_graphs_keep_their_promises() {
    let plan = Plan { seed: 1, playouts: 20 };
    let mut files = files();
    assert_eq!(files.len(), 30);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/flip.json");
    files.push((example.to_owned(), std::fs::read(example).expect("the example")));
    for (name, bytes) in files {
        let file = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(file.about.is_some());
        match file.decide() {
            Ok(DecidedGraph::Acyclic(graph)) => check_acyclic(&graph, &plan),
            Ok(DecidedGraph::Cyclic(graph)) => check_cyclic(&graph, &plan),
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

/// A file with one chance node and whatever stands after its player.
fn toss(rest: &str) -> String {
    format!(
        r#"{{"outcomes": ["-1/2", "3"], "start": "a", "nodes": {{"a": {{"player": "chance", {rest}}}, "b": {{"value": "3"}}, "c": {{"value": "-1/2"}}}}}}"#
    )
}

#[test]
fn moves_may_have_names_and_pictures_show_weights() {
    let text = toss(r#""moves": [["heads", "b"], "c"], "weights": [2, 1]"#);
    let graph = read(text.as_bytes()).expect("a graph").graph;
    assert_eq!(graph.text(&0), "a (chance moves) -> 2 x heads (b), 1 x c\n");
    assert_eq!(
        graph.read_move(&0, "x").expect_err("no such").to_string(),
        "\"x\" is no outcome of chance; the outcomes are heads, c"
    );
}

#[test]
fn wrong_weights_get_one_sentence_with_the_place() {
    let error = |rest: &str| {
        let text = toss(rest);
        let error = read(text.as_bytes()).expect_err(rest);
        assert_eq!(error.line, 1);
        assert!(error.column > 1, "{rest}");
        error.reason
    };
    let moves = r#""moves": ["b", "c"]"#;
    assert_eq!(
        error(moves),
        "the node \"a\" is a chance node without weights; add one positive whole number for each move"
    );
    assert_eq!(
        error(&format!("{moves}, \"weights\": [1]")),
        "the node \"a\" has 2 moves and 1 weights; give one weight for each move"
    );
    for weight in ["0", "-1", "1.5", "\"2\"", "18446744073709551616", "null"] {
        assert_eq!(
            error(&format!("{moves}, \"weights\": [1, {weight}]")),
            format!("a weight is a positive whole number below 2^63, not {weight}")
        );
    }
    assert_eq!(
        error(&format!("{moves}, \"weights\": 7")),
        "weights is a list of positive whole numbers"
    );
    assert!(error(&format!("{moves}, \"weights\": null")).contains("weights is a list"));
    let most = u64::MAX;
    assert!(error(&format!("{moves}, \"weights\": [{most}, 1]")).contains("less than 2^63"));
    assert!(error(r#""moves": [], "weights": []"#).contains("has no moves"));
    assert!(error(r#""moves": ["b", "b"], "weights": [1, 1]"#).contains("a second move named"));
    assert!(error(r#""moves": ["b", "z"], "weights": [1, 1]"#).contains("no node named \"z\""));
}

#[test]
fn wrong_files_get_one_sentence_with_the_place() {
    let error = |outcomes: &str, node: &str| {
        let text = format!(
            "{{\n\"outcomes\": {outcomes}, \"start\": \"a\",\n\"nodes\": {{\"a\": {node}, \"b\": {{\"value\": \"1\"}}}}}}"
        );
        read(text.as_bytes()).expect_err(node)
    };
    let good = r#"["0", "1"]"#;
    let over = r#"{"value": "0"}"#;
    assert!(
        error(r#"["loss", "win"]"#, over)
            .reason
            .contains("\"loss\" of a graph with chance is a number")
    );
    assert!(error(r#"["1", "1/2"]"#, over).reason.contains("\"1/2\" is not larger"));
    assert!(error(r#"["1/2", "2/4"]"#, over).reason.contains("\"2/4\" is not larger"));
    assert!(error(r#"["1"]"#, over).reason.contains("2 to 128 outcomes"));
    assert_eq!(error("[0, 1]", over).line, 2);
    assert_eq!(
        error(good, r#"{"value": "7"}"#).to_string(),
        "line 3, column 26: a value is one of 0, 1, not \"7\""
    );
    assert!(
        error(good, r#"{"player": "max", "moves": ["b"], "weights": [1]}"#)
            .reason
            .contains("only chance nodes")
    );
    assert!(
        error(good, r#"{"player": "dice", "moves": ["b"]}"#)
            .reason
            .contains("max, min or chance, not \"dice\"")
    );
    assert!(error(good, r#"{"moves": ["b"]}"#).reason.contains("has moves but no player"));
    assert!(error(good, r#"{"value": "0", "weights": [1]}"#).reason.contains("only chance nodes"));
    assert!(read(b"[]").expect_err("a list").reason.contains("JSON object"));
    assert!(read(b"\xff").expect_err("bytes").reason.contains("UTF-8"));
}

#[test]
fn cycles_need_a_worth() {
    let text = |more: &str| {
        format!(
            r#"{{"outcomes": ["0", "1"], {more} "start": "a", "nodes": {{"a": {{"player": "chance", "moves": ["a", "b"], "weights": [1, 1]}}, "b": {{"value": "1"}}}}}}"#
        )
    };
    let decide = |more: &str| read(text(more).as_bytes()).expect("a graph").decide();
    let error = decide("").expect_err("no repetition");
    assert!(
        error.starts_with("play can return (a -> a), so the graph needs the member repetition")
    );
    assert!(matches!(decide("\"repetition\": \"1\","), Ok(DecidedGraph::Cyclic(_))));
    let error = read(text("\"repetition\": \"draw\",").as_bytes()).expect_err("no outcome");
    assert_eq!(error.reason, "repetition is one of 0, 1, not \"draw\"");
}
