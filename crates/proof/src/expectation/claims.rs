//! What the header of a certificate of an expectation claims, and whether it can be claimed in this game.

use crate::failure::{Failure, quote};
use crate::format::ExpectationHeader;
use crate::number::{Fraction, Integer, read_denominator, read_fraction};

/// `at least` or `at most` a fraction.
pub(super) struct ExpectationClaim {
    /// The claim in words.
    pub(super) text: String,
    /// Whether Max owns the claim (`at least`) or Min does (`at most`).
    pub(super) by_max: bool,
    /// The fraction.
    pub(super) bound: Fraction,
}

/// The numbers of a header.
pub(super) struct Claims {
    /// What every outcome is worth, worst outcome first; at least two.
    pub(super) worths: Vec<Fraction>,
    /// Numbers are multiples of 1 divided by this.
    pub(super) denominator: Option<Integer>,
    /// The claims, in the order of their records.
    pub(super) claims: Vec<ExpectationClaim>,
}

impl Claims {
    /// Reads the numbers of a header of a game with so many outcomes.
    pub(super) fn read(header: &ExpectationHeader, outcomes: usize) -> Result<Claims, Failure> {
        let worths = read_utility(&header.utility, outcomes)?;
        let denominator = match &header.denominator {
            None => None,
            Some(text) => Some(read_denominator(text).ok_or_else(|| {
                Failure::header(format!(
                    "the denominator {} is not a positive number of at most 1000 digits",
                    quote(text)
                ))
            })?),
        };
        let mut claims = Claims { worths, denominator, claims: Vec::new() };
        claims.add(header.at_least.as_deref(), true)?;
        claims.add(header.at_most.as_deref(), false)?;
        match &claims.claims[..] {
            [] => Err(Failure::header(
                "nothing is claimed; \"at_least\" or \"at_most\" must be there",
            )),
            [least, most] if least.bound > most.bound => Err(Failure::header(
                "the claims contradict each other: \"at_least\" is more than \"at_most\"",
            )),
            _ => Ok(claims),
        }
    }

    pub(super) fn worst(&self) -> &Fraction {
        &self.worths[0]
    }

    pub(super) fn best(&self) -> &Fraction {
        &self.worths[self.worths.len() - 1]
    }

    fn add(&mut self, text: Option<&str>, by_max: bool) -> Result<(), Failure> {
        let Some(text) = text else { return Ok(()) };
        let bound = fraction(text, "the claim")?;
        let (words, is_empty) = match by_max {
            true => ("at least", bound <= *self.worst()),
            false => ("at most", bound >= *self.best()),
        };
        if is_empty {
            return Err(Failure::header(format!(
                "{words} {} is true of every position and claims nothing",
                quote(text)
            )));
        }
        self.claims.push(ExpectationClaim { text: format!("{words} {text}"), by_max, bound });
        Ok(())
    }

    /// The value that follows from the claims, if they leave one number only.
    pub(super) fn value(&self) -> Option<String> {
        let bound = |by_max: bool, otherwise: &Fraction| {
            let claim = self.claims.iter().find(|claim| claim.by_max == by_max);
            claim.map_or_else(|| otherwise.clone(), |claim| claim.bound.clone())
        };
        let (least, most) = (bound(true, self.worst()), bound(false, self.best()));
        (least == most).then(|| least.to_string())
    }
}

fn read_utility(texts: &[String], outcomes: usize) -> Result<Vec<Fraction>, Failure> {
    if texts.len() != outcomes || outcomes < 2 {
        return Err(Failure::header(format!(
            "the utility has {} worths, but the game has {outcomes} outcomes",
            texts.len()
        )));
    }
    let worths: Result<Vec<Fraction>, Failure> =
        texts.iter().map(|text| fraction(text, "a worth")).collect();
    let worths = worths?;
    if !worths.is_sorted() {
        return Err(Failure::header("the utility gives an outcome less than a worse one"));
    }
    if worths.first() == worths.last() {
        return Err(Failure::header("the utility gives all outcomes the same"));
    }
    Ok(worths)
}

fn fraction(text: &str, what: &str) -> Result<Fraction, Failure> {
    read_fraction(text).ok_or_else(|| {
        Failure::header(format!(
            "{what} {} is not a fraction in lowest terms, such as -3 or 170/243",
            quote(text)
        ))
    })
}
