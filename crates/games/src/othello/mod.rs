//! Othello on boards of 4, 6 or 8 columns and as many rows: `othello:NxN`.
//!
//! A disc is placed so that it encloses discs of the opponent in straight lines, and turns all of these over. A player who
//! has no such move passes if the opponent has one. Play is over when neither player has one.

mod board;
mod notation;
mod picture;
mod score;
mod stable;

use foregone_game::{
    Acyclic, Evaluation, Game, InvalidGame, Keyed, KnowledgeLevel, Outcome, Player, Scale,
    Symmetric, TableKeyed,
};

use board::{Cells, cell};
use stable::Lines;

pub use score::Score;

/// What the game can find out about a position without a search. The last level is the default.
pub const KNOWLEDGE_LEVELS: &[KnowledgeLevel] = &[
    KnowledgeLevel::sound("0", "nothing"),
    KnowledgeLevel::sound("1", "discs that cannot be turned over any more"),
];

/// The index of the level with stable discs.
const STABLE: u8 = 1;

/// Positions with so many discs or fewer share the table key of their images: symmetric positions are met near the start, and
/// the smallest of eight images takes longer to find than it saves later.
const SYMMETRIC_DISCS: u32 = 10;

/// How the four discs in the middle lie at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// Discs of the same player are diagonal neighbours, `d5` and `e4` those of the first player on 8x8.
    #[default]
    Diagonal,
    /// Those of the second player are in the upper row of the two.
    Parallel,
}

/// The game, with its size and everything that follows from it.
#[derive(Clone, Debug)]
pub struct Othello {
    size: u32,
    start: Start,
    score: Score,
    scale: Scale,
    cells: Cells,
    /// The four cells in the middle; they are always occupied.
    middle: u64,
    /// The move that passes: one of the cells in the middle, where no disc can be placed.
    pass: u8,
    /// The index of the knowledge level in [`KNOWLEDGE_LEVELS`].
    knowledge: u8,
}

/// The discs, whose turn it is, and this player's moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Discs of the player to move.
    mover: u64,
    /// Discs of the other player.
    other: u64,
    /// The moves: cells where the player to move can place a disc, or the one that passes; none if play is over.
    moves: u64,
    player: Player,
}

impl Othello {
    /// The game on a board of that size, or a sentence about why there is none.
    ///
    /// ```
    /// use foregone_game::{Game, Notation};
    /// use foregone_games::othello::{Othello, Score, Start};
    ///
    /// let game = Othello::new(4, Start::Diagonal, Score::Difference)?;
    /// assert_eq!(game.write_position(&game.start()), "..../.ox./.xo./.... x");
    /// # Ok::<(), foregone_game::InvalidGame>(())
    /// ```
    pub fn new(size: u32, start: Start, score: Score) -> Result<Othello, InvalidGame> {
        if ![4, 6, 8].contains(&size) {
            return Err(InvalidGame(format!(
                "an othello board has 4, 6 or 8 columns and as many rows; {size}x{size} is not possible"
            )));
        }
        let (low, high) = (size / 2 - 1, size / 2);
        let middle = [(low, low), (high, low), (low, high), (high, high)]
            .into_iter()
            .fold(0, |cells, (column, row)| cells | 1 << cell(column, row));
        Ok(Othello {
            size,
            start,
            score,
            scale: score.scale(size),
            cells: Cells::new(size),
            middle,
            pass: middle.trailing_zeros() as u8,
            knowledge: STABLE,
        })
    }

    /// How many columns, and how many rows.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// What a result is worth.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The discs of `Max` and of `Min`.
    fn discs(&self, position: &Position) -> (u64, u64) {
        match position.player {
            Player::Max => (position.mover, position.other),
            Player::Min => (position.other, position.mover),
        }
    }

    /// The discs of the player to move and of the other one after a move.
    #[inline]
    fn placed(&self, position: &Position, mv: u8) -> (u64, u64) {
        if mv == self.pass {
            return (position.mover, position.other);
        }
        let turned = self.cells.turned(position.mover, position.other, mv);
        (position.mover | turned | 1 << mv, position.other & !turned)
    }

    /// A position with these discs.
    #[inline]
    fn position(&self, mover: u64, other: u64, player: Player) -> Position {
        let mut moves = self.cells.moves(mover, other);
        if moves == 0 && self.cells.moves(other, mover) != 0 {
            moves = 1 << self.pass;
        }
        Position { mover, other, moves, player }
    }

    /// Bounds on the outcome: what is stable stays, and the other player gets at most all other cells. Only the stable discs of
    /// players with `enough` discs are looked for.
    #[inline]
    fn stable_bounds(
        &self,
        position: &Position,
        enough: impl Fn(u64) -> bool,
    ) -> (Outcome, Outcome) {
        let (max, min) = self.discs(position);
        let (of_max, of_min) = (enough(max), enough(min));
        if !of_max && !of_min {
            return (self.scale.worst(), self.scale.best());
        }
        let lines = Lines::new(&self.cells, max | min);
        let count = |discs: u64| lines.stable(discs).count_ones() as i32;
        let all = (self.size * self.size) as i32;
        let rank = |difference| self.score.rank(difference, self.size);
        let low = if of_max { 2 * count(max) - all } else { -all };
        let high = if of_min { all - 2 * count(min) } else { all };
        (rank(low), rank(high))
    }

    /// How many cells are empty.
    #[inline]
    fn empty_count(&self, position: &Position) -> u32 {
        self.size * self.size - (position.mover | position.other).count_ones()
    }
}

impl Game for Othello {
    type Position = Position;
    /// The bit of the cell; that of the first cell in the middle is the pass.
    type Move = u8;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        let (low, high) = (self.size / 2 - 1, self.size / 2);
        let min = match self.start {
            Start::Diagonal => 1 << cell(low, low) | 1 << cell(high, high),
            Start::Parallel => 1 << cell(low, low) | 1 << cell(high, low),
        };
        self.position(self.middle & !min, min, Player::Max)
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        position.player
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.moves != 0 {
            return None;
        }
        let (max, min) = self.discs(position);
        let (max, min) = (max.count_ones() as i32, min.count_ones() as i32);
        Some(self.score.result(max, min, self.size))
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        let mut left = position.moves;
        while left != 0 {
            moves.push(left.trailing_zeros() as u8);
            left &= left - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u8) {
        debug_assert!(position.moves >> mv & 1 == 1);
        let (own, theirs) = self.placed(position, mv);
        *position = self.position(theirs, own, position.player.other());
    }

    /// Few replies come first, corners before other cells; a reply in a corner counts twice.
    #[inline]
    fn move_score(&self, position: &Position, mv: u8) -> i32 {
        let (own, theirs) = self.placed(position, mv);
        let replies = self.cells.moves(theirs, own);
        let corner = if self.cells.corners >> mv & 1 == 1 { 3 } else { 0 };
        corner - (replies.count_ones() + (replies & self.cells.corners).count_ones()) as i32
    }

    /// Nearly all stable discs lean on a corner, and few of them decide nothing.
    #[inline]
    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        let has_level = self.knowledge >= STABLE;
        self.stable_bounds(position, |discs| {
            has_level
                && discs & self.cells.corners != 0
                && 4 * discs.count_ones() >= self.size * self.size
        })
    }

    /// The checker knows all stable discs.
    #[inline]
    fn checker_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        self.stable_bounds(position, |_| true)
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        KNOWLEDGE_LEVELS
    }

    fn with_knowledge(&self, level: u8) -> Option<Othello> {
        (usize::from(level) < KNOWLEDGE_LEVELS.len())
            .then(|| Othello { knowledge: level, ..self.clone() })
    }

    /// Corners and moves count as long as there are many empty cells, then discs.
    fn estimate(&self, position: &Position) -> i32 {
        let (max, min) = self.discs(position);
        let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
        let moves = difference(self.cells.moves(max, min), self.cells.moves(min, max));
        let corners = difference(max & self.cells.corners, min & self.cells.corners);
        let discs = if self.empty_count(position) <= 8 { difference(max, min) } else { 0 };
        16 * corners + 3 * moves + 2 * discs
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        Evaluation::ESTIMATE_ONLY
    }
}

impl Acyclic for Othello {}

impl Keyed for Othello {
    /// The discs of `Max` in the lower half, those of `Min` in the upper half. The cells in the middle are always occupied, so
    /// a bit of one of them in the upper half can say whose turn it is.
    type Key = u128;

    #[inline]
    fn key(&self, position: &Position) -> u128 {
        let (max, min) = self.discs(position);
        let turn = 1 << self.pass;
        let min = if position.player == Player::Min { min | turn } else { min & !turn };
        u128::from(max) | u128::from(min) << 64
    }
}

impl TableKeyed for Othello {
    /// The key, near the start the smallest one of all images.
    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        if (position.mover | position.other).count_ones() > SYMMETRIC_DISCS {
            return self.key(position);
        }
        let images = self.images(position);
        images.iter().map(|image| self.key(image)).min().expect("eight images")
    }
}

impl Symmetric for Othello {
    fn images(&self, position: &Position) -> Vec<Position> {
        let images = board::images(self.size, [position.mover, position.other]);
        let image = |[mover, other]: [u64; 2]| self.position(mover, other, position.player);
        images.map(image).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::notation::read_line;
    use foregone_game::{Notation, conformance};

    use super::*;

    fn game(size: u32) -> Othello {
        Othello::new(size, Start::Diagonal, Score::Difference).expect("a board")
    }

    #[test]
    fn sizes_that_are_no_boards_are_refused() {
        for size in [0, 2, 5, 7, 10, u32::MAX] {
            assert!(Othello::new(size, Start::Diagonal, Score::Difference).is_err(), "{size}");
        }
    }

    #[test]
    fn a_player_without_a_move_passes() {
        let game = game(4);
        let (position, _) = read_line(&game, game.start(), "b1c1d3a1").expect("legal");
        assert_eq!(game.write_position(&position), "ooo./.xx./.xxx/.... x");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(moves, [game.pass]);
        let (after, _) = read_line(&game, position, "pass").expect("legal");
        assert_eq!(game.write_position(&after), "ooo./.xx./.xxx/.... o");
        assert!(game.outcome(&after).is_none());
    }

    #[test]
    fn keys_tell_whose_turn_it_is() {
        let game = game(8);
        let one = game.read_position(
            "......../......../......../...ox.../...xo.../......../......../........ x",
        );
        let other = game.read_position(
            "......../......../......../...ox.../...xo.../......../......../........ o",
        );
        let (one, other) = (one.expect("a position"), other.expect("a position"));
        assert_ne!(game.key(&one), game.key(&other));
        assert_ne!(game.table_key(&one), game.table_key(&other));
    }

    /// Whatever is stable is there in the end, by random play.
    #[test]
    fn stable_discs_stay() {
        for size in [4, 6, 8] {
            let game = game(size);
            let mut seen = 0;
            let mut before: Vec<(u64, u64)> = Vec::new();
            conformance::playouts(&game, 17, 300, |position, line| {
                if line.is_empty() {
                    before.clear();
                }
                let (max, min) = game.discs(position);
                let lines = Lines::new(&game.cells, max | min);
                let stable = (lines.stable(max), lines.stable(min));
                for &(old_max, old_min) in &before {
                    assert!(old_max & !max == 0 && old_min & !min == 0, "{position:?}");
                    assert!(old_max & !stable.0 == 0 && old_min & !stable.1 == 0);
                }
                seen += (stable.0 | stable.1).count_ones();
                before.push(stable);
            });
            assert!(seen > 1_000, "{seen}");
        }
    }
}
