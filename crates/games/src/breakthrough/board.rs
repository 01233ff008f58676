//! A position and the moves from it. Both players' pawns are seen as White sees them, so a cell has one number for both;
//! [`Breakthrough::mover_view`](super::Breakthrough::mover_view) turns the board to the mover's view.

use foregone_game::Player;

use super::field::Field;

/// Where everyone stands, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's pawns; they go up and begin.
    pub white: u64,
    /// Black's pawns; they go down.
    pub black: u64,
    /// Whose turn it is.
    pub player: Player,
}

impl Position {
    /// The pawns of a player.
    #[inline]
    pub fn pawns(&self, player: Player) -> u64 {
        match player {
            Player::Max => self.white,
            Player::Min => self.black,
        }
    }

    /// The pawns of both.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.white | self.black
    }

    /// Takes a pawn of the player to move from one cell to another; what stands there is captured.
    #[inline]
    pub fn step(&mut self, from: u8, to: u8) {
        let (own, other) = match self.player {
            Player::Max => (&mut self.white, &mut self.black),
            Player::Min => (&mut self.black, &mut self.white),
        };
        *own ^= 1 << from | 1 << to;
        *other &= !(1 << to);
        self.player = self.player.other();
    }

    /// The one of the position and its mirror image whose text is the first in the order of bytes. Texts begin with the last
    /// row, each row with the first column, and a cell is `.`, `b` or `w`, in ascending order.
    #[inline]
    #[must_use]
    pub fn first_image(&self, field: &Field) -> Position {
        let image =
            Position { white: field.mirror(self.white), black: field.mirror(self.black), ..*self };
        let differs = self.white ^ image.white | self.black ^ image.black;
        if differs == 0 {
            return *self;
        }
        let first = differs.ilog2() / field.width() * field.width();
        let cell = differs >> first << first;
        let cell = cell & cell.wrapping_neg();
        let symbol = |position: &Position| (position.white & cell, position.black & cell);
        if symbol(&image) < symbol(self) { image } else { *self }
    }

    /// Whether White has got to the far row, or Black has.
    #[inline]
    pub fn arrived(&self, field: &Field) -> Option<Player> {
        if self.white & field.goal() != 0 {
            Some(Player::Max)
        } else if self.black & field.row(0) != 0 {
            Some(Player::Min)
        } else {
            None
        }
    }
}

/// A move: 256 times the cell that is left, plus the cell that is entered.
pub type Move = u16;

/// The move from one cell to another.
#[inline]
pub fn moved(from: u8, to: u8) -> Move {
    u16::from(from) << 8 | u16::from(to)
}

/// The cells that a move leaves and enters.
#[inline]
pub fn ends(mv: Move) -> (u8, u8) {
    ((mv >> 8) as u8, mv as u8)
}

/// The pawns of the player to move that can go to the next row, by the column they enter there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Movers {
    /// One column towards the first.
    pub first: u64,
    /// The same column.
    pub straight: u64,
    /// One column towards the last.
    pub last: u64,
}

impl Movers {
    /// All of a position, on the field as White sees it. A cell is entered from where the opponent's pawn would go.
    #[inline]
    pub fn of(field: &Field, position: &Position) -> Movers {
        let empty = field.open() & !position.occupied();
        match position.player {
            Player::Max => {
                let (own, entered) = (position.white, empty | position.black);
                Movers {
                    first: own & field.behind_last(entered),
                    straight: own & field.behind(empty),
                    last: own & field.behind_first(entered),
                }
            }
            Player::Min => {
                let (own, entered) = (position.black, empty | position.white);
                Movers {
                    first: own & field.ahead_last(entered),
                    straight: own & field.ahead(empty),
                    last: own & field.ahead_first(entered),
                }
            }
        }
    }

    #[inline]
    pub fn all(&self) -> u64 {
        self.first | self.straight | self.last
    }

    /// Appends the moves in the canonical order: by the cell that is left, then by the cell that is entered.
    #[inline]
    pub fn list(&self, straight: i8, moves: &mut Vec<Move>) {
        let mut rest = self.all();
        while rest != 0 {
            let from = rest.trailing_zeros() as u8;
            let to = from.wrapping_add_signed(straight);
            if self.first >> from & 1 != 0 {
                moves.push(moved(from, to - 1));
            }
            if self.straight >> from & 1 != 0 {
                moves.push(moved(from, to));
            }
            if self.last >> from & 1 != 0 {
                moves.push(moved(from, to + 1));
            }
            rest &= rest - 1;
        }
    }
}

/// The cells of a set in order.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
