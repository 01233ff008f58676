//! Notices that jobs are away and nobody works on them: they have got lost, or the queue that should hand them out does not.
//! First they are given away again; if that does not help, the queue is made anew.

use std::time::Duration;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// Give the jobs away again.
    Again,
    /// Make the queue anew and give the jobs away again.
    Rebuild,
}

/// Watches for signs that somebody works.
#[derive(Debug)]
pub struct Watchdog {
    interval: Duration,
    /// When somebody was last seen at work, or when nobody could be expected to be.
    sign: Duration,
    /// When something was last done about it, and how often since then.
    acted: Duration,
    times: u32,
}

impl Watchdog {
    /// A watchdog that acts after so long without a sign.
    pub fn new(interval: Duration) -> Watchdog {
        Watchdog { interval, sign: Duration::ZERO, acted: Duration::ZERO, times: 0 }
    }

    /// Somebody works on a job.
    pub fn sign(&mut self, now: Duration) {
        (self.sign, self.times) = (now, 0);
    }

    /// What is to be done now, if anything is: `expected` says that there are jobs and somebody who could work on them.
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
        let mut dog = Watchdog::new(second(10));
        assert_eq!(dog.look(false, second(30)), None, "nobody is there");
        assert_eq!(dog.look(true, second(39)), None);
        assert_eq!(dog.look(true, second(40)), Some(Remedy::Again));
        assert_eq!(dog.look(true, second(49)), None, "that needs its time");
        assert_eq!(dog.look(true, second(50)), Some(Remedy::Rebuild));
        assert_eq!(dog.look(true, second(60)), Some(Remedy::Rebuild));
        dog.sign(second(61));
        assert_eq!(dog.look(true, second(70)), None);
        assert_eq!(dog.look(true, second(71)), Some(Remedy::Again));
    }
}
