//! Othello on boards of 4, 6 or 8 columns and as many rows, step by step along lines of cells.

use super::grid::Cell;
use super::spelling::{bad_value, nothing_left, number, take_option};
use super::{Rules, loss_draw_win, names};
use crate::failure::quote;

/// The eight directions, as steps of the column and of the row.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// What a result is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Difference,
    Empties,
    Result,
}

/// `othello:NxN`, perhaps with options.
#[derive(Clone, Debug)]
pub struct Othello {
    size: usize,
    is_parallel: bool,
    score: Score,
    outcomes: Vec<String>,
}

/// The cells row by row from the top, each row from the left, and the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    cells: Vec<Cell>,
    mover: Cell,
}

fn other(player: Cell) -> Cell {
    match player {
        Cell::Max => Cell::Min,
        Cell::Min => Cell::Max,
        Cell::Empty => Cell::Empty,
    }
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Max => 'x',
        Cell::Min => 'o',
    }
}

impl Othello {
    /// Opens the game from the parameters after `othello:`.
    pub fn open(parameters: &str) -> Result<Othello, String> {
        let mut pieces: Vec<&str> = parameters.split(',').collect();
        let size = pieces.remove(0);
        let sides = size.split_once('x').ok_or_else(|| {
            format!("othello needs columns x rows, as in othello:8x8, not {}", quote(size))
        })?;
        let columns = number(sides.0, "the number of columns")?;
        let rows = number(sides.1, "the number of rows")?;
        if columns != rows || ![4, 6, 8].contains(&columns) {
            return Err("an othello board is 4x4, 6x6 or 8x8".to_owned());
        }
        let is_parallel = match take_option(&mut pieces, "start") {
            None => false,
            Some("parallel") => true,
            Some(value) => {
                return Err(bad_value("start", value, "it is parallel, or the option is left out"));
            }
        };
        let score = match take_option(&mut pieces, "score") {
            None => Score::Difference,
            Some("empties") => Score::Empties,
            Some("result") => Score::Result,
            Some(value) => {
                let known = "it is empties or result, or the option is left out";
                return Err(bad_value("score", value, known));
            }
        };
        nothing_left(&pieces)?;
        let all = (columns * columns) as i32;
        let outcomes = match score {
            Score::Difference => {
                let close = 2 - all..=all - 2;
                [-all]
                    .into_iter()
                    .chain(close)
                    .chain([all])
                    .map(|score| score.to_string())
                    .collect()
            }
            Score::Empties => (-all..=all).step_by(2).map(|score| score.to_string()).collect(),
            Score::Result => loss_draw_win(),
        };
        Ok(Othello { size: columns, is_parallel, score, outcomes })
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        let mut cells = vec![Cell::Empty; self.size * self.size];
        let low = self.size / 2 - 1;
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let of_min = if self.is_parallel { down == 0 } else { right == down };
            let at = (low + down) * self.size + low + right;
            cells[at] = if of_min { Cell::Min } else { Cell::Max };
        }
        Position { cells, mover: Cell::Max }
    }

    /// The cell beside a cell in a direction, if it is on the board.
    fn step(&self, at: usize, (right, down): (isize, isize)) -> Option<usize> {
        let column = (at % self.size).checked_add_signed(right)?;
        let row = (at / self.size).checked_add_signed(down)?;
        (column < self.size && row < self.size).then(|| row * self.size + column)
    }

    /// The discs that a disc of a player on an empty cell turns over in one direction.
    fn line(
        &self,
        cells: &[Cell],
        player: Cell,
        at: usize,
        direction: (isize, isize),
    ) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = self.step(at, direction);
        while let Some(cell) = next.filter(|&cell| cells[cell] == other(player)) {
            line.push(cell);
            next = self.step(cell, direction);
        }
        match next {
            Some(cell) if cells[cell] == player => line,
            _ => Vec::new(),
        }
    }

    /// Whether a player can place a disc on a cell.
    fn is_legal(&self, cells: &[Cell], player: Cell, at: usize) -> bool {
        cells[at] == Cell::Empty
            && DIRECTIONS
                .iter()
                .any(|&direction| !self.line(cells, player, at, direction).is_empty())
    }

    fn can_move(&self, cells: &[Cell], player: Cell) -> bool {
        (0..cells.len()).any(|at| self.is_legal(cells, player, at))
    }

    /// The position after the player to move has placed a disc on a cell.
    fn play(&self, position: &Position, at: usize) -> Position {
        let player = position.mover;
        let mut cells = position.cells.clone();
        for direction in DIRECTIONS {
            for turned in self.line(&position.cells, player, at, direction) {
                cells[turned] = player;
            }
        }
        cells[at] = player;
        Position { cells, mover: other(player) }
    }

    /// The position after a pass, if the player to move cannot place a disc and the other one can.
    fn pass(&self, position: &Position) -> Option<Position> {
        let Position { cells, mover } = position;
        let must = !self.can_move(cells, *mover) && self.can_move(cells, other(*mover));
        must.then(|| Position { cells: cells.clone(), mover: other(*mover) })
    }

    /// The rank of a difference of discs: the whole board, or one that the score knows.
    fn rank(&self, difference: i32) -> usize {
        let all = (self.size * self.size) as i32;
        let last = self.outcomes.len() - 1;
        match self.score {
            _ if difference >= all => last,
            _ if difference <= -all => 0,
            Score::Difference => (difference + all - 1) as usize,
            Score::Empties => ((difference + all) / 2) as usize,
            Score::Result => (difference.signum() + 1) as usize,
        }
    }

    /// The stable discs of a player: the smallest set of discs each of which is stable along all four axes.
    fn stable_count(&self, cells: &[Cell], player: Cell) -> i32 {
        let mut stable = vec![false; cells.len()];
        loop {
            let along = |at: usize, axis: (isize, isize)| {
                let back = (-axis.0, -axis.1);
                let leans =
                    |direction| self.step(at, direction).is_none_or(|beside| stable[beside]);
                leans(axis) || leans(back) || self.is_full(cells, at, axis)
            };
            let more: Vec<usize> = (0..cells.len())
                .filter(|&at| cells[at] == player && !stable[at])
                .filter(|&at| [(1, 0), (0, 1), (1, 1), (1, -1)].iter().all(|&axis| along(at, axis)))
                .collect();
            if more.is_empty() {
                return stable.iter().filter(|&&is_stable| is_stable).count() as i32;
            }
            for at in more {
                stable[at] = true;
            }
        }
    }

    /// Whether all cells of the line through a cell are occupied.
    fn is_full(&self, cells: &[Cell], at: usize, axis: (isize, isize)) -> bool {
        [axis, (-axis.0, -axis.1)].into_iter().all(|direction| {
            let mut next = Some(at);
            while let Some(cell) = next {
                if cells[cell] == Cell::Empty {
                    return false;
                }
                next = self.step(cell, direction);
            }
            true
        })
    }

    fn read_cells(&self, text: &str) -> Result<Vec<Cell>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.size {
            return Err(format!("the position has {} rows, the board {}", rows.len(), self.size));
        }
        let mut cells = Vec::with_capacity(self.size * self.size);
        for (number, row) in (1..).zip(rows) {
            let length = row.chars().count();
            if length != self.size {
                return Err(format!(
                    "row {number} of the position has {length} cells, the board {} columns",
                    self.size
                ));
            }
            for symbol in row.chars() {
                cells.push(match symbol {
                    '.' => Cell::Empty,
                    'x' => Cell::Max,
                    'o' => Cell::Min,
                    other => {
                        return Err(format!(
                            "row {number} of the position has {other:?}, which is none of x, o and ."
                        ));
                    }
                });
            }
        }
        Ok(cells)
    }
}

impl Rules for Othello {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let Some((board, mover)) = text.split_once(' ') else {
            return Err(
                "a position is a board, a space and the player to move, as in ..../.ox./.xo./.... x"
                    .to_owned(),
            );
        };
        let mover = match mover {
            "x" => Cell::Max,
            "o" => Cell::Min,
            _ => return Err(format!("the player to move is x or o, not {}", quote(mover))),
        };
        let cells = self.read_cells(board)?;
        let low = self.size / 2 - 1;
        let middle = [(low, low), (low, low + 1), (low + 1, low), (low + 1, low + 1)];
        if middle.iter().any(|&(row, column)| cells[row * self.size + column] == Cell::Empty) {
            return Err("one of the four cells in the middle is empty".to_owned());
        }
        Ok(Position { cells, mover })
    }

    fn write(&self, position: &Position) -> String {
        let row = |cells: &[Cell]| cells.iter().copied().map(symbol).collect::<String>();
        let rows: Vec<String> = position.cells.chunks(self.size).map(row).collect();
        format!("{} {}", rows.join("/"), symbol(position.mover))
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        if [Cell::Max, Cell::Min].iter().any(|&player| self.can_move(&position.cells, player)) {
            return None;
        }
        let count = |player| position.cells.iter().filter(|&&cell| cell == player).count() as i32;
        let (all, max, min) = (position.cells.len() as i32, count(Cell::Max), count(Cell::Min));
        let difference = max - min;
        Some(self.rank(match self.score {
            _ if min == 0 => all,
            _ if max == 0 => -all,
            Score::Empties => difference + difference.signum() * (all - max - min),
            _ => difference,
        }))
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.mover == Cell::Max
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let is_legal = |&at: &usize| self.is_legal(&position.cells, position.mover, at);
        match (0..position.cells.len()).filter(is_legal).nth(index) {
            Some(at) => Some(self.play(position, at)),
            None if index == 0 => self.pass(position),
            None => None,
        }
    }

    fn successors(&self, position: &Position, list: &mut Vec<Position>) {
        let is_legal = |&at: &usize| self.is_legal(&position.cells, position.mover, at);
        let (before, legal) = (list.len(), (0..position.cells.len()).filter(is_legal));
        list.extend(legal.map(|at| self.play(position, at)));
        if list.len() == before {
            list.extend(self.pass(position));
        }
    }

    /// What is stable stays, and the other player gets at most all other cells.
    fn static_bounds(&self, position: &Position) -> Option<(usize, usize)> {
        let all = position.cells.len() as i32;
        let low = 2 * self.stable_count(&position.cells, Cell::Max) - all;
        let high = all - 2 * self.stable_count(&position.cells, Cell::Min);
        Some((self.rank(low), self.rank(high)))
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        super::grid::heap_bytes(&position.cells)
    }
}
