//! The worker processes of a run: those that are present, those that were, and what each has done.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::host_message::host_of;
use crate::message::{HostId, WorkerId};

/// Bytes that a process and each of its workers take, here and in the roster of the coordinator, at most.
const MEMBER: u64 = 1 << 10;
const WORKER: u64 = 1 << 8;
/// The most excluded processes that are remembered. A process that can make so many keys gets in with a new key anyway.
const EXCLUDED_MAX: usize = 1 << 14;

/// A worker process.
#[derive(Clone, Debug)]
pub struct Member {
    /// The machine and the process, for people.
    pub name: String,
    /// The number of its workers.
    pub workers: u32,
    /// Jobs that each worker holds at a time.
    pub slots: u32,
    /// Results that were used.
    pub results: u64,
    /// Descents of these results.
    pub descents: u64,
    /// The time that its workers have searched, summed up, and when the process reported that.
    pub busy: (Duration, Duration),
    /// When it joined and when it was last heard, from the start of the coordinator.
    pub seen: (Duration, Duration),
    /// The number of its last message. A message with a number that is not larger is a repetition.
    pub number: u64,
    /// Whether it is present.
    pub present: bool,
    /// Why it was excluded, if it was.
    pub excluded: Option<String>,
}

impl Member {
    /// The share of its time that it has searched, if it was present long enough for an estimate.
    pub fn utilisation(&self) -> Option<f64> {
        let there = self.busy.1.saturating_sub(self.seen.0).as_secs_f64();
        let share = self.busy.0.as_secs_f64() / (there * f64::from(self.workers));
        (there > 0.1).then(|| share.min(1.0))
    }
}

/// The worker processes that have joined, as far as memory allows.
#[derive(Default)]
pub struct Members {
    members: BTreeMap<HostId, Member>,
    /// Workers that have left while others of their process are present.
    gone: BTreeSet<WorkerId>,
    /// Hosts that were excluded, also by previous coordinators of the run.
    excluded_hosts: BTreeSet<HostId>,
}

impl Members {
    /// All processes, with those that have left.
    pub fn iter(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    /// The number of workers that are present.
    pub fn workers(&self) -> u64 {
        self.iter().filter(|it| it.present).map(|it| u64::from(it.workers)).sum()
    }

    /// The number of processes that are present.
    pub fn hosts(&self) -> usize {
        self.iter().filter(|it| it.present).count()
    }

    /// The hosts that were excluded.
    pub fn excluded_hosts(&self) -> impl Iterator<Item = HostId> + '_ {
        self.excluded_hosts.iter().copied()
    }

    /// Remembers hosts that a previous coordinator excluded.
    pub fn remember_excluded(&mut self, hosts: impl IntoIterator<Item = HostId>) {
        self.excluded_hosts.extend(hosts.into_iter().take(EXCLUDED_MAX));
    }

    /// Whether the records of a process with this many workers fit into this many bytes. Records of processes that have
    /// left are removed to make room, those with the fewest descents first.
    pub(crate) fn make_room(&mut self, workers: u32, bytes: u64) -> bool {
        let cost = |workers: u32| MEMBER + WORKER * u64::from(workers);
        let mut sum: u64 = self.members.values().map(|it| cost(it.workers)).sum();
        while sum + cost(workers) > bytes {
            let gone = self.members.iter().filter(|(_, it)| !it.present);
            let Some((&host, least)) = gone.min_by_key(|(_, it)| it.descents) else { return false };
            sum -= cost(least.workers);
            self.members.remove(&host);
            self.gone.retain(|&worker| crate::host_message::host_of(worker) != host);
        }
        true
    }

    /// Whether a message is newer than all messages of its sender so far.
    pub(crate) fn is_next(&mut self, host: HostId, number: u64) -> bool {
        match self.members.get_mut(&host) {
            Some(member) if number <= member.number => false,
            Some(member) => {
                member.number = number;
                true
            }
            None => true,
        }
    }

    pub(crate) fn is_present(&self, host: HostId) -> bool {
        self.members.get(&host).is_some_and(|member| member.present)
    }

    /// Why a host was excluded, if it was.
    pub(crate) fn exclusion(&self, host: HostId) -> Option<&str> {
        let why = self.members.get(&host).and_then(|member| member.excluded.as_deref());
        why.or_else(|| self.excluded_hosts.contains(&host).then_some("it was excluded before"))
    }

    pub(crate) fn workers_of(&self, host: HostId) -> u32 {
        self.members.get(&host).map_or(0, |member| member.workers)
    }

    pub(crate) fn name(&self, host: HostId) -> Option<&str> {
        self.members.get(&host).map(|member| member.name.as_str())
    }

    /// Counts all processes as heard now: their messages could not arrive before.
    pub(crate) fn reset_silence(&mut self, now: Duration) {
        self.members.values_mut().filter(|it| it.present).for_each(|it| it.seen.1 = now);
    }

    /// Records a process that joins, for the first time or again.
    pub(crate) fn admit(
        &mut self,
        host: HostId,
        name: String,
        (workers, slots): (u32, u32),
        number: u64,
        now: Duration,
    ) {
        self.gone.retain(|&worker| crate::host_message::host_of(worker) != host);
        let member = self.members.entry(host).or_insert(Member {
            name,
            workers,
            slots,
            results: 0,
            descents: 0,
            busy: (Duration::ZERO, now),
            seen: (now, now),
            number,
            present: true,
            excluded: None,
        });
        (member.workers, member.slots, member.present) = (workers, slots, true);
        member.seen.1 = now;
    }

    /// Records that a host was heard.
    pub(crate) fn hear(&mut self, host: HostId, now: Duration) -> Option<&mut Member> {
        let member = self.members.get_mut(&host).filter(|member| member.present)?;
        member.seen.1 = now;
        Some(member)
    }

    /// Counts a result that was used.
    pub(crate) fn count_result(&mut self, worker: WorkerId, descents: u64) {
        if let Some(member) = self.members.get_mut(&host_of(worker)) {
            member.results += 1;
            member.descents = member.descents.saturating_add(descents);
        }
    }

    /// Records that a worker has left. Returns the name of the process if it was the last worker there.
    pub(crate) fn leave(&mut self, worker: WorkerId) -> Option<String> {
        let host = host_of(worker);
        let member = self.members.get_mut(&host).filter(|member| member.present)?;
        if worker - host >= u64::from(member.workers) {
            return None;
        }
        self.gone.insert(worker);
        let mut workers = host..host + u64::from(member.workers);
        let last = workers.all(|worker| self.gone.contains(&worker));
        member.present = !last;
        last.then(|| member.name.clone())
    }

    /// The processes that were not heard since then. They count as gone from now on.
    pub(crate) fn silent(&mut self, since: Duration) -> Vec<(HostId, String, u32)> {
        let late = self.members.iter_mut().filter(|(_, it)| it.present && it.seen.1 < since);
        late.map(|(&host, member)| {
            member.present = false;
            (host, member.name.clone(), member.workers)
        })
        .collect()
    }

    /// Excludes a host.
    pub(crate) fn exclude(&mut self, host: HostId, why: &str) {
        if self.excluded_hosts.len() < EXCLUDED_MAX {
            self.excluded_hosts.insert(host);
        }
        if let Some(member) = self.members.get_mut(&host) {
            (member.present, member.excluded) = (false, Some(why.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host_message::WORKERS_PER_HOST;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_host_is_gone_with_its_last_worker_or_when_it_keeps_silent() {
        let mut members = Members::default();
        members.admit(WORKERS_PER_HOST, "one".into(), (2, 2), 1, Duration::ZERO);
        members.admit(2 * WORKERS_PER_HOST, "two".into(), (1, 2), 1, Duration::ZERO);
        assert_eq!((members.workers(), members.hosts()), (3, 2));
        assert_eq!(members.leave(WORKERS_PER_HOST), None);
        assert_eq!(members.leave(WORKERS_PER_HOST + 1).as_deref(), Some("one"));
        assert_eq!((members.workers(), members.is_present(WORKERS_PER_HOST)), (1, false));
        members.hear(2 * WORKERS_PER_HOST, 3 * SECOND).expect("it is there").busy =
            (SECOND, 3 * SECOND);
        assert!(members.silent(2 * SECOND).is_empty());
        assert_eq!(members.silent(4 * SECOND), [(2 * WORKERS_PER_HOST, "two".to_owned(), 1)]);
        assert!(
            members.hear(2 * WORKERS_PER_HOST, 5 * SECOND).is_none(),
            "it has to say hello again"
        );
        members.admit(WORKERS_PER_HOST, "one".into(), (2, 2), 2, 5 * SECOND);
        assert_eq!((members.workers(), members.is_present(WORKERS_PER_HOST)), (2, true));
        let two = members.iter().find(|it| it.name == "two").expect("it was there");
        assert!(two.utilisation().is_some_and(|share| (share - 1.0 / 3.0).abs() < 1e-9));
        let one = members.iter().find(|it| it.name == "one").expect("it was there");
        assert_eq!(one.utilisation(), None, "it has not said yet");
    }

    #[test]
    fn echoes_are_not_heard_and_crowds_are_refused() {
        let mut members = Members::default();
        members.admit(WORKERS_PER_HOST, "one".into(), (1, 2), 5, Duration::ZERO);
        assert!(
            !members.is_next(WORKERS_PER_HOST, 5)
                && members.is_next(WORKERS_PER_HOST, 6)
                && !members.is_next(WORKERS_PER_HOST, 6)
        );
        let bytes = 3 * (MEMBER + WORKER);
        for number in 2..4 {
            assert!(members.make_room(1, bytes));
            members.admit(number * WORKERS_PER_HOST, "more".into(), (1, 2), 1, Duration::ZERO);
        }
        assert!(!members.make_room(1, bytes), "all of them are there");
        members.leave(2 * WORKERS_PER_HOST);
        assert!(members.make_room(1, bytes) && members.iter().count() == 2);
        members.exclude(3 * WORKERS_PER_HOST, "a lie");
        assert_eq!(members.exclusion(3 * WORKERS_PER_HOST), Some("a lie"));
        members.make_room(1, 0);
        assert!(members.exclusion(3 * WORKERS_PER_HOST).is_some(), "that is not forgotten");
    }
}
