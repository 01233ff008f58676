//! Qubic: four stones in a straight line on a board of 4x4x4 cells win.
//!
//! The cell in column c, row r and layer l, each from 0, has the number 16 l + 4 r + c. The rows of the notation are those of a
//! board of 4 columns and 16 rows.

use super::grid::{self, Cell, Grid};
use super::lines::Lines;
use super::{Rules, loss_draw_win, names};

/// The length of a line, and of each side of the board.
const SIDE: usize = 4;

/// Exchanges of the places along an axis, the same for all three axes: none; 0 with 1 and 2 with 3; 1 with 2; the second and
/// then the third.
const EXCHANGES: [[usize; SIDE]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [2, 0, 3, 1]];

/// The orders of the three axes.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// `qubic`.
#[derive(Clone, Debug)]
pub struct Qubic {
    lines: Lines,
    /// For each symmetry, the cell whose content each cell gets.
    maps: Vec<Vec<usize>>,
    outcomes: Vec<String>,
}

/// Four layers of four rows, written as one board.
const GRID: Grid = Grid { columns: SIDE, rows: SIDE * SIDE };

/// The column, the row and the layer of a cell.
fn places(cell: usize) -> [usize; 3] {
    [cell % SIDE, cell / SIDE % SIDE, cell / SIDE / SIDE]
}

/// The cell with these places.
fn cell([column, row, layer]: [usize; 3]) -> usize {
    column + SIDE * row + SIDE * SIDE * layer
}

/// Every set of four cells along whose axes each place stays the same, grows from 0 to 3, or falls from 3 to 0.
fn lines() -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for first in 0..GRID.size() {
        for last in first + 1..GRID.size() {
            let (from, to) = (places(first), places(last));
            let fits = |axis: usize| {
                from[axis] == to[axis]
                    || from[axis].min(to[axis]) == 0 && from[axis].max(to[axis]) == 3
            };
            if (0..3).all(fits) {
                let place = |axis: usize, step: usize| {
                    ((SIDE - 1 - step) * from[axis] + step * to[axis]) / (SIDE - 1)
                };
                found.push(
                    (0..SIDE).map(|step| cell([0, 1, 2].map(|axis| place(axis, step)))).collect(),
                );
            }
        }
    }
    found
}

/// The 192 symmetries.
fn symmetries() -> Vec<Vec<usize>> {
    let mut maps = Vec::new();
    for exchange in EXCHANGES {
        for order in ORDERS {
            for mirrored in 0..8 {
                let source = |at: usize| {
                    let from = places(at);
                    cell([0, 1, 2].map(|axis| {
                        let place = exchange[from[order[axis]]];
                        if mirrored >> axis & 1 == 1 { SIDE - 1 - place } else { place }
                    }))
                };
                maps.push((0..GRID.size()).map(source).collect());
            }
        }
    }
    maps
}

/// Whether the map takes each cell to another one, and each line to a line.
fn keeps_lines(map: &[usize], lines: &[Vec<usize>]) -> bool {
    let sorted = |mut cells: Vec<usize>| {
        cells.sort_unstable();
        cells
    };
    let all: Vec<Vec<usize>> = lines.iter().cloned().map(sorted).collect();
    let images = lines.iter().map(|line| sorted(line.iter().map(|&at| map[at]).collect()));
    sorted(map.to_vec()) == (0..map.len()).collect::<Vec<_>>()
        && images.into_iter().all(|image| all.contains(&image))
}

impl Qubic {
    /// The game; an error if one of its symmetries does not take lines to lines.
    pub fn open() -> Result<Qubic, String> {
        let (lines, maps) = (lines(), symmetries());
        if !maps.iter().all(|map| keeps_lines(map, &lines)) {
            return Err("a symmetry of the game does not take lines to lines".to_owned());
        }
        Ok(Qubic { lines: Lines::new(lines, SIDE), maps, outcomes: loss_draw_win() })
    }

    /// The position where the game begins.
    pub fn start(&self) -> Vec<Cell> {
        vec![Cell::Empty; GRID.size()]
    }
}

impl Rules for Qubic {
    type Position = Vec<Cell>;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn read(&self, text: &str) -> Result<Vec<Cell>, String> {
        let cells = GRID.read(text)?;
        GRID.check_turns(&cells)?;
        let mover = if grid::max_to_move(&cells) { Cell::Max } else { Cell::Min };
        if self.lines.is_complete(&cells, mover) {
            return Err(
                "in the position the player to move has 4 in a line, but the game was over before"
                    .to_owned(),
            );
        }
        Ok(cells)
    }

    fn write(&self, cells: &Vec<Cell>) -> String {
        GRID.write(cells)
    }

    fn outcome(&self, cells: &Vec<Cell>) -> Option<usize> {
        if self.lines.is_complete(cells, Cell::Max) {
            return Some(2);
        }
        if self.lines.is_complete(cells, Cell::Min) {
            return Some(0);
        }
        (!cells.contains(&Cell::Empty)).then_some(1)
    }

    fn static_bounds(&self, cells: &Vec<Cell>) -> Option<(usize, usize)> {
        Some(self.lines.ranks(cells, grid::max_to_move(cells)))
    }

    fn representative(&self, cells: &Vec<Cell>) -> Vec<Cell> {
        self.maps
            .iter()
            .map(|map| map.iter().map(|&at| cells[at]).collect())
            .min_by(|one: &Vec<Cell>, other| GRID.compare_texts(one, other))
            .unwrap_or_else(|| cells.clone())
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
