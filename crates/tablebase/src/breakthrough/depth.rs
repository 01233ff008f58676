//! How many plies positions last if the winner hurries and the loser delays. Where the players do not see the same board,
//! Black's wins are found on the turned board.

use super::board::{Board, Shape};
use super::layers::Layers;
use super::probe::Position;
use super::store::by_rank;
use super::strong::StrongSolution;
use crate::retro::{AnalysisError, Control};

/// The number of stored positions for each number of plies until the end, and the length of the game.
///
/// The stored positions are those of [`Counts`](super::Counts); they include positions with more pawns than the players have
/// and others that no play reaches. The 30 plies that are known as the longest of 5x5 are of this kind: the only positions that last so
/// long have 11 pawns a side. With 10 at most it is 29, and 28 if the position can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Depths {
    /// Positions with each number of plies, by the player to move, White first. That player wins if the number is odd.
    pub counts: [Vec<u64>; 2],
    /// Plies from the start on.
    pub start: u16,
}

impl Depths {
    /// Finds the plies of all positions of a board. This takes [`depth_bytes`] of memory, and as much time as the solution for
    /// every two plies.
    pub fn find(board: &Board, control: &Control<'_>) -> Result<Depths, AnalysisError> {
        let same = Shape::new(board).turned;
        let (white, starts) = wins_of_white(board, control)?;
        let (black, turned) =
            if same { (white.clone(), starts) } else { wins_of_white(&board.turned(), control)? };
        // Black is White on the turned board, but still the second player.
        let start = starts[0].or(turned[1]).expect("either player wins");
        Ok(Depths { counts: [merged(&white, &black), merged(&black, &white)], start })
    }

    /// The most plies that any stored position lasts.
    pub fn longest(&self) -> u16 {
        self.counts.iter().map(Vec::len).max().map_or(0, |len| len as u16 - 1)
    }
}

/// Wins of the player to move are in the odd places of one list, losses in the even ones of the other.
fn merged(wins: &[u64], losses: &[u64]) -> Vec<u64> {
    let places = 0..wins.len().max(losses.len());
    let at = |list: &[u64], place: usize| list.get(place).copied().unwrap_or(0);
    let mut counts: Vec<u64> =
        places.map(|plies| at(if plies % 2 == 1 { wins } else { losses }, plies)).collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

/// The most bytes that [`Depths::find`] takes, apart from small allocations; `u64::MAX` if the number overflows.
pub fn depth_bytes(board: &Board, threads: usize) -> u64 {
    let shape = Shape::new(board);
    let (homes, others) = by_rank(&shape);
    let table = 8 * shape.table_words() as u128;
    let kept: u128 = 2 * homes.iter().map(|homes| homes.len() as u128).sum::<u128>();
    let pairs = others.windows(2).map(|pair| (pair[0].len() + pair[1].len()) as u128);
    let lent = (1 + u128::from(shape.rows == 0)) * pairs.max().unwrap_or(0);
    u64::try_from(table * (kept + lent + 2 * threads.max(1) as u128)).unwrap_or(u64::MAX)
}

/// How many positions White wins after how many plies, those with White to move in odd places; and the length of the game
/// if White wins it as the first, and as the second player.
fn wins_of_white(
    board: &Board,
    control: &Control<'_>,
) -> Result<(Vec<u64>, [Option<u16>; 2]), AnalysisError> {
    let mut layers = Layers::new(board, None);
    let (mut counts, mut starts) = (Vec::new(), [None, None]);
    let (white, black) = board.start();
    let mut before = [0, 0];
    loop {
        let now = layers.advance(control)?;
        counts.extend([now[1] - before[1], now[0] - before[0]]);
        for (start, first) in starts.iter_mut().zip([true, false]) {
            if start.is_none() && layers.won(white, black, first) {
                *start = Some(layers.plies - u16::from(!first));
            }
        }
        if now == before && layers.plies > 1 {
            return Ok((counts, starts));
        }
        before = now;
    }
}

impl StrongSolution {
    /// The same as [`StrongSolution::distance`], and always found: by as many sweeps as half the plies, over the positions that can
    /// follow. It takes at most [`depth_bytes`].
    pub fn distance_by_sweeps(
        &self,
        white: u64,
        black: u64,
        white_to_move: bool,
        control: &Control<'_>,
    ) -> Result<u16, AnalysisError> {
        let board = self.board();
        let position = Position::new(board, white, black, white_to_move);
        if position.can_finish(board) {
            return Ok(1);
        }
        let wins = self.won(position);
        if position.threats(board) == 0 {
            return stored(board, position, wins, control);
        }
        // A move that leaves a pawn that is about to win ends the game with the next ply; without any it is over.
        let mut plies = if wins {
            u16::MAX
        } else if position.next(board).next().is_some() {
            2
        } else {
            0
        };
        for next in position.next(board).filter(|next| !next.can_finish(board)) {
            if self.won(next) != wins {
                let after = 1 + stored(board, next, !wins, control)?;
                plies = if wins { plies.min(after) } else { plies.max(after) };
            }
        }
        Ok(plies)
    }
}

/// The same for a position that is stored.
fn stored(
    board: &Board,
    position: Position,
    wins: bool,
    control: &Control<'_>,
) -> Result<u16, AnalysisError> {
    // The winner is to be White, the player whose pawns go up.
    let board = if position.white == wins { *board } else { board.turned() };
    let (white, black) = if wins {
        (position.own, position.other)
    } else {
        (board.turn(position.other), board.turn(position.own))
    };
    let mut layers = Layers::new(&board, Some((white, black)));
    loop {
        layers.advance(control)?;
        if layers.won(white, black, wins) {
            return Ok(layers.plies - u16::from(!wins));
        }
    }
}
