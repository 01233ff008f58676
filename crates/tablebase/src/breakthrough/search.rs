//! How many plies a single position lasts, found by a search: the bits tell which moves keep a win, so the winner has few moves
//! to try, and a limit on plies that grows by two ends most lines early.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Board;
use super::probe::Position;
use super::strong::StrongSolution;

/// Bounds on the plies of a position: more than the first number, at most the second.
type Span = (u16, u16);

struct Search<'s> {
    strong: &'s StrongSolution,
    known: HashMap<Position, Span>,
    /// Positions that may still be visited.
    nodes: u64,
    stop: &'s AtomicBool,
}

/// Positions that are visited between two looks at the stop flag.
const INTERVAL: u64 = 1 << 10;

impl StrongSolution {
    /// Plies until the end from a position that is not over, if the winner hurries and the loser delays. Nothing if the search
    /// would visit more positions than `nodes`, or if the flag is set. The player to move wins if the number is odd.
    pub fn distance(
        &self,
        (white, black): (u64, u64),
        white_to_move: bool,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<u16> {
        let position = Position::new(self.board(), white, black, white_to_move);
        let mut search = Search { strong: self, known: HashMap::new(), nodes, stop };
        let wins = self.won(position);
        (u16::from(wins)..).step_by(2).find_map(|limit| {
            match search.within(position, wins, limit) {
                Some(false) => None,
                Some(true) => Some(Some(limit)),
                None => Some(None),
            }
        })?
    }
}

impl Search<'_> {
    /// Whether it is over within some plies, if that can be said. The player to move wins if the number is odd.
    fn within(&mut self, position: Position, wins: bool, limit: u16) -> Option<bool> {
        let board = self.strong.board();
        if wins && position.can_finish(board) {
            return Some(true);
        }
        if limit < least(board, position, wins) {
            return Some(false);
        }
        if let Some(&(more, most)) = self.known.get(&position)
            && (limit <= more || limit >= most)
        {
            return Some(limit >= most);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        if self.nodes.is_multiple_of(INTERVAL) && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let is = self.look(position, wins, limit)?;
        let fresh = if is { (0, limit) } else { (limit, u16::MAX) };
        match self.known.entry(position) {
            Entry::Occupied(mut entry) => {
                let (more, most) = *entry.get();
                entry.insert((more.max(fresh.0), most.min(fresh.1)));
            }
            Entry::Vacant(entry) => {
                entry.insert(fresh);
            }
        }
        Some(is)
    }

    /// The same by looking at the moves.
    fn look(&mut self, position: Position, wins: bool, limit: u16) -> Option<bool> {
        let strong = self.strong;
        let board = strong.board();
        let mut moves: Vec<(u16, Position)> = Vec::new();
        for next in position.next(board) {
            if wins && next.can_finish(board) {
                continue;
            }
            if wins && strong.won(next) {
                continue;
            }
            let plies = self
                .known
                .get(&next)
                .map_or(0, |&(more, most)| if wins { most } else { u16::MAX - more });
            moves.push((plies, next));
        }
        // Without a move the game is over.
        if moves.is_empty() {
            return Some(!wins);
        }
        if limit == 0 {
            return Some(false);
        }
        moves.sort_by_key(|&(plies, _)| plies);
        for (_, next) in moves {
            if self.within(next, !wins, limit - 1)? == wins {
                return Some(wins);
            }
        }
        Some(!wins)
    }
}

/// The fewest plies to the end: the winner's best pawn has so far to go. Only if the loser has few pawns, or walls to get
/// stuck at, it may end before.
fn least(board: &Board, position: Position, wins: bool) -> u16 {
    let (up, loser) = if wins {
        (position.own, position.other)
    } else {
        (board.turn(position.other), position.own)
    };
    let rows = (0..board.height()).filter(|&row| board.row(up, row) != 0).max().unwrap_or(0);
    let steps = board.height() - 1 - rows;
    let steps = if board.walls() == 0 { steps.min(loser.count_ones()) } else { 0 };
    let plies = (2 * steps as u16).saturating_sub(1);
    if wins {
        plies
    } else if plies == 0 {
        0
    } else {
        plies + 1
    }
}
