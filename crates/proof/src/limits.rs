//! How much a check may take: memory and time, counted where they are used, so that no file makes it take more.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::failure::Failure;

/// How far a check may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'f> {
    /// Bytes for everything that grows with what is read: positions, tables, graphs and buffers.
    pub memory: u64,
    /// Time from the beginning of the check of one certificate.
    pub time: Option<Duration>,
    /// Set from outside when the check is to end.
    pub interrupt: Option<&'f AtomicBool>,
}

impl Limits<'_> {
    /// What a check may take unless it is told otherwise.
    pub const MEMORY: u64 = 4 << 30;
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { memory: Limits::MEMORY, time: None, interrupt: None }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Memory.
    Memory,
    /// Time.
    Time,
    /// Somebody wants it to end.
    Interrupt,
}

/// The verdict on a certificate that was not read to its end because of a limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{reason}")]
pub struct Undecided {
    /// Which limit.
    pub limit: Limit,
    /// What to do about it, in one sentence.
    pub reason: String,
}

/// Counts what a check takes, and says when it is too much.
pub(crate) struct Meter<'f> {
    limits: Limits<'f>,
    began: Instant,
    used: Cell<u64>,
    /// Steps until the clock is looked at.
    until_look: Cell<u32>,
    /// The limit that was reached first, for readers that cannot say so themselves.
    reached: OnceCell<Undecided>,
}

/// Steps between two looks at the clock. A step takes some twenty milliseconds at most.
const STEPS: u32 = 16;

impl<'f> Meter<'f> {
    pub(crate) fn new(limits: Limits<'f>) -> Meter<'f> {
        let (used, until_look) = (Cell::new(0), Cell::new(1));
        Meter { limits, began: Instant::now(), used, until_look, reached: OnceCell::new() }
    }

    /// For what the user vouches for.
    pub(crate) fn unlimited() -> Meter<'static> {
        Meter::new(Limits { memory: u64::MAX, ..Limits::default() })
    }

    /// Asks for memory, before it is taken.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), Failure> {
        match self.used.get().checked_add(bytes).filter(|&sum| sum <= self.limits.memory) {
            Some(sum) => {
                self.used.set(sum);
                Ok(())
            }
            None => {
                let limit = self.limits.memory;
                Err(self.reach(
                    Limit::Memory,
                    format!(
                        "more than {limit} bytes of memory are needed; allow more with --memory"
                    ),
                ))
            }
        }
    }

    /// Says that memory is free again.
    pub(crate) fn give_back(&self, bytes: u64) {
        self.used.set(self.used.get().saturating_sub(bytes));
    }

    /// How many bytes are taken.
    pub(crate) fn used(&self) -> u64 {
        self.used.get()
    }

    /// Counts a step, and looks at the clock now and then.
    pub(crate) fn step(&self) -> Result<(), Failure> {
        match self.until_look.get() {
            0 | 1 => self.look(),
            more => {
                self.until_look.set(more - 1);
                Ok(())
            }
        }
    }

    /// Looks whether there is time left.
    pub(crate) fn look(&self) -> Result<(), Failure> {
        self.until_look.set(STEPS);
        if self.limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(
                self.reach(Limit::Interrupt, "it was interrupted; check it again".to_owned())
            );
        }
        match self.limits.time {
            Some(time) if self.began.elapsed() >= time => {
                let seconds = time.as_secs_f64();
                let reason = format!("{seconds} seconds are over; allow more with --time");
                Err(self.reach(Limit::Time, reason))
            }
            _ => Ok(()),
        }
    }

    /// The limit that was reached, if any was.
    pub(crate) fn reached(&self) -> Option<Failure> {
        self.reached.get().cloned().map(Failure::Undecided)
    }

    fn reach(&self, limit: Limit, reason: String) -> Failure {
        Failure::Undecided(self.reached.get_or_init(|| Undecided { limit, reason }).clone())
    }
}

/// Appends to a list, after asking for the memory that its growth takes: for a moment old and new are there.
pub(crate) fn push<T>(meter: &Meter<'_>, list: &mut Vec<T>, item: T) -> Result<(), Failure> {
    if list.len() == list.capacity() {
        let bytes = |items: usize| (items as u64).saturating_mul(size_of::<T>() as u64);
        let (old, new) = (list.capacity(), list.capacity().saturating_mul(2).max(16));
        meter.take(bytes(new))?;
        list.reserve_exact(new - old);
        meter.give_back(bytes(old));
    }
    list.push(item);
    Ok(())
}

/// Inserts into a map, after asking for the memory that its growth takes: for a moment old and new are there.
pub(crate) fn insert<K: Eq + Hash, V>(
    meter: &Meter<'_>,
    map: &mut HashMap<K, V>,
    key: K,
    value: V,
) -> Result<Option<V>, Failure> {
    if map.len() == map.capacity() {
        // The map fills seven eighths of a power of two, with one byte beside every entry.
        let bytes = |entries: usize| {
            let places = (entries as u64).saturating_mul(8) / 7;
            places.next_power_of_two().saturating_mul(size_of::<(K, V)>() as u64 + 1)
        };
        let (old, new) = (map.capacity(), map.capacity().saturating_mul(2).max(14));
        meter.take(bytes(new))?;
        map.reserve(new - map.len());
        meter.give_back(if old == 0 { 0 } else { bytes(old) });
    }
    Ok(map.insert(key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(memory: u64) -> Meter<'static> {
        Meter::new(Limits { memory, ..Limits::default() })
    }

    fn is(verdict: Result<(), Failure>, wanted: Limit) -> bool {
        matches!(verdict, Err(Failure::Undecided(Undecided { limit, .. })) if limit == wanted)
    }

    #[test]
    fn memory_is_counted_before_it_is_taken() {
        let meter = limited(100);
        assert_eq!(meter.take(60), Ok(()));
        assert!(is(meter.take(41), Limit::Memory));
        assert!(is(meter.take(u64::MAX), Limit::Memory));
        meter.give_back(20);
        assert_eq!((meter.take(60), meter.used()), (Ok(()), 100));
        assert!(meter.reached().is_some());
    }

    /// What maps and lists are said to take is what they take, as far as their capacity shows.
    #[test]
    fn maps_and_lists_are_counted_as_they_grow() {
        let (meter, mut map, mut list) = (limited(u64::MAX), HashMap::new(), Vec::new());
        for number in 0..100_000_u64 {
            insert(&meter, &mut map, number, [number; 3]).unwrap();
            push(&meter, &mut list, [number; 2]).unwrap();
            let used = meter.used();
            let entries = map.capacity() as u64 * 8 / 7 * 33 + list.capacity() as u64 * 16;
            assert!(used + 100 >= entries && used <= entries + 100, "{number}: {used} {entries}");
        }
        let (small, mut map) = (limited(1 << 20), HashMap::new());
        let full = (0..).find(|&number: &u64| insert(&small, &mut map, number, ()).is_err());
        assert!(map.capacity() * 9 <= 1 << 20 && full > Some(20_000), "{full:?}");
    }

    #[test]
    fn time_and_interruptions_end_a_check() {
        let flag = AtomicBool::new(false);
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert!(is(Meter::new(limits).step(), Limit::Time));
        let meter = Meter::new(Limits { interrupt: Some(&flag), ..Limits::default() });
        assert_eq!(meter.step(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert!((0..=STEPS).any(|_| is(meter.step(), Limit::Interrupt)));
    }
}
