//! The program `foregone-check`: what it prints and its exit codes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{NARROW, Parts};

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_foregone-check"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    texts(&output)
}

fn texts(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn verdicts_in_words() {
    let folder = folder("words");
    let mut parts = Parts::of("tictactoe", ".../.../...");
    fs::write(folder.join("good.fgc"), parts.seal()).unwrap();
    parts.header.at_most = None;
    parts.records.truncate(1);
    fs::write(folder.join("bad.fgc"), parts.seal()).unwrap();

    let (code, out, err) = run(&folder, &["good.fgc"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let begin = "good.fgc: accepted: tictactoe at .../.../... is worth draw (at least draw, at most draw), ";
    assert!(out.starts_with(begin) && out.ends_with("…\n"), "{out}");
    assert!(out.contains(" records, blake3 ") && out.lines().count() == 1, "{out}");

    let (code, out, _) = run(&folder, &["good.fgc", "bad.fgc", "missing.fgc", "--quiet"]);
    assert_eq!(code, 4, "a rejection outweighs a missing file");
    assert!(
        out.starts_with("bad.fgc: rejected: claim \"at least draw\", record 1: there is no record"),
        "{out}"
    );
    assert_eq!(run(&folder, &["good.fgc", "--quiet"]), (0, String::new(), String::new()));

    let (code, out, err) = run(&folder, &["missing.fgc"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("error: missing.fgc: cannot be read: no such file"), "{err}");
    assert_eq!(run(&folder, &["."]).0, 1, "a folder is no certificate");
}

#[test]
fn verdicts_in_json() {
    let folder = folder("json");
    fs::write(folder.join("good.fgc"), Parts::of("mnk:3,3,2", ".../.../...").seal()).unwrap();
    fs::write(folder.join("bad.fgc"), "foregone certificate 7\n").unwrap();
    let (code, out, _) = run(&folder, &["--json", "good.fgc", "bad.fgc", "missing.fgc"]);
    assert_eq!(code, 4);
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["verdict"], &lines[0]["value"]), (&"accepted".into(), &"win".into()));
    assert_eq!((&lines[0]["file"], &lines[0]["schema"]), (&"good.fgc".into(), &1.into()));
    assert_eq!(lines[0]["trusted"], serde_json::json!([]));
    assert_eq!((&lines[1]["verdict"], &lines[1]["place"]), (&"rejected".into(), &"byte 0".into()));
    assert!(lines[1]["reason"].as_str().unwrap().contains("use a newer checker"));
    assert_eq!(lines[2]["verdict"], "unreadable");
}

#[test]
fn graph_files_are_found() {
    let folder = folder("graphs");
    let there = folder.join("there");
    fs::create_dir(&there).unwrap();
    fs::write(there.join("proof.fgc"), Parts::of_graph(NARROW).seal()).unwrap();

    let (code, _, err) = run(&folder, &["there/proof.fgc"]);
    assert_eq!(code, 1);
    assert!(err.contains("name it with --game-file"), "{err}");

    fs::write(folder.join("other.json"), NARROW).unwrap();
    assert_eq!(run(&folder, &["there/proof.fgc", "--graph", "other.json"]).0, 0);
    assert_eq!(run(&folder, &["there/proof.fgc", "--graph=other.json"]).0, 0);
    assert_eq!(run(&folder, &["there/proof.fgc", "--graph", "missing.json"]).0, 1);

    fs::write(there.join("game.json"), NARROW).unwrap();
    assert_eq!(run(&folder, &["there/proof.fgc"]).0, 0, "beside the certificate");
    assert_eq!(run(&there, &["proof.fgc"]).0, 0, "in the current folder");
    fs::write(folder.join("game.json"), "{}").unwrap();
    assert_eq!(run(&folder, &["there/proof.fgc"]).0, 0, "the current folder does not matter");
}

#[test]
fn standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_foregone-check"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&Parts::of("mnk:2,2,2", "../..").seal()).unwrap();
    let (code, out, _) = texts(&child.wait_with_output().unwrap());
    assert_eq!(code, 0);
    assert!(
        out.starts_with("-: accepted: mnk:2,2,2 at ../.. is worth win (at least win), "),
        "{out}"
    );
}

#[test]
fn strangers_do_not_steer_the_terminal() {
    let folder = folder("terminal");
    let file = NARROW.replace("\"a\"", "\"\\u001b[31m\"");
    fs::write(folder.join("game.json"), &file).unwrap();
    fs::write(folder.join("proof.fgc"), Parts::of_graph(&file).seal()).unwrap();
    let (code, out, _) = run(&folder, &["proof.fgc"]);
    assert_eq!(code, 0);
    assert!(out.contains("graph:game.json at \\u{1b}[31m is worth draw"), "{out}");

    // A name that would be read backwards, and a space that nobody sees; JSON still says what the name is.
    let name = "a\u{202e}\u{200b}\u{feff}\u{2028}\u{9b}b";
    let file = NARROW.replace("\"a\"", &format!("\"{name}\""));
    fs::write(folder.join("game.json"), &file).unwrap();
    fs::write(folder.join("proof.fgc"), Parts::of_graph(&file).seal()).unwrap();
    let (_, out, _) = run(&folder, &["proof.fgc"]);
    assert!(out.contains("at a\\u{202e}\\u{200b}\\u{feff}\\u{2028}\\u{9b}b is worth"), "{out}");
    let (_, out, _) = run(&folder, &["proof.fgc", "--json"]);
    assert!(out.contains(r"a\u202e\u200b\ufeff\u2028\u009bb"), "{out}");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["position"], name);
    let mut parts = Parts::of_graph(&file);
    parts.records.clear();
    fs::write(folder.join("proof.fgc"), parts.seal()).unwrap();
    for option in ["--strict", "--json"] {
        let (code, out, _) = run(&folder, &["proof.fgc", option]);
        assert_eq!(code, 4);
        assert!(!out.trim_end().chars().any(foregone_proof::is_hidden), "{out}");
    }
}

#[test]
fn usage() {
    let folder = folder("usage");
    let (code, out, _) = run(&folder, &["--help"]);
    assert_eq!(code, 0);
    assert!(out.contains("Example: foregone-check proof.fgc"));
    let (code, out, _) = run(&folder, &["--version"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("foregone-check ") && out.contains("(certificate formats 1, 2, 3)"),
        "{out}"
    );
    for (arguments, why) in [
        (&[][..], "no certificate is named"),
        (&["--json"], "no certificate is named"),
        (&["a.fgc", "--graph"], "--graph needs the name of a file"),
        (&["a.fgc", "--fast"], "--fast is not an option"),
        (&["a.fgc", "--memory"], "--memory needs a size such as 2GiB"),
        (&["a.fgc", "--time", "soon"], "--time needs a time such as 90s, 15min or 1h30m, not soon"),
    ] {
        let (code, out, err) = run(&folder, arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(why), "{err}");
    }
    assert_eq!(run(&folder, &["--", "--help"]).0, 1, "a file of that name");
}
