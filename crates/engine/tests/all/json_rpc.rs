//! JSON-RPC: a session with every method, wrong input, several questions at once, and cancelling.

use std::collections::HashMap;

use foregone::{Game, Solver};
use foregone_engine::{Settings, serve};
use serde_json::{Value, json};

use crate::common::Talk;

/// A certificate and a graph file, as the engine is given them.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    match path {
        "4x4.fgc" => {
            let game = Game::open("connect4:4x4").expect("a game");
            let answer = Solver::new(&game).certifying().value(&game.start()).expect("an answer");
            Ok(answer.certificate().expect("a proof").to_bytes())
        }
        "escape.json" => Ok(br#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
            "a": {"player": "max", "moves": ["lost", "won"]},
            "lost": {"value": "loss"}, "won": {"value": "win"}}}"#
            .to_vec()),
        _ => Err("no such file".to_owned()),
    }
}

fn settings() -> Settings<'static> {
    Settings { jobs: 2, memory: 16 << 20, read_file: &read_file }
}

/// The answers to lines that are all there from the beginning.
fn answers(lines: &[String], jobs: usize) -> Vec<Value> {
    let mut output = Vec::new();
    let settings = Settings { jobs, ..settings() };
    serve(&mut lines.join("\n").as_bytes(), &mut output, &settings).expect("memory can be read");
    let text = String::from_utf8(output).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn question(id: impl Into<Value>, method: &str, params: Value) -> String {
    let id: Value = id.into();
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// The answer to a single question.
fn ask(method: &str, params: Value) -> Value {
    let mut answers = answers(&[question(1, method, params)], 1);
    assert_eq!(answers.len(), 1, "one answer");
    assert_eq!(answers[0]["id"], 1);
    answers.remove(0)
}

fn talk() -> Talk {
    Talk::with(|mut input, output| serve(&mut input, output, &settings()).expect("a conversation"))
}

#[test]
fn every_method_answers() {
    let games = ask("games", json!({}));
    let names = games["result"]["games"].as_array().expect("a list");
    assert!(names.iter().any(|game| game["name"] == "awari"));
    let place = ask("position", json!({"game": "hounds", "moves": "a2b2"}));
    assert_eq!(place["result"]["to_move"], "second");
    let game = Game::open("hounds").expect("a game");
    let expected = game.place(None, Some("a2b2")).expect("a position").legal_moves();
    assert_eq!(place["result"]["legal_moves"], json!(expected));
    let view =
        ask("children", json!({"game": "mnk:3,3,3", "moves": ["b2", "a2"], "nodes": 100000}));
    assert_eq!(view["result"]["value"], "win");
    assert_eq!(view["result"]["played"], json!(["b2", "a2"]));
    let record = json!({"game": "mnk:3,3,3", "record": "1. b2 a2 2. a1 {a comment}"});
    let analysis = ask("analyse", record);
    let marks: Vec<&Value> = analysis["result"]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|mv| &mv["mark"])
        .collect();
    assert_eq!(marks, ["sound", "blunder", "sound"]);
    let check = ask("check", json!({"file": "4x4.fgc"}));
    assert_eq!(
        (&check["result"]["verdict"], &check["result"]["value"]),
        (&json!("accepted"), &json!("draw"))
    );
    let graph = ask("solve", json!({"game": "graph:escape.json"}));
    assert_eq!(graph["result"]["value"], "win");
    let chance = ask("solve", json!({"game": "ewn:3x3"}));
    assert_eq!(chance["result"]["value"], "170/243");
    let chance = ask("children", json!({"game": "piglet:3", "seconds": 60}));
    assert_eq!(chance["result"]["value"], "6/11");
}

#[test]
fn values_are_those_of_the_solver() {
    for spelling in ["connect4:4x4", "mnk:3,3,3", "breakthrough:3x5", "woodpush:6,2", "torere"] {
        let game = Game::open(spelling).expect("a game");
        let mut solver = Solver::new(&game);
        let mut lines = Vec::new();
        for (index, mv) in game.start().legal_moves().iter().enumerate() {
            lines.push(question(index, "solve", json!({"game": spelling, "moves": [mv]})));
        }
        let found = answers(&lines, 2);
        assert_eq!(found.len(), lines.len());
        let by_id: HashMap<u64, &Value> =
            found.iter().map(|answer| (answer["id"].as_u64().expect("an id"), answer)).collect();
        for (index, value) in (0..).zip(game.start().legal_moves()) {
            let after = game.play(None, &[&value]).expect("a position");
            let truth = solver.value(&after).expect("an answer");
            let result = &by_id[&index]["result"];
            assert_eq!(result["value"].as_str(), truth.value(), "{spelling} {value}");
            assert_eq!(result["schema"], 2);
        }
    }
}

#[test]
fn wrong_input_is_answered_and_the_next_message_is_read() {
    let rows = [
        ("{", -32700, "this is no JSON"),
        ("[]", -32600, "one message a line"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"chess"}"#, -32601, "there are games, position"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"solve"}"#, -32602, "missing field `game`"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"conect4"}}"#,
            -32602,
            "connect4",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","tme":1}}"#,
            -32602,
            "unknown field `tme`",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","moves":"z9"}}"#,
            -32602,
            "move 1 (\"z9\")",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","seconds":-1}}"#,
            -32602,
            "not negative",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","seconds":1e300}}"#,
            -32602,
            "seconds",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","algorithm":"magic"}}"#,
            -32602,
            "magic",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","options":{"epsilon":"a lot"}}}"#,
            -32602,
            "epsilon",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe","goal":"win"}}"#,
            -32602,
            "not a question",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"graph:none"}}"#,
            -32602,
            "no such file",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"check","params":{"file":"none"}}"#,
            -32602,
            "none cannot be read",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"games","params":{"all":true}}"#,
            -32602,
            "no parameter \"all\"",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"analyse","params":{"game":"pig","record":"4"}}"#,
            -32602,
            "with chance",
        ),
    ];
    // Questions that are open at once have different ids.
    let numbered = |(number, row): (u32, &(&str, i32, &str))| {
        row.0.replace("\"id\":1,", &format!("\"id\":{number},"))
    };
    let mut lines: Vec<String> = (1..).zip(&rows).map(numbered).collect();
    lines.push(String::new());
    lines.push("x".repeat(2 << 20));
    lines.push(question("last", "solve", json!({"game": "tictactoe"})));
    // With one job answers of the queue come in the order of the questions, and refusals at once.
    let found = answers(&lines, 1);
    assert_eq!(found.len(), rows.len() + 2);
    for (line, code, part) in rows {
        let is_it = |answer: &&Value| {
            answer["error"]["code"] == code
                && answer["error"]["message"].as_str().is_some_and(|text| text.contains(part))
        };
        assert!(found.iter().any(|answer| is_it(&answer)), "{line}: {found:#?}");
    }
    assert!(found.iter().any(|answer| {
        answer["error"]["message"].as_str().is_some_and(|text| text.contains("1048576 bytes"))
    }));
    let last = found.last().expect("answers");
    assert_eq!((&last["id"], &last["result"]["value"]), (&json!("last"), &json!("draw")));
}

#[test]
fn limits_are_those_of_the_question_and_leave_it_open() {
    let answer = ask("solve", json!({"game": "connect4:7x6", "nodes": 1000}));
    let result = &answer["result"];
    assert_eq!((&result["value"], &result["stop"]), (&Value::Null, &json!("nodes")));
    let answer = ask("children", json!({"game": "connect4:7x6", "nodes": 0}));
    assert!(
        answer["result"]["moves"].as_array().expect("moves").iter().all(|mv| mv["value"].is_null())
    );
}

#[test]
fn a_search_shows_progress_and_is_cancelled_while_others_are_answered() {
    let mut talk = talk();
    let params = json!({"game": "connect4:7x6", "algorithm": "dfpn", "goal": "at least win", "progress": true});
    talk.say(&question("long", "solve", params.clone()));
    let progress: Value = serde_json::from_str(&talk.hear().expect("progress")).expect("JSON");
    assert_eq!(
        (&progress["method"], &progress["params"]["id"]),
        (&json!("progress"), &json!("long"))
    );
    let moves = progress["params"]["moves"].as_array().expect("moves");
    assert!(!moves.is_empty() && moves.iter().all(|mv| mv["efforts"].as_array().is_some()));
    assert!(progress["params"]["table"].as_f64().is_some_and(|share| share > 0.0));
    // Until the end only progress comes besides the answers.
    let next = |talk: &mut Talk| loop {
        let line: Value = serde_json::from_str(&talk.hear().expect("a line")).expect("JSON");
        if line["method"] != "progress" {
            return line;
        }
    };
    talk.say(&question("long", "games", json!({})));
    assert_eq!(next(&mut talk)["error"]["code"], -32600, "the id is in use");
    talk.say(&question(2, "solve", json!({"game": "tictactoe"})));
    assert_eq!(next(&mut talk)["result"]["value"], "draw");
    talk.say(&question(3, "cancel", json!({"id": "nobody"})));
    assert_eq!(next(&mut talk)["result"]["cancelled"], false);
    talk.say(r#"{"jsonrpc":"2.0","method":"cancel","params":{"id":"long"}}"#);
    let answer = next(&mut talk);
    assert_eq!((&answer["id"], &answer["result"]["stop"]), (&json!("long"), &json!("interrupted")));
    assert_eq!(answer["result"]["value"], Value::Null);
    talk.say(&question("long", "solve", json!({"game": "tictactoe"})));
    talk.end();
    assert_eq!(next(&mut talk)["result"]["value"], "draw", "the end waits for the last answer");
    assert_eq!(talk.hear(), None);
}

#[test]
fn notifications_are_not_answered() {
    let line = r#"{"jsonrpc":"2.0","method":"solve","params":{"game":"tictactoe"}}"#;
    assert_eq!(answers(&[line.to_owned(), line.replace("solve", "chess")], 1), Vec::<Value>::new());
}
