//! `foregone solve`: answers, exit codes, certificates.

use crate::common::{Folder, foregone, interrupt, json, program, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

#[test]
fn a_value_is_printed_with_what_it_took() {
    let page = stdout(foregone(&["solve", "connect4:4x5", "--moves", "1111"]).assert().success());
    for part in [
        "first player (x) to move",
        "connect4:4x5 after 1111 is worth draw (for the first player)",
        "best move",
        "algorithm  alphabeta-tt",
        "play never returns, and positions have exact keys for a table",
        "created    557 nodes",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    let tree = ["solve", "connect4:4x5", "--moves", "1111", "--algorithm", "mopns"];
    let page = stdout(foregone(&tree).assert().success());
    assert!(
        page.contains("algorithm  mopns") && page.contains("created    87,848 nodes"),
        "{page}"
    );
}

/// The position and its moves share the limits; what was not reached is open, and the exit code says so.
#[test]
fn limits_hold_for_a_position_and_all_its_moves() {
    let every =
        ["solve", "connect4:4x4", "--every-move", "--algorithm", "mopns", "--json", "--nodes"];
    let answer = |nodes: u64, code: i32| {
        let nodes = nodes.to_string();
        let object = json(foregone(&[&every[..], &[&nodes]].concat()).assert().code(code));
        let moves = object["moves"].as_array().expect("moves").clone();
        let created = |object: &Value| object["created"].as_u64().expect("a number");
        let spent = moves.iter().map(created).sum::<u64>() + created(&object["counters"]);
        let open = moves.iter().filter(|value| value["value"].is_null()).count();
        (object, open, spent)
    };
    let (object, open, all) = answer(100_000_000, 0);
    let root = object["counters"]["created"].as_u64().expect("a number");
    assert_eq!((open, &object["value"]), (0, &"draw".into()));
    // Enough for the position and some moves.
    let limit = root + (all - root) / 2;
    let (object, open, spent) = answer(limit, 3);
    assert_eq!(object["value"], "draw");
    assert!((1..4).contains(&open) && spent < limit + 1000, "{open} open, {spent} of {limit}");
    // The position itself takes everything.
    let (object, open, spent) = answer(root / 2, 3);
    assert!(object["value"].is_null() && open == 4 && spent < root / 2 + 1000, "{open}, {spent}");
    let page = ["solve", "connect4:6x6", "--every-move", "--time", "300ms", "--memory", "1GiB"];
    let started = std::time::Instant::now();
    let page = foregone(&page).assert().code(3);
    assert!(started.elapsed().as_secs() < 2, "six moves and the position take 300 ms together");
    page.stdout(contains("unknown").and(contains("To go further: allow more --time")));
}

#[test]
fn json_has_the_promised_members() {
    let fixed = ["solve", "connect4:4x5", "--moves", "1111", "--json"];
    let chosen = json(foregone(&fixed).assert().success());
    assert_eq!(chosen["algorithm"], "alphabeta-tt");
    assert!(chosen["chosen"].as_str().expect("a reason").contains("play never returns"));
    let object =
        json(foregone(&[&fixed[..], &["--algorithm", "mopns"]].concat()).assert().success());
    assert_eq!((&object["algorithm"], &object["chosen"]), (&"mopns".into(), &Value::Null));
    assert_eq!(object["schema"], 2);
    assert_eq!(object["game"], "connect4:4x5");
    assert_eq!(object["position"], "..../o.../x.../o.../x...");
    assert_eq!(object["to_move"], "first");
    assert_eq!((&object["status"], &object["value"]), (&"solved".into(), &"draw".into()));
    assert_eq!(object["bounds"], serde_json::json!(["draw", "draw"]));
    assert_eq!(object["counters"]["created"], 87_848);
    assert_eq!(object["stop"], "solved");
    assert!(object["certificate"].is_null() && object["seconds"].as_f64().is_some());
    assert_eq!(object["best_move"], object["line"][0]);
    let counters = object["counters"].as_object().expect("an object");
    assert_eq!(counters.len(), foregone::Counters::COUNT);
    for counter in foregone::Counters::NAMES {
        assert!(counters[*counter].is_u64(), "{counter}");
    }
    let options = object["options"].as_object().expect("an object");
    assert_eq!(options.len(), foregone::OPTIONS.len());
    for row in &foregone::OPTIONS {
        let is_taken = row.group.contains(foregone::Algorithm::Mopns);
        let has_name = is_taken && !matches!(row.name, "estimate" | "knowledge");
        assert_eq!(options[&row.json_name()].is_null(), !has_name, "{}", row.name);
    }
}

#[test]
fn less_than_the_value_can_be_asked() {
    let yes_or_no = |outcome| {
        stdout(foregone(&["solve", "connect4:4x4", "--at-least", outcome]).assert().success())
    };
    assert!(yes_or_no("draw").contains("connect4:4x4 is worth at least draw: yes"));
    assert!(yes_or_no("win").contains("connect4:4x4 is worth at least win: no"));
    let object = json(
        foregone(&["solve", "connect4:4x4", "--at-least", "draw", "--json"]).assert().success(),
    );
    assert_eq!((&object["status"], &object["stop"]), (&"bounded".into(), &"solved".into()));
    assert_eq!(object["bounds"], serde_json::json!(["draw", "win"]));
    assert!(object["value"].is_null());
    foregone(&["solve", "woodpush:6,2", "--range", "-1..1"])
        .assert()
        .success()
        .stdout(contains("woodpush:6,2 is worth at most -1"));
    foregone(&["solve", "woodpush:6,2", "--at-least", "-1"])
        .assert()
        .success()
        .stdout(contains("at least -1: yes"));
}

#[test]
fn every_algorithm_and_strategy_finds_the_same_value() {
    let ways: &[&[&str]] = &[
        &["--algorithm", "pns"],
        &["--algorithm", "pns", "--strategy", "linear"],
        &["--strategy", "doubling"],
        &["--strategy", "known:draw"],
        &["--algorithm", "mopns", "--ties", "highest", "--no-prune"],
        &["--algorithm", "mopns", "--no-restart", "--no-stop-unchanged", "--mobility"],
        &["--algorithm", "pns", "--dag", "--sum", "weak"],
        &["--algorithm", "mopns", "--dag", "--delete-solved"],
        &["--algorithm", "pn2"],
        &["--second", "fixed:1000"],
        &["--algorithm", "mopn2", "--second", "breuker:1000,100"],
        &["--algorithm", "pn2", "--second", "table:1000"],
        &["--algorithm", "dfpn", "--threads", "1", "--strategy", "linear", "--forget"],
        &["--algorithm", "dfpn", "--threads", "2", "--epsilon", "0.5", "--mobility"],
        &["--algorithm", "dfmopns", "--table", "4KiB", "--no-collect", "--estimate", "4"],
        &["--algorithm", "pns", "--estimate", "1"],
        &["--algorithm", "dfpn", "--knowledge", "0"],
        &["--algorithm", "mopns", "--knowledge", "1"],
        &["--algorithm", "mopns", "--knowledge", "2", "--dag", "--mobility"],
        &["--algorithm", "pn2", "--knowledge", "2"],
        &["--algorithm", "alphabeta-tt", "--depth", "deepening"],
        &["--algorithm", "alphabeta-tt", "--depth", "full", "--table", "64KiB"],
        &["--algorithm", "alphabeta"],
        &["--algorithm", "minimax"],
        &["--algorithm", "lock", "--threads", "2", "--second", "table:50"],
        &["--algorithm", "lock", "--threads", "3", "--second", "fixed:20", "--knowledge", "1"],
        &["--algorithm", "ppn2", "--threads", "2", "--second", "fixed:100"],
        &["--algorithm", "ppn2-wait", "--threads", "2", "--dag", "--mobility"],
        &["--algorithm", "jlpns", "--threads", "2", "--epsilon", "0.5"],
        &["--algorithm", "jlpns-greedy", "--threads", "1", "--sum", "weak"],
    ];
    for way in ways {
        let arguments = [&["solve", "connect4:4x4", "--json"], *way].concat();
        let object = json(foregone(&arguments).assert().success());
        assert_eq!(object["value"], "draw", "{way:?}");
    }
}

#[test]
fn a_limit_leaves_bounds_and_advice() {
    let tree = ["--algorithm", "mopns"];
    foregone(&[&["solve", "connect4:5x5", "--nodes", "1e4"], &tree[..]].concat())
        .assert()
        .code(3)
        .stdout(
            contains("connect4:5x5 is not solved: the node limit was reached first")
                .and(contains("proved     nothing yet"))
                .and(contains("efforts    ≥draw"))
                .and(contains("next leaf"))
                .and(contains("To go further: allow more --nodes")),
        );
    let object =
        json(foregone(&["solve", "connect4", "--time", "50ms", "--json"]).assert().code(3));
    assert_eq!((&object["status"], &object["stop"]), (&"unknown".into(), &"time".into()));
    assert!(object["best_move"].is_null() && object["efforts"].as_array().is_some());
    foregone(&[&["solve", "connect4", "--memory", "200kB"], &tree[..]].concat())
        .assert()
        .code(3)
        .stdout(contains("the memory limit").and(contains("mopn2")));
}

#[test]
fn a_finished_position_is_answered_at_once() {
    foregone(&["solve", "connect4", "--moves", "1212121"])
        .assert()
        .success()
        .stdout(contains("is worth win").and(contains("the game is over here")));
    let object =
        json(foregone(&["solve", "tictactoe", "--position", "xxx/oo./...", "--json"]).assert());
    assert_eq!((&object["value"], &object["counters"]["created"]), (&"win".into(), &1.into()));
}

#[test]
fn a_certificate_is_written_and_accepted() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    let arguments =
        ["solve", "connect4:4x5", "--moves", "11", "--json", "--certificate", text(&file)];
    let object = json(foregone(&arguments).assert().success());
    assert_eq!(object["certificate"]["file"], text(&file));
    assert_eq!(object["certificate"]["bytes"], std::fs::metadata(&file).expect("a file").len());
    assert_eq!(folder.count(), 1, "nothing else is left");
    let checked = json(foregone(&["check", "--json", text(&file)]).assert().success());
    assert_eq!((&checked["verdict"], &checked["value"]), (&"accepted".into(), &"draw".into()));
    assert_eq!(checked["hash"], object["certificate"]["blake3"]);
    assert_eq!(checked["records"], object["certificate"]["records"]);
    // The file is not replaced without --force.
    foregone(&arguments).assert().code(2).stderr(contains("exists already; --force replaces it"));
    foregone(&[&arguments[..], &["--force"]].concat()).assert().success();
}

#[test]
fn certificates_of_all_kinds_are_accepted() {
    let folder = Folder::new();
    let graph = folder.write(
        "game.json",
        r#"{"outcomes":["loss","win"],"start":"a","nodes":{
            "a":{"player":"max","moves":["b","c"]},"b":{"value":"loss"},"c":{"value":"win"}}}"#,
    );
    let graph = format!("graph:{}", text(&graph));
    let questions: &[&[&str]] = &[
        &["tictactoe"],
        &["woodpush:6,2"],
        &["woodpush:6,2", "--moves", "f2 f5", "--algorithm", "pns"],
        &["connect4:4x4", "--at-least", "win"],
        &["connect4:4x4", "--algorithm", "mopn2", "--second", "fixed:100"],
        &["connect4:4x4", "--dag"],
        &["connect4:4x4", "--algorithm", "pns", "--knowledge", "2"],
        &["breakthrough:4x5"],
        &["breakthrough:4x5", "--algorithm", "pns", "--knowledge", "4"],
        &["breakthrough:4x5", "--algorithm", "dfpn", "--knowledge", "6", "--threads", "1"],
        &["connect4", "--moves", "1212121"],
        &[&graph],
        &["connect4:4x4", "--algorithm", "pns", "--strategy", "known:draw", "--delete-solved"],
        &["connect4:4x5", "--algorithm", "lock", "--threads", "2", "--second", "table:100"],
        &["breakthrough:3x5", "--algorithm", "ppn2", "--threads", "2", "--second", "fixed:500"],
        &["woodpush:6,2", "--algorithm", "jlpns", "--threads", "2", "--second", "table:30"],
    ];
    for (index, question) in questions.iter().enumerate() {
        let file = folder.file(&format!("{index}.fgc"));
        foregone(&[&["solve"], *question, &["--certificate", text(&file)]].concat())
            .assert()
            .success()
            .stdout(contains("proves at"));
        foregone(&["check", "--quiet", text(&file)]).assert().success().stdout("");
    }
}

#[test]
fn a_canonical_certificate_is_the_same_whoever_finds_the_answer() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    for game in ["connect4:4x5", "torere"] {
        let ways: &[&[&str]] = &[
            &["--algorithm", "dfpn", "--threads", "1"],
            &["--algorithm", "dfpn", "--threads", "2", "--epsilon", "1", "--mobility"],
            &["--algorithm", "dfmopns", "--threads", "2", "--table", "64KiB"],
            &["--algorithm", "dfmopns", "--threads", "1", "--memory", "64MB", "--sum", "weak"],
            &["--algorithm", "dfpn", "--strategy", "linear", "--forget"],
            &["--algorithm", "lock", "--threads", "2"],
            &["--algorithm", "pns", "--mobility"],
            &["--algorithm", "mopns", "--dag"],
            &["--algorithm", "pn2", "--memory", "64MB"],
            &["--algorithm", "alphabeta-tt", "--threads", "1"],
        ];
        // In Mu Torere play can return, so neither fleets nor searches that keep a tree can be used.
        let ways = if game == "torere" { &ways[..5] } else { ways };
        let mut first = None;
        for way in ways {
            let fixed = ["solve", game, "--canonical", "--force", "--certificate", text(&file)];
            foregone(&[&fixed[..], way].concat()).assert().success();
            foregone(&["check", text(&file)]).assert().success();
            let bytes = std::fs::read(&file).expect("a certificate");
            assert!(*first.get_or_insert(bytes.clone()) == bytes, "{game} {way:?}");
        }
    }
}

#[test]
fn bounds_reached_before_a_limit_are_certified() {
    let folder = Folder::new();
    let file = folder.file("bounds.fgc");
    let arguments = ["solve", "connect4:4x5", "--algorithm", "pns", "--strategy", "linear"];
    let whole = json(foregone(&[&arguments[..], &["--json"]].concat()).assert().success());
    let nodes = (whole["counters"]["created"].as_u64().expect("a number") - 1000).to_string();
    let limits = ["--nodes", &nodes, "--certificate", text(&file)];
    foregone(&[&arguments[..], &limits].concat())
        .assert()
        .code(3)
        .stdout(contains("proved       at least draw").and(contains("proves at least draw")));
    foregone(&["check", text(&file)]).assert().success().stdout(contains("is worth at least draw"));
    // If nothing is proved, no file is written.
    let file = folder.file("nothing.fgc");
    foregone(&["solve", "connect4", "--nodes", "100", "--certificate", text(&file)])
        .assert()
        .code(3)
        .stdout(contains("none written: nothing was proved"));
    assert!(!file.exists());
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_with_what_is_known() {
    let child =
        program(&["solve", "connect4", "--memory", "500MB", "--second", "fixed:1000", "--json"])
            .spawn()
            .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["stop"], "interrupted");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_foregone"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty());
}

/// One line for each position, whether it is written as moves or as a board.
#[test]
fn a_file_of_positions_is_solved_line_by_line() {
    let folder = Folder::new();
    let list = folder
        .write("list", "\u{feff}# a comment\n-\na1 b1 a2 b2\n\nxx./oo./... \n@ .../.../...\n");
    let solve = ["solve", "tictactoe", "--json", "--positions"];
    let page = stdout(foregone(&[&solve[..], &[text(&list)]].concat()).assert().success());
    let answers: Vec<serde_json::Value> =
        page.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let values: Vec<&str> = answers.iter().filter_map(|answer| answer["value"].as_str()).collect();
    assert_eq!(values, ["draw", "win", "win", "draw"]);
    // What is found does not depend on the positions before.
    for member in ["position", "counters", "line"] {
        assert_eq!(answers[0][member], answers[3][member], "{member}");
    }
    // A limit holds for each position.
    let limited = [&solve[..], &[text(&list), "--nodes", "20"]].concat();
    assert_eq!(stdout(foregone(&limited).assert().code(3)).lines().count(), 4);
    let bad = folder.write("bad", "a1\nz9\n");
    let refused = foregone(&[&solve[..], &[text(&bad)]].concat()).assert().code(2).stdout("");
    refused.stderr(contains("line 2: as moves: ").and(contains("as a position: ")));
    foregone(&["solve", "tictactoe", "--positions", text(&list)]).assert().code(2);
}
