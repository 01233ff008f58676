//! Breakthrough, with the board as a list of its cells.

mod attack;
mod table;

use std::sync::OnceLock;

use super::Rules;
use super::spelling::{nothing_left, number_from};
use crate::failure::quote;

/// The ranks of the outcomes.
const LOSS: usize = 0;
const WIN: usize = 1;

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Cell {
    Empty,
    Wall,
    White,
    Black,
}

/// `breakthrough:WxH`, optionally `,walls=` and cells.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    width: usize,
    height: usize,
    /// The columns and rows of the walls, both from 0.
    walls: Vec<(usize, usize)>,
    outcomes: Vec<String>,
    /// Where tablebases have the positions, by Black's pawns on the last two rows; found out if it is asked.
    places: OnceLock<Vec<Option<(usize, u64)>>>,
}

/// The cells, row by row from the bottom, each row from the left, and whether White is to move. White is Max.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    cells: Vec<Cell>,
    white_to_move: bool,
}

impl Position {
    /// The position after a move.
    fn after(&self, from: usize, to: usize) -> Position {
        let mut cells = self.cells.clone();
        cells[to] = cells[from];
        cells[from] = Cell::Empty;
        Position { cells, white_to_move: !self.white_to_move }
    }

    fn count(&self, piece: Cell) -> usize {
        self.cells.iter().filter(|&&cell| cell == piece).count()
    }
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Wall => '#',
        Cell::White => 'w',
        Cell::Black => 'b',
    }
}

impl Breakthrough {
    /// Opens the game from what stands behind `breakthrough:`.
    pub fn open(parameters: &str) -> Result<Breakthrough, String> {
        let mut pieces = parameters.split(',');
        let Some((width, height)) = pieces.next().and_then(|size| size.split_once('x')) else {
            return Err("breakthrough needs width x height, as in breakthrough:5x6".to_owned());
        };
        let width = number_from(width, "the width of the board", 2, 21)?;
        let height = number_from(height, "the height of the board", 3, 32)?;
        if width * height > 64 {
            return Err(format!("a breakthrough board of {width} x {height} is too large"));
        }
        let outcomes = ["loss", "win"].map(str::to_owned).to_vec();
        let (walls, places) = (Vec::new(), OnceLock::new());
        let mut game = Breakthrough { width, height, walls, outcomes, places };
        let pieces: Vec<&str> = pieces.collect();
        let Some(first) = pieces.first().and_then(|piece| piece.strip_prefix("walls=")) else {
            nothing_left(&pieces)?;
            return Ok(game);
        };
        for name in core::iter::once(first).chain(pieces[1..].iter().copied()) {
            let wall = game.cell(name)?;
            let in_order = |&(column, row): &(usize, usize)| (row, column) < (wall.1, wall.0);
            if !game.walls.last().is_none_or(in_order) {
                return Err(format!(
                    "the wall {name} stands twice or out of order, which is by row and then by column"
                ));
            }
            if wall.1 < game.pawn_rows() || wall.1 >= height - game.pawn_rows() {
                return Err(format!("the wall {name} is in a row where pawns start"));
            }
            game.walls.push(wall);
        }
        Ok(game)
    }

    /// The column and the row of a cell with that name.
    fn cell(&self, name: &str) -> Result<(usize, usize), String> {
        for row in 0..self.height {
            for column in 0..self.width {
                if self.name(column, row) == name {
                    return Ok((column, row));
                }
            }
        }
        Err(format!("the board has no cell {}", quote(name)))
    }

    fn name(&self, column: usize, row: usize) -> String {
        let letter = "abcdefghijklmnopqrstu".chars().nth(column).unwrap_or('?');
        format!("{letter}{}", row + 1)
    }

    /// How many rows of pawns a player has at the start.
    fn pawn_rows(&self) -> usize {
        if self.height == 3 { 1 } else { 2 }
    }

    fn at(&self, column: usize, row: usize) -> usize {
        row * self.width + column
    }

    /// The legal moves in the canonical order: from, to.
    fn moves(&self, position: &Position) -> Vec<(usize, usize)> {
        let (own, other) = match position.white_to_move {
            true => (Cell::White, Cell::Black),
            false => (Cell::Black, Cell::White),
        };
        let mut moves = Vec::new();
        for row in 0..self.height {
            // A step down from the first row wraps round to a number beyond the last one.
            let ahead = if position.white_to_move { row + 1 } else { row.wrapping_sub(1) };
            for column in 0..self.width {
                let from = self.at(column, row);
                if position.cells[from] != own || ahead >= self.height {
                    continue;
                }
                for entered in column.saturating_sub(1)..=(column + 1).min(self.width - 1) {
                    let to = self.at(entered, ahead);
                    let captures = position.cells[to] == other && entered != column;
                    if position.cells[to] == Cell::Empty || captures {
                        moves.push((from, to));
                    }
                }
            }
        }
        moves
    }

    /// How many white pawns are on the last row, and how many black ones on the first.
    fn arrived(&self, position: &Position) -> (usize, usize) {
        let on = |row: usize, pawn: Cell| {
            (0..self.width).filter(|&column| position.cells[self.at(column, row)] == pawn).count()
        };
        (on(self.height - 1, Cell::White), on(0, Cell::Black))
    }

    fn read_board(&self, text: &str) -> Result<Vec<Cell>, String> {
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != self.height {
            return Err(format!(
                "the position has {} rows, the board {}",
                lines.len(),
                self.height
            ));
        }
        let mut cells = Vec::with_capacity(self.width * self.height);
        for (index, line) in lines.iter().enumerate().rev() {
            let (place, row) = (index + 1, self.height - 1 - index);
            let length = line.chars().count();
            if length != self.width {
                return Err(format!(
                    "row {place} from the top of the position has {length} cells, the board {} columns",
                    self.width
                ));
            }
            for (column, symbol) in line.chars().enumerate() {
                let cell = match symbol {
                    '.' => Cell::Empty,
                    '#' => Cell::Wall,
                    'w' => Cell::White,
                    'b' => Cell::Black,
                    other => {
                        return Err(format!(
                            "row {place} from the top of the position has {other:?}, which is none of w, b, . and #"
                        ));
                    }
                };
                if (cell == Cell::Wall) != self.walls.contains(&(column, row)) {
                    let name = self.name(column, row);
                    return Err(format!(
                        "in the position {name} is {symbol:?}, but exactly the walls of the board are #"
                    ));
                }
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    /// What every position must satisfy: nobody has more pawns than at the start, play stopped at the first pawn that
    /// arrived, and somebody made the last move.
    fn check(&self, position: &Position) -> Result<(), String> {
        let most = self.pawn_rows() * self.width;
        let (white, black) = (position.count(Cell::White), position.count(Cell::Black));
        if white > most || black > most {
            return Err(format!(
                "the position has {white} w and {black} b, but there are {most} of each at most"
            ));
        }
        let (white_arrived, black_arrived) = self.arrived(position);
        if white_arrived + black_arrived > 1 {
            return Err(
                "in the position more than one pawn is on its far row, but the first ends the game"
                    .to_owned(),
            );
        }
        let (mover_arrived, others) = match position.white_to_move {
            true => (white_arrived, black),
            false => (black_arrived, white),
        };
        if mover_arrived > 0 {
            return Err(
                "in the position the player to move has a pawn on the far row, but the game was over before"
                    .to_owned(),
            );
        }
        if others == 0 {
            return Err(
                "in the position the player who is not to move has no pawn, but made the last move"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

impl Rules for Breakthrough {
    type Position = Position;

    fn outcomes(&self) -> &[String] {
        &self.outcomes
    }

    fn infinite(&self, _: &Position) -> Option<usize> {
        None
    }

    fn start(&self) -> Position {
        let mut cells = vec![Cell::Empty; self.width * self.height];
        for column in 0..self.width {
            for row in 0..self.pawn_rows() {
                cells[self.at(column, row)] = Cell::White;
                cells[self.at(column, self.height - 1 - row)] = Cell::Black;
            }
        }
        for &(column, row) in &self.walls {
            cells[self.at(column, row)] = Cell::Wall;
        }
        Position { cells, white_to_move: true }
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let Some((board, mover)) = text.split_once(' ') else {
            return Err(
                "a position is a board, a space and the player to move, as in bbb/bbb/.../www/www w"
                    .to_owned(),
            );
        };
        let white_to_move = match mover {
            "w" => true,
            "b" => false,
            _ => return Err(format!("the player to move is w or b, not {}", quote(mover))),
        };
        let position = Position { cells: self.read_board(board)?, white_to_move };
        self.check(&position)?;
        Ok(position)
    }

    fn write(&self, position: &Position) -> String {
        let row = |row: &[Cell]| row.iter().map(|&cell| symbol(cell)).collect::<String>();
        let rows: Vec<String> = position.cells.chunks(self.width).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if position.white_to_move { 'w' } else { 'b' })
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        let (white_arrived, black_arrived) = self.arrived(position);
        if white_arrived > 0 {
            return Some(WIN);
        }
        if black_arrived > 0 {
            return Some(LOSS);
        }
        let stuck = self.moves(position).is_empty();
        stuck.then_some(if position.white_to_move { LOSS } else { WIN })
    }

    fn reach(&self, position: &Position) -> (usize, usize) {
        match self.foreseen(position) {
            None => (LOSS, WIN),
            Some(wins) if wins == position.white_to_move => (WIN, WIN),
            Some(_) => (LOSS, LOSS),
        }
    }

    fn tables(&self) -> Option<String> {
        self.has_tables().then(|| self.spelling())
    }

    fn entry(&self, position: &Position) -> Option<(usize, u64)> {
        self.number_in_table(position)
    }

    fn rank_of_entry(&self, position: &Position, value: i8) -> usize {
        if position.white_to_move == (value > 0) { WIN } else { LOSS }
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.white_to_move
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let &(from, to) = self.moves(position).get(index)?;
        Some(position.after(from, to))
    }
}
