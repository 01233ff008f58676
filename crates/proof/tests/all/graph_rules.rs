//! What the reader of graph files refuses, with the reason, and the rules of a graph.

use crate::rules::refused;
use foregone_proof::rules::Graph;

fn graph(nodes: &str) -> Result<Graph, String> {
    let file = format!(
        r#"{{"outcomes":["0","1"],"start":"a","nodes":{{"end":{{"value":"1"}},{nodes}}}}}"#
    );
    Graph::read_file(file.as_bytes())
}

#[test]
fn graphs() {
    assert!(graph(r#""a":{"player":"max","moves":["end",["again","end"]]}"#).is_ok());
    for (nodes, why) in [
        (r#""b":{"value":"0"}"#, "the start \"a\" is not the name of a node"),
        (r#""a":{"value":"0"},"a":{"value":"1"}"#, "the member \"a\" occurs twice"),
        (r#""a":{"value":"2"}"#, "the value \"2\" of node \"a\" is not one of the outcomes"),
        (r#""a":{"value":1}"#, "the value of node \"a\" is not a text"),
        (
            r#""a":{"value":"1","moves":["end"]}"#,
            "node \"a\" has the member \"moves\", which does not belong there",
        ),
        (r#""a":{"player":"max"}"#, "node \"a\" has no member \"moves\""),
        (r#""a":{"moves":["end"]}"#, "node \"a\" has no member \"player\""),
        (r#""a":{"player":"white","moves":["end"]}"#, "is max or min, not \"white\""),
        (r#""a":{"player":"max","moves":[]}"#, "node \"a\" has no moves and no value"),
        (r#""a":{"player":"max","moves":"end"}"#, "is not a JSON array"),
        (r#""a":{"player":"max","moves":["b"]}"#, "leads to \"b\", which is not a node"),
        (r#""a":{"player":"max","moves":[["end"]]}"#, "neither the name of a node nor"),
        (r#""a":{"player":"max","moves":[["x","end","y"]]}"#, "neither the name of a node nor"),
        (r#""a":{"player":"max","moves":[7]}"#, "neither the name of a node nor"),
        (r#""a":{"player":"max","moves":["end","end"]}"#, "node \"a\" has two moves named \"end\""),
        (r#""a":{"player":"max","moves":[["x","end"],["x","end"]]}"#, "two moves named \"x\""),
        (r#""a":["1"]"#, "node \"a\" is not a JSON object"),
        (r#""a":{"player":"max","moves":["a"]}"#, "a cycle through \"a\""),
        (
            r#""a":{"player":"max","moves":["b","end"]},"b":{"player":"min","moves":["c"]},"c":{"player":"max","moves":["b"]}"#,
            "a cycle through \"",
        ),
        (
            r#""a":{"player":"max","moves":["end"]},"b":{"player":"min","moves":["c"]},"c":{"player":"max","moves":["b","d"]},"d":{"value":"0"}"#,
            "a cycle through \"",
        ),
    ] {
        refused(graph(nodes), why);
    }
}

#[test]
fn graph_files() {
    for (file, why) in [
        ("", "the file is not the JSON expected here"),
        ("[]", "the file is not a JSON object"),
        (r#"{"start":"a","nodes":{}}"#, "the file has no member \"outcomes\""),
        (r#"{"outcomes":["1"],"start":"a","nodes":{}}"#, "2 to 128 outcomes"),
        (r#"{"outcomes":["1","1"],"start":"a","nodes":{}}"#, "the outcome \"1\" is listed twice"),
        (r#"{"outcomes":["0","1"],"start":"a","nodes":{},"about":1}"#, "\"about\" is not a text"),
        (
            r#"{"outcomes":["0","1"],"start":"a","nodes":{},"cycle":"0"}"#,
            "the file has the member \"cycle\"",
        ),
        (
            r#"{"outcomes":["0","1"],"start":"a","nodes":{},"repetition":"2"}"#,
            "the repetition \"2\" is not one of the outcomes",
        ),
        (
            r#"{"outcomes":["0","1"],"start":"a","nodes":{},"repetition":null}"#,
            "\"repetition\" is not a text",
        ),
        (r#"{"outcomes":["0","1"],"start":"a","nodes":[]}"#, "\"nodes\" is not a JSON object"),
    ] {
        refused(Graph::read_file(file.as_bytes()), why);
    }
    let deep = "[".repeat(1_000_000);
    refused(Graph::read_file(deep.as_bytes()), "recursion limit");
    let many = (0..129).map(|rank| format!("\"{rank}\"")).collect::<Vec<_>>().join(",");
    refused(
        Graph::read_file(format!(r#"{{"outcomes":[{many}],"start":"a","nodes":{{}}}}"#).as_bytes()),
        "2 to 128",
    );
}
