//! An Awari board in two words, a byte for every pit: sowing is an addition, turning the board an exchange.
//!
//! The last pit of a row is in the lowest byte, so that a product with a word of ones has the sums of all pits from one to
//! the end of the row. Bytes never run over: there are 48 stones at most.

use super::board::{Board, GrandSlam, PITS, ROW, STONES};

/// A one in each of the six bytes of a row.
const ONES: u64 = 0x0101_0101_0101;
/// The highest bit of each byte of a row.
const HIGH: u64 = 0x8080_8080_8080;

/// The stones of both players, a byte for every pit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedBoard {
    /// Of the player to move.
    pub own: u64,
    /// Of the opponent.
    pub other: u64,
}

/// What sowing does to a board: to be added to the words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sowing {
    /// The stones that fall into either row.
    into: PackedBoard,
    /// The stones that are taken from the origin.
    from: u64,
    /// Where the last one falls.
    last: usize,
}

/// All sowings: of a pit, and of a number of stones.
pub(super) type Sowings = [[Sowing; STONES as usize + 1]; ROW];

/// How many bits a pit of a row is shifted by.
#[inline]
const fn shift(pit: usize) -> usize {
    8 * (ROW - 1 - pit % ROW)
}

/// Builds the table of sowings.
pub(super) fn sowings() -> Box<Sowings> {
    let nothing = Sowing { into: PackedBoard { own: 0, other: 0 }, from: 0, last: 0 };
    let mut table = Box::new([[nothing; STONES as usize + 1]; ROW]);
    for (origin, row) in table.iter_mut().enumerate() {
        let (mut into, mut last) = (PackedBoard { own: 0, other: 0 }, origin);
        for (stones, sowing) in (0u64..).zip(row.iter_mut()) {
            if stones > 0 {
                last = (last + 1) % PITS;
                last = if last == origin { (last + 1) % PITS } else { last };
                let word = if last < ROW { &mut into.own } else { &mut into.other };
                *word += 1 << shift(last);
            }
            *sowing = Sowing { into, from: stones << shift(origin), last };
        }
    }
    table
}

/// Bytes of a row that are two or three, as their highest bits. A byte less its lowest bit is compared with two.
#[inline]
fn twos_and_threes(row: u64) -> u64 {
    let differing = (row ^ (ONES << 1)) & (ONES * 0xfe);
    (HIGH - differing) & HIGH
}

/// The highest bits of the bytes as six bits, the first pit lowest: the product brings each to its place.
#[inline]
fn gathered(high: u64) -> u32 {
    const TO_PLACE: u64 = 1 << 45 | 1 << 36 | 1 << 27 | 1 << 18 | 1 << 9 | 1;
    ((high >> 7).wrapping_mul(TO_PLACE) >> 40) as u32 & 0x3f
}

/// The class of a move by the feeding rule: only moves of the best class that a position has are legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum MoveClass {
    /// The opponent has a reply.
    Feeding,
    /// The opponent has none.
    Starving,
    /// It is a grand slam, and those are forbidden.
    Slam,
}

impl PackedBoard {
    /// The words of a board.
    pub fn new(board: &Board) -> PackedBoard {
        let word = |row: &[u8]| row.iter().fold(0, |word, &stones| word << 8 | u64::from(stones));
        PackedBoard { own: word(&board.0[..ROW]), other: word(&board.0[ROW..]) }
    }

    /// The board of the words.
    pub fn board(&self) -> Board {
        let pit = |pit| self.row(pit) >> shift(pit) & 0xff;
        Board(core::array::from_fn(|at| pit(at) as u8))
    }

    #[inline]
    fn row(&self, pit: usize) -> u64 {
        if pit < ROW { self.own } else { self.other }
    }

    /// Stones of the player to move from each pit to the end of the row, in the byte of the pit; of the opponent likewise.
    #[inline]
    pub(super) fn sums(&self) -> (u64, u64) {
        (self.own.wrapping_mul(ONES), self.other.wrapping_mul(ONES))
    }

    /// The stones in a pit of the player to move.
    #[inline]
    pub(super) fn stones(&self, pit: usize) -> usize {
        (self.own >> shift(pit) & 0xff) as usize
    }

    /// The board as the opponent sees it.
    #[inline]
    pub(super) fn turned(self) -> PackedBoard {
        PackedBoard { own: self.other, other: self.own }
    }

    /// Sows: the board before it is turned, and what was captured.
    #[inline]
    pub(super) fn sow(&self, sowing: &Sowing, grand_slam: GrandSlam) -> (PackedBoard, u8) {
        let own = self.own.wrapping_sub(sowing.from).wrapping_add(sowing.into.own);
        let other = self.other + sowing.into.other;
        if sowing.last < ROW {
            return (PackedBoard { own, other }, 0);
        }
        // Backwards from the last pit is upwards in the word.
        let shift = shift(sowing.last);
        let run = twos_and_threes(other) >> shift;
        let length = (!run & (ONES * 0x80)).trailing_zeros() & !7;
        if length == 0 {
            return (PackedBoard { own, other }, 0);
        }
        let length = length.min(8 * ROW as u32 - shift as u32);
        let mask = ((1u64 << length) - 1) << shift;
        let left = other & !mask;
        if grand_slam == GrandSlam::Empty && left == 0 {
            return (PackedBoard { own, other }, 0);
        }
        let captured = ((other & mask).wrapping_mul(ONES | ONES << 48) >> 56) as u8;
        (PackedBoard { own, other: left }, captured)
    }

    /// The class of a move from the board it leads to, before that is turned.
    #[inline]
    pub(super) fn class(&self, captured: u8, grand_slam: GrandSlam) -> MoveClass {
        match self.other {
            0 if captured > 0 && grand_slam == GrandSlam::Forbidden => MoveClass::Slam,
            0 => MoveClass::Starving,
            _ => MoveClass::Feeding,
        }
    }

    /// Visits the boards from which sowing a pit leads to this one, before it is turned, with that pit and unless it looks
    /// like a capture; `captures` lets those through as well.
    #[inline]
    pub(super) fn unsow(
        &self,
        sowings: &Sowings,
        captures: bool,
        mut visit: impl FnMut(PackedBoard, usize, usize),
    ) {
        // A byte and 127 has the highest bit exactly if there are stones.
        let own = gathered((self.own + ONES * 0x7f) & HIGH);
        let other = gathered((self.other + ONES * 0x7f) & HIGH);
        let filled = own | other << ROW;
        let taken = if captures { 0 } else { gathered(twos_and_threes(self.other)) << ROW };
        let (filled, taken) = (filled | filled << PITS, taken | taken << PITS);
        let mut origins = !own & 0x3f;
        while origins != 0 {
            let origin = origins.trailing_zeros() as usize;
            origins &= origins - 1;
            // The stones came from here as far as no pit is empty.
            let run = (filled >> (origin + 1) & 0x7ff).trailing_ones();
            let mut counts = ((1u32 << run) - 1) & !(taken >> (origin + 1));
            while counts != 0 {
                let stones = counts.trailing_zeros() as usize + 1;
                counts &= counts - 1;
                visit(self.taken_back(&sowings[origin][stones]), origin, stones);
            }
            if run as usize == PITS - 1 {
                self.unsow_rounds(sowings, origin, taken, &mut visit);
            }
        }
    }

    /// As [`unsow`](PackedBoard::unsow), for sowings that went around the board.
    #[inline(never)]
    fn unsow_rounds(
        &self,
        sowings: &Sowings,
        origin: usize,
        taken: u32,
        visit: &mut impl FnMut(PackedBoard, usize, usize),
    ) {
        for (stones, sowing) in sowings[origin].iter().enumerate().skip(PITS) {
            let enough = |row: u64, sown: u64| ((row | HIGH) - sown) & HIGH == HIGH;
            if !enough(self.own, sowing.into.own) || !enough(self.other, sowing.into.other) {
                return;
            }
            if taken >> sowing.last & 1 == 0 {
                visit(self.taken_back(sowing), origin, stones);
            }
        }
    }

    #[inline]
    fn taken_back(&self, sowing: &Sowing) -> PackedBoard {
        PackedBoard {
            own: self.own.wrapping_sub(sowing.into.own).wrapping_add(sowing.from),
            other: self.other - sowing.into.other,
        }
    }
}
