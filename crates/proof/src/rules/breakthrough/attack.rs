//! Wins that need no proof, because trying out what matters shows them: by threats to arrive, of which every single one
//! must be answered, and by a pawn that nobody can stop.
//!
//! Threats are tried by the rules alone: whoever is to win only tries moves that arrive, that threaten to, or that capture
//! a pawn about to arrive; the opponent tries every move there is. So what is found is a win, whatever was left out.

use super::{Breakthrough, Cell, Position};

impl Breakthrough {
    /// Whether the player to move wins or loses, if that can be found like this. The game is not over.
    pub(super) fn foreseen(&self, position: &Position) -> Option<bool> {
        if self.wins(position) || self.runs(position, true) {
            Some(true)
        } else {
            self.runs(position, false).then_some(false)
        }
    }

    /// Whether the player to move wins by arriving, by threats, or by capturing what is about to arrive.
    fn wins(&self, position: &Position) -> bool {
        let moves = self.moves(position);
        if moves.iter().any(|&(_, to)| self.is_goal(position.white_to_move, to)) {
            return true;
        }
        if let Some(danger) = self.arriving(position, !position.white_to_move) {
            // Every other move lets it arrive.
            return moves
                .iter()
                .any(|&(from, to)| to == danger && self.loses(&position.after(from, to)));
        }
        let before_goal = if position.white_to_move { self.height - 2 } else { 1 };
        moves.iter().filter(|&&(_, to)| to / self.width == before_goal).any(|&(from, to)| {
            let after = position.after(from, to);
            self.arriving(&after, position.white_to_move).is_some() && self.loses(&after)
        })
    }

    /// Whether the player to move loses like that, whatever the move.
    fn loses(&self, position: &Position) -> bool {
        self.moves(position).into_iter().all(|(from, to)| {
            !self.is_goal(position.white_to_move, to) && self.wins(&position.after(from, to))
        })
    }

    /// A pawn of a player that arrives with its next move.
    fn arriving(&self, position: &Position, white: bool) -> Option<usize> {
        let (row, own) = if white { (self.height - 2, Cell::White) } else { (1, Cell::Black) };
        (0..self.width).map(|column| self.at(column, row)).find(|&cell| {
            let free = |&(to, straight): &(usize, bool)| {
                position.cells[to] == Cell::Empty || !straight && position.cells[to] != own
            };
            position.cells[cell] == own && self.ahead(position, cell, white).iter().any(free)
        })
    }

    /// Whether a player's pawn has arrived on a cell.
    fn is_goal(&self, white: bool, cell: usize) -> bool {
        cell / self.width == if white { self.height - 1 } else { 0 }
    }

    /// Whether a pawn of the player to move (`first`), or else of the opponent, arrives before any pawn against it does,
    /// and nothing can stop it. `reached` are all cells that the pawns against it can be on by then, if nothing stood in
    /// their way and all of their moves were one pawn's; the runner enters no cell that such a pawn can capture on,
    /// and goes straight only to cells that none can be on. Its own side makes no other moves.
    fn runs(&self, position: &Position, first: bool) -> bool {
        let white = position.white_to_move == first;
        let (own, against) =
            if white { (Cell::White, Cell::Black) } else { (Cell::Black, Cell::White) };
        let all = || 0..position.cells.len();
        let mut runners: Vec<bool> = all().map(|cell| position.cells[cell] == own).collect();
        let mut reached: Vec<bool> = all().map(|cell| position.cells[cell] == against).collect();
        let mut moves = self.fewest_moves(position, !white);
        if !first {
            // They move before the runner does.
            moves -= 1;
            self.keep_safe(position, &mut runners, &reached, white);
            self.spread(position, &mut reached, !white);
        }
        for _ in 0..moves {
            let mut next = vec![false; runners.len()];
            for cell in all().filter(|&cell| runners[cell]) {
                for (to, straight) in self.ahead(position, cell, white) {
                    next[to] |= position.cells[to] != own && !(straight && reached[to]);
                }
            }
            if all().any(|cell| next[cell] && self.is_goal(white, cell)) {
                return true;
            }
            runners = next;
            self.keep_safe(position, &mut runners, &reached, white);
            self.spread(position, &mut reached, !white);
        }
        false
    }

    /// How many moves a player needs at least to arrive; too many without a pawn.
    fn fewest_moves(&self, position: &Position, white: bool) -> usize {
        let pawn = if white { Cell::White } else { Cell::Black };
        let rows = (0..position.cells.len()).filter(|&cell| position.cells[cell] == pawn);
        let left = rows.map(|cell| cell / self.width).map(|row| match white {
            true => self.height - 1 - row,
            false => row,
        });
        left.min().unwrap_or(self.height)
    }

    /// The cells ahead of a cell that are no walls, and which of them is straight ahead.
    fn ahead(&self, position: &Position, cell: usize, white: bool) -> Vec<(usize, bool)> {
        let (column, row) = (cell % self.width, cell / self.width);
        let row = if white { row + 1 } else { row.wrapping_sub(1) };
        if row >= self.height {
            return Vec::new();
        }
        let columns = column.saturating_sub(1)..=(column + 1).min(self.width - 1);
        let cells = columns.map(|to| (self.at(to, row), to == column));
        cells.filter(|&(to, _)| position.cells[to] != Cell::Wall).collect()
    }

    /// Adds the cells that one move more leads to.
    fn spread(&self, position: &Position, reached: &mut [bool], white: bool) {
        for cell in (0..reached.len()).filter(|&cell| reached[cell]).collect::<Vec<_>>() {
            for (to, _) in self.ahead(position, cell, white) {
                reached[to] = true;
            }
        }
    }

    /// Drops the runners that a pawn on one of the reached cells could capture.
    fn keep_safe(&self, position: &Position, runners: &mut [bool], reached: &[bool], white: bool) {
        for cell in (0..reached.len()).filter(|&cell| reached[cell]) {
            for (to, straight) in self.ahead(position, cell, !white) {
                runners[to] &= straight;
            }
        }
    }
}
