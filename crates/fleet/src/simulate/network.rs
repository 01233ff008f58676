//! The simulated network, and the size of the fleet on it.

use foregone_game::random::Random;

/// A point in time, in thousandths of a unit.
pub(super) type Moment = u64;

/// Thousandths of a unit.
pub(super) const UNIT: u64 = 1000;

/// How messages travel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Network {
    /// The time of a message on its way, in thousandths of a unit.
    pub latency: u64,
    /// The time that a message, in or out, costs the coordinator, in thousandths of a unit.
    pub cost: u64,
    /// The largest share by which a worker is slower than normal.
    pub spread: f64,
    /// The faults.
    pub faults: Faults,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The faults of a network.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Faults {
    /// The share of messages that are lost.
    pub loss: f64,
    /// The share of messages that arrive twice.
    pub duplicate: f64,
    /// The largest share of the latency by which a message is delayed. Delayed messages are overtaken by others.
    pub late: f64,
    /// The share of portions at which a worker dies. It starts again later without its jobs.
    pub die: f64,
}

impl Faults {
    /// A network without faults.
    pub const NONE: Faults = Faults { loss: 0.0, duplicate: 0.0, late: 0.0, die: 0.0 };

    /// Whether some fault can be noticed only by a timeout.
    pub fn any(&self) -> bool {
        self.loss > 0.0 || self.die > 0.0
    }
}

/// The size of a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FleetSize {
    /// The number of workers.
    pub workers: usize,
    /// The number of hosts. The workers of a host share a table.
    pub hosts: usize,
    /// Jobs that a worker holds at a time: one that it searches, the others queued.
    pub in_flight: u32,
}

impl Network {
    /// A random number from 0 to 1.
    fn share(random: &mut Random) -> f64 {
        (random.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn happens(random: &mut Random, chance: f64) -> bool {
        chance > 0.0 && Network::share(random) < chance
    }

    /// The time of a descent of a new worker.
    pub(super) fn descent_time(&self, random: &mut Random) -> u64 {
        UNIT + (UNIT as f64 * self.spread * Network::share(random)) as u64
    }

    /// The delays with which a message arrives: one, or none, or two.
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

    /// The time without an answer after which a job of this many descents is assigned again.
    pub(super) fn patience(&self, job: u64) -> Moment {
        let travel = 2.0 * self.latency as f64 * (1.0 + self.faults.late);
        let work = job as f64 * UNIT as f64 * (1.0 + self.spread);
        (4.0 * (travel + work)) as u64
    }
}
