//! The disk is full, or a folder is gone, when files are to be written at the end: what was found is printed all the same.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Folder, confined, foregone, program, text};
use serde_json::Value;

fn words(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The only sentence on standard error: it says that a file could not be written.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", words(&output.stderr));
    let sentence = words(&output.stderr);
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(sentence.starts_with("error: "), "{sentence}");
    assert!(sentence.contains("could not be written: "), "{sentence}");
    sentence
}

#[test]
fn an_answer_does_not_need_its_certificate() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    let solve = ["solve", "connect4:5x5", "--certificate", text(&file)];
    let output = confined(1, &solve);
    let sentence = complaint(&output);
    assert!(sentence.contains("the certificate") && sentence.contains(text(&file)), "{sentence}");
    let page = words(&output.stdout);
    assert!(page.contains("connect4:5x5 is worth draw"), "{page}");
    assert!(page.contains("certificate  none: the file could not be written"), "{page}");
    let output = confined(1, &[&solve[..], &["--json"]].concat());
    complaint(&output);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!((&answer["value"], &answer["certificate"]), (&"draw".into(), &Value::Null));
    let why = answer["certificate_unwritten"].as_str().expect("a sentence");
    assert!(why.contains("proof.fgc could not be written: file too large"), "{why}");
    assert_eq!(folder.count(), 0, "nothing is left behind");
    foregone(&solve).assert().success();
}

/// The file that is there already stays as it was.
#[test]
fn a_certificate_is_not_lost_to_one_that_does_not_fit() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    foregone(&["solve", "mnk:3,3,3", "--certificate", text(&file)]).assert().success();
    let before = fs::read(&file).expect("a certificate");
    let again = ["solve", "connect4:5x5", "--certificate", text(&file), "--force"];
    complaint(&confined(1, &again));
    assert_eq!(fs::read(&file).expect("a certificate"), before);
}

#[test]
fn a_folder_that_vanishes_costs_only_the_certificate() {
    let folder = Folder::new();
    let place = folder.file("results");
    fs::create_dir(&place).expect("a folder");
    let file = place.join("proof.fgc");
    // The search takes far longer than the removal of the folder.
    let solve = ["solve", "connect4:5x5", "--dag", "--memory", "400MB", "--json"];
    let certified = [&solve[..], &["--certificate", text(&file)]].concat();
    let child = program(&certified).spawn().expect("the program");
    sleep(Duration::from_millis(150));
    fs::remove_dir_all(&place).expect("it can be removed");
    let output = child.wait_with_output().expect("an end");
    complaint(&output);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["value"], "draw");
    assert!(answer["certificate_unwritten"].is_string());
}

/// A small file system for the test, where the user may mount one.
struct Small(PathBuf);

impl Small {
    fn mount(place: &Path) -> Option<Small> {
        fs::create_dir(place).expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(place);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then(|| Small(place.to_owned()))
    }

    /// Fills the file system.
    fn fill(&self) {
        let _ = fs::write(self.0.join("ballast"), vec![1; 1 << 20]);
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

#[test]
fn a_disk_that_is_really_full_costs_only_the_files() {
    let folder = Folder::new();
    let Some(small) = Small::mount(&folder.file("small")) else { return };
    small.fill();
    let (proof, search) = (small.0.join("proof.fgc"), small.0.join("search.fgk"));
    let solve = ["solve", "connect4:4x4", "--certificate", text(&proof)];
    let output = program(&solve).output().expect("the program");
    assert!(complaint(&output).contains("no space left on device"));
    assert!(words(&output.stdout).contains("connect4:4x4 is worth draw"));
    let solve = ["solve", "connect4:4x5", "--algorithm", "mopns", "--memory", "1GiB"];
    let kept = [&solve[..], &["--nodes", "50k", "--checkpoint", text(&search)]].concat();
    let output = program(&kept).output().expect("the program");
    assert_eq!(output.status.code(), Some(3));
    let page = words(&output.stdout);
    assert!(page.contains("none: it could not be written (no space left on device)"), "{page}");
    let names = fs::read_dir(&small.0).expect("a folder").count();
    assert_eq!(names, 1, "only the ballast");
}

#[test]
fn a_checkpoint_that_is_not_there_is_not_promised() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let solve = ["solve", "connect4:4x5", "--algorithm", "mopns", "--memory", "1GiB"];
    let kept = [&solve[..], &["--nodes", "50k", "--checkpoint", text(&file)]].concat();
    let output = confined(1, &kept);
    assert_eq!(output.status.code(), Some(3));
    let page = words(&output.stdout);
    assert!(page.contains("checkpoint  none: it could not be written (file too large)"), "{page}");
    assert!(!page.contains("goes on from") && !page.contains("resume it"), "{page}");
    let output = confined(1, &[&kept[..], &["--json"]].concat());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["checkpoint"], Value::Null);
    assert_eq!(answer["checkpoint_unwritten"], "file too large");
}

#[test]
fn an_older_checkpoint_is_named_as_such() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let solve = ["solve", "connect4:4x5", "--algorithm", "mopns", "--memory", "1GiB"];
    let kept = [&solve[..], &["--nodes", "50k", "--checkpoint", text(&file)]].concat();
    foregone(&kept).assert().code(3);
    let resume = ["solve", "--resume", text(&file), "--nodes", "500k"];
    let output = confined(8, &resume);
    assert_eq!(output.status.code(), Some(3));
    let page = words(&output.stdout);
    let older = format!(
        "the last one could not be written (file too large); {0} is an older one: foregone solve --resume {0} goes on from there",
        text(&file)
    );
    assert!(page.contains(&older), "{page}");
    let output = confined(8, &[&resume[..], &["--json"]].concat());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["checkpoint"], text(&file));
    assert_eq!(answer["checkpoint_unwritten"], "file too large");
    foregone(&["solve", "--resume", text(&file)]).assert().success();
}

/// Tables, plots and charts: the result is printed first, then one sentence about the file.
#[test]
fn results_do_not_need_their_files() {
    let folder = Folder::new();
    let [csv, plot, record] = ["a.csv", "a.svg", "record.txt"].map(|name| folder.file(name));
    fs::write(&record, "1. 2 2 2. 3").expect("a file");
    let (csv, plot) = (text(&csv), text(&plot));
    for (arguments, printed) in [
        (vec!["compare", "mnk:3,3,3", "-a", "mopns,pns", "--after", "1", "--csv", csv], "mopns"),
        (vec!["compare", "mnk:3,3,3", "-a", "mopns,pns", "--after", "1", "--plot", plot], "mopns"),
        (vec!["tournament", "mnk:3,3,3", "--two", "veto=0", "--games", "2", "--csv", csv], "score"),
        (vec!["simulate", "mnk:3,3,3", "--workers", "1,2", "--csv", csv], "lock"),
        (vec!["simulate", "mnk:3,3,3", "--workers", "1,2", "--plot", plot], "lock"),
        (vec!["analyse", "connect4:4x4", "--game", text(&record), "--plot", plot], "value after"),
    ] {
        let output = confined(0, &arguments);
        complaint(&output);
        assert!(words(&output.stdout).contains(printed), "{arguments:?}");
        let output = confined(0, &[&arguments[..], &["--json"]].concat());
        complaint(&output);
        let _: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    }
    assert_eq!(folder.names(), ["record.txt"]);
}
