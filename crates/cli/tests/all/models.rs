//! `foregone model`, and players by an evaluation in `foregone tournament`.

use serde_json::Value;

use crate::common::{foregone, json, stdout};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

fn model(arguments: &[&str]) -> Value {
    json(foregone(&[&["model"], arguments, &["--json"]].concat()).assert().success())
}

/// Values and leaves of an independent program: tic-tac-toe from the start.
#[test]
fn models_of_tic_tac_toe_have_the_reference_values() {
    let three = ["tictactoe", "--evaluation", "lines", "--opponent", "centre", "--depth", "3"];
    let result = model(&[&three[..], &["--ties", "first"]].concat());
    assert_eq!((&result["schema"], &result["proved"]), (&1.into(), &false.into()));
    assert_eq!(
        (&result["value_against_model"], &result["minimax"]["value"]),
        (&"4".into(), &"3".into())
    );
    let searches = result["searches"].as_array().expect("searches");
    let leaves: Vec<(&Value, &Value)> =
        searches.iter().map(|it| (&it["method"], &it["leaves"])).collect();
    assert_eq!(leaves[0], (&"one-pass".into(), &248.into()));
    assert_eq!((leaves[1].0, leaves[2]), (&"two-pass".into(), (&"plain".into(), &504.into())));
    let four = ["tictactoe", "--evaluation", "centre", "--opponent", "lines", "--depth", "4"];
    let result = model(&[&four[..], &["--ties", "first", "--method", "one-pass"]].concat());
    assert_eq!(result["value_against_model"], "6");
    assert_eq!(result["searches"][0]["leaves"], 1350);
    assert_eq!(result["searches"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["line"][0], result["best_move"]);
    let safe = model(&four);
    assert_eq!((&safe["value_against_model"], &safe["ties"]), (&"4".into(), &"worst".into()));
}

/// Nobody can take the value for a proof.
#[test]
fn a_value_against_a_model_is_called_that() {
    let mixed = ["tictactoe", "--evaluation", "lines", "--opponent", "centre:1/2+greedy:1/2"];
    let arguments = [&["model"], &mixed[..], &["--depth", "4", "--moves", "b2"]].concat();
    let page = stdout(foregone(&arguments).assert().success().stderr(""));
    let headline = "mnk:3,3,3 after b2 has the value 5/2 against a model of the first player";
    for part in
        [headline, "that is no proof", "opponent    centre:1/2+greedy:1/2", "minimax     3, by"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("is worth"), "{page}");
    let result = model(&[&mixed[..], &["--depth", "4", "--moves", "b2"]].concat());
    assert_eq!(result["value_against_model"], "5/2");
    assert_eq!(result["opponents"][1]["probability"], "1/2");
    for name in ["value", "bounds", "certificate"] {
        assert!(result.get(name).is_none(), "{name} in {result}");
    }
}

#[test]
fn models_that_make_no_sense_are_refused() {
    let cases: &[(&str, &str)] = &[
        (
            "tictactoe --evaluation hope --opponent lines --depth 2",
            "no evaluation \"hope\"; there are lines (",
        ),
        ("tictactoe --evaluation lines --opponent hope --depth 2", "no evaluation \"hope\""),
        (
            "tictactoe --evaluation lines --opponent lines:1/2+centre:1/3 --depth 2",
            "add up to 5/6, not to 1",
        ),
        ("tictactoe --evaluation lines --opponent lines:1/2+centre --depth 2", "or none of them"),
        (
            "tictactoe --evaluation lines --opponent lines:often --depth 2",
            "write it like 1/3 or 0.25",
        ),
        ("tictactoe --evaluation lines --opponent lines@0 --depth 2", "\"0\" is not a depth"),
        ("tictactoe --evaluation lines --opponent lines --depth 0", "take 1 to 200 plies"),
        ("tictactoe --evaluation lines --opponent lines --depth 1e9", "write a whole number"),
        ("tictactoe --evaluation lines --opponent lines --depth -1", "write a whole number"),
        ("tictactoe --evaluation lines --opponent lines", "--depth <N>"),
        ("tictactoe --evaluation lines --opponent lines --depth 2 --ties best", "first, worst"),
        (
            "tictactoe --evaluation lines --opponent lines --depth 2 --method magic",
            "one-pass, two-pass, plain",
        ),
        (
            "tictactoe --evaluation lines --opponent lines/centre --depth 2 --method one-pass",
            "take plain",
        ),
        (
            "tictactoe --evaluation lines --opponent lines@3 --depth 2 --method one-pass",
            "take two-pass or plain",
        ),
        ("tictactoe --evaluation lines --opponent lines/centre@3 --depth 2", "leave its depth out"),
        (
            "tictactoe --evaluation lines --opponent lines --depth 2 --position xxx/oo./...",
            "the game is over here",
        ),
        (
            "tictactoe --evaluation lines --opponent lines:1/97+centre:96/97 --depth 99",
            "smaller depth",
        ),
        ("torere --evaluation estimate --opponent estimate --depth 2", "torere has no evaluations"),
        ("pig --evaluation lines --opponent lines --depth 2", "is a game with chance"),
    ];
    for (arguments, sentence) in cases {
        let words: Vec<&str> = ["model"].into_iter().chain(arguments.split(' ')).collect();
        let assert = foregone(&words).assert().code(2).stdout("");
        let error = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{arguments}: {error}");
        assert!(error.contains(sentence), "{arguments}: {error}");
    }
}

/// `solve` proves; a search against a model does not.
#[test]
fn solve_names_the_command_for_models() {
    for name in ["om", "prom"] {
        foregone(&["solve", "tictactoe", "--algorithm", name])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("which proves nothing; `foregone model GAME` does that"));
    }
    let help = stdout(foregone(&["solve", "--help"]).assert().success());
    let mut words = help.split(|c: char| !c.is_ascii_alphanumeric());
    assert!(words.all(|word| word != "prom"), "{help}");
}

#[test]
fn limits_end_a_search_against_a_model() {
    let arguments =
        ["model", "connect4", "--evaluation", "lines", "--opponent", "greedy", "--depth"];
    foregone(&[&arguments[..], &["9", "--nodes", "1000"]].concat())
        .assert()
        .code(3)
        .stdout(contains("no value was found").and(contains("the node limit was reached first")));
}

/// A model that predicts every move of the opponent: whoever plays by it foresees the whole line.
#[test]
fn an_exact_model_predicts_the_opponent() {
    let result = model(&[
        "connect4:5x4",
        "--evaluation",
        "lines",
        "--opponent",
        "greedy@2",
        "--depth",
        "5",
        "--ties",
        "first",
    ]);
    let line: Vec<&str> =
        result["line"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    for place in [1, 3] {
        let moves = line[..place].concat();
        let reply = model(&[
            "connect4:5x4",
            "--evaluation",
            "greedy",
            "--opponent",
            "greedy",
            "--depth",
            "2",
            "--moves",
            &moves,
        ]);
        assert_eq!(reply["minimax"]["best_move"], line[place], "after {moves}");
    }
}

#[test]
fn tournaments_have_players_by_an_evaluation() {
    let arguments = [
        "tournament",
        "connect4:5x4",
        "--one",
        "depth=3,evaluation=lines,opponent=greedy@2",
        "--two",
        "evaluation=greedy,depth=2",
        "--games",
        "20",
        "--json",
    ];
    let play = |threads: &str| {
        let arguments = [&arguments[..], &["--threads", threads]].concat();
        let mut result = json(foregone(&arguments).assert().success());
        for player in result["players"].as_array_mut().expect("two players") {
            player.as_object_mut().expect("an object").remove("seconds");
        }
        result
    };
    let result = play("1");
    assert_eq!(result["one"], "evaluation=lines,depth=3,opponent=greedy@2");
    assert_eq!((&result["games"], &result["players"][0]["proved"]), (&20.into(), &0.into()));
    assert!(result["players"][1]["nodes"].as_u64() > Some(0), "{result}");
    assert_eq!(result, play("2"), "threads change nothing");
    for (player, sentence) in [
        ("evaluation=hope,depth=2", "no evaluation \"hope\""),
        ("evaluation=lines", "needs both evaluation=NAME and depth=N"),
        ("evaluation=lines,depth=2,opponent=greedy:1/2", "add up to 1/2"),
        ("evaluation=lines,depth=0", "take 1 to 200 plies"),
    ] {
        foregone(&["tournament", "tictactoe", "--two", player])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(sentence));
    }
}
