//! Whether a player can force a win within a number of plies, found by trying lines of play. It is used for boards that are too
//! large for a table of all values.

use std::collections::HashMap;

use crate::strong::Board;

/// A search that stores results by position and by the player who is to win.
pub struct Lines {
    board: Board,
    /// For a position, and whether the mover is to win: whether the last number of plies that was tried is enough, and that number.
    known: HashMap<(u64, u64, bool), (bool, u32)>,
}

impl Lines {
    /// For a board that looks the same to both players.
    pub fn new(board: Board) -> Lines {
        assert_eq!(board, board.turned());
        Lines { board, known: HashMap::new() }
    }

    /// Whether the player to move, or the opponent, can force a win within a number of plies.
    pub fn forced(&mut self, own: u64, other: u64, mover: bool, plies: u32) -> bool {
        (0..=plies).any(|plies| self.search(own, other, mover, plies))
    }

    fn search(&mut self, own: u64, other: u64, mover: bool, plies: u32) -> bool {
        if own == 0 {
            return !mover;
        }
        let known = self.known.get(&(own, other, mover)).copied();
        if let Some((won, searched)) = known
            && (won || plies <= searched)
        {
            return won && searched <= plies;
        }
        let turns = if mover { plies.div_ceil(2) } else { plies / 2 };
        let won = self.distance(if mover { own } else { other }, mover) <= turns as i32
            && self.any_or_all(own, other, mover, plies);
        self.known.insert((own, other, mover), (won, plies));
        won
    }

    /// If the mover is to win, some move wins; otherwise all moves of the mover lose.
    fn any_or_all(&mut self, own: u64, other: u64, mover: bool, plies: u32) -> bool {
        let moves = self.board.moves(own, other);
        if moves.contains(&None) {
            return mover;
        }
        let mut then = moves.into_iter().flatten();
        if mover {
            then.any(|(own, other)| self.search(own, other, false, plies - 1))
        } else {
            then.all(|(own, other)| self.search(own, other, true, plies - 1))
        }
    }

    /// How many moves the closest pawn needs.
    fn distance(&self, pawns: u64, up: bool) -> i32 {
        let row = |cell: u32| cell as i32 / self.board.width;
        match pawns {
            0 => i32::MAX,
            _ if up => self.board.height - 1 - row(pawns.ilog2()),
            _ => row(pawns.trailing_zeros()),
        }
    }
}
