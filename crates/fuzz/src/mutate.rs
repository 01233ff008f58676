//! Mutations of an input: bytes, numbers, pieces of text, and whole parts.

use crate::parts;

/// Pseudo-random numbers (xorshift64*), the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // The state must not be 0.
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below the bound, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }
}

/// The longest input. Longer ones take time and show nothing new.
const LONGEST: usize = 1 << 16;

/// Numbers at which code often errs.
const NUMBERS: [u64; 10] =
    [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 63, u64::MAX];

/// Pieces of text that the readers know.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "99999999999999999999",
    "1e400",
    "null",
    "[]",
    "{}",
    "\"\"",
    "x",
    "o",
    ".",
    "/",
    ",",
    ":",
    "=",
    " ",
    "\n",
    "\r\n",
    "\u{feff}",
    "\u{202e}",
    "é",
    "max",
    "win",
    "draw",
];

/// A mutant of an input, with one to four mutations.
pub(crate) fn mutate(input: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        mutate_once(&mut bytes, others, random);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn mutate_once(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    if bytes.is_empty() {
        bytes.push(random.below(256) as u8);
        return;
    }
    let at = random.below(bytes.len());
    match random.below(12) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => bytes.insert(at, random.below(256) as u8),
        3 => drop(bytes.remove(at)),
        4 => bytes.truncate(at),
        5 => write_number(bytes, at, random),
        6 => {
            let word = WORDS[random.below(WORDS.len())];
            bytes.splice(at..at, word.bytes());
        }
        7 => {
            let end = (at + 1 + random.below(32)).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        8 => {
            let end = (at + 1 + random.below(32)).min(bytes.len());
            bytes.drain(at..end);
        }
        9 => splice(bytes, at, others, random),
        10 => step_digit(bytes, at, random),
        _ => mutate_parts(bytes, others, random),
    }
}

/// Overwrites bytes by a number in one, two, four or eight of them, low or high byte first.
fn write_number(bytes: &mut [u8], at: usize, random: &mut Random) {
    let number = NUMBERS[random.below(NUMBERS.len())].wrapping_sub(random.below(2) as u64);
    let width = 1 << random.below(4);
    let encoded = if random.below(2) == 0 { number.to_le_bytes() } else { number.to_be_bytes() };
    for (byte, new) in bytes[at..].iter_mut().zip(&encoded[..width]) {
        *byte = *new;
    }
}

/// Goes on with the end of another input.
fn splice(bytes: &mut Vec<u8>, at: usize, others: &[Vec<u8>], random: &mut Random) {
    let other = &others[random.below(others.len())];
    bytes.truncate(at);
    bytes.extend(&other[random.below(other.len() + 1)..]);
}

/// Changes the next decimal digit or letter by one, so that texts stay readable.
fn step_digit(bytes: &mut [u8], at: usize, random: &mut Random) {
    let next = bytes[at..].iter_mut().find(|byte| byte.is_ascii_alphanumeric());
    if let Some(byte) = next {
        *byte = if random.below(2) == 0 { *byte + 1 } else { *byte - 1 };
    }
}

/// Exchanges, copies, removes or replaces a part.
fn mutate_parts(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let mut parts = parts::split(bytes);
    let (one, two) = (random.below(parts.len()), random.below(parts.len()));
    match random.below(4) {
        0 => parts.swap(one, two),
        1 => parts.insert(one, parts[two]),
        2 => drop(parts.remove(one)),
        _ => {
            let other = parts::split(&others[random.below(others.len())]);
            parts[one] = other[random.below(other.len())];
        }
    }
    *bytes = parts::join(&parts);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_mutants() {
        let seeds = vec![b"a seed".to_vec(), parts::join(&[b"of", b"two parts"])];
        let mutants = |seed| {
            let mut random = Random::new(seed);
            let mut last = seeds[1].clone();
            for _ in 0..1_000 {
                last = mutate(&last, &seeds, &mut random);
                assert!(last.len() <= LONGEST);
            }
            last
        };
        assert_eq!(mutants(7), mutants(7));
        assert_ne!(mutants(7), mutants(8));
    }
}
