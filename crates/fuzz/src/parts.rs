//! Inputs of several parts in one byte string, such as a header and the records after it. Parts are separated by a line with
//! two percent signs, so that mutations can also move, copy and remove them.

/// The bytes between two parts.
pub const SEPARATOR: &[u8] = b"\n%%\n";

/// The parts of an input.
pub fn split(input: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut rest) = (Vec::new(), input);
    while let Some(at) = rest.windows(SEPARATOR.len()).position(|window| window == SEPARATOR) {
        parts.push(&rest[..at]);
        rest = &rest[at + SEPARATOR.len()..];
    }
    parts.push(rest);
    parts
}

/// An input of these parts.
///
/// ```
/// use foregone_fuzz::parts::{join, split};
///
/// let parts = [&b"a header"[..], b"", b"records"];
/// assert_eq!(split(&join(&parts)), parts);
/// ```
pub fn join(parts: &[&[u8]]) -> Vec<u8> {
    parts.join(SEPARATOR)
}
