//! Who is there, who was, and what each has done.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::host_message::host_of;
use crate::message::{HostId, WorkerId};

/// Bytes that a process and each of its workers may take, here and in the roster of the coordinator.
const MEMBER: u64 = 1 << 10;
const WORKER: u64 = 1 << 8;
/// Dismissed processes that are remembered, at most. Whoever makes so many keys gets in again with a new one anyway.
const EXCLUDED_MAX: usize = 1 << 14;

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
    /// The number of the last message that was heard of it: an earlier one is an echo.
    pub number: u64,
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

/// All who have ever been there, as far as there is room.
#[derive(Default)]
pub struct Members {
    members: BTreeMap<HostId, Member>,
    /// Those who said goodbye, worker by worker.
    gone: BTreeSet<WorkerId>,
    /// Those who were sent away, also before this coordinator began.
    excluded_hosts: BTreeSet<HostId>,
}

impl Members {
    /// All of them, those who are gone included.
    pub fn iter(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    /// Workers that are there.
    pub fn workers(&self) -> u64 {
        self.iter().filter(|it| it.present).map(|it| u64::from(it.workers)).sum()
    }

    /// Processes that are there.
    pub fn hosts(&self) -> usize {
        self.iter().filter(|it| it.present).count()
    }

    /// Those who were sent away.
    pub fn excluded_hosts(&self) -> impl Iterator<Item = HostId> + '_ {
        self.excluded_hosts.iter().copied()
    }

    /// Remembers who was sent away before.
    pub fn remember_excluded(&mut self, hosts: impl IntoIterator<Item = HostId>) {
        self.excluded_hosts.extend(hosts.into_iter().take(EXCLUDED_MAX));
    }

    /// Whether there is room for a process with so many workers within so many bytes. Those who are gone make room, those
    /// first who have done least.
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

    /// Whether a message is the next one, and no echo of what a process has said before.
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

    /// Why somebody was sent away, if it was.
    pub(crate) fn exclusion(&self, host: HostId) -> Option<&str> {
        let why = self.members.get(&host).and_then(|member| member.excluded.as_deref());
        why.or_else(|| self.excluded_hosts.contains(&host).then_some("it was sent away before"))
    }

    pub(crate) fn workers_of(&self, host: HostId) -> u32 {
        self.members.get(&host).map_or(0, |member| member.workers)
    }

    pub(crate) fn name(&self, host: HostId) -> Option<&str> {
        self.members.get(&host).map(|member| member.name.as_str())
    }

    /// Nobody can be blamed for not having been heard until now.
    pub(crate) fn reset_silence(&mut self, now: Duration) {
        self.members.values_mut().filter(|it| it.present).for_each(|it| it.seen.1 = now);
    }

    /// Somebody comes, or comes back.
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

    /// Something is heard of a host.
    pub(crate) fn hear(&mut self, host: HostId, now: Duration) -> Option<&mut Member> {
        let member = self.members.get_mut(&host).filter(|member| member.present)?;
        member.seen.1 = now;
        Some(member)
    }

    /// A result was taken in.
    pub(crate) fn count_result(&mut self, worker: WorkerId, descents: u64) {
        if let Some(member) = self.members.get_mut(&host_of(worker)) {
            member.results += 1;
            member.descents = member.descents.saturating_add(descents);
        }
    }

    /// A worker says goodbye. The name of the host, if it was the last one there.
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
