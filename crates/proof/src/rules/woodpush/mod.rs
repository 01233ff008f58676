//! Woodpush, with both rules of repetition.

mod strip;

use super::grid::Cell;
use super::spelling::{bad_value, nothing_left, number_from, take_option};
use super::{Rules, names};
use crate::failure::quote;
use strip::{Board, counts, other};

/// The largest number of cells of a strip.
const LONGEST: usize = 30;

/// The largest score.
const LARGEST_SCALE: usize = 64;

/// A board, the player to move, and the boards that must not occur again. Left is Max.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    mover: Cell,
    /// A set, as a sorted list.
    earlier: Vec<Board>,
}

/// `woodpush:L,P` with the options `ko`, `loop`, `score` and `scale`.
#[derive(Clone, Debug)]
pub struct Woodpush {
    length: usize,
    pieces: usize,
    ko: Ko,
    score: Score,
    limit: usize,
    outcomes: Vec<String>,
}

/// Which boards must not occur again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ko {
    /// All earlier boards of the line.
    Path,
    /// The board before the opponent's last move. Infinite play has the given rank.
    Previous { infinite: usize },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Pieces,
    Moves,
}

impl Woodpush {
    /// Opens the game from the parameters after `woodpush:`.
    pub fn open(parameters: &str) -> Result<Woodpush, String> {
        let mut options: Vec<&str> = parameters.split(',').collect();
        if options.len() < 2 {
            return Err(
                "woodpush needs a length and a number of pieces, as in woodpush:8,3".to_owned()
            );
        }
        let length = number_from(options.remove(0), "the length of the strip", 2, LONGEST)?;
        let pieces = number_from(options.remove(0), "the number of pieces", 1, length / 2)?;
        let previous = match take_option(&mut options, "ko") {
            None => false,
            Some("previous") => true,
            Some(value) => return Err(bad_value("ko", value, "leave the option out for ko=path")),
        };
        let infinite = match take_option(&mut options, "loop") {
            Some("0") => return Err(bad_value("loop", "0", "leave the option out for loop=0")),
            Some(_) if !previous => return Err("loop goes with ko=previous only".to_owned()),
            given => given,
        };
        let score = match take_option(&mut options, "score") {
            None => Score::Pieces,
            Some("moves") => Score::Moves,
            Some(value) => {
                return Err(bad_value("score", value, "leave the option out for score=pieces"));
            }
        };
        let limit = match (take_option(&mut options, "scale"), score) {
            (None, Score::Pieces) => pieces,
            (None, Score::Moves) => pieces * length - pieces * (pieces - 1) / 2,
            (Some(scale), Score::Pieces) => {
                number_from(scale, "the scale", pieces + 1, LARGEST_SCALE)?
            }
            (Some(_), Score::Moves) => {
                return Err("score=moves has a scale of its own; leave out scale".to_owned());
            }
        };
        nothing_left(&options)?;
        let drawn = previous && infinite.is_none();
        let most = if drawn { LARGEST_SCALE - 1 } else { LARGEST_SCALE };
        if limit > most {
            return Err(format!("the scores go up to {limit}, but may not exceed {most}"));
        }
        let scores = (-(limit as i64)..=limit as i64).filter(|&score| drawn || score != 0);
        let outcomes: Vec<String> = scores.map(|score| score.to_string()).collect();
        let ko = if previous {
            let infinite = infinite.unwrap_or("0");
            let rank =
                outcomes.iter().position(|outcome| outcome == infinite).ok_or_else(|| {
                    bad_value("loop", infinite, &format!("it is a score from -{limit} to {limit}"))
                })?;
            Ko::Previous { infinite: rank }
        } else {
            Ko::Path
        };
        Ok(Woodpush { length, pieces, ko, score, limit, outcomes })
    }

    fn read_board(&self, text: &str) -> Result<Board, String> {
        let length = text.chars().count();
        if length != self.length {
            return Err(format!(
                "the board {} has {length} cells, not {}",
                quote(text),
                self.length
            ));
        }
        let mut board = [Cell::Empty; LONGEST];
        for (cell, symbol) in board.iter_mut().zip(text.chars()) {
            *cell = match symbol {
                '.' => Cell::Empty,
                'L' => Cell::Max,
                'R' => Cell::Min,
                other => return Err(format!("a board has {other:?}, which is none of L, R and .")),
            };
        }
        let (left, right) = counts(&board);
        if left.max(right) > self.pieces || left + right == 0 {
            return Err(format!(
                "the board {} has {left} L and {right} R, but each player has {} pieces at most and not both none",
                quote(text),
                self.pieces
            ));
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board) -> String {
        let symbol = |cell: &Cell| match cell {
            Cell::Empty => '.',
            Cell::Max => 'L',
            Cell::Min => 'R',
        };
        board[..self.length].iter().map(symbol).collect()
    }

    /// The boards after all moves of a player, in the canonical order, without regard to repetition.
    fn all_boards<'b>(&'b self, board: &'b Board, mover: Cell) -> impl Iterator<Item = Board> + 'b {
        (0..self.length)
            .filter(move |&at| board[at] == mover)
            .flat_map(|at| {
                [Some(strip::forward(board, self.length, at)), strip::push(board, self.length, at)]
            })
            .flatten()
    }

    /// The boards after the legal moves.
    fn boards<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = Board> + 'p {
        self.all_boards(&position.board, position.mover)
            .filter(|board| position.earlier.binary_search(board).is_err())
    }

    /// With `ko=previous`: whether a move would lead to the earlier board if it were not forbidden.
    fn can_recur(&self, board: &Board, mover: Cell, earlier: &Board) -> bool {
        self.all_boards(board, mover).any(|after| after == *earlier)
    }

    /// The score of a player who has won.
    fn score(&self, board: &Board, winner: Cell) -> usize {
        let cells = (0..self.length).filter(|&at| board[at] == winner);
        match (self.score, winner) {
            (Score::Pieces, _) => cells.count(),
            (Score::Moves, Cell::Max) => cells.map(|at| self.length - at).sum(),
            (Score::Moves, _) => cells.map(|at| at + 1).sum(),
        }
    }

    fn winner(&self, position: &Position) -> Option<Cell> {
        match counts(&position.board) {
            (0, _) => Some(Cell::Min),
            (_, 0) => Some(Cell::Max),
            _ if self.boards(position).next().is_none() => Some(other(position.mover)),
            _ => None,
        }
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        let mut board = [Cell::Empty; LONGEST];
        board[..self.pieces].fill(Cell::Max);
        board[self.length - self.pieces..self.length].fill(Cell::Min);
        Position { board, mover: Cell::Max, earlier: Vec::new() }
    }
}

impl Rules for Woodpush {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, _: &Self::Position) -> Option<usize> {
        match self.ko {
            Ko::Path => None,
            Ko::Previous { infinite } => Some(infinite),
        }
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let parts: Vec<&str> = text.split(' ').collect();
        let (board, mover, history) = match parts[..] {
            [board, mover] => (board, mover, None),
            [board, mover, history] => (board, mover, Some(history)),
            _ => {
                return Err(
                    "a position is a board, a space and the player to move, as in LL..RR L"
                        .to_owned(),
                );
            }
        };
        let board = self.read_board(board)?;
        let mover = match mover {
            "L" => Cell::Max,
            "R" => Cell::Min,
            _ => return Err(format!("the player to move is L or R, not {}", quote(mover))),
        };
        let mut earlier = Vec::new();
        for text in history.iter().flat_map(|history| history.split(',')) {
            let past = self.read_board(text)?;
            if counts(&past) != counts(&board) {
                return Err(format!(
                    "the earlier board {} has other pieces than the present one, so it does not matter; leave it out",
                    quote(text)
                ));
            }
            earlier.push(past);
        }
        earlier.sort();
        let twice = earlier.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let Some(twice) = twice.or_else(|| earlier.contains(&board).then_some(board)) {
            return Err(format!(
                "the board {} occurs twice in the position's line",
                self.write_board(&twice)
            ));
        }
        if self.ko != Ko::Path {
            match earlier[..] {
                [] => {}
                [past] if self.can_recur(&board, mover, &past) => {}
                [past] => {
                    return Err(format!(
                        "no move leads back to the earlier board {}, so it does not matter; leave it out",
                        self.write_board(&past)
                    ));
                }
                _ => {
                    return Err(
                        "with ko=previous only the board before the last move matters".to_owned()
                    );
                }
            }
        }
        Ok(Position { board, mover, earlier })
    }

    fn write(&self, position: &Position) -> String {
        let mover = if position.mover == Cell::Max { 'L' } else { 'R' };
        let mut text = format!("{} {mover}", self.write_board(&position.board));
        let earlier: Vec<String> =
            position.earlier.iter().map(|board| self.write_board(board)).collect();
        if !earlier.is_empty() {
            text.push(' ');
            text.push_str(&earlier.join(","));
        }
        text
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        let winner = self.winner(position)?;
        let score = self.score(&position.board, winner);
        // The positive scores are the highest ranks, whether 0 is an outcome or not.
        let best = self.outcomes.len() - 1;
        Some(if winner == Cell::Max { best - (self.limit - score) } else { self.limit - score })
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        match position.earlier.capacity() {
            0 => 0,
            // 16 bytes are an estimate for the allocator.
            boards => boards * size_of::<Board>() + 16,
        }
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.mover == Cell::Max
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let board = self.boards(position).nth(index)?;
        let (mover, mut earlier) = (other(position.mover), Vec::new());
        match self.ko {
            Ko::Previous { .. } => {
                if self.can_recur(&board, mover, &position.board) {
                    earlier.push(position.board);
                }
            }
            Ko::Path if counts(&board) != counts(&position.board) => {}
            Ko::Path => {
                earlier.clone_from(&position.earlier);
                if let Err(place) = earlier.binary_search(&position.board) {
                    earlier.insert(place, position.board);
                }
            }
        }
        Some(Position { board, mover, earlier })
    }
}
