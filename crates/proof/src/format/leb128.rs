//! Unsigned integers in LEB128, shortest form only, so that every number has exactly one encoding.

/// Appends a number.
pub(crate) fn write(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A number being read byte by byte.
#[derive(Default)]
pub(super) struct Number {
    value: u64,
    shift: u32,
}

impl Number {
    /// Whether there has been a byte.
    pub(super) fn is_begun(&self) -> bool {
        self.shift > 0
    }

    /// Adds the next byte. Gives the number with its last byte. The error is the end of a sentence about the number.
    pub(super) fn add(&mut self, byte: u8) -> Result<Option<u64>, &'static str> {
        let bits = u64::from(byte & 0x7f);
        if self.shift > 63 || (bits << self.shift) >> self.shift != bits {
            return Err("does not fit into 64 bits");
        }
        self.value |= bits << self.shift;
        self.shift += 7;
        match byte {
            0 if self.shift > 7 => Err("is not in the shortest form"),
            0x80.. => Ok(None),
            _ => Ok(Some(self.value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Option<u64>, &'static str> {
        let mut number = Number::default();
        let mut last = Ok(None);
        for &byte in bytes {
            assert_eq!(last, Ok(None), "bytes after the last one");
            last = number.add(byte);
            if last.is_err() {
                break;
            }
        }
        last
    }

    #[test]
    fn written_numbers_are_read_again() {
        for number in [0, 1, 127, 128, 300, 16_383, 16_384, u64::MAX >> 1, u64::MAX] {
            let mut bytes = Vec::new();
            write(number, &mut bytes);
            assert_eq!(read(&bytes), Ok(Some(number)));
            assert_eq!(read(&bytes[..bytes.len() - 1]), Ok(None));
        }
    }

    #[test]
    fn other_encodings_are_refused() {
        assert_eq!(read(&[0x80, 0x00]), Err("is not in the shortest form"));
        assert_eq!(read(&[0xff, 0x80, 0x00]), Err("is not in the shortest form"));
        let wide = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(read(&[&wide[..], &[0x01]].concat()), Ok(Some(u64::MAX)));
        assert_eq!(read(&[&wide[..], &[0x02]].concat()), Err("does not fit into 64 bits"));
        assert_eq!(read(&[&wide[..], &[0x81]].concat()), Ok(None));
        assert_eq!(read(&[&wide[..], &[0x81, 0x01]].concat()), Err("does not fit into 64 bits"));
    }
}
