//! The wins that the checker knows: by threats, and by a runner, a pawn that cannot be stopped (`docs/certificate.md`,
//! *Runner*).

use super::{Breakthrough, Cells, Position};

impl Breakthrough {
    /// Whether the player to move wins or loses, if that is known. The game is not over.
    pub(super) fn known_winner(&self, position: &Position) -> Option<bool> {
        if self.examine_threats(position).0 || self.runs(position, true) {
            Some(true)
        } else {
            self.runs(position, false).then_some(false)
        }
    }

    /// Whether a pawn of the player to move (`first`), or else of the opponent, is a runner: it arrives on the row that wins
    /// before any pawn of the other side does, and cannot be stopped. `reached` are all cells that a pawn of the other side
    /// can be on by then, if it makes all moves of its side and nothing is in its way. The runner enters no cell on which
    /// such a pawn can capture, and goes straight ahead only to cells on which no such pawn can be. Its own side makes no
    /// other moves.
    fn runs(&self, position: &Position, first: bool) -> bool {
        let white = position.white_to_move == first;
        let (own, against) = position.pawns(white);
        let (mut runners, mut reached) = (own, against);
        let mut moves = self.fewest_moves(against, !white);
        if !first {
            // The other side moves first.
            moves -= 1;
            self.keep_safe(&mut runners, reached, white);
            self.spread(&mut reached, !white);
        }
        for _ in 0..moves {
            let mut next = Cells::default();
            for step in runners.iter().flat_map(|cell| self.ahead(white, cell)) {
                if step.is_open(own, reached) {
                    next.add(step.to);
                }
            }
            if next.iter().any(|cell| self.is_goal(white, cell)) {
                return true;
            }
            runners = next;
            self.keep_safe(&mut runners, reached, white);
            self.spread(&mut reached, !white);
        }
        false
    }

    /// The least number of moves in which a player can arrive; the height of the board without pawns.
    fn fewest_moves(&self, pawns: Cells, white: bool) -> usize {
        let rows = pawns.iter().map(|cell| cell / self.width);
        let left = rows.map(|row| if white { self.height - 1 - row } else { row });
        left.min().unwrap_or(self.height)
    }

    /// Adds the cells that one more move leads to.
    fn spread(&self, reached: &mut Cells, white: bool) {
        for step in reached.iter().flat_map(|cell| self.ahead(white, cell)) {
            reached.add(step.to);
        }
    }

    /// Removes the runners that a pawn on one of the reached cells could capture.
    fn keep_safe(&self, runners: &mut Cells, reached: Cells, white: bool) {
        let steps = reached.iter().flat_map(|cell| self.ahead(!white, cell));
        for step in steps.filter(|step| !step.straight) {
            runners.remove(step.to);
        }
    }
}
