//! Every command ends soon after Ctrl-C and soon after its time limit, in every phase of its work. It says which of the two ended
//! it, and prints the results so far. The inputs are large enough that each phase would take far longer.
#![cfg(unix)]

use std::process::{Child, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Folder, foregone, interrupt, program, text};

/// The longest time that a command may take to end. Commands look at the flag many times a second; the rest of the time is for
/// machines that are busy with other work.
const SOON: Duration = Duration::from_secs(3);
/// When Ctrl-C is pressed.
const WAIT: Duration = Duration::from_millis(600);
/// The time limit that is given instead.
const LIMIT: &str = "700ms";

/// The phase in which a command is when it is stopped, and the command with its arguments. `{}` is a folder with its inputs.
type Row = (&'static str, &'static str);

/// Commands with a time limit for all their work.
const LIMITED: &[Row] = &[
    ("enumeration", "patterns breakthrough --order 4 --columns 5 --force"),
    ("sequential search", "simulate connect4 --memory 1GiB"),
    ("fleets", "simulate breakthrough:4x5 --knowledge 0 --memory 1GiB --workers 1,2,4,8,16,32,64"),
    ("games", "tournament connect4 --two veto=0 --games 10000"),
    ("models", "model connect4 --evaluation lines --opponent greedy --depth 20"),
    ("exploration", "tablebase build mnk:4,4,4 --dir {}/mnk --memory 2GiB"),
    ("layers with cycles", "tablebase build awari:stones=22 --dir {}/awari-22 --memory 2GiB"),
    ("ranks", "tablebase build breakthrough:5x6 --dir {}/board --memory 8GiB"),
    ("verifying bytes", "tablebase verify --dir {}/awari"),
    ("sampling bytes", "tablebase verify --dir {}/awari --sample 1e9"),
    ("verifying bits", "tablebase verify --dir {}/bits"),
    ("sampling bits", "tablebase verify --dir {}/bits --sample 1e9"),
    ("plies of all positions", "tablebase stats --dir {}/bits --distance"),
    ("table 1 of Allis et al. 1994", "reproduce allis-1"),
    ("table 5 of Saffidine, Jouandeau and Cazenave 2011", "reproduce breakthrough-5"),
    ("tables 3 and 4 of Saffidine, Jouandeau and Cazenave 2011", "reproduce breakthrough-3"),
    ("table 1 of Saffidine and Cazenave 2012", "reproduce mopns-1"),
    ("what has been solved", "reproduce solved"),
    ("random trees with chance", "reproduce star-trees"),
    ("searches of games with chance", "reproduce chance-games"),
    ("values of games with chance", "reproduce chance-values"),
    ("utilities of dark chess", "reproduce chance-utilities"),
];

/// Commands with a time limit for each search or each move.
const PIECEWISE: &[Row] = &[
    ("contest", "compare connect4 -a mopns,pns --after 2 --memory 1GiB"),
    ("analysis", "analyse connect4 --game {}/record.txt --memory 1GiB"),
    ("thinking", "play connect4 --first solver --time 1h"),
    ("waiting for a line", "play connect4:4x4"),
];

/// Searches, with the proof that comes after them.
const SEARCHES: &[Row] = &[
    ("alpha-beta", "solve connect4 --memory 1GiB --certificate {}/1.fgc"),
    ("trees", "solve connect4 --memory 1GiB --algorithm mopns"),
    ("second level", "solve connect4 --memory 1GiB --algorithm pn2"),
    ("table", "solve breakthrough:6x6 --memory 1GiB --certificate {}/2.fgc"),
    ("fleet", "solve breakthrough:6x6 --memory 1GiB --algorithm lock"),
    ("search with looked up values", "solve awari --memory 1GiB --tablebase {}/awari"),
];

/// Tables to verify, and a record to analyse.
fn furnish(folder: &Folder) {
    folder.write("record.txt", "1. 4 4 2. 3 2");
    for (game, name) in [("awari:stones=15", "awari"), ("breakthrough:4x6", "bits")] {
        let dir = folder.file(name);
        foregone(&["tablebase", "build", game, "--dir", text(&dir), "--quiet"]).assert().success();
    }
}

/// Starts a command whose standard input stays open without any input.
fn start(folder: &Folder, command: &str, more: &[&str]) -> Child {
    let command = command.replace("{}", text(folder.0.path()));
    let arguments: Vec<&str> = command.split(' ').chain(more.iter().copied()).collect();
    program(&arguments).stdin(std::process::Stdio::piped()).spawn().expect("the program")
}

/// Waits for the end, which must come soon.
fn end((phase, command): Row, mut child: Child, from: Instant) -> Output {
    let hands = child.stdin.take();
    while child.try_wait().expect("a child").is_none() {
        if from.elapsed() > SOON {
            child.kill().expect("a kill");
            panic!("{phase} ({command}): it has not ended {SOON:?} after it was to end");
        }
        sleep(Duration::from_millis(5));
    }
    drop(hands);
    child.wait_with_output().expect("an end")
}

fn says((phase, command): Row, output: &Output, reason: &str) {
    let said = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    assert_eq!(output.status.code(), Some(3), "{phase} ({command}): {said}");
    assert!(said.contains(reason), "{phase} ({command}): {said}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("--memory"), "{phase} ({command}) blames it on memory: {errors}");
}

#[test]
fn ctrl_c_ends_every_command_soon() {
    let folder = Folder::new();
    furnish(&folder);
    for &row in LIMITED.iter().chain(PIECEWISE).chain(SEARCHES) {
        let child = start(&folder, row.1, &[]);
        sleep(WAIT);
        interrupt(&child);
        let output = end(row, child, Instant::now());
        says(row, &output, "it was interrupted first");
    }
}

#[test]
fn time_limits_end_every_command_soon() {
    let folder = Folder::new();
    furnish(&folder);
    for &row in LIMITED.iter().chain(SEARCHES) {
        let from = Instant::now();
        let child = start(&folder, row.1, &["--time", LIMIT]);
        let output = end(row, child, from + Duration::from_millis(700));
        says(row, &output, "the time limit was reached first");
    }
}

/// The time limit is reached after the search, during the proof: the answer is printed, with one sentence about the proof.
#[test]
fn proofs_end_soon() {
    let folder = Folder::new();
    for row in [
        ("proof from a table", "solve connect4:6x5 --algorithm dfpn --threads 1 --memory 1GiB"),
        ("proof from a tree", "solve connect4:4x5 --algorithm mopns --memory 1GiB"),
    ] {
        let whole = start(&folder, row.1, &["--json"]).wait_with_output().expect("an end");
        let answer: serde_json::Value = serde_json::from_slice(&whole.stdout).expect("JSON");
        let seconds = answer["seconds"].as_f64().expect("a number");
        // The limit is a little longer than the search takes. The command must end in either phase.
        for more in [1.1, 1.5] {
            let time = Duration::from_secs_f64(seconds * more);
            let (limit, file) = (format!("{}ms", time.as_millis()), folder.file("proof.fgc"));
            let more = ["--time", &limit, "--certificate", text(&file), "--force"];
            let from = Instant::now();
            let output = end(row, start(&folder, row.1, &more), from + time);
            let said = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
            assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{said}");
            let is_limit = said.contains("the time limit was reached");
            assert_eq!(is_limit, output.status.code() != Some(0), "{said}");
        }
    }
}

/// Commands that would fail after minutes are refused at once.
#[test]
fn what_is_too_large_is_refused_at_once() {
    let folder = Folder::new();
    for (command, sentence) in [
        ("tablebase build breakthrough:10x4 --dir {}/a", "take a smaller board"),
        ("tablebase build breakthrough:12x5 --dir {}/a", "take a smaller board"),
        ("tablebase build mnk:4,4,4 --dir {}/a --memory 64MiB", "--memory allows more"),
        ("compare connect4 -a mopns --after 20 --memory 1GiB", "take fewer moves"),
    ] {
        let output = end(("refusal", command), start(&folder, command, &[]), Instant::now());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains(sentence), "{command}: {said}");
    }
}

/// A large checkpoint takes a while to load.
#[test]
fn loading_a_checkpoint_ends_soon() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let solve = ["solve", "connect4", "--algorithm", "mopns", "--memory", "2GB"];
    foregone(&[&solve[..], &["--nodes", "10M", "--checkpoint", text(&file)]].concat())
        .assert()
        .code(3);
    for wait in [50, 100, 200] {
        let row = ("loading", "solve --resume {}/search.fgk");
        let child = start(&folder, row.1, &[]);
        sleep(Duration::from_millis(wait));
        interrupt(&child);
        says(row, &end(row, child, Instant::now()), "it was interrupted first");
        assert!(file.exists());
    }
}
