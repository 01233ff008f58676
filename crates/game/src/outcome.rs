//! Results of play and the scale they are ranked on.

use std::sync::LazyLock;

use crate::invalid::InvalidGame;

/// Rank of a result on the game's [`Scale`]: 0 is the worst for `Max`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome(pub u8);

/// The possible results of a game by name, worst for `Max` first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scale {
    names: Vec<String>,
}

impl Scale {
    /// The most outcomes a scale may have.
    pub const MAX_LEN: usize = 128;

    /// A scale from its names, worst for `Max` first.
    ///
    /// # Panics
    /// If there are fewer than two names, more than [`Scale::MAX_LEN`], or one of them twice.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Scale {
        Scale::try_new(names).unwrap_or_else(|reason| panic!("{reason}"))
    }

    /// As [`Scale::new`] for names that come from outside.
    pub fn try_new(
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Scale, InvalidGame> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        if names.len() < 2 || names.len() > Scale::MAX_LEN {
            return Err(InvalidGame(format!(
                "a game needs 2 to {} outcomes, not {}",
                Scale::MAX_LEN,
                names.len()
            )));
        }
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                return Err(InvalidGame(format!("the outcome \"{name}\" is listed twice")));
            }
        }
        Ok(Scale { names })
    }

    /// `loss < win`, seen from `Max`. Static, so that a game without fields can return it.
    ///
    /// ```
    /// use foregone_game::{Outcome, Scale};
    ///
    /// assert_eq!(Scale::loss_win().find("win"), Some(Outcome(1)));
    /// assert_eq!(Scale::loss_draw_win().name(Outcome(1)), "draw");
    /// assert_eq!(Scale::scores(1).names(), ["-1", "0", "1"]);
    /// ```
    pub fn loss_win() -> &'static Scale {
        static SCALE: LazyLock<Scale> = LazyLock::new(|| Scale::new(["loss", "win"]));
        &SCALE
    }

    /// `loss < draw < win`, seen from `Max`.
    pub fn loss_draw_win() -> &'static Scale {
        static SCALE: LazyLock<Scale> = LazyLock::new(|| Scale::new(["loss", "draw", "win"]));
        &SCALE
    }

    /// `-limit .. -1, 1 .. limit`: a score that is never zero.
    pub fn scores_without_zero(limit: u8) -> Scale {
        let limit = i32::from(limit);
        Scale::new((-limit..=limit).filter(|&score| score != 0).map(|score| score.to_string()))
    }

    /// `-limit .. limit`: a score that may be zero.
    pub fn scores(limit: u8) -> Scale {
        let limit = i32::from(limit);
        Scale::new((-limit..=limit).map(|score| score.to_string()))
    }

    /// How many outcomes there are.
    #[allow(clippy::len_without_is_empty)] // never empty
    #[inline]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The worst outcome for `Max`.
    #[inline]
    pub fn worst(&self) -> Outcome {
        Outcome(0)
    }

    /// The best outcome for `Max`.
    #[inline]
    pub fn best(&self) -> Outcome {
        Outcome((self.names.len() - 1) as u8)
    }

    /// All outcomes, worst first.
    pub fn outcomes(&self) -> impl DoubleEndedIterator<Item = Outcome> + use<> {
        (0..self.names.len() as u8).map(Outcome)
    }

    /// The name of an outcome.
    pub fn name(&self, outcome: Outcome) -> &str {
        &self.names[usize::from(outcome.0)]
    }

    /// All names, worst first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The outcome of that name, or a sentence with all names.
    pub fn read(&self, name: &str) -> Result<Outcome, String> {
        self.find(name.trim()).ok_or_else(|| {
            let names = self.names.join(", ");
            format!("\"{name}\" is not an outcome of this game; the outcomes are {names}")
        })
    }

    /// The outcome of that name.
    pub fn find(&self, name: &str) -> Option<Outcome> {
        self.names.iter().position(|known| known == name).map(|rank| Outcome(rank as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ranks_go_both_ways() {
        let scale = Scale::scores_without_zero(2);
        assert_eq!(scale.names(), ["-2", "-1", "1", "2"]);
        for outcome in scale.outcomes() {
            assert_eq!(scale.find(scale.name(outcome)), Some(outcome));
        }
        assert_eq!((scale.worst(), scale.best()), (Outcome(0), Outcome(3)));
        assert_eq!(scale.find("0"), None);
    }

    #[test]
    fn bad_scales_are_refused_with_a_sentence() {
        assert!(Scale::try_new(["only"]).unwrap_err().0.contains("2 to 128 outcomes, not 1"));
        assert!(Scale::try_new(["a", "b", "a"]).unwrap_err().0.contains("\"a\" is listed twice"));
    }
}
