//! The lines of a board on which K stones in a straight line win, and what they tell about a position without a move of the
//! search: lines that a player can complete, wins by fours, and lines that are left.
//!
//! A *completion* of a player is an empty cell of a line whose other cells all have stones of that player. The bounds are those
//! of `docs/certificate.md`, *Static bounds* of `mnk`, rule by rule; the checker has them a second time.

mod attack;
mod examined;
mod knowledge;
mod replies;
mod tally;

use attack::Attack;
pub(crate) use knowledge::{LOSS, WIN, for_max};
use tally::Tally;

/// The bounds of a position for the player to move: -1 a loss, 0 a draw, 1 a win.
pub(crate) type MoverBounds = (i8, i8);

/// The lines of a board.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The cells of each line.
    masks: Vec<u128>,
    /// How many cells a line has.
    length: u16,
    /// The lines through each cell.
    through: Vec<Vec<u16>>,
    /// All cells of the board.
    full: u128,
}

/// Stones of the player to move, and of the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stones {
    pub(crate) mover: u128,
    pub(crate) other: u128,
}

impl Stones {
    fn all(self) -> u128 {
        self.mover | self.other
    }

    /// The stones after the player to move has put one on the cell.
    fn after(self, cell: u8) -> Stones {
        Stones { mover: self.other, other: self.mover | 1 << cell }
    }

    /// The same stones with the opponent to move.
    fn passed(self) -> Stones {
        Stones { mover: self.other, other: self.mover }
    }
}

impl Lines {
    /// The lines of that many cells each on a board.
    pub(crate) fn new(masks: Vec<u128>, length: u32, full: u128) -> Lines {
        let of_cell = |cell: u32| {
            let holds = |&(_, mask): &(u16, &u128)| mask >> cell & 1 == 1;
            (0..).zip(&masks).filter(holds).map(|(line, _)| line).collect()
        };
        let through = (0..u128::BITS - full.leading_zeros()).map(of_cell).collect();
        // No board has lines of more than 128 cells.
        Lines { length: length.min(255) as u16, through, full, masks }
    }

    /// The cells of each line.
    pub(crate) fn masks(&self) -> &[u128] {
        &self.masks
    }

    /// How many lines go through the cell.
    pub(crate) fn count_through(&self, cell: u8) -> usize {
        self.through[usize::from(cell)].len()
    }

    /// Bounds on the value of a position in which no line is complete and a cell is empty, for the player to move.
    pub(crate) fn bounds(&self, stones: Stones) -> MoverBounds {
        let (low, high) = self.bounds_by_threats(stones);
        // An additional stone never hurts, so the first player could use any strategy that wins for the second one.
        if stones.all() == 0 { (low.max(0), high) } else { (low, high) }
    }

    fn bounds_by_threats(&self, mut stones: Stones) -> MoverBounds {
        let mut tally = Tally::new(self, stones);
        let mut sign = 1;
        loop {
            let seen = tally.scan(self, stones.all());
            if seen.own_completions != 0 {
                return (sign, sign);
            }
            if seen.other_completions == 0 {
                let low = if seen.other_has_lines { -1 } else { 0 };
                let high = if seen.own_has_lines { 1 } else { 0 };
                return match Attack::new(self, stones, tally).wins() {
                    true => (sign, sign),
                    false if sign > 0 => (low, high),
                    false => (-high, -low),
                };
            }
            if !seen.other_completions.is_power_of_two() {
                return (-sign, -sign);
            }
            // Every move but this one lets the opponent complete a line.
            let cell = seen.other_completions.trailing_zeros() as u8;
            tally.put_own(self, cell);
            tally.exchange();
            stones = stones.after(cell);
            sign = -sign;
            if stones.all() == self.full {
                return (0, 0);
            }
        }
    }
}

/// The cells of a set, from the lowest.
#[inline]
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
