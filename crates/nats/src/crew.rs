//! The workers' end of the line: a process joins a run, its threads search at one station, and it leaves when the run is
//! over, when it is told to, or when it is dismissed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use foregone_fleet::message::{FromWorker, Known, Setup, ToWorker, WorkerId};
use foregone_fleet::worker::Worker;
use foregone_solve::station::{Fact, Station};
use tokio::sync::mpsc::UnboundedSender;

use crate::broker::{Broker, Trouble};
use crate::frame::Metadata;
use crate::hall::Hall;
use crate::names::{Names, RUNS};

/// How often to look whether a run has begun, or has ended.
const LOOK: Duration = Duration::from_millis(300);
/// How often a worker says how its search stands, at most.
const PARTIAL: Duration = Duration::from_millis(500);
/// Workers of one process, at most.
pub const MOST: usize = foregone_fleet::notice::HOST as usize;

/// Why a process has left a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Left {
    /// The run is over.
    Over,
    /// It was interrupted.
    Interrupted,
    /// It was sent away, and why.
    Dismissed(String),
    /// Another search has begun under the same name.
    Replaced,
}

/// What a process has done.
#[derive(Clone, PartialEq, Debug)]
pub struct Shift {
    /// Why it has left.
    pub left: Left,
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
pub struct Crew {
    broker: Broker,
    names: Names,
    metadata: Metadata,
}

impl Crew {
    /// Joins a run of that name, and waits for it as long as `waits` says so. `program` is the version of this program; a
    /// coordinator of another one is not understood.
    pub fn join(
        broker: Broker,
        run: &str,
        program: &str,
        waits: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Crew>, Trouble> {
        let names = Names::new(run)?;
        broker.runtime.block_on(broker.look_for_streams())?;
        loop {
            if let Some(bytes) = broker.runtime.block_on(look_up(&broker, run)) {
                let metadata = Metadata::read(run, &bytes, program)?;
                return Ok(Some(Crew { broker, names, metadata }));
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
        station: &dyn Station,
        threads: usize,
        name: &str,
        interrupt: &AtomicBool,
    ) -> Shift {
        let Crew { broker, names, metadata } = self;
        let started = Instant::now();
        let busy: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        let busy = Arc::new(busy);
        let (to_station, facts) = channel();
        let (orders, of_threads): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        let (hall, reports) = Hall::new(&broker, names, metadata, name, orders, busy.clone());
        let shift = std::thread::scope(|scope| {
            for (number, orders) in of_threads.into_iter().enumerate() {
                let (report, worker) = (hall.reports(), hall.worker(number));
                let busy = &busy[number];
                scope.spawn(move || {
                    search(Worker::new(station), worker, &orders, &report, busy);
                });
            }
            hall.open(&broker.runtime, reports, to_station);
            let left = attend(station, &hall, &facts, interrupt);
            broker.runtime.block_on(hall.close(&left));
            let (results, descents) = hall.done();
            let busy = busy.iter().map(|time| time.load(Ordering::Relaxed)).sum();
            let (busy, time) = (Duration::from_micros(busy), started.elapsed());
            Shift { left, results, descents, busy, time }
        });
        broker.runtime.shutdown_timeout(Duration::from_millis(200));
        shift
    }
}

/// What the bucket of runs says about a run.
pub(crate) async fn look_up(broker: &Broker, run: &str) -> Option<bytes::Bytes> {
    let runs = broker.context.get_key_value(RUNS).await.ok()?;
    runs.get(run).await.ok()?
}

/// Tells the station what others have proved, until there is a reason to leave.
fn attend(
    station: &dyn Station,
    hall: &Hall,
    facts: &Receiver<Vec<Known>>,
    interrupt: &AtomicBool,
) -> Left {
    loop {
        if let Some(left) = hall.ended() {
            return left;
        }
        if interrupt.load(Ordering::Relaxed) {
            return Left::Interrupted;
        }
        match facts.recv_timeout(LOOK) {
            Ok(facts) => station.learn(&mut facts.into_iter().map(Fact::from)),
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
        let Some(news) = worker.news() else { continue };
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
