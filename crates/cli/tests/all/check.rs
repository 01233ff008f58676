//! `foregone check`: the verdicts and exit codes of `foregone-check`.

use crate::common::{Folder, foregone, json, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, starts_with};

fn certificate(folder: &Folder) -> std::path::PathBuf {
    let file = folder.file("proof.fgc");
    foregone(&["solve", "tictactoe", "--certificate", text(&file)]).assert().success();
    file
}

#[test]
fn sound_certificates_are_accepted() {
    let folder = Folder::new();
    let file = certificate(&folder);
    foregone(&["check", text(&file)])
        .assert()
        .success()
        .stdout(contains("accepted: mnk:3,3,3 at .../.../... is worth draw"));
    let bytes = std::fs::read(&file).expect("a file");
    foregone(&["check", "-"])
        .write_stdin(bytes)
        .assert()
        .success()
        .stdout(starts_with("-: accepted"));
}

#[test]
fn damaged_certificates_are_rejected() {
    let folder = Folder::new();
    let bytes = std::fs::read(certificate(&folder)).expect("a file");
    let mut flipped = bytes.clone();
    flipped[bytes.len() - 60] ^= 1;
    let claims_more = String::from_utf8_lossy(&bytes[..120]).replace("\"draw\"", "\"win\"");
    let hostile = [
        ("truncated.fgc", bytes[..bytes.len() - 10].to_vec()),
        ("flipped.fgc", flipped),
        ("empty.fgc", Vec::new()),
        ("newer.fgc", b"foregone certificate 2\n{}\n".to_vec()),
        ("noise.fgc", (0..5000).map(|n: u32| (n * n % 251) as u8).collect()),
        ("more.fgc", claims_more.into_bytes()),
    ];
    for (name, bytes) in hostile {
        let file = folder.write(name, bytes);
        foregone(&["check", text(&file)]).assert().code(4).stdout(contains("rejected: "));
        let verdict = json(foregone(&["check", "--json", text(&file)]).assert().code(4));
        assert_eq!(verdict["verdict"], "rejected", "{name}");
        assert!(verdict["place"].is_string() && verdict["reason"].is_string(), "{name}");
    }
}

#[test]
fn a_rejection_outweighs_a_file_that_cannot_be_read() {
    let folder = Folder::new();
    let sound = certificate(&folder);
    let newer = folder.write("newer.fgc", "foregone certificate 2\n{}\n");
    let missing = folder.file("missing.fgc");
    foregone(&["check", text(&missing), text(&sound)])
        .assert()
        .code(1)
        .stderr(contains("error: ").and(contains("cannot be read: no such file")));
    foregone(&["check", text(&missing), text(&newer), text(&sound)]).assert().code(4);
}

#[test]
fn graph_certificates_find_their_file() {
    let folder = Folder::new();
    let content = r#"{"outcomes":["loss","win"],"start":"a","nodes":{
        "a":{"player":"max","moves":["b","c"]},"b":{"value":"loss"},"c":{"value":"win"}}}"#;
    let graph = folder.write("game.json", content);
    let file = folder.file("proof.fgc");
    let mut solve = foregone(&["solve", "graph:game.json", "--certificate", "proof.fgc"]);
    solve.current_dir(graph.parent().expect("a folder")).assert().success();
    foregone(&["check", text(&file)]).assert().success();
    let elsewhere = Folder::new();
    let moved = elsewhere.write("proof.fgc", std::fs::read(&file).expect("a file"));
    foregone(&["check", text(&moved)]).assert().code(1).stderr(contains("name it with --graph"));
    foregone(&["check", text(&moved), "--graph", text(&graph)]).assert().success();
    let other = folder.write("other.json", content.replace("loss", "lost"));
    foregone(&["check", text(&moved), "--graph", text(&other)])
        .assert()
        .code(4)
        .stdout(contains("hash differs"));
}
