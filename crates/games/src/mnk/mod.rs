//! K in a row on a board of M columns and N rows: `mnk:M,N,K`; `mnk:3,3,3` is tic-tac-toe.
//!
//! Cell (column, row) is bit `row * M + column` of a word. There is room for 128 cells but not for spare bits
//! between the rows, so every direction has a mask of the cells at which a line can begin: a line that begins there
//! stays on the board, and what the shifts bring around the edge elsewhere is masked out.

mod evaluations;
mod knowledge;

use core::ops::{BitAnd, Shr};

use foregone_game::{
    Acyclic, Drawing, Evaluation, Game, InvalidGame, Keyed, KnowledgeLevel, Notation,
    NotationError, Outcome, Picture, Place, Player, Scale, Symmetric, TableKeyed, hash128,
};

use crate::grid::{self, Names};
use crate::in_a_row::EVALUATIONS;
use crate::lines::{LOSS, Lines, WIN, cells};
pub(crate) use knowledge::LEVELS;

/// The game, with its dimensions and everything that follows from them.
#[derive(Clone, Debug)]
pub struct Mnk {
    columns: u32,
    rows: u32,
    align: u32,
    scale: Scale,
    full: u128,
    directions: Vec<Direction>,
    lines: Lines,
    /// Index into [`knowledge::LEVELS`].
    knowledge: u8,
    /// For every symmetry of the board, where it takes each cell. The identity first.
    symmetries: Vec<Vec<u8>>,
}

/// The lines in one direction.
#[derive(Clone, Debug)]
struct Direction {
    /// The cells at which a line can begin.
    starts: u128,
    /// Shifts that join lines of 1, 2, 4, ... stones to ever longer ones, up to the length that wins.
    shifts: Vec<u32>,
}

/// A board and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones of the player to move.
    mover: u128,
    /// Stones of both.
    all: u128,
    /// How many stones there are.
    plies: u8,
}

impl Mnk {
    /// The game with `columns` (M), `rows` (N) and `align` (K), or a sentence about why there is none.
    ///
    /// ```
    /// use foregone_game::Game;
    /// use foregone_games::Mnk;
    ///
    /// let tictactoe = Mnk::new(3, 3, 3)?;
    /// assert_eq!(tictactoe.scale().names(), ["loss", "draw", "win"]);
    /// assert!(Mnk::new(27, 1, 3).is_err());
    /// # Ok::<(), foregone_game::InvalidGame>(())
    /// ```
    pub fn new(columns: u32, rows: u32, align: u32) -> Result<Mnk, InvalidGame> {
        let cells = u64::from(columns) * u64::from(rows);
        if !(1..=26).contains(&columns) || !(1..=128).contains(&cells) || align < 1 {
            return Err(InvalidGame(format!(
                "mnk needs 1 to 26 columns, at least 1 row, at most 128 cells and at least 1 in a row; {columns},{rows},{align} is not possible"
            )));
        }
        let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let directions: Vec<Direction> = steps
            .iter()
            .filter_map(|&step| Direction::new(columns as i64, rows as i64, i64::from(align), step))
            .collect();
        let full = if cells == 128 { u128::MAX } else { (1 << cells) - 1 };
        let symmetries = symmetries(columns, rows);
        let lines = directions.iter().flat_map(Direction::lines).collect();
        let lines = Lines::new(lines, align, full);
        Ok(Mnk {
            columns,
            rows,
            align,
            scale: Scale::loss_draw_win().clone(),
            full,
            directions,
            lines,
            knowledge: 0,
            symmetries,
        })
    }

    /// M, N and K.
    pub fn dimensions(&self) -> (u32, u32, u32) {
        (self.columns, self.rows, self.align)
    }

    #[inline]
    fn has_line(&self, stones: u128) -> bool {
        // Most boards fit into half a word, where a shift is one instruction.
        let narrow = self.full <= u128::from(u64::MAX);
        self.directions.iter().any(|Direction { starts, shifts }| {
            if narrow {
                joined(stones as u64, shifts) & *starts as u64 != 0
            } else {
                joined(stones, shifts) & starts != 0
            }
        })
    }

    /// The stones of `Max` and of `Min`.
    fn stones(&self, position: &Position) -> (u128, u128) {
        let other = position.all ^ position.mover;
        match self.player(position) {
            Player::Max => (position.mover, other),
            Player::Min => (other, position.mover),
        }
    }

    fn stone(&self, position: &Position, column: u32, row: u32) -> grid::Cell {
        let (max, min) = self.stones(position);
        let cell = 1 << (row * self.columns + column);
        if max & cell != 0 {
            Some(Player::Max)
        } else if min & cell != 0 {
            Some(Player::Min)
        } else {
            None
        }
    }

    fn status(&self, position: &Position) -> String {
        let result = self.outcome(position).map(|outcome| self.scale.name(outcome));
        grid::status(result, self.player(position))
    }
}

impl Direction {
    /// The lines of `align` cells that proceed by `step`, if the board has room for any.
    fn new(columns: i64, rows: i64, align: i64, step: (i64, i64)) -> Option<Direction> {
        let mut starts = 0u128;
        for row in 0..rows {
            for column in 0..columns {
                let end = (column + (align - 1) * step.0, row + (align - 1) * step.1);
                if (0..columns).contains(&end.0) && (0..rows).contains(&end.1) {
                    starts |= 1 << (row * columns + column);
                }
            }
        }
        let stride = step.0 + columns * step.1;
        let (mut length, mut shifts) = (1, Vec::new());
        while length < align && starts != 0 {
            let joined = length.min(align - length);
            shifts.push((joined * stride) as u32);
            length += joined;
        }
        (starts != 0).then_some(Direction { starts, shifts })
    }

    /// The cells of each line: the shifts that join stones, the other way round.
    fn lines(&self) -> impl Iterator<Item = u128> {
        let spread = |start: u8| {
            self.shifts.iter().fold(1u128 << start, |line, &shift| line | line << shift)
        };
        cells(self.starts).map(spread)
    }
}

/// The first stones of all lines that the shifts of a [`Direction`] join.
#[inline]
fn joined<W: Copy + BitAnd<Output = W> + Shr<u32, Output = W>>(stones: W, shifts: &[u32]) -> W {
    shifts.iter().fold(stones, |lines, &shift| lines & (lines >> shift))
}

/// The symmetries of the board as maps of cells: eight for a square, four for a rectangle.
fn symmetries(columns: u32, rows: u32) -> Vec<Vec<u8>> {
    let mut maps = Vec::new();
    for turned in [false, true] {
        if turned && columns != rows {
            continue;
        }
        for (mirrored, flipped) in [(false, false), (true, false), (false, true), (true, true)] {
            let map = |cell: u32| {
                let (column, row) = (cell % columns, cell / columns);
                let (column, row) = if turned { (row, column) } else { (column, row) };
                let column = if mirrored { columns - 1 - column } else { column };
                let row = if flipped { rows - 1 - row } else { row };
                (row * columns + column) as u8
            };
            maps.push((0..columns * rows).map(map).collect());
        }
    }
    maps
}

impl Game for Mnk {
    const OUTCOMES_MAX: usize = 3;
    type Position = Position;
    /// The cell, from 0 at the bottom left, row by row.
    type Move = u8;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        Position { mover: 0, all: 0, plies: 0 }
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        if position.plies.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// Only the player who has just moved can have a line; `read_position` lets no other board in.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.has_line(position.all ^ position.mover) {
            Some(Outcome(if position.plies % 2 == 1 { 2 } else { 0 }))
        } else {
            (position.all == self.full).then_some(Outcome(1))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.extend(cells(self.full & !position.all));
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: u8) {
        debug_assert!(self.full & !position.all & (1 << cell) != 0);
        position.mover ^= position.all;
        position.all |= 1 << cell;
        position.plies += 1;
    }

    #[inline]
    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        match self.knowledge {
            knowledge::FOURS => self.bounds_by_lines(position),
            _ => (LOSS, WIN),
        }
    }

    /// The checker knows what the highest level knows, whatever level a search has.
    fn checker_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        match self.checker_knows_lines() {
            true => self.bounds_by_lines(position),
            false => (LOSS, WIN),
        }
    }

    fn checker_image(&self, position: &Position) -> Position {
        match self.checker_knows_lines() {
            true => self.representative(position),
            false => *position,
        }
    }

    fn bounds_after(
        &self,
        position: &Position,
        moves: &[u8],
        bounds: &mut Vec<(Outcome, Outcome)>,
    ) {
        if self.knowledge == knowledge::FOURS {
            self.bounds_after_replies(position, moves, bounds);
        }
    }

    fn guessed_efforts(&self, position: &Position, goal: Outcome) -> Option<(u32, u32)> {
        Some(self.efforts(position, goal))
    }

    fn promising_moves(&self, position: &Position, goal: Outcome, moves: &mut [u8]) -> usize {
        self.promising(position, goal, moves)
    }

    fn level_for_proof_numbers(&self) -> Option<u8> {
        self.suits_proof_numbers().then_some(knowledge::FOURS)
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        knowledge::LEVELS
    }

    fn with_knowledge(&self, level: u8) -> Option<Mnk> {
        let exists = usize::from(level) < knowledge::LEVELS.len();
        exists.then(|| Mnk { knowledge: level, ..self.clone() })
    }

    /// Every line that only one player has stones on counts for that player, the more the fuller it is.
    fn estimate(&self, position: &Position) -> i32 {
        let (max, min) = self.stones(position);
        let worth = |line: u128| match ((line & max).count_ones(), (line & min).count_ones()) {
            (stones, 0) => (stones * stones) as i32,
            (0, stones) => -((stones * stones) as i32),
            _ => 0,
        };
        self.lines.masks().iter().map(|&line| worth(line)).sum()
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        EVALUATIONS
    }

    fn evaluate(&self, position: &Position, evaluation: u8) -> i32 {
        let named = self.named_evaluation(position, evaluation);
        named.unwrap_or_else(|| self.estimate(position))
    }
}

impl Acyclic for Mnk {}

impl Keyed for Mnk {
    /// Stones of the player to move, stones of both; whose turn it is follows from their number.
    type Key = (u128, u128);

    #[inline]
    fn key(&self, position: &Position) -> (u128, u128) {
        (position.mover, position.all)
    }
}

impl TableKeyed for Mnk {
    /// Exact on boards of at most 64 cells; a hash on larger ones.
    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        if self.columns * self.rows <= 64 {
            position.mover | position.all << 64
        } else {
            hash128(&(position.mover, position.all))
        }
    }
}

impl Symmetric for Mnk {
    fn images(&self, position: &Position) -> Vec<Position> {
        let moved = |stones: u128, map: &[u8]| {
            cells(stones).fold(0u128, |image, cell| image | 1 << map[usize::from(cell)])
        };
        let image = |map: &Vec<u8>| Position {
            mover: moved(position.mover, map),
            all: moved(position.all, map),
            plies: position.plies,
        };
        self.symmetries.iter().map(image).collect()
    }
}

fn column_name(column: u32) -> String {
    char::from(b'a' + column as u8).to_string()
}

fn row_name(row: u32) -> String {
    (row + 1).to_string()
}

impl Notation for Mnk {
    fn write_move(&self, _: &Position, cell: u8) -> String {
        let cell = u32::from(cell);
        column_name(cell % self.columns) + &row_name(cell / self.columns)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let mut symbols = text.chars();
        let column = symbols.next().filter(char::is_ascii_alphabetic);
        let column = column.map(|letter| letter.to_ascii_lowercase() as u32 - u32::from(b'a'));
        let row = symbols.as_str().parse::<u32>().ok().and_then(|number| number.checked_sub(1));
        match (column, row) {
            (Some(column), Some(row)) if column < self.columns && row < self.rows => {
                let cell = (row * self.columns + column) as u8;
                if position.all & (1 << cell) == 0 {
                    Ok(cell)
                } else {
                    Err(NotationError::new("this cell is taken"))
                }
            }
            _ => Err(NotationError(format!(
                "a move is a cell from a1 to {}{}: the column's letter and the row's number, counted from the bottom",
                column_name(self.columns - 1),
                self.rows
            ))),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        grid::write_rows(self.columns, self.rows, |column, row| self.stone(position, column, row))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let (mut max, mut min) = (0u128, 0u128);
        let (max_count, min_count) =
            grid::read_rows(text, self.columns, self.rows, |column, row, player| {
                *if player == Player::Max { &mut max } else { &mut min } |=
                    1 << (row * self.columns + column);
            })?;
        let mover = if max_count == min_count { max } else { min };
        if self.has_line(mover) {
            let (line, last) = if max_count == min_count { ("x", "o") } else { ("o", "x") };
            return Err(NotationError(format!(
                "{line} has {} in a row, so the game was over before the last stone of {last}",
                self.align
            )));
        }
        Ok(Position { mover, all: max | min, plies: (max_count + min_count) as u8 })
    }
}

impl Picture for Mnk {
    fn text(&self, position: &Position) -> String {
        let stone = |column, row| grid::letter(self.stone(position, column, row));
        let board = grid::text(self.columns, self.rows, column_name, row_name, stone);
        format!("{board}{}\n", self.status(position))
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let stone = |column, row, x, y| grid::stone(x, y, self.stone(position, column, row));
        let cell = |column: u32, row: u32| column_name(column) + &row_name(row);
        let names = Names { column: column_name, row: row_name, cell };
        grid::drawing((self.columns, self.rows), names, stone, &self.status(position))
    }

    fn places(&self, _: &Position, cell: u8, _: &Drawing) -> Vec<Place> {
        vec![Place::Cell(cell.into())]
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::notation::read_line;

    use super::*;

    #[test]
    fn lines_in_all_directions_win_and_none_runs_around_the_edge() {
        let game = Mnk::new(16, 8, 5).expect("a board");
        let start = game.start();
        let over = |text: &str| {
            let (position, _) = read_line(&game, start, text).expect("legal");
            game.outcome(&position)
        };
        assert_eq!(over("l1 a2 m1 b2 n1 c2 o1 d2 p1"), Some(Outcome(2)), "a row at the edge");
        assert_eq!(over("p4 a1 p5 a3 p6 a5 p7 a7 p8"), Some(Outcome(2)), "the last column");
        assert_eq!(over("l4 a1 m5 a3 n6 a5 o7 a7 p8"), Some(Outcome(2)), "a rising diagonal");
        assert_eq!(over("p4 a1 o5 a3 n6 a5 m7 a7 l8"), Some(Outcome(2)), "a falling diagonal");
        assert_eq!(over("n1 h8 o1 h6 p1 h4 a2 h2 b2"), None, "around the edge");
    }

    #[test]
    fn one_in_a_row_and_too_many_in_a_row() {
        let game = Mnk::new(2, 2, 1).expect("a board");
        let (position, _) = read_line(&game, game.start(), "b2").expect("legal");
        assert_eq!(game.outcome(&position), Some(Outcome(2)));
        let game = Mnk::new(2, 2, 9).expect("a board");
        let (position, _) = read_line(&game, game.start(), "a1 b1 a2 b2").expect("legal");
        assert_eq!(game.outcome(&position), Some(Outcome(1)));
    }

    #[test]
    fn impossible_sizes_and_moves_are_refused() {
        for (columns, rows, align) in [(0, 3, 3), (27, 3, 3), (3, 0, 3), (13, 10, 5), (3, 3, 0)] {
            assert!(Mnk::new(columns, rows, align).is_err());
        }
        let game = Mnk::new(3, 3, 3).expect("a board");
        let error = |text| read_line(&game, game.start(), text).expect_err(text).0;
        assert_eq!(error("b2 B2"), "move 2 (\"B2\"): this cell is taken");
        assert!(error("d1").contains("from a1 to c3"));
        assert!(error("a0").contains("from a1 to c3"));
        let error = game.read_position("xxx/oo./o..").expect_err("over").0;
        assert_eq!(error, "x has 3 in a row, so the game was over before the last stone of o");
    }
}
