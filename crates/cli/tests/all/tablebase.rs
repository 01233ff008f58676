//! `foregone tablebase`: builds that stop and go on, values that are found, damage that is refused.

mod breakthrough;
mod chance;

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::{Folder, foregone, json, stdout, text};
#[cfg(unix)]
use crate::common::{confined, interrupt, program};
use predicates::str::contains;

fn build(game: &str, dir: &Path) {
    foregone(&["tablebase", "build", game, "--dir", text(dir), "--threads", "2"])
        .assert()
        .success();
}

/// The sentence with which the program refuses, and the exit code.
fn refused(arguments: &[&str], code: i32) -> String {
    let assert = foregone(&[&["tablebase"], arguments].concat()).assert().code(code);
    let output = assert.get_output();
    assert!(output.stdout.is_empty());
    let sentence = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(sentence.starts_with("error: "), "{sentence}");
    sentence
}

#[test]
fn awari_is_built_asked_counted_and_verified() {
    let folder = Folder::new();
    let dir = folder.file("awari");
    let built = json(
        foregone(&["tablebase", "build", "awari:stones=8", "--dir", text(&dir), "--json"])
            .assert()
            .success(),
    );
    assert_eq!(built["status"], "finished");
    assert_eq!(built["layers"], 9);
    let stats =
        json(foregone(&["tablebase", "stats", "--dir", text(&dir), "--json"]).assert().success());
    let last = &stats["layers"][8];
    assert_eq!(
        (&last["wins"], &last["draws"], &last["losses"]),
        (&37767.into(), &8351.into(), &29464.into())
    );
    assert_eq!(stats["content"], built["content"]);
    foregone(&["tablebase", "stats", "--dir", text(&dir)])
        .assert()
        .success()
        .stdout(contains("37,767"));
    foregone(&["tablebase", "stats", "awari", "--dir", text(&dir), "--layer", "8"])
        .assert()
        .success()
        .stdout(contains("8,351"));
    let probe = |position: &str| {
        let dir = text(&dir);
        json(
            foregone(&[
                "tablebase",
                "probe",
                "awari",
                "--dir",
                dir,
                "--position",
                position,
                "--json",
            ])
            .assert()
            .success(),
        )["value"]
            .clone()
    };
    assert_eq!(probe("0 0 0 0 0 0 / 1 2 0 0 0 0"), -3, "who cannot move loses the rest");
    assert_eq!(
        probe("0 0 0 0 0 1 / 1 0 0 0 0 1"),
        3,
        "two are captured, and the last one has to come over"
    );
    let north = "1,0,0,0,0,1/0,0,0,0,0,1 20-25 N";
    foregone(&["tablebase", "probe", "awari", "--dir", text(&dir), "--position", north])
        .assert()
        .success()
        .stdout(contains("+3 of the 3 stones on the board, so the game ends -8 for South"));
    for sample in [&[] as &[&str], &["--sample", "500"]] {
        let arguments = [&["tablebase", "verify", "--dir", text(&dir)], sample].concat();
        foregone(&arguments).assert().success().stdout(contains("right"));
    }
}

#[test]
fn other_games_are_built_too() {
    let folder = Folder::new();
    for (game, value) in [
        ("torere", "draw"),
        ("tictactoe", "draw"),
        ("mnk:4,3,3", "win"),
        ("connect4:4x3", "draw"),
        ("breakthrough:3x3", "win"),
    ] {
        let dir = folder.file(&game.replace([':', ','], "-"));
        build(game, &dir);
        let found = foregone(&["tablebase", "probe", game, "--dir", text(&dir)]);
        let found = stdout({ found }.assert().success());
        assert!(found.contains(value), "{found}");
        foregone(&["tablebase", "verify", "--dir", text(&dir)]).assert().success();
    }
    let path = refused(&["build", "woodpush:5,2", "--dir", text(&folder.file("woodpush"))], 2);
    assert!(path.contains("carry their past"), "{path}");
}

/// The sentence says how far the enumeration got and how much memory the largest game would take; nothing is left behind.
#[test]
fn an_enumeration_obeys_the_memory_limit() {
    let folder = Folder::new();
    let dir = folder.file("connect4");
    let build = ["build", "connect4:5x5", "--dir", text(&dir), "--memory", "20MiB"];
    let sentence = refused(&build, 2);
    assert!(sentence.contains("has more positions than fit into memory: "), "{sentence}");
    assert!(sentence.contains("--memory allows more (the 20,000,000 positions"), "{sentence}");
    assert!(sentence.contains(" GiB), or take a smaller game"), "{sentence}");
    assert!(!dir.exists());
}

/// Ctrl-C while positions are found: exit code 3, one sentence, and no folder.
#[cfg(unix)]
#[test]
fn an_interrupted_enumeration_ends_cleanly() {
    let folder = Folder::new();
    let dir = folder.file("mnk");
    let build =
        ["tablebase", "build", "mnk:4,4,4", "--dir", text(&dir), "--quiet", "--memory", "4GiB"];
    let child = program(&build).spawn().expect("the program");
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    let sentence = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(3), "{sentence}");
    assert!(sentence.contains("the positions of mnk:4,4,4 were not all found"), "{sentence}");
    assert!(!dir.exists());
}

/// Boards that are too large for tables are refused before the enumeration: within a second, although an enumeration of 20 million
/// positions takes many seconds.
#[test]
fn boards_that_are_too_wide_are_refused_at_once() {
    let folder = Folder::new();
    let dir = folder.file("wide");
    for game in [
        "breakthrough:10x4",
        "breakthrough:12x5",
        "breakthrough:10x5,walls=c3",
        "breakthrough:10x3",
        "breakthrough:16x3,walls=a2,c2,e2",
        "breakthrough:8x3",
        "breakthrough:9x3,walls=a2",
    ] {
        let mut command = foregone(&["tablebase", "build", game, "--dir", text(&dir)]);
        let refused = command.timeout(Duration::from_secs(5)).assert().code(2);
        let said = String::from_utf8(refused.get_output().stderr.clone()).expect("UTF-8");
        assert!(said.contains(game) && said.contains("take a smaller board"), "{said}");
        assert!(!dir.exists());
    }
}

#[test]
fn a_build_goes_on_where_it_stopped() {
    let (folder, whole) = (Folder::new(), Folder::new());
    let (dir, other) = (folder.file("some"), whole.file("all"));
    build("awari:stones=5", &dir);
    let go_on = ["tablebase", "build", "awari:stones=7", "--dir", text(&dir), "--json"];
    let more = json(foregone(&go_on).assert().success());
    assert_eq!((&more["built"], &more["layers"]), (&2.into(), &8.into()));
    build("awari:stones=7", &other);
    for layer in 0..=7 {
        let name = format!("layer-{layer:03}.fgt");
        assert_eq!(
            fs::read(dir.join(&name)).expect("a file"),
            fs::read(other.join(&name)).expect("a file")
        );
    }
    assert_eq!(
        fs::read(dir.join("manifest.json")).expect("a file"),
        fs::read(other.join("manifest.json")).expect("a file")
    );
}

/// Kills a build at several moments. Every file with its final name is complete, and the next build gives the same tables.
#[cfg(unix)]
#[test]
fn a_killed_build_leaves_finished_layers() {
    let folder = Folder::new();
    let dir = folder.file("killed");
    for wait in [20, 60, 120, 250] {
        let build = ["tablebase", "build", "awari:stones=12", "--dir", text(&dir), "--quiet"];
        let mut child = program(&build).spawn().expect("the program");
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("a kill");
        child.wait().expect("an end");
        if dir.join("manifest.json").exists() {
            let stats = foregone(&["tablebase", "stats", "--dir", text(&dir), "--json"]);
            json({ stats }.assert().success());
        }
    }
    build("awari:stones=8", &dir);
    foregone(&["tablebase", "verify", "--dir", text(&dir), "--sample", "100"]).assert().success();
}

/// After Ctrl-C the finished layers stay, and the program says which layers are missing.
#[cfg(unix)]
#[test]
fn an_interrupted_build_says_what_is_missing() {
    let folder = Folder::new();
    let dir = folder.file("interrupted");
    let build = ["tablebase", "build", "awari:stones=20", "--dir", text(&dir), "--quiet"];
    let mut child = program(&build).spawn().expect("the program");
    while !dir.join("layer-006.fgt").exists() {
        std::thread::sleep(Duration::from_millis(10));
        assert!(child.try_wait().expect("a child").is_none(), "it ended before it was stopped");
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("to 20 are missing, and building again goes on from there"), "{said}");
    foregone(&["tablebase", "stats", "--dir", text(&dir)])
        .assert()
        .success()
        .stdout(contains("of 21 layers are missing"));
}

/// A limit on the size of files acts like a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_finished_layers() {
    let folder = Folder::new();
    let dir = folder.file("full");
    let output = confined(16, &["tablebase", "build", "awari:stones=9", "--dir", text(&dir)]);
    let sentence = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{sentence}");
    assert!(sentence.contains("cannot be written"), "{sentence}");
    assert!(sentence.contains("are finished") && sentence.contains("missing"), "{sentence}");
    foregone(&["tablebase", "verify", "--dir", text(&dir)]).assert().success();
    let names: Vec<_> = fs::read_dir(&dir)
        .expect("a folder")
        .map(|entry| entry.expect("one").file_name())
        .collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{names:?}");
    build("awari:stones=9", &dir);
    foregone(&["tablebase", "verify", "--dir", text(&dir)]).assert().success();
}

#[test]
fn damage_is_refused_and_repaired() {
    let folder = Folder::new();
    let dir = folder.file("damaged");
    build("awari:stones=6", &dir);
    let file = dir.join("layer-005.fgt");
    let mut bytes = fs::read(&file).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    fs::write(&file, &bytes).expect("a file");
    let probe = ["probe", "awari", "--dir", text(&dir), "--position", "5 0 0 0 0 0 / 0 0 0 0 0 0"];
    assert!(refused(&probe, 2).contains("layer-005.fgt is damaged: block 1"));
    for sample in [&[] as &[&str], &["--sample", "10"]] {
        let rejected = refused(&[&["verify", "--dir", text(&dir)], sample].concat(), 4);
        assert!(rejected.contains("layer-005.fgt"), "{rejected}");
    }
    let again = ["build", "awari:stones=6", "--dir", text(&dir), "--quiet"];
    assert!(refused(&again, 2).contains("--force builds that layer again"));
    fs::remove_file(&file).expect("a file");
    assert!(refused(&["verify", "--dir", text(&dir)], 4).contains("layer-005.fgt is missing"));
    foregone(&[&["tablebase"], &again[..], &["--force"]].concat()).assert().success();
    foregone(&["tablebase", "verify", "--dir", text(&dir)]).assert().success();
    let manifest = dir.join("manifest.json");
    let text_of = fs::read_to_string(&manifest).expect("a file");
    fs::write(&manifest, text_of.replacen("37", "38", 1)).expect("a file");
    assert!(refused(&["stats", "--dir", text(&dir)], 2).contains("manifest.json was changed"));
    assert!(refused(&["verify", "--dir", text(&dir)], 4).contains("manifest.json was changed"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let dir = folder.file("awari");
    build("awari:stones=4", &dir);
    let dir = text(&dir);
    let position = ["--position", "5 0 0 0 0 0 / 0 0 0 0 0 0"];
    for (arguments, said) in [
        (vec!["build", "torere", "--dir", dir], "holds tables of awari"),
        (vec!["build", "awari:stones=4,rest=divided", "--dir", dir], "not of awari"),
        (vec!["stats", "awari:grandslam=empty", "--dir", dir], "not of awari"),
        (vec!["verify", "torere", "--dir", dir], "not of torere"),
        (vec!["build", "awari:stones=49", "--dir", dir], "stones=0 to 48"),
        (vec!["build", "awari:seeds=4", "--dir", dir], "has no option \"seeds\""),
        (vec!["build", "awari:stones=x", "--dir", dir], "stones=0 to 48"),
        (vec!["build", "awari:stones=30", "--dir", dir, "--memory", "1MiB"], "may be used"),
        (vec!["probe", "awari", "--dir", dir, position[0], position[1]], "build more"),
        (vec!["probe", "awari", "--dir", dir, "--position", "1 2 3"], "six pits"),
        (vec!["probe", "awari", "--dir", dir], "layer 48"),
        (vec!["stats", "--dir", dir, "--layer", "9"], "no layer 9"),
        (vec!["stats", "--dir", "/nowhere"], "holds no tables"),
    ] {
        let sentence = refused(&arguments, 2);
        assert!(sentence.contains(said), "{arguments:?}: {sentence}");
    }
}
