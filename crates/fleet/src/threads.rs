//! A fleet of threads in this process, at one station: the coordinator in the thread that asks, a worker in each other one.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use game::Outcome;
use solve::Report;
use solve::limits::{Counters, Limits, Meter, Stop};
use solve::observe::{Observer, Snapshot};
use solve::options::Question;
use solve::station::{Fact, Outfit, Station, Verdict};

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

/// Lets so many threads search the root of a station, and reports what came of it: with the proofs that the question wants.
/// `ends` are the worst and the best outcome of the game.
#[expect(clippy::too_many_arguments, reason = "a whole question, and where it is answered")]
pub fn solve(
    station: &dyn Station,
    outfit: &Outfit,
    ends: (Outcome, Outcome),
    plan: Plan,
    threads: usize,
    question: &Question,
    limits: Limits<'_>,
    observer: &mut dyn Observer,
) -> Report<String> {
    let mut meter = Meter::new(limits);
    let root = station.root();
    if let Some(outcome) = root.outcome {
        let verdict = Verdict {
            bounds: (outcome, outcome),
            stop: Stop::Solved,
            efforts: Vec::new(),
            most_proving: Vec::new(),
            facts: &mut core::iter::empty(),
            counters: Counters { created: 1, ..Counters::default() },
            elapsed: meter.elapsed(),
        };
        return station.conclude(question, verdict, limits, observer);
    }
    let mut coordinator = Coordinator::new(0, root, outfit.range, plan);
    let stop = std::thread::scope(|scope| {
        let (report, reports) = channel();
        let mut orders = Vec::new();
        for worker in 0..threads.max(1) as WorkerId {
            let (order, to_worker) = channel();
            orders.push(order);
            let report = report.clone();
            scope.spawn(move || work(Worker::new(station), worker, &report, &to_worker));
        }
        drop(report);
        let look = |coordinator: &Coordinator, meter: &mut Meter<'_>| {
            watch(coordinator, station, (outfit.range, ends), meter, observer)
        };
        let stop = coordinate(&mut coordinator, &reports, &orders, &mut meter, look);
        for order in &orders {
            // A worker that is gone needs no order.
            let _ = order.send(ToWorker::Stop);
        }
        stop
    });
    conclude(
        &mut coordinator,
        station,
        (outfit.range, ends),
        question,
        stop,
        (&meter, limits),
        observer,
    )
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
fn widened(
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
            State::Running => {}
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
        });
    }
    stop
}
