//! Bad input: one clear sentence on standard error, nothing on standard output, exit code 2.

use crate::common::{Folder, foregone, text};

const TREES: &[&str] = &["pns", "mopns", "pn2", "mopn2"];
const DEEP: &[&str] = &["dfpn", "dfmopns", "alphabeta", "alphabeta-tt", "minimax"];

/// The sentence that refuses these arguments.
fn refused(arguments: &[&str]) -> String {
    let assert = foregone(arguments).assert().code(2).stdout("");
    let error = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    error.strip_prefix("error: ").expect("an error").trim_end().to_owned()
}

#[test]
fn games_are_refused_with_the_remedy() {
    let cases: &[(&str, &str)] = &[
        ("conect4", "did you mean connect4?"),
        ("chess", "the games are connect4,"),
        ("connect4:0x0", "0x0 is not possible"),
        ("connect4:99x99", "99x99 is not possible"),
        ("connect4:4by5", "needs a size of the form COLUMNSxROWS"),
        ("connect4:4x5,score=fast", "it may be pons"),
        ("mnk:3,3", "needs three numbers"),
        ("woodpush:8,5", "8,5 is not possible"),
        ("tictactoe:3", "takes no parameters"),
        ("graph", "needs a file"),
        ("graph:missing.json", "graph file missing.json: no such file"),
        ("woodpush:8,3,ko=previous,loop=9", "it may be a whole number from -3 to 3"),
    ];
    for (game, sentence) in cases {
        let error = refused(&["solve", game]);
        assert!(error.contains(sentence), "{game}: {error}");
    }
}

#[test]
fn graph_files_are_refused_with_the_place() {
    let folder = Folder::new();
    let malformed = folder.write("malformed.json", "{\n  \"outcomes\": [\"loss\" \"win\"]\n}");
    let error = refused(&["solve", &format!("graph:{}", text(&malformed))]);
    assert!(error.contains("line 2, column"), "{error}");
    let cyclic = folder.write(
        "cyclic.json",
        r#"{"outcomes":["loss","win"],"start":"a","nodes":{
            "a":{"player":"max","moves":["b","c"]},"b":{"player":"min","moves":["a"]},"c":{"value":"win"}}}"#,
    );
    let game = format!("graph:{}", text(&cyclic));
    for algorithm in [TREES, DEEP, &["auto"]].concat() {
        let error = refused(&["solve", &game, "--algorithm", algorithm]);
        assert!(error.contains("the cycle a -> b -> a"), "{algorithm}: {error}");
        assert!(error.contains("add \"repetition\" with one of loss, win"), "{algorithm}: {error}");
        assert!(error.contains("take one of these moves out"), "{algorithm}: {error}");
    }
}

#[test]
fn games_with_loops_are_refused_by_searches_that_keep_a_tree() {
    let folder = Folder::new();
    let looped = folder.write(
        "looped.json",
        r#"{"outcomes":["loss","win"],"repetition":"loss","start":"a","nodes":{
            "a":{"player":"max","moves":["b","c"]},"b":{"player":"min","moves":["a"]},"c":{"value":"win"}}}"#,
    );
    let graph = format!("graph:{}", text(&looped));
    for game in ["hounds", "torere", "awari", "woodpush:6,2,ko=previous", &graph] {
        for algorithm in TREES {
            let error = refused(&["solve", game, "--algorithm", algorithm]);
            let sentence =
                format!("{algorithm} is sound only where play never returns to a position");
            assert!(error.contains(&sentence) && error.contains("use dfpn or dfmopns"), "{error}");
        }
        assert!(refused(&["solve", game, "--dag"]).contains("use dfpn or dfmopns"));
    }
}

#[test]
fn positions_are_refused_with_the_move() {
    let cases: &[(&[&str], &str)] = &[
        (&["connect4", "--moves", "448"], "move 3 (\"8\"): a move is the number of a column"),
        (
            &["breakthrough:4x5", "--moves", "b2-b3 a4-b3"],
            "move 2 (\"a4-b3\"): this move captures a pawn, so it is written a4xb3",
        ),
        (&["connect4", "--moves", "1111111"], "move 7 (\"1\"): column 1 is full"),
        (&["connect4", "--moves", "12121213"], "move 8 (\"3\"): the game is already over (win)"),
        (&["woodpush:8,3", "--moves", "f9"], "move 1 (\"f9\")"),
        (&["tictactoe", "--position", "xxx"], "a position has 3 rows"),
        (&["tictactoe", "--position", "xxx/.../..."], "3 x and 0 o"),
    ];
    for (arguments, sentence) in cases {
        let error = refused(&[&["solve"], *arguments].concat());
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
}

#[test]
fn questions_are_refused_with_the_choices() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["--algorithm", "magic"],
            "[possible values: auto, pns, mopns, pn2, mopn2, dfpn, dfmopns, ",
        ),
        (&["--algorithm", "magic"], "dfmopns, alphabeta, alphabeta-tt, minimax, lock, ppn2"),
        (&["--at-least", "victory"], "the outcomes are loss, draw, win"),
        (&["--at-least", "loss"], "holds for every position"),
        (&["--range", "draw"], "write it like loss..win"),
        (&["--range", "win..draw"], "from a worse outcome to a better one"),
        (&["--range", "draw..won"], "the outcomes are loss, draw, win"),
        (&["--range", "loss..draw", "--at-least", "draw"], "cannot be used with"),
        (
            &["--algorithm", "mopns", "--strategy", "linear"],
            "--strategy goes with pns, pn2 and dfpn",
        ),
        (&["--strategy", "known:won"], "the outcomes are loss, draw, win"),
        (&["--strategy", "guess"], "it is binary, linear, doubling or known:VALUE"),
        (
            &["--strategy", "linear", "--at-least", "draw"],
            "--strategy is of no use here: \"at least\" asks only one question",
        ),
        (&["--algorithm", "pns", "--second", "full"], "--second goes with pn2 and mopn2"),
        (&["--second", "fixed"], "it is full, fixed:N, breuker"),
        (&["--algorithm", "pns", "--ties", "highest"], "--ties goes with mopns"),
        (&["--algorithm", "pns", "--no-prune"], "--prune goes with mopns"),
        (&["--nodes", "many"], "write it like 1000000"),
        (&["--threads", "0"], "it is a whole number from 1 to 1024"),
        (&["--threads", "many"], "it is a whole number from 1 to 1024"),
        (
            &["--threads", "2", "--algorithm", "alphabeta"],
            "--threads goes with dfpn, dfmopns and alphabeta-tt",
        ),
        (&["--table", "10B"], "a table of 10 bytes is smaller than one bucket"),
        (
            &["--table", "10B", "--algorithm", "dfpn"],
            "a table of 10 bytes is smaller than one bucket",
        ),
        (&["--table", "10B", "--algorithm", "dfmopns"], "smaller than one bucket"),
        (&["--epsilon", "-1"], "it is a share from 0 to 16"),
        (&["--epsilon", "nan"], "it is a share from 0 to 16"),
        (&["--epsilon", "0.5", "--algorithm", "mopns"], "--epsilon goes with dfpn and dfmopns"),
        (&["--dag", "--algorithm", "dfpn"], "--dag goes with pns, mopns, pn2 and mopn2"),
        (
            &["--mobility", "--algorithm", "alphabeta-tt"],
            "which count proof numbers; the algorithm here is alphabeta-tt",
        ),
        (
            &["--estimate", "4", "--algorithm", "minimax"],
            "which count proof numbers; the algorithm here is minimax",
        ),
        (&["--knowledge", "high"], "this game has no knowledge level \"high\""),
        (&["--knowledge", "3"], "no knowledge level \"3\"; the levels are 0 (nothing), 1 (wins"),
        (&["--estimate", "0"], "it is a whole number from 1 to 1000000"),
        (&["--estimate", "4", "--mobility"], "it contradicts mobility; give one of them"),
        (&["--canonical"], "--certificate"),
        (&["--small"], "--certificate"),
        (&["--small", "--canonical", "--certificate", "-"], "cannot be used with"),
        (
            &["--small", "--certificate", "-", "--algorithm", "pns"],
            "--small goes with algorithms that keep a table",
        ),
        (
            &["--depth", "full", "--algorithm", "dfpn"],
            "--depth goes with alphabeta and alphabeta-tt",
        ),
        (&["--forget", "--algorithm", "minimax"], "--forget goes with dfpn"),
        (&["--forget", "--algorithm", "lock"], "--forget is not for fleets of workers"),
        (&["--second", "full", "--algorithm", "ppn2"], "--second full is not for fleets"),
        (&["--table", "10B", "--algorithm", "lock"], "smaller than one bucket"),
        (&["--memory", "1kB", "--algorithm", "mopns"], "cannot start with 1000 bytes of memory"),
        (&["--memory", "much"], "write it like 2GiB"),
        (&["--time", "90"], "write it like 90s"),
        (&["--force"], "--certificate"),
        (&["--colour"], "unexpected argument '--colour'"),
    ];
    for (arguments, sentence) in cases {
        let error = refused(&[&["solve", "connect4:4x4"], *arguments].concat());
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
    let error = refused(&["solve", "torere", "--knowledge", "0"]);
    assert!(error.contains("--knowledge: this game has no knowledge levels"), "{error}");
    let error = refused(&["solve", "woodpush:8,3", "--dag"]);
    assert!(error.contains("cannot merge transpositions"), "{error}");
}

#[test]
fn a_certificate_that_cannot_be_written_is_refused_before_the_search() {
    let folder = Folder::new();
    let solve = |file: &str| refused(&["solve", "connect4", "--force", "--certificate", file]);
    let missing = folder.file("missing/proof.fgc");
    assert!(solve(text(&missing)).contains("cannot be written: no such file or directory"));
    assert!(solve(text(&folder.file("."))).contains("is a folder"));
    #[cfg(unix)]
    assert!(solve("/dev/null").contains("is not a file"));
    assert_eq!(folder.count(), 0);
}

#[test]
fn commands_are_refused_with_a_suggestion() {
    assert!(refused(&["slove"]).contains("'solve'"));
    assert!(refused(&["games", "conect4"]).contains("did you mean connect4?"));
    assert!(refused(&["games", "--moves", "1"]).contains("need a game"));
    assert!(refused(&["games", "connect4", "--dot", "-"]).contains("goes with graph games"));
    assert!(refused(&["completions", "dos"]).contains("bash"));
    assert!(refused(&["check"]).contains("<FILE>"));
}

#[test]
fn negative_numbers_are_refused_for_what_they_are() {
    for arguments in [
        &["solve", "tictactoe", "--nodes", "-3"][..],
        &["play", "tictactoe", "--seed", "-3"],
        &["compare", "tictactoe", "-a", "mopns", "--after", "-1"],
        &["simulate", "tictactoe", "--seed", "-3"],
        &["games", "tictactoe", "--perft", "-2"],
        &["tournament", "tictactoe", "--two", "veto=0", "--games", "-1"],
    ] {
        let sentence = refused(arguments);
        assert!(sentence.contains("invalid value '-"), "{arguments:?}: {sentence}");
        assert!(sentence.contains("write "), "{arguments:?}: {sentence}");
        assert!(!sentence.contains("digit") && !sentence.contains("use '--"), "{sentence}");
    }
    assert!(!refused(&["solve", "tictactoe", "-x"]).contains("use '--"));
}

/// Numbers may be written as they are printed.
#[test]
fn numbers_have_separators() {
    for number in ["1,000,000", "1_000_000", "1000000", "1M"] {
        foregone(&["solve", "tictactoe", "--nodes", number]).assert().success();
    }
    assert!(refused(&["solve", "tictactoe", "--nodes", "1,00"]).contains("1,000,000"));
}
