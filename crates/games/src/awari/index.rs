//! The index of Awari endgames: layer n holds the boards with exactly n stones.
//!
//! A board is seen by the player to move; captured stones do not matter. The order is lexicographic in the pits, those of the
//! player to move first. With s(i) the number of stones from pit i to the last pit, a board of n stones has the index
//!
//! C(n + 11, 11) - 1 - sum over i = 1 .. 11 of C(s(i) + 11 - i, 12 - i)
//!
//! because these terms are a combinatorial number system. A few small tables are enough to compute it.

use std::sync::Arc;

use foregone_game::{EndgameTable, Indexed, Layered, Successor};

use super::board::{Board, GrandSlam, PITS, ROW, Rest, STONES, Variant};
use super::packed::{MoveClass, PackedBoard, Sowings, sowings};

/// Sums from one pit on that a number is made of.
const SUMS: usize = PITS - 1;

/// All boards with at most a given number of stones.
#[derive(Clone, Debug)]
pub struct Endgames {
    variant: Variant,
    stones: u8,
    sowings: Box<Sowings>,
    /// For pit `i` of 1 to 11 and each sum, C(sum + 11 - i, 12 - i). Sums fit six bits.
    parts: Box<[[u64; 64]; PITS]>,
    /// How many boards there are with each number of stones.
    sizes: [u64; STONES as usize + 1],
}

impl Endgames {
    /// The endgames with at most that many stones of the 48.
    pub fn new(variant: Variant, stones: u8) -> Endgames {
        let mut parts = Box::new([[0; 64]; PITS]);
        for (pit, row) in parts.iter_mut().enumerate().skip(1) {
            for (sum, part) in row.iter_mut().enumerate().take(usize::from(STONES) + 1) {
                *part = binomial((sum + SUMS - pit) as u64, (PITS - pit) as u64);
            }
        }
        let sizes = core::array::from_fn(|stones| binomial((stones + SUMS) as u64, SUMS as u64));
        Endgames { variant, stones: stones.min(STONES), sowings: sowings(), parts, sizes }
    }

    /// The rules that differ from table to table.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The layer of a board and the board as it is packed there, unless it has too many stones.
    pub fn find_board(&self, board: &Board) -> Option<(usize, PackedBoard)> {
        let stones: u32 = board.0.iter().map(|&stones| u32::from(stones)).sum();
        (stones <= u32::from(self.stones)).then(|| (stones as usize, PackedBoard::new(board)))
    }

    /// What the stones on a board are worth to a player who cannot move.
    #[inline]
    fn stuck(&self, layer: usize) -> i8 {
        match self.variant.rest {
            Rest::Opponent => -(layer as i8),
            Rest::Divided => 0,
        }
    }

    /// Visits the moves of one kind; whether there is any.
    #[inline]
    fn successors_of(
        &self,
        layer: usize,
        decoded: PackedBoard,
        kind: MoveClass,
        visit: &mut impl FnMut(Successor<PackedBoard>),
    ) -> bool {
        let mut any = false;
        for pit in 0..ROW {
            let stones = decoded.stones(pit);
            if stones == 0 {
                continue;
            }
            let (after, captured) =
                decoded.sow(&self.sowings[pit][stones], self.variant.grand_slam);
            if after.class(captured, self.variant.grand_slam) != kind {
                continue;
            }
            any = true;
            let decoded = after.turned();
            visit(match captured {
                0 => Successor::Within { decoded, opponent_moves: true },
                _ => Successor::Below {
                    layer: layer - usize::from(captured),
                    decoded,
                    gain: captured as i8,
                    opponent_moves: true,
                },
            });
        }
        any
    }

    /// Whether sowing a pit of that board leads there, without a capture and in accordance with the feeding rule.
    #[inline(never)]
    fn leads_to(&self, from: PackedBoard, pit: usize, after: PackedBoard) -> bool {
        let slam = self.variant.grand_slam;
        let sown = |pit| from.sow(&self.sowings[pit][from.stones(pit)], slam);
        let (reached, captured) = sown(pit);
        let pits = (0..ROW).filter(|&pit| from.stones(pit) > 0);
        let best = pits.map(sown).map(|(to, taken)| to.class(taken, slam)).min();
        (reached, captured) == (after, 0) && best == Some(reached.class(0, slam))
    }
}

/// The values of an endgame tablebase, ready to be looked up.
#[derive(Clone, Debug)]
pub struct TableValues {
    endgames: Arc<Endgames>,
    lookup: EndgameTable,
}

impl TableValues {
    /// These values, computed with that variant of the rules.
    pub fn new(variant: Variant, lookup: EndgameTable) -> TableValues {
        let stones = lookup.layers().saturating_sub(1).min(usize::from(STONES)) as u8;
        TableValues { endgames: Arc::new(Endgames::new(variant, stones)), lookup }
    }

    /// The most stones of a board whose value is known.
    pub fn most(&self) -> u8 {
        self.endgames.stones
    }

    /// Whether proofs may end where a value is known.
    pub fn may_be_cited(&self) -> bool {
        self.lookup.cite
    }

    /// What the player to move gains more than the opponent, if it is known.
    #[inline]
    pub fn value(&self, board: &Board) -> Option<i8> {
        let (layer, decoded) = self.endgames.find_board(board)?;
        self.lookup.value(layer, || self.endgames.index(layer, decoded))
    }
}

/// The number of ways to choose.
fn binomial(of: u64, choose: u64) -> u64 {
    (0..choose).fold(1, |ways, step| ways * (of - step) / (step + 1)) * u64::from(of >= choose)
}

impl Layered for Endgames {
    type Decoded = PackedBoard;

    fn layers(&self) -> usize {
        usize::from(self.stones) + 1
    }

    #[inline]
    fn size(&self, layer: usize) -> u64 {
        self.sizes[layer]
    }

    #[inline]
    fn bound(&self, layer: usize) -> i8 {
        layer as i8
    }

    fn is_acyclic(&self, layer: usize) -> bool {
        layer == 0
    }

    #[inline]
    fn decode(&self, layer: usize, index: u64) -> PackedBoard {
        let mut rest = self.sizes[layer] - 1 - index;
        let (mut decoded, mut before) = (PackedBoard { own: 0, other: 0 }, layer);
        for pit in 1..=PITS {
            // The sum from this pit on decides what was in the pit before.
            let mut sum = before;
            if pit < PITS {
                while self.parts[pit][sum] > rest {
                    sum -= 1;
                }
                rest -= self.parts[pit][sum];
            } else {
                sum = 0;
            }
            let word = if pit <= ROW { &mut decoded.own } else { &mut decoded.other };
            *word = *word << 8 | (before - sum) as u64;
            before = sum;
        }
        decoded
    }

    #[inline]
    fn index(&self, layer: usize, decoded: PackedBoard) -> u64 {
        let (own, other) = decoded.sums();
        let behind = other >> 40 & 0xff;
        let own = own + behind * 0x0101_0101_0101;
        // The masks say to the compiler what is known anyway: a sum is below 64.
        let part = |pit: usize, sums: u64| {
            self.parts[pit][(sums >> (8 * (ROW - 1 - pit % ROW)) & 0x3f) as usize]
        };
        let first: u64 = (1..ROW).map(|pit| part(pit, own)).sum();
        let second: u64 = (ROW..PITS).map(|pit| part(pit, other)).sum();
        self.sizes[layer] - 1 - first - second
    }

    /// The last pit with stones gives one to the pit before it and the others to the last pit of all.
    #[inline]
    fn advance(&self, _: usize, decoded: &mut PackedBoard) {
        let other = decoded.other != 0;
        let word = if other { decoded.other } else { decoded.own };
        let shift = word.trailing_zeros() & !7;
        let stones = word >> shift & 0xff;
        let word = (word & !(0xff << shift)) + (1 << (shift + 8));
        if other {
            decoded.own += word >> 48;
            decoded.other = (word & 0xffff_ffff_ffff) + stones - 1;
        } else {
            *decoded = PackedBoard { own: word, other: stones - 1 };
        }
    }

    #[inline]
    fn successors(
        &self,
        layer: usize,
        decoded: PackedBoard,
        mut visit: impl FnMut(Successor<PackedBoard>),
    ) {
        if decoded.own == 0 {
            return visit(Successor::Over(self.stuck(layer)));
        }
        let kinds = [MoveClass::Feeding, MoveClass::Starving, MoveClass::Slam];
        kinds.into_iter().any(|kind| self.successors_of(layer, decoded, kind, &mut visit));
    }
}

impl Indexed for Endgames {
    #[inline]
    fn predecessors(
        &self,
        _: usize,
        decoded: PackedBoard,
        mut visit: impl FnMut(PackedBoard, bool),
    ) {
        let after = decoded.turned();
        let slams = self.variant.grand_slam == GrandSlam::Empty;
        // A move that leaves the opponent a stone and captures nothing is legal. All other cases are checked by playing them.
        let doubtful = slams || decoded.own == 0;
        after.unsow(&self.sowings, slams, |from, pit, _| {
            if !doubtful || self.leads_to(from, pit, after) {
                visit(from, true);
            }
        });
    }
}
