//! The size of jobs. Short jobs keep the server and the coordinator busy with messages; the leaves of long jobs are
//! often not the best ones any more before the job is done. Jobs therefore grow until they take about as long as was
//! asked for.

use std::time::Duration;

/// How often the size is adapted.
const WINDOW: Duration = Duration::from_secs(2);
/// The number of results without which a window says nothing about the size.
const ENOUGH: u64 = 4;
/// The largest size.
const MOST: u64 = 1 << 30;

/// Counts results and adapts the size of jobs.
pub struct JobSizer {
    least: u64,
    job: u64,
    job_time: Option<Duration>,
    results: u64,
    since: Duration,
}

impl JobSizer {
    /// Jobs of this many descents, or larger ones that take this long.
    pub fn new(job: u64, job_time: Option<Duration>) -> JobSizer {
        JobSizer { least: job, job, job_time, results: 0, since: Duration::ZERO }
    }

    pub fn job(&self) -> u64 {
        self.job
    }

    /// Counts a result.
    pub fn count(&mut self) {
        self.results += 1;
    }

    /// The new size, if it changes.
    pub fn adapt(&mut self, workers: u64, now: Duration) -> Option<u64> {
        let job_time = self.job_time?;
        let window = now.saturating_sub(self.since);
        if window < WINDOW {
            return None;
        }
        let results = std::mem::take(&mut self.results);
        self.since = now;
        if results < ENOUGH || workers == 0 {
            return None;
        }
        // The time that a worker needs for a job if all workers are busy.
        let took = window.as_secs_f64() * workers as f64 / results as f64;
        let wanted = job_time.as_secs_f64();
        let job = match took {
            _ if took < wanted / 2.0 => (self.job * 2).min(MOST),
            _ if took > wanted * 2.0 => (self.job / 2).max(self.least),
            _ => self.job,
        };
        (std::mem::replace(&mut self.job, job) != job).then_some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_grow_until_they_last_long_enough() {
        // Ten workers that make 1,000 descents a second each.
        let mut job_sizer = JobSizer::new(10, Some(Duration::from_secs(1)));
        let mut now = Duration::ZERO;
        for _ in 0..20 {
            now += WINDOW;
            for _ in 0..WINDOW.as_secs() * 10 * 1000 / job_sizer.job() {
                job_sizer.count();
            }
            job_sizer.adapt(10, now);
        }
        assert!((500..=2000).contains(&job_sizer.job()), "{}", job_sizer.job());
        let mut fixed = JobSizer::new(10, None);
        (0..1000).for_each(|_| fixed.count());
        assert_eq!(fixed.adapt(10, now), None);
        assert_eq!(fixed.job(), 10);
    }
}
