//! What a player holds by always answering in the same column (Allis 1988: claimeven, and zugzwang by threats).
//!
//! Think of the empty cells of each column as pairs, from the top down: a player who answers every stone with one on top of it
//! gets the upper cells of all pairs, and the other player the lower ones. The lowest empty cell of a column with an odd
//! number of them belongs to no pair. Such single cells can be played at once, and are paired with each other: who
//! answers takes one when the other player takes its partner.
//!
//! The simplest rule: a player who has no line left on the empty cells cannot win.
//!
//! The rules are sound on every board: no line of the opponent fits into what he can get, so he completes none, and what
//! the answering player does get is certain.

use super::{Board, Connect4, Position};

impl<W: Board> Connect4<W> {
    /// Tightens the bounds of the player to move by what both players can still get, and hold by answering.
    #[inline]
    pub(super) fn follow_up(
        &self,
        position: &Position<W>,
        open: W,
        threats: W,
        low: i32,
        high: i32,
    ) -> (i32, i32) {
        let &Position { mover, all, .. } = position;
        let other = all ^ mover;
        let empty = self.full ^ all;
        let upper = empty & self.answers;
        let lower = empty ^ upper;
        let singles = open & self.answers;
        let low = if self.has_line(other | empty) { low } else { low.max(0) };
        let high = if self.has_line(mover | empty) { high } else { high.min(0) };
        if singles.count().is_multiple_of(2) {
            // The opponent answers.
            if !self.answered(mover | lower, singles) {
                return (low, high);
            }
            let wins = self.has_line(other | (upper ^ singles));
            (low, high.min(if wins { -1 } else { 0 }))
        } else {
            let high = if self.zugzwang(mover, lower, upper, singles, threats) {
                high.min(-1)
            } else {
                high
            };
            // The player to move takes a single cell and answers from then on.
            let Some(taken) = self.taken(other | lower, singles) else { return (low, high) };
            let wins = self.has_line(mover | (upper ^ singles) | taken);
            (low.max(if wins { 1 } else { 0 }), high)
        }
    }

    /// Whether no line fits into what a player can get who has `reach` for certain and one of each pair of single cells,
    /// if the answering player pairs them well. Not all pairings of more than four are tried.
    #[inline]
    fn answered(&self, reach: W, singles: W) -> bool {
        if !self.has_line(reach | singles) {
            return true;
        }
        if self.has_line(reach) {
            return false;
        }
        let first = singles.lowest();
        let rest = singles ^ first;
        match singles.count() {
            2 => !self.has_line(reach | first) && !self.has_line(reach | rest),
            4 => {
                let second = rest.lowest();
                let third = (rest ^ second).lowest();
                let fourth = rest ^ second ^ third;
                let both = |one: W, other: W| !self.has_line(reach | one | other);
                let [a, b, c, d] = [first, second, third, fourth];
                (both(a, c) && both(b, d) && (both(a, d) && both(b, c) || both(a, b) && both(c, d)))
                    || both(a, b) && both(c, d) && both(a, d) && both(b, c)
            }
            _ => false,
        }
    }

    /// The single cell, of an odd number of them, which a player takes before he begins to answer one who has `reach`.
    #[inline]
    fn taken(&self, reach: W, singles: W) -> Option<W> {
        if self.has_line(reach) {
            return None;
        }
        let mut left = singles;
        while left != W::ZERO {
            let cell = left.lowest();
            left = left ^ cell;
            if self.answered(reach, singles ^ cell) {
                return Some(cell);
            }
        }
        None
    }

    /// Whether the opponent of the player to move wins by answering: in one column with a single cell, he answers from
    /// below, so that the player to move is the one who has to play below a cell that completes a line.
    #[inline]
    fn zugzwang(&self, mover: W, lower: W, upper: W, singles: W, threats: W) -> bool {
        let mut left = singles;
        while left != W::ZERO {
            let single = left.lowest();
            left = left ^ single;
            // All cells of the column from the single one up.
            let column = self.upwards[single.place()];
            let wins = threats & lower & column;
            if wins == W::ZERO {
                continue;
            }
            let below = column ^ self.upwards[wins.place()];
            let reach = mover | (lower & (column ^ self.full)) | (upper & below);
            if self.answered(reach, singles ^ single) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::connect4::Score;
    use crate::connect4::exhaustive::{BOARDS, positions};

    use super::*;

    /// The parts of a position that the rules are about.
    fn parts(game: &Connect4, position: &Position) -> (u64, u64, u64, u64) {
        let empty = game.full ^ position.all;
        let upper = empty & game.answers;
        (
            position.all ^ position.mover,
            upper,
            empty ^ upper,
            game.open_cells(position.all) & game.answers,
        )
    }

    #[test]
    fn who_answers_does_not_lose_and_gets_the_upper_cells() {
        for board in BOARDS {
            let mut used = [0; 2];
            positions(board, Score::Result, |game, position, value| {
                let (other, upper, lower, singles) = parts(game, position);
                if singles.count().is_multiple_of(2)
                    && game.answered(position.mover | lower, singles)
                {
                    assert!(value <= 0, "{board:?} {position:?}");
                    used[0] += 1;
                    if game.has_line(other | (upper ^ singles)) {
                        assert!(value < 0, "{board:?} {position:?}");
                        used[1] += 1;
                    }
                }
            });
            assert!(used[0] > 1000, "{board:?} {used:?}");
        }
    }

    #[test]
    fn who_takes_the_single_cell_does_not_lose() {
        for board in BOARDS {
            let mut used = [0; 2];
            positions(board, Score::Result, |game, position, value| {
                let (other, upper, lower, singles) = parts(game, position);
                if singles.count() % 2 == 1
                    && let Some(taken) = game.taken(other | lower, singles)
                {
                    assert!(value >= 0, "{board:?} {position:?}");
                    used[0] += 1;
                    if game.has_line(position.mover | (upper ^ singles) | taken) {
                        assert!(value > 0, "{board:?} {position:?}");
                        used[1] += 1;
                    }
                }
            });
            assert!(used[0] > 1000, "{board:?} {used:?}");
        }
    }

    #[test]
    fn who_is_in_zugzwang_loses() {
        let mut total = 0;
        for board in BOARDS {
            let mut used = 0;
            positions(board, Score::Result, |game, position, value| {
                let (other, upper, lower, singles) = parts(game, position);
                let threats = game.completing(other, position.all);
                let wins_at_once =
                    game.completing(position.mover, position.all) & game.open_cells(position.all);
                if singles.count() % 2 == 1
                    && wins_at_once == 0
                    && game.zugzwang(position.mover, lower, upper, singles, threats)
                {
                    assert!(value < 0, "{board:?} {position:?}");
                    used += 1;
                }
            });
            total += used;
        }
        assert!(total > 50_000, "{total}");
    }
}
