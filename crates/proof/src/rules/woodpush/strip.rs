//! The strip of Woodpush and what a move does to it.

use super::LONGEST;
use crate::rules::grid::Cell;

/// The cells from the left. Those beyond the end of a shorter strip stay empty and are never looked at.
pub(super) type Board = [Cell; LONGEST];

/// The opponent.
pub(super) fn other(player: Cell) -> Cell {
    if player == Cell::Max { Cell::Min } else { Cell::Max }
}

fn count(board: &Board, player: Cell) -> usize {
    board.iter().filter(|&&cell| cell == player).count()
}

pub(super) fn counts(board: &Board) -> (usize, usize) {
    (count(board, Cell::Max), count(board, Cell::Min))
}

/// The cell one step away in that direction, if it is on the board.
fn step(length: usize, at: usize, rightwards: bool) -> Option<usize> {
    if rightwards { Some(at + 1).filter(|&at| at < length) } else { at.checked_sub(1) }
}

/// The piece goes to the nearest empty cell ahead, or off the board.
pub(super) fn forward(board: &Board, length: usize, at: usize) -> Board {
    let (piece, mut after) = (board[at], *board);
    after[at] = Cell::Empty;
    let mut ahead = step(length, at, piece == Cell::Max);
    while let Some(cell) = ahead {
        if board[cell] == Cell::Empty {
            after[cell] = piece;
            break;
        }
        ahead = step(length, cell, piece == Cell::Max);
    }
    after
}

/// The piece and the block behind it go one cell backwards, if an opponent's piece is directly behind.
pub(super) fn push(board: &Board, length: usize, at: usize) -> Option<Board> {
    let (piece, mut after) = (board[at], *board);
    let backwards = |at| step(length, at, piece != Cell::Max);
    if board[backwards(at)?] != other(piece) {
        return None;
    }
    after[at] = Cell::Empty;
    let mut from = at;
    // Each piece of the block takes the place of the next; the last takes an empty cell or is lost.
    while board[from] != Cell::Empty {
        let Some(to) = backwards(from) else { break };
        after[to] = board[from];
        from = to;
    }
    Some(after)
}
