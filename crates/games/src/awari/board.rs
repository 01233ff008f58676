//! The stones on an Awari board as the player to move sees them, and how they are sown and captured (Allis et al. 1994 §6.1).
//!
//! Nothing else matters for what the stones on the board are worth: not who the player is, nor what has been captured.

/// Pits of one player.
pub const ROW: usize = 6;
/// Pits of both.
pub const PITS: usize = 2 * ROW;
/// Stones in the game.
pub const STONES: u8 = 48;

/// A capture that takes all of the opponent's stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GrandSlam {
    /// Is a capture like others, unless it starves the opponent while another move does not (Allis et al. 1994 §6.1).
    #[default]
    Legal,
    /// May not be made, if there is any other move.
    Forbidden,
    /// May be made, but captures nothing.
    Empty,
}

/// Who gets the stones on the board when the player to move has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Rest {
    /// The opponent, whose row they lie in.
    #[default]
    Opponent,
    /// Both, one half each.
    Divided,
}

/// The rules that differ from table to table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Variant {
    /// What becomes of a capture that takes everything.
    pub grand_slam: GrandSlam,
    /// What becomes of the stones that are left.
    pub rest: Rest,
}

/// Stones in each pit, counter-clockwise from the first pit of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Board(pub [u8; PITS]);

/// A pit that has been sown: the board as the opponent sees it, and the stones that were captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sown {
    /// After the move, seen by the opponent.
    pub board: Board,
    /// Stones taken off the board.
    pub captured: u8,
}

impl Board {
    /// Stones on the board.
    #[inline]
    pub fn stones(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether the player to move has a stone.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.0[..ROW].iter().any(|&stones| stones > 0)
    }

    /// The board as the opponent sees it.
    #[inline]
    #[must_use]
    pub fn turned(&self) -> Board {
        let mut turned = self.0;
        turned.rotate_left(ROW);
        Board(turned)
    }

    /// Sows a pit of the player to move that is not empty.
    #[inline]
    pub fn sow(&self, pit: usize, variant: Variant) -> Sown {
        let mut pits = self.0;
        let stones = usize::from(core::mem::take(&mut pits[pit]));
        debug_assert!(pit < ROW && stones > 0);
        // Whole rounds, of eleven pits as the origin is skipped, and what is left over.
        let (rounds, left) = (stones / (PITS - 1), stones % (PITS - 1));
        if rounds > 0 {
            for (at, stones) in pits.iter_mut().enumerate() {
                *stones += if at == pit { 0 } else { rounds as u8 };
            }
        }
        let mut last = pit;
        for _ in 0..left {
            last = if last == PITS - 1 { 0 } else { last + 1 };
            pits[last] += 1;
        }
        if left == 0 {
            last = if pit == 0 { PITS - 1 } else { pit - 1 };
        }
        let captured = capture(&mut pits, last, variant.grand_slam);
        Sown { board: Board(pits).turned(), captured }
    }

    /// The pits that may be sown, as bits: those that leave the opponent a reply, or all if none does.
    #[inline]
    pub fn legal(&self, variant: Variant) -> u8 {
        let (mut feeding, mut starving, mut slamming) = (0u8, 0u8, 0u8);
        for pit in (0..ROW).filter(|&pit| self.0[pit] > 0) {
            let sown = self.sow(pit, variant);
            if sown.board.can_move() {
                feeding |= 1 << pit;
            } else if sown.captured > 0 && variant.grand_slam == GrandSlam::Forbidden {
                slamming |= 1 << pit;
            } else {
                starving |= 1 << pit;
            }
        }
        [feeding, starving, slamming].into_iter().find(|&pits| pits != 0).unwrap_or(0)
    }
}

/// Takes twos and threes backwards from the last pit sown, as long as they are the opponent's.
#[inline]
fn capture(pits: &mut [u8; PITS], last: usize, grand_slam: GrandSlam) -> u8 {
    let first = (ROW..=last).rev().take_while(|&pit| matches!(pits[pit], 2 | 3)).last();
    let Some(first) = first else { return 0 };
    if grand_slam == GrandSlam::Empty {
        let kept = pits[ROW..first].iter().chain(&pits[last + 1..]);
        if kept.copied().all(|stones| stones == 0) {
            return 0;
        }
    }
    pits[first..=last].iter_mut().map(core::mem::take).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pits_of(bits: u8) -> Vec<usize> {
        (0..ROW).filter(|&pit| bits >> pit & 1 == 1).collect()
    }

    /// Allis et al. 1994 figure 11: A1, C4x2, D19x7, E4 and F2x4.
    #[test]
    fn figure_11() {
        let board = Board([1, 0, 4, 19, 4, 2, 1, 1, 3, 1, 0, 0]);
        let legal = pits_of(board.legal(Variant::default()));
        let captured: Vec<u8> =
            legal.iter().map(|&pit| board.sow(pit, Variant::default()).captured).collect();
        assert_eq!((legal, captured), (vec![0, 2, 3, 4, 5], vec![0, 2, 7, 0, 4]));
    }

    /// Allis et al. 1994 figure 12: after 1. B1 f1 no move feeds, so all are legal; after 1. E1 f1 only F1 is.
    #[test]
    fn figure_12() {
        let variant = Variant::default();
        let board = Board([0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
        for (pit, replies) in [(1, vec![0, 2, 4]), (4, vec![5])] {
            let reply = board.sow(pit, variant).board;
            assert_eq!(pits_of(reply.legal(variant)), [5]);
            let after = reply.sow(5, variant).board;
            assert_eq!(pits_of(after.legal(variant)), replies);
        }
    }

    #[test]
    fn the_origin_is_skipped_in_every_round() {
        let board = Board([0, 0, 0, 23, 0, 0, 0, 0, 0, 0, 0, 0]);
        let sown = board.sow(3, Variant::default());
        assert_eq!(sown.board.turned().0, [2, 2, 2, 0, 3, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(sown.captured, 0, "the last stone fell into the own row");
    }

    #[test]
    fn a_grand_slam_depends_on_the_variant() {
        let board = Board([0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
        let with = |grand_slam| Variant { grand_slam, ..Variant::default() };
        assert_eq!(board.sow(5, with(GrandSlam::Legal)).captured, 2);
        assert_eq!(board.sow(5, with(GrandSlam::Empty)).captured, 0);
        assert_eq!(pits_of(board.legal(with(GrandSlam::Legal))), [4]);
        assert_eq!(pits_of(board.legal(with(GrandSlam::Empty))), [4, 5]);
    }
}
