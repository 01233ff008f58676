//! The limits of a check, memory and time, and the meter that counts both where they are used, so that no file can make a
//! check exceed them.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::failure::Failure;
use crate::options::Observer;
use crate::progress::Progress;

/// The limits of the check of one certificate. When one is reached, the result is [`Failure::Undecided`].
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use foregone_proof::{Failure, Limit, Limits, Options, check};
///
/// // Another thread, or a signal handler, sets this flag to end the check.
/// let interrupt = AtomicBool::new(false);
/// let limits = Limits { memory: 1000, interrupt: Some(&interrupt), ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// let Err(Failure::Undecided(undecided)) = check(&b"any certificate"[..], &options) else {
///     panic!("1000 bytes are not enough for any certificate");
/// };
/// assert_eq!(undecided.limit, Limit::Memory);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'f> {
    /// Bytes of memory for everything that grows with the input: positions, tables, graphs and buffers.
    pub memory: u64,
    /// Time since the beginning of the check.
    pub time: Option<Duration>,
    /// The check ends soon after this flag is set.
    pub interrupt: Option<&'f AtomicBool>,
}

impl Limits<'_> {
    /// The default limit of memory, 4 GiB.
    pub const MEMORY: u64 = 4 << 30;
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { memory: Limits::MEMORY, time: None, interrupt: None }
    }
}

/// The kind of limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::time`].
    Time,
    /// [`Limits::interrupt`].
    Interrupt,
}

/// A check ended at a limit. Nothing is known about the certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{reason}")]
pub struct Undecided {
    /// The kind of limit.
    pub limit: Limit,
    /// The limit in one sentence.
    pub reason: String,
}

/// Counts the memory and the time of a check, and reports its progress.
pub(crate) struct Meter<'f> {
    limits: Limits<'f>,
    observer: Option<&'f Observer<'f>>,
    began: Instant,
    /// Bytes reserved now, by all meters of the check.
    used: Arc<AtomicU64>,
    /// Bytes of those that this meter has reserved.
    own: Cell<u64>,
    /// Steps until the next poll.
    until_poll: Cell<u32>,
    /// The time of the next report to the observer, from the beginning.
    next_report: Cell<Duration>,
    progress: Cell<Progress>,
    /// The limit that was reached first. The JSON reader cannot return it itself.
    reached: OnceCell<Undecided>,
}

/// Steps between two polls. One step takes about twenty milliseconds at most.
const STEPS: u32 = 16;

/// The observer is called at most once in this time.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl<'f> Meter<'f> {
    pub(crate) fn new(limits: Limits<'f>, observer: Option<&'f Observer<'f>>) -> Meter<'f> {
        Meter {
            limits,
            observer,
            began: Instant::now(),
            used: Arc::default(),
            own: Cell::new(0),
            until_poll: Cell::new(1),
            next_report: Cell::new(REPORT_INTERVAL),
            progress: Cell::default(),
            reached: OnceCell::new(),
        }
    }

    /// The same meter, for work that began earlier.
    pub(crate) fn since(mut self, clock: Option<Clock>) -> Meter<'f> {
        if let Some(Clock(began)) = clock {
            self.began = began;
        }
        self
    }

    /// A meter without limits, for input that the caller vouches for.
    pub(crate) fn unlimited() -> Meter<'static> {
        Meter::new(Limits { memory: u64::MAX, ..Limits::default() }, None)
    }

    /// What another thread needs for a meter with the same limits and the same memory.
    pub(crate) fn share(&self) -> SharedLimits<'f> {
        SharedLimits { limits: self.limits, began: self.began, used: Arc::clone(&self.used) }
    }

    /// Counts memory before it is allocated.
    pub(crate) fn reserve(&self, bytes: u64) -> Result<(), Failure> {
        if bytes == 0 {
            return Ok(());
        }
        let within = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.limits.memory);
        match self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within) {
            Ok(_) => {
                self.own.set(self.own.get() + bytes);
                Ok(())
            }
            Err(_) => {
                let limit = self.limits.memory;
                let reason = format!("more than {limit} bytes of memory are needed");
                Err(self.reach(Limit::Memory, reason))
            }
        }
    }

    /// Whether at least half of the memory is left after this many bytes.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        let sum = self.used.load(Ordering::Relaxed).saturating_add(bytes);
        sum <= self.limits.memory / 2
    }

    /// Counts memory that was freed.
    pub(crate) fn release(&self, bytes: u64) {
        let freed = bytes.min(self.own.get());
        self.own.set(self.own.get() - freed);
        self.used.fetch_sub(freed, Ordering::Relaxed);
    }

    /// Bytes that this meter has reserved.
    pub(crate) fn used(&self) -> u64 {
        self.own.get()
    }

    /// Counts a step, and polls after every [`STEPS`] of them.
    pub(crate) fn step(&self) -> Result<(), Failure> {
        self.step_at(|| self.progress.get())
    }

    /// Counts a step, and tells how far the check has come if it is time to poll. The clock and `progress` cost nothing in
    /// the other steps.
    pub(crate) fn step_at(&self, progress: impl FnOnce() -> Progress) -> Result<(), Failure> {
        match self.until_poll.get() {
            0 | 1 => {
                self.progress.set(progress());
                self.poll()
            }
            more => {
                self.until_poll.set(more - 1);
                Ok(())
            }
        }
    }

    /// Compares the clock with the limit, and reports to the observer if a report is due.
    pub(crate) fn poll(&self) -> Result<(), Failure> {
        self.until_poll.set(STEPS);
        if self.limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(
                self.reach(Limit::Interrupt, "it was interrupted; check it again".to_owned())
            );
        }
        if self.limits.time.is_none() && self.observer.is_none() {
            return Ok(());
        }
        let elapsed = self.began.elapsed();
        if let Some(time) = self.limits.time
            && elapsed >= time
        {
            let seconds = time.as_secs_f64();
            return Err(self.reach(Limit::Time, format!("{seconds} seconds are over")));
        }
        if let Some(observer) = self.observer
            && elapsed >= self.next_report.get()
        {
            observer(&Progress { elapsed, ..self.progress.get() });
            self.next_report.set(self.began.elapsed() + REPORT_INTERVAL);
        }
        Ok(())
    }

    /// The time since the beginning of the check.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The limit that was reached, if any was.
    pub(crate) fn reached(&self) -> Option<Failure> {
        self.reached.get().cloned().map(Failure::Undecided)
    }

    fn reach(&self, limit: Limit, reason: String) -> Failure {
        Failure::Undecided(self.reached.get_or_init(|| Undecided { limit, reason }).clone())
    }
}

/// A point in time, from which the time of several checks is counted.
#[derive(Clone, Copy)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn now() -> Clock {
        Clock(Instant::now())
    }
}

/// The limits of a check for another thread.
#[derive(Clone)]
pub(crate) struct SharedLimits<'f> {
    limits: Limits<'f>,
    began: Instant,
    used: Arc<AtomicU64>,
}

impl<'f> SharedLimits<'f> {
    /// A meter for some work of this thread. It reports to no observer.
    pub(crate) fn meter(&self) -> Meter<'f> {
        let mut meter = Meter::new(self.limits, None);
        (meter.used, meter.began) = (Arc::clone(&self.used), self.began);
        meter
    }
}

/// Appends to a list, after reserving the memory for its growth. While it grows, the old and the new allocation exist.
pub(crate) fn push<T>(meter: &Meter<'_>, list: &mut Vec<T>, item: T) -> Result<(), Failure> {
    if list.len() == list.capacity() {
        let bytes = |items: usize| (items as u64).saturating_mul(size_of::<T>() as u64);
        let (old, new) = (list.capacity(), list.capacity().saturating_mul(2).max(16));
        meter.reserve(bytes(new))?;
        list.reserve_exact(new - old);
        meter.release(bytes(old));
    }
    list.push(item);
    Ok(())
}

/// Inserts into a map, after reserving the memory for its growth. While it grows, the old and the new allocation exist.
pub(crate) fn insert<K: Eq + Hash, V, S: BuildHasher>(
    meter: &Meter<'_>,
    map: &mut HashMap<K, V, S>,
    key: K,
    value: V,
) -> Result<Option<V>, Failure> {
    if map.len() == map.capacity() {
        // `HashMap` has a power of two of slots, uses seven eighths of them, and has one control byte per slot.
        let bytes = |entries: usize| {
            let slots = (entries as u64).saturating_mul(8) / 7;
            slots.next_power_of_two().saturating_mul(size_of::<(K, V)>() as u64 + 1)
        };
        let (old, new) = (map.capacity(), map.capacity().saturating_mul(2).max(14));
        meter.reserve(bytes(new))?;
        map.reserve(new - map.len());
        meter.release(if old == 0 { 0 } else { bytes(old) });
    }
    Ok(map.insert(key, value))
}

/// Memory that a meter has reserved is free when the meter is gone.
impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.release(self.own.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(memory: u64) -> Meter<'static> {
        Meter::new(Limits { memory, ..Limits::default() }, None)
    }

    fn is(result: Result<(), Failure>, wanted: Limit) -> bool {
        matches!(result, Err(Failure::Undecided(Undecided { limit, .. })) if limit == wanted)
    }

    #[test]
    fn memory_is_counted_before_it_is_allocated() {
        let meter = limited(100);
        assert_eq!(meter.reserve(60), Ok(()));
        assert!(is(meter.reserve(41), Limit::Memory));
        assert!(is(meter.reserve(u64::MAX), Limit::Memory));
        meter.release(20);
        assert_eq!((meter.reserve(60), meter.used()), (Ok(()), 100));
        assert!(meter.reached().is_some());
        assert_eq!(Meter::unlimited().reserve(u64::MAX), Ok(()));
    }

    /// The memory reserved for maps and lists is what their capacities take.
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
        assert!(is(Meter::new(limits, None).step(), Limit::Time));
        let meter = Meter::new(Limits { interrupt: Some(&flag), ..Limits::default() }, None);
        assert_eq!(meter.step(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert!((0..=STEPS).any(|_| is(meter.step(), Limit::Interrupt)));
    }
}
