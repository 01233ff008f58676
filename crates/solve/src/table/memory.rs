//! The memory of a table: aligned to cache lines, on huge pages if the system has any, and prefetched before it is
//! read.
//!
//! A search on a large table mostly waits for memory: nearly every access misses the cache and the address translation
//! buffer. `docs/performance.md` gives the measured gain, which justifies the unsafe code in this file.

use core::ops::Deref;
use core::sync::atomic::AtomicU64;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Bytes of a huge page.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Bytes at the start for which no huge pages are requested: a small search uses no more, and would wait until whole
/// huge pages are cleared.
#[cfg(target_os = "linux")]
const SMALL: usize = 16 << 20;

/// The words of a table, zero at first.
#[derive(Debug)]
pub(super) struct TableMemory {
    all: Box<[AtomicU64]>,
    /// Words before the first cache line boundary.
    skipped: usize,
}

impl TableMemory {
    /// Allocates `count` words. `None` if the system has no memory for them.
    pub(super) fn new(count: usize) -> Option<TableMemory> {
        let more = LINE / size_of::<AtomicU64>() - 1;
        let mut all = bytemuck::try_zeroed_slice_box(count.checked_add(more)?).ok()?;
        ask_for_large_pages(&mut all);
        let skipped = all.as_ptr().align_offset(LINE).min(more);
        Some(TableMemory { all, skipped })
    }

    /// Prefetches words that will be read soon.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn fetch(&self, first: usize, count: usize) {
        #[cfg(target_arch = "x86_64")]
        for line in self[first..first + count].chunks(LINE / size_of::<AtomicU64>()) {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint to the processor about an address of ours; nothing is read or written.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (first, count);
    }
}

impl Deref for TableMemory {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.all[self.skipped..]
    }
}

/// Requests huge pages, whose addresses are translated faster. A system without huge pages ignores the request.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(words: &mut [AtomicU64]) {
    let (start, bytes) = (words.as_mut_ptr().cast::<u8>(), size_of_val(words));
    let before = start.align_offset(LARGE).saturating_add(SMALL);
    let length = bytes.saturating_sub(before) / LARGE * LARGE;
    if length > 0 {
        // SAFETY: the range lies within the words, and the advice changes how memory is mapped, not what it contains.
        let _ = unsafe {
            rustix::mm::madvise(
                start.wrapping_add(before).cast(),
                length,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &mut [AtomicU64]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_with_a_line_and_are_all_there() {
        for count in [1, 7, 8, 64, 3_000_005] {
            let words = TableMemory::new(count).expect("memory");
            assert!(words.len() >= count);
            assert!(words.as_ptr().addr().is_multiple_of(LINE));
            words.fetch(0, count.min(20));
            words.fetch(count - 1, 1);
            assert!(words.iter().all(|word| word.load(core::sync::atomic::Ordering::Relaxed) == 0));
        }
        assert!(
            TableMemory::new(usize::MAX).is_none() && TableMemory::new(usize::MAX / 16).is_none()
        );
    }
}
