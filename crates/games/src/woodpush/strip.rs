//! The strip of cells and what a move does to it. Both games of Woodpush share it.

use foregone_game::Player;

/// A board: one bit per cell, bit 0 for the leftmost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Strip {
    /// The pieces of Left, who is `Max` and moves to the right.
    pub left: u32,
    /// The pieces of Right, who is `Min` and moves to the left.
    pub right: u32,
}

impl Strip {
    /// `pieces` pieces at either end of a strip.
    pub fn start(length: u32, pieces: u32) -> Strip {
        let left = (1 << pieces) - 1;
        Strip { left, right: left << (length - pieces) }
    }

    /// The pieces of one player.
    #[inline]
    pub fn of(self, player: Player) -> u32 {
        match player {
            Player::Max => self.left,
            Player::Min => self.right,
        }
    }

    /// How many pieces there are.
    #[inline]
    pub fn count(self) -> u32 {
        (self.left | self.right).count_ones()
    }

    /// The board in one word.
    #[inline]
    pub fn bits(self) -> u64 {
        u64::from(self.left) | u64::from(self.right) << 32
    }

    /// The pieces that may push: those with an opponent directly behind them.
    #[inline]
    pub fn pushers(self, player: Player) -> u32 {
        match player {
            Player::Max => self.left & (self.right << 1),
            Player::Min => self.right & (self.left >> 1),
        }
    }

    /// The board after the piece on `cell` has gone to the nearest empty cell ahead, or off a board on which there
    /// is none. `full` has a bit for every cell.
    #[inline]
    pub fn forward(self, full: u32, player: Player, cell: u32) -> Strip {
        let free = full & !(self.left | self.right);
        match player {
            Player::Max => {
                let ahead = free & !((2 << cell) - 1);
                let target = ahead & ahead.wrapping_neg();
                Strip { left: self.left ^ (1 << cell) ^ target, right: self.right }
            }
            Player::Min => {
                let ahead = free & ((1 << cell) - 1);
                let target = if ahead == 0 { 0 } else { 1 << ahead.ilog2() };
                Strip { left: self.left, right: self.right ^ (1 << cell) ^ target }
            }
        }
    }

    /// The board after the piece on `cell` and the unbroken block behind it have shifted one cell backwards.
    #[inline]
    pub fn push(self, full: u32, player: Player, cell: u32) -> Strip {
        let free = full & !(self.left | self.right);
        match player {
            Player::Max => {
                let gaps = free & ((1 << cell) - 1);
                let first = u32::BITS - gaps.leading_zeros();
                let block = ((2 << cell) - 1) & !((1 << first) - 1);
                let shift = |pieces: u32| (pieces & !block) | (pieces & block) >> 1;
                Strip { left: shift(self.left), right: shift(self.right) }
            }
            Player::Min => {
                // All cells up to the first gap: beyond the board there is always one, as a strip leaves spare bits.
                let gaps = !(full & !free) & !((2 << cell) - 1);
                let block = (1u32 << gaps.trailing_zeros()) - (1 << cell);
                let shift = |pieces: u32| (pieces & !block) | ((pieces & block) << 1 & full);
                Strip { left: shift(self.left), right: shift(self.right) }
            }
        }
    }

    /// As written: `LL.R.RLR`.
    pub fn text(self, length: u32) -> String {
        let letter = |cell: u32| match (self.left >> cell & 1, self.right >> cell & 1) {
            (0, 0) => '.',
            (0, _) => 'R',
            _ => 'L',
        };
        (0..length).map(letter).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> Strip {
        let bits = |piece: char| {
            text.chars()
                .enumerate()
                .filter(|&(_, c)| c == piece)
                .fold(0, |set, (cell, _)| set | 1 << cell)
        };
        Strip { left: bits('L'), right: bits('R') }
    }

    fn play(text: &str, player: Player, mv: &str) -> String {
        let full = (1 << text.len()) - 1;
        let cell = mv[1..].parse::<u32>().expect("a cell") - 1;
        let board = strip(text);
        let after = match &mv[..1] {
            "f" => board.forward(full, player, cell),
            _ => board.push(full, player, cell),
        };
        after.text(text.len() as u32)
    }

    #[test]
    fn pieces_go_forward_over_others_and_off_the_board() {
        assert_eq!(play("LL.R.RLR", Player::Max, "f1"), ".LLR.RLR");
        assert_eq!(play("LL.R.RLR", Player::Max, "f7"), "LL.R.R.R");
        assert_eq!(play("LL.R.RLR", Player::Min, "f8"), "LL.RRRL.");
        assert_eq!(play("LLR.R.LR", Player::Min, "f3"), "LL..R.LR");
        assert_eq!(play("L.LRLR", Player::Max, "f3"), "L..RLR");
        let long = "LR............................".to_owned();
        assert_eq!(play(&long, Player::Max, "f1"), format!(".RL{}", ".".repeat(27)));
    }

    #[test]
    fn a_push_shifts_the_block_behind() {
        assert_eq!(play(".LRL.R", Player::Max, "p4"), "LRL..R");
        assert_eq!(play("LLRL.R", Player::Max, "p4"), "LRL..R", "the leftmost piece is lost");
        assert_eq!(play("RL", Player::Max, "p2"), "L.");
        assert_eq!(play(".R.RLRR.", Player::Min, "p4"), ".R..RLRR");
        assert_eq!(play("L.RLRR", Player::Min, "p3"), "L..RLR", "the rightmost piece is lost");
        let long = format!("L{}", "RL".repeat(14)) + "R";
        assert_eq!(play(&long, Player::Min, "p2"), format!("L.{}", "RL".repeat(14)));
    }

    #[test]
    fn only_pieces_with_an_opponent_behind_may_push() {
        let board = strip("L.RL.RRL");
        assert_eq!(board.pushers(Player::Max), 1 << 3 | 1 << 7);
        assert_eq!(board.pushers(Player::Min), 1 << 2 | 1 << 6);
    }
}
