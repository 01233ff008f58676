//! What a result of Othello is worth: the difference of the discs in one of two ways, or win, draw and loss.

use foregone_game::{Outcome, Scale};

/// What a result is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Score {
    /// The discs of the first player minus those of the second. A player without discs has lost by the whole board, as
    /// tournaments count it.
    #[default]
    Difference,
    /// The same, but cells that are empty in the end count for the player with more discs: the rule of the World Othello
    /// Federation, by which Edax and the problems of the French federation count.
    Empties,
    /// `loss`, `draw` or `win`.
    Result,
}

impl Score {
    /// The scale on a board of that size.
    ///
    /// On 8x8 the plain difference of discs would have 129 values, one more than a scale can hold. With a player without discs
    /// losing by 64, nobody wins by 63.
    pub(super) fn scale(self, size: u32) -> Scale {
        let all = (size * size) as i32;
        match self {
            Score::Difference => {
                let close = (2 - all..=all - 2).map(|difference| difference.to_string());
                Scale::new([(-all).to_string()].into_iter().chain(close).chain([all.to_string()]))
            }
            Score::Empties => Scale::new((-all..=all).step_by(2).map(|score| score.to_string())),
            Score::Result => Scale::loss_draw_win().clone(),
        }
    }

    /// The outcome of a game that ends with so many discs.
    #[inline]
    pub(super) fn result(self, max: i32, min: i32, size: u32) -> Outcome {
        let (all, difference) = ((size * size) as i32, max - min);
        let empty = all - max - min;
        let difference = match self {
            _ if min == 0 => all,
            _ if max == 0 => -all,
            Score::Empties => difference + empty * difference.signum(),
            _ => difference,
        };
        self.rank(difference, size)
    }

    /// The place on the scale of a difference that this score knows.
    #[inline]
    pub(super) fn rank(self, difference: i32, size: u32) -> Outcome {
        let all = (size * size) as i32;
        let rank = match self {
            Score::Difference if difference.abs() == all => (difference + all) * (all - 1) / all,
            Score::Difference => difference + all - 1,
            Score::Empties => (difference + all) / 2,
            Score::Result => difference.signum() + 1,
        };
        Outcome(rank as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_their_names() {
        for (score, max, min, name) in [
            (Score::Difference, 3, 11, "-8"),
            (Score::Difference, 9, 0, "16"),
            (Score::Difference, 0, 13, "-16"),
            (Score::Difference, 8, 8, "0"),
            (Score::Difference, 15, 1, "14"),
            (Score::Difference, 1, 15, "-14"),
            (Score::Difference, 7, 6, "1"),
            (Score::Empties, 3, 11, "-10"),
            (Score::Empties, 9, 0, "16"),
            (Score::Empties, 7, 6, "4"),
            (Score::Empties, 6, 6, "0"),
            (Score::Result, 7, 6, "win"),
            (Score::Result, 6, 6, "draw"),
            (Score::Result, 0, 13, "loss"),
        ] {
            let scale = score.scale(4);
            assert_eq!(scale.name(score.result(max, min, 4)), name, "{score:?} {max} {min}");
        }
        assert_eq!(Score::Difference.scale(8).len(), 127);
        assert_eq!(Score::Empties.scale(8).len(), 65);
    }

    #[test]
    fn ranks_grow_with_the_difference() {
        for score in [Score::Difference, Score::Empties, Score::Result] {
            for size in [4, 6, 8] {
                let all = (size * size) as i32;
                let ranks: Vec<u8> =
                    (-all..=all).step_by(2).map(|value| score.rank(value, size).0).collect();
                assert!(ranks.is_sorted(), "{score:?} {size}");
                assert_eq!(ranks[0], 0);
                assert_eq!(ranks.last(), Some(&score.scale(size).best().0));
            }
        }
    }
}
