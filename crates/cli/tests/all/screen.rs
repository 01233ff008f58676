//! What people see: progress without a terminal, colours, narrow tables, and a line that can be edited.

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::Duration;

use crate::common::{Folder, foregone, program, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use foregone_proof::program::PROGRESS_VARIABLE as EVERY;

/// The standard error of a command that writes a line of progress every tenth of a second. It is not a terminal.
fn said(arguments: &[&str]) -> String {
    let output = program(arguments).env(EVERY, "100ms").output().expect("an end");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn searches_say_where_they_are() {
    let said = said(&["solve", "connect4", "--time", "1s", "--memory", "1GiB"]);
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("00:00:")).collect();
    assert!(lines.len() >= 3, "{said}");
    for line in &lines[1..] {
        for part in [" nodes, ", "asking for ≥", " at the root, ", "% done, ", " plies deep"] {
            assert!(line.contains(part), "{part} in {line}");
        }
        assert!(!line.contains("≥loss") && !line.contains("≤win"), "{line}");
    }
}

#[test]
fn every_command_that_takes_long_says_how_far_it_is() {
    for (command, part) in [
        ("compare connect4:5x5 --after 2 -a pns,mopns --nodes 300k", "25 positions: connect4:5x5"),
        ("tournament connect4 --two veto=0 --games 1000 --time 1s", "/1,000 games: connect4"),
        (
            "model connect4 --evaluation lines --opponent greedy --depth 20 --time 1s",
            "searching against the model",
        ),
        ("solve breakthrough:6x6 --algorithm dfpn --time 1s --memory 1GiB", " nodes, "),
        ("reproduce solved --time 1s", "solved positions"),
        ("patterns breakthrough --order 4 --columns 5 --force --time 1s", "% of the patterns"),
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let said = said(&arguments);
        assert!(said.contains(part), "{part} in what {command} says:\n{said}");
        let quiet: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        let output = program(&quiet).env(EVERY, "100ms").output().expect("an end");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(!said.contains(part), "{command} --json: {said}");
    }
}

#[test]
fn nothing_is_said_where_nobody_waits() {
    for arguments in
        [&["solve", "tictactoe"][..], &["compare", "tictactoe", "--after", "1", "-a", "mopns"]]
    {
        foregone(arguments).assert().success().stderr("");
    }
}

#[test]
fn values_have_colours_where_they_are_wanted() {
    let solve = |variables: &[(&str, &str)]| {
        let mut command = foregone(&["solve", "tictactoe"]);
        command.env_remove("NO_COLOR").envs(variables.iter().copied()).assert().success()
    };
    let coloured = contains("is worth \u{1b}[33mdraw\u{1b}[0m (for");
    solve(&[("CLICOLOR_FORCE", "1")]).stdout(coloured);
    let plain = || contains("\u{1b}").not().and(contains("is worth draw (for"));
    solve(&[]).stdout(plain());
    solve(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).stdout(plain());
    let folder = Folder::new();
    let record = folder.write("record", "1. a1 b1 2. a2 b2 3. c3");
    let mut analyse = foregone(&["analyse", "tictactoe", "--game", text(&record)]);
    let page = stdout(analyse.env("CLICOLOR_FORCE", "1").assert().success());
    assert!(page.contains("\u{1b}[32mwin\u{1b}[0m"), "{page}");
    // Colours take no room: without them the page is the same.
    let mut analyse = foregone(&["analyse", "tictactoe", "--game", text(&record)]);
    let plain = stdout(analyse.assert().success());
    let bare = ["[31m", "[32m", "[33m", "[0m"]
        .iter()
        .fold(page, |page, colour| page.replace(&format!("\u{1b}{colour}"), ""));
    assert_eq!(bare, plain);
}

/// Names from files cannot contain codes for colours.
#[test]
fn colours_of_strangers_are_written_out() {
    let folder = Folder::new();
    let graph = r#"{"outcomes": ["loss", "win\u001b[31m"], "start": "a", "nodes": {"a": {"value": "win\u001b[31m"}}}"#;
    let game = format!("graph:{}", text(&folder.write("m.json", graph)));
    foregone(&["solve", &game]).assert().success().stdout(contains("\u{1b}").not());
}

#[test]
fn tables_fit_narrow_terminals() {
    let compare = ["compare", "connect4:4x4", "--after", "1", "-a", "mopns,pns"];
    let widest = |columns: Option<&str>| {
        let mut command = foregone(&compare);
        command.env_remove("COLUMNS").envs(columns.map(|columns| ("COLUMNS", columns)));
        let page = stdout(command.assert().success());
        for number in ["393,924", "537,738", "0/0/4"] {
            assert!(page.contains(number), "numbers are not broken:\n{page}");
        }
        page.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    };
    assert!(widest(None) > 90);
    for columns in ["75", "71", "70", "60", "50"] {
        let widest = widest(Some(columns));
        assert!(widest <= columns.parse().expect("a number"), "{columns}: {widest}");
    }
    assert_eq!(widest(Some("200")), widest(None));
}

/// On a terminal lines can be edited, and earlier ones come back.
#[cfg(unix)]
#[test]
fn lines_are_edited_on_a_terminal() {
    let folder = Folder::new();
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let other_end = || Stdio::from(terminal.slave.try_clone().expect("a terminal"));
    let mut command = program(&["play", "connect4:4x4", "--two-humans"]);
    command.current_dir(folder.0.path()).env("TERM", "xterm");
    command.stdin(other_end()).stdout(other_end()).stderr(other_end());
    let mut child = command.spawn().expect("it starts");
    drop(command);
    drop(terminal.slave);
    let mut keys = std::fs::File::from(terminal.master);
    let mut screen = keys.try_clone().expect("a terminal");
    let (sender, shown) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 1024];
        // Reading fails when the program at the other end has exited; that ends the thread.
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                return;
            }
        }
    });
    let wait_for = |prompt: &str| {
        let mut page = String::new();
        while !page.contains(prompt) {
            let more = shown.recv_timeout(Duration::from_secs(20));
            page.push_str(&more.unwrap_or_else(|_| panic!("{prompt} does not come after {page}")));
        }
    };
    // A backspace removes a wrong key; the up arrow brings the last line back.
    for (prompt, typed) in [
        ("first> ", "9\u{7f}2\r"),
        ("second> ", "\u{1b}[A\r"),
        ("first> ", "save game.txt\r"),
        ("first> ", "\u{4}"),
    ] {
        wait_for(prompt);
        keys.write_all(typed.as_bytes()).expect("a terminal");
    }
    let status = child.wait().expect("an end");
    assert!(status.success(), "{status}");
    let record = std::fs::read_to_string(folder.file("game.txt")).expect("a record");
    assert!(record.contains("1. 2 2"), "{record}");
}
