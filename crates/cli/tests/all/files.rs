//! Files that commands read and write: `-`, byte order marks, and outputs that would destroy something.

use std::process::Stdio;

use crate::common::{Folder, foregone, program, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, starts_with};

const GRAPH: &str = r#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
    "a": {"player": "max", "moves": ["lost", "won"]}, "lost": {"value": "loss"}, "won": {"value": "win"}}}"#;

/// An address at which no server listens: files are looked at before the server is called.
const NOBODY: &str = "nats://127.0.0.1:1";
const COORDINATE: &[&str] = &["coordinate", "connect4:4x4", "--nats", NOBODY];

/// What a command prints that must not have made a file called `-`.
fn standard(arguments: &[&str]) -> (Vec<u8>, String) {
    let folder = Folder::new();
    let output = program(arguments).current_dir(folder.0.path()).output().expect("an end");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{arguments:?}: {said}");
    assert_eq!(folder.count(), 0, "{arguments:?}");
    (output.stdout, said)
}

#[test]
fn a_dash_is_standard_output_and_sends_the_report_to_standard_error() {
    let compare = ["compare", "tictactoe", "--after", "1", "--algorithms", "mopns,pns"];
    for (arguments, start, report) in [
        ([&compare[..], &["--csv", "-"]].concat(), "number,moves,", "values: 9 draw"),
        ([&compare[..], &["--plot", "-"]].concat(), "<svg", "values: 9 draw"),
        (
            vec!["tournament", "tictactoe", "--two", "veto=0", "--games", "2", "--csv", "-"],
            "number,one,",
            "95% confidence",
        ),
        (vec!["games", "tictactoe", "--svg", "-"], "<svg", ""),
    ] {
        let (result, said) = standard(&arguments);
        let result = String::from_utf8(result).expect("text");
        assert!(result.starts_with(start), "{arguments:?}: {result}");
        assert!(!result.contains("values: "), "{arguments:?}: {result}");
        assert!(said.contains(report), "{arguments:?}: {said}");
    }
}

#[test]
fn certificates_and_records_go_through_pipes() {
    let (certificate, said) = standard(&["solve", "tictactoe", "--certificate", "-"]);
    assert!(said.contains("is worth draw"), "{said}");
    let accepted = contains("-: accepted").and(contains("is worth draw"));
    foregone(&["check", "-"]).write_stdin(certificate).assert().success().stdout(accepted);
    let analyse = ["analyse", "tictactoe", "--game", "-", "--plot", "-"];
    foregone(&analyse).write_stdin("1. b2 a1").assert().success().stdout(starts_with("<svg"));
    foregone(&["compare", "connect4:4x4", "--positions", "-", "--algorithms", "mopns"])
        .write_stdin("1111 draw\n")
        .assert()
        .success()
        .stdout(contains("1 position from -"));
    foregone(&["solve", "graph:-"]).write_stdin(GRAPH).assert().success().stdout(contains("win"));
    let typed =
        foregone(&["play", "tictactoe", "--two-humans"]).write_stdin("b2\nsave -\n").assert();
    typed.success().stdout(contains("1. b2\n"));
}

#[test]
fn what_makes_no_sense_with_a_dash_is_refused() {
    let folder = Folder::new();
    for (arguments, sentence) in [
        (
            &["solve", "tictactoe", "--certificate", "-", "--json"][..],
            "--json and --certificate - both",
        ),
        (&["solve", "tictactoe", "--checkpoint", "-"], "cannot go to standard output; name a file"),
        (
            &[
                "compare",
                "tictactoe",
                "--after",
                "1",
                "-a",
                "mopns,pns",
                "--csv",
                "-",
                "--plot",
                "-",
            ],
            "--csv and --plot both write to standard output",
        ),
        (&["check", "-", "-"], "standard input can be read only once"),
        (
            &["analyse", "graph:-", "--game", "-"],
            "the record of the game and the graph file of the game cannot both be read",
        ),
        (
            &["simulate", "connect4:4x4", "--workers", "1", "--csv", "-", "--plot", "-"],
            "--csv and --plot both write to standard output",
        ),
        (
            &["simulate", "connect4:4x4", "--csv", "-", "--json"],
            "--json and --csv - both write to standard output",
        ),
        (&[COORDINATE, &["--checkpoint", "-"]].concat(), "cannot go to standard output"),
        (
            &[COORDINATE, &["--certificate", "-", "--json"]].concat(),
            "--json and --certificate - both",
        ),
        (&["play", "graph:-"], "moves are read from standard input"),
        (&["reproduce", "mopns-1", "--csv", "-"], "name a folder"),
    ] {
        let mut command = foregone(arguments);
        let refused = command.current_dir(folder.0.path()).write_stdin(GRAPH).assert().code(2);
        refused.stdout("").stderr(contains(sentence));
    }
    assert_eq!(folder.count(), 0);
}

#[test]
fn no_output_destroys_another_file_of_the_command() {
    let folder = Folder::new();
    folder.write("m.json", GRAPH);
    folder.write("list", "a1\n");
    for (arguments, sentence) in [
        (
            &["solve", "tictactoe", "--certificate", "x", "--checkpoint", "./x"][..],
            "--certificate and --checkpoint name the same file",
        ),
        (
            &["solve", "tictactoe", "--certificate", "x.previous", "--checkpoint", "x"],
            "the same file",
        ),
        (
            &[
                "compare",
                "tictactoe",
                "--after",
                "1",
                "-a",
                "mopns,pns",
                "--csv",
                "x",
                "--plot",
                "x",
            ],
            "--csv and --plot name the same file, x",
        ),
        (
            &["solve", "graph:m.json", "--certificate", "./m.json", "--force"],
            "./m.json would replace the graph file of the game",
        ),
        (&["games", "graph:m.json", "--dot", "m.json", "--force"], "would replace the graph file"),
        (
            &[
                "compare",
                "tictactoe",
                "--positions",
                "list",
                "-a",
                "mopns",
                "--csv",
                "list",
                "--force",
            ],
            "list would replace the list of positions",
        ),
        (
            &["analyse", "tictactoe", "--game", "list", "--plot", "list", "--force"],
            "list would replace the record of the game",
        ),
        (
            &["simulate", "connect4:4x4", "--workers", "1", "--csv", "x", "--plot", "./x"],
            "--csv and --plot name the same file, ./x",
        ),
        (
            &["gdl", "ground", "list", "--output", "list", "--force"],
            "list would replace the rule file",
        ),
        (
            &["simulate", "graph:m.json", "--csv", "m.json", "--force"],
            "m.json would replace the graph file of the game",
        ),
        (
            &["tournament", "graph:m.json", "--two", "veto=0", "--csv", "m.json", "--force"],
            "m.json would replace the graph file of the game",
        ),
        (
            &[COORDINATE, &["--certificate", "x", "--checkpoint", "./x"]].concat(),
            "--certificate and --checkpoint name the same file",
        ),
        (
            &[COORDINATE, &["--certificate", "x.previous", "--checkpoint", "x"]].concat(),
            "the same file",
        ),
        (
            &[COORDINATE, &["--checkpoint", "list", "--creds", "list", "--force"]].concat(),
            "list would replace the credentials file",
        ),
        (
            &[COORDINATE, &["--certificate", "list", "--tls-ca", "list", "--force"]].concat(),
            "list would replace the certificates of authorities",
        ),
        (
            &["coordinate", "graph:m.json", "--nats", NOBODY, "--checkpoint", "m.json", "--force"],
            "m.json would replace the graph file of the game",
        ),
    ] {
        let mut command = foregone(arguments);
        let refused = command.current_dir(folder.0.path()).assert().code(2).stdout("");
        refused.stderr(contains(sentence).and(contains("; ")));
    }
    assert_eq!(std::fs::read_to_string(folder.file("m.json")).expect("the graph"), GRAPH);
    assert_eq!(folder.count(), 2, "{:?}", folder.names());
}

/// A search that goes on writes its checkpoint where it was, and no other file of the search there.
#[test]
fn a_resumed_search_keeps_its_checkpoint_from_its_other_files() {
    let folder = Folder::new();
    let start = ["solve", "connect4:6x5", "--algorithm", "pns", "--nodes", "20000"];
    let files = ["--certificate", "proof", "--checkpoint", "saved"];
    let mut command = foregone(&[&start[..], &files].concat());
    command.current_dir(folder.0.path()).assert().code(3);
    std::fs::copy(folder.file("saved"), folder.file("saved.previous")).expect("a copy");
    for (arguments, sentence) in [
        (["--certificate", "./saved"], "./saved would replace the checkpoint to go on from"),
        (["--certificate", "saved.previous"], "would replace the copy of the checkpoint"),
        (["--checkpoint", "saved.previous"], "would replace the copy of the checkpoint"),
        (["--checkpoint", "proof"], "--certificate and --checkpoint name the same file"),
    ] {
        let resume = ["solve", "--resume", "saved", "--force"];
        let mut command = foregone(&[&resume[..], &arguments].concat());
        let refused = command.current_dir(folder.0.path()).assert().code(2).stdout("");
        refused.stderr(contains(sentence));
    }
}

#[test]
fn outputs_are_checked_before_the_work() {
    let folder = Folder::new();
    folder.write("there", "");
    // The work would take hours.
    for (name, sentence) in [
        ("there", "exists already; --force replaces it"),
        (".", "is a folder"),
        ("missing/file", "cannot be written"),
    ] {
        for command in [
            "compare connect4 --after 2 -a mopns,pns --csv",
            "compare connect4 --after 2 -a mopns,pns --plot",
            "tournament connect4 --two veto=0 --games 100000 --csv",
            "simulate connect4 --csv",
            "simulate connect4 --plot",
            "coordinate connect4 --nats nats://127.0.0.1:1 --certificate",
        ] {
            let arguments: Vec<&str> = command.split(' ').chain([name]).collect();
            let mut command = foregone(&arguments);
            command.timeout(std::time::Duration::from_secs(20)).current_dir(folder.0.path());
            command.assert().code(2).stderr(contains(sentence));
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped_in_every_text() {
    let folder = Folder::new();
    let list = folder.write("list", "\u{feff}1111 draw\n");
    foregone(&["compare", "connect4:4x4", "--positions", text(&list), "-a", "mopns"])
        .assert()
        .success();
    let record = folder.write("record", "\u{feff}1. b2 a1\n");
    foregone(&["analyse", "tictactoe", "--game", text(&record)]).assert().success();
    let graph = folder.write("m.json", format!("\u{feff}{GRAPH}"));
    let proof = folder.file("m.fgc");
    let game = format!("graph:{}", text(&graph));
    foregone(&["solve", &game, "--certificate", text(&proof)]).assert().success();
    foregone(&["check", text(&proof)]).assert().success();
}

#[test]
fn a_graph_file_that_is_none_is_refused_in_plain_words() {
    let folder = Folder::new();
    for content in ["[]", "3", "", "  \"a\"", r#"{"outcomes": 3}"#, r#"{"nodes": []}"#] {
        let game = format!("graph:{}", text(&folder.write("bad.json", content)));
        let refused = foregone(&["solve", &game]).assert().code(2).stdout("");
        refused.stderr(contains("FileText").not().and(contains("struct").not()));
    }
    let game = format!("graph:{}", text(&folder.write("bad.json", "[]")));
    foregone(&["solve", &game]).assert().stderr(contains("a graph file is a JSON object with"));
}

/// No message shows the number of an error of the operating system.
#[test]
fn errors_of_files_are_words() {
    let folder = Folder::new();
    let nowhere = folder.file("missing/file");
    let (nowhere, here) = (text(&nowhere), text(folder.0.path()));
    for arguments in [
        &["solve", &format!("graph:{nowhere}")][..],
        &["solve", "tictactoe", "--certificate", nowhere],
        &["solve", "tictactoe", "--checkpoint", nowhere],
        &["solve", "--resume", nowhere],
        &["solve", "--resume", here],
        &["solve", "awari", "--tablebase", nowhere],
        &["check", nowhere],
        &["check", here],
        &["analyse", "tictactoe", "--game", nowhere],
        &["analyse", "tictactoe", "--game", here],
        &["compare", "tictactoe", "--positions", nowhere, "-a", "mopns"],
        &["tablebase", "stats", "--dir", nowhere],
        &["man", "/dev/null/pages"],
        &["reproduce", "mopns-1", "--csv", "/dev/null/pages"],
    ] {
        let output = program(arguments).stdin(Stdio::null()).output().expect("an end");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && said.starts_with("error: "), "{arguments:?}: {said}");
        assert!(!said.contains("os error"), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    }
}
