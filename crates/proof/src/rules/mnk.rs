//! The m,n,k-games: K stones in a line on a board of M columns and N rows win, as in tic-tac-toe.

use super::grid::{self, Cell, Grid};
use super::lines::Lines;
use super::spelling::{number, number_from};
use super::{Rules, VERSION, loss_draw_win, names};

/// The version of the rules with static bounds and symmetries.
const WITH_BOUNDS: u64 = 2;

/// The fewest stones in a line for which there is that version.
const BOUNDS_FROM: usize = 4;

/// The newest version of the rules, by the parameters after `mnk:`.
pub(super) fn newest(parameters: &str) -> u64 {
    let line = parameters.rsplit(',').next().and_then(|line| line.parse().ok());
    let has_bounds = line.is_some_and(|line: usize| line >= BOUNDS_FROM);
    if has_bounds { WITH_BOUNDS } else { VERSION }
}

/// `mnk:M,N,K`: M columns, N rows, K in a line.
#[derive(Clone, Debug)]
pub struct Mnk {
    grid: Grid,
    line: usize,
    outcomes: Vec<String>,
    /// What version 2 adds.
    known: Option<Known>,
}

/// What version 2 of the rules knows.
#[derive(Clone, Debug)]
struct Known {
    lines: Lines,
    /// For each symmetry of the board, the cell whose content each cell gets.
    maps: Vec<Vec<usize>>,
}

impl Mnk {
    /// Opens version 1 of the game from the parameters after `mnk:`.
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
        Ok(Mnk { grid: Grid { columns, rows }, line, outcomes: loss_draw_win(), known: None })
    }

    /// The same board in another version of the rules, if there is such a version.
    pub(super) fn with_version(self, version: u64) -> Option<Mnk> {
        let known = match version {
            VERSION => None,
            WITH_BOUNDS if self.line >= BOUNDS_FROM => Some(Known {
                lines: Lines::new(self.grid.lines(self.line), self.line),
                maps: self.grid.symmetries(),
            }),
            _ => return None,
        };
        Some(Mnk { known, ..self })
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

    fn version(&self) -> u64 {
        if self.known.is_some() { WITH_BOUNDS } else { VERSION }
    }

    fn static_bounds(&self, cells: &Vec<Cell>) -> Option<(usize, usize)> {
        self.known.as_ref().map(|known| known.lines.ranks(cells, grid::max_to_move(cells)))
    }

    fn representative(&self, cells: &Vec<Cell>) -> Vec<Cell> {
        let Some(known) = &self.known else { return cells.clone() };
        let images = known.maps.iter().map(|map| map.iter().map(|&at| cells[at]).collect());
        let first = images.min_by(|one: &Vec<Cell>, other| self.grid.compare_texts(one, other));
        first.unwrap_or_else(|| cells.clone())
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
