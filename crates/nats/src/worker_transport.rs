//! The worker's side of the transport: tasks that fetch, mark and acknowledge jobs, deliver results, read messages of
//! the coordinator, and send heartbeats.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Context, Message};
use async_nats::{Client, Subscriber};
use foregone_fleet::host_message::{FromHost, LEAVING, ResultMessage, ToHost};
use foregone_fleet::message::{FromWorker, Job, Ticket, ToWorker, WireFact, WorkerId};
use futures_util::StreamExt;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, timeout};

use crate::connection::Connection;
use crate::names::{Names, RUNS, WORKERS};
use crate::publish::{Reach, publish, return_of};
use crate::signature::{Kind, Signer};
use crate::wire::{Metadata, Signed, read, write};
use crate::worker_process::LeaveReason;

/// The time after which a request that failed is repeated.
const AGAIN: Duration = Duration::from_millis(300);
/// The longest time between two heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// Heartbeats in the time after which the server gives an unmarked job to another worker.
const BEATS: u32 = 8;
/// The longest wait for a job. A server that has lost the queue does not report an error, so the request must be
/// repeated.
const FETCH: Duration = Duration::from_secs(4);
/// The time without a message from the coordinator after which the process checks whether the run is over.
const SILENCE: Duration = Duration::from_secs(8);
/// The most facts in one result, because the size of a message is limited.
const FACTS: usize = 2000;

/// A job that one of the threads holds.
struct FetchedJob {
    worker: WorkerId,
    /// Who waits for the end of the job.
    done: Vec<oneshot::Sender<()>>,
}

/// The state that all tasks of the process share.
struct Tasks {
    client: Client,
    context: Context,
    names: Names,
    metadata: Metadata,
    signer: Signer,
    /// The epoch of the last coordinator that was heard, and the number of reports sent.
    epoch: watch::Sender<Option<u64>>,
    number: tokio::sync::Mutex<u64>,
    name: String,
    to_workers: Vec<Sender<ToWorker>>,
    held: Mutex<HashMap<Ticket, FetchedJob>>,
    busy: Arc<Vec<AtomicU64>>,
    results: AtomicU64,
    descents: AtomicU64,
    ended: watch::Sender<Option<LeaveReason>>,
    reach: Reach,
}

/// The worker's side of the transport.
pub(crate) struct WorkerTransport {
    tasks: Arc<Tasks>,
    reports: UnboundedSender<(WorkerId, FromWorker)>,
}

/// The channel from the threads to the tasks.
pub(crate) type Reports = UnboundedReceiver<(WorkerId, FromWorker)>;

impl WorkerTransport {
    pub(crate) fn new(
        connection: &Connection,
        names: Names,
        metadata: Metadata,
        name: &str,
        to_workers: Vec<Sender<ToWorker>>,
        busy: Arc<Vec<AtomicU64>>,
    ) -> (WorkerTransport, Reports) {
        let (reports, from_threads) = unbounded_channel();
        let signer = Signer::new(metadata.setup.run);
        let tasks = Tasks {
            client: connection.client.clone(),
            context: connection.context.clone(),
            names,
            metadata,
            signer,
            epoch: watch::channel(None).0,
            number: tokio::sync::Mutex::new(0),
            name: name.to_owned(),
            to_workers,
            held: Mutex::default(),
            busy,
            results: AtomicU64::new(0),
            descents: AtomicU64::new(0),
            ended: watch::channel(None).0,
            reach: connection.reach.clone(),
        };
        (WorkerTransport { tasks: Arc::new(tasks), reports }, from_threads)
    }

    /// The worker number of a thread.
    pub(crate) fn worker(&self, thread: usize) -> WorkerId {
        self.tasks.worker(thread)
    }

    pub(crate) fn reports(&self) -> UnboundedSender<(WorkerId, FromWorker)> {
        self.reports.clone()
    }

    /// Why the process has to leave, if it has to.
    pub(crate) fn ended(&self) -> Option<LeaveReason> {
        self.tasks.ended.borrow().clone()
    }

    /// Results delivered, and their descents.
    pub(crate) fn done(&self) -> (u64, u64) {
        let Tasks { results, descents, .. } = &*self.tasks;
        (results.load(Ordering::Relaxed), descents.load(Ordering::Relaxed))
    }

    /// Starts all tasks.
    pub(crate) fn open(&self, runtime: &Runtime, reports: Reports, facts: Sender<Vec<WireFact>>) {
        let tasks = &self.tasks;
        runtime.spawn(tasks.clone().send_messages(reports));
        runtime.spawn(tasks.clone().read_messages(facts));
        runtime.spawn(tasks.clone().send_heartbeats());
        for thread in 0..tasks.to_workers.len() {
            for _ in 0..tasks.metadata.slots.max(1) {
                runtime.spawn(tasks.clone().fetch(thread));
            }
        }
    }

    /// Stops all tasks. Jobs that are not done are declined.
    pub(crate) async fn close(&self, left: &LeaveReason) {
        let tasks = &self.tasks;
        tasks.ended.send_replace(Some(left.clone()));
        for message in &tasks.to_workers {
            // A thread that has ended needs no message.
            let _ = message.send(ToWorker::Stop);
        }
        let held: Vec<(Ticket, FetchedJob)> = tasks.held().drain().collect();
        for (ticket, held) in held {
            let why = LEAVING.to_owned();
            tasks.report(held.worker, FromWorker::Decline { ticket, why }).await;
            for done in held.done {
                let _ = done.send(());
            }
        }
        for thread in 0..tasks.to_workers.len() {
            tasks.report(tasks.worker(thread), FromWorker::Bye).await;
        }
        // Gives acknowledgements that are being sent a moment to leave.
        sleep(Duration::from_millis(50)).await;
        let _ = timeout(BEAT, tasks.client.flush()).await;
    }
}

impl Tasks {
    fn held(&self) -> MutexGuard<'_, HashMap<Ticket, FetchedJob>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.ended.borrow().is_some()
    }

    fn worker(&self, thread: usize) -> WorkerId {
        self.signer.host() + thread as u64
    }

    /// Sends a report, if a coordinator is known. The report may be lost. Reports leave in the order of their numbers.
    async fn send(&self, report: FromHost) {
        let Some(epoch) = *self.epoch.borrow() else { return };
        let mut number = self.number.lock().await;
        *number += 1;
        let payload = write(&Signed { epoch, number: *number, report });
        let (headers, _) = self.signer.headers(Kind::Report, &payload);
        let _ = self.client.publish_with_headers(self.names.reports(), headers, payload).await;
    }

    async fn report(&self, worker: WorkerId, message: FromWorker) {
        self.send(FromHost::Worker { worker, message }).await;
    }

    async fn hello(&self) {
        let (workers, slots) = (self.to_workers.len() as u32, self.metadata.slots);
        let name = self.name.clone();
        self.send(FromHost::Hello { name, workers, slots }).await;
    }

    /// Marks a job as done, and wakes the tasks that wait for it.
    fn complete(&self, ticket: Ticket) {
        let held = self.held().remove(&ticket);
        for done in held.into_iter().flat_map(|held| held.done) {
            let _ = done.send(());
        }
    }

    /// Sends heartbeats.
    async fn send_heartbeats(self: Arc<Self>) {
        let pause = Duration::from_millis(self.metadata.ack_wait) / BEATS;
        let pause = pause.clamp(BEAT / 10, BEAT);
        while !self.is_over() {
            let held = self.held().iter().map(|(&ticket, held)| (held.worker, ticket)).collect();
            let millis = |time: &AtomicU64| time.load(Ordering::Relaxed) / 1000;
            let busy = self.busy.iter().map(millis).collect();
            self.send(FromHost::Heartbeat { held, busy }).await;
            sleep(pause).await;
        }
    }

    /// Sends the messages of the threads to the coordinator.
    async fn send_messages(self: Arc<Self>, mut reports: Reports) {
        while let Some((worker, message)) = reports.recv().await {
            match message {
                FromWorker::Final { .. } => {
                    tokio::spawn(self.clone().deliver(worker, message));
                }
                FromWorker::Decline { ticket, .. } => {
                    self.report(worker, message).await;
                    self.complete(ticket);
                }
                _ => self.report(worker, message).await,
            }
        }
    }

    /// Delivers a final result, with as many attempts as that takes. The job is done after that.
    async fn deliver(self: Arc<Self>, worker: WorkerId, mut message: FromWorker) {
        let FromWorker::Final { ticket, result } = &mut message else { return };
        let (ticket, spent) = (*ticket, result.spent);
        result.facts.sort_by_key(|fact| std::cmp::Reverse(fact.work));
        result.facts.truncate(FACTS);
        let payload = write(&ResultMessage { worker, message });
        let subject = self.names.results().1;
        // The name is the signature: no other process can use it first and have this message dropped as a repetition.
        let (headers, name) = self.signer.headers(Kind::Result, &payload);
        while !self.is_over() {
            let (subject, payload) = (subject.clone(), payload.clone());
            let named = (name.as_str(), headers.clone());
            if publish(&self.context, subject, named, payload, &self.reach).await.is_some() {
                self.results.fetch_add(1, Ordering::Relaxed);
                self.descents.fetch_add(spent, Ordering::Relaxed);
                break;
            }
            sleep(AGAIN).await;
        }
        self.complete(ticket);
    }

    /// Fetches one job after the other for a thread, each when the previous one is done.
    async fn fetch(self: Arc<Self>, thread: usize) {
        let mut ended = self.ended.subscribe();
        let mut queue = None;
        while !self.is_over() {
            let next = tokio::select! {
                next = self.next_job(&mut queue) => next,
                _ = ended.changed() => return,
            };
            match next {
                Ok(Some(message)) => self.do_job(thread, &message).await,
                Ok(None) => {}
                Err(_) => {
                    queue = None;
                    sleep(AGAIN).await;
                }
            }
        }
    }

    /// The next job, if one is available soon.
    async fn next_job(
        &self,
        queue: &mut Option<PullConsumer>,
    ) -> Result<Option<Message>, async_nats::Error> {
        let queue = match queue {
            Some(queue) => queue,
            None => {
                let jobs = self.context.get_stream_no_info(self.names.jobs().0).await?;
                queue.insert(jobs.get_consumer(WORKERS).await?)
            }
        };
        let mut batch = queue.batch().max_messages(1).expires(FETCH).messages().await?;
        let message = tokio::select! {
            message = batch.next() => message,
            // A server that is restarted does not know about this request.
            () = return_of(self.reach.clone()) => return Ok(None),
        };
        message.transpose()
    }

    /// Gives a job to a thread, marks its progress until it is done, and acknowledges it.
    async fn do_job(&self, thread: usize, message: &Message) {
        let job = read::<Job>(&message.payload);
        let job = job.filter(|job| job.ticket.run == self.metadata.setup.run);
        if let Some(job) = job {
            let (done, mut end) = oneshot::channel();
            let worker = self.worker(thread);
            let held = FetchedJob { worker, done: Vec::new() };
            self.held().entry(job.ticket).or_insert(held).done.push(done);
            let _ = self.to_workers[thread].send(ToWorker::Job(job));
            let mark = Duration::from_millis(self.metadata.ack_wait / 3);
            while timeout(mark, &mut end).await.is_err() {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }
        // If the acknowledgement is lost, the job is searched once more, which does no harm.
        let _ = message.ack().await;
    }

    /// Reads the messages of the coordinator.
    async fn read_messages(self: Arc<Self>, facts: Sender<Vec<WireFact>>) {
        let Some((mut all, mut own)) = self.subscribe().await else { return };
        let mut heard = Instant::now();
        while !self.is_over() {
            let message = tokio::select! {
                message = all.next() => message,
                message = own.next() => message,
                _ = sleep(SILENCE) => None,
            };
            let message = message.and_then(|message| read::<ToHost>(&message.payload));
            match message {
                Some(message) => {
                    heard = Instant::now();
                    self.handle(message, &facts).await;
                }
                None if heard.elapsed() >= SILENCE => {
                    heard = Instant::now();
                    self.check_whether_over().await;
                }
                None => sleep(AGAIN).await,
            }
        }
    }

    async fn subscribe(&self) -> Option<(Subscriber, Subscriber)> {
        let all = self.client.subscribe(self.names.everybody()).await.ok()?;
        let own = self.client.subscribe(self.names.one_host(self.signer.host())).await.ok()?;
        Some((all, own))
    }

    async fn handle(&self, message: ToHost, facts: &Sender<Vec<WireFact>>) {
        match message {
            ToHost::Announce { run, .. } if run != self.metadata.setup.run => {
                self.ended.send_replace(Some(LeaveReason::Replaced));
            }
            ToHost::Announce { epoch, .. } => {
                if self.epoch.send_replace(Some(epoch)) != Some(epoch) {
                    self.hello().await;
                }
            }
            ToHost::SayHello => self.hello().await,
            ToHost::Cancel(worker, ticket) => {
                let thread = worker.wrapping_sub(self.signer.host()) as usize;
                if let Some(message) = self.to_workers.get(thread) {
                    let _ = message.send(ToWorker::Cancel(ticket));
                }
                self.complete(ticket);
            }
            ToHost::Facts(known) => drop(facts.send(known)),
            ToHost::Excluded(why) => {
                self.ended.send_replace(Some(LeaveReason::Excluded(why)));
            }
            ToHost::RunOver => {
                self.ended.send_replace(Some(LeaveReason::Over));
            }
        }
    }

    /// Checks whether the run is over, because nothing was heard from the coordinator for long.
    async fn check_whether_over(&self) {
        let Ok(runs) = self.context.get_key_value(RUNS).await else { return };
        let left = match runs.get(&self.names.run).await {
            Ok(None) => LeaveReason::Over,
            Ok(Some(bytes)) => match read::<Metadata>(&bytes) {
                Some(there) if there.setup.run == self.metadata.setup.run => return,
                _ => LeaveReason::Replaced,
            },
            Err(_) => return,
        };
        self.ended.send_replace(Some(left));
    }
}
