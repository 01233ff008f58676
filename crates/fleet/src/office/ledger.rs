//! Who is there, who was, and what each has done.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::message::{HostId, WorkerId};
use crate::notice::host;

/// Bytes that a process and each of its workers may take, here and in the roster of the coordinator.
const MEMBER: u64 = 1 << 10;
const WORKER: u64 = 1 << 8;
/// Dismissed processes that are remembered, at most. Whoever makes so many keys gets in again with a new one anyway.
const DISMISSED: usize = 1 << 14;

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
pub struct Ledger {
    members: BTreeMap<HostId, Member>,
    /// Those who said goodbye, worker by worker.
    gone: BTreeSet<WorkerId>,
    /// Those who were sent away, also before this coordinator began.
    dismissed: BTreeSet<HostId>,
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

    /// Those who were sent away.
    pub fn dismissed(&self) -> impl Iterator<Item = HostId> + '_ {
        self.dismissed.iter().copied()
    }

    /// Remembers who was sent away before.
    pub fn remember_dismissed(&mut self, hosts: impl IntoIterator<Item = HostId>) {
        self.dismissed.extend(hosts.into_iter().take(DISMISSED));
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
            self.gone.retain(|&worker| crate::notice::host(worker) != host);
        }
        true
    }

    /// Whether a message is the next one, and no echo of what a process has said before.
    pub(crate) fn is_news(&mut self, host: HostId, number: u64) -> bool {
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
        why.or_else(|| self.dismissed.contains(&host).then_some("it was sent away before"))
    }

    pub(crate) fn workers_of(&self, host: HostId) -> u32 {
        self.members.get(&host).map_or(0, |member| member.workers)
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
        number: u64,
        now: Duration,
    ) {
        self.gone.retain(|&worker| crate::notice::host(worker) != host);
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
    pub(crate) fn credit(&mut self, worker: WorkerId, descents: u64) {
        if let Some(member) = self.members.get_mut(&host(worker)) {
            member.results += 1;
            member.descents = member.descents.saturating_add(descents);
        }
    }

    /// A worker says goodbye. The name of the host, if it was the last one there.
    pub(crate) fn leave(&mut self, worker: WorkerId) -> Option<String> {
        let host = host(worker);
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
        if self.dismissed.len() < DISMISSED {
            self.dismissed.insert(host);
        }
        if let Some(member) = self.members.get_mut(&host) {
            (member.present, member.excluded) = (false, Some(why.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::HOST;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_host_is_gone_with_its_last_worker_or_when_it_keeps_silent() {
        let mut ledger = Ledger::default();
        ledger.welcome(HOST, "one".into(), (2, 2), 1, Duration::ZERO);
        ledger.welcome(2 * HOST, "two".into(), (1, 2), 1, Duration::ZERO);
        assert_eq!((ledger.workers(), ledger.hosts()), (3, 2));
        assert_eq!(ledger.leave(HOST), None);
        assert_eq!(ledger.leave(HOST + 1).as_deref(), Some("one"));
        assert_eq!((ledger.workers(), ledger.is_present(HOST)), (1, false));
        ledger.hear(2 * HOST, 3 * SECOND).expect("it is there").busy = (SECOND, 3 * SECOND);
        assert!(ledger.silent(2 * SECOND).is_empty());
        assert_eq!(ledger.silent(4 * SECOND), [(2 * HOST, "two".to_owned(), 1)]);
        assert!(ledger.hear(2 * HOST, 5 * SECOND).is_none(), "it has to say hello again");
        ledger.welcome(HOST, "one".into(), (2, 2), 2, 5 * SECOND);
        assert_eq!((ledger.workers(), ledger.is_present(HOST)), (2, true));
        let two = ledger.members().find(|it| it.name == "two").expect("it was there");
        assert!(two.utilisation().is_some_and(|share| (share - 1.0 / 3.0).abs() < 1e-9));
        let one = ledger.members().find(|it| it.name == "one").expect("it was there");
        assert_eq!(one.utilisation(), None, "it has not said yet");
    }

    #[test]
    fn echoes_are_not_heard_and_crowds_are_refused() {
        let mut ledger = Ledger::default();
        ledger.welcome(HOST, "one".into(), (1, 2), 5, Duration::ZERO);
        assert!(!ledger.is_news(HOST, 5) && ledger.is_news(HOST, 6) && !ledger.is_news(HOST, 6));
        let bytes = 3 * (MEMBER + WORKER);
        for number in 2..4 {
            assert!(ledger.make_room(1, bytes));
            ledger.welcome(number * HOST, "more".into(), (1, 2), 1, Duration::ZERO);
        }
        assert!(!ledger.make_room(1, bytes), "all of them are there");
        ledger.leave(2 * HOST);
        assert!(ledger.make_room(1, bytes) && ledger.members().count() == 2);
        ledger.exclude(3 * HOST, "a lie");
        assert_eq!(ledger.exclusion(3 * HOST), Some("a lie"));
        ledger.make_room(1, 0);
        assert!(ledger.exclusion(3 * HOST).is_some(), "that is not forgotten");
    }
}
