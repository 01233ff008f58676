//! A fleet of threads in one process with one leaf search: the coordinator runs in the calling thread, each worker in a
//! thread of its own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use foregone_game::Outcome;
use foregone_solve::Report;
use foregone_solve::leaf_search::{Fact, LeafSearch, LeafSearchConfig, RunSummary};
use foregone_solve::limits::{Counters, Limits, Meter, Stop};
use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::options::Question;
use foregone_solve::persist::{LoadError, Save, StateReader, StateWriter, put, take};

use crate::coordinator::{Coordinator, Envelope, State};
use crate::message::{FromWorker, ToWorker, WorkerId};
use crate::plan::Plan;
use crate::worker::Worker;

/// How often the limits are checked when no message arrives.
const WAIT: Duration = Duration::from_millis(20);
/// Jobs that a worker holds at a time. With two it need not wait for the coordinator.
const SLOTS: u32 = 2;
/// The number of messages after which the limits are checked.
const PATIENCE: u32 = 64;

/// A question to a fleet of threads.
pub struct ThreadFleet<'t> {
    /// The leaf search that all workers share.
    pub leaf_search: &'t dyn LeafSearch,
    /// Its configuration.
    pub config: &'t LeafSearchConfig,
    /// The worst and the best outcome of the game.
    pub ends: (Outcome, Outcome),
    /// The settings of the coordinator.
    pub plan: Plan,
    /// The question, with the number of threads.
    pub question: &'t Question,
    /// The limits of the search.
    pub limits: Limits<'t>,
}

/// A coordinator and its time, for a checkpoint. The tables of the workers are not saved.
struct SavedFleet<'f> {
    elapsed: Duration,
    coordinator: &'f Coordinator,
}

impl Save for SavedFleet<'_> {
    fn save(&self, out: &mut dyn StateWriter) {
        put(out, self.elapsed.as_nanos() as u64);
        self.coordinator.save(out);
    }
}

impl ThreadFleet<'_> {
    /// Searches the root, from the start or from a saved state, and reports the result with the proofs that the
    /// question asks for.
    pub fn solve(
        &self,
        resume: Option<&mut dyn StateReader>,
        observer: &mut dyn Observer,
    ) -> Result<Report<String>, LoadError> {
        let ThreadFleet { leaf_search, limits, question, .. } = *self;
        let mut meter = Meter::new(limits);
        if let Some(outcome) = leaf_search.root().outcome {
            let summary = RunSummary {
                bounds: (outcome, outcome),
                stop: Stop::Solved,
                efforts: Vec::new(),
                most_proving: Vec::new(),
                facts: &mut core::iter::empty(),
                counters: Counters { created: 1, ..Counters::default() },
                elapsed: meter.elapsed(),
            };
            return Ok(leaf_search.conclude(question, summary, limits, observer));
        }
        let mut coordinator = self.coordinator(resume, &mut meter)?;
        let stop = self.search(&mut coordinator, &mut meter, observer);
        // A solved run is saved as well if a proof is wanted: making the proof may take long.
        if (stop != Stop::Solved || question.certificate) && observer.wants_checkpoint(true) {
            observer
                .checkpoint(&SavedFleet { elapsed: meter.elapsed(), coordinator: &coordinator });
        }
        let ranges = (self.config.range, self.ends);
        let meter = (&meter, limits);
        Ok(conclude(&mut coordinator, leaf_search, ranges, question, stop, meter, observer))
    }

    /// A new coordinator, or the saved one.
    fn coordinator(
        &self,
        resume: Option<&mut dyn StateReader>,
        meter: &mut Meter<'_>,
    ) -> Result<Coordinator, LoadError> {
        let (root, range) = (self.leaf_search.root(), self.config.range);
        let Some(source) = resume else { return Ok(Coordinator::new(0, root, range, self.plan)) };
        meter.take_over(Counters::default(), Duration::from_nanos(take(source)?));
        Coordinator::load(0, root, range, self.plan, source)
    }

    fn search(
        &self,
        coordinator: &mut Coordinator,
        meter: &mut Meter<'_>,
        observer: &mut dyn Observer,
    ) -> Stop {
        let leaf_search = self.leaf_search;
        std::thread::scope(|scope| {
            let (report, reports) = channel();
            let mut to_workers = Vec::new();
            for worker in 0..self.question.threads.max(1) as WorkerId {
                let (message, to_worker) = channel();
                to_workers.push(message);
                let report = report.clone();
                scope.spawn(move || work(Worker::new(leaf_search), worker, &report, &to_worker));
            }
            drop(report);
            let ranges = (self.config.range, self.ends);
            let look = |coordinator: &Coordinator, meter: &mut Meter<'_>| {
                let stop = show_progress(coordinator, leaf_search, ranges, meter, observer);
                if observer.wants_checkpoint(false) {
                    observer.checkpoint(&SavedFleet { elapsed: meter.elapsed(), coordinator });
                }
                stop
            };
            let stop = coordinate(coordinator, &reports, &to_workers, meter, look);
            for message in &to_workers {
                // A worker that has ended needs no message.
                let _ = message.send(ToWorker::Stop);
            }
            stop
        })
    }
}

/// The report about a run that has ended, with the proofs that the question asks for. The proofs are made by this leaf
/// search, whatever the transport was: the results of the workers guide it, and the rules must confirm them.
pub fn conclude(
    coordinator: &mut Coordinator,
    leaf_search: &dyn LeafSearch,
    (range, ends): ((Outcome, Outcome), (Outcome, Outcome)),
    question: &Question,
    stop: Stop,
    (meter, limits): (&Meter<'_>, Limits<'_>),
    observer: &mut dyn Observer,
) -> Report<String> {
    let tally = coordinator.tally();
    let summary = RunSummary {
        bounds: widened_bounds(coordinator.bounds(), range, ends),
        stop,
        efforts: coordinator.efforts(),
        most_proving: coordinator.most_proving(),
        facts: &mut coordinator.proved(ends).map(Fact::from),
        counters: Counters {
            created: tally.nodes + tally.created,
            expanded: tally.descents,
            runs: 1,
            ..meter.counters
        },
        elapsed: meter.elapsed(),
    };
    leaf_search.conclude(question, summary, limits, observer)
}

/// Bounds of the value from bounds within the outcomes in question: an end of that range says nothing about the value.
pub fn widened_bounds(
    bounds: (Outcome, Outcome),
    range: (Outcome, Outcome),
    ends: (Outcome, Outcome),
) -> (Outcome, Outcome) {
    let low = if bounds.0 == range.0 { ends.0 } else { bounds.0 };
    let high = if bounds.1 == range.1 { ends.1 } else { bounds.1 };
    (low, high)
}

/// The loop of a worker's thread.
fn work(
    mut worker: Worker<'_>,
    number: WorkerId,
    report: &Sender<(WorkerId, FromWorker)>,
    to_workers: &Receiver<ToWorker>,
) {
    // If the coordinator has stopped listening, it needs no more messages.
    let _ = report.send((number, FromWorker::Hello { host: 0, slots: SLOTS }));
    while !worker.is_stopped() && worker.receive_all(to_workers) {
        worker.step();
        if let Some(message) = worker.take_message() {
            let _ = report.send((number, message));
        }
    }
}

/// Handles messages until there is a reason to stop.
fn coordinate(
    coordinator: &mut Coordinator,
    reports: &Receiver<(WorkerId, FromWorker)>,
    to_workers: &[Sender<ToWorker>],
    meter: &mut Meter<'_>,
    mut look: impl FnMut(&Coordinator, &mut Meter<'_>) -> Option<Stop>,
) -> Stop {
    let mut envelopes = Vec::new();
    let mut patience = PATIENCE;
    loop {
        match coordinator.state() {
            State::Solved => return Stop::Solved,
            State::Exhausted => return Stop::Memory,
            State::Running | State::Claimed => {}
        }
        patience -= 1;
        match reports.recv_timeout(WAIT) {
            Ok((worker, message)) => coordinator.receive(worker, message, 0, &mut envelopes),
            Err(RecvTimeoutError::Timeout) => patience = 0,
            Err(RecvTimeoutError::Disconnected) => return Stop::Interrupted,
        }
        for Envelope { to, message } in envelopes.drain(..) {
            let _ = to_workers[to as usize].send(message);
        }
        if patience == 0 {
            patience = PATIENCE;
            if let Some(stop) = look(coordinator, meter) {
                return stop;
            }
        }
    }
}

/// Checks the limits and shows the progress.
pub fn show_progress(
    coordinator: &Coordinator,
    leaf_search: &dyn LeafSearch,
    (range, ends): ((Outcome, Outcome), (Outcome, Outcome)),
    meter: &mut Meter<'_>,
    observer: &mut dyn Observer,
) -> Option<Stop> {
    let tally = coordinator.tally();
    let (entries, bytes) = leaf_search.table_usage();
    meter.counters.created = tally.nodes + tally.created;
    meter.counters.expanded = tally.descents;
    meter.hold((entries + tally.nodes) as usize, bytes + coordinator.bytes());
    // Whoever asked looks for the defect, too, and takes no answer.
    let stop = meter.look().or(leaf_search.defect().map(|_| Stop::Interrupted));
    if meter.showing() {
        observer.progress(&Snapshot {
            counters: meter.counters,
            elapsed: meter.elapsed(),
            bounds: widened_bounds(coordinator.bounds(), range, ends),
            efforts: coordinator.efforts(),
            nodes: entries + tally.nodes,
            bytes: bytes + coordinator.bytes(),
            proving: None,
            place: None,
            moves: Vec::new(),
            line: Vec::new(),
            table: None,
        });
    }
    stop
}
