//! `foregone solve --checkpoint` and `--resume`: a search goes on as if it had not been stopped, damage is noticed, and no
//! file is replaced that should not be.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

const GAME: &str = "connect4:4x4";

/// A search that takes long enough on that board to be stopped before its end.
const TREE: &[&str] = &["--algorithm", "mopns"];

/// A search on a table, which ends sooner.
const DEEP: &[&str] = &["--algorithm", "dfmopns", "--threads", "1"];

/// The answer of the same search without a stop.
fn whole(options: &[&str]) -> Value {
    json(
        foregone(&[&["solve", GAME, "--memory", "1GiB", "--json"], options].concat())
            .assert()
            .success(),
    )
}

/// Stops a search at a number of nodes, and returns its checkpoint.
fn stopped(folder: &Folder, name: &str, nodes: &str, options: &[&str]) -> PathBuf {
    let file = folder.file(name);
    let fixed = ["solve", GAME, "--memory", "1GiB", "--nodes", nodes, "--checkpoint", text(&file)];
    foregone(&[&fixed, options].concat()).assert().code(3);
    file
}

/// A checkpoint, with the previous one beside it.
fn stopped_twice(folder: &Folder, name: &str) -> PathBuf {
    let file = stopped(folder, name, "50k", TREE);
    foregone(&["solve", "--resume", text(&file), "--nodes", "90k"]).assert().code(3);
    assert!(previous(&file).exists());
    file
}

fn previous(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.previous", text(file)))
}

/// The sentence with which the program refuses a command.
fn refused(arguments: &[&str]) -> String {
    let assert = foregone(arguments).assert().code(2);
    let output = assert.get_output();
    assert!(output.stdout.is_empty());
    let sentence = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(
        sentence.lines().filter(|line| line.starts_with("error: ")).count(),
        1,
        "{sentence}"
    );
    sentence
}

#[test]
fn a_resumed_search_ends_with_the_same_answer_and_counters() {
    for options in [
        &["--algorithm", "mopns"] as &[&str],
        &["--algorithm", "pns", "--strategy", "linear"],
        &["--algorithm", "pn2", "--second", "fixed:500"],
        &["--algorithm", "mopns", "--dag", "--delete-solved"],
        &["--algorithm", "dfmopns", "--threads", "1"],
        &["--algorithm", "dfpn", "--threads", "1", "--strategy", "linear"],
    ] {
        let folder = Folder::new();
        let (one, other) = (folder.file("one.fgc"), folder.file("other.fgc"));
        let expected = whole(&[options, &["--certificate", text(&one)]].concat());
        let file = stopped(
            &folder,
            "search.fgk",
            "3k",
            &[options, &["--certificate", text(&other)]].concat(),
        );
        let found =
            json(foregone(&["solve", "--resume", text(&file), "--json"]).assert().success());
        for member in ["value", "bounds", "line", "counters", "options", "algorithm", "stop"] {
            assert_eq!(found[member], expected[member], "{member} of {options:?}");
        }
        assert_eq!(found["certificate"]["blake3"], expected["certificate"]["blake3"]);
        assert_eq!(found["checkpoint"], Value::Null);
        assert_eq!(folder.count(), 2, "only the certificates are left");
        foregone(&["check", text(&other)]).assert().success();
    }
}

/// The checkpoint has the table but not the current line: the answer is the same, the work is not.
#[test]
fn a_resumed_alpha_beta_search_ends_with_the_same_answer() {
    let folder = Folder::new();
    let proof = folder.file("proof.fgc");
    let options = ["--algorithm", "alphabeta-tt", "--certificate", text(&proof)];
    let file = stopped(&folder, "search.fgk", "2k", &options);
    let again = ["solve", "--resume", text(&file), "--threads", "3", "--json"];
    let found = json(foregone(&again).assert().success());
    assert_eq!((&found["value"], &found["stop"]), (&"draw".into(), &"solved".into()));
    assert_eq!(found["options"]["threads"], 3);
    foregone(&["check", text(&proof)]).assert().success();
    assert!(!file.exists());
}

/// The checkpoint of a fleet has the state of the coordinator but not the tables of the workers.
#[test]
fn a_resumed_fleet_ends_with_the_same_answer() {
    for policy in ["lock", "ppn2", "jlpns"] {
        let folder = Folder::new();
        let proof = folder.file("proof.fgc");
        let jobs = ["--second", "fixed:20", "--threads", "2"];
        let options = [&["--algorithm", policy, "--certificate", text(&proof)], &jobs[..]].concat();
        let file = stopped(&folder, "search.fgk", "20k", &options);
        let again = ["solve", "--resume", text(&file), "--json", "--nodes", "40k"];
        let before = json(foregone(&again).assert().code(3));
        let found =
            json(foregone(&["solve", "--resume", text(&file), "--json"]).assert().success());
        assert_eq!((&found["value"], &found["algorithm"]), (&"draw".into(), &policy.into()));
        let nodes = |answer: &Value| answer["counters"]["created"].as_u64();
        assert!(nodes(&before) >= Some(40_000) && nodes(&found) > nodes(&before), "{found}");
        foregone(&["check", text(&proof)]).assert().success();
        assert_eq!(folder.count(), 1, "only the certificate is left");
    }
}

#[test]
fn a_damaged_table_gives_way_to_the_one_before() {
    let folder = Folder::new();
    let file = stopped(&folder, "search.fgk", "2k", DEEP);
    foregone(&["solve", "--resume", text(&file), "--nodes", "4k"]).assert().code(3);
    let mut bytes = fs::read(&file).expect("it");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).expect("a file");
    let assert = foregone(&["solve", "--resume", text(&file), "--json"]).assert().success();
    let warning = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
    assert!(warning.starts_with("warning: ") && warning.contains("; trying "), "{warning}");
    assert_eq!(json(assert)["counters"], whole(DEEP)["counters"]);
}

#[test]
fn searches_on_a_table_refuse_what_others_refuse() {
    let folder = Folder::new();
    let file = stopped(&folder, "search.fgk", "2k", DEEP);
    let bytes = fs::read(&file).expect("it");
    let other = refused(&["solve", "connect4:4x5", "--resume", text(&file)]);
    assert!(other.contains("is a checkpoint of connect4:4x4, not of connect4:4x5"), "{other}");
    let start = |algorithm: &str, path: &Path| {
        refused(&["solve", GAME, "--algorithm", algorithm, "--checkpoint", text(path)])
    };
    let same = refused(&[&["solve", GAME, "--checkpoint", text(&file)], DEEP].concat());
    assert!(same.contains("of this very search; go on with --resume"), "{same}");
    assert!(start("dfmopns", &file).contains("is a checkpoint of"), "{}", start("dfmopns", &file));
    assert!(start("dfpn", &file).contains("of another search"));
    assert!(start("dfpn", &folder.file("")).contains("is a folder"));
    for algorithm in ["alphabeta", "minimax"] {
        for path in [&file, &folder.file("new.fgk")] {
            assert!(start(algorithm, path).contains("keeps nothing that a checkpoint could hold"));
        }
    }
    assert_eq!(fs::read(&file).expect("it"), bytes, "nothing was overwritten");
    assert_eq!(folder.count(), 1);
}

#[test]
fn a_stopped_search_says_how_to_go_on() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let page = stdout(
        foregone(&[&["solve", GAME, "--nodes", "50k", "--checkpoint", text(&file)], TREE].concat())
            .assert()
            .code(3),
    );
    assert!(page.contains(&format!("foregone solve --resume {} goes on from here", text(&file))));
    let object = json(
        foregone(&["solve", GAME, "--resume", text(&file), "--nodes", "60k", "--json"])
            .assert()
            .code(3),
    );
    assert_eq!(object["checkpoint"], text(&file));
    let page = stdout(foregone(&["solve", "--resume", text(&file)]).assert().success());
    assert!(page.contains("is worth draw") && page.contains("removed: it is not needed any more"));
    assert_eq!(folder.count(), 0);
}

#[test]
fn time_already_spent_counts() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let stop = ["--time", "300ms", "--json"];
    let start = ["solve", "connect4", "--checkpoint", text(&file), "--memory", "200MB"];
    let first = json(foregone(&[&start, &stop[..]].concat()).assert().code(3));
    let resume = ["solve", "--resume", text(&file)];
    let second = json(foregone(&[&resume, &stop[..]].concat()).assert().code(3));
    // The writing of the last checkpoint is not counted, because the checkpoint contains the time.
    let seconds = second["seconds"].as_f64().expect("a number");
    assert!(seconds >= 0.6, "{first} {second}");
    let created = |object: &Value| object["counters"]["created"].as_u64().expect("a number");
    assert!(created(&second) > created(&first));
}

#[test]
fn a_damaged_checkpoint_gives_way_to_the_one_before() {
    let folder = Folder::new();
    let file = stopped_twice(&folder, "search.fgk");
    let (good, before) = (fs::read(&file).expect("it"), fs::read(previous(&file)).expect("it"));
    let expected = whole(TREE);
    let damage = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    let middle = good.len() / 2;
    let mut damaged = vec![Vec::new(), good[..100].to_vec(), good[..middle].to_vec()];
    damaged.push(good[..good.len() - 1].to_vec());
    damaged.extend([0, 20, 60, 600, 700, middle, good.len() - 1].map(damage));
    for bytes in damaged {
        fs::write(&file, bytes).expect("a file");
        fs::write(previous(&file), &before).expect("a file");
        let assert = foregone(&["solve", "--resume", text(&file), "--json"]).assert().success();
        let warning = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
        assert!(warning.starts_with("warning: ") && warning.contains("; trying "), "{warning}");
        assert_eq!(json(assert)["counters"], expected["counters"]);
    }
    // The program was killed between the two renames.
    fs::write(previous(&file), &before).expect("a file");
    foregone(&["solve", "--resume", text(&file)])
        .assert()
        .success()
        .stderr(contains("is not there; trying"));
}

#[test]
fn the_good_one_is_kept_when_the_damaged_one_is_replaced() {
    let folder = Folder::new();
    let file = stopped_twice(&folder, "search.fgk");
    let before = fs::read(previous(&file)).expect("it");
    fs::write(&file, "rubbish").expect("a file");
    foregone(&["solve", "--resume", text(&file), "--nodes", "70k"]).assert().code(3);
    assert_eq!(fs::read(previous(&file)).expect("it"), before);
    let found = json(foregone(&["solve", "--resume", text(&file), "--json"]).assert().success());
    assert_eq!(found["counters"], whole(TREE)["counters"]);
}

#[test]
fn two_damaged_checkpoints_are_one_sentence() {
    let folder = Folder::new();
    let file = stopped_twice(&folder, "search.fgk");
    let mut bytes = fs::read(&file).expect("it");
    let last = bytes.len() - 1;
    bytes[last] ^= 0x80;
    fs::write(&file, &bytes).expect("a file");
    fs::write(previous(&file), &bytes[..last]).expect("a file");
    let sentence = refused(&["solve", "--resume", text(&file)]);
    assert!(sentence.contains("has not the hash") && sentence.contains("start the search again"));
    assert_eq!(fs::read(&file).expect("it"), bytes, "nothing was overwritten");
}

#[test]
fn only_the_same_search_is_resumed() {
    let folder = Folder::new();
    let file = stopped(&folder, "search.fgk", "50k", TREE);
    let bytes = fs::read(&file).expect("it");
    let resume =
        |options: &[&str]| refused(&[&["solve", "--resume", text(&file)], options].concat());
    assert!(
        resume(&["connect4:4x5"]).contains("is a checkpoint of connect4:4x4, not of connect4:4x5")
    );
    assert!(resume(&["--algorithm", "pns"]).contains("cannot be used with"));
    assert!(resume(&["--moves", "1"]).contains("cannot be used with"));
    assert!(resume(&["--threads", "2"]).contains("--threads goes with dfpn, dfmopns and"));
    assert!(resume(&["--memory", "1MiB"]).contains("cannot go on with less"));
    assert!(resume(&["--certificate", "proof.fgc"]).contains("without --certificate"));
    assert_eq!(fs::read(&file).expect("it"), bytes, "nothing was overwritten");
    assert_eq!(folder.count(), 1);
    foregone(&["solve", GAME, "--resume", text(&file), "--memory", "2GiB"]).assert().success();
}

#[test]
fn other_versions_and_changed_graphs_are_refused() {
    let folder = Folder::new();
    let file = stopped(&folder, "search.fgk", "50k", TREE);
    let bytes = fs::read(&file).expect("it");
    let end =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("a line").0 + 1;
    let lines = String::from_utf8(bytes[..end].to_vec()).expect("text");
    let version = format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(lines.contains(&version));
    let lines = lines.replace(&version, "\"program\":\"0.0.7\"");
    let hash = blake3::hash(lines.as_bytes());
    let other = [lines.as_bytes(), hash.as_bytes(), &bytes[end + 32..]].concat();
    fs::write(&file, &other).expect("a file");
    assert!(refused(&["solve", "--resume", text(&file)]).contains("was written by foregone 0.0.7"));
    assert_eq!(fs::read(&file).expect("it"), other);

    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/pns-figure1.json");
    let graph = folder.write("graph.json", fs::read(example).expect("an example"));
    let spec = format!("graph:{}", text(&graph));
    let file = folder.file("graph.fgk");
    foregone(&["solve", &spec, "--nodes", "1", "--checkpoint", text(&file)]).assert().code(3);
    let changed = fs::read_to_string(&graph).expect("it") + "\n";
    fs::write(&graph, changed).expect("a file");
    assert!(refused(&["solve", "--resume", text(&file)]).contains("graph file that has changed"));
}

#[test]
fn nothing_is_replaced_without_being_asked() {
    let folder = Folder::new();
    let file = stopped(&folder, "search.fgk", "50k", TREE);
    let bytes = fs::read(&file).expect("it");
    let start = |game: &str, file: &Path, more: &[&str]| {
        let fixed = ["solve", game, "--nodes", "1000", "--checkpoint", text(file)];
        foregone(&[&fixed, TREE, more].concat()).assert()
    };
    start(GAME, &file, &[]).code(2).stderr(contains("of this very search; go on with --resume"));
    start("connect4:4x5", &file, &[])
        .code(2)
        .stderr(contains("of another search, of connect4:4x4"));
    start(GAME, &file, &["--dag"]).code(2).stderr(contains("of another search"));
    let notes = folder.write("notes.txt", "my notes");
    start(GAME, &notes, &[])
        .code(2)
        .stderr(contains("exists and is not a checkpoint").and(contains("--force")));
    folder.write("new.fgk.previous", "my notes");
    start(GAME, &folder.file("new.fgk"), &[]).code(2).stderr(contains("new.fgk.previous exists"));
    start(GAME, &folder.file(""), &[]).code(2).stderr(contains("is a folder"));
    if cfg!(unix) {
        let null = Path::new("/dev/null");
        start(GAME, null, &["--force"]).code(2).stderr(contains("is not a file"));
    }
    start(GAME, &folder.file("no/such/folder"), &[]).code(2).stderr(contains("cannot be written"));
    assert_eq!(fs::read(&file).expect("it"), bytes);
    assert_eq!(fs::read_to_string(&notes).expect("it"), "my notes");
    assert_eq!(folder.count(), 3, "nothing is left behind");
    start("connect4:4x5", &file, &["--force"]).code(3);
    foregone(&["solve", "connect4:4x5", "--resume", text(&file), "--nodes", "2000"])
        .assert()
        .code(3);
}

#[test]
fn a_search_that_ends_at_once_leaves_the_files_alone() {
    let folder = Folder::new();
    let notes = folder.write("notes.txt", "my notes");
    foregone(&["solve", "tictactoe", "--checkpoint", text(&notes), "--force"]).assert().success();
    assert_eq!(fs::read_to_string(&notes).expect("it"), "my notes");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    assert!(refused(&["solve", GAME, "--every", "1s"]).contains("--checkpoint"));
    assert!(
        refused(&["solve", GAME, "--checkpoint", "f", "--every", "soon"]).contains("write it like")
    );
    assert!(
        refused(&["solve", "--resume", text(&folder.file("none.fgk"))]).contains("is not there")
    );
    assert!(refused(&["solve", "--resume", text(&folder.file(""))]).contains("is a folder"));
    let notes = folder.write("notes.txt", "my notes");
    assert!(refused(&["solve", "--resume", text(&notes)]).contains("is not a checkpoint"));
}

/// The certificate of the stopped search is replaced. A file that the search has not written is not.
#[test]
fn a_certificate_of_the_same_position_gives_way() {
    let folder = Folder::new();
    let proof = folder.file("proof.fgc");
    let file =
        stopped(&folder, "search.fgk", "50k", &[TREE, &["--certificate", text(&proof)]].concat());
    let notes = folder.write("proof.fgc", "my notes");
    assert!(refused(&["solve", "--resume", text(&file)]).contains("exists already"));
    assert_eq!(fs::read_to_string(&notes).expect("it"), "my notes");
    fs::remove_file(&proof).expect("it can be removed");
    let at_least = ["--at-least", "draw", "--certificate", text(&proof)];
    foregone(&[&["solve", GAME], &at_least[..]].concat()).assert().success();
    foregone(&["solve", "--resume", text(&file)]).assert().success();
    foregone(&["check", text(&proof)])
        .assert()
        .success()
        .stdout(contains("at least draw, at most draw"));
}

/// A resumed search can write its checkpoints to another file.
#[test]
fn a_resumed_search_can_be_kept_elsewhere() {
    let folder = Folder::new();
    let file = stopped(&folder, "search.fgk", "50k", TREE);
    let bytes = fs::read(&file).expect("it");
    let other = folder.file("other.fgk");
    foregone(&["solve", "--resume", text(&file), "--checkpoint", text(&other), "--nodes", "60k"])
        .assert()
        .code(3);
    assert_eq!(fs::read(&file).expect("it"), bytes);
    let found = json(foregone(&["solve", "--resume", text(&other), "--json"]).assert().success());
    assert_eq!(found["counters"], whole(TREE)["counters"]);
    assert!(file.exists() && !other.exists());
}
