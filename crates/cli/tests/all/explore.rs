//! `foregone explore`: a server that starts, answers, and ends when it is asked to. What it answers is tested in its crate.
#![cfg(all(unix, feature = "explore"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use predicates::str::contains;

use crate::common::{Folder, foregone, interrupt, state};

/// Starts an explorer at a free port and says where.
fn start(arguments: &[&str]) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.arg("explore").args(arguments).args(["--listen", "127.0.0.1:0"]);
    command.env("XDG_STATE_HOME", state()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program");
    let mut link = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output).read_line(&mut link).expect("a line");
    (child, link.trim().to_owned())
}

fn stop(mut child: Child) {
    interrupt(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn the_page_of_the_command_line_is_served_until_the_program_is_interrupted() {
    let (child, link) = start(&["connect4:4x4", "--moves", "12"]);
    let (host, path) =
        link.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("a link");
    assert_eq!(path, "g/connect4:4x4?m=12");
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains("First player to move"), "{answer}");
    stop(child);
}

#[test]
fn an_open_address_prints_a_link_with_the_token_and_a_warning() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(["explore", "--listen", "0.0.0.0:0", "--token", "sesame"]);
    command.env("XDG_STATE_HOME", state()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let (mut link, mut said) = (String::new(), String::new());
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    BufReader::new(output.expect("a pipe")).read_line(&mut link).expect("a line");
    assert!(link.trim().ends_with("/?token=sesame"), "{link}");
    BufReader::new(errors.expect("a pipe")).read_line(&mut said).expect("a line");
    assert!(said.contains("the connection is not encrypted"), "{said}");
    stop(child);
}

#[test]
fn what_is_wrong_is_one_sentence() {
    let explore = |arguments: &[&str], part: &str| {
        let assert = foregone(&[&["explore"], arguments].concat()).assert().code(2).stdout("");
        let said = String::from_utf8(assert.get_output().stderr.clone()).expect("text");
        assert!(said.contains(part) && said.trim_end().lines().count() == 1, "{said}");
    };
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    explore(&["--listen", &address], "in use already");
    explore(&["--listen", "0.0.0.0:0"], "give a --token");
    explore(&["--moves", "12"], "need a game");
    explore(&["conect4"], "connect4");
    explore(&["connect4:4x4", "--moves", "9"], "9");
    explore(&["graph:missing.json"], "missing.json");
    explore(&["--certificate", "missing.fgc"], "missing.fgc cannot be read");
    explore(&["--events", "missing.jsonl"], "missing.jsonl");
    explore(&["--events", "."], "--events takes");
    explore(&["--tablebase", "nowhere"], "nowhere");
    let wrong = |arguments: &[&str]| foregone(&[&["explore"], arguments].concat()).assert().code(2);
    wrong(&["--listen", "nowhere"]).stdout("");
    wrong(&["--token", "word"]).stdout("").stderr(contains("--listen"));
}

#[test]
fn a_certificate_that_is_rejected_ends_the_program() {
    let folder = Folder::new();
    foregone(&["solve", "connect4:4x4", "--certificate", "proof.fgc"])
        .current_dir(folder.0.path())
        .assert()
        .success();
    let file = folder.file("proof.fgc");
    let mut bytes = std::fs::read(&file).expect("a certificate");
    let at = bytes.len() - 40;
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).expect("written");
    let name = file.to_str().expect("text");
    foregone(&["explore", "--certificate", name]).assert().code(4).stderr(contains("rejected"));
}
