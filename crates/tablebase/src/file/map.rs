//! A file as memory.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a whole file. It must not be empty.
#[allow(unsafe_code)] // the one thing that the operating system cannot promise
pub(super) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the mapping is read only, and files of layers are never changed in place: they are written under another
    // name and renamed, which leaves mappings of the old file alone. Whoever cuts or overwrites one meanwhile makes reads
    // fail with a signal or gives bytes whose checksum is wrong; every byte is a valid u8.
    unsafe { Mmap::map(&file) }
}
