//! The strip of Woodpush, and the moves on it.

use super::LONGEST;
use crate::rules::grid::Cell;

/// The cells from the left. The cells beyond the end of a shorter strip are empty and never read.
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

/// The next cell in a direction, if it is on the board.
fn step(length: usize, at: usize, rightwards: bool) -> Option<usize> {
    if rightwards { Some(at + 1).filter(|&at| at < length) } else { at.checked_sub(1) }
}

/// The board after the piece moves to the nearest empty cell ahead, or leaves the board.
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

/// The board after the piece and the block behind it move one cell backwards, if an opponent's piece is directly behind.
pub(super) fn push(board: &Board, length: usize, at: usize) -> Option<Board> {
    let (piece, mut after) = (board[at], *board);
    let backwards = |at| step(length, at, piece != Cell::Max);
    if board[backwards(at)?] != other(piece) {
        return None;
    }
    after[at] = Cell::Empty;
    let mut from = at;
    // Each piece of the block moves to the cell of the next one. The last one moves to an empty cell or is lost.
    while board[from] != Cell::Empty {
        let Some(to) = backwards(from) else { break };
        after[to] = board[from];
        from = to;
    }
    Some(after)
}
