//! The board as a player sees it whose pawns go up, on bitboards of at most 64 cells. A cell is bit `row * width + column`,
//! the row that the player starts from first. The opponent sees the same board [turned](Field::turned).

/// The most cells.
pub const CELLS: u32 = 64;

/// Where pawns can stand and go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    width: u32,
    height: u32,
    /// All cells that are no walls.
    open: u64,
    /// All cells, walls included, but those of the first and the last column.
    not_first: u64,
    not_last: u64,
}

impl Field {
    /// A board of that size, which is at least 2 wide and 3 high and has at most [`CELLS`] cells, with walls.
    pub fn new(width: u32, height: u32, walls: u64) -> Field {
        debug_assert!(width >= 2 && height >= 3 && width * height <= CELLS);
        let all = u64::MAX >> (CELLS - width * height);
        let first = (0..height).fold(0, |column, row| column | 1 << (row * width));
        let (not_first, not_last) = (all & !first, all & !(first << (width - 1)));
        Field { width, height, open: all & !walls, not_first, not_last }
    }

    /// The same board as the opponent sees it.
    #[must_use]
    pub fn turned(&self) -> Field {
        Field { open: self.turn(self.open), ..*self }
    }

    /// Columns.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[inline]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many cells there are, walls included.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// All cells that are no walls.
    #[inline]
    pub fn open(&self) -> u64 {
        self.open
    }

    /// The cells of a row that are no walls, the first being 0.
    #[inline]
    pub fn row(&self, row: u32) -> u64 {
        ((1 << self.width) - 1) << (row * self.width) & self.open
    }

    /// The row that a pawn wins on.
    #[inline]
    pub fn goal(&self) -> u64 {
        self.row(self.height - 1)
    }

    /// The cells straight ahead of some cells, as far as there are any.
    #[inline]
    pub fn ahead(&self, cells: u64) -> u64 {
        cells << self.width & self.open
    }

    /// The cells ahead and one column towards the first.
    #[inline]
    pub fn ahead_first(&self, cells: u64) -> u64 {
        (cells & self.not_first) << (self.width - 1) & self.open
    }

    /// The cells ahead and one column towards the last.
    #[inline]
    pub fn ahead_last(&self, cells: u64) -> u64 {
        (cells & self.not_last) << (self.width + 1) & self.open
    }

    /// The cells ahead in all three directions.
    #[inline]
    pub fn reach(&self, cells: u64) -> u64 {
        self.ahead(cells) | self.strikes(cells)
    }

    /// The cells that pawns on some cells attack.
    #[inline]
    pub fn strikes(&self, cells: u64) -> u64 {
        self.ahead_first(cells) | self.ahead_last(cells)
    }

    /// The cells straight behind.
    #[inline]
    pub fn behind(&self, cells: u64) -> u64 {
        cells >> self.width & self.open
    }

    /// The cells behind and one column towards the first.
    #[inline]
    pub fn behind_first(&self, cells: u64) -> u64 {
        (cells & self.not_first) >> (self.width + 1) & self.open
    }

    /// The cells behind and one column towards the last.
    #[inline]
    pub fn behind_last(&self, cells: u64) -> u64 {
        (cells & self.not_last) >> (self.width - 1) & self.open
    }

    /// The cells that the opponent's pawns on some cells attack.
    #[inline]
    pub fn strikes_back(&self, cells: u64) -> u64 {
        self.behind_first(cells) | self.behind_last(cells)
    }

    /// The board turned by half a turn.
    #[inline]
    pub fn turn(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (CELLS - self.width * self.height)
    }

    /// The board in a mirror: columns in the other order.
    #[inline]
    pub fn mirror(&self, cells: u64) -> u64 {
        let mut rest = self.turn(cells);
        let mut mirrored = 0;
        for _ in 0..self.height {
            mirrored = mirrored << self.width | rest & ((1 << self.width) - 1);
            rest >>= self.width;
        }
        mirrored
    }

    /// Whether mirrored positions are worth the same.
    pub fn is_symmetric(&self) -> bool {
        self.mirror(self.open) == self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(field: &Field) -> impl Iterator<Item = (u32, u32, u64)> {
        let (width, height) = (field.width, field.height);
        (0..height)
            .flat_map(move |row| (0..width).map(move |column| (row, column)))
            .map(move |(row, column)| (row, column, 1 << (row * width + column)))
    }

    #[test]
    fn neighbours_are_where_coordinates_say() {
        for (width, height) in [(2, 3), (3, 5), (5, 4), (8, 8), (2, 32), (21, 3), (6, 6)] {
            let field = Field::new(width, height, 0);
            let cell = |row: u32, column: u32| {
                if row < height && column < width { 1 << (row * width + column) } else { 0 }
            };
            for (row, column, bit) in cells(&field) {
                let (up, down) = (row + 1, row.wrapping_sub(1));
                let (left, right) = (column.wrapping_sub(1), column + 1);
                assert_eq!(field.ahead(bit), cell(up, column));
                assert_eq!(field.ahead_first(bit), cell(up, left));
                assert_eq!(field.ahead_last(bit), cell(up, right));
                assert_eq!(field.behind(bit), cell(down, column));
                assert_eq!(field.behind_first(bit), cell(down, left));
                assert_eq!(field.behind_last(bit), cell(down, right));
                assert_eq!(field.turn(bit), cell(height - 1 - row, width - 1 - column));
                assert_eq!(field.mirror(bit), cell(row, width - 1 - column));
            }
            assert!(field.is_symmetric());
        }
    }

    #[test]
    fn nothing_goes_into_a_wall() {
        let field = Field::new(3, 5, 1 << 7 | 1 << 6);
        assert_eq!(field.reach(1 << 4), 1 << 8);
        assert_eq!(field.strikes_back(1 << 9), 0);
        assert_eq!(field.row(2), 1 << 8);
        assert!(!field.is_symmetric());
        assert_eq!(field.turned().open(), !(1 << 7 | 1 << 8) & 0x7fff);
        assert_eq!(field.turned().turned(), field);
    }
}
