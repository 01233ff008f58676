//! How far workers are trusted.

use std::str::FromStr;

use crate::plan::ClaimPolicy;

/// How far workers are trusted.
///
/// ```
/// use foregone_fleet::controller::Trust;
/// assert_eq!("sample:0.05".parse(), Ok(Trust::Sample(0.05)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Trust {
    /// Entirely: the machines are one's own.
    #[default]
    All,
    /// A random share of their claims is verified.
    Sample(f64),
    /// Not at all: the run is solved once every claim that the answer rests on is verified.
    None,
}

impl Trust {
    /// The treatment of claims that follows.
    pub fn claims(self) -> ClaimPolicy {
        match self {
            Trust::All => ClaimPolicy::Believed,
            Trust::Sample(_) => ClaimPolicy::Marked,
            Trust::None => ClaimPolicy::Verified,
        }
    }
}

/// A text that is no [`Trust`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadTrust;

impl core::fmt::Display for BadTrust {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.write_str("it is all, none, or sample: and a share such as sample:0.05")
    }
}

impl core::error::Error for BadTrust {}

impl FromStr for Trust {
    type Err = BadTrust;

    fn from_str(text: &str) -> Result<Trust, BadTrust> {
        let share = |text: &str| text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        match text.split_once(':') {
            None if text == "all" => Ok(Trust::All),
            None if text == "none" => Ok(Trust::None),
            Some(("sample", text)) if let Some(share) = share(text) => Ok(Trust::Sample(share)),
            _ => Err(BadTrust),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_is_read() {
        assert_eq!("all".parse(), Ok(Trust::All));
        assert_eq!("none".parse(), Ok(Trust::None));
        assert_eq!("sample:0.25".parse(), Ok(Trust::Sample(0.25)));
        for text in
            ["", "some", "sample", "sample:", "sample:2", "sample:-1", "sample:nan", "all:1"]
        {
            assert!(text.parse::<Trust>().is_err(), "{text}");
        }
    }
}
