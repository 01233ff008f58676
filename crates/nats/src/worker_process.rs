//! A worker process: it joins a run, its threads share one leaf search, and it leaves when the run is over, when it is
//! interrupted, or when it is excluded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use foregone_fleet::message::{FromWorker, ToWorker, WireFact, WorkerId};
use foregone_fleet::setup::Setup;
use foregone_fleet::worker::Worker;
use foregone_solve::leaf_search::{Fact, LeafSearch};
use tokio::sync::mpsc::UnboundedSender;

use crate::connection::{Connection, NatsError};
use crate::names::{Names, RUNS};
use crate::wire::Metadata;
use crate::worker_transport::WorkerTransport;

/// How often the process checks whether a run has started or ended.
const LOOK: Duration = Duration::from_millis(300);
/// The shortest time between two partial results of a worker.
const PARTIAL: Duration = Duration::from_millis(500);
/// The most workers of one process.
pub const WORKERS_MAX: usize = foregone_fleet::host_message::WORKERS_PER_HOST as usize;

/// Why a process has left a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaveReason {
    /// The run is over.
    Over,
    /// The process was interrupted.
    Interrupted,
    /// The coordinator has excluded the process, for this reason.
    Excluded(String),
    /// Another search has started under the same name.
    Replaced,
}

/// What a process has done.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkSummary {
    /// Why it has left.
    pub reason: LeaveReason,
    /// Results that it has delivered.
    pub results: u64,
    /// Descents of these results.
    pub descents: u64,
    /// The time that its workers have searched, summed up.
    pub busy: Duration,
    /// The time from joining to leaving.
    pub time: Duration,
}

/// A process that has joined a run.
pub struct WorkerProcess {
    connection: Connection,
    names: Names,
    metadata: Metadata,
}

impl WorkerProcess {
    /// Joins the run of that name. Waits for the run to start while `waits` returns true. `program` is the version of
    /// the calling program; a coordinator of another version is an error.
    pub fn join(
        connection: Connection,
        run: &str,
        program: &str,
        waits: &mut dyn FnMut() -> bool,
    ) -> Result<Option<WorkerProcess>, NatsError> {
        let names = Names::new(run)?;
        connection.runtime.block_on(connection.look_for_streams())?;
        loop {
            if let Some(bytes) = connection.runtime.block_on(look_up(&connection, run)) {
                let metadata = Metadata::read(run, &bytes, program)?;
                return Ok(Some(WorkerProcess { connection, names, metadata }));
            }
            if !waits() {
                return Ok(None);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// The description of the run, from which the leaf search is built.
    pub fn setup(&self) -> &Setup {
        &self.metadata.setup
    }

    /// The hash of the file that the game is read from, if there is one.
    pub fn file(&self) -> Option<&str> {
        self.metadata.file.as_deref()
    }

    /// The text of the rule file of the game, if the coordinator has sent it.
    pub fn rule_text(&self) -> Option<&str> {
        self.metadata.rule_text.as_deref()
    }

    /// Works with this many threads until there is a reason to leave. `name` is for people.
    pub fn work(
        self,
        leaf_search: &dyn LeafSearch,
        threads: usize,
        name: &str,
        interrupt: &AtomicBool,
    ) -> WorkSummary {
        let WorkerProcess { connection, names, metadata } = self;
        let started = Instant::now();
        let busy: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        let busy = Arc::new(busy);
        let (to_leaf_search, facts) = channel();
        let (to_workers, of_threads): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        let (transport, reports) =
            WorkerTransport::new(&connection, names, metadata, name, to_workers, busy.clone());
        let summary = std::thread::scope(|scope| {
            for (number, to_workers) in of_threads.into_iter().enumerate() {
                let (report, worker) = (transport.reports(), transport.worker(number));
                let busy = &busy[number];
                scope.spawn(move || {
                    search(Worker::new(leaf_search), worker, &to_workers, &report, busy);
                });
            }
            transport.open(&connection.runtime, reports, to_leaf_search);
            let left = wait_for_end(leaf_search, &transport, &facts, interrupt);
            connection.runtime.block_on(transport.close(&left));
            let (results, descents) = transport.done();
            let busy = busy.iter().map(|time| time.load(Ordering::Relaxed)).sum();
            let (busy, time) = (Duration::from_micros(busy), started.elapsed());
            WorkSummary { reason: left, results, descents, busy, time }
        });
        connection.runtime.shutdown_timeout(Duration::from_millis(200));
        summary
    }
}

/// The description of a run at the server.
pub(crate) async fn look_up(connection: &Connection, run: &str) -> Option<bytes::Bytes> {
    let runs = connection.context.get_key_value(RUNS).await.ok()?;
    runs.get(run).await.ok()?
}

/// Passes facts to the leaf search until there is a reason to leave.
fn wait_for_end(
    leaf_search: &dyn LeafSearch,
    transport: &WorkerTransport,
    facts: &Receiver<Vec<WireFact>>,
    interrupt: &AtomicBool,
) -> LeaveReason {
    loop {
        if let Some(left) = transport.ended() {
            return left;
        }
        if interrupt.load(Ordering::Relaxed) {
            return LeaveReason::Interrupted;
        }
        match facts.recv_timeout(LOOK) {
            Ok(facts) => leaf_search.learn(&mut facts.into_iter().map(Fact::from)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LOOK),
        }
    }
}

/// The loop of a worker's thread.
fn search(
    mut worker: Worker<'_>,
    number: WorkerId,
    to_workers: &Receiver<ToWorker>,
    report: &UnboundedSender<(WorkerId, FromWorker)>,
    busy: &AtomicU64,
) {
    let mut last_partial = Instant::now();
    while !worker.is_stopped() && worker.receive_all(to_workers) {
        let began = Instant::now();
        worker.step();
        busy.fetch_add(began.elapsed().as_micros() as u64, Ordering::Relaxed);
        let Some(message) = worker.take_message() else { continue };
        if matches!(message, FromWorker::Partial { .. }) {
            if last_partial.elapsed() < PARTIAL {
                continue;
            }
            last_partial = Instant::now();
        }
        // If nobody receives messages any more, the process is leaving.
        let _ = report.send((number, message));
    }
}
