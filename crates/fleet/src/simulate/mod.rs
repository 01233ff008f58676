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
use foregone_solve::erased::ErasedPosition;
use foregone_solve::station::{Outfit, Station};

pub use self::network::{Crew, Faults, Network};
use self::network::{Moment, UNIT};
use crate::coordinator::{Coordinator, Letter, State, Tally};
use crate::message::{FromWorker, ToWorker, WorkerId};
use crate::plan::Plan;
use crate::worker::Worker;

/// How a simulated run went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
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

struct Desk<'s> {
    worker: Worker<'s>,
    /// How long a descent takes.
    pace: u64,
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
    desks: Vec<Desk<'s>>,
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
    letters: Vec<Letter>,
}

/// Lets a fleet search a position. The refusal says why that game has no fleet.
pub fn simulate(
    placed: &dyn ErasedPosition,
    outfit: &Outfit,
    plan: Plan,
    network: Network,
    crew: Crew,
    descents_max: u64,
    interrupt: Option<&AtomicBool>,
) -> Result<Course, Refusal> {
    let hosts = crew.hosts.clamp(1, crew.workers.max(1));
    let stations: Vec<Box<dyn Station + '_>> =
        (0..hosts).map(|_| placed.station(outfit)).collect::<Result<_, _>>()?;
    let patience = if network.faults.any() {
        network.patience(plan.job.max(1000) * u64::from(crew.in_flight))
    } else {
        u64::MAX
    };
    let plan = Plan { patience, ..plan };
    let mut random = Random::new(network.seed);
    let per_host = crew.workers.div_ceil(hosts);
    let desk = |index: usize, random: &mut Random| Desk {
        worker: Worker::new(&*stations[index / per_host]),
        pace: network.pace(random),
        busy: false,
        alive: false,
        life: 0,
        time_busy: 0,
    };
    let desks = (0..crew.workers).map(|index| desk(index, &mut random)).collect();
    let root = stations[0].root();
    if let Some(outcome) = root.outcome {
        return Err(Refusal(format!(
            "the game is over here (rank {} of its outcomes): there is nothing to search",
            outcome.0
        )));
    }
    let mut simulation = Simulation {
        network,
        per_host,
        in_flight: crew.in_flight,
        patience,
        coordinator: Coordinator::new(network.seed, root, outfit.range, plan),
        desks,
        events: BinaryHeap::new(),
        waiting: VecDeque::new(),
        first_waiting: 0,
        random,
        now: 0,
        engaged: 0,
        coordinating: 0,
        descents: 0,
        messages: 0,
        letters: Vec::new(),
    };
    simulation.begin();
    simulation.run(descents_max, interrupt);
    Ok(simulation.course())
}

impl Simulation<'_> {
    fn begin(&mut self) {
        for worker in 0..self.desks.len() {
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
                    let mut letters = core::mem::take(&mut self.letters);
                    self.coordinator.remind(self.now, &mut letters);
                    self.post(letters);
                    self.greet_again();
                    self.at(self.now + self.patience / 2, Event::Remind);
                }
                None => {}
            }
        }
    }

    /// The coordinator deals with a message when it has dealt with those before it.
    fn coordinate(&mut self, worker: WorkerId, message: FromWorker) {
        let mut letters = core::mem::take(&mut self.letters);
        self.coordinator.receive(worker, message, self.now, &mut letters);
        let cost = self.network.cost * (1 + letters.len() as u64);
        self.engaged = self.engaged.max(self.now) + cost;
        self.coordinating += cost;
        self.post(letters);
    }

    /// Sends what the coordinator has written.
    fn post(&mut self, mut letters: Vec<Letter>) {
        for Letter { to, message } in letters.drain(..) {
            self.messages += 1;
            for delay in self.network.deliveries(&mut self.random) {
                let moment = self.engaged.max(self.now) + delay;
                self.at(moment, Event::Order(to, message.clone()));
            }
        }
        self.letters = letters;
    }

    fn order(&mut self, worker: WorkerId, message: ToWorker) {
        let desk = &mut self.desks[worker as usize];
        if !desk.alive {
            return;
        }
        desk.worker.receive(message);
        if !desk.busy {
            self.start(worker);
        }
    }

    /// Lets a worker begin with its next portion.
    fn start(&mut self, worker: WorkerId) {
        let dies = self.network.dies(&mut self.random);
        let (now, patience) = (self.now, self.patience);
        let desk = &mut self.desks[worker as usize];
        if desk.worker.is_idle() {
            return;
        }
        if dies {
            // It vanishes with what it has, and comes back some time later.
            (desk.alive, desk.life) = (false, desk.life + 1);
            desk.worker.receive(ToWorker::Stop);
            let life = desk.life;
            return self.at(now + patience, Event::Come(worker, life));
        }
        let taken = desk.worker.step();
        let duration = taken * desk.pace;
        desk.busy = true;
        desk.time_busy += duration;
        self.descents += taken;
        let life = desk.life;
        self.at(now + duration, Event::Done(worker, life));
    }

    fn done(&mut self, worker: WorkerId, life: u32) {
        let desk = &mut self.desks[worker as usize];
        if !desk.alive || desk.life != life {
            return;
        }
        desk.busy = false;
        if let Some(message) = desk.worker.news() {
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
        let desk = &mut self.desks[worker as usize];
        if desk.life != life {
            return;
        }
        (desk.alive, desk.busy) = (true, false);
        let host = (worker as usize / self.per_host) as u64;
        self.report(worker, FromWorker::Hello { host, slots: self.in_flight });
    }

    /// Workers that have nothing to do may never have been heard.
    fn greet_again(&mut self) {
        for worker in 0..self.desks.len() {
            let desk = &self.desks[worker];
            if desk.alive && !desk.busy && desk.worker.is_idle() {
                self.come(worker as WorkerId, desk.life);
            }
        }
    }

    fn course(&self) -> Course {
        let end = self.engaged.max(self.now);
        let busy: u64 = self.desks.iter().map(|desk| desk.time_busy).sum();
        let whole = (end.max(1) as f64) * self.desks.len().max(1) as f64;
        let tally = self.coordinator.tally();
        let useful = tally.descents - tally.redundant;
        Course {
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
