//! The coordinator's side of the transport: a queue of jobs, a stream with the results since the last checkpoint, and
//! plain subjects for messages that may be lost. The server keeps nothing that cannot be restored: a coordinator that
//! starts puts its jobs into the queue again.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::kv;
use foregone_fleet::controller::Command;
use foregone_fleet::host_message::{FromHost, ResultMessage, ToHost};
use foregone_fleet::message::{HostId, Ticket};
use futures_util::StreamExt;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{
    Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::connection::{Connection, NatsError};
use crate::lease::{LASTING, Lease, RENEWAL, Renewed};
use crate::names::{LEASES, Names, RUNS};
use crate::publish::return_of;
use crate::queues::{AGAIN, Queues, bucket, collect};
use crate::signature::{Kind, sender};
use crate::wire::{Metadata, Signed, read, write};

/// The most messages that wait for the controller. Further reports are dropped, and further results wait at the server.
const WAITING: usize = 1 << 12;
/// The longest time for leaving the run.
const FAREWELL: Duration = Duration::from_secs(3);

/// What arrives for the controller.
pub(crate) enum Incoming {
    /// A report with its authenticated sender and its number.
    Report(HostId, u64, FromHost),
    /// A final result with its sequence number in the stream and its authenticated sender.
    Result(u64, HostId, ResultMessage),
    /// A message with a wrong signature, with a description of the key that it names.
    Rejected(String),
    /// The server has put a job into the queue, with this sequence number.
    Queued(Ticket, u64),
    /// Whether the server can be reached; sent when it changes.
    Reach(bool),
    /// Another coordinator has the lease of the run.
    Lost(String),
}

/// What the controller sends.
enum Outgoing {
    Command(Command),
    /// Results up to this sequence number are in a checkpoint.
    Truncate(u64),
    /// The end of the run, or of this coordinator only.
    Close {
        over: bool,
    },
}

/// The coordinator's side of the transport.
pub struct CoordinatorTransport {
    connection: Connection,
    run: String,
    incoming: Receiver<Incoming>,
    outgoing: UnboundedSender<Outgoing>,
    sending: JoinHandle<()>,
}

impl CoordinatorTransport {
    /// Takes the lease of the run and publishes its description. Queued jobs are deleted, because the coordinator
    /// assigns them again. Results are kept if this coordinator continues a run.
    pub fn open(
        connection: Connection,
        run: &str,
        metadata: &Metadata,
        (holder, epoch): (&str, u64),
        goes_on: bool,
    ) -> Result<CoordinatorTransport, NatsError> {
        let names = Names::new(run)?;
        let (to_controller, incoming) = channel(WAITING);
        let (outgoing, to_send) = unbounded_channel();
        let sending = connection.runtime.block_on(async {
            connection.look_for_streams().await?;
            let leases = bucket(&connection, LEASES, LASTING).await?;
            let runs = bucket(&connection, RUNS, Duration::ZERO).await?;
            let lease = Lease::take(&connection, leases, &names, holder).await?;
            let ack_wait = Duration::from_millis(metadata.ack_wait);
            let (context, reach) = (connection.context.clone(), connection.reach.clone());
            let queues = Queues { context, names, ack_wait, reach };
            queues
                .prepare(goes_on)
                .await
                .map_err(|error| connection.server_error("make room for the run", &*error))?;
            let put = runs.put(&queues.names.run, write(metadata)).await;
            put.map_err(|error| connection.server_error("say what the run is about", &error))?;
            let reports = connection.client.subscribe(queues.names.reports()).await;
            let reports = reports
                .map_err(|error| connection.server_error("listen to the workers", &error))?;
            let number = metadata.setup.run;
            tokio::spawn(read_reports(reports, (number, epoch), to_controller.clone()));
            tokio::spawn(collect(queues.clone(), number, to_controller.clone()));
            tokio::spawn(watch_connection(
                queues.clone(),
                runs.clone(),
                metadata.clone(),
                to_controller.clone(),
            ));
            let call = ToHost::Announce { run: number, epoch };
            let client = connection.client.clone();
            let (stop, stopped) = oneshot::channel();
            let ends = (client.clone(), queues.clone());
            let held = tokio::spawn(hold_lease(lease, call, ends, to_controller.clone(), stopped));
            let sending = Sending { client, queues, runs, to_controller, lease_task: (stop, held) };
            Ok(tokio::spawn(sending.run(to_send)))
        })?;
        Ok(CoordinatorTransport { connection, run: run.to_owned(), incoming, outgoing, sending })
    }

    /// The next incoming message, if one arrives within this time.
    pub(crate) fn receive(&mut self, wait: Duration) -> Option<Incoming> {
        if let Ok(incoming) = self.incoming.try_recv() {
            return Some(incoming);
        }
        if wait.is_zero() {
            return None;
        }
        let incoming = self.incoming.recv();
        self.connection.runtime.block_on(async { timeout(wait, incoming).await.ok() }).flatten()
    }

    /// The name of the run.
    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    fn send(&self, outgoing: Outgoing) {
        // The sending task runs until the transport is closed.
        let _ = self.outgoing.send(outgoing);
    }

    pub(crate) fn command(&self, command: Command) {
        self.send(Outgoing::Command(command));
    }

    pub(crate) fn truncate(&self, sequence: u64) {
        self.send(Outgoing::Truncate(sequence));
    }

    /// Closes the transport. If the run is over, all its data at the server is deleted; otherwise another coordinator
    /// may continue.
    pub fn close(self, over: bool) {
        self.send(Outgoing::Close { over });
        // If the server is out of reach, the rest is not waited for.
        let sending = self.sending;
        let _ = self.connection.runtime.block_on(async { timeout(FAREWELL, sending).await });
        self.connection.runtime.shutdown_timeout(Duration::from_millis(200));
    }
}

/// The task that carries out commands.
struct Sending {
    client: Client,
    queues: Queues,
    runs: kv::Store,
    to_controller: Sender<Incoming>,
    /// The task that holds the lease, and how to stop it.
    lease_task: (oneshot::Sender<()>, JoinHandle<()>),
}

impl Sending {
    async fn run(self, mut outgoing: UnboundedReceiver<Outgoing>) {
        let over = loop {
            match outgoing.recv().await {
                Some(Outgoing::Close { over }) => break over,
                None => break false,
                Some(outgoing) => self.carry_out(outgoing).await,
            }
        };
        if over {
            send_to_hosts(&self.client, &self.queues.names, None, &ToHost::RunOver).await;
            let names = &self.queues.names;
            // Data that cannot be deleted is replaced by the next run of that name.
            let _ = self.runs.purge(&names.run).await;
            let _ = self.queues.context.delete_stream(names.jobs().0).await;
            let _ = self.queues.context.delete_stream(names.results().0).await;
        }
        let (stop, held) = self.lease_task;
        let _ = stop.send(());
        let _ = held.await;
        let _ = self.client.flush().await;
    }

    async fn carry_out(&self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::Command(Command::Queue(job)) => {
                tokio::spawn(self.queues.clone().queue(job, self.to_controller.clone()));
            }
            Outgoing::Command(Command::Unqueue(sequence)) => {
                tokio::spawn(self.queues.clone().unqueue(sequence));
            }
            Outgoing::Command(Command::Send(host, message)) => {
                send_to_hosts(&self.client, &self.queues.names, host, &message).await;
            }
            Outgoing::Command(Command::RebuildQueue) => self.queues.rebuild().await,
            Outgoing::Truncate(sequence) => {
                let queues = self.queues.clone();
                tokio::spawn(async move { queues.truncate(sequence).await });
            }
            Outgoing::Close { .. } => {}
        }
    }
}

/// Sends a message to one host, or to all. It may be lost.
async fn send_to_hosts(client: &Client, names: &Names, host: Option<HostId>, message: &ToHost) {
    let subject = host.map_or_else(|| names.everybody(), |host| names.one_host(host));
    let _ = client.publish(subject, write(message)).await;
}

/// Announces the coordinator and renews the lease, until it is told to stop.
async fn hold_lease(
    mut lease: Lease,
    call: ToHost,
    (client, queues): (Client, Queues),
    to_controller: Sender<Incoming>,
    mut stop: oneshot::Receiver<()>,
) {
    let mut beat = interval(RENEWAL);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = beat.tick() => {}
            _ = &mut stop => break,
        }
        send_to_hosts(&client, &queues.names, None, &call).await;
        let renewed = tokio::select! {
            renewed = lease.renew() => renewed,
            () = return_of(queues.reach.clone()) => Renewed::Later,
        };
        if let Renewed::No(holder) = renewed {
            let _ = to_controller.send(Incoming::Lost(holder)).await;
        }
    }
    lease.give_up().await;
}

async fn read_reports(
    mut reports: async_nats::Subscriber,
    (run, epoch): (u64, u64),
    to_controller: Sender<Incoming>,
) {
    while let Some(message) = reports.next().await {
        let incoming = match sender(run, Kind::Report, message.headers.as_ref(), &message.payload) {
            Ok(from) => {
                let signed = read::<Signed>(&message.payload).filter(|it| it.epoch == epoch);
                let Some(Signed { number, report, .. }) = signed else { continue };
                Incoming::Report(from, number, report)
            }
            Err(name) => Incoming::Rejected(name),
        };
        // A report may be lost, so this task does not wait for room.
        if let Err(TrySendError::Closed(_)) = to_controller.try_send(incoming) {
            return;
        }
    }
}

/// Reports whether the server can be reached, and restores data that the server has lost.
async fn watch_connection(
    queues: Queues,
    runs: kv::Store,
    metadata: Metadata,
    to_controller: Sender<Incoming>,
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
        if to_controller.send(Incoming::Reach(there)).await.is_err() {
            return;
        }
    }
}
