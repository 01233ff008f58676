//! The solution: all tables of a board, and what is found in them.

use super::board::{Board, Shape, WORD};
use super::job::Table;
use super::sweep::Sweep;
use crate::retro::{AnalysisError, Control};

/// How many stored positions the player to move wins, and how many there are. They are all positions in which no pawn is
/// one step from its goal, with any number of pawns; there are as many with White as with Black to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Wins of White, to move.
    pub white: u64,
    /// Wins of Black, to move.
    pub black: u64,
    /// Positions with the same player to move.
    pub each: u64,
}

/// The strong solution of a board.
pub struct StrongSolution {
    pub(super) shape: Shape,
    pub(super) tables: Vec<Table>,
    pub(super) counts: Counts,
}

impl StrongSolution {
    /// Solves a board. It takes [`peak_bytes`](super::peak_bytes).
    pub fn solve(board: &Board, control: &Control<'_>) -> Result<StrongSolution, AnalysisError> {
        let mut sweep = Sweep::with(board, true);
        for _ in 0..Sweep::ranks(board) {
            sweep.advance(control)?;
        }
        Ok(sweep.finish())
    }

    /// Takes the solution from where it was kept: the parts of a rank, of so many words each.
    pub fn load<E>(
        board: &Board,
        mut parts: impl FnMut(usize, usize) -> Result<Vec<Vec<u64>>, E>,
    ) -> Result<StrongSolution, E> {
        let mut sweep = Sweep::with(board, true);
        for rank in 0..Sweep::ranks(board) {
            let found = parts(rank, sweep.part_words())?;
            sweep.load(found);
        }
        Ok(sweep.finish())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.shape.board
    }

    /// How many positions are won.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| 8 * (table.white.len() + table.black.len()) as u64).sum()
    }

    /// A checksum of all bits.
    pub fn checksum(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        let mut bytes = Vec::new();
        for part in self.tables.iter().flat_map(|table| [&table.white, &table.black]) {
            for words in part.chunks(1 << 13) {
                bytes.clear();
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                hasher.update(&bytes);
            }
        }
        hasher.finalize().into()
    }

    /// The bit of a stored position.
    pub(super) fn bit(&self, white: u64, black: u64, white_to_move: bool) -> bool {
        let board = &self.shape.board;
        if !white_to_move && self.shape.turned {
            return self.bit(board.turn(black), board.turn(white), true);
        }
        let (home, bit) = self.shape.locate_kept(white, black);
        let table = &self.tables[home];
        let table = if white_to_move { &table.white } else { &table.black };
        table[bit / WORD] >> (bit % WORD) & 1 == 1
    }
}
