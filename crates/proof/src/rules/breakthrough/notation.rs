//! Texts: the spelling of a board with its walls, and positions.

use super::board::{Board, Cells};
use super::{Breakthrough, Position};
use crate::failure::quote;
use crate::rules::spelling::{nothing_left, number_from};

impl Board {
    /// Reads the parameters after `breakthrough:`.
    pub(super) fn read(parameters: &str) -> Result<Board, String> {
        let mut pieces = parameters.split(',');
        let Some((width, height)) = pieces.next().and_then(|size| size.split_once('x')) else {
            return Err("breakthrough needs width x height, as in breakthrough:5x6".to_owned());
        };
        let width = number_from(width, "the width of the board", 2, 21)?;
        let height = number_from(height, "the height of the board", 3, 32)?;
        if width * height > 64 {
            return Err(format!("a breakthrough board of {width} x {height} is too large"));
        }
        let bare = Board::new(width, height, Vec::new());
        let walls = bare.read_walls(&pieces.collect::<Vec<_>>())?;
        Ok(Board::new(width, height, walls))
    }

    fn read_walls(&self, pieces: &[&str]) -> Result<Vec<usize>, String> {
        let Some(first) = pieces.first().and_then(|piece| piece.strip_prefix("walls=")) else {
            nothing_left(pieces)?;
            return Ok(Vec::new());
        };
        let mut walls = Vec::new();
        for name in core::iter::once(first).chain(pieces[1..].iter().copied()) {
            let wall = self.cell(name)?;
            if walls.last().is_some_and(|&last| last >= wall) {
                return Err(format!(
                    "the wall {name} is given twice or out of order, which is by row and then by column"
                ));
            }
            let row = wall / self.width;
            if row < self.pawn_rows() || row >= self.height - self.pawn_rows() {
                return Err(format!("the wall {name} is in a row where pawns start"));
            }
            walls.push(wall);
        }
        Ok(walls)
    }

    /// The cell with this name.
    fn cell(&self, name: &str) -> Result<usize, String> {
        let cell = (0..self.width * self.height).find(|&cell| self.name(cell) == name);
        cell.ok_or_else(|| format!("the board has no cell {}", quote(name)))
    }

    pub(super) fn name(&self, cell: usize) -> String {
        let letter = "abcdefghijklmnopqrstu".chars().nth(cell % self.width).unwrap_or('?');
        format!("{letter}{}", cell / self.width + 1)
    }

    /// The pawns of White and those of Black.
    fn read_pawns(&self, text: &str) -> Result<(Cells, Cells), String> {
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != self.height {
            return Err(format!(
                "the position has {} rows, the board {}",
                lines.len(),
                self.height
            ));
        }
        let (mut white, mut black) = (0, 0);
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
                let cell = row * self.width + column;
                match symbol {
                    'w' => white |= 1 << cell,
                    'b' => black |= 1 << cell,
                    '.' | '#' => {}
                    other => {
                        return Err(format!(
                            "row {place} from the top of the position has {other:?}, which is none of w, b, . and #"
                        ));
                    }
                }
                if (symbol == '#') != self.walls.contains(&cell) {
                    let name = self.name(cell);
                    return Err(format!(
                        "in the position {name} is {symbol:?}, but exactly the walls of the board are #"
                    ));
                }
            }
        }
        Ok((white, black))
    }

    /// Checks that no player has more pawns than at the start, that play stopped at the first pawn on its last row, and that the
    /// opponent has a pawn that can have made the last move.
    fn check(&self, position: &Position) -> Result<(), String> {
        let most = self.pawn_rows() * self.width;
        let count = |set: Cells| set.count_ones() as usize;
        let (white, black) = (count(position.white), count(position.black));
        if white > most || black > most {
            return Err(format!(
                "the position has {white} w and {black} b, but there are {most} of each at most"
            ));
        }
        let white_arrived = count(position.white & self.goal(true));
        let black_arrived = count(position.black & self.goal(false));
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

impl Breakthrough {
    pub(super) fn read_position(&self, text: &str) -> Result<Position, String> {
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
        let (white, black) = self.board.read_pawns(board)?;
        let position = Position { white, black, white_to_move };
        self.board.check(&position)?;
        Ok(position)
    }

    pub(super) fn write_position(&self, position: &Position) -> String {
        let Board { width, height, walls, .. } = &self.board;
        let symbol = |cell: usize| match () {
            () if position.white >> cell & 1 == 1 => 'w',
            () if position.black >> cell & 1 == 1 => 'b',
            () if walls.contains(&cell) => '#',
            () => '.',
        };
        let row = |row: usize| (0..*width).map(|column| symbol(row * width + column)).collect();
        let rows: Vec<String> = (0..*height).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if position.white_to_move { 'w' } else { 'b' })
    }
}
