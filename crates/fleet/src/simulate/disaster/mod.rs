//! A run on many machines in virtual time, on which everything goes wrong that can: messages are lost, repeated and late;
//! workers die, lie, and take jobs and vanish; the server goes away, forgets everything, or hands nothing out any more; the
//! coordinator is killed and goes on from its last checkpoint. After some time it is quiet, and the run has to end.
//!
//! One unit of time is a millisecond and one descent. What is decided is decided by the same office, coordinator and
//! workers that run over a real server. Everything follows from the seed.

mod broker;
mod hands;

use std::time::Duration;

use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_solve::Refusal;
use foregone_solve::erased::ErasedPosition;
use foregone_solve::persist::{LoadError, Save};
use foregone_solve::station::{Outfit, Station};

use self::broker::Broker;
use self::hands::Crew;
use crate::audit::Auditor;
use crate::coordinator::{Coordinator, State};
use crate::message::{HostId, Job};
use crate::notice::{Notice, Report};
use crate::office::trust::Trust;
use crate::office::{Event, Office, Order, Setting};
use crate::plan::Plan;

/// How long a step is.
const STEP: u64 = 20;
/// How often workers give signs of life, and the coordinator calls.
const BEAT: u64 = 200;
/// Of whom nothing is heard for longer is taken for dead.
const PATIENCE: u64 = 1_000;
/// Jobs that a worker has at a time.
const SLOTS: usize = 2;

/// What is tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// From which everything follows.
    pub seed: u64,
    /// How many workers there are, each a process of its own.
    pub workers: usize,
    /// How many of them lie.
    pub liars: usize,
    /// How far they are believed.
    pub trust: Trust,
    /// Descents that searching a claim again may take.
    pub claim: u64,
    /// For how long things go wrong, and when the run has to be over, in milliseconds.
    pub trouble: u64,
    /// See there.
    pub limit: u64,
}

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survival {
    /// How it ended.
    pub state: State,
    /// What has been established about the root, or is believed.
    pub bounds: (Outcome, Outcome),
    /// How long it took, in milliseconds.
    pub time: u64,
    /// How often the coordinator began again, the server was down, jobs were taken and never answered, the queue was made
    /// anew, and somebody was sent away.
    pub restarts: u32,
    /// See there.
    pub downs: u32,
    /// See there.
    pub thefts: u32,
    /// See there.
    pub rebuilt: u32,
    /// See there.
    pub excluded: u32,
    /// Whether an honest worker was sent away.
    pub slandered: bool,
}

/// A message that may be lost.
enum Mail {
    ToOffice { epoch: u64, from: HostId, number: u64, report: Report },
    ToHost { to: HostId, notice: Notice },
}

/// A coordinator that runs, and what it has taken in.
struct Chief<'s> {
    office: Office<'s>,
    began: u64,
    epoch: u64,
    /// The last result that it has read.
    read: u64,
    /// Jobs on their way into the queue.
    outbox: Vec<Job>,
}

/// What a coordinator leaves behind.
struct Kept {
    bytes: Vec<u8>,
    dismissed: Vec<HostId>,
}

struct World<'s> {
    trial: Trial,
    plan: Plan,
    outfit: &'s Outfit,
    stations: &'s [Box<dyn Station + 's>],
    random: Random,
    now: u64,
    broker: Broker,
    mail: Vec<(u64, Mail)>,
    crews: Vec<Crew<'s>>,
    chief: Option<Chief<'s>>,
    /// When the coordinator begins again, if it is dead, and how often one began.
    back: u64,
    begun: u64,
    kept: Option<Kept>,
    survival: Survival,
}

/// Lets a fleet search a position while everything goes wrong. The refusal says why that game has no fleet.
pub fn endure(
    placed: &dyn ErasedPosition,
    outfit: &Outfit,
    plan: Plan,
    trial: Trial,
) -> Result<Survival, Refusal> {
    // The first is the coordinator's own.
    let stations: Vec<Box<dyn Station + '_>> =
        (0..trial.workers + 1).map(|_| placed.station(outfit)).collect::<Result<_, _>>()?;
    let plan = Plan { patience: PATIENCE, claims: trial.trust.claims(), share: false, ..plan };
    let survival = Survival {
        state: State::Running,
        bounds: outfit.range,
        time: 0,
        restarts: 0,
        downs: 0,
        thefts: 0,
        rebuilt: 0,
        excluded: 0,
        slandered: false,
    };
    let mut world = World {
        trial,
        plan,
        outfit,
        stations: &stations,
        random: Random::new(trial.seed),
        now: 0,
        broker: Broker::default(),
        mail: Vec::new(),
        crews: Vec::new(),
        chief: None,
        back: 0,
        begun: 0,
        kept: None,
        survival,
    };
    for place in 0..trial.workers {
        let crew = world.fresh(place);
        world.crews.push(crew);
    }
    world.run()
}

impl<'s> World<'s> {
    fn run(&mut self) -> Result<Survival, Refusal> {
        while self.now < self.trial.limit && self.survival.state == State::Running {
            if self.now < self.trial.trouble {
                self.disaster();
            }
            if self.chief.is_none() && self.now >= self.back && self.broker.is_up(self.now) {
                self.begin()?;
            }
            self.carry();
            for place in 0..self.crews.len() {
                self.work(place);
            }
            self.coordinate();
            self.now += STEP;
        }
        self.survival.time = self.now;
        Ok(self.survival)
    }

    fn is_noisy(&self) -> bool {
        self.now < self.trial.trouble
    }

    /// Something may go wrong now.
    fn disaster(&mut self) {
        match self.random.below(600) {
            0..5 => {
                let place = self.random.below(self.crews.len());
                self.crews[place].back = self.now + 100 + self.random.below(3000) as u64;
                self.crews[place].host = 0;
            }
            5..9 => self.kill_chief(),
            // Twice in a row: between two checkpoints.
            9..12 => {
                self.kill_chief();
                self.back = self.now + STEP;
            }
            12..16 => self.server_down(false, false),
            16..18 => self.server_down(true, false),
            18..20 => self.server_down(false, true),
            20..30 => {
                if self.broker.is_up(self.now)
                    && let Some((place, _)) = self.broker.fetch(self.now)
                {
                    self.broker.acknowledge(place);
                    self.survival.thefts += 1;
                }
            }
            _ => {}
        }
    }

    fn kill_chief(&mut self) {
        if self.chief.take().is_some() {
            self.survival.restarts += 1;
            self.back = self.now + 100 + self.random.below(6000) as u64;
        }
    }

    fn server_down(&mut self, forgets: bool, sticks: bool) {
        self.survival.downs += 1;
        self.broker.back = self.now + 100 + self.random.below(2000) as u64;
        if forgets {
            self.broker.forget();
        }
        self.broker.stuck |= sticks;
        self.mail.clear();
        if let Some(chief) = &mut self.chief {
            chief.office.reach(false, Duration::from_millis(self.now - chief.began));
        }
    }

    /// A coordinator begins, from what the last one has left.
    fn begin(&mut self) -> Result<(), Refusal> {
        let station = &*self.stations[0];
        let (root, range, plan) = (station.root(), self.outfit.range, self.plan);
        self.begun += 1;
        self.broker.purge();
        let mut dismissed = Vec::new();
        let coordinator = match &self.kept {
            Some(kept) => {
                dismissed.clone_from(&kept.dismissed);
                load(
                    &kept.bytes,
                    || Coordinator::new(1, root, range, plan),
                    |source| Coordinator::load(1, root, range, plan, source),
                )?
            }
            None => {
                self.broker.truncate(u64::MAX);
                Coordinator::new(1, root, range, plan)
            }
        };
        let setting = Setting {
            trust: self.trial.trust,
            patience: Duration::from_millis(PATIENCE),
            job: self.plan.job,
            lasting: None,
            slots: SLOTS as u32,
            epoch: self.begun,
            room: 1 << 20,
            claim: Some(self.trial.claim),
        };
        let questions = self.outfit.questions() as u8;
        let auditor = (self.trial.trust != Trust::All).then(|| Auditor::new(station, questions));
        let mut office = Office::new(coordinator, auditor, setting);
        office.ledger_mut().remember_dismissed(dismissed);
        let (began, epoch) = (self.now, self.begun);
        self.chief = Some(Chief { office, began, epoch, read: 0, outbox: Vec::new() });
        Ok(())
    }

    /// Posts something that may be lost, late, or come twice.
    fn post(&mut self, mail: Mail) {
        if !self.broker.is_up(self.now) || self.is_noisy() && self.random.percent(10) {
            return;
        }
        if let Mail::ToOffice { epoch, from, number, report } = &mail
            && self.is_noisy()
            && self.random.percent(10)
        {
            let (epoch, from, number, report) = (*epoch, *from, *number, report.clone());
            let late = self.now + self.random.below(3000) as u64;
            self.mail.push((late, Mail::ToOffice { epoch, from, number, report }));
        }
        let delay = if self.is_noisy() { self.random.below(300) as u64 } else { 20 };
        self.mail.push((self.now + delay, mail));
    }

    /// Brings what is due.
    fn carry(&mut self) {
        let now = self.now;
        let (due, later) =
            core::mem::take(&mut self.mail).into_iter().partition(|(when, _)| *when <= now);
        self.mail = later;
        let due: Vec<(u64, Mail)> = due;
        for (_, mail) in due {
            match mail {
                Mail::ToOffice { epoch, from, number, report } => {
                    if let Some(chief) = self.chief.as_mut().filter(|chief| chief.epoch == epoch) {
                        let since = Duration::from_millis(now - chief.began);
                        chief.office.report(from, number, report, since);
                    }
                }
                Mail::ToHost { to, notice } => {
                    let crew = self.crews.iter().position(|it| it.host == to && it.back <= now);
                    if let Some(place) = crew {
                        self.heed(place, notice);
                    }
                }
            }
        }
    }

    /// The coordinator deals with what has come in.
    fn coordinate(&mut self) {
        let Some(mut chief) = self.chief.take() else { return };
        let (now, up) = (self.now, self.broker.is_up(self.now));
        let since = Duration::from_millis(now - chief.began);
        if up && !chief.office.standing().reach {
            chief.office.reach(true, since);
        }
        if up {
            if self.broker.last_result() < chief.read {
                chief.read = 0; // the server has lost the stream
            }
            for _ in 0..8 {
                let Some((at, from, delivery)) = self.broker.after(chief.read) else { break };
                chief.read = at;
                chief.office.result(from, delivery, since);
            }
        }
        for _ in 0..4 {
            chief.office.audit(since);
        }
        if now.is_multiple_of(100) {
            chief.office.tick(since);
        }
        self.carry_out(&mut chief, up);
        let hosts: Vec<HostId> = self.crews.iter().map(|crew| crew.host).collect();
        if now.is_multiple_of(BEAT) {
            for &to in &hosts {
                let notice = Notice::Call { run: 1, epoch: chief.epoch };
                self.post(Mail::ToHost { to, notice });
            }
        }
        if chief.office.is_urgent() || self.random.below(150) == 0 {
            self.keep(&mut chief);
        }
        self.look(&mut chief);
        self.chief = Some(chief);
    }

    fn carry_out(&mut self, chief: &mut Chief<'s>, up: bool) {
        for order in chief.office.orders() {
            match order {
                Order::Queue(job) => chief.outbox.push(*job),
                Order::Unqueue(place) => self.broker.unqueue(place),
                Order::Tell(Some(to), notice) => self.post(Mail::ToHost { to, notice }),
                Order::Tell(None, _) => {}
                Order::Rebuild => {
                    self.survival.rebuilt += 1;
                    self.broker.rebuild();
                }
            }
        }
        if up {
            for job in core::mem::take(&mut chief.outbox) {
                let (ticket, place) = (job.ticket, self.broker.put(job, self.now));
                chief.office.queued(ticket, place);
            }
        }
    }

    /// A checkpoint: what is in it need not stay at the server.
    fn keep(&mut self, chief: &mut Chief<'s>) {
        let mut bytes = Vec::new();
        let dismissed = chief.office.ledger().dismissed().collect();
        let coordinator = chief.office.coordinator();
        coordinator.save(&mut bytes);
        if self.trial.trust != Trust::All {
            coordinator.save_claims(&mut bytes);
        }
        self.kept = Some(Kept { bytes, dismissed });
        self.broker.truncate(chief.read);
    }

    fn look(&mut self, chief: &mut Chief<'s>) {
        for event in chief.office.events() {
            match event {
                Event::Stalled { rebuilt: true, .. } => {}
                Event::Excluded { name, .. } => {
                    self.survival.excluded += 1;
                    let honest = self.crews.iter().filter(|crew| !crew.lies);
                    let mut honest = honest.map(|crew| format!("crew {},", crew.host));
                    self.survival.slandered |= honest.any(|crew| name.starts_with(&crew));
                }
                _ => {}
            }
        }
        let state = chief.office.state();
        if state == State::Solved || state == State::Exhausted {
            self.survival.state = state;
            self.survival.bounds = chief.office.coordinator().bounds();
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
