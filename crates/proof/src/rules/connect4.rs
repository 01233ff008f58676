//! Connect Four on boards of any size.

use super::grid::{self, Cell, Grid};
use super::spelling::{bad_value, nothing_left, number_from, take_option};
use super::{Rules, loss_draw_win, names};

/// The length of a winning line.
const LINE: usize = 4;

/// `connect4:CxR`, optionally `,score=pons`.
#[derive(Clone, Debug)]
pub struct Connect4 {
    grid: Grid,
    score: Score,
    outcomes: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
enum Score {
    /// `loss`, `draw`, `win`.
    Result,
    /// The integers from `-limit` to `limit`: an earlier win is worth more.
    Pons { limit: usize },
}

impl Connect4 {
    /// Opens the game from the parameters after `connect4:`.
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
                let limit = (grid.size().saturating_sub(5) / 2).max(1);
                let scores = -(limit as i64)..=limit as i64;
                (Score::Pons { limit }, scores.map(|score| score.to_string()).collect())
            }
            Some(other) => {
                return Err(bad_value("score", other, "connect4 knows score=pons or none"));
            }
        };
        nothing_left(&pieces)?;
        Ok(Connect4 { grid, score, outcomes })
    }

    /// The rank of a win of the player.
    fn win(&self, cells: &[Cell], winner: Cell) -> usize {
        match self.score {
            Score::Result => {
                if winner == Cell::Max {
                    2
                } else {
                    0
                }
            }
            Score::Pons { limit } => {
                let stones = grid::count(cells, Cell::Max) + grid::count(cells, Cell::Min);
                let score = (self.grid.size() + 2 - stones) / 2;
                if winner == Cell::Max { limit + score } else { limit - score }
            }
        }
    }

    fn draw(&self) -> usize {
        match self.score {
            Score::Result => 1,
            Score::Pons { limit } => limit,
        }
    }

    /// The position where the game begins.
    pub fn start(&self) -> Vec<Cell> {
        vec![Cell::Empty; self.grid.size()]
    }
}

impl Rules for Connect4 {
    type Position = Vec<Cell>;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn read(&self, text: &str) -> Result<Vec<Cell>, String> {
        let cells = self.grid.read(text)?;
        for at in self.grid.columns..cells.len() {
            if cells[at] != Cell::Empty && cells[at - self.grid.columns] == Cell::Empty {
                let (column, row) = (at % self.grid.columns + 1, at / self.grid.columns + 1);
                return Err(format!(
                    "in the position the stone in column {column}, row {row} from the bottom, rests on nothing"
                ));
            }
        }
        self.grid.check(&cells, LINE)?;
        Ok(cells)
    }

    fn write(&self, cells: &Vec<Cell>) -> String {
        self.grid.write(cells)
    }

    fn outcome(&self, cells: &Vec<Cell>) -> Option<usize> {
        for player in [Cell::Max, Cell::Min] {
            if self.grid.has_line(cells, player, LINE) {
                return Some(self.win(cells, player));
            }
        }
        (!cells.contains(&Cell::Empty)).then(|| self.draw())
    }

    fn heap_bytes(&self, cells: &Vec<Cell>) -> usize {
        grid::heap_bytes(cells)
    }

    fn max_to_move(&self, cells: &Vec<Cell>) -> bool {
        grid::max_to_move(cells)
    }

    fn successor(&self, cells: &Vec<Cell>, index: usize) -> Option<Vec<Cell>> {
        let lowest_free = |column: usize| {
            (0..self.grid.rows)
                .map(|row| self.grid.at(column, row))
                .find(|&at| cells[at] == Cell::Empty)
        };
        let at = (0..self.grid.columns).filter_map(lowest_free).nth(index)?;
        Some(grid::with_stone(cells, at))
    }
}
