//! A fleet of threads in this process, at one station: the coordinator in the thread that asks, a worker in each other one.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use foregone_game::Outcome;
use foregone_solve::Report;
use foregone_solve::leaf_search::{Fact, LeafSearch, LeafSearchConfig, RunSummary};
use foregone_solve::limits::{Counters, Limits, Meter, Stop};
use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::options::Question;
use foregone_solve::persist::{Broken, Save, Sink, Source, put, take};

use crate::coordinator::{Coordinator, Envelope, State};
use crate::message::{FromWorker, ToWorker, WorkerId};
use crate::plan::Plan;
use crate::worker::Worker;

/// How often the clock is looked at when nothing happens.
const WAIT: Duration = Duration::from_millis(20);
/// Jobs that a worker has at a time, so that it need not wait for the coordinator.
const SLOTS: u32 = 2;
/// Messages after which the clock is looked at, however much happens.
const PATIENCE: u32 = 64;

/// A question to a fleet of threads.
pub struct ThreadFleet<'t> {
    /// Where they search.
    pub leaf_search: &'t dyn LeafSearch,
    /// With what.
    pub config: &'t LeafSearchConfig,
    /// The worst and the best outcome of the game.
    pub ends: (Outcome, Outcome),
    /// What the coordinator does.
    pub plan: Plan,
    /// What is asked, and by how many threads.
    pub question: &'t Question,
    /// What it may cost.
    pub limits: Limits<'t>,
}

/// A coordinator and the time it has taken, for saving. What workers have in their tables is not saved.
struct SavedFleet<'f> {
    elapsed: Duration,
    coordinator: &'f Coordinator,
}

impl Save for SavedFleet<'_> {
    fn save(&self, out: &mut dyn Sink) {
        put(out, self.elapsed.as_nanos() as u64);
        self.coordinator.save(out);
    }
}

impl ThreadFleet<'_> {
    /// Lets threads search the root of the station, and reports what came of it: with the proofs that the question wants.
    /// Whoever gives a state goes on from there.
    pub fn solve(
        &self,
        resume: Option<&mut dyn Source>,
        observer: &mut dyn Observer,
    ) -> Result<Report<String>, Broken> {
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
        // Also when it is solved and to be proved: that may take long.
        if (stop != Stop::Solved || question.certificate) && observer.wants_checkpoint(true) {
            observer
                .checkpoint(&SavedFleet { elapsed: meter.elapsed(), coordinator: &coordinator });
        }
        let ranges = (self.config.range, self.ends);
        let meter = (&meter, limits);
        Ok(conclude(&mut coordinator, leaf_search, ranges, question, stop, meter, observer))
    }

    /// A new coordinator, or the one that was saved.
    fn coordinator(
        &self,
        resume: Option<&mut dyn Source>,
        meter: &mut Meter<'_>,
    ) -> Result<Coordinator, Broken> {
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
            let mut orders = Vec::new();
            for worker in 0..self.question.threads.max(1) as WorkerId {
                let (order, to_worker) = channel();
                orders.push(order);
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
            let stop = coordinate(coordinator, &reports, &orders, meter, look);
            for order in &orders {
                // A worker that is gone needs no order.
                let _ = order.send(ToWorker::Stop);
            }
            stop
        })
    }
}

/// The report about a run that has ended, with the proofs that the question wants. Whatever carried the messages, the proofs
/// are made at this station: what the workers have found leads the way, and the rules have to bear it out.
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

/// What bounds within the outcomes in question say about the value: nothing, where they are the ends of that range.
pub fn widened_bounds(
    bounds: (Outcome, Outcome),
    range: (Outcome, Outcome),
    ends: (Outcome, Outcome),
) -> (Outcome, Outcome) {
    let low = if bounds.0 == range.0 { ends.0 } else { bounds.0 };
    let high = if bounds.1 == range.1 { ends.1 } else { bounds.1 };
    (low, high)
}

/// What a worker's thread does.
fn work(
    mut worker: Worker<'_>,
    number: WorkerId,
    report: &Sender<(WorkerId, FromWorker)>,
    orders: &Receiver<ToWorker>,
) {
    // Whoever does not listen any more has all that is needed.
    let _ = report.send((number, FromWorker::Hello { host: 0, slots: SLOTS }));
    while !worker.is_stopped() {
        if worker.is_idle() {
            match orders.recv() {
                Ok(order) => worker.receive(order),
                Err(_) => return,
            }
        }
        orders.try_iter().for_each(|order| worker.receive(order));
        worker.step();
        if let Some(news) = worker.take_message() {
            let _ = report.send((number, news));
        }
    }
}

/// Deals with messages until there is a reason to stop.
fn coordinate(
    coordinator: &mut Coordinator,
    reports: &Receiver<(WorkerId, FromWorker)>,
    orders: &[Sender<ToWorker>],
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
            let _ = orders[to as usize].send(message);
        }
        if patience == 0 {
            patience = PATIENCE;
            if let Some(stop) = look(coordinator, meter) {
                return stop;
            }
        }
    }
}

/// Looks at the clock and shows how things stand.
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
    let stop = meter.look();
    if meter.showing() {
        observer.progress(&Snapshot {
            counters: meter.counters,
            elapsed: meter.elapsed(),
            bounds: widened_bounds(coordinator.bounds(), range, ends),
            efforts: coordinator.efforts(),
            nodes: entries + tally.nodes,
            bytes: bytes + coordinator.bytes(),
            proving: None,
        });
    }
    stop
}
