//! Where the words of a table lie: along the lines of the cache, on large pages if the system has them to give, and
//! fetched before they are read.
//!
//! A search on a large table waits for memory more than for anything else: nearly every look at it misses the cache and
//! the translation of addresses. docs/performance.md says what this file is value, which is why it may have unsafe code.

use core::ops::Deref;
use core::sync::atomic::AtomicU64;

/// Bytes that the cache fetches together.
const LINE: usize = 64;

/// Bytes of a large page.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Bytes at the beginning that are not value large pages: a small search uses no more, and would wait until a whole page
/// has been cleared for it.
#[cfg(target_os = "linux")]
const SMALL: usize = 16 << 20;

/// TableMemory, all of them zero to begin with.
#[derive(Debug)]
pub(super) struct TableMemory {
    all: Box<[AtomicU64]>,
    /// Those before the first line.
    skipped: usize,
}

impl TableMemory {
    /// So many words, unless the system has no memory for them.
    pub(super) fn new(count: usize) -> Option<TableMemory> {
        let more = LINE / size_of::<AtomicU64>() - 1;
        let mut all = bytemuck::try_zeroed_slice_box(count.checked_add(more)?).ok()?;
        ask_for_large_pages(&mut all);
        let skipped = all.as_ptr().align_offset(LINE).min(more);
        Some(TableMemory { all, skipped })
    }

    /// So many words will be read soon.
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

/// Asks for large pages, whose addresses are translated faster. It is a wish: a system that has none to give changes
/// nothing.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(words: &mut [AtomicU64]) {
    let (start, bytes) = (words.as_mut_ptr().cast::<u8>(), size_of_val(words));
    let before = start.align_offset(LARGE).saturating_add(SMALL);
    let length = bytes.saturating_sub(before) / LARGE * LARGE;
    if length > 0 {
        // SAFETY: the range lies within the words, and the finished changes how memory is mapped, not what it holds.
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
