//! Sets of cells, and the cells ahead of them. Cells are numbered row by row from the bottom, each row from the left, whoever
//! is to move; a set has one bit for every cell.

/// A set of cells.
pub(super) type Cells = u64;

/// The cells of a set, each as a set of its own, in ascending order.
#[inline]
pub(super) fn each(mut set: Cells) -> impl Iterator<Item = Cells> {
    core::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The size of the board and its walls.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The walls, in ascending order.
    pub(super) walls: Vec<usize>,
    /// All cells that are no walls.
    open: Cells,
    /// The first column and the last one.
    sides: [Cells; 2],
}

impl Board {
    pub(super) fn new(width: usize, height: usize, walls: Vec<usize>) -> Board {
        let column =
            |column: usize| (0..height).fold(0, |set, row| set | 1 << (row * width + column));
        let all = Cells::MAX >> (64 - width * height);
        let open = walls.iter().fold(all, |open, wall| open & !(1 << wall));
        Board { width, height, walls, open, sides: [column(0), column(width - 1)] }
    }

    /// All cells of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Cells {
        ((1 << self.width) - 1) << (row * self.width)
    }

    /// A row counted from the one that the player comes from: 0 is the first row for White and the last one for Black.
    #[inline]
    pub(super) fn row_of(&self, white: bool, row: usize) -> Cells {
        self.row(if white { row } else { self.height - 1 - row })
    }

    /// The row where the player wins.
    #[inline]
    pub(super) fn goal(&self, white: bool) -> Cells {
        self.row_of(white, self.height - 1)
    }

    /// The row before it. A pawn there can always arrive with its next move, because a cell diagonally ahead is on the board:
    /// no wall is in the last row, and no pawn of the player, or the game would be over.
    #[inline]
    pub(super) fn near(&self, white: bool) -> Cells {
        self.row_of(white, self.height - 2)
    }

    /// The cells one row ahead of some cells, as the player sees it, and `aside` columns to the right (-1, 0 or 1), as far as
    /// they are on the board and no walls.
    #[inline]
    pub(super) fn ahead(&self, white: bool, cells: Cells, aside: i32) -> Cells {
        let [first, last] = self.sides;
        let moved = |cells: Cells| if white { cells << self.width } else { cells >> self.width };
        let entered = match aside {
            0 => moved(cells),
            1 => moved(cells & !last) << 1,
            _ => moved(cells & !first) >> 1,
        };
        entered & self.open
    }

    /// The cells diagonally ahead of some cells, where their pawns can capture.
    #[inline]
    pub(super) fn diagonal(&self, white: bool, cells: Cells) -> Cells {
        self.ahead(white, cells, -1) | self.ahead(white, cells, 1)
    }

    /// All cells ahead of some cells.
    #[inline]
    pub(super) fn all_ahead(&self, white: bool, cells: Cells) -> Cells {
        self.ahead(white, cells, 0) | self.diagonal(white, cells)
    }

    /// The cells that a player's pawns on some cells can move to. `own` are all pawns of the player, `other` those of the
    /// opponent.
    #[inline]
    pub(super) fn targets(&self, white: bool, from: Cells, own: Cells, other: Cells) -> Cells {
        self.ahead(white, from, 0) & !(own | other) | self.diagonal(white, from) & !own
    }

    /// The cell that a pawn came from, given the cell that it entered and how far aside that is.
    #[inline]
    pub(super) fn origin(&self, white: bool, entered: Cells, aside: i32) -> Cells {
        let width = self.width as i32;
        if white { entered >> (width + aside) } else { entered << (width - aside) }
    }

    /// The columns of a row that are in a set, the first column as the lowest bit.
    #[inline]
    pub(super) fn columns(&self, set: Cells, row: usize) -> Cells {
        set >> (row * self.width) & ((1 << self.width) - 1)
    }

    /// A row with its columns in the other order.
    #[inline]
    pub(super) fn mirrored_columns(&self, columns: Cells) -> Cells {
        columns.reverse_bits() >> (64 - self.width)
    }

    /// The mirror image of a set: the columns in the other order.
    pub(super) fn mirrored(&self, set: Cells) -> Cells {
        let image = |row| self.mirrored_columns(self.columns(set, row)) << (row * self.width);
        (0..self.height).map(image).sum()
    }

    /// Whether the walls are their own mirror image.
    pub(super) fn is_symmetric(&self) -> bool {
        self.mirrored(self.open) == self.open
    }
}
