//! Wins that need no proof: by threats, and by a pawn that nobody can stop (`docs/certificate.md`, *Runner*).

use super::{Breakthrough, Cells, Position};

impl Breakthrough {
    /// Whether the player to move wins or loses, if that can be found like this. The game is not over.
    pub(super) fn known_winner(&self, position: &Position) -> Option<bool> {
        if self.examine_threats(position).0 || self.runs(position, true) {
            Some(true)
        } else {
            self.runs(position, false).then_some(false)
        }
    }

    /// Whether a pawn of the player to move (`first`), or else of the opponent, arrives before any pawn against it does,
    /// and nothing can stop it. `reached` are all cells that the pawns against it can be on by then, if nothing stood in
    /// their way and all of their moves were one pawn's; the runner enters no cell that such a pawn can capture on,
    /// and goes straight only to cells that none can be on. Its own side makes no other moves.
    fn runs(&self, position: &Position, first: bool) -> bool {
        let white = position.white_to_move == first;
        let (own, against) = position.pawns(white);
        let (mut runners, mut reached) = (own, against);
        let mut moves = self.fewest_moves(against, !white);
        if !first {
            // They move before the runner does.
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

    /// How many moves a player needs at least to arrive; too many without a pawn.
    fn fewest_moves(&self, pawns: Cells, white: bool) -> usize {
        let rows = pawns.iter().map(|cell| cell / self.width);
        let left = rows.map(|row| if white { self.height - 1 - row } else { row });
        left.min().unwrap_or(self.height)
    }

    /// Adds the cells that one move more leads to.
    fn spread(&self, reached: &mut Cells, white: bool) {
        for step in reached.iter().flat_map(|cell| self.ahead(white, cell)) {
            reached.add(step.to);
        }
    }

    /// Drops the runners that a pawn on one of the reached cells could capture.
    fn keep_safe(&self, runners: &mut Cells, reached: Cells, white: bool) {
        let steps = reached.iter().flat_map(|cell| self.ahead(!white, cell));
        for step in steps.filter(|step| !step.straight) {
            runners.remove(step.to);
        }
    }
}
