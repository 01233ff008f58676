//! Rule files in a fleet: the text of the rules travels with the run and with the parts of a certificate, so that workers need no
//! file.

use std::fs;

use serde_json::json;

use crate::common::{foregone, text};
use crate::server::Server;

const RULES: &str = include_str!("../../../../examples/gdl/hexapawn.kif");

#[test]
fn the_text_of_the_rules_travels_with_the_run() {
    let server = Server::start();
    let rules = server.folder.write("rules.kif", RULES);
    let game = format!("gdl:{},infinite=loss", text(&rules));
    let about = [
        "coordinate",
        &game,
        "--run",
        "rules",
        "--json",
        "--memory",
        "256MiB",
        "--job",
        "20",
        "--trust",
        "none",
    ];
    let mut coordinator = server.run("rules", &about);
    coordinator.until("it begins", |it| it["event"] == "begin");
    fs::remove_file(&rules).expect("the file");
    let mut worker = server.work("worker-rules", "rules");
    assert_eq!(
        (coordinator.end(), worker.end()),
        (0, 0),
        "{}{}",
        coordinator.said(),
        worker.said()
    );
    let answer = coordinator.objects().pop().expect("an answer");
    assert_eq!((&answer["status"], &answer["value"]), (&json!("solved"), &json!("loss")));
}

#[test]
fn workers_check_parts_without_the_file() {
    let server = Server::start();
    let rules = server.folder.write("rules.kif", RULES);
    let proof = server.folder.file("rules.fgc");
    let game = format!("gdl:{},infinite=loss", text(&rules));
    foregone(&["solve", &game, "--certificate", text(&proof), "--quiet"]).assert().success();
    let command =
        ["check", text(&proof), "--run", "parts", "--json", "--threads", "1", "--trust", "all"];
    let mut check = server.run("check-parts", &command);
    let worker = ["work", "--check", "--run", "parts", "--threads", "1", "--memory", "256MiB"];
    let mut worker = server.run("worker-parts", &worker);
    let code = check.end();
    worker.end();
    let verdict = check.objects().pop().expect("a verdict");
    assert!(matches!(code, 0 | 5), "{verdict}");
    assert_eq!(verdict["value"], "loss", "{verdict}");
}
