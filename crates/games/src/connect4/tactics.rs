//! Static bounds: lines that are one stone short, and what follows from them within two plies; scores of moves.
//!
//! Values here are those of the player to move, 0 for a draw. [`Connect4`] converts them to outcomes of its scale.

use super::{Board, Connect4, FOLLOW_UPS, Position};

impl<W: Board> Connect4<W> {
    /// The empty cells that would complete a line of these stones.
    #[inline]
    pub(super) fn completing(&self, stones: W, all: W) -> W {
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        for direction in self.directions {
            let (one, two, three) = (direction, 2 * direction, 3 * direction);
            let below = (stones << one) & (stones << two);
            let above = (stones >> one) & (stones >> two);
            cells = cells
                | below & ((stones << three) | (stones >> one))
                | above & ((stones >> three) | (stones << one));
        }
        cells & (self.full ^ all)
    }

    /// The sum of the static scores of the cells of these stones.
    pub(super) fn cell_score_sum(&self, mut stones: W) -> i32 {
        let mut sum = 0;
        while stones != W::ZERO {
            sum += i32::from(self.cell_scores[stones.place()]);
            stones = stones ^ stones.lowest();
        }
        sum
    }

    /// The first free cell of every column that has one.
    #[inline]
    pub(super) fn open_cells(&self, all: W) -> W {
        (all + self.bottom) & self.full
    }

    /// At least and at most what a position that is not over is worth to the player to move, with the knowledge of a level
    /// above 0.
    pub(super) fn mover_bounds(&self, position: &Position<W>, level: u8) -> (i32, i32) {
        let &Position { mover, all, plies } = position;
        let other = all ^ mover;
        let open = self.open_cells(all);
        let worth = |stone: u8| i32::from(self.worth[usize::from(stone)]);
        if self.completing(mover, all) & open != W::ZERO {
            let win = worth(plies + 1);
            return (win, win);
        }
        let threats = self.completing(other, all);
        let safe = self.safe_cells(open, threats);
        if safe == W::ZERO {
            let loss = -worth(plies + 2);
            return (loss, loss);
        }
        if safe == safe.lowest() {
            return self.bounds_after_forced(position, safe, level);
        }
        let (low, high) = (-worth(plies.saturating_add(4)), worth(plies.saturating_add(3)));
        if level < FOLLOW_UPS {
            return (low, high);
        }
        self.follow_up(position, open, threats, low, high)
    }

    /// The same where all cells but one lose at once: the only one is played.
    fn bounds_after_forced(&self, position: &Position<W>, cell: W, level: u8) -> (i32, i32) {
        let &Position { mover, all, plies } = position;
        let all_then = all | cell;
        if all_then == self.full {
            return (0, 0);
        }
        let then = Position { mover: all ^ mover, all: all_then, plies: plies + 1 };
        let (low, high) = self.mover_bounds(&then, level);
        let loss = -i32::from(self.worth[usize::from(plies + 2)]);
        (loss.max(-high), loss.max(-low))
    }

    /// The cells that do not let the opponent complete a line at once: the one that must be blocked if there is one, and
    /// none just below one that would have to be.
    #[inline]
    pub(super) fn safe_cells(&self, open: W, threats: W) -> W {
        let safe = open & ((threats >> 1) ^ self.full);
        let forced = threats & open;
        if forced == W::ZERO {
            safe
        } else if forced == forced.lowest() {
            safe & forced
        } else {
            W::ZERO
        }
    }

    /// How promising a column looks: by the cells that would complete a line after it, then near the centre, then high up.
    /// A threat that is answered at once counts for half: it is soon used up. The weights were measured on 7x5 and 6x6.
    #[inline]
    pub(super) fn score_column(&self, position: &Position<W>, column: u8) -> i32 {
        let &Position { mover, all, .. } = position;
        let cell = (all + self.lowest[usize::from(column)]) & (self.full ^ all);
        let threats = self.completing(mover | cell, all | cell);
        let at_once = threats & self.open_cells(all | cell) != W::ZERO;
        64 * threats.count() as i32 - 32 * i32::from(at_once)
            + i32::from(self.cell_scores[cell.place()])
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Game;

    use super::*;
    use crate::connect4::Score;
    use crate::connect4::exhaustive::{BOARDS, positions};

    fn successors(game: &Connect4, position: &Position) -> Vec<(u64, Position)> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let play = |column| {
            let mut child = *position;
            game.play(&mut child, column);
            (child.all ^ position.all, child)
        };
        moves.into_iter().map(play).collect()
    }

    #[test]
    fn completing_cells_are_those_that_win() {
        positions((5, 4), Score::Result, |game, position, _| {
            let completing = game.completing(position.mover, position.all);
            let open = game.open_cells(position.all);
            for (cell, child) in successors(game, position) {
                assert_eq!(open & cell, cell);
                assert_eq!(completing & cell != 0, game.has_line(child.all ^ child.mover));
            }
        });
    }

    #[test]
    fn cells_that_are_not_safe_lose_at_once() {
        positions((5, 4), Score::Result, |game, position, _| {
            let all = position.all;
            let threats = game.completing(all ^ position.mover, all);
            let safe = game.safe_cells(game.open_cells(all), threats);
            for (cell, child) in successors(game, position) {
                let wins_next =
                    game.completing(child.mover, child.all) & game.open_cells(child.all);
                assert_eq!(safe & cell != 0, wins_next == 0, "{position:?}");
            }
        });
    }

    /// The whole of it: tactics, forced play and the rules of `follow_up`, with both scores.
    #[test]
    fn static_bounds_hold_on_small_boards() {
        for board in BOARDS {
            for score in [Score::Result, Score::Pons] {
                let (mut settled, mut count) = (0, 0);
                positions(board, score, |game, position, value| {
                    let (low, high) = game.mover_bounds(position, FOLLOW_UPS);
                    let context = (board, position, (low, high), value);
                    assert!((low..=high).contains(&value), "{context:?}");
                    settled += u32::from(low == high);
                    count += 1;
                });
                assert!(settled * 4 > count, "{settled} of {count} settled on {board:?}");
            }
        }
    }
}
