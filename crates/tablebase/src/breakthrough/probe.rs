//! The value of a single position. A position with a pawn one step from its goal is not stored: the pawn wins if its owner
//! is to move, and otherwise must be captured at once.

use super::board::{Board, bits, ones};
use super::strong::StrongSolution;

/// A position, from the point of view of the player to move: that player's pawns go up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Position {
    /// Pawns of the player to move.
    pub(super) own: u64,
    /// The opponent's.
    pub(super) other: u64,
    /// Whether White is to move.
    pub(super) white: bool,
}

impl Position {
    pub(super) fn new(board: &Board, white: u64, black: u64, white_to_move: bool) -> Position {
        if white_to_move {
            Position { own: white, other: black, white: true }
        } else {
            Position { own: board.turn(black), other: board.turn(white), white: false }
        }
    }

    /// White's and Black's pawns.
    fn sides(&self, board: &Board) -> (u64, u64) {
        if self.white {
            (self.own, self.other)
        } else {
            (board.turn(self.other), board.turn(self.own))
        }
    }

    /// Whether the player to move has a pawn one step from its goal.
    pub(super) fn can_finish(&self, board: &Board) -> bool {
        board.row(self.own, board.height() - 2) != 0
    }

    /// The opponent's pawns one step from their goal.
    pub(super) fn threats(&self, board: &Board) -> u64 {
        self.other & ones(board.width()) << board.width()
    }

    /// The positions after all moves.
    pub(super) fn next(self, board: &Board) -> impl Iterator<Item = Position> {
        let (width, cells) = (board.width() as usize, ones(board.width() * board.height()));
        let walls = if self.white { board.walls() } else { board.turn(board.walls()) };
        let vacant = cells & !walls & !self.own;
        let first = (0..board.height()).fold(0, |column, row| column | 1 << (row * board.width()));
        let last = first << (width - 1);
        // The boards are small enough that no cell is shifted out and comes back.
        let ways = [
            (self.own << width & vacant & !self.other, width),
            ((self.own & !first) << (width - 1) & vacant, width - 1),
            ((self.own & !last) << (width + 1) & vacant, width + 1),
        ];
        let turn = *board;
        ways.into_iter().flat_map(move |(targets, back)| {
            bits(targets).map(move |cell| {
                let own = self.own ^ 1 << cell ^ 1 << (cell - back);
                let other = self.other & !(1 << cell);
                Position { own: turn.turn(other), other: turn.turn(own), white: !self.white }
            })
        })
    }
}

impl StrongSolution {
    /// Whether the player to move wins: any position that is not over.
    pub fn wins(&self, white: u64, black: u64, white_to_move: bool) -> bool {
        self.won(Position::new(self.board(), white, black, white_to_move))
    }

    pub(super) fn won(&self, position: Position) -> bool {
        let board = self.board();
        if position.can_finish(board) {
            return true;
        }
        let threats = position.threats(board);
        if threats == 0 {
            let (white, black) = position.sides(board);
            return self.bit(white, black, position.white);
        }
        // Two cannot be captured at once; a move that leaves one loses.
        threats.is_power_of_two()
            && position
                .next(board)
                .filter(|next| !next.can_finish(board))
                .any(|next| !self.won(next))
    }
}
