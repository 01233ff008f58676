//! A fleet in virtual time: the same coordinator and the same workers on a simulated network. One unit of time is one
//! descent of a worker of normal speed. Everything follows from the seed.
//!
//! Assumptions: the coordinator handles one message after the other, each at a fixed cost; the time of a worker is that
//! of its descents; a table is shared without contention. What a portion of a search writes into a table can be seen
//! from the start of the portion on, that is, at most 100 units too early.

pub mod disaster;
mod network;

use core::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_solve::Refusal;
use foregone_solve::erased::ErasedPosition;
use foregone_solve::leaf_search::{LeafSearch, LeafSearchConfig};

pub use self::network::{Faults, FleetSize, Network};
use self::network::{Moment, UNIT};
use crate::coordinator::{Coordinator, Envelope, State, Tally};
use crate::message::{FromWorker, ToWorker, WorkerId};
use crate::plan::Plan;
use crate::worker::Worker;

/// The result of a simulated run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulationResult {
    /// How the run ended.
    pub state: State,
    /// The bounds of the root.
    pub bounds: (Outcome, Outcome),
    /// The time until the coordinator had the answer, in units.
    pub time: f64,
    /// The share of their time that workers were idle.
    pub idle: f64,
    /// The share of the descents that had no effect: those of cancelled and lost jobs, and of results that were not
    /// needed any more.
    pub redundant: f64,
    /// The share of the time that the coordinator was busy.
    pub coordinating: f64,
    /// Descents of all workers.
    pub descents: u64,
    /// Messages in both directions.
    pub messages: u64,
    /// The counters of the coordinator.
    pub tally: Tally,
    /// Bytes of the coordinator's graph.
    pub bytes: u64,
}

/// An event.
enum Event {
    /// A message arrives at the coordinator.
    ToCoordinator(WorkerId, FromWorker),
    /// A message arrives at a worker.
    ToWorker(WorkerId, ToWorker),
    /// A worker has done a portion. The number is the life of the worker, which changes when it dies.
    Done(WorkerId, u32),
    /// A worker starts, for the first time or again. The number is its life.
    Start(WorkerId, u32),
    /// The coordinator checks for overdue jobs.
    CheckOverdue,
}

struct SimulatedWorker<'s> {
    worker: Worker<'s>,
    /// The time of a descent.
    descent_time: u64,
    /// Whether it searches a portion.
    busy: bool,
    alive: bool,
    life: u32,
    time_busy: u64,
}

struct Simulation<'s> {
    network: Network,
    /// Workers per host, and jobs that a worker holds at a time.
    per_host: usize,
    in_flight: u32,
    /// The time without an answer after which a job is assigned again.
    patience: Moment,
    coordinator: Coordinator,
    workers: Vec<SimulatedWorker<'s>>,
    events: BinaryHeap<Reverse<(Moment, u64)>>,
    /// The events, by their numbers.
    waiting: VecDeque<Option<Event>>,
    first_waiting: u64,
    random: Random,
    now: Moment,
    /// Until when the coordinator is busy, and how long it was busy in all.
    busy_until: Moment,
    coordinating: u64,
    descents: u64,
    messages: u64,
    envelopes: Vec<Envelope>,
}

/// Simulates the search of a position by a fleet. The refusal says why a fleet cannot search the game.
///
/// ```
/// use foregone_fleet::plan::Plan;
/// use foregone_fleet::simulate::{Faults, FleetSize, Network, simulate};
/// use foregone_game::random::{Random, Shape, tree};
/// use foregone_game::Game;
/// use foregone_solve::class::NeverReturns;
/// use foregone_solve::erased::{erase, place};
/// use foregone_solve::leaf_search::LeafSearchConfig;
/// use foregone_solve::options::Techniques;
///
/// let shape = Shape { outcomes: 2, depth: 8, width: 3, early_end: 0, alternate: true };
/// let graph = tree(&mut Random::new(1), &shape).acyclic().expect("a tree");
/// let range = (graph.scale().worst(), graph.scale().best());
/// let game = erase(graph, NeverReturns);
/// let root = place(&game, None, "").expect("the start");
/// let techniques = Techniques::default();
/// let config =
///     LeafSearchConfig { range, on_table: true, bytes: 1 << 20, techniques, min_shared_work: None };
/// let plan = Plan { job: 10, ..Plan::default() };
/// // A message takes 20 units of time and costs the coordinator 0.05 units.
/// let network = Network { latency: 20_000, cost: 50, spread: 0.0, faults: Faults::NONE, seed: 1 };
/// let run = |workers| {
///     let size = FleetSize { workers, hosts: 1, in_flight: 2 };
///     simulate(&*root, &config, plan, network, size, u64::MAX, None).expect("play never returns")
/// };
/// let (one, eight) = (run(1), run(8));
/// assert_eq!(one.bounds, eight.bounds);
/// assert!(eight.time < one.time);
/// ```
pub fn simulate(
    placed: &dyn ErasedPosition,
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
        busy_until: 0,
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
            self.at(0, Event::Start(worker as WorkerId, 0));
        }
        if self.patience != Moment::MAX {
            self.at(self.patience, Event::CheckOverdue);
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
                Some(Event::ToCoordinator(worker, message)) => self.coordinate(worker, message),
                Some(Event::ToWorker(worker, message)) => self.deliver(worker, message),
                Some(Event::Done(worker, life)) => self.done(worker, life),
                Some(Event::Start(worker, life)) => self.start_worker(worker, life),
                Some(Event::CheckOverdue) => {
                    let mut envelopes = core::mem::take(&mut self.envelopes);
                    self.coordinator.reassign_overdue(self.now, &mut envelopes);
                    self.send(envelopes);
                    self.repeat_hellos();
                    self.at(self.now + self.patience / 2, Event::CheckOverdue);
                }
                None => {}
            }
        }
    }

    /// The coordinator handles a message after all earlier ones.
    fn coordinate(&mut self, worker: WorkerId, message: FromWorker) {
        let mut envelopes = core::mem::take(&mut self.envelopes);
        self.coordinator.receive(worker, message, self.now, &mut envelopes);
        let cost = self.network.cost * (1 + envelopes.len() as u64);
        self.busy_until = self.busy_until.max(self.now) + cost;
        self.coordinating += cost;
        self.send(envelopes);
    }

    /// Sends the messages of the coordinator.
    fn send(&mut self, mut envelopes: Vec<Envelope>) {
        for Envelope { to, message } in envelopes.drain(..) {
            self.messages += 1;
            for delay in self.network.deliveries(&mut self.random) {
                let moment = self.busy_until.max(self.now) + delay;
                self.at(moment, Event::ToWorker(to, message.clone()));
            }
        }
        self.envelopes = envelopes;
    }

    fn deliver(&mut self, worker: WorkerId, message: ToWorker) {
        let simulated = &mut self.workers[worker as usize];
        if !simulated.alive {
            return;
        }
        simulated.worker.receive(message);
        if !simulated.busy {
            self.search_portion(worker);
        }
    }

    /// Lets a worker search its next portion.
    fn search_portion(&mut self, worker: WorkerId) {
        let dies = self.network.dies(&mut self.random);
        let (now, patience) = (self.now, self.patience);
        let simulated = &mut self.workers[worker as usize];
        if simulated.worker.is_idle() {
            return;
        }
        if dies {
            // The worker loses its jobs and starts again later.
            (simulated.alive, simulated.life) = (false, simulated.life + 1);
            simulated.worker.receive(ToWorker::Stop);
            let life = simulated.life;
            return self.at(now + patience, Event::Start(worker, life));
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
        self.search_portion(worker);
    }

    /// Sends a message of a worker.
    fn report(&mut self, worker: WorkerId, message: FromWorker) {
        self.messages += 1;
        for delay in self.network.deliveries(&mut self.random) {
            self.at(self.now + delay, Event::ToCoordinator(worker, message.clone()));
        }
    }

    fn start_worker(&mut self, worker: WorkerId, life: u32) {
        let simulated = &mut self.workers[worker as usize];
        if simulated.life != life {
            return;
        }
        (simulated.alive, simulated.busy) = (true, false);
        let host = (worker as usize / self.per_host) as u64;
        self.report(worker, FromWorker::Hello { host, slots: self.in_flight });
    }

    /// Idle workers say hello again: their first message may have been lost.
    fn repeat_hellos(&mut self) {
        for worker in 0..self.workers.len() {
            let simulated = &self.workers[worker];
            if simulated.alive && !simulated.busy && simulated.worker.is_idle() {
                self.start_worker(worker as WorkerId, simulated.life);
            }
        }
    }

    fn result(&self) -> SimulationResult {
        let end = self.busy_until.max(self.now);
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
