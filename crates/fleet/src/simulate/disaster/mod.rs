//! A run on many machines in virtual time with every fault that is known: messages are lost, repeated and delayed;
//! workers die, lie, and take jobs without answering; the server is down, loses its data, or hands out no jobs; the
//! coordinator is killed and continues from its last checkpoint. After some time the faults end, and the run has to end
//! as well.
//!
//! One unit of time is one millisecond and one descent. Controller, coordinator and workers are those that run over a
//! real server. Everything follows from the seed.

mod hosts;
mod server;

use std::time::Duration;

use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_solve::Refusal;
use foregone_solve::erased::ErasedPosition;
use foregone_solve::leaf_search::{LeafSearch, LeafSearchConfig};
use foregone_solve::persist::{LoadError, Save};

use self::hosts::SimulatedHost;
use self::server::SimulatedServer;
use crate::controller::Auditor;
use crate::controller::Trust;
use crate::controller::{Command, RunConfig, RunController, RunEvent};
use crate::coordinator::{Coordinator, State};
use crate::host_message::{FromHost, ToHost};
use crate::message::{HostId, Job};
use crate::plan::Plan;

/// The length of a step.
const STEP: u64 = 20;
/// The interval of heartbeats and of the coordinator's announcements.
const BEAT: u64 = 200;
/// The time without a message after which a worker counts as dead.
const PATIENCE: u64 = 1_000;
/// Jobs that a worker holds at a time.
const SLOTS: usize = 2;

/// The configuration of a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DisasterConfig {
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of workers, each in a process of its own.
    pub workers: usize,
    /// The number of workers that lie.
    pub liars: usize,
    /// How far workers are trusted.
    pub trust: Trust,
    /// The most descents for the verification of a claim.
    pub claim: u64,
    /// The time with faults, in milliseconds.
    pub trouble: u64,
    /// The time after which the run must have ended, in milliseconds.
    pub limit: u64,
}

/// The result of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DisasterResult {
    /// How the run ended.
    pub state: State,
    /// The bounds of the root.
    pub bounds: (Outcome, Outcome),
    /// The time until the end, in milliseconds.
    pub time: u64,
    /// How often the coordinator was restarted.
    pub restarts: u32,
    /// How often the server was down.
    pub outages: u32,
    /// Jobs that were taken from the queue and never answered.
    pub lost_jobs: u32,
    /// How often the queue was created again.
    pub rebuilt: u32,
    /// How often a host was excluded.
    pub excluded: u32,
    /// Whether an honest host was excluded.
    pub honest_excluded: bool,
}

/// A message that may be lost.
enum Packet {
    ToController { epoch: u64, from: HostId, number: u64, report: FromHost },
    ToHost { to: HostId, message: ToHost },
}

/// A running coordinator.
struct SimulatedCoordinator<'s> {
    controller: RunController<'s>,
    began: u64,
    epoch: u64,
    /// The last result that it has read.
    read: u64,
    /// Jobs on their way into the queue.
    outbox: Vec<Job>,
}

/// The checkpoint of a coordinator.
struct Checkpoint {
    bytes: Vec<u8>,
    excluded_hosts: Vec<HostId>,
}

struct Simulation<'s> {
    config: DisasterConfig,
    plan: Plan,
    leaf_config: &'s LeafSearchConfig,
    leaf_searches: &'s [Box<dyn LeafSearch + 's>],
    random: Random,
    now: u64,
    server: SimulatedServer,
    packets: Vec<(u64, Packet)>,
    hosts: Vec<SimulatedHost<'s>>,
    coordinating: Option<SimulatedCoordinator<'s>>,
    /// When the coordinator starts again, if it is dead, and how often one was started.
    back: u64,
    begun: u64,
    checkpoint: Option<Checkpoint>,
    result: DisasterResult,
}

/// Simulates the search of a position under faults. The refusal says why a fleet cannot search the game.
pub fn simulate_disasters(
    placed: &dyn ErasedPosition,
    leaf_config: &LeafSearchConfig,
    plan: Plan,
    config: DisasterConfig,
) -> Result<DisasterResult, Refusal> {
    // The first one is the coordinator's own.
    let leaf_searches: Vec<Box<dyn LeafSearch + '_>> = (0..config.workers + 1)
        .map(|_| placed.leaf_search(leaf_config))
        .collect::<Result<_, _>>()?;
    let plan = Plan { patience: PATIENCE, claims: config.trust.claims(), share: false, ..plan };
    let result = DisasterResult {
        state: State::Running,
        bounds: leaf_config.range,
        time: 0,
        restarts: 0,
        outages: 0,
        lost_jobs: 0,
        rebuilt: 0,
        excluded: 0,
        honest_excluded: false,
    };
    let mut simulation = Simulation {
        config,
        plan,
        leaf_config,
        leaf_searches: &leaf_searches,
        random: Random::new(config.seed),
        now: 0,
        server: SimulatedServer::default(),
        packets: Vec::new(),
        hosts: Vec::new(),
        coordinating: None,
        back: 0,
        begun: 0,
        checkpoint: None,
        result,
    };
    for place in 0..config.workers {
        let host = simulation.new_host(place);
        simulation.hosts.push(host);
    }
    simulation.run()
}

impl<'s> Simulation<'s> {
    fn run(&mut self) -> Result<DisasterResult, Refusal> {
        while self.now < self.config.limit && self.result.state == State::Running {
            if self.now < self.config.trouble {
                self.disaster();
            }
            if self.coordinating.is_none() && self.now >= self.back && self.server.is_up(self.now) {
                self.begin()?;
            }
            self.carry();
            for place in 0..self.hosts.len() {
                self.work(place);
            }
            self.coordinate();
            self.now += STEP;
        }
        self.result.time = self.now;
        Ok(self.result)
    }

    fn is_noisy(&self) -> bool {
        self.now < self.config.trouble
    }

    /// Lets a fault happen, by chance.
    fn disaster(&mut self) {
        match self.random.below(600) {
            0..5 => {
                let place = self.random.below(self.hosts.len());
                self.hosts[place].back = self.now + 100 + self.random.below(3000) as u64;
                self.hosts[place].id = 0;
            }
            5..9 => self.kill_coordinator(),
            // The coordinator is killed again before its first checkpoint.
            9..12 => {
                self.kill_coordinator();
                self.back = self.now + STEP;
            }
            12..16 => self.server_down(false, false),
            16..18 => self.server_down(true, false),
            18..20 => self.server_down(false, true),
            20..30 => {
                if self.server.is_up(self.now)
                    && let Some((place, _)) = self.server.fetch(self.now)
                {
                    self.server.acknowledge(place);
                    self.result.lost_jobs += 1;
                }
            }
            _ => {}
        }
    }

    fn kill_coordinator(&mut self) {
        if self.coordinating.take().is_some() {
            self.result.restarts += 1;
            self.back = self.now + 100 + self.random.below(6000) as u64;
        }
    }

    fn server_down(&mut self, forgets: bool, sticks: bool) {
        self.result.outages += 1;
        self.server.back = self.now + 100 + self.random.below(2000) as u64;
        if forgets {
            self.server.forget();
        }
        self.server.stuck |= sticks;
        self.packets.clear();
        if let Some(coordinating) = &mut self.coordinating {
            coordinating
                .controller
                .set_reachable(false, Duration::from_millis(self.now - coordinating.began));
        }
    }

    /// Starts a coordinator from the last checkpoint.
    fn begin(&mut self) -> Result<(), Refusal> {
        let leaf_search = &*self.leaf_searches[0];
        let (root, range, plan) = (leaf_search.root(), self.leaf_config.range, self.plan);
        self.begun += 1;
        self.server.purge();
        let mut excluded_hosts = Vec::new();
        let coordinator = match &self.checkpoint {
            Some(checkpoint) => {
                excluded_hosts.clone_from(&checkpoint.excluded_hosts);
                load(
                    &checkpoint.bytes,
                    || Coordinator::new(1, root, range, plan),
                    |source| Coordinator::load(1, root, range, plan, source),
                )?
            }
            None => {
                self.server.truncate(u64::MAX);
                Coordinator::new(1, root, range, plan)
            }
        };
        let config = RunConfig {
            trust: self.config.trust,
            patience: Duration::from_millis(PATIENCE),
            job: self.plan.job,
            job_time: None,
            slots: SLOTS as u32,
            epoch: self.begun,
            member_bytes: 1 << 20,
            claim_descents: Some(self.config.claim),
        };
        let questions = self.leaf_config.questions() as u8;
        let auditor =
            (self.config.trust != Trust::All).then(|| Auditor::new(leaf_search, questions));
        let mut controller = RunController::new(coordinator, auditor, config);
        controller.members_mut().remember_excluded(excluded_hosts);
        let (began, epoch) = (self.now, self.begun);
        self.coordinating =
            Some(SimulatedCoordinator { controller, began, epoch, read: 0, outbox: Vec::new() });
        Ok(())
    }

    /// Sends a message that may be lost, delayed or repeated.
    fn send(&mut self, packets: Packet) {
        if !self.server.is_up(self.now) || self.is_noisy() && self.random.percent(10) {
            return;
        }
        if let Packet::ToController { epoch, from, number, report } = &packets
            && self.is_noisy()
            && self.random.percent(10)
        {
            let (epoch, from, number, report) = (*epoch, *from, *number, report.clone());
            let late = self.now + self.random.below(3000) as u64;
            self.packets.push((late, Packet::ToController { epoch, from, number, report }));
        }
        let delay = if self.is_noisy() { self.random.below(300) as u64 } else { 20 };
        self.packets.push((self.now + delay, packets));
    }

    /// Delivers the messages that are due.
    fn carry(&mut self) {
        let now = self.now;
        let (due, later) =
            core::mem::take(&mut self.packets).into_iter().partition(|(when, _)| *when <= now);
        self.packets = later;
        let due: Vec<(u64, Packet)> = due;
        for (_, packets) in due {
            match packets {
                Packet::ToController { epoch, from, number, report } => {
                    if let Some(coordinating) = self
                        .coordinating
                        .as_mut()
                        .filter(|coordinating| coordinating.epoch == epoch)
                    {
                        let since = Duration::from_millis(now - coordinating.began);
                        coordinating.controller.report(from, number, report, since);
                    }
                }
                Packet::ToHost { to, message } => {
                    let host = self.hosts.iter().position(|it| it.id == to && it.back <= now);
                    if let Some(place) = host {
                        self.handle(place, message);
                    }
                }
            }
        }
    }

    /// Lets the coordinator handle what has arrived.
    fn coordinate(&mut self) {
        let Some(mut coordinating) = self.coordinating.take() else { return };
        let (now, up) = (self.now, self.server.is_up(self.now));
        let since = Duration::from_millis(now - coordinating.began);
        if up && !coordinating.controller.status().reachable {
            coordinating.controller.set_reachable(true, since);
        }
        if up {
            if self.server.last_result() < coordinating.read {
                coordinating.read = 0; // the server has lost the stream
            }
            for _ in 0..8 {
                let Some((at, from, delivery)) = self.server.after(coordinating.read) else {
                    break;
                };
                coordinating.read = at;
                coordinating.controller.result(from, delivery, since);
            }
        }
        for _ in 0..4 {
            coordinating.controller.audit(since);
        }
        if now.is_multiple_of(100) {
            coordinating.controller.tick(since);
        }
        self.carry_out(&mut coordinating, up);
        let hosts: Vec<HostId> = self.hosts.iter().map(|host| host.id).collect();
        if now.is_multiple_of(BEAT) {
            for &to in &hosts {
                let message = ToHost::Announce { run: 1, epoch: coordinating.epoch };
                self.send(Packet::ToHost { to, message });
            }
        }
        if coordinating.controller.is_urgent() || self.random.below(150) == 0 {
            self.keep(&mut coordinating);
        }
        self.look(&mut coordinating);
        self.coordinating = Some(coordinating);
    }

    fn carry_out(&mut self, coordinating: &mut SimulatedCoordinator<'s>, up: bool) {
        for order in coordinating.controller.commands() {
            match order {
                Command::Queue(job) => coordinating.outbox.push(*job),
                Command::Unqueue(place) => self.server.unqueue(place),
                Command::Send(Some(to), message) => self.send(Packet::ToHost { to, message }),
                Command::Send(None, _) => {}
                Command::RebuildQueue => {
                    self.result.rebuilt += 1;
                    self.server.rebuild();
                }
            }
        }
        if up {
            for job in core::mem::take(&mut coordinating.outbox) {
                let (ticket, place) = (job.ticket, self.server.put(job, self.now));
                coordinating.controller.queued(ticket, place);
            }
        }
    }

    /// Saves a checkpoint. The server need not keep the results that are in it.
    fn keep(&mut self, coordinating: &mut SimulatedCoordinator<'s>) {
        let mut bytes = Vec::new();
        let excluded_hosts = coordinating.controller.members().excluded_hosts().collect();
        let coordinator = coordinating.controller.coordinator();
        coordinator.save(&mut bytes);
        if self.config.trust != Trust::All {
            coordinator.save_claims(&mut bytes);
        }
        self.checkpoint = Some(Checkpoint { bytes, excluded_hosts });
        self.server.truncate(coordinating.read);
    }

    fn look(&mut self, coordinating: &mut SimulatedCoordinator<'s>) {
        for event in coordinating.controller.events() {
            match event {
                RunEvent::Stalled { rebuilt: true, .. } => {}
                RunEvent::Excluded { name, .. } => {
                    self.result.excluded += 1;
                    let honest = self.hosts.iter().filter(|host| !host.lies);
                    let mut honest = honest.map(|host| format!("host {},", host.id));
                    self.result.honest_excluded |= honest.any(|host| name.starts_with(&host));
                }
                _ => {}
            }
        }
        let state = coordinating.controller.state();
        if state == State::Solved || state == State::Exhausted {
            self.result.state = state;
            self.result.bounds = coordinating.controller.coordinator().bounds();
        }
    }
}

/// Loads a coordinator with its claims.
fn load(
    bytes: &[u8],
    fresh: impl Fn() -> Coordinator,
    read: impl Fn(&mut &[u8]) -> Result<Coordinator, LoadError>,
) -> Result<Coordinator, Refusal> {
    let mut source = bytes;
    if source.is_empty() {
        return Ok(fresh());
    }
    let mut coordinator = read(&mut source)?;
    if !source.is_empty() {
        coordinator.load_claims(&mut source)?;
    }
    Ok(coordinator)
}
