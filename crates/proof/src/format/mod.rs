//! The certificate file: header, records, trailer, as `docs/certificate.md` fixes them. Nothing here knows a game.

mod header;
mod leb128;
mod reader;
mod source;
mod writer;

use serde::Serialize;

pub use header::Header;
pub use reader::{Reader, Record};
pub use writer::Writer;

/// The format version that this crate reads and writes.
pub const VERSION: u64 = 1;

/// No chunk decompresses to more bytes than this.
pub const CHUNK: usize = 1 << 20;

/// No chunk is compressed to more bytes than this; zstd never needs as much for [`CHUNK`] bytes.
pub const COMPRESSED_CHUNK: usize = CHUNK + (1 << 16);

/// The header line has at most this many bytes, the line feed included.
pub const HEADER_LINE: usize = 1 << 20;

/// What the first line says before the version.
const MAGIC: &str = "foregone certificate ";

/// What a whole certificate file amounts to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// Records in the file.
    pub records: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The BLAKE3 hash that the file ends with, in hexadecimal digits.
    pub hash: String,
}

/// Appends a record in its encoded form to records held in memory, for [`Writer::raw`]. A choice has 63 bits at
/// most; higher bits are lost.
pub fn encode(choice: u64, keep: bool, records: &mut Vec<u8>) {
    leb128::write(choice << 1 | u64::from(keep), records);
}
