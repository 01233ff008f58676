//! Connect Four on boards of any size: `connect4:CxR`.
//!
//! Columns lie one after the other in a word, each from the bottom up with a spare bit on top. The spare bit keeps
//! lines from running over from one column into the next, and makes an exact key out of a single addition (John
//! Tromp's encoding).

mod evaluations;
#[cfg(test)]
mod exhaustive;
mod follow_up;
mod mirror;
mod notation;
mod picture;
mod tactics;
mod word;

use foregone_game::{
    Acyclic, Evaluation, Game, InvalidGame, Keyed, KnowledgeLevel, Outcome, Player, Scale,
};

pub use word::Board;

use crate::in_a_row::EVALUATIONS;

/// How many stones in a line win.
const ALIGN: usize = 4;

/// The columns of the usual boards, to be copied at one stroke.
const COLUMNS: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// What the game can find out about a position without a search. The last level is the default.
pub const KNOWLEDGE_LEVELS: &[KnowledgeLevel] = &[
    KnowledgeLevel::sound("0", "nothing"),
    KnowledgeLevel::sound("1", "wins with the next stone, threats that leave no answer or one"),
    KnowledgeLevel::sound("2", "follow-ups, too: what the second player gets by answering on top"),
];

/// The index of the level with follow-ups.
const FOLLOW_UPS: u8 = 2;

/// What a result is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Score {
    /// `loss`, `draw` or `win`.
    #[default]
    Result,
    /// Quicker wins count more, as in Pascal Pons' solver: on 7x6 a win is worth 22 minus the winner's stones.
    Pons,
}

/// The game, with its dimensions and everything that follows from them.
#[derive(Clone, Debug)]
pub struct Connect4<W: Board = u64> {
    columns: u32,
    rows: u32,
    score: Score,
    scale: Scale,
    /// Bits from a cell to its neighbour in the next column: the rows and the spare bit.
    stride: u32,
    /// Bits from a cell to the next one in each of the three directions of a line besides the vertical one.
    directions: [u32; 3],
    /// The lowest cell of each column; as long as a `u8` may be large, so that no check is needed.
    lowest: [W; 256],
    /// The lowest cell of every column.
    bottom: W,
    /// Every cell of the board, spare bits left out.
    full: W,
    /// The highest cell of every column.
    tops: W,
    /// Every second row from the top: the cells of a player who always answers in the same column, see `follow_up`.
    answers: W,
    /// The cells of the first column and its spare bit.
    column: W,
    /// For each bit of the word: its cell and all above it in the same column.
    upwards: [W; 129],
    /// What a line is worth that is completed by the stone of that number; nothing if there is no such stone.
    worth: [i8; 256],
    /// For each bit of the word: the static score of its cell, for move ordering.
    cell_scores: [i16; 129],
    /// The index of the knowledge level in [`KNOWLEDGE_LEVELS`].
    knowledge: u8,
}

/// A board and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Board = u64> {
    /// Stones of the player to move.
    mover: W,
    /// Stones of both.
    all: W,
    /// How many stones there are.
    plies: u8,
}

impl<W: Board> Connect4<W> {
    /// The game on a board of that size, or a sentence about why there is none.
    ///
    /// ```
    /// use foregone_game::{Game, Notation};
    /// use foregone_games::connect4::{Connect4, Score};
    ///
    /// let game = Connect4::<u64>::new(4, 3, Score::Result)?;
    /// assert_eq!(game.write_position(&game.start()), "..../..../....");
    /// # Ok::<(), foregone_game::InvalidGame>(())
    /// ```
    pub fn new(columns: u32, rows: u32, score: Score) -> Result<Connect4<W>, InvalidGame> {
        if !fits(columns, rows, W::BITS) {
            return Err(InvalidGame(format!(
                "a connect4 board needs at least 1 column and 1 row, and columns x (rows + 1) at most {}; {columns}x{rows} is not possible",
                W::BITS
            )));
        }
        let stride = rows + 1;
        let (mut bottom, mut full) = (W::ZERO, W::ZERO);
        let mut lowest = [W::ZERO; 256];
        for column in 0..columns {
            lowest[column as usize] = W::ONE << (column * stride);
            bottom = bottom | lowest[column as usize];
            for row in 0..rows {
                full = full | W::ONE << (column * stride + row);
            }
        }
        // On a board with fewer than four columns all lines are vertical. The other directions then repeat the
        // vertical one, as their strides could exceed the word.
        let directions =
            if columns as usize >= ALIGN { [stride - 1, stride, stride + 1] } else { [1; 3] };
        let at = |place: u32| if place < W::BITS { W::ONE << place } else { W::ZERO };
        let scale = match score {
            Score::Result => Scale::loss_draw_win().clone(),
            Score::Pons => {
                let limit = pons_limit(columns, rows);
                Scale::new((-limit..=limit).map(|value| value.to_string()))
            }
        };
        Ok(Connect4 {
            columns,
            rows,
            score,
            scale,
            stride,
            directions,
            lowest,
            bottom,
            full,
            knowledge: FOLLOW_UPS,
            tops: bottom << (rows - 1),
            answers: (0..rows)
                .step_by(2)
                .fold(W::ZERO, |rows_so_far, down| rows_so_far | bottom << (rows - 1 - down)),
            column: (0..stride).fold(W::ZERO, |cells, row| cells | at(row)),
            upwards: core::array::from_fn(|place| {
                let row = place as u32 % stride;
                (row..rows).fold(W::ZERO, |cells, up| cells | at(place as u32 + up - row)) & full
            }),
            worth: core::array::from_fn(|stone| worth(columns * rows, score, stone as i32)),
            cell_scores: core::array::from_fn(|place| {
                let (column, row) = (place as u32 / stride, place as u32 % stride);
                (8 * columns.saturating_sub((2 * column + 1).abs_diff(columns)) + row) as i16
            }),
        })
    }

    /// How many columns the board has.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows the board has.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// What a result is worth.
    pub fn score(&self) -> Score {
        self.score
    }

    #[inline]
    fn has_line(&self, stones: W) -> bool {
        let line = |direction: u32| {
            let pairs = stones & (stones >> direction);
            pairs & (pairs >> (2 * direction))
        };
        let [one, two, three] = self.directions;
        line(1) | line(one) | line(two) | line(three) != W::ZERO
    }

    #[inline]
    fn cell(&self, column: u32, row: u32) -> W {
        W::ONE << (column * self.stride + row)
    }

    /// The outcome of a line that the player who is *not* to move has completed.
    #[cold]
    fn won(&self, position: &Position<W>) -> Outcome {
        let max_won = position.plies % 2 == 1;
        match self.score {
            Score::Result => Outcome(if max_won { 2 } else { 0 }),
            Score::Pons => {
                let value = (self.columns * self.rows + 2 - u32::from(position.plies)) as i32 / 2;
                let middle = (self.scale.len() / 2) as i32;
                Outcome((if max_won { middle + value } else { middle - value }) as u8)
            }
        }
    }

    /// Bounds on the outcome with the knowledge of a level above 0.
    #[inline]
    fn bounds(&self, position: &Position<W>, level: u8) -> (Outcome, Outcome) {
        let (low, high) = self.mover_bounds(position, level);
        let middle = (self.scale.len() / 2) as i32;
        let (low, high) = match self.player(position) {
            Player::Max => (middle + low, middle + high),
            Player::Min => (middle - high, middle - low),
        };
        (Outcome(low as u8), Outcome(high as u8))
    }

    /// The stones of `Max` and of `Min`.
    fn stones(&self, position: &Position<W>) -> (W, W) {
        let other = position.all ^ position.mover;
        match self.player(position) {
            Player::Max => (position.mover, other),
            Player::Min => (other, position.mover),
        }
    }
}

/// Whether a board of that size fits into a word of `bits` bits.
pub(crate) fn fits(columns: u32, rows: u32, bits: u32) -> bool {
    columns >= 1 && rows >= 1 && u64::from(columns) * (u64::from(rows) + 1) <= u64::from(bits)
}

/// What a line is worth to the player who completes it with the stone of that number; nothing if the board is full before.
fn worth(cells: u32, score: Score, stone: i32) -> i8 {
    let cells = cells as i32;
    let value = match score {
        _ if stone > cells => 0,
        Score::Result => 1,
        // No line is complete before the seventh stone.
        Score::Pons => ((cells + 2 - stone.max(2 * ALIGN as i32 - 1)) / 2).max(0),
    };
    value as i8
}

/// The highest score with `score=pons`.
fn pons_limit(columns: u32, rows: u32) -> i32 {
    // The first line can be complete with the seventh stone.
    (((columns * rows) as i32 + 2 - (2 * ALIGN as i32 - 1)) / 2).max(1)
}

impl<W: Board> Game for Connect4<W> {
    type Position = Position<W>;
    /// The column, from 0 at the left.
    type Move = u8;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position<W> {
        Position { mover: W::ZERO, all: W::ZERO, plies: 0 }
    }

    #[inline]
    fn player(&self, position: &Position<W>) -> Player {
        if position.plies.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// Only the player who has just moved can have a line: play would have ended before otherwise, and
    /// `read_position` lets no other board in.
    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        if self.has_line(position.all ^ position.mover) {
            Some(self.won(position))
        } else if position.all == self.full {
            Some(Outcome((self.scale.len() / 2) as u8))
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, position: &Position<W>, moves: &mut Vec<u8>) {
        if position.all & self.tops == W::ZERO && self.columns as usize <= COLUMNS.len() {
            moves.extend_from_slice(&COLUMNS);
            moves.truncate(moves.len() - COLUMNS.len() + self.columns as usize);
            return;
        }
        let mut top = self.rows - 1;
        for column in 0..self.columns as u8 {
            if position.all & (W::ONE << top) == W::ZERO {
                moves.push(column);
            }
            top += self.stride;
        }
    }

    /// Adding a column's lowest bit carries up to its first free cell.
    #[inline]
    fn play(&self, position: &mut Position<W>, column: u8) {
        debug_assert!(
            u32::from(column) < self.columns
                && position.all & self.cell(u32::from(column), self.rows - 1) == W::ZERO
        );
        let all = position.all;
        position.mover = position.mover ^ all;
        position.all = all | (all + self.lowest[usize::from(column)]);
        position.plies += 1;
    }

    #[inline]
    fn move_score(&self, position: &Position<W>, column: u8) -> i32 {
        self.score_column(position, column)
    }

    #[inline]
    fn static_bounds(&self, position: &Position<W>) -> (Outcome, Outcome) {
        if self.knowledge == 0 {
            return (self.scale.worst(), self.scale.best());
        }
        self.bounds(position, self.knowledge)
    }

    /// The checker knows what the highest level knows, whatever level a search has.
    #[inline]
    fn checker_bounds(&self, position: &Position<W>) -> (Outcome, Outcome) {
        self.bounds(position, FOLLOW_UPS)
    }

    #[inline]
    fn checker_image(&self, position: &Position<W>) -> Position<W> {
        self.mirror_representative(position)
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        KNOWLEDGE_LEVELS
    }

    fn with_knowledge(&self, level: u8) -> Option<Connect4<W>> {
        (usize::from(level) < KNOWLEDGE_LEVELS.len())
            .then(|| Connect4 { knowledge: level, ..self.clone() })
    }

    /// Cells that would complete a line count most, then stones near the middle.
    fn estimate(&self, position: &Position<W>) -> i32 {
        let (max, min) = self.stones(position);
        let threats = |stones| self.completing(stones, position.all).count() as i32;
        32 * (threats(max) - threats(min))
            + (self.cell_score_sum(max) - self.cell_score_sum(min)) / 8
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        EVALUATIONS
    }

    fn evaluate(&self, position: &Position<W>, evaluation: u8) -> i32 {
        let named = self.named_evaluation(position, evaluation);
        named.unwrap_or_else(|| self.estimate(position))
    }
}

impl<W: Board> Acyclic for Connect4<W> {}

impl<W: Board> Keyed for Connect4<W> {
    type Key = W;

    /// `all + bottom` marks the first free cell of every column (the spare bit if there is none); below the mark,
    /// the mover's stones. The sum cannot carry from one column to the next, so the key is exact.
    #[inline]
    fn key(&self, position: &Position<W>) -> W {
        position.all + self.bottom + position.mover
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;
    use foregone_game::notation::read_line;

    use super::*;

    fn after(game: &Connect4, line: &str) -> Position {
        read_line(game, game.start(), line).expect("a legal line").0
    }

    #[test]
    fn lines_in_all_directions_win_and_none_runs_around_the_edge() {
        let game = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
        for board in [
            "......./......./......./......./ooo..../xxxx...",
            "......./......./x....../xo...../xo...../xo.....",
            "......./......./...x.../..xo.../.xoo.../xoox..x",
            "......./......./...x.../...ox../...oox./x..xoox",
        ] {
            let position = game.read_position(board).expect("a board");
            assert_eq!(game.outcome(&position), Some(Outcome(2)), "{board}");
        }
        // The top of a column and the bottom of the next one are neighbours in the word only.
        let board =
            game.read_position("x....../x....../x....../o....../x.....o/ox....o").expect("a board");
        assert_eq!(game.outcome(&board), None);
    }

    #[test]
    fn quicker_wins_are_worth_more_with_pons_scores() {
        let game = Connect4::<u64>::new(7, 6, Score::Pons).expect("a board");
        assert_eq!((game.scale().len(), game.scale().name(game.scale().best())), (37, "18"));
        let name = |line| game.scale().name(game.outcome(&after(&game, line)).expect("over"));
        assert_eq!(name("1212121"), "18");
        assert_eq!(name("12121232"), "-18", "Min's fourth stone");
        // On an odd number of cells the very last stone still makes more than a draw.
        let odd = Connect4::<u64>::new(5, 5, Score::Pons).expect("a board");
        let last = Position { mover: 0, all: odd.full, plies: 25 };
        assert_eq!(odd.scale().name(odd.won(&last)), "1");
    }

    #[test]
    fn tall_narrow_and_full_width_boards_work() {
        let game = Connect4::<u64>::new(1, 63, Score::Result).expect("a board");
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            game.play(&mut position, 0);
        }
        assert_eq!((position.plies, game.outcome(&position)), (63, Some(Outcome(1))));
        let wide = Connect4::<u128>::new(64, 1, Score::Result).expect("a board");
        let mut position = wide.start();
        for column in [60, 0, 61, 1, 62, 2, 63] {
            assert_eq!(wide.outcome(&position), None);
            wide.play(&mut position, column);
        }
        assert_eq!(wide.outcome(&position), Some(Outcome(2)));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for (columns, rows) in [(0, 6), (7, 0), (8, 8), (99, 99), (u32::MAX, u32::MAX)] {
            assert!(Connect4::<u64>::new(columns, rows, Score::Result).is_err());
        }
        assert!(Connect4::<u128>::new(8, 15, Score::Pons).is_ok());
    }
}
