//! Wins that need no proof, because trying out what matters shows them: by threats to arrive, of which every single one
//! must be answered, and by a pawn that nobody can stop.
//!
//! Threats are tried by the rules alone: whoever is to win only tries moves that arrive, that threaten to, or that capture
//! a pawn about to arrive; the opponent tries every move there is. So what is found is a win, whatever was left out.

use super::{Breakthrough, Cells, Position};

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
        let white = position.white_to_move;
        if self.arriving(position, white).is_some() {
            return true;
        }
        if let Some(danger) = self.arriving(position, !white) {
            // Every other move lets it arrive.
            return self
                .moves(position)
                .any(|(from, to)| to == danger && self.loses(&position.after(from, to)));
        }
        let before_goal = if white { self.height - 2 } else { 1 };
        self.moves(position).filter(|&(_, to)| to / self.width == before_goal).any(|(from, to)| {
            let after = position.after(from, to);
            self.arriving(&after, white).is_some() && self.loses(&after)
        })
    }

    /// Whether the player to move loses like that, whatever the move.
    fn loses(&self, position: &Position) -> bool {
        self.arriving(position, position.white_to_move).is_none()
            && self.moves(position).all(|(from, to)| self.wins(&position.after(from, to)))
    }

    /// A pawn of a player that arrives with its next move.
    fn arriving(&self, position: &Position, white: bool) -> Option<usize> {
        let (own, other) = position.pawns(white);
        let row = if white { self.height - 2 } else { 1 };
        (self.at(0, row)..self.at(0, row + 1))
            .filter(|&cell| own.has(cell))
            .find(|&cell| self.ahead(white, cell).iter().any(|step| step.is_open(own, other)))
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
