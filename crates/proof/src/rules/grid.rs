//! What connect4 and mnk have in common: stones on a rectangle of cells, and straight lines of them.

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone (or piece) of the player who moves first in the game.
    Max,
    /// One of the other player.
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

    /// How many cells there are.
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

    /// Whether that player has so many stones in a straight line.
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
            // A step over the left border wraps round to a number beyond the right one.
            if column >= self.columns || row >= self.rows || cells[self.at(column, row)] != player {
                return false;
            }
            column = column.wrapping_add_signed(right);
            row = row.wrapping_add_signed(up);
        }
        true
    }

    /// What every position must satisfy: the players have moved in turn, and play stopped at the first line.
    pub(super) fn check(&self, cells: &[Cell], length: usize) -> Result<(), String> {
        let (max, min) = (count(cells, Cell::Max), count(cells, Cell::Min));
        if max != min && max != min + 1 {
            return Err(format!(
                "the position has {max} x and {min} o, but x has as many as o, or one more"
            ));
        }
        let mover = if max == min { Cell::Max } else { Cell::Min };
        if self.has_line(cells, mover, length) {
            return Err(format!(
                "in the position the player to move has {length} in a line, but the game was over before"
            ));
        }
        Ok(())
    }
}

/// How many stones that player has.
pub(super) fn count(cells: &[Cell], player: Cell) -> usize {
    cells.iter().filter(|&&cell| cell == player).count()
}

/// Max moves when both have the same number of stones.
pub(super) fn max_to_move(cells: &[Cell]) -> bool {
    count(cells, Cell::Max) == count(cells, Cell::Min)
}

/// The cells with a stone of the player to move on that one.
pub(super) fn with_stone(cells: &[Cell], at: usize) -> Vec<Cell> {
    let mut after = cells.to_vec();
    after[at] = if max_to_move(cells) { Cell::Max } else { Cell::Min };
    after
}

/// What the list takes, with what the allocator adds.
pub(super) fn heap(cells: &Vec<Cell>) -> usize {
    cells.capacity() + 16
}
