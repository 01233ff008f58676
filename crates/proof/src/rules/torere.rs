//! Mu Torere, with the points in a list: the eight of the rim, then the middle.

use super::grid::Cell;
use super::{Rules, loss_draw_win, names};
use crate::failure::quote;

/// The index of the middle.
const MIDDLE: usize = 8;

/// `torere`.
#[derive(Clone, Debug)]
pub struct Torere {
    outcomes: Vec<String>,
}

/// The content of every point, and the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    points: [Cell; 9],
    mover: Cell,
}

fn other(player: Cell) -> Cell {
    if player == Cell::Max { Cell::Min } else { Cell::Max }
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Max => 'x',
        Cell::Min => 'o',
    }
}

/// The two neighbours of a point of the rim.
fn beside(point: usize) -> [usize; 2] {
    [(point + 1) % 8, (point + 7) % 8]
}

impl Default for Torere {
    fn default() -> Torere {
        Torere::new()
    }
}

impl Torere {
    /// The game; it has no parameters.
    pub fn new() -> Torere {
        Torere { outcomes: loss_draw_win() }
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        let mut points = [Cell::Empty; 9];
        points[..4].fill(Cell::Max);
        points[4..8].fill(Cell::Min);
        Position { points, mover: Cell::Max }
    }
}

impl Position {
    /// Whether the piece on a point may move to an empty point.
    fn may_go(&self, from: usize, to: usize) -> bool {
        if self.points[from] != self.mover || self.points[to] != Cell::Empty {
            return false;
        }
        match (from, to) {
            (MIDDLE, _) => true,
            (_, MIDDLE) => beside(from).iter().any(|&next| self.points[next] == other(self.mover)),
            _ => beside(from).contains(&to),
        }
    }

    /// The legal moves, from and to, in the canonical order.
    fn moves(&self) -> Vec<(usize, usize)> {
        let pairs = (0..9).flat_map(|from| (0..9).map(move |to| (from, to)));
        pairs.filter(|&(from, to)| self.may_go(from, to)).collect()
    }
}

impl Rules for Torere {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, _: &Self::Position) -> Option<usize> {
        Some(1)
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let symbols: Vec<char> = text.chars().collect();
        let [rim @ .., '/', middle, ' ', mover] = &symbols[..] else {
            return Err("a position is the rim, /, the middle, a space and the player to move, as in xxxxoooo/. x"
                .to_owned());
        };
        if rim.len() != 8 {
            return Err(format!("the rim has {} points, not 8", rim.len()));
        }
        let mover = match mover {
            'x' => Cell::Max,
            'o' => Cell::Min,
            other => return Err(format!("the player to move is x or o, not {other:?}")),
        };
        let mut points = [Cell::Empty; 9];
        for (point, symbol) in points.iter_mut().zip(rim.iter().chain([middle])) {
            *point = match symbol {
                '.' => Cell::Empty,
                'x' => Cell::Max,
                'o' => Cell::Min,
                other => return Err(format!("a point has {other:?}, which is none of x, o and .")),
            };
        }
        let count = |piece| points.iter().filter(|&&point| point == piece).count();
        if (count(Cell::Max), count(Cell::Min)) != (4, 4) {
            return Err(format!("{} has not four x and four o", quote(text)));
        }
        Ok(Position { points, mover })
    }

    fn write(&self, position: &Position) -> String {
        let rim: String = position.points[..MIDDLE].iter().map(|&cell| symbol(cell)).collect();
        format!("{rim}/{} {}", symbol(position.points[MIDDLE]), symbol(position.mover))
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        let stuck = position.moves().is_empty();
        stuck.then_some(if position.mover == Cell::Max { 0 } else { 2 })
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.mover == Cell::Max
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let &(from, to) = position.moves().get(index)?;
        let mut points = position.points;
        points.swap(from, to);
        Some(Position { points, mover: other(position.mover) })
    }
}
