//! The configuration of docs/cluster.md on a real server: a run ends under it, and a worker can neither read messages
//! of others nor send messages for them or for the coordinator.

use std::time::Duration;

use async_nats::{ConnectOptions, HeaderMap, jetstream};
use futures_util::StreamExt;

use crate::server::{PASSWORD, Server};

/// The documented configuration with real passwords, another port and no certificate.
pub fn documented(port: u16, store: &str) -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cluster.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let block = page.split("```text\n").find(|block| block.starts_with("listen:"));
    let block = block.and_then(|block| block.split("```").next()).expect("a configuration");
    let line = |line: &str| match line {
        _ if line.starts_with("listen:") => format!("listen: 127.0.0.1:{port}"),
        _ if line.starts_with("jetstream") => format!("jetstream {{ store_dir: {store:?} }}"),
        _ if line.starts_with("tls") => String::new(),
        _ => line.replace("\"$2a$11$...\"", &format!("{PASSWORD:?}")),
    };
    block.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_documented_permissions_let_work_and_nothing_else() {
    let server = Server::with(documented);
    let command = ["coordinate", "connect4:5x5", "--run", "strict", "--json", "--memory", "128MiB"];
    let jobs = ["--trust", "none", "--job", "30", "--job-time", "0s"];
    let mut coordinator = server.run("coordinator", &[&command[..], &jobs].concat());
    coordinator.until("it begins", |it| it["event"] == "begin");
    let work = |user: &str| {
        let work = ["work", "--run", "strict", "--threads", "1", "--memory", "64MiB"];
        server.run(user, &[&work[..], &["--user", user]].concat())
    };
    let (mut anna, mut bob) = (work("anna"), work("bob"));
    let heard = eavesdrop(&server.url());
    assert_eq!(heard, Vec::<String>::new(), "the worker bob has overheard others");
    assert_eq!(coordinator.end(), 0, "{}", coordinator.said());
    assert_eq!((anna.end(), bob.end()), (0, 0), "{} {}", anna.said(), bob.said());
    let objects = coordinator.objects();
    let answer = objects.last().expect("an answer");
    assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &"draw".into()));
    let refused = objects.iter().find(|it| it["event"] == "refused").expect("the forged report");
    assert!(refused["why"].as_str().is_some_and(|why| why.contains("signature")), "{refused}");
    let is_there = |it: &serde_json::Value| it["excluded"].is_null();
    assert!(answer["workers"].as_array().is_some_and(|all| all.iter().all(is_there)), "{answer}");
}

/// Bob subscribes and publishes where he has no permission.
fn eavesdrop(url: &str) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let options = ConnectOptions::with_user_and_password("bob".into(), PASSWORD.into());
        let options = options.custom_inbox_prefix("_INBOX.bob");
        let client = options.connect(url).await.expect("a connection");
        let mut heard = Vec::new();
        let mut ears = Vec::new();
        for subject in ["_INBOX.>", "_INBOX.anna.>", "foregone.strict.report", "$JS.>"] {
            ears.push(client.subscribe(subject).await.expect("a subscription"));
        }
        // A report without a valid signature, first, because the run may end soon.
        let mut headers = HeaderMap::new();
        headers.insert("Foregone-Key", "nobody");
        let report = "foregone.strict.report";
        client.publish_with_headers(report, headers, "{}".into()).await.expect("sent");
        client.flush().await.expect("a server");
        // The end of the run, and the deletion of all jobs: the server refuses both.
        for subject in ["foregone.strict.all", "foregone.strict.job"] {
            client.publish(subject, "\"RunOver\"".into()).await.expect("sent");
        }
        let context = jetstream::new(client.clone());
        assert!(context.delete_stream("foregone-strict-jobs").await.is_err());
        for ear in &mut ears {
            let listening = tokio::time::timeout(Duration::from_millis(500), ear.next());
            if let Ok(Some(message)) = listening.await {
                heard.push(message.subject.to_string());
            }
        }
        heard
    })
}
