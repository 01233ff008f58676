//! Facts that one host has proved, for the other hosts. Only facts with much work behind them are worth their message.

use std::collections::VecDeque;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::message::{HostId, WireFact};

/// The most facts that are kept for hosts that have not been sent them.
const KEPT_MAX: usize = 1 << 18;
/// The most facts that are sent with one job.
const PER_JOB: usize = 256;

/// Facts with the host that has proved them, in the order of their arrival.
#[derive(Default)]
pub struct SharedFacts {
    facts: VecDeque<(HostId, WireFact)>,
    /// The number of facts that were dropped.
    before: u64,
    /// The bounds of the facts that are kept.
    known: HashMap<u128, (u8, u8), FixedState>,
}

impl SharedFacts {
    /// Adds a fact. False if it is not new.
    pub fn add(&mut self, host: HostId, fact: WireFact) -> bool {
        let (low, high) = self.known.get(&fact.table_key).copied().unwrap_or((0, u8::MAX));
        if fact.low <= low && fact.high >= high {
            return false;
        }
        self.known.insert(fact.table_key, (fact.low.max(low), fact.high.min(high)));
        self.facts.push_back((host, fact));
        if self.facts.len() > KEPT_MAX
            && let Some((_, oldest)) = self.facts.pop_front()
        {
            self.known.remove(&oldest.table_key);
            self.before += 1;
        }
        true
    }

    /// The facts that a host has not been sent and has not proved itself. `told` counts the facts that the host was
    /// sent.
    pub fn since(&self, sent: &mut u64, host: HostId) -> Vec<WireFact> {
        let first = sent.saturating_sub(self.before) as usize;
        let new = self.facts.range(first.min(self.facts.len())..);
        let mut facts = Vec::new();
        let mut virtual_numbers = 0;
        for &(from, fact) in new {
            if facts.len() == PER_JOB {
                break;
            }
            virtual_numbers += 1;
            if from != host {
                facts.push(fact);
            }
        }
        *sent = self.before + first as u64 + virtual_numbers;
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(table_key: u128) -> WireFact {
        WireFact { table_key, low: 1, high: 1, work: 9 }
    }

    #[test]
    fn everybody_hears_everything_once_but_what_they_said() {
        let mut shared = SharedFacts::default();
        for table_key in 0..300 {
            assert!(shared.add(table_key as u64 % 2, fact(table_key)));
        }
        assert!(!shared.add(7, fact(3)), "that is known");
        let mut sent = 0;
        let heard = shared.since(&mut sent, 0);
        assert_eq!(heard.len(), 150);
        assert!(heard.iter().all(|fact| fact.table_key % 2 == 1));
        assert_eq!(shared.since(&mut sent, 0), []);
        let mut sent = 0;
        let heard: Vec<usize> = (0..3).map(|_| shared.since(&mut sent, 9).len()).collect();
        assert_eq!(heard, [256, 44, 0]);
    }
}
