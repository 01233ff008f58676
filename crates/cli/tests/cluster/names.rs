//! Lies under the name of another worker: with its key and a wrong signature, or signed with one's own key for its
//! number. And a user that takes jobs from the queue, acknowledges them, and never answers.

use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::jetstream::consumer::PullConsumer;
use foregone_fleet::host_message::{FromHost, ResultMessage};
use foregone_fleet::message::{FromWorker, JobResult, Ticket};
use foregone_nats::{Kind, Signed, Signer};
use futures_util::StreamExt;

use crate::crowd::{connect, heard};
use crate::server::{Process, Server};

fn coordinate(server: &Server, run: &str) -> Process {
    let about = ["coordinate", "connect4:5x5", "--run", run, "--json", "--memory", "256MiB"];
    let jobs = ["--trust", "none", "--job", "30", "--job-time", "0s", "--patience", "1s"];
    let mut coordinator = server.run("coordinator", &[&about[..], &jobs].concat());
    coordinator.until("it begins", |it| it["event"] == "begin");
    coordinator
}

/// The worker, the job and the key of an honest process, from its heartbeat.
async fn overheard(client: &async_nats::Client) -> (u64, Ticket, String) {
    let mut reports = client.subscribe("foregone.names.report").await.expect("ears");
    loop {
        let message = reports.next().await.expect("a report");
        let key = message.headers.as_ref().and_then(|it| it.get("Foregone-Key"));
        let key = key.expect("a key").to_string();
        let signed: Signed = serde_json::from_slice(&message.payload).expect("a report");
        if let FromHost::Heartbeat { held, .. } = signed.report
            && let Some(&(worker, ticket)) = held.first()
        {
            return (worker, ticket, key);
        }
    }
}

async fn slander(url: &str) {
    let run = heard(url, "names").await.0;
    let client = connect(url).await;
    let (worker, ticket, key) = overheard(&client).await;
    let own = Signer::new(run);
    let result = JobResult { label: vec![(0, u32::MAX); 2], ..JobResult::default() };
    let message = FromWorker::Final { ticket, result };
    let payload = serde_json::to_vec(&ResultMessage { worker, message }).expect("plain values");
    let (mut headers, _) = own.headers(Kind::Result, &payload);
    for _ in 0..2 {
        let (headers, payload) = (headers.clone(), payload.clone().into());
        client.publish_with_headers("foregone.names.result", headers, payload).await.expect("sent");
    }
    headers.insert("Foregone-Key", key.as_str());
    let result = "foregone.names.result";
    client.publish_with_headers(result, headers.clone(), payload.into()).await.expect("sent");
    let bye = r#"{"epoch":0,"number":9,"report":{"Worker":{"worker":0,"message":"Bye"}}}"#;
    client.publish_with_headers("foregone.names.report", headers, bye.into()).await.expect("sent");
    client.flush().await.expect("a server");
}

#[test]
fn lies_under_the_name_of_another_are_not_listened_to() {
    let server = Server::start();
    let mut coordinator = coordinate(&server, "names");
    let mut honest = server.work("honest", "names");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(slander(&server.url()));
    assert_eq!((coordinator.end(), honest.end()), (0, 0), "{}", coordinator.said());
    let objects = coordinator.objects();
    assert!(objects.iter().any(|it| it["event"] == "refused"), "nobody has noticed");
    assert!(!objects.iter().any(|it| it["event"] == "excluded" || it["event"] == "left"));
    let answer = objects.last().expect("an answer");
    assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &"draw".into()));
}

#[test]
fn whoever_takes_jobs_and_is_gone_does_not_stall_the_run() {
    let server = Server::start();
    let mut coordinator = coordinate(&server, "thieves");
    let mut honest = server.work("honest", "thieves");
    coordinator.until("somebody is there", |it| it["event"] == "joined");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let stolen = runtime.block_on(async {
        let context = jetstream::new(connect(&server.url()).await);
        let jobs = context.get_stream_no_info("foregone-thieves-jobs").await.expect("a queue");
        let queue: PullConsumer = jobs.get_consumer("workers").await.expect("a consumer");
        let (since, mut stolen) = (Instant::now(), 0);
        while since.elapsed() < Duration::from_secs(2) {
            let batch = queue.batch().max_messages(10).expires(Duration::from_millis(300));
            let mut batch = batch.messages().await.expect("an answer");
            while let Some(Ok(message)) = batch.next().await {
                message.ack().await.expect("sent");
                stolen += 1;
            }
        }
        stolen
    });
    assert!(stolen > 0, "nothing was there to be taken");
    assert_eq!((coordinator.end(), honest.end()), (0, 0), "{}", coordinator.said());
    let answer = coordinator.objects().pop().expect("an answer");
    assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &"draw".into()));
    assert!(coordinator.objects().iter().any(|it| it["again"].as_u64() > Some(0)));
}
