//! Runners: pawns that arrive before any pawn of the opponent and that cannot be stopped (`docs/certificate.md`, *Runner*).

use super::Position;
use super::board::{Board, Cells};

impl Board {
    /// Whether the player to move wins or loses by a runner.
    pub(super) fn race(&self, position: &Position) -> Option<bool> {
        if self.mover_runs(position) {
            return Some(true);
        }
        self.opponent_runs(position).then_some(false)
    }

    /// Whether the player to move wins by a runner.
    pub(super) fn mover_runs(&self, position: &Position) -> bool {
        let white = position.white_to_move;
        let (own, against) = position.pawns(white);
        self.runs(white, own, own, against, self.fewest_moves(!white, against))
    }

    /// Whether the opponent of the player to move wins by a runner.
    pub(super) fn opponent_runs(&self, position: &Position) -> bool {
        let white = !position.white_to_move;
        let (own, against) = position.pawns(white);
        // The other side moves first.
        let moves = self.fewest_moves(!white, against) - 1;
        let safe = own & !self.diagonal(!white, against);
        self.runs(white, own, safe, against | self.all_ahead(!white, against), moves)
    }

    /// Whether one of the runners arrives within this number of moves, its player moving first. `reached` are all cells that a
    /// pawn of the other side can be on by then, if it makes all moves of its side and nothing is in its way. A runner enters
    /// no cell on which such a pawn can capture, and goes straight ahead only to cells on which no such pawn can be. Its own
    /// side makes no other moves.
    fn runs(
        &self,
        white: bool,
        own: Cells,
        mut runners: Cells,
        mut reached: Cells,
        moves: usize,
    ) -> bool {
        if self.fewest_moves(white, own) > moves {
            return false;
        }
        for _ in 0..moves {
            let straight = self.ahead(white, runners, 0) & !reached;
            runners = (straight | self.diagonal(white, runners)) & !own;
            if runners & self.goal(white) != 0 {
                return true;
            }
            runners &= !self.diagonal(!white, reached);
            if runners == 0 {
                return false;
            }
            reached |= self.all_ahead(!white, reached);
        }
        false
    }

    /// The least number of moves in which a player can arrive; the height of the board without pawns.
    fn fewest_moves(&self, white: bool, pawns: Cells) -> usize {
        let left = |row: usize| if white { self.height - 1 - row } else { row };
        match (white, pawns) {
            (_, 0) => self.height,
            (true, _) => left(pawns.ilog2() as usize / self.width),
            (false, _) => left(pawns.trailing_zeros() as usize / self.width),
        }
    }
}
