//! The data of a run at the server: the queue of jobs, the stream of results since the last checkpoint, and the buckets
//! of runs and leases. What is missing is created again.

use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::kv;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{Context, context};
use foregone_fleet::message::{Job, Ticket};
use futures_util::StreamExt;
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use crate::connection::{Connection, NatsError};
use crate::coordinator_transport::Incoming;
use crate::lease::LASTING;
use crate::names::{LEASES, Names, RUNS, WORKERS};
use crate::publish::{Reach, publish, return_of};
use crate::signature::{Kind, sender};
use crate::wire::{Metadata, read, write};

/// The most jobs that workers hold, and the most workers that wait for a job. The server's defaults are 1,000 and 512;
/// a queue that reaches them stalls without an error.
const MANY: i64 = 100_000;
/// The time after which a request that failed is repeated.
pub(crate) const AGAIN: Duration = Duration::from_millis(300);
/// How often the publication of a job is tried. After that the watchdog notices that the job is missing.
const TRIES: u32 = 20;
/// For how long the server recognises a repeated message.
const DUPLICATES: Duration = Duration::from_secs(120);

/// The stream of a bucket whose entries expire after `age`, if that is not zero. The function of the client library
/// asks for features that old servers do not have.
fn bucket_config(name: &str, age: Duration) -> Config {
    Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        max_age: age,
        duplicate_window: if age.is_zero() { DUPLICATES } else { age.min(DUPLICATES) },
        discard: DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        ..Config::default()
    }
}

pub(crate) async fn bucket(
    connection: &Connection,
    name: &str,
    age: Duration,
) -> Result<kv::Store, NatsError> {
    let failed =
        |error: &dyn std::error::Error| connection.server_error("keep notes about runs", error);
    let made = connection.context.get_or_create_stream(bucket_config(name, age)).await;
    made.map_err(|error| failed(&error))?;
    connection.context.get_key_value(name).await.map_err(|error| failed(&error))
}

/// Any error of a server.
type Anything = Box<dyn std::error::Error + Send + Sync>;

/// The two streams of a run.
#[derive(Clone)]
pub(crate) struct Queues {
    pub(crate) context: Context,
    pub(crate) names: Names,
    pub(crate) ack_wait: Duration,
    pub(crate) reach: Reach,
}

impl Queues {
    /// Creates the streams, and deletes messages that are not needed any more.
    pub(crate) async fn prepare(&self, goes_on: bool) -> Result<(), Anything> {
        self.ensure().await?;
        self.context.get_stream(self.names.jobs().0).await?.purge().await?;
        if !goes_on {
            self.context.get_stream(self.names.results().0).await?.purge().await?;
        }
        Ok(())
    }

    /// Creates the streams that are missing, also after the server has lost them.
    async fn ensure(&self) -> Result<(), Anything> {
        let stream = |(name, subject): (String, String), retention| Config {
            name,
            subjects: vec![subject],
            retention,
            ..Config::default()
        };
        let jobs = stream(self.names.jobs(), RetentionPolicy::WorkQueue);
        let jobs = self.context.get_or_create_stream(jobs).await?;
        let workers = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.ack_wait,
            max_ack_pending: MANY,
            max_waiting: MANY,
            ..pull::Config::default()
        };
        jobs.create_consumer(workers).await?;
        let results = stream(self.names.results(), RetentionPolicy::Limits);
        self.context.get_or_create_stream(results).await?;
        Ok(())
    }

    /// Creates everything that is missing, after the server has lost its data.
    pub(crate) async fn restore(
        &self,
        runs: &kv::Store,
        metadata: &Metadata,
    ) -> Result<(), Anything> {
        for (name, age) in [(LEASES, LASTING), (RUNS, Duration::ZERO)] {
            self.context.get_or_create_stream(bucket_config(name, age)).await?;
        }
        if runs.get(&self.names.run).await?.is_none() {
            runs.put(&self.names.run, write(metadata)).await?;
        }
        self.ensure().await
    }

    /// Puts a job into the queue once, with as many attempts as that takes.
    pub(crate) async fn queue(self, job: Box<Job>, to_controller: Sender<Incoming>) {
        let ticket = job.ticket;
        let (payload, subject) = (write(&*job), self.names.jobs().1);
        // No two jobs have the same name, because the server drops the second one.
        let Ticket { run, epoch, job, attempt } = ticket;
        let name = format!("{run}.{epoch}.{job}.{attempt}");
        for _ in 0..TRIES {
            let (subject, payload) = (subject.clone(), payload.clone());
            let named = (name.as_str(), HeaderMap::new());
            let sequence = publish(&self.context, subject, named, payload, &self.reach).await;
            if let Some(sequence) = sequence {
                let _ = to_controller.send(Incoming::Queued(ticket, sequence)).await;
                return;
            }
            sleep(AGAIN).await;
            // If this fails as well, the next attempt shows it.
            let _ = self.ensure().await;
        }
    }

    /// Deletes the queue of jobs and creates it again. After a crash of the server a queue may hand out no jobs.
    pub(crate) async fn rebuild(&self) {
        for _ in 0..TRIES {
            // The stream may not exist.
            let _ = self.context.delete_stream(self.names.jobs().0).await;
            if self.ensure().await.is_ok() {
                return;
            }
            sleep(AGAIN).await;
        }
    }

    pub(crate) async fn truncate(&self, sequence: u64) -> Result<(), context::GetStreamError> {
        let results = self.context.get_stream(self.names.results().0).await?;
        // Results that are not deleted are read once more, which does no harm.
        let _ = results.purge().sequence(sequence + 1).await;
        Ok(())
    }

    pub(crate) async fn unqueue(self, sequence: u64) {
        if let Ok(jobs) = self.context.get_stream_no_info(self.names.jobs().0).await {
            // The message may be gone already, because a worker has finished the job.
            let _ = jobs.delete_message(sequence).await;
        }
    }
}

/// Reads results in their order, each once, from the start of the stream.
pub(crate) async fn collect(queues: Queues, run: u64, to_controller: Sender<Incoming>) {
    let mut next = 1;
    loop {
        tokio::select! {
            ended = collect_from(&queues, run, &to_controller, &mut next) => match ended {
                Ok(()) => return,
                Err(_interrupted) => sleep(AGAIN).await,
            },
            // A server that is restarted does not know its old subscribers.
            () = return_of(queues.reach.clone()) => {}
        }
    }
}

/// Reads until an error occurs or the controller stops listening.
async fn collect_from(
    queues: &Queues,
    run: u64,
    to_controller: &Sender<Incoming>,
    next: &mut u64,
) -> Result<(), Anything> {
    let stream = queues.context.get_stream(queues.names.results().0).await?;
    if stream.cached_info().state.last_sequence + 1 < *next {
        *next = 1; // the server has lost the stream, and there is a new one
    }
    let ordered = pull::OrderedConfig {
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: *next },
        ..pull::OrderedConfig::default()
    };
    let mut messages = stream.create_consumer(ordered).await?.messages().await?;
    while let Some(message) = messages.next().await {
        let message = message?;
        let sequence = message.info().map_err(|error| error.to_string())?.stream_sequence;
        *next = sequence + 1;
        let incoming = match sender(run, Kind::Result, message.headers.as_ref(), &message.payload) {
            Ok(from) => {
                let Some(delivery) = read(&message.payload) else { continue };
                Incoming::Result(sequence, from, delivery)
            }
            Err(name) => Incoming::Rejected(name),
        };
        // While the controller is busy, the other results stay at the server.
        if to_controller.send(incoming).await.is_err() {
            return Ok(());
        }
    }
    Err("the stream has ended".into())
}
