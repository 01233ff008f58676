//! Boards, and how their positions are numbered.
//!
//! A position with no pawn one step from its goal has White's pawns anywhere but on the last two rows and Black's anywhere
//! but on the first two. It falls into three numbers: the *home* of Black's pawns on the last two rows, the *middle*, and
//! the *lane*, White's pawns on the first two rows. Read from the top as one number, with a white pawn as the smallest
//! digit, a black one as the largest and an empty cell between them, a position grows smaller with every move: White's
//! make the higher of two cells white, Black's leave the higher one empty. So whatever can follow is found below.

/// The narrowest board; every pawn needs a column beside its own.
pub const MIN_WIDTH: u32 = 2;
/// The widest board; wider ones have more positions than any memory holds.
pub const MAX_WIDTH: u32 = 9;
/// The lowest board; on lower ones the players' pawns are in touch from the start.
pub const MIN_HEIGHT: u32 = 4;
/// Bits of a word.
pub(super) const WORD: usize = u64::BITS as usize;

/// A board: cells are bits `row * width + column`, White's home row being row 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    width: u32,
    height: u32,
    walls: u64,
}

impl Board {
    /// A board of 2 to 9 columns and at least 4 rows, at most 64 cells in all, with walls between the players' first pawns.
    pub fn new(width: u32, height: u32, walls: u64) -> Option<Board> {
        let fits = (MIN_WIDTH..=MAX_WIDTH).contains(&width)
            && (MIN_HEIGHT..=u64::BITS / width).contains(&height);
        if !fits {
            return None;
        }
        let middle = ones((height - 4) * width) << (2 * width);
        (walls & !middle == 0).then_some(Board { width, height, walls })
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Cells that nobody can enter.
    pub fn walls(&self) -> u64 {
        self.walls
    }

    /// The pawns at the start: White's, and Black's.
    pub fn start(&self) -> (u64, u64) {
        let white = ones(2 * self.width);
        (white, self.turn(white))
    }

    /// Cells turned by half a turn: what the opponent sees.
    pub fn turn(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (u64::BITS - self.width * self.height)
    }

    /// The board as Black sees it.
    #[must_use]
    pub fn turned(&self) -> Board {
        Board { walls: self.turn(self.walls), ..*self }
    }

    /// Cells with their columns in the other order.
    pub fn mirror(&self, cells: u64) -> u64 {
        let mut rest = self.turn(cells);
        (0..self.height).fold(0, |mirrored, _| {
            let row = rest & ones(self.width);
            rest >>= self.width;
            mirrored << self.width | row
        })
    }

    /// A row's pawns, the first column in the lowest bit.
    pub(super) fn row(&self, cells: u64, row: u32) -> u64 {
        cells >> (row * self.width) & ones(self.width)
    }
}

/// That many bits.
pub(super) fn ones(bits: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0)
}

/// How the positions of a board are numbered, and which of them are the same by symmetry.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) board: Board,
    /// Columns.
    pub(super) width: usize,
    /// Rows of the middle.
    pub(super) rows: usize,
    /// Cells of the middle that are no walls; its lowest row is row 0.
    pub(super) open: u64,
    /// What a digit of a cell of the middle counts; nothing if it is a wall.
    pub(super) weights: Vec<usize>,
    /// Numbers of middles.
    pub(super) middles: usize,
    /// Words of all lanes of one middle.
    pub(super) words: usize,
    /// Whether mirrored positions are worth the same.
    pub(super) mirrored: bool,
    /// Whether the players see the same board.
    pub(super) turned: bool,
}

impl Shape {
    pub(super) fn new(board: &Board) -> Shape {
        let width = board.width as usize;
        let rows = board.height as usize - 4;
        let cells = (rows * width) as u32;
        let open = !board.walls >> (2 * width) & ones(cells);
        let mut weight = 1usize;
        let mut weights = vec![0; cells as usize];
        for cell in bits(open) {
            weights[cell] = weight;
            weight = weight.saturating_mul(3);
        }
        Shape {
            board: *board,
            width,
            rows,
            open,
            weights,
            middles: weight,
            words: (1usize << (2 * width)).div_ceil(WORD),
            mirrored: board.mirror(board.walls) == board.walls,
            turned: board.turned() == *board,
        }
    }

    /// Homes of Black's pawns: the last row's in the upper half of a number, those of the row before it in the lower.
    pub(super) fn homes(&self) -> usize {
        1 << (2 * self.width)
    }

    /// How many single steps Black's pawns at home can make until they have left. Whatever changes a home lowers this by
    /// one, or by two if a pawn is captured.
    pub(super) fn rank(&self, home: usize) -> usize {
        let (far, near) = (home >> self.width, home & ((1 << self.width) - 1));
        (2 * far.count_ones() + near.count_ones()) as usize
    }

    /// Ranks of homes.
    pub(super) fn ranks(&self) -> usize {
        3 * self.width + 1
    }

    /// The same home in a mirror.
    pub(super) fn mirror_home(&self, home: usize) -> usize {
        (0..self.width).fold(0, |mirrored, column| {
            let pair = home >> column & (1 << self.width | 1);
            mirrored | pair << (self.width - 1 - column)
        })
    }

    /// Whether positions with this home are computed; the others are mirrored.
    pub(super) fn is_canonical(&self, home: usize) -> bool {
        !self.mirrored || home <= self.mirror_home(home)
    }

    /// How many homes this one stands for.
    pub(super) fn stands_for(&self, home: usize) -> u64 {
        if self.mirrored && home != self.mirror_home(home) { 2 } else { 1 }
    }

    /// Lanes of the last word that mean something: on the narrowest board a word has more than it needs.
    pub(super) fn used(&self) -> u64 {
        ones((1u32 << (2 * self.width)).min(u64::BITS))
    }

    /// Words of a table: one bit for each position with the same home.
    pub(super) fn table_words(&self) -> usize {
        self.middles.saturating_mul(self.words)
    }

    /// Where a position is found, none of whose pawns is one step from its goal: its home, and the bit of its table.
    pub(super) fn locate(&self, white: u64, black: u64) -> (usize, usize) {
        let (board, width, last) = (&self.board, self.width, self.board.height - 1);
        let home = (board.row(black, last) << width | board.row(black, last - 1)) as usize;
        let lane = (board.row(white, 0) << width | board.row(white, 1)) as usize;
        let middle: usize = bits(self.open)
            .map(|cell| {
                let digit =
                    1 + (black >> (cell + 2 * width) & 1) - (white >> (cell + 2 * width) & 1);
                self.weights[cell] * digit as usize
            })
            .sum();
        (home, middle * self.words * WORD + lane)
    }

    /// The same for the position or its mirror image, whichever is computed.
    pub(super) fn locate_kept(&self, white: u64, black: u64) -> (usize, usize) {
        let (home, bit) = self.locate(white, black);
        if self.is_canonical(home) {
            return (home, bit);
        }
        self.locate(self.board.mirror(white), self.board.mirror(black))
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

/// A middle, as pawns on its cells. Visited in ascending order of their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Middle {
    pub(super) number: usize,
    pub(super) white: u64,
    pub(super) black: u64,
}

impl Middle {
    /// Middle 0: White's pawns everywhere.
    pub(super) fn first(shape: &Shape) -> Middle {
        Middle { number: 0, white: shape.open, black: 0 }
    }

    /// Goes on to the next number; after the last comes the first.
    #[inline]
    pub(super) fn advance(&mut self, open: u64) {
        self.number += 1;
        // As in any addition of one: the largest digits at the end turn into the smallest, and the one before them grows.
        let rest = open & !self.black;
        let step = rest & rest.wrapping_neg();
        let carried = open & step.wrapping_sub(1);
        self.black &= !carried;
        if self.white & step != 0 {
            self.white ^= step;
        } else {
            self.black |= step;
        }
        self.white |= carried;
    }
}
