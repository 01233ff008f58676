//! What can happen to a long search: it is killed, interrupted, or the disk is full. Nothing but time is lost.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Folder, confined, foregone, interrupt, json, program, text};
use foregone_game::random::Random;
use serde_json::Value;

const GAME: &str = "connect4:4x5";
const KILLS: usize = 20;

/// A search that takes long enough to be killed.
struct Way {
    game: &'static str,
    options: &'static [&'static str],
    /// Whether a resumed search repeats the uninterrupted one exactly. With several threads no two searches are the same.
    same_work: bool,
}

const TREE: Way = Way { game: GAME, options: &["--algorithm", "mopns"], same_work: true };
const DEEP: Way = Way {
    game: "connect4:5x5",
    options: &["--algorithm", "dfmopns", "--threads", "1", "--table", "32MiB"],
    same_work: true,
};
const SHARED: Way = Way {
    game: "connect4:5x5",
    options: &["--algorithm", "dfpn", "--threads", "2", "--table", "32MiB"],
    same_work: false,
};
const WAYS: [&Way; 6] = [
    &TREE,
    &DEEP,
    &SHARED,
    &Way {
        game: GAME,
        options: &["--algorithm", "mopn2", "--second", "fixed:1000"],
        same_work: true,
    },
    &DEEP,
    &SHARED,
];

fn start(arguments: &[&str]) -> Child {
    program(arguments).spawn().expect("the program starts")
}

/// Waits for the first checkpoint. Returns false if the search ends before it.
fn has_begun(child: &mut Child, file: &Path) -> bool {
    let start = Instant::now();
    while !file.exists() {
        assert!(start.elapsed() < Duration::from_secs(20), "no checkpoint");
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        sleep(Duration::from_millis(1));
    }
    true
}

fn whole(way: &Way, certificate: &Path) -> Value {
    let fixed =
        ["solve", way.game, "--memory", "1GiB", "--json", "--certificate", text(certificate)];
    json(foregone(&[&fixed, way.options].concat()).assert().success())
}

/// Starts such a search, with checkpoints as often as possible.
fn kept(way: &Way, file: &Path, proof: &Path) -> Child {
    let fixed = ["solve", way.game, "--memory", "1GiB", "--json", "--certificate", text(proof)];
    let keep = ["--every", "5ms", "--checkpoint", text(file)];
    start(&[&fixed, way.options, &keep].concat())
}

/// Asserts that a search that was interrupted and resumed has the answer and the proof of an uninterrupted one.
fn agrees(way: &Way, found: &Value, expected: &Value, proof: &Path) {
    let same: &[&str] =
        if way.same_work { &["value", "bounds", "line", "counters"] } else { &["value", "bounds"] };
    for member in same {
        assert_eq!(found[member], expected[member], "{member} of {:?}", way.options);
    }
    if way.same_work {
        assert_eq!(found["certificate"]["blake3"], expected["certificate"]["blake3"]);
    }
    let checked = json(foregone(&["check", "--json", text(proof)]).assert().success());
    assert_eq!((&checked["verdict"], &checked["value"]), (&"accepted".into(), &expected["value"]));
}

fn resumed(file: &Path) -> Value {
    let arguments = ["solve", "--resume", text(file), "--json", "--every", "1h"];
    json(foregone(&arguments).assert().success())
}

#[test]
fn a_killed_search_is_resumed_to_the_same_certified_answer() {
    let folder = Folder::new();
    let mut random = Random::new(u64::from(std::process::id()));
    let mut unbroken = 0..;
    let expected = WAYS.map(|way| {
        whole(way, &folder.file(&format!("unbroken{}.fgc", unbroken.next().expect("a number"))))
    });
    let mut killed = 0;
    for round in 0.. {
        if killed == KILLS {
            break;
        }
        assert!(round < 10 * KILLS, "the search is too short to be killed");
        let (way, expected) = (WAYS[round % WAYS.len()], &expected[round % WAYS.len()]);
        let file = folder.file(&format!("{round}.fgk"));
        let proof = folder.file(&format!("{round}.fgc"));
        let mut child = kept(way, &file, &proof);
        let mut alive = has_begun(&mut child, &file);
        // Sometimes the resumed search is killed as well.
        loop {
            sleep(Duration::from_micros(random.below(60_000) as u64));
            alive = alive && child.try_wait().expect("a child").is_none();
            child.kill().expect("it can be killed");
            child.wait().expect("it has ended");
            killed += usize::from(alive);
            if !alive || killed == KILLS || random.percent(50) {
                break;
            }
            child = start(&["solve", "--resume", text(&file), "--every", "5ms"]);
        }
        // Sometimes the search ends before the kill and removes its checkpoint.
        if !alive || !(file.exists() || folder.file(&format!("{round}.fgk.previous")).exists()) {
            continue;
        }
        agrees(way, &resumed(&file), expected, &proof);
        assert!(!file.exists());
        let is_temporary = |name: &String| name.ends_with(".tmp");
        assert_eq!(folder.names().into_iter().find(is_temporary), None, "nothing is left behind");
    }
}

#[test]
fn an_interrupted_search_is_kept_and_resumed() {
    for way in [&TREE, &DEEP, &SHARED] {
        is_interrupted_and_resumed(way);
    }
}

fn is_interrupted_and_resumed(way: &Way) {
    let folder = Folder::new();
    let (file, proof) = (folder.file("search.fgk"), folder.file("proof.fgc"));
    let expected = whole(way, &folder.file("other.fgc"));
    let mut child = kept(way, &file, &proof);
    assert!(has_begun(&mut child, &file));
    interrupt(&child);
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!(output.status.code(), Some(3));
    let stopped: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(
        (&stopped["stop"], &stopped["checkpoint"]),
        (&"interrupted".into(), &text(&file).into())
    );
    agrees(way, &resumed(&file), &expected, &proof);
}

/// A limit on the size of files acts like a full disk if the signal that comes with it is ignored.
#[test]
fn a_full_disk_costs_nothing_but_the_new_checkpoint() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let way = ["--memory", "1GiB", "--checkpoint", text(&file), "--nodes", "50k"];
    foregone(&[&["solve", GAME], TREE.options, &way[..]].concat()).assert().code(3);
    let before = fs::read(&file).expect("a checkpoint");
    let resume = ["solve", "--resume", text(&file), "--nodes", "500k", "--every", "20ms"];
    let output = confined(before.len() / 1024 + 8, &resume);
    assert_eq!(output.status.code(), Some(3));
    let warnings = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        warnings.contains("could not be written, with the one before left as it was"),
        "{warnings}"
    );
    assert!(warnings.lines().all(|line| line.starts_with("warning: ")), "{warnings}");
    assert_eq!(folder.count(), 1 + usize::from(folder.file("search.fgk.previous").exists()));
    let unbroken = ["solve", GAME, "--memory", "1GiB", "--json"];
    let expected = json(foregone(&[&unbroken, TREE.options].concat()).assert().success());
    assert_eq!(resumed(&file)["counters"], expected["counters"]);
}
