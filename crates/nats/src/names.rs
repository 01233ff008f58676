//! The names of the streams, buckets and subjects of a run. Each contains the name of the run, so that several runs can
//! share a server, and so that the server's permissions can tell coordinators from workers.

use foregone_fleet::message::HostId;

use crate::connection::NatsError;

/// The bucket with the descriptions of runs.
pub(crate) const RUNS: &str = "foregone-runs";
/// The bucket with the leases of coordinators. Its entries expire.
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

    /// The subject of reports, which may be lost.
    pub(crate) fn reports(&self) -> String {
        format!("foregone.{}.report", self.run)
    }

    /// The subject of messages from the coordinator to all hosts.
    pub(crate) fn everybody(&self) -> String {
        format!("foregone.{}.all", self.run)
    }

    /// A subject of checks by workers with this version of the program. Others would make other reports.
    pub(crate) fn check(&self, program: &str, what: &str) -> String {
        format!("foregone.{}.check.{}.{what}", self.run, program.replace('.', "-"))
    }

    /// The subject of messages from the coordinator to one host.
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
