//! A position from the point of view of the player to move, and the geometry of both directions without turning the board.
//!
//! A [`Direction`] stands for the player whose pawns go that way: [`Up`] for the player who is to move when an evaluation
//! begins, [`Down`] for the opponent. Code that is generic over it serves both "the mover wins by it" and "the mover loses
//! to it".

use crate::breakthrough::field::Field;

/// The direction in which a player's pawns go.
pub trait Direction {
    /// Whether it is up.
    const UP: bool;
    /// The opponent's direction.
    type Opposite: Direction<Opposite = Self>;

    /// Where a pawn came from, given where it is and how far that is in bits.
    #[inline]
    fn origin(cell: u64, shift: u32) -> u64 {
        if Self::UP { cell >> shift } else { cell << shift }
    }
}

/// The player to move when an evaluation begins.
pub struct Up;

/// The opponent of that player.
pub struct Down;

impl Direction for Up {
    const UP: bool = true;
    type Opposite = Down;
}

impl Direction for Down {
    const UP: bool = false;
    type Opposite = Up;
}

/// Two sets of pawns on a board.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The board as the player sees it whose pawns go up.
    pub field: &'a Field,
    /// The pawns that go up.
    pub own: u64,
    /// The pawns that go down.
    pub other: u64,
}

impl View<'_> {
    /// The pawns of one player.
    #[inline]
    pub fn pawns<D: Direction>(&self) -> u64 {
        if D::UP { self.own } else { self.other }
    }

    /// A row, counted from the one that a player starts from.
    #[inline]
    pub fn row<D: Direction>(&self, row: u32) -> u64 {
        self.field.row(if D::UP { row } else { self.field.height() - 1 - row })
    }

    /// The cells straight ahead of some.
    #[inline]
    pub fn ahead<D: Direction>(&self, cells: u64) -> u64 {
        if D::UP { self.field.ahead(cells) } else { self.field.behind(cells) }
    }

    /// The cells diagonally ahead of some.
    #[inline]
    pub fn strikes<D: Direction>(&self, cells: u64) -> u64 {
        if D::UP { self.field.strikes(cells) } else { self.field.strikes_back(cells) }
    }

    /// The cells ahead of some in all three directions.
    #[inline]
    pub fn reach<D: Direction>(&self, cells: u64) -> u64 {
        self.ahead::<D>(cells) | self.strikes::<D>(cells)
    }

    /// The cells that a player can move to.
    #[inline]
    pub fn targets<D: Direction>(&self) -> u64 {
        let pawns = self.pawns::<D>();
        self.ahead::<D>(pawns) & !(self.own | self.other) | self.strikes::<D>(pawns) & !pawns
    }

    /// How many moves a player needs at least to arrive; one more than there can be without pawns.
    #[inline]
    pub fn distance<D: Direction>(&self) -> u32 {
        let (width, height) = (self.field.width(), self.field.height());
        match (D::UP, self.pawns::<D>()) {
            (_, 0) => height,
            (true, pawns) => height - 1 - pawns.ilog2() / width,
            (false, pawns) => pawns.trailing_zeros() / width,
        }
    }

    /// The pawns of a player that can arrive with their next move. The opponent cannot close their way: the cells that
    /// they go to are those that the opponent's pawns started from or never stood on, and no pawn goes back.
    #[inline]
    pub fn arriving<D: Direction>(&self) -> u64 {
        let near = self.pawns::<D>() & self.row::<D>(self.field.height() - 2);
        if near == 0 {
            return 0;
        }
        // Seen from the goal, the way there is a way back.
        if D::UP {
            let goal = self.field.goal();
            near & (self.field.behind(goal & !self.other) | self.field.strikes_back(goal))
        } else {
            let goal = self.field.row(0);
            near & (self.field.ahead(goal & !self.own) | self.field.strikes(goal))
        }
    }

    /// The position after a pawn of one player went from a cell to another, capturing what stood there.
    #[inline]
    #[must_use]
    pub fn after<D: Direction>(&self, from: u64, to: u64) -> Self {
        if D::UP {
            Self { own: self.own ^ from | to, other: self.other & !to, ..*self }
        } else {
            Self { other: self.other ^ from | to, own: self.own & !to, ..*self }
        }
    }

    /// Where the pawns of a player on some cells can go, by direction, and how far a cell is from where the pawn came
    /// from, in bits, for [`Direction::origin`].
    #[inline]
    pub fn steps<D: Direction>(&self, from: u64) -> [(u64, u32); 3] {
        let (width, pawns) = (self.field.width(), self.pawns::<D>());
        let (moving, empty) = (pawns & from, !(self.own | self.other));
        let straight = (self.ahead::<D>(moving) & empty, width);
        let field = self.field;
        if D::UP {
            let first = (field.ahead_first(moving) & !pawns, width - 1);
            [straight, first, (field.ahead_last(moving) & !pawns, width + 1)]
        } else {
            let first = (field.behind_first(moving) & !pawns, width + 1);
            [straight, first, (field.behind_last(moving) & !pawns, width - 1)]
        }
    }
}

/// The cells of a set, one by one.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
