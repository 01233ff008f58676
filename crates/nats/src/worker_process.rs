//! The workers' end of the line: a process joins a run, its threads search at one station, and it leaves when the run is
//! over, when it is told to, or when it is dismissed.

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

/// How often to look whether a run has begun, or has ended.
const LOOK: Duration = Duration::from_millis(300);
/// How often a worker says how its search stands, at most.
const PARTIAL: Duration = Duration::from_millis(500);
/// Workers of one process, at most.
pub const WORKERS_MAX: usize = foregone_fleet::host_message::WORKERS_PER_HOST as usize;

/// Why a process has left a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaveReason {
    /// The run is over.
    Over,
    /// It was interrupted.
    Interrupted,
    /// It was sent away, and why.
    Excluded(String),
    /// Another search has begun under the same name.
    Replaced,
}

/// What a process has done.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkSummary {
    /// Why it has left.
    pub left: LeaveReason,
    /// Results that it has delivered.
    pub results: u64,
    /// Descents of these.
    pub descents: u64,
    /// For how long its workers have searched, all together.
    pub busy: Duration,
    /// For how long it was there.
    pub time: Duration,
}

/// A process that has joined a run.
pub struct WorkerProcess {
    connection: Connection,
    names: Names,
    metadata: Metadata,
}

impl WorkerProcess {
    /// Joins a run of that name, and waits for it as long as `waits` says so. `program` is the version of this program; a
    /// coordinator of another one is not understood.
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

    /// What the run is about: all that is needed to make a station.
    pub fn setup(&self) -> &Setup {
        &self.metadata.setup
    }

    /// The hash of the file that the game is read from, if it is.
    pub fn file(&self) -> Option<&str> {
        self.metadata.file.as_deref()
    }

    /// Works with so many threads until there is a reason to leave. `name` is for people.
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
        let (to_station, facts) = channel();
        let (orders, of_threads): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        let (transport, reports) =
            WorkerTransport::new(&connection, names, metadata, name, orders, busy.clone());
        let summary = std::thread::scope(|scope| {
            for (number, orders) in of_threads.into_iter().enumerate() {
                let (report, worker) = (transport.reports(), transport.worker(number));
                let busy = &busy[number];
                scope.spawn(move || {
                    search(Worker::new(leaf_search), worker, &orders, &report, busy);
                });
            }
            transport.open(&connection.runtime, reports, to_station);
            let left = attend(leaf_search, &transport, &facts, interrupt);
            connection.runtime.block_on(transport.close(&left));
            let (results, descents) = transport.done();
            let busy = busy.iter().map(|time| time.load(Ordering::Relaxed)).sum();
            let (busy, time) = (Duration::from_micros(busy), started.elapsed());
            WorkSummary { left, results, descents, busy, time }
        });
        connection.runtime.shutdown_timeout(Duration::from_millis(200));
        summary
    }
}

/// What the bucket of runs says about a run.
pub(crate) async fn look_up(connection: &Connection, run: &str) -> Option<bytes::Bytes> {
    let runs = connection.context.get_key_value(RUNS).await.ok()?;
    runs.get(run).await.ok()?
}

/// Tells the station what others have proved, until there is a reason to leave.
fn attend(
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

/// What a worker's thread does.
fn search(
    mut worker: Worker<'_>,
    number: WorkerId,
    orders: &Receiver<ToWorker>,
    report: &UnboundedSender<(WorkerId, FromWorker)>,
    busy: &AtomicU64,
) {
    let mut told = Instant::now();
    while !worker.is_stopped() {
        if worker.is_idle() {
            match orders.recv() {
                Ok(order) => worker.receive(order),
                Err(_) => return,
            }
        }
        orders.try_iter().for_each(|order| worker.receive(order));
        let began = Instant::now();
        worker.step();
        busy.fetch_add(began.elapsed().as_micros() as u64, Ordering::Relaxed);
        let Some(news) = worker.take_message() else { continue };
        if matches!(news, FromWorker::Partial { .. }) {
            if told.elapsed() < PARTIAL {
                continue;
            }
            told = Instant::now();
        }
        // Whoever does not listen any more has left.
        let _ = report.send((number, news));
    }
}
