//! A fleet in virtual time: the same coordinator and the same workers, on a network that exists only as numbers. One unit of
//! time is one descent of a worker of usual speed. Everything that happens follows from the seed.
//!
//! What is assumed: a coordinator deals with one message after the other, each at a fixed cost; a worker's time is its
//! descents and nothing else; a table is shared without contention. What a portion of a search puts into a table can be
//! seen from the beginning of that portion on, which is at most 100 units too early.

pub mod disaster;
mod network;

use core::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_solve::Refusal;
use foregone_solve::hosted::Placed;
use foregone_solve::leaf_search::{LeafSearch, LeafSearchConfig};

pub use self::network::{Faults, FleetSize, Network};
use self::network::{Moment, UNIT};
use crate::coordinator::{Coordinator, Envelope, State, Tally};
use crate::message::{FromWorker, ToWorker, WorkerId};
use crate::plan::Plan;
use crate::worker::Worker;

/// How a simulated run went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulationResult {
    /// How it ended.
    pub state: State,
    /// What has been proved about the root.
    pub bounds: (Outcome, Outcome),
    /// Units of time until the coordinator knew.
    pub time: f64,
    /// The share of their time for which workers had nothing to do.
    pub idle: f64,
    /// The share of all descents that came to nothing: of jobs that were called back or lost, and of results that were not
    /// needed any more.
    pub redundant: f64,
    /// The share of the time for which the coordinator was at work.
    pub coordinating: f64,
    /// Descents of all workers.
    pub descents: u64,
    /// Messages, both ways.
    pub messages: u64,
    /// What the coordinator has counted.
    pub tally: Tally,
    /// Bytes of its graph.
    pub bytes: u64,
}

/// What happens at a moment.
enum Event {
    /// A message comes to the coordinator.
    Report(WorkerId, FromWorker),
    /// A message comes to a worker.
    Order(WorkerId, ToWorker),
    /// A worker has done a portion. Portions of a worker that has died meanwhile have another life.
    Done(WorkerId, u32),
    /// A worker comes, for the first time or after it has died.
    Come(WorkerId, u32),
    /// The coordinator looks whether something is overdue.
    Remind,
}

struct SimulatedWorker<'s> {
    worker: Worker<'s>,
    /// How long a descent takes.
    descent_time: u64,
    /// At a portion.
    busy: bool,
    alive: bool,
    life: u32,
    time_busy: u64,
}

struct Simulation<'s> {
    network: Network,
    /// Workers on a host, and jobs that a worker has at a time.
    per_host: usize,
    in_flight: u32,
    /// How long to wait for an answer before it is given up.
    patience: Moment,
    coordinator: Coordinator,
    workers: Vec<SimulatedWorker<'s>>,
    events: BinaryHeap<Reverse<(Moment, u64)>>,
    /// The events themselves, by their numbers.
    waiting: VecDeque<Option<Event>>,
    first_waiting: u64,
    random: Random,
    now: Moment,
    /// Until when the coordinator is busy, and for how long it has been.
    engaged: Moment,
    coordinating: u64,
    descents: u64,
    messages: u64,
    envelopes: Vec<Envelope>,
}

/// Lets a fleet search a position. The refusal says why that game has no fleet.
pub fn simulate(
    placed: &dyn Placed,
    config: &LeafSearchConfig,
    plan: Plan,
    network: Network,
    size: FleetSize,
    descents_max: u64,
    interrupt: Option<&AtomicBool>,
) -> Result<SimulationResult, Refusal> {
    let hosts = size.hosts.clamp(1, size.workers.max(1));
    let leaf_searches: Vec<Box<dyn LeafSearch + '_>> =
        (0..hosts).map(|_| placed.leaf_search(config)).collect::<Result<_, _>>()?;
    let patience = if network.faults.any() {
        network.patience(plan.job.max(1000) * u64::from(size.in_flight))
    } else {
        u64::MAX
    };
    let plan = Plan { patience, ..plan };
    let mut random = Random::new(network.seed);
    let per_host = size.workers.div_ceil(hosts);
    let simulated = |index: usize, random: &mut Random| SimulatedWorker {
        worker: Worker::new(&*leaf_searches[index / per_host]),
        descent_time: network.descent_time(random),
        busy: false,
        alive: false,
        life: 0,
        time_busy: 0,
    };
    let workers = (0..size.workers).map(|index| simulated(index, &mut random)).collect();
    let root = leaf_searches[0].root();
    if let Some(outcome) = root.outcome {
        return Err(Refusal(format!(
            "the game is over here (rank {} of its outcomes): there is nothing to search",
            outcome.0
        )));
    }
    let mut simulation = Simulation {
        network,
        per_host,
        in_flight: size.in_flight,
        patience,
        coordinator: Coordinator::new(network.seed, root, config.range, plan),
        workers,
        events: BinaryHeap::new(),
        waiting: VecDeque::new(),
        first_waiting: 0,
        random,
        now: 0,
        engaged: 0,
        coordinating: 0,
        descents: 0,
        messages: 0,
        envelopes: Vec::new(),
    };
    simulation.begin();
    simulation.run(descents_max, interrupt);
    Ok(simulation.result())
}

impl Simulation<'_> {
    fn begin(&mut self) {
        for worker in 0..self.workers.len() {
            self.at(0, Event::Come(worker as WorkerId, 0));
        }
        if self.patience != Moment::MAX {
            self.at(self.patience, Event::Remind);
        }
    }

    fn at(&mut self, moment: Moment, event: Event) {
        let number = self.first_waiting + self.waiting.len() as u64;
        self.waiting.push_back(Some(event));
        self.events.push(Reverse((moment, number)));
    }

    fn take(&mut self, number: u64) -> Option<Event> {
        let event = self.waiting[(number - self.first_waiting) as usize].take();
        while let Some(None) = self.waiting.front() {
            self.waiting.pop_front();
            self.first_waiting += 1;
        }
        event
    }

    fn run(&mut self, descents_max: u64, interrupt: Option<&AtomicBool>) {
        let interrupted = || interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed));
        while self.coordinator.state() == State::Running
            && self.descents < descents_max
            && !interrupted()
        {
            let Some(Reverse((moment, number))) = self.events.pop() else { break };
            self.now = moment;
            match self.take(number) {
                Some(Event::Report(worker, message)) => self.coordinate(worker, message),
                Some(Event::Order(worker, message)) => self.order(worker, message),
                Some(Event::Done(worker, life)) => self.done(worker, life),
                Some(Event::Come(worker, life)) => self.come(worker, life),
                Some(Event::Remind) => {
                    let mut envelopes = core::mem::take(&mut self.envelopes);
                    self.coordinator.reassign_overdue(self.now, &mut envelopes);
                    self.post(envelopes);
                    self.greet_again();
                    self.at(self.now + self.patience / 2, Event::Remind);
                }
                None => {}
            }
        }
    }

    /// The coordinator deals with a message when it has dealt with those before it.
    fn coordinate(&mut self, worker: WorkerId, message: FromWorker) {
        let mut envelopes = core::mem::take(&mut self.envelopes);
        self.coordinator.receive(worker, message, self.now, &mut envelopes);
        let cost = self.network.cost * (1 + envelopes.len() as u64);
        self.engaged = self.engaged.max(self.now) + cost;
        self.coordinating += cost;
        self.post(envelopes);
    }

    /// Sends what the coordinator has written.
    fn post(&mut self, mut envelopes: Vec<Envelope>) {
        for Envelope { to, message } in envelopes.drain(..) {
            self.messages += 1;
            for delay in self.network.deliveries(&mut self.random) {
                let moment = self.engaged.max(self.now) + delay;
                self.at(moment, Event::Order(to, message.clone()));
            }
        }
        self.envelopes = envelopes;
    }

    fn order(&mut self, worker: WorkerId, message: ToWorker) {
        let simulated = &mut self.workers[worker as usize];
        if !simulated.alive {
            return;
        }
        simulated.worker.receive(message);
        if !simulated.busy {
            self.start(worker);
        }
    }

    /// Lets a worker begin with its next portion.
    fn start(&mut self, worker: WorkerId) {
        let dies = self.network.dies(&mut self.random);
        let (now, patience) = (self.now, self.patience);
        let simulated = &mut self.workers[worker as usize];
        if simulated.worker.is_idle() {
            return;
        }
        if dies {
            // It vanishes with what it has, and comes back some time later.
            (simulated.alive, simulated.life) = (false, simulated.life + 1);
            simulated.worker.receive(ToWorker::Stop);
            let life = simulated.life;
            return self.at(now + patience, Event::Come(worker, life));
        }
        let taken = simulated.worker.step();
        let duration = taken * simulated.descent_time;
        simulated.busy = true;
        simulated.time_busy += duration;
        self.descents += taken;
        let life = simulated.life;
        self.at(now + duration, Event::Done(worker, life));
    }

    fn done(&mut self, worker: WorkerId, life: u32) {
        let simulated = &mut self.workers[worker as usize];
        if !simulated.alive || simulated.life != life {
            return;
        }
        simulated.busy = false;
        if let Some(message) = simulated.worker.take_message() {
            self.report(worker, message);
        }
        self.start(worker);
    }

    /// A worker sends a message.
    fn report(&mut self, worker: WorkerId, message: FromWorker) {
        self.messages += 1;
        for delay in self.network.deliveries(&mut self.random) {
            self.at(self.now + delay, Event::Report(worker, message.clone()));
        }
    }

    fn come(&mut self, worker: WorkerId, life: u32) {
        let simulated = &mut self.workers[worker as usize];
        if simulated.life != life {
            return;
        }
        (simulated.alive, simulated.busy) = (true, false);
        let host = (worker as usize / self.per_host) as u64;
        self.report(worker, FromWorker::Hello { host, slots: self.in_flight });
    }

    /// Workers that have nothing to do may never have been heard.
    fn greet_again(&mut self) {
        for worker in 0..self.workers.len() {
            let simulated = &self.workers[worker];
            if simulated.alive && !simulated.busy && simulated.worker.is_idle() {
                self.come(worker as WorkerId, simulated.life);
            }
        }
    }

    fn result(&self) -> SimulationResult {
        let end = self.engaged.max(self.now);
        let busy: u64 = self.workers.iter().map(|simulated| simulated.time_busy).sum();
        let whole = (end.max(1) as f64) * self.workers.len().max(1) as f64;
        let tally = self.coordinator.tally();
        let useful = tally.descents - tally.redundant;
        SimulationResult {
            state: self.coordinator.state(),
            bounds: self.coordinator.bounds(),
            time: end as f64 / UNIT as f64,
            idle: (1.0 - busy as f64 / whole).max(0.0),
            redundant: (1.0 - useful as f64 / self.descents.max(1) as f64).max(0.0),
            coordinating: self.coordinating as f64 / end.max(1) as f64,
            descents: self.descents,
            messages: self.messages,
            tally,
            bytes: self.coordinator.bytes(),
        }
    }
}
