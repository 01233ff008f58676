//! Qubic: four in a row on a board of 4x4x4 cells, solved by Patashnik (1980) and again by Allis (1994): the first player wins.
//!
//! The cell in column c, row r and layer l, each from 0, is bit 16 l + 4 r + c of a word.

mod lines;
mod notation;
mod picture;
mod symmetry;

use foregone_game::{
    Acyclic, Game, Keyed, KnowledgeLevel, Outcome, Player, Scale, Symmetric, TableKeyed,
};

use crate::grid;
use crate::lines::{LOSS, Lines, Stones, WIN, cells, for_max};
use symmetry::Symmetries;

/// The levels of knowledge.
pub(crate) const LEVELS: &[KnowledgeLevel] = &[
    KnowledgeLevel::sound("0", "nothing"),
    KnowledgeLevel::sound("fours", "lines to complete, wins by fours, lines that are left"),
];

/// The index of `fours` in [`LEVELS`].
const FOURS: u8 = 1;

/// The lines through a cell of a corner or of the middle. Other cells have four.
const MOST_LINES: usize = 7;

/// The game.
#[derive(Clone, Debug)]
pub struct Qubic {
    lines: Lines,
    symmetries: Symmetries,
    /// The 16 cells with the most lines.
    richest: u128,
    /// Index into [`LEVELS`].
    knowledge: u8,
}

/// A board and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones of the player to move.
    mover: u64,
    /// Stones of both.
    all: u64,
}

impl Position {
    fn stones(&self) -> Stones {
        Stones { mover: self.mover.into(), other: (self.all ^ self.mover).into() }
    }

    fn mover(&self) -> Player {
        if self.all.count_ones().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// The stones of `Max` and of `Min`.
    fn by_player(&self) -> (u64, u64) {
        let other = self.all ^ self.mover;
        match self.mover() {
            Player::Max => (self.mover, other),
            Player::Min => (other, self.mover),
        }
    }

    fn stone(&self, cell: u8) -> grid::Cell {
        let (max, min) = self.by_player();
        match (max >> cell & 1, min >> cell & 1) {
            (1, _) => Some(Player::Max),
            (_, 1) => Some(Player::Min),
            _ => None,
        }
    }
}

impl Default for Qubic {
    fn default() -> Qubic {
        Qubic::new()
    }
}

impl Qubic {
    /// The game.
    ///
    /// ```
    /// use foregone_game::Game;
    /// use foregone_games::Qubic;
    ///
    /// let (game, mut moves) = (Qubic::new(), Vec::new());
    /// game.moves(&game.start(), &mut moves);
    /// assert_eq!(moves.len(), 64);
    /// ```
    pub fn new() -> Qubic {
        let lines = Lines::new(lines::lines(), 4, u64::MAX.into());
        let is_rich = |&cell: &u8| lines.count_through(cell) == MOST_LINES;
        let richest = (0..64).filter(is_rich).map(|cell| 1 << cell).sum();
        Qubic { lines, symmetries: Symmetries::new(), richest, knowledge: FOURS }
    }

    fn status(&self, position: &Position) -> String {
        let result = self.outcome(position).map(|outcome| self.scale().name(outcome));
        grid::status(result, self.player(position))
    }

    fn count_lines(&self, for_max: impl Fn(u128) -> i32) -> i32 {
        self.lines.masks().iter().map(|&line| for_max(line)).sum()
    }
}

impl Game for Qubic {
    const OUTCOMES_MAX: usize = 3;
    type Position = Position;
    /// The cell, layer by layer from the lowest, each layer row by row.
    type Move = u8;

    fn scale(&self) -> &Scale {
        Scale::loss_draw_win()
    }

    fn start(&self) -> Position {
        Position { mover: 0, all: 0 }
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        position.mover()
    }

    /// Only the player who has just moved can have a line; `read_position` lets no other board in.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if lines::has_line(position.all ^ position.mover) {
            Some(if position.mover() == Player::Min { WIN } else { LOSS })
        } else {
            (position.all == u64::MAX).then_some(Outcome(1))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.extend(cells((!position.all).into()));
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: u8) {
        debug_assert!(position.all >> cell & 1 == 0);
        position.mover ^= position.all;
        position.all |= 1 << cell;
    }

    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        match self.knowledge {
            FOURS => self.checker_bounds(position),
            _ => (LOSS, WIN),
        }
    }

    fn checker_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        for_max(position.mover(), self.lines.bounds(position.stones()))
    }

    fn checker_image(&self, position: &Position) -> Position {
        self.symmetries.representative(position)
    }

    fn bounds_after(
        &self,
        position: &Position,
        moves: &[u8],
        bounds: &mut Vec<(Outcome, Outcome)>,
    ) {
        if self.knowledge == FOURS {
            self.lines.bounds_after(position.stones(), position.mover(), moves, bounds);
        }
    }

    fn guessed_efforts(&self, position: &Position, goal: Outcome) -> Option<(u32, u32)> {
        Some(self.lines.efforts(position.stones(), position.mover(), goal))
    }

    /// The richest cells first: 97 of 100 moves of Patashnik's proof are there.
    fn promising_moves(&self, position: &Position, goal: Outcome, moves: &mut [u8]) -> usize {
        let (stones, mover) = (position.stones(), position.mover());
        self.lines.promising(stones, mover, goal, self.richest, moves)
    }

    fn level_for_proof_numbers(&self) -> Option<u8> {
        Some(FOURS)
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        LEVELS
    }

    fn with_knowledge(&self, level: u8) -> Option<Qubic> {
        let exists = usize::from(level) < LEVELS.len();
        exists.then(|| Qubic { knowledge: level, ..self.clone() })
    }

    /// Every line that only one player has stones on counts for that player, the more the fuller it is.
    fn estimate(&self, position: &Position) -> i32 {
        let (max, min) = position.by_player();
        self.count_lines(|line| {
            let count = |stones: u64| (line & u128::from(stones)).count_ones() as i32;
            match (count(max), count(min)) {
                (stones, 0) => stones * stones,
                (0, stones) => -stones * stones,
                _ => 0,
            }
        })
    }
}

impl Acyclic for Qubic {}

impl Keyed for Qubic {
    /// Stones of the player to move, stones of both.
    type Key = (u64, u64);

    #[inline]
    fn key(&self, position: &Position) -> (u64, u64) {
        (position.mover, position.all)
    }
}

impl TableKeyed for Qubic {
    /// The least of all images.
    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        let image = self.symmetries.representative(position);
        u128::from(image.all) << 64 | u128::from(image.mover)
    }
}

impl Symmetric for Qubic {
    fn images(&self, position: &Position) -> Vec<Position> {
        self.symmetries.images(position)
    }
}
