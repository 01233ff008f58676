//! `foregone check`: the verdicts and exit codes of `foregone-check`.

use crate::common::{Folder, foregone, interrupt, json, program, text};
use foregone_proof::format::{Header, Writer};
use foregone_proof::program::PROGRESS_VARIABLE;
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
    foregone(&["check", text(&moved)])
        .assert()
        .code(1)
        .stderr(contains("name it with --game-file"));
    foregone(&["check", text(&moved), "--graph", text(&graph)]).assert().success();
    let other = folder.write("other.json", content.replace("loss", "lost"));
    foregone(&["check", text(&moved), "--graph", text(&other)])
        .assert()
        .code(4)
        .stdout(contains("hash differs"));
}

/// A certificate that takes long: nobody can have six in a line there, so every play is a draw and every position is kept.
fn endless(folder: &Folder) -> std::path::PathBuf {
    let mut header = Header::new("mnk:5,5,6", "...../...../...../...../.....");
    header.at_least = Some("draw".to_owned());
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &header).expect("a header");
    for _ in 0..20_000_000 {
        writer.record(0, true).expect("a record");
    }
    writer.finish().expect("a trailer");
    folder.write("endless.fgc", bytes)
}

#[test]
fn limits_leave_a_certificate_undecided() {
    let folder = Folder::new();
    let file = endless(&folder);
    let within = |limit: &[&str]| foregone(&[&["check", text(&file)], limit].concat());
    within(&["--time", "300ms"])
        .assert()
        .code(3)
        .stdout(contains("undecided: 0.3 seconds are over; allow more with --time"));
    within(&["--memory", "20MB", "--quiet"])
        .assert()
        .code(3)
        .stdout(contains("undecided: more than 20000000 bytes of memory are needed"));
    let verdict = json(within(&["--memory", "20MB", "--json"]).assert().code(3));
    assert_eq!((&verdict["verdict"], &verdict["limit"]), (&"undecided".into(), &"memory".into()));
    // A rejection says more than a limit.
    let newer = folder.write("newer.fgc", "foregone certificate 2\n{}\n");
    within(&["--time", "300ms", text(&newer)]).assert().code(4);
}

/// Where standard error is not a terminal, a line comes as often as the variable says: not at all in the first minute without.
#[test]
fn progress_comes_as_often_as_wanted() {
    let folder = Folder::new();
    let file = endless(&folder);
    let lines = |every: Option<&str>, options: &[&str]| {
        let mut command = program(&[&["check", text(&file), "--time", "900ms"], options].concat());
        command.env_remove(PROGRESS_VARIABLE).envs(every.map(|it| (PROGRESS_VARIABLE, it)));
        let said = String::from_utf8(command.output().expect("an end").stderr).expect("text");
        said.lines().filter(|line| line.starts_with("checking for 0:00: ")).count()
    };
    assert!(lines(Some("200ms"), &[]) >= 2);
    assert_eq!(lines(None, &[]), 0);
    assert_eq!(lines(Some("1h"), &[]), 0);
    for silent in ["--quiet", "--json"] {
        assert_eq!(lines(Some("200ms"), &[silent]), 0, "{silent}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_certificate_undecided() {
    let folder = Folder::new();
    let file = endless(&folder);
    let child = program(&["check", text(&file), "--json"]).spawn().expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&verdict["verdict"], &verdict["limit"]),
        (&"undecided".into(), &"interrupt".into())
    );
}

/// On wide boards there are more lines of threats than anyone can try: a proof is found and checked all the same.
#[test]
fn proofs_on_wide_boards_take_no_longer_than_searches() {
    let folder = Folder::new();
    for game in ["breakthrough:7x4", "breakthrough:8x4"] {
        let file = folder.file("wide.fgc");
        let options =
            ["--certificate", text(&file), "--force", "--time", "60s", "--memory", "500MB"];
        let begin = std::time::Instant::now();
        foregone(&[&["solve", game], &options[..]].concat()).assert().success();
        foregone(&["check", text(&file)]).assert().success().stdout(contains("is worth loss"));
        assert!(begin.elapsed().as_secs() < 60, "{game}: {:?}", begin.elapsed());
    }
}

/// A certificate may name any file, but `proof show` opens only the one beside it, or the one that is named to it.
#[test]
fn looking_into_a_proof_opens_no_other_graph_file() {
    let folder = Folder::new();
    let graph = folder.write(
        "game.json",
        r#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {"a": {"player": "max", "moves": ["w", "l"]},
            "w": {"value": "win"}, "l": {"value": "loss"}}}"#,
    );
    let proof = folder.file("proof.fgc");
    let game = format!("graph:{}", text(&graph));
    foregone(&["solve", &game, "--certificate", text(&proof)]).assert().success();
    let show = ["proof", "show", text(&proof)];
    foregone(&show).assert().success().stdout(contains("answered by w"));
    let elsewhere = Folder::new();
    let moved = elsewhere.file("proof.fgc");
    std::fs::copy(&proof, &moved).expect("a copy");
    let show = ["proof", "show", text(&moved)];
    foregone(&show).assert().failure().stderr(contains("beside the certificate"));
    let named = [&show[..], &["--graph", text(&graph)]].concat();
    foregone(&named).assert().success().stdout(contains("answered by w"));
}

/// A check that is stopped by its limit goes on from its checkpoint, which is gone when there is a verdict.
#[test]
fn a_stopped_check_goes_on_from_its_checkpoint() {
    let folder = Folder::new();
    let (file, state) = (folder.file("proof.fgc"), folder.file("check.state"));
    foregone(&["solve", "connect4:6x5", "--certificate", text(&file)]).assert().success();
    let (mut time, mut went_on) = (4, false);
    loop {
        let limit = format!("{time}ms");
        let arguments = ["check", text(&file), "--threads", "1", "--time", &limit];
        let mut command = foregone(&[&arguments[..], &["--checkpoint", text(&state)]].concat());
        let output = command.output().expect("an end");
        if output.status.code() == Some(0) {
            break;
        }
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        if state.exists() {
            let said = String::from_utf8(output.stdout).expect("text");
            assert!(said.contains("the same command goes on from"), "{said}");
            went_on = true;
        }
        time *= 2;
    }
    assert!(went_on, "the check of {} was never stopped between two parts", file.display());
    assert!(!state.exists());

    let other = folder.write("other", "something else");
    foregone(&["check", text(&file), "--checkpoint", text(&other)])
        .assert()
        .code(1)
        .stderr(contains("this is not a saved check; name another file"));
    assert_eq!(std::fs::read(&other).expect("a file"), b"something else");
    foregone(&["check", text(&file), text(&file), "--checkpoint", text(&state)])
        .assert()
        .code(2)
        .stderr(contains("--checkpoint is for one certificate"));
    foregone(&["check", text(&file), "--checkpoint", text(&file)]).assert().code(2);
}

#[test]
fn an_index_is_used_if_it_is_of_the_certificate() {
    let folder = Folder::new();
    let file = certificate(&folder);
    foregone(&["proof", "index", text(&file)])
        .assert()
        .success()
        .stdout(contains("proof.fgc.index: the sizes below"));
    foregone(&["proof", "index", text(&file)]).assert().code(2).stderr(contains("--force"));
    let shown = || json(foregone(&["proof", "show", text(&file), "--json"]).assert().success());
    let with_index = shown();
    assert!(with_index["positions"].as_u64().is_some_and(|positions| positions > 100));
    // A proof as small as this one is measured anyway; a damaged index does no harm.
    std::fs::write(folder.file("proof.fgc.index"), b"foregone index 1 nonsense\n").expect("a file");
    assert_eq!(shown(), with_index);
}
