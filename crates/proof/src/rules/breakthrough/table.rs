//! The index of a position in a tablebase, as `docs/tablebase.md` specifies it.

use super::{Breakthrough, Position};

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Wall,
    White,
    Black,
}

impl Breakthrough {
    /// Whether there are tablebases of boards of this size.
    pub(super) fn has_tables(&self) -> bool {
        self.board.width <= 9 && self.board.height >= 4
    }

    /// The canonical spelling of the game.
    pub(super) fn spelling(&self) -> String {
        let walls = self.board.walls.iter().map(|&cell| self.board.name(cell));
        let walls: Vec<String> = walls.collect();
        let option = if walls.is_empty() { "" } else { ",walls=" };
        format!(
            "breakthrough:{}x{}{option}{}",
            self.board.width,
            self.board.height,
            walls.join(",")
        )
    }

    /// The layer of a position and its index in the layer, if it has one.
    pub(super) fn number_in_table(&self, position: &Position) -> Option<(usize, u64)> {
        let last = self.board.height - 1;
        let mut cells = self.cells(position);
        let on = |row: usize, pawn: Cell| self.row(&cells, row).contains(&pawn);
        let is_white_near = on(last, Cell::White) || on(last - 1, Cell::White);
        if !self.has_tables() || is_white_near || on(0, Cell::Black) || on(1, Cell::Black) {
            return None;
        }
        let both = self.both_sides_are_stored();
        if !position.white_to_move && !both {
            cells = turned(&cells);
        }
        let places = self.places.get_or_init(|| self.place_homes());
        let mut place = places[self.home(&cells)];
        if place.is_none() {
            cells = self.mirrored(&cells);
            place = places[self.home(&cells)];
        }
        let (layer, place) = place?;
        let (sides, side) = if both { (2, u64::from(!position.white_to_move)) } else { (1, 0) };
        let (middle, middles) = self.middle(&cells)?;
        let lanes = self.lanes();
        let first = self.digits(&cells, [1, 0], Cell::White) as u64;
        let number = place.checked_mul(sides)?.checked_add(side)?.checked_mul(middles)?;
        Some((layer, number.checked_add(middle)?.checked_mul(lanes)?.checked_add(first)?))
    }

    /// The number of indices in a layer, if there is such a layer.
    pub(super) fn numbers_in_layer(&self, layer: usize) -> Option<u64> {
        if !self.has_tables() || layer > 3 * self.board.width {
            return None;
        }
        let places = self.places.get_or_init(|| self.place_homes());
        let homes = places.iter().flatten().filter(|(home, _)| *home == layer).count() as u64;
        let walls = self.board.walls.len();
        let cells = (self.board.height - 4).checked_mul(self.board.width)?.checked_sub(walls)?;
        let middles = 3u64.checked_pow(u32::try_from(cells).ok()?)?;
        let sides = if self.both_sides_are_stored() { 2 } else { 1 };
        homes.checked_mul(sides)?.checked_mul(middles)?.checked_mul(self.lanes())
    }

    /// Whether positions of both players are stored, because the board is not the same for both.
    fn both_sides_are_stored(&self) -> bool {
        let last = self.board.width * self.board.height - 1;
        self.board.height == 4 || !self.walls_are_kept_by(|cell| last - cell)
    }

    /// The number of indices for the sets of White's pawns on the first two rows.
    fn lanes(&self) -> u64 {
        64.max(1 << (2 * self.board.width))
    }

    fn row<'c>(&self, cells: &'c [Cell], row: usize) -> &'c [Cell] {
        &cells[row * self.board.width..(row + 1) * self.board.width]
    }

    /// The cells, row by row from the bottom, each row from the left.
    fn cells(&self, position: &Position) -> Vec<Cell> {
        let on = |cell: usize| match () {
            () if position.white >> cell & 1 == 1 => Cell::White,
            () if position.black >> cell & 1 == 1 => Cell::Black,
            () if self.board.walls.contains(&cell) => Cell::Wall,
            () => Cell::Empty,
        };
        (0..self.board.width * self.board.height).map(on).collect()
    }

    /// Whether the set of walls is the same after every cell is mapped to another one.
    fn walls_are_kept_by(&self, to: impl Fn(usize) -> usize) -> bool {
        self.board.walls.iter().all(|&wall| self.board.walls.contains(&to(wall)))
    }

    /// The pawns on two rows as a number: the lowest bits are the columns of the first row, the next ones those of the second.
    fn digits(&self, cells: &[Cell], rows: [usize; 2], pawn: Cell) -> usize {
        let pawns = rows.into_iter().flat_map(|row| self.row(cells, row));
        pawns.enumerate().map(|(bit, &cell)| usize::from(cell == pawn) << bit).sum()
    }

    /// Black's pawns on the last two rows.
    fn home(&self, cells: &[Cell]) -> usize {
        self.digits(cells, [self.board.height - 2, self.board.height - 1], Cell::Black)
    }

    /// The rows in the middle as a number with digits of base three, the lowest first; and the number of such numbers.
    fn middle(&self, cells: &[Cell]) -> Option<(u64, u64)> {
        let (mut number, mut count) = (0u64, 1u64);
        for cell in &cells[2 * self.board.width..(self.board.height - 2) * self.board.width] {
            let digit = match cell {
                Cell::Wall => continue,
                Cell::White => 0,
                Cell::Empty => 1,
                Cell::Black => 2,
            };
            number = number.checked_add(count.checked_mul(digit)?)?;
            count = count.checked_mul(3)?;
        }
        Some((number, count))
    }

    /// The cells of the mirrored board.
    fn mirrored(&self, cells: &[Cell]) -> Vec<Cell> {
        cells.chunks(self.board.width).flat_map(|row| row.iter().rev().copied()).collect()
    }

    /// For every home (the set of Black's pawns on the last two rows) its layer and its number in the layer; nothing for homes
    /// whose mirror image has a number.
    fn place_homes(&self) -> Vec<Option<(usize, u64)>> {
        let symmetric = self.board.is_symmetric();
        let mut counts = vec![0; 3 * self.board.width + 1];
        let homes = 0..1usize << (2 * self.board.width);
        let places = homes.map(|home| {
            let is = |row: usize, column: usize| home >> (row * self.board.width + column) & 1;
            let (mut layer, mut image) = (0, 0);
            for column in 0..self.board.width {
                layer += is(0, column) + 2 * is(1, column);
                for row in [0, 1] {
                    image |=
                        is(row, column) << (row * self.board.width + self.board.width - 1 - column);
                }
            }
            if symmetric && image < home {
                return None;
            }
            counts[layer] += 1;
            Some((layer, counts[layer] - 1))
        });
        places.collect()
    }
}

/// The cells as Black sees them, with the colours exchanged.
fn turned(cells: &[Cell]) -> Vec<Cell> {
    let seen = cells.iter().rev().map(|cell| match cell {
        Cell::White => Cell::Black,
        Cell::Black => Cell::White,
        &other => other,
    });
    seen.collect()
}
