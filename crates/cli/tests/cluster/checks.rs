//! Certificates whose parts are followed by workers: whoever dies, lies or is not there, the verdict is right.

use std::sync::atomic::{AtomicBool, Ordering};

use foregone::{Decided, Game, Goal, Settings, Solver};
use foregone_nats::{CheckSummary, CheckWorker, Connection};
use foregone_proof::{Accepted, Limits, Options, check, remote};
use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::common::{foregone, text};
use crate::crowd::connect;
use crate::permissions::documented;
use crate::server::{Process, Server};

const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A certificate with parts of that many records, and what it proves.
fn certificate(spelling: &str, part_records: u64) -> (Vec<u8>, Accepted) {
    let game = Game::open(spelling).expect("a game");
    let mut settings = Settings::new();
    settings.certificate = true;
    settings.set("threads", "1").expect("a number");
    let decided = settings.decide(&game, Goal::Value).expect("options that fit");
    let mut question = decided.question;
    question.proof_part_records = Some(part_records);
    let decided = Decided { question, ..decided };
    let answer = Solver::with(&game, settings)
        .search(&game.start(), decided, &mut (), None, None)
        .expect("an answer");
    let file = answer.certificate().expect("a proof").to_bytes();
    let accepted = check(&file[..], &Options::default()).expect("a proof");
    (file, accepted)
}

/// A server with a certificate of some hundred parts.
fn server_with_certificate() -> (Server, String, Accepted) {
    let server = Server::start();
    let (file, accepted) = certificate("connect4:5x5", 50);
    let path = server.folder.file("proof.fgc");
    std::fs::write(&path, file).expect("a file");
    (server, text(&path).to_owned(), accepted)
}

fn start_check(server: &Server, run: &str, file: &str, more: &[&str]) -> Process {
    let command = ["check", file, "--run", run, "--json", "--threads", "1"];
    server.run(&format!("check-{run}"), &[&command[..], more].concat())
}

fn worker(server: &Server, name: &str, run: &str) -> Process {
    let command = ["work", "--check", "--run", run, "--threads", "1", "--memory", "256MiB"];
    server.run(name, &command)
}

/// The exit code and the object, which proves the same as the check alone.
fn verdict(process: &mut Process, alone: &Accepted) -> (i32, Value) {
    let code = process.end();
    let object = process.objects().pop().unwrap_or_else(|| panic!("{}", process.said()));
    for (member, value) in [
        ("value", json!(alone.value)),
        ("claims", json!(alone.claims)),
        ("positions", json!(alone.positions)),
        ("records", json!(alone.records)),
        ("kept", json!(alone.kept)),
    ] {
        assert_eq!(object[member], value, "{object}");
    }
    (code, object)
}

/// What a worker of the tests makes of its reports.
type Alter = fn(Vec<u8>) -> Vec<u8>;

/// Works in this process until the run is over, or `stop` is set.
fn work(server: &Server, run: &str, alter: Alter, stop: &AtomicBool) -> CheckSummary {
    let connection = Connection::connect(&server.access()).expect("a connection");
    let follow = |job: &[u8]| alter(remote::follow(job, Limits::default()));
    let worker =
        CheckWorker { run: (run, PROGRAM), threads: 1, follow: &follow, decline: &remote::decline };
    let mut stays = |_| !stop.load(Ordering::Relaxed);
    worker.serve(&connection, &mut stays).expect("a server")
}

/// The number of positions is one more than it was.
fn lie(report: Vec<u8>) -> Vec<u8> {
    let (head, frame) = report.split_at(33);
    let content = zstd::bulk::decompress(frame, 1 << 22).expect("findings");
    let mut findings: Value = serde_json::from_slice(&content).expect("JSON");
    findings["counts"]["positions"] =
        json!(findings["counts"]["positions"].as_u64().expect("a number") + 1);
    let content = serde_json::to_vec(&findings).expect("JSON");
    [head, &zstd::bulk::compress(&content, 1).expect("compression")].concat()
}

#[test]
fn two_workers_follow_the_parts() {
    let (server, file, alone) = server_with_certificate();
    for (run, trust, code) in [("sample", "sample", 5), ("all", "all", 5), ("none", "none", 0)] {
        let mut workers = ["one", "two"].map(|name| worker(&server, &format!("{run}-{name}"), run));
        let mut check = start_check(&server, run, &file, &["--trust", trust]);
        let (ended, object) = verdict(&mut check, &alone);
        assert_eq!(ended, code, "{object} {}", check.said());
        let trusted = object["trusted"].as_array().expect("a list");
        let says = trusted.first().and_then(Value::as_str).unwrap_or_default();
        match trust {
            "none" => assert!(trusted.is_empty(), "{object}"),
            "all" => assert!(says.ends_with("none of these was repeated here"), "{says}"),
            _ => assert!(
                says.starts_with("workers, who followed") && says.ends_with("were repeated here"),
                "{says}"
            ),
        }
        for worker in &mut workers {
            assert_eq!(worker.end(), 0, "{}", worker.said());
        }
    }
}

/// One worker is killed, and somebody takes parts without ever answering, as a worker does that dies with a part.
#[test]
fn parts_of_the_dead_are_followed_by_others() {
    let (server, file, alone) = server_with_certificate();
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let taken = std::sync::Arc::new(AtomicBool::new(false));
    let (seen, url) = (taken.clone(), server.url());
    let subject = format!("foregone.deaths.check.{}.part", PROGRAM.replace('.', "-"));
    let thief = runtime.block_on(async move {
        let client = connect(&url).await;
        let mut parts =
            client.queue_subscribe(subject, "checkers".into()).await.expect("a subscription");
        client.flush().await.expect("a server");
        tokio::spawn(async move {
            // Two parts are taken for ever; then the thief is gone.
            for _ in 0..2 {
                let part = parts.next().await;
                seen.store(part.is_some(), Ordering::Relaxed);
            }
        })
    });
    let (mut victim, mut honest) =
        (worker(&server, "victim", "deaths"), worker(&server, "honest", "deaths"));
    let options = ["--patience", "1s", "--trust", "none"];
    let mut check = start_check(&server, "deaths", &file, &options);
    crate::server::within("a part is taken", || taken.load(Ordering::Relaxed).then_some(()));
    victim.kill();
    let (code, object) = verdict(&mut check, &alone);
    assert_eq!(code, 0, "{object}");
    assert_eq!(honest.end(), 0, "{}", honest.said());
    runtime.block_on(thief).expect("two parts were taken");
}

#[test]
fn liars_are_found_out() {
    let (server, file, alone) = server_with_certificate();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Alone with the liar: the sample finds a lie, and all parts are followed here.
        let liar = scope.spawn(|| work(&server, "liar", lie, &stop));
        let mut check = start_check(&server, "liar", &file, &["--trust", "sample"]);
        let (code, object) = verdict(&mut check, &alone);
        assert_eq!((code, &object["trusted"]), (0, &json!([])), "{object}");
        assert!(liar.join().expect("no panic").over);
        // With honest company nothing that counts comes from the liar.
        let liar = scope.spawn(|| work(&server, "mixed", lie, &stop));
        let mut honest = worker(&server, "mixed-honest", "mixed");
        let command = ["check", &file, "--run", "mixed", "--trust", "none", "--threads", "1"];
        let mut check = server.run("check-mixed", &command);
        assert_eq!(check.end(), 0, "{}", check.said());
        assert!(check.printed().contains("accepted: connect4:5x5"), "{}", check.printed());
        assert!(check.said().contains("has reported what is wrong"), "{}", check.said());
        assert!(liar.join().expect("no panic").over);
        assert_eq!(honest.end(), 0, "{}", honest.said());
    });
}

/// A part that a worker says to be wrong, bytes that are no report, and a certificate that is wrong.
#[test]
fn a_rejection_never_rests_on_a_worker() {
    let (server, file, alone) = server_with_certificate();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let scripts: [(&str, Alter); 2] =
            [("slander", |report| [b"F", &report[1..33]].concat()), ("noise", |_| vec![0; 100])];
        for (run, script) in scripts {
            let (server, stop) = (&server, &stop);
            let worker = scope.spawn(move || work(server, run, script, stop));
            let mut check = start_check(server, run, &file, &["--trust", "all"]);
            let (code, object) = verdict(&mut check, &alone);
            assert_eq!((code, &object["trusted"]), (0, &json!([])), "{object}");
            assert!(worker.join().expect("no panic").over);
        }
    });
    let bytes = std::fs::read(&file).expect("a file");
    let wrong = String::from_utf8_lossy(&bytes).find("\"draw\"").expect("a claim");
    let mut forged = bytes.clone();
    forged[wrong + 1..wrong + 5].copy_from_slice(b"loss");
    let end = forged.len() - 32;
    let hash = blake3::hash(&forged[..end]);
    forged[end..].copy_from_slice(hash.as_bytes());
    let path = server.folder.file("forged.fgc");
    std::fs::write(&path, forged).expect("a file");
    let mut honest = worker(&server, "honest", "forged");
    let mut check = start_check(&server, "forged", text(&path), &["--trust", "all"]);
    assert_eq!(check.end(), 4, "{}", check.printed());
    let here = foregone(&["check", text(&path), "--json"]).assert().code(4);
    assert_eq!(check.printed(), String::from_utf8_lossy(&here.get_output().stdout));
    assert_eq!(honest.end(), 0, "{}", honest.said());
}

#[test]
fn without_workers_or_a_server_nothing_is_believed() {
    let (server, file, alone) = server_with_certificate();
    let mut check = start_check(&server, "nobody", &file, &["--wait", "0s"]);
    let (code, object) = verdict(&mut check, &alone);
    assert_eq!((code, &object["trusted"]), (0, &json!([])), "{object}");
    let nowhere = ["check", &file, "--nats", "nats://127.0.0.1:1"];
    let refused = foregone(&nowhere).assert().code(1);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("no NATS server can be reached") && said.lines().count() == 1, "{said}");
    // Options that make no sense are refused before anything is done.
    for (arguments, why) in [
        (vec!["--trust", "all"], "--nats"),
        (vec!["--nats", "nats://127.0.0.1:1", "--checkpoint", "state"], "--checkpoint"),
        (vec!["--nats", "nats://127.0.0.1:1", "-"], "name a file"),
    ] {
        let refused = foregone(&[&["check", &file][..], &arguments].concat()).assert().code(2);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains(why), "{said}");
    }
    // Nor does a worker wait for ever if it is told so.
    let command = ["work", "--check", "--run", "idle", "--wait", "100ms", "--threads", "1"];
    assert_eq!(server.run("idle", &command).end(), 3);
}

#[test]
fn the_documented_permissions_let_workers_follow_parts() {
    let server = Server::with(documented);
    let (file, alone) = certificate("connect4:4x4", 20);
    let path = server.folder.file("proof.fgc");
    std::fs::write(&path, file).expect("a file");
    let command = ["work", "--check", "--run", "strict", "--threads", "1", "--user", "anna"];
    let mut anna = server.run("anna", &command);
    let mut check = start_check(&server, "strict", text(&path), &["--trust", "all"]);
    let (code, object) = verdict(&mut check, &alone);
    assert_eq!(code, 5, "{object} {} {}", check.said(), anna.said());
    assert_eq!(anna.end(), 0, "{}", anna.said());
}
