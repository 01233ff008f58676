//! The coordinator's end of the line: a queue of jobs that workers help themselves from, a stream of results that is as
//! long as what was found since the last checkpoint, and plain subjects for what may be lost. The server only carries:
//! what is queued there is put there again by a coordinator that begins.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::kv;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{Context, context};
use fleet::message::{HostId, Job, Ticket};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::broker::{Broker, Trouble};
use crate::frame::{Delivery, Metadata, Notice, Report, read, write};
use crate::lease::{LASTING, Lease, RENEWAL, Renewed};
use crate::names::{LEASES, Names, RUNS, WORKERS};
use crate::publish::{Reach, publish, return_of};

/// Jobs that may be with workers, and workers that may wait for one. The server's own limits are 1,000 and 512; beyond
/// them a queue stalls, and nothing says so.
const MANY: i64 = 100_000;
/// How long to wait before the server is asked again for what it did not do.
const AGAIN: Duration = Duration::from_millis(300);
/// How often a job is put into the queue before the coordinator is left to notice that it is not there.
const TRIES: u32 = 20;
/// For how long a message is known, should it come again.
const DUPLICATES: Duration = Duration::from_secs(120);
/// How long the farewell may take.
const FAREWELL: Duration = Duration::from_secs(3);

/// What comes in.
pub(crate) enum Incoming {
    Report(Report),
    /// A final result, by its place in the stream.
    Result(u64, Delivery),
    /// A job is in the queue, by its place there.
    Queued(Ticket, u64),
    /// The server is within reach, or out of it.
    Reach(bool),
    /// Somebody else coordinates the run now.
    Lost(String),
}

/// What goes out.
enum Outgoing {
    Job(Box<Job>),
    /// Takes a job out of the queue.
    Unqueue(u64),
    Notice(Option<HostId>, Notice),
    /// Results up to this one are in a checkpoint.
    Truncate(u64),
    /// The end, of the run or of this coordinator only.
    Close {
        over: bool,
    },
}

/// A place to coordinate a run from.
pub struct Desk {
    broker: Broker,
    run: String,
    incoming: Receiver<Incoming>,
    outgoing: UnboundedSender<Outgoing>,
    clerk: JoinHandle<()>,
}

impl Desk {
    /// Takes the run over, if nobody has it, and says what it is about. What is queued is thrown away: it will be given
    /// away again. Results stay if this goes on with a run.
    pub fn open(
        broker: Broker,
        run: &str,
        metadata: &Metadata,
        holder: &str,
        goes_on: bool,
    ) -> Result<Desk, Trouble> {
        let names = Names::new(run)?;
        let (to_desk, incoming) = channel();
        let (outgoing, orders) = unbounded_channel();
        let clerk = broker.runtime.block_on(async {
            broker.look_for_streams().await?;
            let leases = bucket(&broker, LEASES, LASTING).await?;
            let runs = bucket(&broker, RUNS, Duration::ZERO).await?;
            let lease = Lease::take(&broker, leases, &names, holder).await?;
            let ack_wait = Duration::from_millis(metadata.ack_wait);
            let (context, reach) = (broker.context.clone(), broker.reach.clone());
            let queues = Queues { context, names, ack_wait, reach };
            queues
                .prepare(goes_on)
                .await
                .map_err(|error| broker.trouble("make room for the run", &*error))?;
            let put = runs.put(&queues.names.run, write(metadata)).await;
            put.map_err(|error| broker.trouble("say what the run is about", &error))?;
            let reports = broker.client.subscribe(queues.names.reports()).await;
            let reports =
                reports.map_err(|error| broker.trouble("listen to the workers", &error))?;
            tokio::spawn(hear(reports, to_desk.clone()));
            tokio::spawn(collect(queues.clone(), to_desk.clone()));
            tokio::spawn(watch_reach(
                queues.clone(),
                runs.clone(),
                metadata.clone(),
                to_desk.clone(),
            ));
            let call = Notice::Call { run: metadata.setup.run, epoch: epoch() };
            let client = broker.client.clone();
            let (stop, stopped) = oneshot::channel();
            let ends = (client.clone(), queues.clone());
            let kept = tokio::spawn(keep(lease, call, ends, to_desk.clone(), stopped));
            let clerk = Clerk { client, queues, runs, to_desk, keeper: (stop, kept) };
            Ok(tokio::spawn(clerk.run(orders)))
        })?;
        Ok(Desk { broker, run: run.to_owned(), incoming, outgoing, clerk })
    }

    /// What has come in, if anything does within that time.
    pub(crate) fn receive(&self, wait: Duration) -> Option<Incoming> {
        match self.incoming.recv_timeout(wait) {
            Ok(incoming) => Some(incoming),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                // Nobody listens any more; do not go round in circles at full speed.
                std::thread::sleep(wait);
                None
            }
        }
    }

    /// The name of the run.
    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    fn send(&self, order: Outgoing) {
        // The clerk is there until the desk is closed.
        let _ = self.outgoing.send(order);
    }

    pub(crate) fn queue(&self, job: Job) {
        self.send(Outgoing::Job(Box::new(job)));
    }

    pub(crate) fn unqueue(&self, sequence: u64) {
        self.send(Outgoing::Unqueue(sequence));
    }

    /// Tells one host, or everybody.
    pub(crate) fn tell(&self, host: Option<HostId>, notice: Notice) {
        self.send(Outgoing::Notice(host, notice));
    }

    pub(crate) fn truncate(&self, sequence: u64) {
        self.send(Outgoing::Truncate(sequence));
    }

    /// Leaves the desk. If the run is over, nothing of it stays at the server; else another coordinator may go on.
    pub fn close(self, over: bool) {
        self.send(Outgoing::Close { over });
        // A server that is gone is not waited for.
        let clerk = self.clerk;
        let _ = self.broker.runtime.block_on(async { timeout(FAREWELL, clerk).await });
        self.broker.runtime.shutdown_timeout(Duration::from_millis(200));
    }
}

/// A number for the beginning of a coordinator: unlike any other.
fn epoch() -> u64 {
    crate::random()
}

/// The stream of a bucket whose entries go away after some time, if that is not zero. The library's own way to make one asks the
/// server for more than old ones can say.
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

async fn bucket(broker: &Broker, name: &str, age: Duration) -> Result<kv::Store, Trouble> {
    let trouble = |error: &dyn std::error::Error| broker.trouble("keep notes about runs", error);
    let made = broker.context.get_or_create_stream(bucket_config(name, age)).await;
    made.map_err(|error| trouble(&error))?;
    broker.context.get_key_value(name).await.map_err(|error| trouble(&error))
}

type Anything = Box<dyn std::error::Error + Send + Sync>;

/// The two streams of a run.
#[derive(Clone)]
struct Queues {
    context: Context,
    names: Names,
    ack_wait: Duration,
    reach: Reach,
}

impl Queues {
    /// Makes the streams and empties them of what is not needed any more.
    async fn prepare(&self, goes_on: bool) -> Result<(), Anything> {
        self.ensure().await?;
        self.context.get_stream(self.names.jobs().0).await?.purge().await?;
        if !goes_on {
            self.context.get_stream(self.names.results().0).await?.purge().await?;
        }
        Ok(())
    }

    /// Makes the streams where they are missing: also when a server comes back without them.
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

    /// Makes everything where it is missing, for a server that has come back with nothing.
    async fn restore(&self, runs: &kv::Store, metadata: &Metadata) -> Result<(), Anything> {
        for (name, age) in [(LEASES, LASTING), (RUNS, Duration::ZERO)] {
            self.context.get_or_create_stream(bucket_config(name, age)).await?;
        }
        if runs.get(&self.names.run).await?.is_none() {
            runs.put(&self.names.run, write(metadata)).await?;
        }
        self.ensure().await
    }

    /// Puts a job into the queue, once, however often that has to be tried.
    async fn queue(self, job: Box<Job>, to_desk: Sender<Incoming>) {
        let ticket = job.ticket;
        let (payload, subject) = (write(&*job), self.names.jobs().1);
        let name = format!("{}.{}.{}", ticket.run, ticket.job, ticket.attempt);
        for _ in 0..TRIES {
            let (subject, payload) = (subject.clone(), payload.clone());
            let sequence = publish(&self.context, subject, &name, payload, &self.reach).await;
            if let Some(sequence) = sequence {
                let _ = to_desk.send(Incoming::Queued(ticket, sequence));
                return;
            }
            sleep(AGAIN).await;
            // If that fails as well, the next attempt will tell.
            let _ = self.ensure().await;
        }
    }

    async fn truncate(&self, sequence: u64) -> Result<(), context::GetStreamError> {
        let results = self.context.get_stream(self.names.results().0).await?;
        // What stays there is only read once more.
        let _ = results.purge().sequence(sequence + 1).await;
        Ok(())
    }

    async fn unqueue(self, sequence: u64) {
        if let Ok(jobs) = self.context.get_stream_no_info(self.names.jobs().0).await {
            // Somebody may have finished it: then it is gone already.
            let _ = jobs.delete_message(sequence).await;
        }
    }
}

/// Does what the coordinator says.
struct Clerk {
    client: Client,
    queues: Queues,
    runs: kv::Store,
    to_desk: Sender<Incoming>,
    /// Keeps the run in the coordinator's hands until it is told to stop.
    keeper: (oneshot::Sender<()>, JoinHandle<()>),
}

impl Clerk {
    async fn run(self, mut orders: UnboundedReceiver<Outgoing>) {
        let over = loop {
            match orders.recv().await {
                Some(Outgoing::Close { over }) => break over,
                None => break false,
                Some(order) => self.follow(order).await,
            }
        };
        if over {
            tell(&self.client, &self.queues.names, None, &Notice::Over).await;
            let names = &self.queues.names;
            // What cannot be removed is replaced by the next run of that name.
            let _ = self.runs.purge(&names.run).await;
            let _ = self.queues.context.delete_stream(names.jobs().0).await;
            let _ = self.queues.context.delete_stream(names.results().0).await;
        }
        let (stop, kept) = self.keeper;
        let _ = stop.send(());
        let _ = kept.await;
        let _ = self.client.flush().await;
    }

    async fn follow(&self, order: Outgoing) {
        match order {
            Outgoing::Job(job) => {
                tokio::spawn(self.queues.clone().queue(job, self.to_desk.clone()));
            }
            Outgoing::Unqueue(sequence) => {
                tokio::spawn(self.queues.clone().unqueue(sequence));
            }
            Outgoing::Notice(host, notice) => {
                tell(&self.client, &self.queues.names, host, &notice).await;
            }
            Outgoing::Truncate(sequence) => {
                let queues = self.queues.clone();
                tokio::spawn(async move { queues.truncate(sequence).await });
            }
            Outgoing::Close { .. } => {}
        }
    }
}

/// Tells one host, or everybody. It may be lost.
async fn tell(client: &Client, names: &Names, host: Option<HostId>, notice: &Notice) {
    let subject = host.map_or_else(|| names.everybody(), |host| names.one_host(host));
    let _ = client.publish(subject, write(notice)).await;
}

/// Calls the workers and renews the lease, until it is to be given up.
async fn keep(
    mut lease: Lease,
    call: Notice,
    (client, queues): (Client, Queues),
    to_desk: Sender<Incoming>,
    mut stop: oneshot::Receiver<()>,
) {
    let mut beat = interval(RENEWAL);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = beat.tick() => {}
            _ = &mut stop => break,
        }
        tell(&client, &queues.names, None, &call).await;
        let renewed = tokio::select! {
            renewed = lease.renew() => renewed,
            () = return_of(queues.reach.clone()) => Renewed::Later,
        };
        if let Renewed::No(holder) = renewed {
            let _ = to_desk.send(Incoming::Lost(holder));
        }
    }
    lease.give_up().await;
}

async fn hear(mut reports: async_nats::Subscriber, to_desk: Sender<Incoming>) {
    while let Some(message) = reports.next().await {
        if let Some(report) = read(&message.payload)
            && to_desk.send(Incoming::Report(report)).is_err()
        {
            return;
        }
    }
}

/// Says when the server is lost and found, and restores what it has forgotten.
async fn watch_reach(
    queues: Queues,
    runs: kv::Store,
    metadata: Metadata,
    to_desk: Sender<Incoming>,
) {
    let mut reach = queues.reach.clone();
    while reach.changed().await.is_ok() {
        let there = *reach.borrow_and_update();
        while there
            && !reach.has_changed().unwrap_or(true)
            && queues.restore(&runs, &metadata).await.is_err()
        {
            sleep(AGAIN).await;
        }
        if to_desk.send(Incoming::Reach(there)).is_err() {
            return;
        }
    }
}

/// Reads results in their order, each once, from wherever the stream begins.
async fn collect(queues: Queues, to_desk: Sender<Incoming>) {
    let mut next = 1;
    loop {
        tokio::select! {
            ended = collect_from(&queues, &to_desk, &mut next) => match ended {
                Ok(()) => return,
                Err(_interrupted) => sleep(AGAIN).await,
            },
            // A server that comes back does not know that somebody listens.
            () = return_of(queues.reach.clone()) => {}
        }
    }
}

/// Goes on until something is in the way, or nobody listens any more.
async fn collect_from(
    queues: &Queues,
    to_desk: &Sender<Incoming>,
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
        if let Some(delivery) = read(&message.payload)
            && to_desk.send(Incoming::Result(sequence, delivery)).is_err()
        {
            return Ok(());
        }
    }
    Err("the stream has ended".into())
}
