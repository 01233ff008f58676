//! The common part of connect4 and mnk: stones on a rectangle of cells, and straight lines of stones.

use core::cmp::Ordering;

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// No stone.
    Empty,
    /// A stone or piece of Max, the player who moves first in the game.
    Max,
    /// A stone or piece of Min.
    Min,
}

/// The size of a board. The cells are a list, row by row from the bottom, each row from the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Grid {
    pub(super) fn at(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The number of cells.
    pub(super) fn size(&self) -> usize {
        self.columns * self.rows
    }

    /// Reads the rows, which are written from the top.
    pub(super) fn read(&self, text: &str) -> Result<Vec<Cell>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows {
            return Err(format!("the position has {} rows, the board {}", rows.len(), self.rows));
        }
        let mut cells = Vec::with_capacity(self.size());
        for (index, row) in rows.iter().enumerate().rev() {
            let place = format!("row {} from the top of the position", index + 1);
            let length = row.chars().count();
            if length != self.columns {
                return Err(format!(
                    "{place} has {length} cells, the board {} columns",
                    self.columns
                ));
            }
            for symbol in row.chars() {
                cells.push(match symbol {
                    '.' => Cell::Empty,
                    'x' => Cell::Max,
                    'o' => Cell::Min,
                    other => {
                        return Err(format!("{place} has {other:?}, which is none of x, o and ."));
                    }
                });
            }
        }
        Ok(cells)
    }

    /// Writes the rows from the top.
    pub(super) fn write(&self, cells: &[Cell]) -> String {
        let symbol = |cell: &Cell| match cell {
            Cell::Empty => '.',
            Cell::Max => 'x',
            Cell::Min => 'o',
        };
        let rows: Vec<String> =
            cells.chunks(self.columns).rev().map(|row| row.iter().map(symbol).collect()).collect();
        rows.join("/")
    }

    /// Whether the player has `length` stones in a straight line.
    pub(super) fn has_line(&self, cells: &[Cell], player: Cell, length: usize) -> bool {
        (0..self.rows).any(|row| {
            (0..self.columns).any(|column| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)]
                    .iter()
                    .any(|&step| self.line_from(cells, player, length, (column, row), step))
            })
        })
    }

    fn line_from(
        &self,
        cells: &[Cell],
        player: Cell,
        length: usize,
        (mut column, mut row): (usize, usize),
        (right, up): (isize, isize),
    ) -> bool {
        for _ in 0..length {
            // A step over the left border wraps around to a column beyond the right border.
            if column >= self.columns || row >= self.rows || cells[self.at(column, row)] != player {
                return false;
            }
            column = column.wrapping_add_signed(right);
            row = row.wrapping_add_signed(up);
        }
        true
    }

    /// The cells of every straight line of that length.
    pub(super) fn lines(&self, length: usize) -> Vec<Vec<usize>> {
        let mut lines = Vec::new();
        for at in 0..self.size() {
            let (column, row) = ((at % self.columns) as i64, (at / self.columns) as i64);
            for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cell = |step: i64| {
                    let (column, row) = (column + step * right, row + step * up);
                    let inside = (0..self.columns as i64).contains(&column)
                        && (0..self.rows as i64).contains(&row);
                    inside.then(|| self.at(column as usize, row as usize))
                };
                // A longer line than the board has room for ends at the edge.
                let most = length.min(self.size() + 1) as i64;
                lines.extend((0..most).map(cell).collect::<Option<Vec<usize>>>());
            }
        }
        lines
    }

    /// For each symmetry of the board, the cell whose content each cell gets: eight for a square, four for other boards.
    pub(super) fn symmetries(&self) -> Vec<Vec<usize>> {
        let mut maps = Vec::new();
        for kind in 0..8 {
            let (turned, mirrored, flipped) = (kind & 4 != 0, kind & 2 != 0, kind & 1 != 0);
            if turned && self.columns != self.rows {
                continue;
            }
            let source = |at: usize| {
                let (mut column, mut row) = (at % self.columns, at / self.columns);
                if turned {
                    (column, row) = (row, column);
                }
                if mirrored {
                    column = self.columns - 1 - column;
                }
                if flipped {
                    row = self.rows - 1 - row;
                }
                self.at(column, row)
            };
            maps.push((0..self.size()).map(source).collect());
        }
        maps
    }

    /// Compares the texts of two positions in the order of bytes.
    pub(super) fn compare_texts(&self, one: &[Cell], other: &[Cell]) -> Ordering {
        // A dot comes before an o, and an o before an x.
        let symbol = |cell: &Cell| match cell {
            Cell::Empty => 0,
            Cell::Min => 1,
            Cell::Max => 2,
        };
        let rows = one.chunks(self.columns).rev().zip(other.chunks(self.columns).rev());
        let texts =
            |(one, other): (&[Cell], &[Cell])| one.iter().map(symbol).cmp(other.iter().map(symbol));
        rows.map(texts).find(|&order| order != Ordering::Equal).unwrap_or(Ordering::Equal)
    }

    /// Checks that the players have moved in turn.
    pub(super) fn check_turns(&self, cells: &[Cell]) -> Result<(), String> {
        let (max, min) = (count(cells, Cell::Max), count(cells, Cell::Min));
        if max != min && max != min + 1 {
            return Err(format!(
                "the position has {max} x and {min} o, but x has as many as o, or one more"
            ));
        }
        Ok(())
    }

    /// Checks that the players have moved in turn, and that play stopped at the first line.
    pub(super) fn check(&self, cells: &[Cell], length: usize) -> Result<(), String> {
        self.check_turns(cells)?;
        let mover = if max_to_move(cells) { Cell::Max } else { Cell::Min };
        if self.has_line(cells, mover, length) {
            return Err(format!(
                "in the position the player to move has {length} in a line, but the game was over before"
            ));
        }
        Ok(())
    }
}

/// The number of stones of the player.
pub(super) fn count(cells: &[Cell], player: Cell) -> usize {
    cells.iter().filter(|&&cell| cell == player).count()
}

/// Max is to move when both players have the same number of stones.
pub(super) fn max_to_move(cells: &[Cell]) -> bool {
    count(cells, Cell::Max) == count(cells, Cell::Min)
}

/// The cells after the player to move has put a stone on the cell `at`.
pub(super) fn with_stone(cells: &[Cell], at: usize) -> Vec<Cell> {
    let mut after = cells.to_vec();
    after[at] = if max_to_move(cells) { Cell::Max } else { Cell::Min };
    after
}

/// The bytes of the list on the heap, with an estimate for the allocator.
pub(super) fn heap_bytes(cells: &Vec<Cell>) -> usize {
    cells.capacity() + 16
}
