//! Workspaces for threads: a thread finds its own again, with what it has left there.

use core::cell::Cell;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Threads that have a workspace of their own; further ones share.
const PLACES: usize = 32;

/// Workspaces, made when they are needed.
pub(crate) struct PerThread<T> {
    places: [Mutex<Option<Box<T>>>; PLACES],
}

/// The number of the next thread.
static THREADS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The number of this thread, once it has one.
    static THREAD: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The place of this thread.
#[inline]
fn own_place() -> usize {
    THREAD.with(|thread| {
        let number = thread.get().unwrap_or_else(|| THREADS.fetch_add(1, Ordering::Relaxed));
        thread.set(Some(number));
        number % PLACES
    })
}

impl<T> PerThread<T> {
    /// Works with the workspace of this thread, or with a free one while another thread uses that.
    #[inline]
    pub(crate) fn with<R>(&self, new: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let own = own_place();
        let mut place = self.places[own].try_lock().unwrap_or_else(|why| self.other(own, why));
        work(place.get_or_insert_with(|| Box::new(new())))
    }

    #[cold]
    fn other<'p>(
        &'p self,
        own: usize,
        why: TryLockError<MutexGuard<'p, Option<Box<T>>>>,
    ) -> MutexGuard<'p, Option<Box<T>>> {
        if let TryLockError::Poisoned(place) = why {
            return emptied(place);
        }
        let others = (1..PLACES).map(|step| &self.places[(own + step) % PLACES]);
        let mut free = others.filter_map(|place| place.try_lock().ok());
        free.next().unwrap_or_else(|| self.places[own].lock().unwrap_or_else(emptied))
    }
}

/// A workspace that a panic has left in the middle of its work is made anew.
fn emptied<T>(
    place: PoisonError<MutexGuard<'_, Option<Box<T>>>>,
) -> MutexGuard<'_, Option<Box<T>>> {
    let mut place = place.into_inner();
    *place = None;
    place
}

impl<T> Default for PerThread<T> {
    fn default() -> Self {
        PerThread { places: core::array::from_fn(|_| Mutex::new(None)) }
    }
}

impl<T> fmt::Debug for PerThread<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PerThread").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_finds_its_workspace_again() {
        let places = PerThread::<Vec<u32>>::default();
        let count = |number| {
            places.with(Vec::new, |list| {
                list.push(number);
                list.len()
            })
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for length in 1..100 {
                        assert!(count(thread) >= length);
                    }
                });
            }
        });
        // While a workspace is in use, the same thread gets another one.
        places.with(Vec::new, |outer| {
            let before = outer.len();
            assert!(count(9) > 0);
            assert_eq!(outer.len(), before);
        });
    }
}
