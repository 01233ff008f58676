//! `foregone compare`, `foregone simulate`, `foregone reproduce` and `foregone bench`.

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

/// A standing in what `compare --json` prints.
fn standing<'v>(object: &'v Value, name: &str) -> &'v Value {
    let standings = object["algorithms"].as_array().expect("a list");
    standings.iter().find(|standing| standing["name"] == name).expect(name)
}

#[test]
fn algorithms_are_compared_on_all_positions_after_some_moves() {
    let arguments = ["compare", "connect4:4x4", "--after", "2", "--algorithms"];
    let list = "mopns,pns,pns:binary,mopns+dag,pn2:fixed:1000";
    let object = json(foregone(&[&arguments[..], &[list, "--json"]].concat()).assert().success());
    assert_eq!(object["positions"], 16);
    assert_eq!(object["values"], serde_json::json!({ "loss": 0, "draw": 16, "win": 0 }));
    assert_eq!(standing(&object, "mopns")["created"], 645_650);
    assert_eq!(standing(&object, "pns:known")["created"], 771_124);
    // With three outcomes, binary search asks the same two questions as the confirmation of a draw.
    assert_eq!(standing(&object, "pns:binary")["created"], 771_124);
    assert_eq!(standing(&object, "mopns+dag")["fewest"], 16);
    let against = &standing(&object, "pns:known")["against_first"];
    assert_eq!(*against, serde_json::json!({ "lower": 2, "equal": 0, "higher": 14 }));
    assert_eq!(standing(&object, "pn2:known:fixed:1000")["solved"], 16);
    let page = stdout(foregone(&[&arguments[..], &["mopns,pns"]].concat()).assert().success());
    for part in ["16 positions after 2 moves", "645,650", "771,124", "2/0/14", "values: 16 draw"] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
}

#[test]
fn comparisons_are_written_and_drawn() {
    let folder = Folder::new();
    let (csv, plot) = (folder.file("nodes.csv"), folder.file("nodes.svg"));
    let arguments = [
        "compare",
        "tictactoe",
        "--after",
        "2",
        "--algorithms",
        "mopns,pns",
        "--csv",
        text(&csv),
        "--plot",
        text(&plot),
    ];
    foregone(&arguments).assert().success();
    let rows = std::fs::read_to_string(&csv).expect("a file");
    assert_eq!(rows.lines().count(), 1 + 2 * 72);
    let fields = rows.lines().next().expect("a head").split(',').count();
    assert!(rows.lines().all(|row| row.split(',').count() == fields), "no field has a comma here");
    assert!(rows.contains("\n1,a1 b1,"), "{rows}");
    let drawing = std::fs::read_to_string(&plot).expect("a file");
    assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
    assert_eq!(drawing.matches("<circle").count(), 72);
    foregone(&arguments).assert().code(2).stderr(contains("exists already; --force replaces it"));
    foregone(&[&arguments[..], &["--force"]].concat()).assert().success();
}

#[test]
fn fields_with_commas_are_quoted() {
    let folder = Folder::new();
    let csv = folder.file("nodes.csv");
    let list = ["compare", "woodpush:6,2", "--after", "3", "--algorithms", "mopns"];
    foregone(&[&list[..], &["--csv", text(&csv)]].concat()).assert().success();
    let rows = std::fs::read_to_string(&csv).expect("a file");
    assert!(rows.contains(",\""), "earlier boards are separated by commas: {rows}");
}

#[test]
fn expected_values_are_looked_at() {
    let folder = Folder::new();
    // Scores are those of the player to move; on a scale without scores only their sign counts.
    let right = folder.write("right", "# two of them\n2252576253462244111563365343671351441 -1\n\n23163416124767223154467471272416755633 0\n");
    let compare = |game: &str, file: &std::path::Path| {
        foregone(&["compare", game, "--positions", text(file), "--algorithms", "mopns"])
    };
    for game in ["connect4:7x6", "connect4:7x6,score=pons"] {
        compare(game, &right).assert().success().stdout(contains("as expected: 2 of 2"));
    }
    let wrong = folder.write("wrong", "2252576253462244111563365343671351441 1\n");
    compare("connect4:7x6", &wrong)
        .assert()
        .code(1)
        .stdout(contains("as expected: 0 of 1").and(contains("not 1")));
    let words = folder.write("words", "1111 draw\n");
    compare("connect4:4x5", &words).assert().success();
    let start = folder.write("start", "- draw\n");
    compare("tictactoe", &start).assert().success();
    for (content, sentence) in [
        ("1111\n119\n", "line 2: move 3 (\"9\")"),
        ("1111 won\n", "line 1: \"won\" is not an outcome"),
        ("1 1 1\n", "line 1: \"1\" is too much"),
        ("# nothing\n", "there are no positions"),
    ] {
        let bad = folder.write("bad", content);
        compare("connect4:4x5", &bad).assert().code(2).stdout("").stderr(contains(sentence));
    }
}

#[test]
fn limits_leave_positions_unsolved() {
    let arguments =
        ["compare", "connect4:4x5", "--after", "1", "--algorithms", "mopns,pns", "--nodes", "1000"];
    foregone(&arguments).assert().code(3).stdout(contains("not solved by all: 4 positions"));
}

#[test]
fn comparisons_are_refused_with_a_reason() {
    for (arguments, sentence) in [
        (["--after", "1", "--algorithms", "mopns,magic"], "\"magic\" is not an algorithm"),
        (["--after", "1", "--algorithms", "mopns:linear"], "strategy goes with pns, pn2 and dfpn"),
        (["--positions", "missing", "--algorithms", "pns"], "missing cannot be read: no such file"),
        (["--plot", "x.svg", "--algorithms", "pns"], "--after"),
    ] {
        foregone(&[&["compare", "tictactoe"], &arguments[..]].concat())
            .assert()
            .code(2)
            .stderr(contains(sentence));
    }
    let one = ["compare", "tictactoe", "--after", "1", "--algorithms", "pns", "--plot", "x.svg"];
    foregone(&one).assert().code(2).stderr(contains("--plot needs two algorithms"));
}

/// A measured figure in what `reproduce --json` prints.
fn measured(object: &Value, what: &str) -> u64 {
    let figures = object["tables"][0]["sections"][0]["figures"].as_array().expect("a list");
    let figure = figures.iter().find(|figure| figure["what"] == what).expect(what);
    figure["measured"].as_u64().expect("a number")
}

/// The table takes 37 million nodes, and the counts must be exact.
#[test]
fn table_1_meets_the_reference_to_the_node() {
    let object = json(foregone(&["reproduce", "mopns-1", "--quick", "--json"]).assert().success());
    assert_eq!(measured(&object, "MOPNS node creations"), 16_943_961);
    assert_eq!(measured(&object, "PNS node creations"), 20_082_774);
    assert_eq!(measured(&object, "MOPNS lower"), 219);
    assert_eq!(measured(&object, "PNS lower"), 21);
    assert_eq!(measured(&object, "equal"), 16);
    let values = ["win", "draw", "loss"].map(|value| format!("positions worth {value}"));
    assert_eq!(values.map(|what| measured(&object, &what)), [16, 222, 18]);
}

/// The last ten positions of table 1 of the paper on proof-number search, as Lithidion searched them.
#[test]
fn lithidion_meets_the_published_table_to_the_node() {
    let arguments = ["reproduce", "allis-1", "--quick", "--lithidion", "--json"];
    let object = json(foregone(&arguments).assert().success());
    let sections = object["tables"][0]["sections"].as_array().expect("a list");
    assert_eq!(sections.len(), 1);
    let figures = sections[0]["figures"].as_array().expect("a list");
    let rows = "55 (N),55 (S),54 (N),54 (S),53 (N),53 (S),52 (N),52 (S),51 (N),51 (S)";
    let cells = rows.split(',').flat_map(|row| {
        ["sum", "max pos", "max tree"].map(|what| (Value::from(row), Value::from(what)))
    });
    let found = figures.iter().map(|figure| (figure["row"].clone(), figure["what"].clone()));
    assert!(found.eq(cells), "{figures:?}");
    for figure in figures {
        assert!(figure["published"].is_u64() && figure["stopped"].is_null(), "{figure}");
        assert_eq!(figure["measured"], figure["published"], "{figure}");
    }
    let last = figures.iter().rev().map(|figure| figure["measured"].as_u64());
    assert!(last.take(3).eq([43_205, 156_348, 224_314].map(Some)), "{figures:?}");
}

/// The second player wins 5x4, and a higher knowledge level needs fewer nodes. With the rule of the paper and all patterns the
/// first player would win: results that use this rule are printed with a question mark.
#[test]
fn small_breakthrough_boards_are_searched_in_every_way() {
    let arguments = ["reproduce", "breakthrough-5", "--quick", "--json"];
    let object = json(foregone(&arguments).assert().success());
    let sections = object["tables"][0]["sections"].as_array().expect("a list");
    let figures = |part: usize| sections[part]["figures"].as_array().expect("a list");
    let rows: Vec<&Value> = (0..7).map(|part| &figures(part)[0]["row"]).collect();
    let (pn2, others) = (Value::from("5x4, 1k: loss"), Value::from("5x4: loss, loss"));
    let believed = Value::from("5x4, 1k: win?");
    assert_eq!(rows, [&pn2, &believed, &pn2, &pn2, &others, &others, &others]);
    assert_eq!(sections.len(), 7);
    let published = |part: usize| [0, 2].map(|at| figures(part)[at]["published"].as_u64());
    assert_eq!(published(0), [Some(4132), Some(2000)]);
    assert_eq!(published(1), [Some(72), Some(1000)]);
    let created =
        |part: usize, at: usize| figures(part)[at]["measured"].as_u64().expect("a number");
    for (at, parts) in [(1, [0, 2, 3]), (0, [4, 5, 6]), (2, [4, 5, 6])] {
        let [nothing, patterns, attacks] = parts.map(|part| created(part, at));
        assert!(nothing > patterns && patterns > attacks && attacks > 0, "{object}");
    }
    // A search of the second level creates at most its limit of nodes and the nodes of its last expansion.
    assert!(created(0, 1) <= created(0, 0) * 1100, "{object}");
}

/// Values, certificates and checksums are those of docs/solved.md.
#[test]
fn what_the_document_says_is_solved_again() {
    let object = json(foregone(&["reproduce", "solved", "--quick", "--json"]).assert().success());
    assert_eq!(object["wrong"], serde_json::json!([]));
    let solved = object["solved"].as_array().expect("a list");
    assert!(solved.len() >= 20, "{object}");
    let boards = object["boards"].as_array().expect("a list");
    assert!(boards.len() >= 7, "{object}");
    assert!(boards.iter().all(|board| board["searched"] == board["value"]), "{object}");
    // The command that stands there writes that certificate.
    let folder = Folder::new();
    let line = solved.iter().find(|line| line["game"] == "breakthrough:3x5").expect("a line");
    let command = line["command"].as_str().expect("a command");
    let file = folder.file("proof.fgc");
    let command = command.replace("FILE", text(&file));
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let written = json(foregone(&[&words[..], &["--json"]].concat()).assert().success());
    assert_eq!(written["certificate"]["blake3"], line["certificate"]["blake3"]);
}

#[test]
fn table_3_has_the_published_answers() {
    let page = stdout(foregone(&["reproduce", "mopns-3"]).assert().success());
    for part in [
        "problem 86: LL.R.RLR L",
        "PNS >= 2 (true)",
        "PNS >= 3 (false)",
        "MOPNS [-5, 5] (value 2)",
        "MOPNS [1, 3] (value 2)",
        "178,841",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
}

#[test]
fn the_benchmark_does_the_same_work_twice() {
    let signatures = || {
        let object = json(foregone(&["bench", "--json"]).assert().success());
        let lines = object["algorithms"].as_array().expect("a list").clone();
        let names: Vec<Value> = lines.iter().map(|line| line["signature"].clone()).collect();
        (object["signature"].clone(), object["created"].clone(), names)
    };
    let first = signatures();
    assert_eq!(first.2.len(), 9);
    assert_eq!(first, signatures());
}

/// Every policy on boards with two and three outcomes, with faults. Exit code 1 would mean that a fleet finds another value than
/// the sequential search.
#[test]
fn fleets_find_what_a_sequential_search_finds() {
    const POLICIES: &str = "lock,ppn2,ppn2-wait,jlpns,jlpns-win,jlpns-greedy";
    let faults = ["--loss", "0.05", "--duplicate", "0.05", "--late", "2", "--die", "0.02"];
    for (game, second, value) in [
        ("tictactoe", "table", "draw"),
        ("connect4:4x4", "table", "draw"),
        ("mnk:4,3,3", "tree", "win"),
        ("breakthrough:3x4", "tree", "loss"),
    ] {
        let fleet = ["--workers", "1,7", "--hosts", "2", "--job", "40", "--second", second];
        let arguments = [&["simulate", game, "--json", "--policy", POLICIES], &fleet[..], &faults];
        let object = json(foregone(&arguments.concat()).assert().success());
        assert_eq!(object["value"], value, "{game}");
        let fleets = object["fleets"].as_array().expect("a list");
        assert_eq!(fleets.len(), 12);
        assert!(fleets.iter().all(|fleet| fleet["state"] == "solved"), "{object}");
    }
}

#[test]
fn simulations_follow_from_their_seed_and_are_written() {
    let folder = Folder::new();
    let (csv, plot) = (folder.file("fleets.csv"), folder.file("fleets.svg"));
    let files = ["--csv", text(&csv), "--plot", text(&plot), "--force"];
    let fixed =
        ["simulate", "breakthrough:3x4", "--knowledge", "0", "--workers", "1,4", "--job", "20"];
    let page = |seed: &str| {
        let more = ["--loss", "0.1", "--spread", "1", "--seed", seed];
        stdout(foregone(&[&fixed[..], &more, &files].concat()).assert().success())
    };
    assert_eq!(page("3"), page("3"));
    assert_ne!(page("3"), page("4"));
    for part in ["of sequential", "best sequential: dfpn", "value: loss", "jlpns"] {
        assert!(page("3").contains(part), "{part} in\n{}", page("3"));
    }
    let rows = std::fs::read_to_string(&csv).expect("a file");
    assert_eq!(rows.lines().count(), 1 + 3 * 2);
    let fields = rows.lines().next().expect("a head").split(',').count();
    assert!(rows.lines().all(|row| row.split(',').count() == fields), "{rows}");
    let drawing = std::fs::read_to_string(&plot).expect("a file");
    assert!(drawing.starts_with("<svg") && drawing.contains("ppn2"), "{drawing}");
}

#[test]
fn fleets_that_cannot_be_are_refused_in_one_sentence() {
    for (arguments, sentence) in [
        (&["hounds"][..], "many workers can share a search only where play never returns"),
        (&["tictactoe", "--moves", "a1 a2 b1 b2 c1"], "the game is over here"),
        (&["tictactoe", "--plot", "x.svg", "--workers", "2"], "need --workers 1"),
        (&["tictactoe", "--at-least", "loss"], "it is the worst outcome"),
        (&["tictactoe", "--loss", "1"], "it is a share from 0 to 0.9"),
        (&["tictactoe", "--workers", "0"], "it is a number from 1 to 100000"),
        (&["tictactoe", "--policy", "first"], "invalid value 'first'"),
    ] {
        let arguments = [&["simulate"], arguments].concat();
        foregone(&arguments).assert().code(2).stderr(contains(sentence));
    }
    let stopped = ["simulate", "connect4:5x4", "--workers", "4", "--descents", "100", "--json"];
    let object = json(foregone(&stopped).assert().code(3));
    assert_eq!(object["fleets"][0]["state"], "stopped");
}

/// The tables of the Breakthrough paper on a small board have the published rows, and the speed-up of one worker is 1.
#[test]
fn tables_of_fleets_have_the_published_rows() {
    for (table, rows, columns) in [("breakthrough-3", 6, 4), ("breakthrough-4", 7, 3)] {
        let object = json(foregone(&["reproduce", table, "--quick", "--json"]).assert().success());
        let sections = object["tables"][0]["sections"].as_array().expect("a list");
        assert_eq!(sections.len(), 4);
        for section in sections {
            let figures = section["figures"].as_array().expect("a list");
            assert_eq!(figures.len(), rows * columns, "{section}");
            assert!(figures.iter().all(|figure| figure["published"].is_null()), "another board");
            assert!(figures.iter().all(|figure| figure["measured"].as_u64() > Some(0)));
        }
        if table == "breakthrough-3" {
            let faster =
                |row: usize| sections[0]["figures"][row * columns + 1]["measured"].as_u64();
            assert_eq!(faster(0), Some(10));
            assert!(faster(5) > Some(20), "64 clients are {:?} tenths as fast as one", faster(5));
        }
    }
}

#[test]
fn auto_stands_for_the_algorithm_that_fits_the_game() {
    let compare = ["compare", "connect4:4x4", "--after", "1", "--json", "--algorithms"];
    let object =
        json(foregone(&[&compare[..], &["auto,alphabeta-tt"]].concat()).assert().success());
    let (auto, named) = (standing(&object, "auto=alphabeta-tt"), standing(&object, "alphabeta-tt"));
    assert_eq!(auto["created"], named["created"]);
    let object = json(foregone(&[&compare[..], &["auto+dag"]].concat()).assert().success());
    assert_eq!(standing(&object, "auto=mopns+dag")["solved"], 4);
}

/// The search that finds the values is not one of the algorithms to compare: it uses the usual algorithm of the game, and the
/// table shows it.
#[test]
fn the_search_for_known_values_is_shown_and_fits_the_game() {
    let compare = |game: &str, more: &[&str]| {
        let arguments = ["compare", game, "--after", "2", "--algorithms", "dfpn", "--json"];
        foregone(&[&arguments[..], more].concat())
    };
    let object = json(compare("hounds", &[]).assert().success());
    assert_eq!((&object["positions"], &object["finder"]), (&21.into(), &Value::Null));
    let object = json(compare("connect4:5x5", &[]).assert().success());
    let finder = &object["finder"];
    assert_eq!((&finder["algorithm"], &finder["solved"]), (&"alphabeta-tt".into(), &25.into()));
    assert!(finder["created"].as_u64().is_some_and(|nodes| nodes > 1000), "{finder}");
    // It has the same limits as the algorithms.
    let object = json(compare("connect4:5x5", &["--nodes", "1000"]).assert().code(3));
    assert!(object["finder"]["created"].as_u64().is_some_and(|nodes| nodes <= 25_100), "{object}");
    assert_eq!(standing(&object, "dfpn:known")["created"], 0);
    let page =
        foregone(&["compare", "connect4:4x4", "--after", "1", "--algorithms", "dfpn"]).assert();
    page.success().stdout(contains("(values by alphabeta-tt)"));
}

/// Positions are counted before they are stored, so that too many of them are refused without taking memory.
#[cfg(unix)]
#[test]
fn too_many_positions_are_refused_before_they_are_kept() {
    let mut command = std::process::Command::new("bash");
    let script = "ulimit -v 400000; exec \"$0\" \"$@\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_foregone")]);
    command.args(["compare", "connect4:4x4", "-a", "mopns", "--after", "99", "--memory", "16GiB"]);
    let output = command.output().expect("bash");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{said}");
    for part in ["there are at least", "which take about", "a quarter of --memory is 4.0 GiB"] {
        assert!(said.contains(part), "{said}");
    }
}

/// What was finished before Ctrl-C is printed.
#[cfg(unix)]
#[test]
fn finished_rows_survive_an_interruption() {
    // Each of these tables takes minutes at least.
    for table in ["breakthrough-5", "mopns-1", "chance-utilities"] {
        let mut wait = std::time::Duration::from_millis(300);
        // The time of a row depends on the machine: wait longer until there is one.
        loop {
            let child = crate::common::program(&["reproduce", table]).spawn().expect("it starts");
            std::thread::sleep(wait);
            crate::common::interrupt(&child);
            let output = child.wait_with_output().expect("an end");
            let page = String::from_utf8(output.stdout).expect("text");
            assert_eq!(output.status.code(), Some(3), "{page}");
            if let Some((_, rest)) = page.split_once(" finished: it was interrupted first)") {
                let table = rest.split("measured in").next().unwrap_or_default();
                let rows = table.lines().filter(|line| line.contains(|c: char| c.is_ascii_digit()));
                assert!(rows.count() >= 1, "{page}");
                break;
            }
            wait = wait * 3 / 2;
            assert!(wait < std::time::Duration::from_secs(60), "{table}: no rows in\n{page}");
        }
    }
}
