//! Who is there, who was, and what each has done.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fleet::message::{HostId, WorkerId};

use crate::names::host;

/// What is known of a worker's process.
#[derive(Clone, Debug)]
pub struct Member {
    /// For people: the machine and the process.
    pub name: String,
    /// How many workers it has.
    pub workers: u32,
    /// Jobs that each of them takes at a time.
    pub slots: u32,
    /// Results that were taken in.
    pub results: u64,
    /// Descents of these.
    pub descents: u64,
    /// For how long its workers have searched, all together, and when it said so.
    pub busy: (Duration, Duration),
    /// When it came, and when it was last heard of, from the beginning of the run.
    pub seen: (Duration, Duration),
    /// Whether it is there.
    pub present: bool,
    /// Why it was sent away, if it was.
    pub excluded: Option<String>,
}

impl Member {
    /// The share of its time that it has searched, if it has been there for long enough to say so.
    pub fn utilisation(&self) -> Option<f64> {
        let there = self.busy.1.saturating_sub(self.seen.0).as_secs_f64();
        let share = self.busy.0.as_secs_f64() / (there * f64::from(self.workers));
        (there > 0.1).then(|| share.min(1.0))
    }
}

/// All who have ever been there.
#[derive(Default)]
pub struct Ledger {
    members: BTreeMap<HostId, Member>,
    /// Those who said goodbye, worker by worker.
    gone: BTreeSet<WorkerId>,
}

impl Ledger {
    /// All of them, those who are gone included.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    /// Workers that are there.
    pub fn workers(&self) -> u64 {
        self.members().filter(|it| it.present).map(|it| u64::from(it.workers)).sum()
    }

    /// Processes that are there.
    pub fn hosts(&self) -> usize {
        self.members().filter(|it| it.present).count()
    }

    pub(crate) fn is_present(&self, host: HostId) -> bool {
        self.members.get(&host).is_some_and(|member| member.present)
    }

    pub(crate) fn exclusion(&self, host: HostId) -> Option<&str> {
        self.members.get(&host)?.excluded.as_deref()
    }

    pub(crate) fn name(&self, host: HostId) -> Option<&str> {
        self.members.get(&host).map(|member| member.name.as_str())
    }

    /// Nobody can be blamed for not having been heard until now.
    pub(crate) fn excuse(&mut self, now: Duration) {
        self.members.values_mut().filter(|it| it.present).for_each(|it| it.seen.1 = now);
    }

    /// Somebody comes, or comes back.
    pub(crate) fn welcome(
        &mut self,
        host: HostId,
        name: String,
        (workers, slots): (u32, u32),
        now: Duration,
    ) {
        self.gone.retain(|&worker| crate::names::host(worker) != host);
        let member = self.members.entry(host).or_insert(Member {
            name,
            workers,
            slots,
            results: 0,
            descents: 0,
            busy: (Duration::ZERO, now),
            seen: (now, now),
            present: true,
            excluded: None,
        });
        (member.workers, member.slots, member.present) = (workers, slots, true);
        member.seen.1 = now;
    }

    /// Something is heard of a host.
    pub(crate) fn hear(&mut self, host: HostId, now: Duration) -> Option<&mut Member> {
        let member = self.members.get_mut(&host).filter(|member| member.present)?;
        member.seen.1 = now;
        Some(member)
    }

    /// A result was taken in.
    pub(crate) fn credit(&mut self, worker: WorkerId, descents: u64) {
        if let Some(member) = self.members.get_mut(&host(worker)) {
            member.results += 1;
            member.descents += descents;
        }
    }

    /// A worker says goodbye. The name of the host, if it was the last one there.
    pub(crate) fn leave(&mut self, worker: WorkerId) -> Option<String> {
        self.gone.insert(worker);
        let host = host(worker);
        let member = self.members.get_mut(&host).filter(|member| member.present)?;
        let mut workers = host..host + u64::from(member.workers);
        let last = workers.all(|worker| self.gone.contains(&worker));
        member.present = !last;
        last.then(|| member.name.clone())
    }

    /// Those of whom nothing has been heard since then. They count as gone.
    pub(crate) fn silent(&mut self, since: Duration) -> Vec<(HostId, String, u32)> {
        let late = self.members.iter_mut().filter(|(_, it)| it.present && it.seen.1 < since);
        late.map(|(&host, member)| {
            member.present = false;
            (host, member.name.clone(), member.workers)
        })
        .collect()
    }

    /// Somebody is not believed any more.
    pub(crate) fn exclude(&mut self, host: HostId, why: &str) {
        if let Some(member) = self.members.get_mut(&host) {
            (member.present, member.excluded) = (false, Some(why.to_owned()));
        }
    }

    /// Who is there, with all workers and the jobs each takes.
    pub(crate) fn present(&self) -> Vec<(WorkerId, HostId, u32)> {
        let there = self.members.iter().filter(|(_, member)| member.present);
        there
            .flat_map(|(&host, it)| {
                (host..host + u64::from(it.workers)).map(move |worker| (worker, host, it.slots))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::HOST;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_host_is_gone_with_its_last_worker_or_when_it_keeps_silent() {
        let mut ledger = Ledger::default();
        ledger.welcome(HOST, "one".into(), (2, 2), Duration::ZERO);
        ledger.welcome(2 * HOST, "two".into(), (1, 2), Duration::ZERO);
        assert_eq!((ledger.workers(), ledger.hosts()), (3, 2));
        assert_eq!(ledger.leave(HOST), None);
        assert_eq!(ledger.leave(HOST + 1).as_deref(), Some("one"));
        assert_eq!((ledger.workers(), ledger.is_present(HOST)), (1, false));
        ledger.hear(2 * HOST, 3 * SECOND).expect("it is there").busy = (SECOND, 3 * SECOND);
        assert!(ledger.silent(2 * SECOND).is_empty());
        assert_eq!(ledger.silent(4 * SECOND), [(2 * HOST, "two".to_owned(), 1)]);
        assert!(ledger.hear(2 * HOST, 5 * SECOND).is_none(), "it has to say hello again");
        ledger.welcome(HOST, "one".into(), (2, 2), 5 * SECOND);
        assert_eq!(ledger.present(), [(HOST, HOST, 2), (HOST + 1, HOST, 2)]);
        let two = ledger.members().find(|it| it.name == "two").expect("it was there");
        assert!(two.utilisation().is_some_and(|share| (share - 1.0 / 3.0).abs() < 1e-9));
        let one = ledger.members().find(|it| it.name == "one").expect("it was there");
        assert_eq!(one.utilisation(), None, "it has not said yet");
    }
}
