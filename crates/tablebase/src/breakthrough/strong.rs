//! The strong solution of a board: all its tables in memory.

use super::board::{Board, Shape, WORD};
use super::job::Table;
use super::sweep::Sweep;
use crate::retro::{AnalysisError, Control};

/// The number of stored positions that the player to move wins, and of all. Stored are the positions in which no pawn is one
/// step from its goal, with any number of pawns; as many have White to move as Black.
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
    /// Solves a board, with [`peak_bytes`](super::peak_bytes) of memory.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use foregone_tablebase::breakthrough::{Board, StrongSolution};
    /// use foregone_tablebase::retro::Control;
    ///
    /// let (board, stop) = (Board::new(3, 5, 0).expect("a board"), AtomicBool::new(false));
    /// let control = Control { threads: 1, stop: &stop, report: &|_| () };
    /// let solution = StrongSolution::solve(&board, &control)?;
    /// let (white, black) = board.start();
    /// assert!(!solution.wins(white, black, true), "the first player loses");
    /// # Ok::<(), foregone_tablebase::retro::AnalysisError>(())
    /// ```
    pub fn solve(board: &Board, control: &Control<'_>) -> Result<StrongSolution, AnalysisError> {
        let mut sweep = Sweep::with(board, true);
        for _ in 0..Sweep::ranks(board) {
            sweep.advance(control)?;
        }
        Ok(sweep.finish())
    }

    /// Loads the solution: `parts` is called with a rank and the number of words in a part, and returns the parts.
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

    /// The numbers of positions that are won.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Bytes of all tables.
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
