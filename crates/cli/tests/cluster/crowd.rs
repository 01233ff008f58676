//! A thousand workers, each with a connection of its own, that do one job and leave, or die with it: the queue does not
//! stall. By the server's defaults it would stall with 1,000 jobs away or 512 waiting workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::{Client, ConnectOptions, jetstream};
use foregone_fleet::host_message::{FromHost, ResultMessage, ToHost};
use foregone_fleet::message::{FromWorker, Job, ToWorker};
use foregone_fleet::worker::Worker;
use foregone_nats::{Kind, Signer};
use foregone_nats::{Metadata, Signed};
use foregone_solve::leaf_search::LeafSearch;
use futures_util::StreamExt;

use crate::liars::leaf_search_config;
use crate::server::{PASSWORD, Server};

const CROWD: u64 = 1000;
/// The workers that wait at the same time: more than the server's default allows.
const AT_ONCE: u64 = 600;
/// One of so many workers dies with its job.
const DEATHS: u64 = 10;

struct Fair {
    url: String,
    leaf_search: &'static dyn LeafSearch,
    /// The number of the run, and the epoch of its coordinator.
    run: (u64, u64),
    done: AtomicU64,
    next: AtomicU64,
}

/// The answer of an honest worker to a job.
fn answer(leaf_search: &dyn LeafSearch, job: Job) -> FromWorker {
    let mut worker = Worker::new(leaf_search);
    worker.receive(ToWorker::Job(job));
    loop {
        worker.step();
        let news = worker.take_message();
        if let Some(end @ (FromWorker::Final { .. } | FromWorker::Decline { .. })) = news {
            return end;
        }
    }
}

pub async fn connect(url: &str) -> Client {
    let options =
        ConnectOptions::with_user_and_password("coordinator".to_owned(), PASSWORD.to_owned());
    options.connect(url).await.expect("a connection")
}

/// The number of a run and the epoch of its coordinator, as the coordinator announces them every second.
pub async fn heard(url: &str, run: &str) -> (u64, u64) {
    let client = connect(url).await;
    let mut notices = client.subscribe(format!("foregone.{run}.all")).await.expect("ears");
    loop {
        let message = notices.next().await.expect("a coordinator");
        if let Ok(ToHost::Announce { run, epoch }) = serde_json::from_slice(&message.payload) {
            return (run, epoch);
        }
    }
}

/// Connects, says hello, takes a job, answers or dies, and leaves.
async fn visit(fair: &Fair, number: u64) -> Result<(), async_nats::Error> {
    let client = connect(&fair.url).await;
    let signer = Signer::new(fair.run.0);
    let worker = signer.host();
    let name = format!("visitor {number}");
    let report = async |number, report| {
        let epoch = fair.run.1;
        let payload = serde_json::to_vec(&Signed { epoch, number, report }).expect("plain values");
        let (headers, _) = signer.headers(Kind::Report, &payload);
        client.publish_with_headers("foregone.crowd.report", headers, payload.into()).await
    };
    report(1, FromHost::Hello { name, workers: 1, slots: 1 }).await?;
    let context = jetstream::new(client.clone());
    let jobs = context.get_stream_no_info("foregone-crowd-jobs").await?;
    let queue: PullConsumer = jobs.get_consumer("workers").await?;
    let wait = Duration::from_secs(5);
    let mut batch = queue.batch().max_messages(1).expires(wait).messages().await?;
    let Some(message) = batch.next().await.transpose()? else { return Ok(()) };
    if number.is_multiple_of(DEATHS) {
        return Ok(()); // without a word
    }
    let message_for = |message| ResultMessage { worker, message };
    let delivery = message_for(answer(fair.leaf_search, serde_json::from_slice(&message.payload)?));
    let payload = serde_json::to_vec(&delivery)?;
    let (headers, _) = signer.headers(Kind::Result, &payload);
    let subject = "foregone.crowd.result";
    context.publish_with_headers(subject, headers, payload.into()).await?.await?;
    message.ack().await?;
    fair.done.fetch_add(1, Ordering::Relaxed);
    report(2, FromHost::Worker { worker, message: FromWorker::Bye }).await?;
    client.flush().await?;
    Ok(())
}

#[test]
fn a_thousand_short_lived_workers_do_not_stall_the_queue() {
    let server = Server::start();
    let mut coordinator = server.run(
        "coordinator",
        &[
            "coordinate",
            "breakthrough:4x5",
            "--knowledge",
            "0",
            "--run",
            "crowd",
            "--json",
            "--memory",
            "256MiB",
            "--job",
            "3",
            "--job-time",
            "0s",
            "--in-flight",
            "1",
            "--patience",
            "3s",
            "--time",
            "60s",
        ],
    );
    coordinator.until("it begins", |it| it["event"] == "begin");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let metadata: Metadata = runtime.block_on(async {
        let runs =
            jetstream::new(connect(&server.url()).await).get_key_value("foregone-runs").await;
        let bytes = runs.expect("a bucket").get("crowd").await.expect("an answer").expect("a run");
        serde_json::from_slice(&bytes).expect("metadata")
    });
    let game = foregone::Game::open(&metadata.setup.game).expect("a game");
    let config = leaf_search_config(&game, &metadata.setup);
    let placed = game.position(&metadata.setup.position).expect("a position");
    let placed = Box::leak(Box::new(placed));
    let leaf_search = Box::leak(placed.leaf_search(&config).expect("an acyclic game"));
    let run = runtime.block_on(heard(&server.url(), "crowd"));
    let (done, next) = (AtomicU64::new(0), AtomicU64::new(0));
    let fair = Fair { url: server.url(), leaf_search, run, done, next };
    let fair = Arc::new(fair);
    runtime.block_on(async {
        let mut visitors = Vec::new();
        for _ in 0..AT_ONCE {
            let fair = fair.clone();
            visitors.push(tokio::spawn(async move {
                loop {
                    let number = fair.next.fetch_add(1, Ordering::Relaxed);
                    if number >= CROWD {
                        return;
                    }
                    visit(&fair, number).await.expect("the server answers");
                }
            }));
        }
        for visitor in visitors {
            visitor.await.expect("no panic");
        }
    });
    let done = fair.done.load(Ordering::Relaxed);
    assert!(done >= CROWD / 2, "only {done} of {CROWD} found something to do");
    // An honest worker that stays finishes the run: no job was lost.
    let seen = coordinator.objects().into_iter().filter_map(|it| it["results"].as_u64()).max();
    let mut honest = server.work("honest", "crowd");
    let more = seen.unwrap_or(0).max(done / 2);
    coordinator
        .until("it goes on", |it| it["results"].as_u64().is_some_and(|now| now > more + 100));
    coordinator.interrupt();
    assert_eq!(coordinator.end(), 3, "{}", coordinator.said());
    assert_eq!(honest.end(), 0, "{}", honest.said());
}
