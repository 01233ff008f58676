//! Notices that jobs are away and no worker works on them, because the jobs are lost or the queue hands them out no
//! more. The first remedy is to assign the jobs again, the second to create the queue again.

use std::time::Duration;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// Assign the jobs again.
    Again,
    /// Create the queue again, and assign the jobs again.
    Rebuild,
}

/// Watches for signs that workers work.
#[derive(Debug)]
pub struct Watchdog {
    interval: Duration,
    /// When a worker was last seen at work, or when none could be expected to be.
    sign: Duration,
    /// When the last remedy was ordered, and how many since the last sign.
    acted: Duration,
    times: u32,
}

impl Watchdog {
    /// A watchdog that orders a remedy after this time without a sign.
    pub fn new(interval: Duration) -> Watchdog {
        Watchdog { interval, sign: Duration::ZERO, acted: Duration::ZERO, times: 0 }
    }

    /// A worker works on a job.
    pub fn sign(&mut self, now: Duration) {
        (self.sign, self.times) = (now, 0);
    }

    /// The remedy that is due now. `expected` says whether there are jobs and workers for them.
    pub fn look(&mut self, expected: bool, now: Duration) -> Option<Remedy> {
        if !expected {
            self.sign(now);
        }
        if now.saturating_sub(self.sign.max(self.acted)) < self.interval {
            return None;
        }
        self.acted = now;
        self.times += 1;
        Some(if self.times == 1 { Remedy::Again } else { Remedy::Rebuild })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_given_again_before_the_queue_is_made_anew() {
        let second = Duration::from_secs;
        let mut watchdog = Watchdog::new(second(10));
        assert_eq!(watchdog.look(false, second(30)), None, "nobody is there");
        assert_eq!(watchdog.look(true, second(39)), None);
        assert_eq!(watchdog.look(true, second(40)), Some(Remedy::Again));
        assert_eq!(watchdog.look(true, second(49)), None, "that needs its time");
        assert_eq!(watchdog.look(true, second(50)), Some(Remedy::Rebuild));
        assert_eq!(watchdog.look(true, second(60)), Some(Remedy::Rebuild));
        watchdog.sign(second(61));
        assert_eq!(watchdog.look(true, second(70)), None);
        assert_eq!(watchdog.look(true, second(71)), Some(Remedy::Again));
    }
}
