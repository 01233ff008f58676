//! What the streams, buckets and subjects of a run are called. Everything has the run's name in it, so that several runs
//! share a server, and so that its permissions can tell coordinators from workers.

use foregone_fleet::message::HostId;

use crate::connection::NatsError;

/// The bucket in which workers find out what a run is about.
pub(crate) const RUNS: &str = "foregone-runs";
/// The bucket in which coordinators say that they are there; what is not renewed goes away by itself.
pub(crate) const LEASES: &str = "foregone-leases";
/// The consumer that all workers of a run share.
pub(crate) const WORKERS: &str = "workers";
/// The names of one run.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) run: String,
}

impl Names {
    pub(crate) fn new(run: &str) -> Result<Names, NatsError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if run.is_empty() || run.len() > 64 || !run.chars().all(fits) {
            return Err(NatsError::BadName(run.to_owned()));
        }
        Ok(Names { run: run.to_owned() })
    }

    /// The stream that is the queue of jobs, and its subject.
    pub(crate) fn jobs(&self) -> (String, String) {
        (format!("foregone-{}-jobs", self.run), format!("foregone.{}.job", self.run))
    }

    /// The stream of results since the last checkpoint, and its subject.
    pub(crate) fn results(&self) -> (String, String) {
        (format!("foregone-{}-results", self.run), format!("foregone.{}.result", self.run))
    }

    /// What workers say that may be lost.
    pub(crate) fn reports(&self) -> String {
        format!("foregone.{}.report", self.run)
    }

    /// What the coordinator says to everybody.
    pub(crate) fn everybody(&self) -> String {
        format!("foregone.{}.all", self.run)
    }

    /// What it says to one host.
    pub(crate) fn one_host(&self, host: HostId) -> String {
        format!("foregone.{}.host.{host}", self.run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_runs_are_plain_words() {
        assert!(Names::new("five-by-five_2").is_ok());
        for name in ["", "a.b", "a b", "a*", ">", "ä", &"x".repeat(65)] {
            assert!(Names::new(name).is_err(), "{name}");
        }
    }
}
