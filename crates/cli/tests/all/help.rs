//! `--help`, `help`, `version` and the manual pages. Every example of every help text is run.
#![cfg(unix)]

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, foregone, state, stdout};
use predicates::str::contains;

/// All commands with examples but `coordinate` and `work`, which need a server; tests of their own run them.
const COMMANDS: &[&str] = &[
    "",
    "games",
    "gdl",
    "gdl check",
    "gdl ground",
    "solve",
    "check",
    "proof",
    "proof show",
    "analyse",
    "play",
    "explore",
    "engine",
    "tournament",
    "model",
    "compare",
    "simulate",
    "reproduce",
    "tablebase",
    "tablebase build",
    "tablebase probe",
    "tablebase stats",
    "tablebase verify",
    "patterns",
    "bench",
    "completions",
    "man",
    "version",
];

/// Some examples build tables for minutes. The test replaces them by smaller tables.
const SMALLER: &[(&str, &str)] = &[
    ("awari:stones=13 ", "awari:stones=8 "),
    ("awari:stones=17 ", "awari:stones=6 "),
    ("breakthrough:5x5 --dir", "breakthrough:4x4 --dir"),
    // The search must not be over before it is resumed.
    ("--every 10min", "--every 10min --nodes 10k"),
    // A folder of tables that has other layers than the default is fine.
    ("--layer 13", "--layer 8"),
];

/// After this time an example is interrupted; it is enough that the example has started its work.
const LONGEST: Duration = Duration::from_millis(800);

/// The examples of a help text.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Examples:")).skip(1);
    let lines = lines.take_while(|line| line.starts_with("  ")).map(str::trim);
    lines.filter(|line| line.contains("foregone ")).map(str::to_owned).collect()
}

/// Makes the files that examples read.
fn furnish(folder: &Folder, command: &str) {
    let here = folder.0.path();
    let graph = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs/teaching.json");
    std::fs::copy(graph, here.join("game.json")).expect("a copy");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/gdl/nim.kif");
    std::fs::copy(rules, here.join("game.kif")).expect("a copy");
    folder.write("record.txt", "1. 3 3 2. 4 2");
    folder.write("dice.txt", "(4) roll (3) hold (1)\n");
    folder.write(
        "run.jsonl",
        "{\"event\":\"begin\",\"run\":\"a\",\"server\":\"b\",\"resumed\":false}\n",
    );
    folder.write("list.txt", "112233\n");
    folder.write("end-easy", "2252576253462244111563365343671351441 -1\n");
    let run = |arguments: &[&str]| {
        foregone(arguments).current_dir(here).assert().success();
    };
    match command {
        "check" => {
            for name in ["proof.fgc", "stranger.fgc"] {
                run(&["solve", "graph:game.json", "--certificate", name]);
            }
        }
        "engine" => {
            let question =
                r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"tictactoe"}}"#;
            folder.write("questions.jsonl", question);
            folder.write("commands.txt", "position startpos moves 4 4\ngo nodes 1000\n");
        }
        "proof" | "proof show" | "explore" => {
            run(&["solve", "connect4:4x4", "--certificate", "proof.fgc"])
        }
        "tablebase probe" | "tablebase stats" | "tablebase verify" => {
            for (game, dir) in [
                ("awari:stones=8", "awari-13"),
                ("awari:stones=6", "awari-17"),
                ("breakthrough:4x4", "b-5x5"),
                ("torere", "torere"),
            ] {
                run(&["tablebase", "build", game, "--dir", dir, "--quiet"]);
            }
        }
        _ => {}
    }
}

/// Runs an example in a shell. Returns its exit code and its output.
fn run(example: &str, folder: &Folder) -> (Option<i32>, String) {
    let typed = if example.contains("hounds --game -") { "b1c2 e2d2" } else { "" };
    folder.write("typed", typed);
    let mut command = Command::new("bash");
    // The program is called by its name.
    let script = format!("foregone() {{ \"$PROGRAM\" \"$@\"; }}; {example}");
    command.args(["-c", &script]).current_dir(folder.0.path()).process_group(0);
    command.env("PROGRAM", env!("CARGO_BIN_EXE_foregone")).env("XDG_STATE_HOME", state());
    command.stdin(std::fs::File::open(folder.file("typed")).expect("a file"));
    let output = std::fs::File::create(folder.file("said")).expect("a file");
    command.stdout(Stdio::null()).stderr(output);
    let (mut child, began) = (command.spawn().expect("bash"), Instant::now());
    let mut is_interrupted = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if began.elapsed() > LONGEST && !is_interrupted {
            is_interrupted = true;
            let group = format!("-{}", child.id());
            Command::new("kill").args(["-INT", "--", &group]).status().expect("kill");
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{example} does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = std::fs::read_to_string(folder.file("said")).expect("text");
    (status.code(), said)
}

#[test]
fn every_example_of_every_help_text_works() {
    let mut count = 0;
    for command in COMMANDS {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let help = stdout(foregone(&words).assert().success());
        let folder = Folder::new();
        furnish(&folder, command);
        let found = examples(&help);
        assert!(!found.is_empty(), "{command} has no examples");
        for example in found {
            let smaller = SMALLER.iter().fold(example, |text, (from, to)| text.replace(from, to));
            let (code, said) = run(&smaller, &folder);
            // The exit code after an interruption or a limit is 3; an interrupted shell may end by the signal.
            assert!(matches!(code, Some(0 | 3 | 130) | None), "{smaller}: {code:?} {said}");
            let mut errors = said.lines().filter(|line| line.starts_with("error: "));
            assert!(errors.all(|line| line.contains("interrupted first")), "{smaller}: {said}");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} examples were found");
}

/// The list above names every command: the examples of a command that is not listed would not be run.
#[test]
fn the_examples_of_all_commands_are_run() {
    let help = stdout(foregone(&["--help"]).assert().success());
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        let is_exempt = ["coordinate", "work", "help"].contains(&name);
        assert!(is_exempt || COMMANDS.contains(&name), "{name}");
    }
}

#[test]
fn help_and_version_are_commands_too() {
    let version = stdout(foregone(&["--version"]).assert().success());
    foregone(&["version"]).assert().success().stdout(version);
    let help = stdout(foregone(&["--help"]).assert().success());
    foregone(&["help"]).assert().success().stdout(help);
    let solve = stdout(foregone(&["solve", "--help"]).assert().success());
    foregone(&["help", "solve"]).assert().success().stdout(solve);
    foregone(&["help", "nonsense"]).assert().code(2).stderr(contains("unrecognized subcommand"));
}

#[test]
fn manual_pages_are_written() {
    foregone(&["man", "-"]).assert().success().stdout(contains(".TH foregone 1"));
    let folder = Folder::new();
    let man = || foregone(&["man", "pages"]).current_dir(folder.0.path()).assert();
    man().success().stdout("");
    for page in ["foregone.1", "foregone-solve.1", "foregone-tablebase-build.1", "foregone-man.1"] {
        let text = std::fs::read_to_string(folder.file("pages").join(page)).expect(page);
        assert!(text.contains(&format!(".TH {} 1", page.trim_end_matches(".1"))), "{page}: {text}");
        assert!(text.contains("SYNOPSIS") && text.contains("foregone "), "{page}");
    }
    man().code(2).stderr(contains("exists already; --force replaces it"));
}
