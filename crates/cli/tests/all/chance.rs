//! Games with chance: `solve`, `games`, and the sentences of everything that is not possible with them.

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn solved(arguments: &[&str]) -> Value {
    json(foregone(&[&["solve"], arguments, &["--json"]].concat()).assert().success())
}

/// The sentence that refuses these arguments.
fn refused(arguments: &[&str]) -> String {
    let assert = foregone(arguments).assert().code(2).stdout("");
    let error = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    error.strip_prefix("error: ").expect("an error").trim_end().to_owned()
}

/// A graph in which Max may toss a coin or take a draw.
fn offer(folder: &Folder, weights: &str) -> String {
    let graph = format!(
        r#"{{"outcomes":["-1","0","1"],"start":"a","nodes":{{
            "a":{{"player":"max","moves":["toss","draw"]}},
            "toss":{{"player":"chance","moves":["win","lose"],"weights":{weights}}},
            "draw":{{"value":"0"}},"win":{{"value":"1"}},"lose":{{"value":"-1"}}}}}}"#
    );
    format!("graph:{}", text(&folder.write("offer.json", &graph)))
}

#[test]
fn reference_values_are_printed() {
    for (game, value, algorithm) in [
        ("ewn:3x3", "170/243", "star2"),
        ("pig:25", "13060694016/22207938913", "graph"),
        ("piglet:3,turns=4", "4209/8192", "star2"),
        ("darkchess:2x3,pieces=KCP", "-23/360", "graph"),
        ("darkchess:2x2,pieces=KC", "-1/3", "graph"),
    ] {
        let object = solved(&[game]);
        assert_eq!((&object["value"], &object["status"]), (&value.into(), &"solved".into()));
        assert_eq!((&object["algorithm"], &object["chance"]), (&algorithm.into(), &true.into()));
        assert_eq!(object["bounds"], serde_json::json!([value, value]), "{game}");
        assert!(object["chosen"].as_str().is_some_and(|why| why.contains("play")), "{object}");
    }
    let position = ["ewn:3x3,stones=3", "--position", "31./2../..a"];
    assert_eq!(solved(&position)["value"], "25/27");
    let position = ["ewn", "--position", "1...a/...../...../...../....e min"];
    assert_eq!(solved(&position)["value"], "20021/46656");
}

#[test]
fn a_page_has_the_board_the_value_and_the_cost() {
    let page = stdout(foregone(&["solve", "ewn:3x3", "--moves", "1"]).assert().success());
    for part in [
        "  1 2 .\n  3 . c\n  . b a\n  rolled 1\n",
        "ewn:3x3,stones=3 after 1 is worth ",
        "(for the first player)",
        "best move",
        "utility     loss=0, win=1",
        "algorithm   star2",
        "chosen      play never returns; a table, and a probe of every outcome",
        "counted in  i64",
        "entered",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
}

#[test]
fn every_move_is_shown_with_the_outcomes_of_flips() {
    let arguments = ["darkchess:2x3,pieces=KCP", "--every-move"];
    let page = stdout(foregone(&[&["solve"], &arguments[..]].concat()).assert().success());
    for part in ["probability", "flip-a2", "-23/360", "-11/60", "· K", "1/6"] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    let object = solved(&arguments);
    let moves = object["moves"].as_array().expect("moves");
    assert_eq!((&moves[0]["value"], &object["best_move"]), (&object["value"], &moves[0]["move"]));
    let outcomes = moves[0]["outcomes"].as_array().expect("outcomes");
    assert!(outcomes.len() == 6 && outcomes.iter().all(|it| it["weight"] == 1), "{outcomes:?}");
}

#[test]
fn utilities_and_thresholds_are_asked() {
    let game = "darkchess:2x3,pieces=KCP";
    for (utility, value) in
        [("win", "29/72"), ("not-lose", "193/360"), ("loss=-1/2,draw=0,win=1/2", "-23/720")]
    {
        let object = solved(&[game, "--utility", utility]);
        assert_eq!(object["value"], value, "{utility}");
    }
    let object = solved(&[game, "--at-least", "-1/20"]);
    assert_eq!((&object["holds"], &object["goal"]), (&false.into(), &"at least -1/20".into()));
    foregone(&["solve", "ewn:3x3", "--at-least", "2/3"])
        .assert()
        .success()
        .stdout(contains("ewn:3x3,stones=3 is worth at least 2/3: yes"));
    for algorithm in ["expectimax", "star1", "star2"] {
        let object = solved(&["piglet:3,turns=4", "--algorithm", algorithm]);
        assert_eq!(
            (&object["value"], &object["algorithm"]),
            (&"4209/8192".into(), &algorithm.into())
        );
        assert!(object["chosen"].is_null());
    }
    let object = solved(&["pig:20", "--algorithm", "interval"]);
    assert_eq!((&object["status"], &object["stop"]), (&"bounded".into(), &"solved".into()));
}

/// The bounds of the program are those that `crates/chance/tests/sweeps.rs` compares with a graph.
#[test]
fn hypergammon_is_bounded_with_every_play() {
    let object = solved(&["hypergammon:1"]);
    assert_eq!((&object["algorithm"], &object["status"]), (&"sweeps".into(), &"bounded".into()));
    assert_eq!(object["counters"]["positions"], 652);
    let decimal = |place: usize| object["decimals"][place].as_str().expect("a number").to_owned();
    assert!(
        decimal(0).starts_with("0.31425633945735") && decimal(1).starts_with("0.31425633945735")
    );
    let position = ["--position", "24,23/20,10 min 31", "--every-move"];
    let object = solved(&[&["hypergammon:2"], &position[..]].concat());
    let moves = object["moves"].as_array().expect("moves");
    assert_eq!(object["best_move"], moves[0]["move"]);
    assert!(moves.iter().all(|it| it["outcomes"].as_array().is_some_and(|it| it.len() == 21)));
    let error = refused(&["solve", "hypergammon:2", "--position", "24,23/1,10 min"]);
    assert!(error.contains("max has a checker on 24, which is 1 of min"), "{error}");
}

#[test]
fn limits_give_certain_bounds_and_code_3() {
    for arguments in [
        &["ewn:4x4,stones=3", "--nodes", "20000"][..],
        &["ewn:5x5", "--time", "200ms"],
        &["pig:25", "--nodes", "10"],
        &["darkchess", "--memory", "1MB"],
        &["hypergammon", "--memory", "100MB"],
        &["hypergammon:2", "--nodes", "5000"],
    ] {
        let solve = [&["solve"], arguments].concat();
        foregone(&solve).assert().code(3).stdout(
            contains("is not solved: the ")
                .and(contains("certain"))
                .and(contains("To go further: allow more --")),
        );
        let object = json(foregone(&[&solve[..], &["--json"]].concat()).assert().code(3));
        let decimal = |place: usize| {
            object["decimals"][place].as_str().and_then(|text| text.parse::<f64>().ok())
        };
        assert!(decimal(0) <= Some(0.55) && decimal(1) >= Some(0.54), "{object}");
        assert!(object["value"].is_null());
    }
}

#[test]
fn graphs_with_chance_nodes_are_solved() {
    let folder = Folder::new();
    let object = solved(&[&offer(&folder, "[2, 1]")]);
    assert_eq!((&object["value"], &object["best_move"]), (&"1/3".into(), &"toss".into()));
    let object = solved(&[&offer(&folder, "[1, 2]")]);
    assert_eq!((&object["value"], &object["best_move"]), (&"0".into(), &"draw".into()));
    for (weights, sentence) in [
        ("[0, 1]", "offer.json: line 3, column 73: a weight is a positive whole number"),
        ("[1]", "has 2 moves and 1 weights"),
        ("[-1, 1]", "positive whole number below 2^63, not -1"),
    ] {
        let error = refused(&["solve", &offer(&folder, weights)]);
        assert!(error.contains(sentence), "{weights}: {error}");
    }
    let error = refused(&["compare", &offer(&folder, "[1, 1]"), "--after", "1", "-a", "pns"]);
    assert!(error.contains("offer.json: it has chance nodes: such games can be solved"), "{error}");
}

#[test]
fn what_is_not_possible_yet_is_refused_with_what_is() {
    let solve: &[(&[&str], &str)] = &[
        (&["--certificate", "a.fgc", "--small"], "leave --small out"),
        (&["--checkpoint", "a.fgk"], "cannot be saved yet; leave --checkpoint out"),
        (&["--tablebase", "folder"], "have no tablebases yet"),
        (&["--positions", "a.txt", "--json"], "place one position by --position or --moves"),
        (&["--dag"], "--dag is an option for games without chance"),
        (&["--threads", "2"], "--threads is an option for games without chance"),
        (&["--range", "0..1"], "compare the value with a number by --at-least"),
        (
            &["--algorithm", "pns"],
            "there are auto, expectimax, star1, star2, star-dfpn, graph, interval, sweeps",
        ),
        (&["--algorithm", "star2"], "in pig:10 it can; use graph or interval"),
        (&["--algorithm", "sweeps"], "such as hypergammon, and pig:10 has none; use graph"),
        (&["--at-least", "5/0"], "\"5/0\" is no number"),
        (&["--at-least", "win"], "write it like 2/3, 0.6 or -1"),
        (&["--utility", "fun"], "a utility is score, win, not-lose or a list like loss=NUMBER"),
        (&["--utility", "loss=1,win=0"], "gives win less than the worse outcome loss"),
        (&["--utility", "win=1"], "says nothing about loss"),
        (&["--position", "9:0+1 max choose"], "a player who chooses has thrown"),
        (&["--moves", "7"], "move 1 (\"7\"): \"7\" is no outcome of chance"),
    ];
    for (arguments, sentence) in solve {
        let error = refused(&[&["solve", "pig:10"], *arguments].concat());
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
    let others: &[&[&str]] = &[
        &["tournament", "ewn:3x3", "--two", "veto=0"],
        &["model", "pig:10", "--evaluation", "lines", "--opponent", "lines", "--depth", "2"],
        &["compare", "pig:10", "--after", "1", "-a", "pns"],
        &["simulate", "darkchess"],
        &["tablebase", "build", "pig:10", "--dir", "folder"],
    ];
    for arguments in others {
        let error = refused(arguments);
        assert!(error.contains("is a game with chance"), "{arguments:?}: {error}");
    }
    let unknown = refused(&["solve", "chess"]);
    assert!(
        unknown.ends_with("and with chance pig, piglet, ewn, darkchess, hypergammon"),
        "{unknown}"
    );
    let plain = refused(&["solve", "tictactoe", "--utility", "win"]);
    assert!(plain.contains("--utility is for games with chance, and mnk:3,3,3 is none"), "{plain}");
    let plain = refused(&["solve", "tictactoe", "--algorithm", "star2"]);
    assert!(plain.contains("star2 is an algorithm for games with chance"), "{plain}");
    let plain = refused(&["solve", "ewn:3x3", "--algorithm", "graph"]);
    assert!(plain.contains("in ewn:3x3,stones=3 it never does; use star2"), "{plain}");
}

#[test]
fn games_with_chance_are_listed_and_looked_at() {
    let list = stdout(foregone(&["games"]).assert().success());
    for name in ["pig", "piglet", "ewn", "darkchess", "hypergammon"] {
        assert!(list.contains(&format!("  {name} ")), "{name} in\n{list}");
        let object = json(foregone(&["games", name, "--json"]).assert().success());
        assert_eq!((&object["name"], &object["chance"]), (&name.into(), &true.into()));
    }
    foregone(&["games", "ewn"])
        .assert()
        .success()
        .stdout(contains("ewn:3x3,stones=3:\n\n  1 2 .\n").and(contains("170/243")));
    let look = ["games", "darkchess:2x2,pieces=PP", "--moves", "flip-a1"];
    foregone(&look).assert().success().stdout(
        contains("darkchess:2x2,pieces=PP after flip-a1").and(contains("loss < draw < win")),
    );
    let object = json(foregone(&[&look[..], &["--json"]].concat()).assert().success());
    assert_eq!(object["to_move"], "chance");
}

/// Ctrl-C ends a search with the bounds that are certain.
#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_what_is_certain() {
    use crate::common::{interrupt, program};
    for game in ["ewn:5x5", "darkchess:2x5,pieces=KGMRN", "pig:200", "hypergammon"] {
        let child = program(&["solve", game, "--memory", "400MB"]).spawn().expect("starts");
        std::thread::sleep(std::time::Duration::from_millis(700));
        interrupt(&child);
        let output = child.wait_with_output().expect("ends");
        let page = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(output.status.code(), Some(3), "{game}: {page}");
        assert!(page.contains("is not solved: ") && page.contains("certain"), "{page}");
    }
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = Folder::new();
    let file = text(&folder.file("proof.fgc")).to_owned();
    for (arguments, claims) in [
        (&["ewn:3x3"][..], &["at least 170/243", "at most 170/243"][..]),
        (&["ewn:3x3", "--at-least", "7/10"], &["at most 170/243"]),
        (&["piglet:3"], &["at least 6/11", "at most 6/11"]),
        (&["darkchess:2x2,pieces=KP"], &["at most -1"]),
    ] {
        let object = solved(&[arguments, &["--certificate", &file, "--force"]].concat());
        assert_eq!(object["certificate"]["claims"], serde_json::json!(claims), "{arguments:?}");
        assert_eq!(
            (&object["unproved"], &object["certificate_unwritten"]),
            (&Value::Null, &Value::Null)
        );
        foregone(&["check", &file]).assert().success().stdout(contains("accepted"));
    }
    let mut page = foregone(&["solve", "pig:10", "--certificate", &file, "--force"]);
    page.assert().success().stdout(contains("proves at least 7776/10961, at most 7776/10961"));
    let again = refused(&["solve", "pig:10", "--certificate", &file]);
    assert!(again.contains("--force"), "{again}");
    let other = text(&folder.file("none.fgc")).to_owned();
    let stopped = ["solve", "ewn:4x4,stones=3", "--nodes", "1", "--certificate", &other];
    let page = foregone(&stopped).assert().code(3);
    page.stdout(contains("certificate  none written: nothing was proved"));
    assert!(!folder.file("none.fgc").exists());
}
