//! Lines from a program that may send anything.

use std::io::{self, BufRead};

/// A message has at most this many bytes: enough for a record of thousands of moves.
pub(crate) const LONGEST: usize = 1 << 20;

/// What was read.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line without its end.
    Text(Vec<u8>),
    /// A line of more than [`LONGEST`] bytes, which was skipped.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads the next line.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let (mut text, mut is_long, mut has_begun) = (Vec::new(), false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(match (has_begun, is_long) {
                (false, _) => Line::End,
                (_, true) => Line::TooLong,
                _ => Line::Text(text),
            });
        }
        has_begun = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        is_long |= text.len() + part.len() > LONGEST;
        if !is_long {
            text.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(if is_long { Line::TooLong } else { Line::Text(text) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whole_or_skipped_whole() {
        let long = vec![b'x'; LONGEST + 1];
        let input = [b"one\n\n", &long[..], b"\nlast"].concat();
        let mut input = io::BufReader::with_capacity(7, &input[..]);
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next(), Line::Text(b"one".to_vec()));
        assert_eq!(next(), Line::Text(Vec::new()));
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text(b"last".to_vec()));
        assert_eq!((next(), next()), (Line::End, Line::End));
    }
}
