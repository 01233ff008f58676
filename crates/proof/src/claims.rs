//! What the header of a certificate claims, and whether it can be claimed in this game.

use crate::failure::{Failure, quote};
use crate::format::Header;
use crate::rules::Rules;

/// `at least` or `at most` one outcome.
pub(crate) struct Claim {
    /// The claim in words.
    pub(crate) text: String,
    /// Whether Max owns the claim (`at least`) or Min does (`at most`).
    pub(crate) by_max: bool,
    /// The rank of the outcome.
    pub(crate) bound: usize,
}

impl Claim {
    /// Whether a result of this rank satisfies the claim.
    pub(crate) fn is_met_by(&self, rank: usize) -> bool {
        if self.by_max { rank >= self.bound } else { rank <= self.bound }
    }
}

/// The claims of the header, in the order of their records.
pub(crate) fn read(header: &Header, outcomes: &[&str]) -> Result<Vec<Claim>, Failure> {
    let [worst, .., best] = outcomes else {
        return Err(Failure::header(
            "the game has fewer than two outcomes: nothing can be claimed",
        ));
    };
    let rank = |name: &String| {
        outcomes.iter().position(|known| known == name).ok_or_else(|| {
            Failure::header(format!(
                "{} is not an outcome of the game; they go from {} to {}",
                quote(name),
                quote(worst),
                quote(best)
            ))
        })
    };
    let empty = |what: &str| {
        Failure::header(format!("{what} is true of every position and claims nothing"))
    };
    let mut claims = Vec::new();
    if let Some(name) = &header.at_least {
        let claim = Claim { text: format!("at least {name}"), by_max: true, bound: rank(name)? };
        if claim.bound == 0 {
            return Err(empty("at least the worst outcome"));
        }
        claims.push(claim);
    }
    if let Some(name) = &header.at_most {
        let claim = Claim { text: format!("at most {name}"), by_max: false, bound: rank(name)? };
        if claim.bound == outcomes.len() - 1 {
            return Err(empty("at most the best outcome"));
        }
        claims.push(claim);
    }
    match &claims[..] {
        [] => Err(Failure::header("nothing is claimed; \"at_least\" or \"at_most\" must be there")),
        [least, most] if least.bound > most.bound => {
            Err(Failure::header(format!("{} and {} contradict each other", least.text, most.text)))
        }
        _ => Ok(claims),
    }
}

/// The value that follows from the claims, if they leave one rank only.
pub(crate) fn value(claims: &[Claim], best: usize) -> Option<usize> {
    let least = claims.iter().find(|claim| claim.by_max).map_or(0, |claim| claim.bound);
    let most = claims.iter().find(|claim| !claim.by_max).map_or(best, |claim| claim.bound);
    (least == most).then_some(least)
}

/// Compares the value of infinite play in the header with the rules.
pub(crate) fn compare_infinite<G: Rules>(
    header: &Header,
    rules: &G,
    root: &G::Position,
) -> Result<(), Failure> {
    let expected = rules.infinite(root).map(|rank| rules.outcomes()[rank]);
    compare_infinite_with(header.infinite.as_deref(), expected)
}

/// Compares the outcome of infinite play in a header with the expected one.
pub(crate) fn compare_infinite_with(
    stated: Option<&str>,
    expected: Option<&str>,
) -> Result<(), Failure> {
    match (stated, expected) {
        (stated, expected) if stated == expected => Ok(()),
        (None, Some(expected)) => Err(Failure::header(format!(
            "the member \"infinite\" is missing: play can return in this game, and infinite play is worth {}",
            quote(expected)
        ))),
        (Some(stated), Some(expected)) => Err(Failure::header(format!(
            "infinite play is worth {}, not {} as the member \"infinite\" says",
            quote(expected),
            quote(stated)
        ))),
        (_, None) => Err(Failure::header(
            "the member \"infinite\" is only for games in which play can return",
        )),
    }
}
