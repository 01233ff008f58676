//! How far a search may go, as it is written on the command line.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bytesize::ByteSize;
use clap::Args;
use foregone_solve::limits::Limits;

use crate::memory;

/// Limits of one search.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArguments {
    /// Nodes created, those before a --resume included: 1000000, 1,000,000, 1_000_000, 1e6, 1M
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) nodes: Option<u64>,
    /// Memory for the search, such as 2GiB or 500MB; three quarters of what is available unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// Time of a search, such as 90s or 1h30m; of one that is resumed, from now on
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
}

impl LimitArguments {
    /// The memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.unwrap_or_else(default_bytes)
    }

    /// The limits, with a flag that ends the search from outside.
    pub(crate) fn limits<'f>(&self, interrupt: &'f AtomicBool) -> Limits<'f> {
        Limits {
            nodes: self.nodes,
            bytes: self.bytes(),
            time: self.time,
            interrupt: Some(interrupt),
        }
    }
}

/// Three quarters of the memory that is available; 1 GiB where that is not known.
pub(crate) fn default_bytes() -> u64 {
    memory::available().map_or(1 << 30, |bytes| bytes / 4 * 3)
}

/// A number without separators: `_` may stand anywhere, commas where the output of this program has them.
fn without_separators(text: &str) -> String {
    let mut groups = text.split(',');
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first =
        groups.next().is_some_and(|group| (1..=3).contains(&group.len()) && is_digits(group));
    if first && groups.all(|group| group.len() == 3 && is_digits(group)) {
        return text.replace(',', "");
    }
    text.replace('_', "")
}

/// A whole number that may be 0.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let wrong = || "write a whole number that is not negative, such as 12".to_owned();
    without_separators(text).parse().map_err(|_| wrong())
}

/// A number of nodes.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let plain = without_separators(text);
    let (digits, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1e3),
        Some((at, 'm' | 'M')) => (&plain[..at], 1e6),
        Some((at, 'g' | 'G')) => (&plain[..at], 1e9),
        _ => (plain.as_str(), 1.0),
    };
    if let (Ok(number), true) = (digits.parse::<u64>(), factor == 1.0) {
        return if number > 0 { Ok(number) } else { Err("it must be at least 1".to_owned()) };
    }
    let starts_well = digits.starts_with(|c: char| c.is_ascii_digit());
    match digits.parse::<f64>().map(|number| number * factor) {
        Ok(number) if starts_well && (1.0..1.8e19).contains(&number) => Ok(number.round() as u64),
        _ => Err("write it like 1000000, 1,000,000, 1_000_000, 1e6 or 1M".to_owned()),
    }
}

pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let size = text.parse::<ByteSize>();
    size.map(|size| size.as_u64()).map_err(|_| "write it like 2GiB, 500MB or 1048576".to_owned())
}

/// A time.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "write it like 90s, 15min or 1h30m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_every_spelling() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "1M", "1000k", "0.001G"] {
            assert_eq!(count(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(count("2.5M"), Ok(2_500_000));
        for text in
            ["", "0", "-3", "1e30", "nan", "inf", "M", "12x", "0.1", "1,5", "1,0000", ",100"]
        {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_read() {
        assert_eq!((number::<u32>("0"), number::<u64>("1,234")), (Ok(0), Ok(1234)));
        for text in ["", "-3", "1.5", "4294967296", "three"] {
            assert!(number::<u32>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("1kB"), Ok(1000));
        assert!(bytes("much").is_err());
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert!(time("90").is_err());
        assert!(default_bytes() > 0);
    }
}
