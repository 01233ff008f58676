//! A program that is killed while it writes a file leaves its draft behind; the next one that writes there removes it.
#![cfg(unix)]

use crate::common::{Folder, foregone, program, text};

fn drafts(folder: &Folder) -> usize {
    let is_draft = |name: &String| name.starts_with(".foregone-") && name.ends_with(".tmp");
    folder.names().into_iter().filter(is_draft).count()
}

/// Starts programs and kills each as soon as it writes, until one of them has left a draft.
fn leave_a_draft(folder: &Folder, arguments: &[&str]) {
    for _ in 0..500 {
        let mut child = program(arguments).spawn().expect("the program");
        while drafts(folder) == 0 && child.try_wait().expect("a child").is_none() {}
        child.kill().expect("a kill");
        child.wait().expect("an end");
        if drafts(folder) > 0 {
            return;
        }
    }
    panic!("no draft was left in 500 attempts");
}

#[test]
fn what_killed_checkpoints_left_is_removed() {
    let folder = Folder::new();
    let file = folder.file("search.fgk");
    let solve = ["solve", "connect4:5x5", "--algorithm", "mopns", "--memory", "1GiB", "--force"];
    let kept = [&solve[..], &["--checkpoint", text(&file), "--every", "1ms"]].concat();
    leave_a_draft(&folder, &kept);
    foregone(&[&kept[..], &["--nodes", "1k"]].concat()).assert().code(3);
    assert_eq!(drafts(&folder), 0, "{:?}", folder.names());
    assert!(file.exists());
}

#[test]
fn what_killed_certificates_left_is_removed() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    let solve = ["solve", "connect4:4x4", "--certificate", text(&file), "--force"];
    leave_a_draft(&folder, &solve);
    foregone(&solve).assert().success();
    assert_eq!(folder.names(), ["proof.fgc"]);
}

/// The program removes neither drafts of other files nor files that only look like drafts.
#[test]
fn what_others_left_stays() {
    let folder = Folder::new();
    leave_a_draft(&folder, &["solve", "mnk:3,3,3", "--certificate", text(&folder.file("other"))]);
    folder.write(".foregone-notes", "mine");
    let before = folder.count();
    foregone(&["solve", "mnk:3,3,3", "--certificate", text(&folder.file("proof.fgc"))])
        .assert()
        .success();
    assert_eq!(folder.count(), before + 1, "{:?}", folder.names());
}
