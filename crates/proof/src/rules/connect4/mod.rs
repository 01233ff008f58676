//! Connect Four on boards of any size.

mod board;
mod knowledge;
mod set;

use super::grid::{Cell, Grid};
use super::spelling::{bad_value, nothing_left, number_from, take_option};
use super::{Rules, loss_draw_win, names};
use board::{Board, LINE};
use set::Set;

/// The version of the rules with static bounds and the mirror image, the newest one.
pub(super) const NEWEST: u64 = 2;

/// `connect4:CxR`, optionally `,score=pons`.
#[derive(Clone, Debug)]
pub struct Connect4 {
    version: u64,
    grid: Grid,
    board: AnyBoard,
    score: Score,
    outcomes: Vec<String>,
    /// The rank of a draw, which is in the middle.
    draw: usize,
}

#[derive(Clone, Copy, Debug)]
enum Score {
    /// `loss`, `draw`, `win`.
    Result,
    /// The integers with a draw in the middle: an earlier win is worth more.
    Pons,
}

/// The board, with sets of cells as small as its size allows.
#[derive(Clone, Debug)]
enum AnyBoard {
    Narrow(Board<u64>),
    Wide(Board<u128>),
}

/// Calculates with the board and the two sets of stones, in sets of the board's size.
macro_rules! on_board {
    ($game:expr, $stones:expr, |$board:ident, $max:ident, $min:ident| $result:expr) => {
        match &$game.board {
            AnyBoard::Narrow($board) => {
                let ($max, $min) = (u64::narrowed($stones.max), u64::narrowed($stones.min));
                $result
            }
            AnyBoard::Wide($board) => {
                let ($max, $min) = ($stones.max, $stones.min);
                $result
            }
        }
    };
}

/// A position: the cells with stones of each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    max: u128,
    min: u128,
}

impl Stones {
    /// The players move in turn, and Max begins.
    fn max_to_move(&self) -> bool {
        (self.max | self.min).count_ones().is_multiple_of(2)
    }

    /// The position after a player has put a stone on the cell.
    fn with(self, cell: u128, by_max: bool) -> Stones {
        match by_max {
            true => Stones { max: self.max | cell, ..self },
            false => Stones { min: self.min | cell, ..self },
        }
    }
}

impl Connect4 {
    /// Opens version 1 of the game from the parameters after `connect4:`.
    pub fn open(parameters: &str) -> Result<Connect4, String> {
        let mut pieces: Vec<&str> = parameters.split(',').collect();
        let Some((columns, rows)) = pieces.remove(0).split_once('x') else {
            return Err("connect4 needs columns x rows, as in connect4:7x6".to_owned());
        };
        let columns = number_from(columns, "the number of columns", 1, 64)?;
        let rows = number_from(rows, "the number of rows", 1, 127)?;
        if columns * (rows + 1) > 128 {
            return Err(format!(
                "a connect4 board of {columns} columns and {rows} rows is too large"
            ));
        }
        let grid = Grid { columns, rows };
        let (score, outcomes) = match take_option(&mut pieces, "score") {
            None => (Score::Result, loss_draw_win()),
            Some("pons") => {
                // A line can be complete with seven stones on the board at the earliest.
                let limit = (grid.size().saturating_sub(5) / 2).max(1) as i64;
                (Score::Pons, (-limit..=limit).map(|score| score.to_string()).collect())
            }
            Some(other) => {
                return Err(bad_value("score", other, "connect4 knows score=pons or none"));
            }
        };
        nothing_left(&pieces)?;
        let board = match columns * (rows + 1) <= 64 {
            true => AnyBoard::Narrow(Board::new(columns as u32, rows as u32)),
            false => AnyBoard::Wide(Board::new(columns as u32, rows as u32)),
        };
        let draw = outcomes.len() / 2;
        Ok(Connect4 { version: super::VERSION, grid, board, score, outcomes, draw })
    }

    /// The same board in another version of the rules, if there is such a version.
    pub(super) fn with_version(self, version: u64) -> Option<Connect4> {
        (super::VERSION..=NEWEST).contains(&version).then_some(Connect4 { version, ..self })
    }

    /// The position where the game begins.
    pub fn start(&self) -> Stones {
        Stones { max: 0, min: 0 }
    }

    /// The bit of the cell with this index in the list of the grid.
    fn bit(&self, at: usize) -> u128 {
        let (column, row) = (at % self.grid.columns, at / self.grid.columns);
        1 << (column * (self.grid.rows + 1) + row)
    }

    /// The rank of a win with so many stones on the board.
    fn win(&self, by_max: bool, stones: usize) -> usize {
        let worth = match self.score {
            Score::Result => 1,
            Score::Pons => (self.grid.size() + 2 - stones) / 2,
        };
        if by_max { self.draw + worth } else { self.draw - worth }
    }

    /// The open cells.
    fn open_cells(&self, stones: &Stones) -> u128 {
        on_board!(self, stones, |board, max, min| board.open(max | min).widened())
    }
}

impl Rules for Connect4 {
    type Position = Stones;

    fn version(&self) -> u64 {
        self.version
    }

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn read(&self, text: &str) -> Result<Stones, String> {
        let cells = self.grid.read(text)?;
        for at in self.grid.columns..cells.len() {
            if cells[at] != Cell::Empty && cells[at - self.grid.columns] == Cell::Empty {
                let (column, row) = (at % self.grid.columns + 1, at / self.grid.columns + 1);
                return Err(format!(
                    "in the position the stone in column {column}, row {row} from the bottom, rests on nothing"
                ));
            }
        }
        self.grid.check(&cells, LINE as usize)?;
        let set = |player: Cell| {
            (0..cells.len()).filter(|&at| cells[at] == player).map(|at| self.bit(at)).sum()
        };
        Ok(Stones { max: set(Cell::Max), min: set(Cell::Min) })
    }

    fn write(&self, stones: &Stones) -> String {
        let cell = |at: usize| match self.bit(at) {
            bit if stones.max & bit != 0 => Cell::Max,
            bit if stones.min & bit != 0 => Cell::Min,
            _ => Cell::Empty,
        };
        self.grid.write(&(0..self.grid.size()).map(cell).collect::<Vec<Cell>>())
    }

    /// Only the player who moved last can have a line: `read` refuses all other positions, and play ends at the first line.
    fn outcome(&self, stones: &Stones) -> Option<usize> {
        let max_moved_last = !stones.max_to_move();
        on_board!(self, stones, |board, max, min| {
            if board.has_line(if max_moved_last { max } else { min }) {
                return Some(self.win(max_moved_last, (max | min).count() as usize));
            }
            (max | min == board.cells).then_some(self.draw)
        })
    }

    fn max_to_move(&self, stones: &Stones) -> bool {
        stones.max_to_move()
    }

    /// The bits of the cells ascend from column to column.
    fn successor(&self, stones: &Stones, index: usize) -> Option<Stones> {
        let mut open = self.open_cells(stones);
        for _ in 0..index.min(self.grid.columns) {
            open ^= open.first();
        }
        (open != 0).then(|| stones.with(open.first(), stones.max_to_move()))
    }

    fn successors(&self, stones: &Stones, list: &mut Vec<Stones>) {
        let mut open = self.open_cells(stones);
        let by_max = stones.max_to_move();
        while open != 0 {
            list.push(stones.with(open.first(), by_max));
            open ^= open.first();
        }
    }

    fn static_bounds(&self, stones: &Stones) -> Option<(usize, usize)> {
        if self.version < NEWEST {
            return None;
        }
        let max_moves = stones.max_to_move();
        let (lowest, highest) = on_board!(self, stones, |board, max, min| {
            let (mover, other) = if max_moves { (max, min) } else { (min, max) };
            board.bounds(mover, other, self.score)
        });
        let rank = |value: i32| (self.draw as i32 + value) as usize;
        Some(if max_moves {
            (rank(lowest), rank(highest))
        } else {
            (rank(-highest), rank(-lowest))
        })
    }

    /// The texts of a position and its mirror image differ first at some cell. There `.` comes before `o`, and `o` before `x`.
    fn representative(&self, stones: &Stones) -> Stones {
        if self.version < NEWEST {
            return *stones;
        }
        on_board!(self, stones, |board, max, min| {
            let (max_image, min_image) = (board.mirrored(max), board.mirrored(min));
            let cell = board.first_written((max ^ max_image) | (min ^ min_image));
            let order = |max, min| (cell.meets(max), cell.meets(min));
            match order(max, min) <= order(max_image, min_image) {
                true => *stones,
                false => Stones { max: max_image.widened(), min: min_image.widened() },
            }
        })
    }
}
