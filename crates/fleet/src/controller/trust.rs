//! How far workers are believed.

use std::str::FromStr;

use crate::plan::ClaimPolicy;

/// How far workers are believed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Trust {
    /// Entirely: those are our own machines.
    #[default]
    All,
    /// A share of what they claim is searched again as it comes in.
    Sample(f64),
    /// Not at all: the run is solved when all that the answer rests on has been established here.
    None,
}

impl Trust {
    /// What that means for claims.
    pub fn claims(self) -> ClaimPolicy {
        match self {
            Trust::All => ClaimPolicy::Believed,
            Trust::Sample(_) => ClaimPolicy::Marked,
            Trust::None => ClaimPolicy::Verified,
        }
    }
}

impl FromStr for Trust {
    type Err = String;

    fn from_str(text: &str) -> Result<Trust, String> {
        let share = |text: &str| text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        match text.split_once(':') {
            None if text == "all" => Ok(Trust::All),
            None if text == "none" => Ok(Trust::None),
            Some(("sample", text)) if let Some(share) = share(text) => Ok(Trust::Sample(share)),
            _ => Err("it is all, none, or sample: and a share such as sample:0.05".to_owned()),
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
