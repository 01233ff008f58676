//! The certificate file: header, records and trailer, as `docs/certificate.md` and `docs/certificate-chance.md` specify them.
//! Nothing here depends on a game.

mod expectation;
mod header;
mod leb128;
mod part;
mod reader;
mod source;
mod writer;

use serde::Serialize;

pub use expectation::{ExpectationHeader, ExpectationRecord, LONG_INTEGER};
pub use header::Header;
pub(crate) use leb128::write as write_number;
pub(crate) use part::{Mark, Numbers, PartStart, Step};
pub(crate) use reader::{Chunk, ChunkEnd, Decompress};
pub use reader::{Reader, Record};
pub use writer::Writer;

/// The format version of certificates whose records are one sequence. Those of games in which play can return have it.
pub const VERSION: u64 = 1;

/// The format version of certificates in parts, for games in which play never returns.
pub const PARTS_VERSION: u64 = 2;

/// The format version of certificates of expectations, for games with chance.
pub const EXPECTATION_VERSION: u64 = 3;

/// All format versions that are read.
pub const VERSIONS: [u64; 3] = [VERSION, PARTS_VERSION, EXPECTATION_VERSION];

/// The bit of a chunk's length that says that the chunk goes on with the part before it.
const CONTINUES: u32 = 1 << 31;

/// The largest number of bytes of a decompressed chunk.
pub const CHUNK: usize = 1 << 20;

/// The largest number of bytes of a compressed chunk. zstd never needs so many for [`CHUNK`] bytes.
pub const COMPRESSED_CHUNK: usize = CHUNK + (1 << 16);

/// The largest number of bytes of the header line, the line feed included.
pub const HEADER_LINE: usize = 1 << 20;

/// The first line up to the version.
const MAGIC: &str = "foregone certificate ";

/// The first line of an index up to the hash of its certificate.
pub(crate) const MAGIC_INDEX: &str = "foregone index 1 ";

/// The size and the hash of a complete certificate file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// Records in the file.
    pub records: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The BLAKE3 hash at the end of the file, in hexadecimal digits.
    pub hash: String,
}

/// Appends an encoded record to records in memory, for [`Writer::raw`]. A choice has 63 bits at most; higher bits are
/// lost.
///
/// ```
/// let mut records = Vec::new();
/// foregone_proof::format::encode(1, false, &mut records);
/// foregone_proof::format::encode(0, true, &mut records);
/// assert_eq!(records, [2, 1]);
/// ```
pub fn encode(choice: u64, keep: bool, records: &mut Vec<u8>) {
    leb128::write(choice << 1 | u64::from(keep), records);
}
