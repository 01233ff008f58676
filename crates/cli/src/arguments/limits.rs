//! How far a search may go, as it is written on the command line.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use foregone::Settings;
use foregone_solve::limits::Limits;
use foregone_solve::options::without_separators;
pub(crate) use foregone_solve::options::{bytes, count};

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

    /// Sets the limits of a solver.
    pub(crate) fn apply(&self, settings: &mut Settings) {
        (settings.nodes, settings.time, settings.memory) = (self.nodes, self.time, self.bytes());
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

    /// The limits of each search of an experiment.
    pub(crate) fn of_each_search(&self) -> foregone_reproduce::Limits {
        foregone_reproduce::Limits { nodes: self.nodes, memory: self.bytes(), time: self.time }
    }
}

/// Three quarters of the memory that is available; 1 GiB where that is not known.
pub(crate) fn default_bytes() -> u64 {
    memory::available().map_or(1 << 30, |bytes| bytes / 4 * 3)
}

/// A whole number that may be 0.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let wrong = || "write a whole number that is not negative, such as 12".to_owned();
    without_separators(text).parse().map_err(|_| wrong())
}

/// A time.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "write it like 90s, 15min or 1h30m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read() {
        assert_eq!((number::<u32>("0"), number::<u64>("1,234")), (Ok(0), Ok(1234)));
        for text in ["", "-3", "1.5", "4294967296", "three"] {
            assert!(number::<u32>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert!(time("90").is_err());
        assert!(default_bytes() > 0);
    }
}
