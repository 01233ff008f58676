//! Hare and Hounds, with the lines of the board as a table of neighbours.

use super::grid::Cell;
use super::{Rules, names};
use crate::failure::quote;

/// The cells in the canonical order: the column's letter and the row's number from the bottom.
const CELLS: [&str; 11] = ["a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2"];

/// The rows as they are written, from the top.
const ROWS: [&[&str]; 3] =
    [&["b3", "c3", "d3"], &["a2", "b2", "c2", "d2", "e2"], &["b1", "c1", "d1"]];

/// The neighbours of every cell, in the order of [`CELLS`].
const NEIGHBOURS: [&str; 11] = [
    "b1 b2 b3",
    "a2 b2 c1 c2",
    "a2 b1 b3 c2",
    "a2 b2 c2 c3",
    "b1 c2 d1",
    "b1 b2 b3 c1 c3 d1 d2 d3",
    "b3 c2 d3",
    "c1 c2 d2 e2",
    "c2 d1 d3 e2",
    "c2 c3 d2 e2",
    "d1 d2 d3",
];

/// The ranks of the outcomes.
const LOSS: usize = 0;
const WIN: usize = 1;

/// `hounds`.
#[derive(Clone, Debug)]
pub struct Hounds {
    outcomes: Vec<String>,
}

/// The content of every cell, and the player to move. The hounds are Max.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: [Cell; 11],
    mover: Cell,
}

/// The index of a cell in the canonical order.
fn index_of(name: &str) -> Option<usize> {
    CELLS.iter().position(|cell| *cell == name)
}

/// The letter of the column of a cell. The letters ascend from left to right.
fn column(at: usize) -> u8 {
    CELLS[at].as_bytes()[0]
}

fn are_neighbours(one: usize, other: usize) -> bool {
    NEIGHBOURS[one].split(' ').any(|name| name == CELLS[other])
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Max => 'x',
        Cell::Min => 'o',
    }
}

impl Default for Hounds {
    fn default() -> Hounds {
        Hounds::new()
    }
}

impl Hounds {
    /// The game; it has no parameters.
    pub fn new() -> Hounds {
        Hounds { outcomes: ["loss", "win"].map(str::to_owned).to_vec() }
    }

    /// The legal moves, from and to, in the canonical order.
    fn moves(position: &Position) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in 0..CELLS.len() {
            for to in 0..CELLS.len() {
                let backwards = column(to) < column(from);
                if position.board[from] == position.mover
                    && position.board[to] == Cell::Empty
                    && are_neighbours(from, to)
                    && !(position.mover == Cell::Max && backwards)
                {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    /// Whether no hound is in a column to the left of the hare.
    fn hare_is_past(position: &Position) -> bool {
        let on = |piece| (0..CELLS.len()).filter(move |&at| position.board[at] == piece);
        on(Cell::Min).all(|hare| on(Cell::Max).all(|hound| column(hound) >= column(hare)))
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        let mut board = [Cell::Empty; 11];
        for (at, name) in CELLS.iter().enumerate() {
            board[at] = match *name {
                "a2" | "b1" | "b3" => Cell::Max,
                "e2" => Cell::Min,
                _ => Cell::Empty,
            };
        }
        Position { board, mover: Cell::Max }
    }
}

fn read_board(text: &str) -> Result<[Cell; 11], String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS.len() {
        return Err(format!("the position has {} rows, the board 3", rows.len()));
    }
    let mut board = [Cell::Empty; 11];
    for (number, (row, names)) in (1..).zip(rows.iter().zip(ROWS)) {
        let length = row.chars().count();
        if length != names.len() {
            return Err(format!(
                "row {number} from the top of the position has {length} cells, not {}",
                names.len()
            ));
        }
        for (symbol, name) in row.chars().zip(names) {
            let cell = match symbol {
                '.' => Cell::Empty,
                'x' => Cell::Max,
                'o' => Cell::Min,
                other => {
                    return Err(format!("a board has {other:?}, which is none of x, o and ."));
                }
            };
            board[index_of(name).ok_or("the board has no such cell")?] = cell;
        }
    }
    let count = |piece| board.iter().filter(|&&cell| cell == piece).count();
    match (count(Cell::Max), count(Cell::Min)) {
        (3, 1) => Ok(board),
        (hounds, hares) => Err(format!(
            "the board {} has {hounds} x and {hares} o, but there are three hounds and one hare",
            quote(text)
        )),
    }
}

impl Rules for Hounds {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, _: &Self::Position) -> Option<usize> {
        Some(LOSS)
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let Some((board, mover)) = text.split_once(' ') else {
            return Err(
                "a position is a board, a space and the player to move, as in x../x...o/x.. x"
                    .to_owned(),
            );
        };
        let mover = match mover {
            "x" => Cell::Max,
            "o" => Cell::Min,
            _ => return Err(format!("the player to move is x or o, not {}", quote(mover))),
        };
        Ok(Position { board: read_board(board)?, mover })
    }

    fn write(&self, position: &Position) -> String {
        let row = |names: &[&str]| -> String {
            names
                .iter()
                .filter_map(|name| index_of(name))
                .map(|at| symbol(position.board[at]))
                .collect()
        };
        format!("{} {}", ROWS.map(row).join("/"), symbol(position.mover))
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        if Hounds::hare_is_past(position) {
            return Some(LOSS);
        }
        let stuck = Hounds::moves(position).is_empty();
        stuck.then_some(if position.mover == Cell::Max { LOSS } else { WIN })
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.mover == Cell::Max
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let &(from, to) = Hounds::moves(position).get(index)?;
        let mut board = position.board;
        board[to] = board[from];
        board[from] = Cell::Empty;
        let mover = if position.mover == Cell::Max { Cell::Min } else { Cell::Max };
        Some(Position { board, mover })
    }
}
