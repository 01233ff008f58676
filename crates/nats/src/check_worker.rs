//! A worker process that follows parts of certificates: it answers requests until the run is over or it is interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{Client, Message, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;

use crate::check_fleet::{HEADERS, RUN};
use crate::connection::{Connection, NatsError};
use crate::names::Names;
use crate::signature::{Kind, Signer};

/// How often the process looks whether it should leave.
const LOOK: Duration = Duration::from_millis(100);
/// The queue group of all workers of a run: each part goes to one of them.
const GROUP: &str = "checkers";
/// Parts that wait for each thread in this process. Further ones wait in the connection.
const WAITING: usize = 64;

/// Follows a part: makes a report from a job, both as bytes.
pub type FollowPart<'f> = dyn Fn(&[u8]) -> Vec<u8> + Sync + 'f;

/// What a process has done for checks.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckSummary {
    /// Whether the run is over. Otherwise the process was told to leave.
    pub over: bool,
    /// Parts that it has answered for.
    pub parts: u64,
    /// The time from joining to leaving.
    pub time: Duration,
}

/// A worker process for checks.
pub struct CheckWorker<'w> {
    /// The name of the run, and the version of the calling program: only coordinators of the same version are served.
    pub run: (&'w str, &'w str),
    /// The number of parts that are followed side by side.
    pub threads: usize,
    /// Follows a part.
    pub follow: &'w FollowPart<'w>,
    /// Declines a part: makes the report that says so.
    pub decline: &'w FollowPart<'w>,
}

impl CheckWorker<'_> {
    /// Answers until a coordinator says that the run is over, or `stays` returns false. That is asked with whether a coordinator has
    /// been heard of.
    pub fn serve(
        &self,
        connection: &Connection,
        stays: &mut dyn FnMut(bool) -> bool,
    ) -> Result<CheckSummary, NatsError> {
        let names = Names::new(self.run.0)?;
        let (began, state) = (Instant::now(), Arc::new(State::default()));
        let (queue, waiting) = sync_channel(self.threads.saturating_mul(WAITING));
        let [parts, hello, over] = connection.runtime.block_on(subscribe(
            connection,
            [("part", true), ("hello", false), ("over", false)]
                .map(|(what, group)| (names.check(self.run.1, what), group)),
        ))?;
        let client = connection.client.clone();
        let tasks = [
            connection.runtime.spawn(take_parts(parts, queue, Arc::clone(&state))),
            connection.runtime.spawn(answer_hello(hello, client, self.threads, state.clone())),
            connection.runtime.spawn(wait_for_end(over, Arc::clone(&state))),
        ];
        let (signer, waiting) = (Signer::new(RUN), Mutex::new(waiting));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| self.work(connection, &waiting, &signer, &state));
            }
            while !state.over.load(Ordering::Relaxed) && stays(state.heard.load(Ordering::Relaxed))
            {
                std::thread::sleep(LOOK);
            }
            state.leaves.store(true, Ordering::Relaxed);
            // The queue ends with its task, and the threads with the queue.
            tasks.iter().for_each(|task| task.abort());
        });
        Ok(CheckSummary {
            over: state.over.load(Ordering::Relaxed),
            parts: state.parts.load(Ordering::Relaxed),
            time: began.elapsed(),
        })
    }

    /// The loop of a thread. A process that leaves declines what it has not begun, so that nobody waits for it.
    fn work(
        &self,
        connection: &Connection,
        waiting: &Mutex<Receiver<Message>>,
        signer: &Signer,
        state: &State,
    ) {
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some(message) = next() {
            let Some(asker) = message.reply else { continue };
            let leaves = state.leaves.load(Ordering::Relaxed);
            let follow = if leaves { self.decline } else { self.follow };
            let mut report = follow(&message.payload);
            if report.len() + HEADERS > connection.client.max_payload() {
                report = (self.decline)(&message.payload);
            }
            let (headers, _) = signer.headers(Kind::Part, &report);
            let sent = connection.client.publish_with_headers(asker, headers, report.into());
            // Without an answer the coordinator asks somebody else.
            if connection.runtime.block_on(sent).is_ok() && !leaves {
                state.parts.fetch_add(1, Ordering::Relaxed);
            }
        }
        // What was answered last is on its way when the process ends.
        let _ = connection.runtime.block_on(connection.client.flush());
    }
}

/// What the tasks and threads of a process share.
#[derive(Default)]
struct State {
    heard: AtomicBool,
    over: AtomicBool,
    leaves: AtomicBool,
    parts: AtomicU64,
}

/// Subscribes to subjects, of which some are those of a queue group.
async fn subscribe<const N: usize>(
    connection: &Connection,
    subjects: [(String, bool); N],
) -> Result<[Subscriber; N], NatsError> {
    let mut subscribers = Vec::with_capacity(N);
    let refused = |error: &dyn std::error::Error| connection.server_error("deliver parts", error);
    for (subject, is_group) in subjects {
        let subscriber = match is_group {
            true => connection.client.queue_subscribe(subject, GROUP.to_owned()).await,
            false => connection.client.subscribe(subject).await,
        };
        subscribers.push(subscriber.map_err(|error| refused(&error))?);
    }
    connection.client.flush().await.map_err(|error| refused(&error))?;
    subscribers.try_into().map_err(|_| NatsError::Machine("a subscription is lost".to_owned()))
}

/// Passes parts to the threads.
async fn take_parts(mut parts: Subscriber, queue: SyncSender<Message>, state: Arc<State>) {
    while let Some(part) = parts.next().await {
        state.heard.store(true, Ordering::Relaxed);
        // A part that finds no room gets no answer: the coordinator has more parts away than it should, or is none.
        let _ = queue.try_send(part);
    }
}

/// Tells coordinators how many threads are here.
async fn answer_hello(mut hello: Subscriber, client: Client, threads: usize, state: Arc<State>) {
    while let Some(greeting) = hello.next().await {
        state.heard.store(true, Ordering::Relaxed);
        if let Some(asker) = greeting.reply {
            let _ = client.publish(asker, Bytes::from(threads.to_string())).await;
        }
    }
}

async fn wait_for_end(mut over: Subscriber, state: Arc<State>) {
    if over.next().await.is_some() {
        state.over.store(true, Ordering::Relaxed);
    }
}
