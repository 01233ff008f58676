//! The network that exists only as numbers, and who is on it.

use foregone_game::random::Random;

/// A moment, in thousandths of a unit.
pub(super) type Moment = u64;

/// Thousandths in a unit.
pub(super) const UNIT: u64 = 1000;

/// How messages travel and what can go wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Network {
    /// How long a message is under way, in thousandths of a unit.
    pub latency: u64,
    /// What a message costs the coordinator, in or out, in thousandths of a unit.
    pub cost: u64,
    /// Reporter which share at most the slowest worker is slower than the fastest.
    pub spread: f64,
    /// What goes wrong.
    pub faults: Faults,
    /// From which everything follows.
    pub seed: u64,
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Faults {
    /// The share of messages that never come.
    pub loss: f64,
    /// The share that come twice.
    pub duplicate: f64,
    /// Reporter which share at most a message is late, so that others overtake it.
    pub late: f64,
    /// The share of portions of work at which a worker dies. It comes back later and knows of no job.
    pub die: f64,
}

impl Faults {
    /// Nothing does.
    pub const NONE: Faults = Faults { loss: 0.0, duplicate: 0.0, late: 0.0, die: 0.0 };

    /// Whether anything goes wrong that the coordinator has to find out by waiting.
    pub fn any(&self) -> bool {
        self.loss > 0.0 || self.die > 0.0
    }
}

/// Who is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FleetSize {
    /// How many workers.
    pub workers: usize,
    /// On how many hosts; the workers of one share a table.
    pub hosts: usize,
    /// Jobs that a worker has at a time, one to work on and others to wait.
    pub in_flight: u32,
}

impl Network {
    /// A number from 0 to 1.
    fn share(random: &mut Random) -> f64 {
        (random.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn happens(random: &mut Random, chance: f64) -> bool {
        chance > 0.0 && Network::share(random) < chance
    }

    /// How long a descent of a worker takes.
    pub(super) fn descent_time(&self, random: &mut Random) -> u64 {
        UNIT + (UNIT as f64 * self.spread * Network::share(random)) as u64
    }

    /// How long a message is under way: once, not at all, or twice.
    pub(super) fn deliveries(&self, random: &mut Random) -> Vec<Moment> {
        let Faults { loss, duplicate, late, .. } = self.faults;
        if Network::happens(random, loss) {
            return Vec::new();
        }
        let times = 1 + usize::from(Network::happens(random, duplicate));
        let mut delay = || {
            let more = if late > 0.0 { late * Network::share(random) } else { 0.0 };
            self.latency + (self.latency as f64 * more) as u64
        };
        (0..times).map(|_| delay()).collect()
    }

    /// Whether a worker dies now.
    pub(super) fn dies(&self, random: &mut Random) -> bool {
        Network::happens(random, self.faults.die)
    }

    /// How long to wait for an answer to a job of so many descents before it is given up.
    pub(super) fn patience(&self, job: u64) -> Moment {
        let travel = 2.0 * self.latency as f64 * (1.0 + self.faults.late);
        let work = job as f64 * UNIT as f64 * (1.0 + self.spread);
        (4.0 * (travel + work)) as u64
    }
}
