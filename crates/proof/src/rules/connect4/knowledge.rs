//! The static bounds of rules version 2, in the order of the page: `docs/certificate.md`, *Static bounds* of `connect4`.
//!
//! Values are stated for the player to move; a draw is 0. A player *answers* with a stone on top of the opponent's last one.

use super::Score;
use super::board::{Board, LINE};
use super::set::Set;

/// The lowest and the highest value that is possible.
type Bounds = (i32, i32);

impl Score {
    /// What a line is worth that is completed by the n-th stone of the game, at most: 0 if there are fewer cells.
    fn worth(self, size: u32, n: u32) -> i32 {
        match self {
            _ if n > size => 0,
            Score::Result => 1,
            // No line is complete before the seventh stone.
            Score::Pons => ((size + 2).saturating_sub(n.max(2 * LINE - 1)) / 2) as i32,
        }
    }
}

impl<S: Set> Board<S> {
    /// What is known about a position that is not over, with the stones of the player to move and those of the other player.
    pub(super) fn bounds(&self, mover: S, other: S, score: Score) -> Bounds {
        self.bounds_with(mover, other, score, (mover | other).count())
    }

    /// The same; `n` is the number of stones on the board.
    fn bounds_with(&self, mover: S, other: S, score: Score, n: u32) -> Bounds {
        let empty = self.cells ^ (mover | other);
        let open = self.open(mover | other);
        let worth = |stone: u32| score.worth(self.size(), stone);
        if self.completing(mover).meets(open) {
            return (worth(n + 1), worth(n + 1));
        }
        let threats = self.completing(other) & empty;
        let safe = self.safe(open, threats);
        if safe == S::NONE {
            return (-worth(n + 2), -worth(n + 2));
        }
        if safe == safe.first() {
            if empty == safe {
                return (0, 0);
            }
            let (lowest, highest) = self.bounds_with(other, mover | safe, score, n + 1);
            return (-highest, -lowest);
        }
        let by_stones = (-worth(n + 4), worth(n + 3));
        let by_lines = self.possible_lines(mover, other, empty);
        let by_answers = self.answers(mover, other, empty, open, threats);
        intersection(by_stones, intersection(by_lines, by_answers))
    }

    /// The open cells after which the opponent cannot complete a line at once: every open threat must be the cell itself, and
    /// the cell on top of it no threat.
    fn safe(&self, open: S, threats: S) -> S {
        let open_threats = open & threats;
        let not_below = open & (self.cells ^ ((threats >> 1) & self.cells));
        match open_threats.count() {
            0 => not_below,
            1 => not_below & open_threats,
            _ => S::NONE,
        }
    }

    /// A player for whom no line is left cannot win.
    fn possible_lines(&self, mover: S, other: S, empty: S) -> Bounds {
        let lowest = if self.has_line(other | empty) { i32::MIN } else { 0 };
        let highest = if self.has_line(mover | empty) { i32::MAX } else { 0 };
        (lowest, highest)
    }

    /// What the players get by answering.
    fn answers(&self, mover: S, other: S, empty: S, open: S, threats: S) -> Bounds {
        let upper = empty & self.upper_rows;
        let lower = empty ^ upper;
        let singles = open & upper;
        if singles.count().is_multiple_of(2) {
            return match self.is_held(mover | lower, singles) {
                false => (i32::MIN, i32::MAX),
                true if self.has_line(other | (upper ^ singles)) => (i32::MIN, -1),
                true => (i32::MIN, 0),
            };
        }
        let lowest = match self.single_to_take(other | lower, singles) {
            None => i32::MIN,
            Some(taken) if self.has_line(mover | taken | (upper ^ singles)) => 1,
            Some(_) => 0,
        };
        let is_lost = self.in_zugzwang(mover, (upper, lower), singles, threats);
        (lowest, if is_lost { -1 } else { i32::MAX })
    }

    /// Whether a player gets no line who gets the cells of `reach` at most, and of each pair of single cells one, for some
    /// pairing of these. The number of single cells is even. Of six or more the pairings are not tried.
    fn is_held(&self, reach: S, singles: S) -> bool {
        if !self.has_line(reach | singles) {
            return true;
        }
        if self.has_line(reach) {
            return false;
        }
        let a = singles.first();
        let b = (singles ^ a).first();
        let c = (singles ^ a ^ b).first();
        let d = singles ^ a ^ b ^ c;
        let no_line = |one: S, other: S| !self.has_line(reach | one | other);
        // One of `a` and `b`, and one of `c` and `d`.
        let pairing = |a: S, b: S, c: S, d: S| {
            no_line(a, c) && no_line(a, d) && no_line(b, c) && no_line(b, d)
        };
        match singles.count() {
            2 => no_line(a, a) && no_line(b, b),
            4 => pairing(a, b, c, d) || pairing(a, c, b, d) || pairing(a, d, b, c),
            _ => false,
        }
    }

    /// The leftmost single cell, of an odd number of them, such that a player who takes it holds an opponent who gets the cells
    /// of `reach` at most, and of each pair of the other single cells one.
    fn single_to_take(&self, reach: S, singles: S) -> Option<S> {
        if self.has_line(reach) {
            return None;
        }
        let mut left = singles;
        while left != S::NONE {
            let single = left.first();
            if self.is_held(reach, singles ^ single) {
                return Some(single);
            }
            left = left ^ single;
        }
        None
    }

    /// Whether the player to move has to play below a threat of the opponent in the end. In one column with a single cell the
    /// opponent takes the lower cells up to the threat, and in the other columns the upper ones.
    fn in_zugzwang(&self, mover: S, (upper, lower): (S, S), singles: S, threats: S) -> bool {
        if !threats.meets(lower) {
            return false;
        }
        self.each_column.iter().any(|&column| {
            let (single, low_threats) = (column & singles, column & threats & lower);
            if single == S::NONE || low_threats == S::NONE {
                return false;
            }
            let below_threat = column & low_threats.bits_below();
            let reach = mover | (lower & (self.cells ^ column)) | (upper & below_threat);
            self.is_held(reach, singles ^ single)
        })
    }
}

fn intersection(one: Bounds, other: Bounds) -> Bounds {
    (one.0.max(other.0), one.1.min(other.1))
}
