//! The m,n,k-games: K stones in a line on a board of M columns and N rows win, as in tic-tac-toe.

use super::grid::{self, Cell, Grid};
use super::spelling::{number, number_from};
use super::{Rules, loss_draw_win, names};

/// `mnk:M,N,K`: M columns, N rows, K in a line.
#[derive(Clone, Debug)]
pub struct Mnk {
    grid: Grid,
    line: usize,
    outcomes: Vec<String>,
}

impl Mnk {
    /// Opens the game from the parameters after `mnk:`.
    pub fn open(parameters: &str) -> Result<Mnk, String> {
        let pieces: Vec<&str> = parameters.split(',').collect();
        let [columns, rows, line] = pieces[..] else {
            return Err(
                "mnk needs columns, rows and how many in a line win, as in mnk:3,3,3".to_owned()
            );
        };
        let columns = number_from(columns, "the number of columns", 1, 26)?;
        let rows = number_from(rows, "the number of rows", 1, 128)?;
        if columns * rows > 128 {
            return Err(format!(
                "an mnk board of {columns} columns and {rows} rows has more than 128 cells"
            ));
        }
        let line = number(line, "the length of a winning line")?;
        if line == 0 {
            return Err("the length of a winning line is 0, but must be 1 at least".to_owned());
        }
        Ok(Mnk { grid: Grid { columns, rows }, line, outcomes: loss_draw_win() })
    }

    /// The position where the game begins.
    pub fn start(&self) -> Vec<Cell> {
        vec![Cell::Empty; self.grid.size()]
    }
}

impl Rules for Mnk {
    type Position = Vec<Cell>;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn read(&self, text: &str) -> Result<Vec<Cell>, String> {
        let cells = self.grid.read(text)?;
        self.grid.check(&cells, self.line)?;
        Ok(cells)
    }

    fn write(&self, cells: &Vec<Cell>) -> String {
        self.grid.write(cells)
    }

    fn outcome(&self, cells: &Vec<Cell>) -> Option<usize> {
        if self.grid.has_line(cells, Cell::Max, self.line) {
            return Some(2);
        }
        if self.grid.has_line(cells, Cell::Min, self.line) {
            return Some(0);
        }
        (!cells.contains(&Cell::Empty)).then_some(1)
    }

    fn heap_bytes(&self, cells: &Vec<Cell>) -> usize {
        grid::heap_bytes(cells)
    }

    fn max_to_move(&self, cells: &Vec<Cell>) -> bool {
        grid::max_to_move(cells)
    }

    fn successor(&self, cells: &Vec<Cell>, index: usize) -> Option<Vec<Cell>> {
        // The canonical order is the order of the cells.
        let at = (0..cells.len()).filter(|&at| cells[at] == Cell::Empty).nth(index)?;
        Some(grid::with_stone(cells, at))
    }
}
