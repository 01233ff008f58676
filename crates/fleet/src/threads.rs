//! A fleet of threads in this process, at one station: the coordinator in the thread that asks, a worker in each other one.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use foregone_game::Outcome;
use foregone_solve::Report;
use foregone_solve::limits::{Counters, Limits, Meter, Stop};
use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::options::Question;
use foregone_solve::persist::{LoadError, Save, StateReader, StateWriter, put, take};
use foregone_solve::station::{Fact, Outfit, Station, Verdict};

use crate::coordinator::{Coordinator, Letter, State};
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
pub struct Task<'t> {
    /// Where they search.
    pub station: &'t dyn Station,
    /// With what.
    pub outfit: &'t Outfit,
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
struct Kept<'k> {
    elapsed: Duration,
    coordinator: &'k Coordinator,
}

impl Save for Kept<'_> {
    fn save(&self, out: &mut dyn StateWriter) {
        put(out, self.elapsed.as_nanos() as u64);
        self.coordinator.save(out);
    }
}

impl Task<'_> {
    /// Lets threads search the root of the station, and reports what came of it: with the proofs that the question wants.
    /// Whoever gives a state goes on from there.
    pub fn solve(
        &self,
        resume: Option<&mut dyn StateReader>,
        observer: &mut dyn Observer,
    ) -> Result<Report<String>, LoadError> {
        let Task { station, limits, question, .. } = *self;
        let mut meter = Meter::new(limits);
        if let Some(outcome) = station.root().outcome {
            let verdict = Verdict {
                bounds: (outcome, outcome),
                stop: Stop::Solved,
                efforts: Vec::new(),
                most_proving: Vec::new(),
                facts: &mut core::iter::empty(),
                counters: Counters { created: 1, ..Counters::default() },
                elapsed: meter.elapsed(),
            };
            return Ok(station.conclude(question, verdict, limits, observer));
        }
        let mut coordinator = self.coordinator(resume, &mut meter)?;
        let stop = self.search(&mut coordinator, &mut meter, observer);
        // Also when it is solved and to be proved: that may take long.
        if (stop != Stop::Solved || question.certificate) && observer.wants_checkpoint(true) {
            observer.checkpoint(&Kept { elapsed: meter.elapsed(), coordinator: &coordinator });
        }
        let ranges = (self.outfit.range, self.ends);
        let meter = (&meter, limits);
        Ok(conclude(&mut coordinator, station, ranges, question, stop, meter, observer))
    }

    /// A new coordinator, or the one that was saved.
    fn coordinator(
        &self,
        resume: Option<&mut dyn StateReader>,
        meter: &mut Meter<'_>,
    ) -> Result<Coordinator, LoadError> {
        let (root, range) = (self.station.root(), self.outfit.range);
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
        let station = self.station;
        std::thread::scope(|scope| {
            let (report, reports) = channel();
            let mut orders = Vec::new();
            for worker in 0..self.question.threads.max(1) as WorkerId {
                let (order, to_worker) = channel();
                orders.push(order);
                let report = report.clone();
                scope.spawn(move || work(Worker::new(station), worker, &report, &to_worker));
            }
            drop(report);
            let ranges = (self.outfit.range, self.ends);
            let look = |coordinator: &Coordinator, meter: &mut Meter<'_>| {
                let stop = watch(coordinator, station, ranges, meter, observer);
                if observer.wants_checkpoint(false) {
                    observer.checkpoint(&Kept { elapsed: meter.elapsed(), coordinator });
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
    station: &dyn Station,
    (range, ends): ((Outcome, Outcome), (Outcome, Outcome)),
    question: &Question,
    stop: Stop,
    (meter, limits): (&Meter<'_>, Limits<'_>),
    observer: &mut dyn Observer,
) -> Report<String> {
    let tally = coordinator.tally();
    let verdict = Verdict {
        bounds: widened(coordinator.bounds(), range, ends),
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
    station.conclude(question, verdict, limits, observer)
}

/// What bounds within the outcomes in question say about the value: nothing, where they are the ends of that range.
pub fn widened(
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
        if let Some(news) = worker.news() {
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
    let mut letters = Vec::new();
    let mut patience = PATIENCE;
    loop {
        match coordinator.state() {
            State::Solved => return Stop::Solved,
            State::Exhausted => return Stop::Memory,
            State::Running | State::Claimed => {}
        }
        patience -= 1;
        match reports.recv_timeout(WAIT) {
            Ok((worker, message)) => coordinator.receive(worker, message, 0, &mut letters),
            Err(RecvTimeoutError::Timeout) => patience = 0,
            Err(RecvTimeoutError::Disconnected) => return Stop::Interrupted,
        }
        for Letter { to, message } in letters.drain(..) {
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
pub fn watch(
    coordinator: &Coordinator,
    station: &dyn Station,
    (range, ends): ((Outcome, Outcome), (Outcome, Outcome)),
    meter: &mut Meter<'_>,
    observer: &mut dyn Observer,
) -> Option<Stop> {
    let tally = coordinator.tally();
    let (entries, bytes) = station.held();
    meter.counters.created = tally.nodes + tally.created;
    meter.counters.expanded = tally.descents;
    meter.hold((entries + tally.nodes) as usize, bytes + coordinator.bytes());
    let stop = meter.look();
    if meter.showing() {
        observer.progress(&Snapshot {
            counters: meter.counters,
            elapsed: meter.elapsed(),
            bounds: widened(coordinator.bounds(), range, ends),
            efforts: coordinator.efforts(),
            nodes: entries + tally.nodes,
            bytes: bytes + coordinator.bytes(),
            proving: None,
            place: None,
        });
    }
    stop
}
