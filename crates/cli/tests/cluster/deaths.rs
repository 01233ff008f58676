//! A worker, the coordinator and the server are killed one after the other, and the run ends with the right value.

use serde_json::Value;

use crate::common::{foregone, json, text};
use crate::server::Server;

/// With short jobs this takes far longer than the test on any machine; with long ones a moment.
const GAME: &str = "connect4:5x5";

fn progressed(object: &Value) -> bool {
    object["event"] == "progress" && object["results"].as_u64().is_some_and(|results| results > 0)
}

#[cfg(unix)]
#[test]
fn everybody_may_die() {
    let mut server = Server::start();
    let (kept, proof) = (server.folder.file("run.ckpt"), server.folder.file("proof.fgc"));
    let (kept, proof) = (text(&kept).to_owned(), text(&proof).to_owned());
    let command = |job: &'static str| {
        let about = ["coordinate", GAME, "--run", "deaths", "--json", "--memory", "256MiB"];
        let jobs = ["--job", job, "--job-time", "0s", "--in-flight", "1", "--patience", "1s"];
        let files = ["--checkpoint", &kept, "--every", "200ms", "--certificate", &proof, "--force"];
        [&about[..], &jobs, &files].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |server: &Server, name, job| {
        let command = command(job);
        server.run(name, &command.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let mut coordinator = run(&server, "first", "3");
    let mut dying = server.work("dying", "deaths");
    let mut others = ["one", "two"].map(|name| server.work(name, "deaths"));
    coordinator.until("a result has come in", progressed);
    dying.kill();
    coordinator.until("the dead one is missed", |it| it["event"] == "silent");
    let mut third = server.work("three", "deaths");
    coordinator.until("there are three workers again", |it| it["workers"] == 3);

    let before = coordinator.latest();
    coordinator.kill();
    let mut coordinator = run(&server, "second", "3");
    let begin = coordinator.until("it begins again", |it| it["event"] == "begin");
    assert_eq!(begin["resumed"], true);
    let after = coordinator.until("it makes progress", progressed);
    let results = |object: &Value| object["results"].as_u64().expect("a number");
    assert!(results(&after) > results(&before) / 2, "{before} and then {after}");

    server.kill_and_restart();
    coordinator
        .until("it sees the server again", |it| it["event"] == "server" && it["there"] == true);

    let goes_on = results(&coordinator.latest()) + 50;
    coordinator.until("results come in again", |it| it["results"].as_u64() > Some(goes_on));
    coordinator.interrupt();
    assert_eq!(coordinator.end(), 3, "{}", coordinator.said());

    let mut coordinator = run(&server, "third", "2000");
    assert_eq!(coordinator.end(), 0, "{}", coordinator.said());
    let objects = coordinator.objects();
    let answer = objects.last().expect("an answer");
    let alone = json(foregone(&["solve", GAME, "--json"]).assert().success());
    assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &alone["value"]));
    assert!(answer["workers"].as_array().is_some_and(|workers| workers.len() == 3), "{answer}");
    foregone(&["check", &proof]).assert().success();
    assert!(!std::path::Path::new(&kept).exists(), "a checkpoint that nobody needs");
    for worker in others.iter_mut().chain([&mut third]) {
        assert_eq!(worker.end(), 0, "{}", worker.said());
        assert!(worker.said().contains("the run is over"), "{}", worker.said());
    }
}

/// A server that has lost its data gets everything again.
#[cfg(unix)]
#[test]
fn a_server_may_forget_everything() {
    let mut server = Server::start();
    let command = [
        "coordinate",
        GAME,
        "--run",
        "oblivion",
        "--json",
        "--memory",
        "256MiB",
        "--job",
        "3",
        "--job-time",
        "0s",
        "--patience",
        "1s",
    ];
    let mut coordinator = server.run("coordinator", &command);
    let mut worker = server.work("worker", "oblivion");
    coordinator.until("a result has come in", progressed);
    server.kill_and_forget();
    coordinator.until("it sees the server again", |it| it["there"] == true);
    let goes_on = coordinator.latest()["results"].as_u64().expect("a number") + 50;
    coordinator.until("results come in again", |it| it["results"].as_u64() > Some(goes_on));
    let mut late = server.work("late", "oblivion");
    coordinator.until("somebody else has come", |it| it["workers"] == 2);
    coordinator.interrupt();
    assert_eq!(coordinator.end(), 3, "{}", coordinator.said());
    for worker in [&mut worker, &mut late] {
        assert_eq!(worker.end(), 0, "{}", worker.said());
    }
}

/// Ctrl-C saves the coordinator's run, and makes a worker decline its jobs. Both exit with code 3.
#[cfg(unix)]
#[test]
fn whoever_is_interrupted_leaves_in_order() {
    let server = Server::start();
    let kept = server.folder.file("run.ckpt");
    let kept = text(&kept).to_owned();
    let command = [
        "coordinate",
        "breakthrough:5x5",
        "--knowledge",
        "0",
        "--run",
        "polite",
        "--json",
        "--memory",
        "256MiB",
        "--job",
        "50",
        "--checkpoint",
        &kept,
        "--patience",
        "60s",
    ];
    let mut coordinator = server.run("coordinator", &command);
    let mut leaving = server.work("leaving", "polite");
    let mut staying = server.work("staying", "polite");
    coordinator.until("both are there", |it| progressed(it) && it["workers"] == 2);
    leaving.interrupt();
    assert_eq!(leaving.end(), 3, "{}", leaving.said());
    assert!(leaving.said().contains("interrupted"), "{}", leaving.said());
    coordinator.until("it is gone", |it| it["event"] == "left");
    coordinator.interrupt();
    assert_eq!(coordinator.end(), 3, "{}", coordinator.said());
    let objects = coordinator.objects();
    assert_eq!(objects.last().expect("an answer")["checkpoint"], kept.as_str());
    // No other search can continue from it by mistake.
    let refused = foregone(&["solve", "--resume", &kept]).assert().code(2);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("is of a fleet, lock over NATS"), "{said}");
    let mut again = server.run("again", &[&command[..], &["--time", "1s"]].concat());
    let begin = again.until("it begins again", |it| it["event"] == "begin");
    assert_eq!(begin["resumed"], true);
    assert_eq!(again.end(), 3, "{}", again.said());
    staying.interrupt();
    assert_eq!(staying.end(), 3);
}
