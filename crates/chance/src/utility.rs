//! What the outcomes of a game are worth.

use core::fmt;

use foregone_game::{Outcome, Scale};
use num_traits::{One, Signed, Zero};

use crate::fraction::{self, Fraction};

/// A worth for every outcome of a scale. A better outcome is never worth less.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Utility {
    name: String,
    worths: Vec<Fraction>,
}

/// Why a text is no utility for a game: one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UtilityError(pub String);

impl fmt::Display for UtilityError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for UtilityError {}

impl Utility {
    /// The number that an outcome is called by; loss, draw and win are -1, 0 and 1. Where some outcome is called
    /// otherwise, outcomes are worth their rank, the worst one 0.
    pub fn score(scale: &Scale) -> Utility {
        let scores: Option<Vec<Fraction>> = scale.names().iter().map(|name| score(name)).collect();
        let ranks = || (0..scale.len()).map(|rank| fraction::ratio(rank as i64, 1)).collect();
        let worths = scores.filter(|worths| worths.is_sorted()).unwrap_or_else(ranks);
        Utility { name: "score".to_owned(), worths }
    }

    /// The probability of winning: 0 for a loss, 1 for a win, and 1/2 for a draw where there is one.
    ///
    /// # Panics
    /// If the scale is neither loss, win nor loss, draw, win.
    pub fn chance_of_winning(scale: &Scale) -> Utility {
        let text = match scale.len() {
            2 => "loss=0,win=1",
            _ => "loss=0,draw=1/2,win=1",
        };
        Utility::read(text, scale).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads `score`, `win`, `not-lose`, or a list such as `loss=-3,draw=0,win=1` that gives every outcome a worth.
    ///
    /// ```
    /// use foregone_chance::Utility;
    /// use foregone_game::{Outcome, Scale};
    ///
    /// let scale = Scale::loss_draw_win();
    /// let utility = Utility::read("loss=-3,draw=0,win=1/2", scale)?;
    /// assert_eq!(utility.worth(Outcome(2)).to_string(), "1/2");
    /// let error = Utility::read("loss=1,draw=0,win=1", scale).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the utility gives draw less than the worse outcome loss; a better outcome is worth as much or more"
    /// );
    /// # Ok::<(), foregone_chance::UtilityError>(())
    /// ```
    pub fn read(text: &str, scale: &Scale) -> Result<Utility, UtilityError> {
        let text = text.trim();
        match text {
            "score" => return Ok(Utility::score(scale)),
            "win" => return Utility::by_sign(text, scale, |score| score.is_positive()),
            "not-lose" => return Utility::by_sign(text, scale, |score| !score.is_negative()),
            _ => {}
        }
        let mut worths: Vec<Option<Fraction>> = vec![None; scale.len()];
        for piece in text.split(',').map(str::trim) {
            let (outcome, worth) = read_pair(piece, scale)?;
            let place = &mut worths[usize::from(outcome.0)];
            if place.is_some() {
                let name = scale.name(outcome);
                return Err(UtilityError(format!("the utility gives {name} twice; leave one out")));
            }
            *place = Some(worth);
        }
        if let Some(missing) = scale.outcomes().find(|rank| worths[usize::from(rank.0)].is_none()) {
            let name = scale.name(missing);
            return Err(UtilityError(format!(
                "the utility says nothing about {name}; add {name}=NUMBER"
            )));
        }
        Utility::new(text, worths.into_iter().flatten().collect(), scale)
    }

    /// A utility from its worths, worst outcome first.
    pub fn new(name: &str, worths: Vec<Fraction>, scale: &Scale) -> Result<Utility, UtilityError> {
        if worths.len() != scale.len() {
            return Err(UtilityError(format!(
                "the utility has {} numbers for {} outcomes; give one for each",
                worths.len(),
                scale.len()
            )));
        }
        if let Some(place) = worths.windows(2).position(|pair| pair[1] < pair[0]) {
            let names = scale.names();
            return Err(UtilityError(format!(
                "the utility gives {} less than the worse outcome {}; a better outcome is worth as much or more",
                names[place + 1],
                names[place]
            )));
        }
        if worths.first() == worths.last() {
            return Err(UtilityError(
                "the utility gives all outcomes the same; give the best one more than the worst"
                    .to_owned(),
            ));
        }
        Ok(Utility { name: name.to_owned(), worths })
    }

    /// 1 where the score passes a test, and 0 elsewhere.
    fn by_sign(
        name: &str,
        scale: &Scale,
        test: impl Fn(&Fraction) -> bool,
    ) -> Result<Utility, UtilityError> {
        let mut worths = Vec::new();
        for outcome in scale.names() {
            let score = score(outcome).ok_or_else(|| {
                UtilityError(format!(
                    "the utility {name} needs outcomes called loss, draw, win or by numbers, and \"{outcome}\" is neither; list what each is worth, as in {outcome}=0"
                ))
            })?;
            worths.push(if test(&score) { Fraction::one() } else { Fraction::zero() });
        }
        Utility::new(name, worths, scale)
    }

    /// As it was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What an outcome is worth.
    pub fn worth(&self, outcome: Outcome) -> &Fraction {
        &self.worths[usize::from(outcome.0)]
    }

    /// All worths, worst outcome first.
    pub fn worths(&self) -> &[Fraction] {
        &self.worths
    }

    /// The least that any outcome is worth.
    pub fn least(&self) -> &Fraction {
        &self.worths[0]
    }

    /// The most that any outcome is worth.
    pub fn greatest(&self) -> &Fraction {
        &self.worths[self.worths.len() - 1]
    }
}

/// One `OUTCOME=NUMBER` of a list.
fn read_pair(piece: &str, scale: &Scale) -> Result<(Outcome, Fraction), UtilityError> {
    let (name, number) = piece.split_once('=').ok_or_else(|| {
        UtilityError(format!(
            "a utility is score, win, not-lose or a list like {}, and \"{piece}\" is none of these",
            scale.names().iter().map(|name| format!("{name}=NUMBER")).collect::<Vec<_>>().join(",")
        ))
    })?;
    let outcome = scale.read(name).map_err(UtilityError)?;
    let worth = fraction::read(number.trim()).ok_or_else(|| {
        UtilityError(format!(
            "the utility gives {} \"{number}\", which is no number; write one like -3, 0.5 or 1/2",
            scale.name(outcome)
        ))
    })?;
    Ok((outcome, worth))
}

/// The number that an outcome is called by.
fn score(name: &str) -> Option<Fraction> {
    match name {
        "loss" => Some(fraction::ratio(-1, 1)),
        "draw" => Some(fraction::ratio(0, 1)),
        "win" => Some(fraction::ratio(1, 1)),
        number => fraction::read(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, scale: &Scale) -> Vec<String> {
        let utility = Utility::read(text, scale).expect(text);
        utility.worths().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn named_utilities() {
        let scale = Scale::loss_draw_win();
        assert_eq!(written("score", scale), ["-1", "0", "1"]);
        assert_eq!(written("win", scale), ["0", "0", "1"]);
        assert_eq!(written("not-lose", scale), ["0", "1", "1"]);
        assert_eq!(written("score", &Scale::scores_without_zero(2)), ["-2", "-1", "1", "2"]);
        assert_eq!(written("win", &Scale::scores(1)), ["0", "0", "1"]);
        assert_eq!(written("score", &Scale::new(["bad", "fair", "good"])), ["0", "1", "2"]);
        let chances = Utility::chance_of_winning(scale);
        assert_eq!(chances.worth(Outcome(1)), &fraction::ratio(1, 2));
    }

    #[test]
    fn wrong_utilities_get_one_sentence() {
        let scale = Scale::loss_draw_win();
        let error = |text| Utility::read(text, scale).expect_err(text).0;
        assert!(error("").contains("score, win, not-lose or a list like loss=NUMBER"));
        assert!(error("loss=0,draw=1").contains("says nothing about win; add win=NUMBER"));
        assert!(error("loss=0,draw=1,win=2,win=3").contains("gives win twice"));
        assert!(error("loss=0,draw=1,win=x").contains("gives win \"x\", which is no number"));
        assert!(error("loss=0,tie=1,win=1").contains("the outcomes are loss, draw, win"));
        assert!(
            error("loss=0,draw=2,win=1").contains("gives win less than the worse outcome draw")
        );
        assert!(error("loss=1,draw=1,win=1").contains("all outcomes the same"));
        let named = Scale::new(["bad", "good"]);
        assert!(Utility::read("win", &named).expect_err("names").0.contains("\"bad\" is neither"));
    }
}
