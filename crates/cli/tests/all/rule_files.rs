//! Rule files on the command line: `foregone gdl`, positions and moves, certificates with their files, checkpoints, and bad input.

use std::fs;
use std::path::PathBuf;

use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::common::{Folder, foregone, json, stdout, text};

fn example(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/gdl")).join(name)
}

/// The folder with a rule file of the examples.
fn with(name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new();
    let file = folder.write(name, fs::read(example(name)).expect("an example"));
    (folder, file)
}

/// A certificate of the value of a rule file, beside that file.
fn certified(name: &str, options: &str) -> (Folder, PathBuf, PathBuf) {
    let (folder, file) = with(name);
    let game = format!("gdl:{name}{options}");
    let mut solve = foregone(&["solve", &game, "--certificate", "proof.fgc", "--quiet"]);
    solve.current_dir(folder.0.path()).assert().success();
    let proof = folder.file("proof.fgc");
    (folder, file, proof)
}

#[test]
fn certificates_of_rule_files_are_accepted() {
    for (name, options, value) in [
        ("tictactoe.kif", ",infinite=draw", "draw"),
        ("nim.kif", ",infinite=loss", "win"),
        ("nim-misere.kif", ",infinite=win", "win"),
        ("chase-limit.kif", "", ""),
        ("chase.kif", ",infinite=loss", ""),
        ("boxes.kif", ",infinite=0", ""),
        ("hexapawn.kif", ",infinite=loss", "loss"),
        ("domineering.kif", ",infinite=loss", ""),
        ("hex-3x3.kif", ",infinite=loss", "win"),
    ] {
        let (_folder, _, proof) = certified(name, options);
        let verdict = json(foregone(&["check", text(&proof), "--json"]).assert().success());
        assert_eq!(verdict["verdict"], "accepted", "{name}: {verdict}");
        if !value.is_empty() {
            assert_eq!(verdict["value"], value, "{name}: {verdict}");
        }
    }
}

#[test]
fn a_certificate_finds_its_rule_file_and_no_other() {
    let (folder, file, proof) = certified("nim.kif", ",infinite=loss");
    foregone(&["proof", "show", text(&proof)]).assert().success().stdout(contains("leave"));
    let elsewhere = Folder::new();
    let moved = elsewhere.write("proof.fgc", fs::read(&proof).expect("a file"));
    for command in [&["check"][..], &["proof", "show"]] {
        let arguments = [command, &[text(&moved)]].concat();
        foregone(&arguments).assert().failure().stderr(contains("name it with --game-file"));
        let named = [&arguments[..], &["--game-file", text(&file)]].concat();
        foregone(&named).assert().success();
    }
    let changed = fs::read_to_string(&file).expect("text").replace("(heap c 5)", "(heap c 4)");
    let other = folder.write("other.kif", changed);
    foregone(&["check", text(&moved), "--game-file", text(&other)])
        .assert()
        .code(4)
        .stdout(contains("rule file: ").and(contains("hash differs")));
}

/// Any byte that is changed makes the certificate another one, or none.
#[test]
fn damaged_certificates_of_rule_files_are_rejected() {
    let (folder, _, proof) = certified("nim.kif", ",infinite=loss");
    let bytes = fs::read(&proof).expect("a file");
    for at in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let file = folder.write("damaged.fgc", damaged);
        let code = foregone(&["check", text(&file), "--quiet"]).assert().failure();
        assert!(matches!(code.get_output().status.code(), Some(1 | 4)), "byte {at}");
    }
}

#[test]
fn a_search_goes_on_only_with_the_same_rules() {
    let (folder, file) = with("connect4-5x4.kif");
    let game = format!("gdl:{},infinite=draw", text(&file));
    let saved = folder.file("search.fgk");
    let limits = ["--algorithm", "pns", "--nodes", "2000"];
    let search = [&["solve", &game, "--checkpoint", text(&saved)], &limits[..]].concat();
    foregone(&search).assert().code(3);
    foregone(&["solve", "--resume", text(&saved), "--nodes", "3000"]).assert().code(3);
    fs::write(&file, fs::read_to_string(&file).expect("text") + "; more\n").expect("a file");
    foregone(&["solve", "--resume", text(&saved)])
        .assert()
        .code(2)
        .stderr(contains("rule file that has changed since"));
}

#[test]
fn positions_are_shown_as_boards() {
    let (_folder, file) = with("tictactoe.kif");
    let game = format!("gdl:{}", text(&file));
    let board = "   3 . . .\n   2 . x .\n   1 o . .\n     1 2 3\n";
    for moves in ["(mark 2 2) (mark 1 1)", "mark 2 2, mark 1 1", "MARK 2 2 (mark 1 1)"] {
        let shown = stdout(foregone(&["games", &game, "--moves", moves]).assert().success());
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat(&shown).contains(&flat(board)), "{shown}");
        assert!(shown.contains("control x") && shown.contains("x to choose"), "{shown}");
        assert!(!shown.contains("\\n"), "{shown}");
    }
    foregone(&["games", &game, "--perft", "3"])
        .assert()
        .success()
        .stdout("  1  9\n  2  72\n  3  504\n");
    let drawing =
        stdout(foregone(&["games", &game, "--moves", "mark 2 2", "--svg", "-"]).assert().success());
    assert_eq!(drawing.matches("class=\"cell\"").count(), 9, "{drawing}");
    assert!(drawing.contains("class=\"first\""), "{drawing}");
    foregone(&["games", &game, "--dot", "-"])
        .assert()
        .code(2)
        .stderr(contains("--dot goes with graph games"));
    let heaps = format!("gdl:{}", text(&example("nim.kif")));
    foregone(&["games", &heaps])
        .assert()
        .success()
        .stdout(contains("heap").and(contains("(a 3) (b 4) (c 5)")));
}

#[test]
fn wrong_moves_and_positions_get_one_sentence() {
    let game = format!("gdl:{}", text(&example("tictactoe.kif")));
    for (arguments, why) in [
        (["--moves", "mark 2 2 mark 2 2"], "move 2 (\"mark 2 2\"): no such move of o"),
        (["--moves", "mark 4 4"], "no such move of x"),
        (["--moves", "(mark 1"], "never closed"),
        (["--position", "(cell 1 1 x)"], "play the moves that lead to"),
        (["--position", "(cell 9 9 x)"], "is never true in this game"),
        (["--position", "("], "never closed"),
    ] {
        let refused = foregone(&[&["games", &game], &arguments[..]].concat()).assert().code(2);
        let said = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn files_that_are_no_games_get_one_sentence() {
    let folder = Folder::new();
    let tictactoe = fs::read(example("tictactoe.kif")).expect("an example");
    let cases: [(&str, Vec<u8>, &str); 7] = [
        ("cut.kif", tictactoe[..tictactoe.len() / 2].to_vec(), "never closed"),
        (
            "binary.kif",
            (0..=255).cycle().take(5_000).collect(),
            "the file is not UTF-8 text from here on",
        ),
        ("deep.kif", b"(".repeat(100_000), "nested more than 200 deep"),
        ("empty.kif", Vec::new(), "the file has no rule"),
        (
            "one.kif",
            b"(role x) (legal x a) (goal x 0) terminal".to_vec(),
            "a word outside all lists",
        ),
        (
            "random.kif",
            b"(role random) (role x) (legal x a) (goal x 0) (terminal)".to_vec(),
            "'random'",
        ),
        (
            "prose.kif",
            b"Dear reader,\nthis is no game.\n".to_vec(),
            "prose.kif:1:1: a word outside all lists",
        ),
    ];
    for (name, content, why) in cases {
        let file = folder.write(name, content);
        for command in [&["solve"][..], &["games"]] {
            let game = format!("gdl:{}", text(&file));
            let refused = foregone(&[command, &[&game]].concat()).assert().code(2);
            let said = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
            assert!(said.contains(why) && said.lines().count() == 1, "{name}: {said}");
        }
        foregone(&["gdl", "check", text(&file)]).assert().code(2).stderr(contains(why));
        if name != "random.kif" {
            // Who plays makes no difference to the instances of rules.
            foregone(&["gdl", "ground", text(&file)]).assert().code(2).stderr(contains(why));
        }
    }
    foregone(&["solve", "gdl:missing.kif"])
        .assert()
        .code(2)
        .stderr(contains("rule file missing.kif: no such file"));
    foregone(&["solve", "gdl:"]).assert().code(2).stderr(contains("gdl needs a file"));
    let unknown = format!("gdl:{},infinite=much", text(&example("nim.kif")));
    foregone(&["solve", &unknown]).assert().code(2).stderr(contains("much"));
}

#[test]
fn a_rule_file_may_come_from_standard_input() {
    let rules = fs::read(example("nim.kif")).expect("an example");
    foregone(&["solve", "gdl:-,infinite=loss"])
        .write_stdin(rules.clone())
        .assert()
        .success()
        .stdout(contains("win"));
    foregone(&["gdl", "check", "-"])
        .write_stdin(rules.clone())
        .assert()
        .success()
        .stdout(contains("a game of x (Max) and o"));
    foregone(&["gdl", "ground", "-"])
        .write_stdin(rules)
        .assert()
        .success()
        .stdout(contains("(init (heap a 3))"));
}

#[test]
fn a_check_tells_what_the_game_is_like() {
    let page =
        stdout(foregone(&["gdl", "check", text(&example("tictactoe.kif"))]).assert().success());
    for part in [
        "a game of x (Max) and o",
        "loss < draw < win",
        "random play  1,000 games with 5 to 9 moves",
        "bits, exact",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let object =
        json(foregone(&["gdl", "check", text(&example("boxes.kif")), "--json"]).assert().success());
    assert_eq!(object["outcomes"], serde_json::json!(["0", "25", "50", "75", "100"]), "{object}");
    assert_eq!(object["roles"], serde_json::json!(["x", "o"]), "{object}");
    assert_eq!(object["finding"], serde_json::Value::Null, "{object}");
}

#[test]
fn errors_and_warnings_show_the_place() {
    let folder = Folder::new();
    let rules = String::from_utf8(fs::read(example("nim.kif")).expect("an example")).expect("text");
    let line = "(<= (legal ?role noop) (role ?role) (not (true (control ?role))))";
    let loose =
        rules.replace(line, "(<= (legal ?role noop) (role ?role) (not (true (control ?who))))");
    let file = folder.write("loose.kif", loose);
    let refused = foregone(&["gdl", "check", text(&file)]).assert().code(2);
    let said = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with("?who is bound by no positive sentence"), "{said}");
    assert!(lines[0].contains(":11:42: "), "{said}");
    let caret = lines[2].find('^').expect("a caret");
    assert!(lines[1][caret..].starts_with("(true (control ?who))"), "{said}");
    let object = json(foregone(&["gdl", "check", text(&file), "--json"]).assert().code(2));
    assert_eq!(object["error"]["stage"], "checking");
    assert_eq!(object["error"]["place"], serde_json::json!({"line": 11, "column": 42}));
    let cased =
        folder.write("cased.kif", rules.replace("(init (control x))", "(init (Control x))"));
    let page = stdout(foregone(&["gdl", "check", text(&cased)]).assert().success());
    assert!(page.contains("warning: ") && page.contains("capital letters"), "{page}");
    let stuck = folder.write("stuck.kif", rules.replace(line, ""));
    foregone(&["gdl", "check", text(&stuck)])
        .assert()
        .code(2)
        .stderr(contains("has no legal move"));
}

#[test]
fn a_folder_gets_a_line_for_each_file() {
    let folder = Folder::new();
    for name in ["nim.kif", "tictactoe.kif"] {
        folder.write(name, fs::read(example(name)).expect("an example"));
    }
    let here = text(folder.0.path()).to_owned();
    let page = stdout(foregone(&["gdl", "check", &here]).assert().success());
    assert_eq!(page.lines().filter(|line| line.contains(".kif  ")).count(), 2, "{page}");
    assert!(page.contains("\n2 files: "), "{page}");
    folder.write("prose.kif", "no game");
    let page = stdout(foregone(&["gdl", "check", &here]).assert().code(2));
    assert!(
        page.contains("1:1: a word outside all lists") && page.contains("1 refused in reading"),
        "{page}"
    );
    let lines = stdout(foregone(&["gdl", "check", &here, "--json"]).assert().code(2));
    assert_eq!(lines.lines().count(), 3, "{lines}");
    let empty = Folder::new();
    foregone(&["gdl", "check", text(empty.0.path())])
        .assert()
        .code(2)
        .stderr(contains("no file that ends in .kif"));
}

/// The rules without variables are the same game, and the same file always gives the same text.
#[test]
fn ground_rules_are_the_same_game() {
    let folder = Folder::new();
    for name in ["tictactoe.kif", "nim.kif", "hex-3x3.kif", "chase-limit.kif"] {
        let once = stdout(foregone(&["gdl", "ground", text(&example(name))]).assert().success());
        let again = stdout(foregone(&["gdl", "ground", text(&example(name))]).assert().success());
        assert_eq!(once, again, "{name}");
        assert!(!once.contains('?'), "{name}");
        let ground = folder.write("ground.kif", once);
        let lines = |file: &PathBuf| {
            let game = format!("gdl:{}", text(file));
            stdout(foregone(&["games", &game, "--perft", "4"]).assert().success())
        };
        assert_eq!(lines(&ground), lines(&example(name)), "{name}");
    }
    let object =
        json(foregone(&["gdl", "ground", text(&example("nim.kif")), "--json"]).assert().success());
    assert_eq!(object["facts"][0], "(role x)");
    assert!(object["rules"].as_array().expect("rules").len() > 5);
}

#[test]
fn limits_say_what_was_reached() {
    let file = example("breakthrough-8x8.kif");
    foregone(&["gdl", "check", text(&file), "--instances", "100"])
        .assert()
        .code(3)
        .stderr(contains("more than 100 instances").and(contains("this rule for")));
    foregone(&["gdl", "ground", text(&file), "--memory", "64KiB"])
        .assert()
        .code(3)
        .stderr(contains("terms and sentences can occur"));
}
