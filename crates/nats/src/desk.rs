//! The coordinator's end of the line: a queue of jobs that workers help themselves from, a stream of results that is as
//! long as what was found since the last checkpoint, and plain subjects for what may be lost. The server only carries:
//! what is queued there is put there again by a coordinator that begins.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::kv;
use fleet::message::{HostId, Job, Ticket};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::broker::{Broker, Trouble};
use crate::frame::{Delivery, Metadata, Notice, Report, read, write};
use crate::lease::{LASTING, Lease, RENEWAL, Renewed};
use crate::names::{LEASES, Names, RUNS};
use crate::publish::return_of;
use crate::queues::{AGAIN, Queues, bucket, collect};

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
        if let Some(report) = read(&message.payload).filter(Report::is_possible)
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
