//! What cannot work is refused with one sentence, and no password is shown.

use foregone_fleet::message::PROTOCOL;
use foregone_fleet::setup::{LeafStore, Setup};
use foregone_nats::{Connection, CoordinatorTransport, Metadata};

use crate::common::{Folder, foregone, text};
use crate::server::{PASSWORD, Process, Server};

/// Exactly one error line with these words and without the password.
fn refused(process: &mut Process, code: i32, words: &[&str]) {
    assert_eq!(process.end(), code, "{}", process.said());
    let said = process.said();
    let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 1, "{said}");
    for word in words {
        assert!(errors[0].contains(word), "{said} does not say {word}");
    }
    assert!(!said.contains(PASSWORD) && !said.contains("battery-staple"), "{said}");
}

/// Bad options are refused before a connection is made.
#[test]
fn nonsense_is_refused_at_once() {
    let folder = Folder::new();
    let empty = folder.write("empty.pw", "");
    let missing = folder.file("none.creds");
    let cases: [(&[&str], &str); 9] = [
        (&["work", "--nats", "nats://anna:battery-staple@127.0.0.1:1"], "--password-file"),
        (&["coordinate", "mnk:3,3,3", "--trust", "some"], "sample:0.05"),
        (&["coordinate", "mnk:3,3,3", "--patience", "0s"], "at least 1s"),
        (&["coordinate", "mnk:3,3,3", "--user", "a"], "there is no password for the user a"),
        (&["coordinate", "awari:1"], "awari"),
        (&["coordinate", "mnk:3,3,3", "--moves", "a1 a2 b1 b2 c1"], "over"),
        (
            &["work", "--user", "a", "--password-file", text(&empty)],
            "no password in its first line",
        ),
        (&["work", "--creds", text(&missing)], "cannot be read"),
        (&["work", "--threads", "0"], "from 1 to"),
    ];
    for (arguments, words) in cases {
        let nowhere: &[&str] = match arguments.contains(&"--nats") {
            true => &[],
            false => &["--nats", "nats://127.0.0.1:1"],
        };
        let arguments = [arguments, nowhere].concat();
        let refused = foregone(&arguments).env_remove("FOREGONE_PASSWORD").assert().code(2);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains(words) && said.lines().count() == 1, "{arguments:?}: {said}");
        assert!(!said.contains("battery-staple"), "{said}");
    }
}

#[test]
fn nobody_answers() {
    let folder = Folder::new();
    let url = "nats://127.0.0.1:1";
    let coordinate = ["coordinate", "mnk:3,3,3"];
    let mut coordinator = Process::start(&folder, "c", url, PASSWORD, &coordinate);
    refused(
        &mut coordinator,
        1,
        &["no NATS server can be reached at nats://127.0.0.1:1", "--nats"],
    );
    let mut worker = Process::start(&folder, "w", url, PASSWORD, &["work"]);
    refused(&mut worker, 1, &["no NATS server can be reached", "refused"]);
}

#[test]
fn strangers_second_coordinators_and_other_versions_are_refused() {
    let server = Server::start();
    let wrong = |name: &str, arguments: &[&str]| {
        Process::start(&server.folder, name, &server.url(), "battery-staple", arguments)
    };
    refused(&mut wrong("w", &["work"]), 2, &["does not let the user coordinator in", "password"]);
    refused(
        &mut wrong("c", &["coordinate", "mnk:3,3,3"]),
        2,
        &["does not let the user coordinator in"],
    );
    let mut named = server.run("named", &["work", "--run", "a.b"]);
    refused(&mut named, 2, &["\"a.b\" is no name for a run"]);
    let mut early = server.run("early", &["work", "--run", "none", "--wait", "1s"]);
    assert_eq!(early.end(), 3);
    assert!(early.said().contains("no run none has started"), "{}", early.said());

    let coordinate = ["coordinate", "mnk:4,4,4", "--run", "one", "--json"];
    let mut first = server.run("first", &coordinate);
    first.until("it begins", |it| it["event"] == "begin");
    let mut second = server.run("second", &coordinate);
    refused(&mut second, 1, &["the run one has a coordinator already", "process", "--run"]);

    let metadata = Metadata {
        program: "0.0.9".to_owned(),
        protocol: PROTOCOL,
        setup: Setup {
            run: 1,
            game: "mnk:3,3,3".to_owned(),
            position: String::new(),
            range: (0, 2),
            store: LeafStore::Table,
            options: Vec::new(),
            min_shared_work: None,
        },
        rule_text: None,
        file: None,
        ack_wait: 5000,
        slots: 1,
    };
    let connection = Connection::connect(&server.access()).expect("a connection");
    let transport =
        CoordinatorTransport::open(connection, "old", &metadata, ("somebody", 1), false)
            .expect("a transport");
    let mut worker = server.work("old", "old");
    let ours = format!("foregone {}", env!("CARGO_PKG_VERSION"));
    refused(&mut worker, 1, &["run old is foregone 0.0.9", &ours, "same version"]);
    transport.close(true);
}
