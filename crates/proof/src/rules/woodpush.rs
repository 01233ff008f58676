//! Woodpush with the rule that no board of the line may come again.

use super::Rules;
use super::grid::Cell;
use super::spelling::{bad_value, nothing_left, number_from, take_option};
use crate::failure::quote;

/// The longest strip.
const LONGEST: usize = 30;

/// The largest number that a scale may be given.
const LARGEST_SCALE: usize = 64;

/// The cells from the left. Those beyond the end of a shorter strip stay empty and are never looked at.
type Board = [Cell; LONGEST];

/// A board, the player to move, and the boards that must not come again. Left is Max.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    mover: Cell,
    /// In order, without repetition: as a set.
    earlier: Vec<Board>,
}

/// `woodpush:L,P` with the options `score` and `scale`.
#[derive(Clone, Debug)]
pub struct Woodpush {
    length: usize,
    pieces: usize,
    score: Score,
    limit: usize,
    outcomes: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Pieces,
    Moves,
}

fn other(player: Cell) -> Cell {
    if player == Cell::Max { Cell::Min } else { Cell::Max }
}

fn count(board: &Board, player: Cell) -> usize {
    board.iter().filter(|&&cell| cell == player).count()
}

fn counts(board: &Board) -> (usize, usize) {
    (count(board, Cell::Max), count(board, Cell::Min))
}

impl Woodpush {
    /// Opens the game from what stands behind `woodpush:`.
    pub fn open(parameters: &str) -> Result<Woodpush, String> {
        let mut options: Vec<&str> = parameters.split(',').collect();
        if options.len() < 2 {
            return Err(
                "woodpush needs a length and a number of pieces, as in woodpush:8,3".to_owned()
            );
        }
        let length = number_from(options.remove(0), "the length of the strip", 2, LONGEST)?;
        let pieces = number_from(options.remove(0), "the number of pieces", 1, length / 2)?;
        match take_option(&mut options, "ko") {
            None => {}
            Some("previous") => {
                return Err("with ko=previous woodpush can go on for ever, and certificates of this version do not \
                            cover such games; ko=path, the default, is covered"
                    .to_owned());
            }
            Some(value) => return Err(bad_value("ko", value, "leave the option out for ko=path")),
        }
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
        let scores = (-(limit as i64)..=limit as i64).filter(|&score| score != 0);
        let outcomes = scores.map(|score| score.to_string()).collect();
        Ok(Woodpush { length, pieces, score, limit, outcomes })
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

    /// The cell one step away in that direction, if it is on the board.
    fn step(&self, at: usize, rightwards: bool) -> Option<usize> {
        if rightwards { Some(at + 1).filter(|&at| at < self.length) } else { at.checked_sub(1) }
    }

    /// The piece goes to the nearest empty cell ahead, or off the board.
    fn forward(&self, board: &Board, at: usize) -> Board {
        let (piece, mut after) = (board[at], *board);
        after[at] = Cell::Empty;
        let mut ahead = self.step(at, piece == Cell::Max);
        while let Some(cell) = ahead {
            if board[cell] == Cell::Empty {
                after[cell] = piece;
                break;
            }
            ahead = self.step(cell, piece == Cell::Max);
        }
        after
    }

    /// The piece and the block behind it go one cell backwards, if an opponent's piece is directly behind.
    fn push(&self, board: &Board, at: usize) -> Option<Board> {
        let (piece, mut after) = (board[at], *board);
        let backwards = |at| self.step(at, piece != Cell::Max);
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

    /// The boards after the legal moves, in the canonical order.
    fn boards<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = Board> + 'p {
        (0..self.length)
            .filter(|&at| position.board[at] == position.mover)
            .flat_map(|at| {
                [Some(self.forward(&position.board, at)), self.push(&position.board, at)]
            })
            .flatten()
            .filter(|board| position.earlier.binary_search(board).is_err())
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
}

impl Rules for Woodpush {
    type Position = Position;

    fn outcomes(&self) -> &[String] {
        &self.outcomes
    }

    fn start(&self) -> Position {
        let mut board = [Cell::Empty; LONGEST];
        board[..self.pieces].fill(Cell::Max);
        board[self.length - self.pieces..self.length].fill(Cell::Min);
        Position { board, mover: Cell::Max, earlier: Vec::new() }
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
        // The scale has no 0: the positive scores come right after the negative ones.
        Some(if winner == Cell::Max { self.limit + score - 1 } else { self.limit - score })
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.mover == Cell::Max
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let board = self.boards(position).nth(index)?;
        let mut earlier = Vec::new();
        if counts(&board) == counts(&position.board) {
            earlier.clone_from(&position.earlier);
            if let Err(place) = earlier.binary_search(&position.board) {
                earlier.insert(place, position.board);
            }
        }
        Some(Position { board, mover: other(position.mover), earlier })
    }
}
