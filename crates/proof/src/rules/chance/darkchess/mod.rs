//! Chinese dark chess, without and with a limit of quiet turns.

mod notation;
mod piece;

use super::super::spelling::{bad_value, nothing_left, number_from, take_option};
use super::{ChanceRules, Side, Turn, only_text, size};
use piece::{KINDS, Kind, Piece};

/// The pieces of a side on 4x8.
const USUAL: &str = "KGGMMRRNNCCPPPPP";

/// `darkchess:`.
#[derive(Clone, Debug)]
pub struct DarkChess {
    columns: usize,
    rows: usize,
    /// The pieces of Max and of Min at the start.
    pieces: [Vec<Kind>; 2],
    limit: Option<u16>,
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Cell {
    Empty,
    Dark,
    Revealed(Piece),
}

/// The board, the dark pieces, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DarkChessPosition {
    /// Row by row from the bottom, each from the left.
    cells: Box<[Cell]>,
    /// How many dark pieces of each kind Max and Min have.
    dark: [[u8; KINDS]; 2],
    side: Side,
    /// The cell of the piece that is being flipped.
    flipped: Option<u8>,
    /// Turns in a row that were neither a flip nor a capture, where they are limited.
    quiet: u16,
}

impl DarkChessPosition {
    fn has_pieces(&self, side: Side) -> bool {
        let is_own = |cell: &Cell| matches!(cell, Cell::Revealed(piece) if piece.side == side);
        self.dark[side as usize].iter().any(|&count| count > 0) || self.cells.iter().any(is_own)
    }

    fn is_dark_somewhere(&self) -> bool {
        self.cells.contains(&Cell::Dark)
    }
}

impl DarkChess {
    /// The game with the parameters after the colon.
    pub fn open(parameters: &str) -> Result<DarkChess, String> {
        let (columns, rows, mut options) = size(parameters, "darkchess")?;
        let is_board = (1..=26).contains(&columns) && (1..=32).contains(&rows);
        if !is_board || columns * rows > 32 {
            return Err("darkchess has 1 to 26 columns, and at most 32 cells".to_owned());
        }
        let (max, min) = pieces(&mut options, (columns, rows) == (4, 8))?;
        let limit = take_option(&mut options, "limit");
        let limit = limit.map(|text| number_from(text, "the limit", 1, 1_000)).transpose()?;
        nothing_left(&options)?;
        let given = max.len() + min.len();
        if given != columns * rows {
            let cells = columns * rows;
            return Err(format!("there are {given} pieces for a board of {cells} cells"));
        }
        let limit = limit.map(|limit| limit as u16);
        Ok(DarkChess { columns, rows, pieces: [max, min], limit })
    }

    /// The position where the game begins.
    pub fn start(&self) -> DarkChessPosition {
        let count = |pieces: &Vec<Kind>| {
            let mut counts = [0; KINDS];
            pieces.iter().for_each(|&kind| counts[kind.rank()] += 1);
            counts
        };
        DarkChessPosition {
            cells: vec![Cell::Dark; self.columns * self.rows].into(),
            dark: [count(&self.pieces[0]), count(&self.pieces[1])],
            side: Side::Max,
            flipped: None,
            quiet: 0,
        }
    }

    /// The cell so many columns and rows from another one, if it is on the board.
    fn beside(&self, cell: usize, (right, up): (isize, isize)) -> Option<usize> {
        let column = (cell % self.columns).checked_add_signed(right)?;
        let row = (cell / self.columns).checked_add_signed(up)?;
        (column < self.columns && row < self.rows).then_some(row * self.columns + column)
    }

    /// The cells that a piece can go to, or capture on, in the order of cells.
    fn targets(&self, position: &DarkChessPosition, from: usize, piece: Piece) -> Vec<usize> {
        let mut targets: Vec<usize> = Vec::new();
        for way in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
            let Some(next) = self.beside(from, way) else { continue };
            match position.cells[next] {
                Cell::Empty => targets.push(next),
                Cell::Revealed(other) if piece.captures_beside(other) => targets.push(next),
                _ => {}
            }
            if piece.kind == Kind::Cannon {
                targets.extend(self.jump(position, (from, way), piece.side));
            }
        }
        targets.sort_unstable();
        targets
    }

    /// What a cannon captures in one direction: the second piece there, if it is a revealed one of the opponent.
    fn jump(
        &self,
        position: &DarkChessPosition,
        (from, way): (usize, (isize, isize)),
        side: Side,
    ) -> Option<usize> {
        let line = core::iter::successors(self.beside(from, way), |&cell| self.beside(cell, way));
        let second = line.filter(|&cell| position.cells[cell] != Cell::Empty).nth(1)?;
        match position.cells[second] {
            Cell::Revealed(piece) if piece.side != side => Some(second),
            _ => None,
        }
    }

    /// The positions after all turns of the player to move.
    fn turns(&self, position: &DarkChessPosition) -> Vec<DarkChessPosition> {
        let mut after = Vec::new();
        for (from, &cell) in position.cells.iter().enumerate() {
            match cell {
                Cell::Dark => {
                    let flipped = Some(from as u8);
                    after.push(DarkChessPosition { flipped, ..position.clone() });
                }
                Cell::Revealed(piece) if piece.side == position.side => {
                    let targets = self.targets(position, from, piece);
                    after.extend(targets.into_iter().map(|to| self.moved(position, from, to)));
                }
                _ => {}
            }
        }
        after
    }

    fn moved(&self, position: &DarkChessPosition, from: usize, to: usize) -> DarkChessPosition {
        let mut next = position.clone();
        let is_capture = position.cells[to] != Cell::Empty;
        next.cells[to] = position.cells[from];
        next.cells[from] = Cell::Empty;
        next.side = position.side.other();
        next.quiet = match self.limit {
            Some(_) if !is_capture => position.quiet + 1,
            _ => 0,
        };
        next
    }

    /// The position after the piece on a cell has turned out to be this one.
    fn revealed(&self, position: &DarkChessPosition, cell: u8, piece: Piece) -> DarkChessPosition {
        let mut next = position.clone();
        next.dark[piece.side as usize][piece.kind.rank()] -= 1;
        let mut shown = piece;
        if piece.side == Side::Min && position.cells.iter().all(|&cell| cell == Cell::Dark) {
            // The first piece is Max's: all pieces change their owner.
            next.dark.swap(0, 1);
            shown.side = Side::Max;
        }
        next.cells[usize::from(cell)] = Cell::Revealed(shown);
        (next.side, next.flipped, next.quiet) = (position.side.other(), None, 0);
        next
    }
}

/// The pieces of Max and of Min; the error is a sentence.
fn pieces(options: &mut Vec<&str>, is_usual: bool) -> Result<(Vec<Kind>, Vec<Kind>), String> {
    let max = take_option(options, "pieces");
    let min = take_option(options, "min-pieces");
    match (max, min) {
        (None, None) if is_usual => Ok((letters(USUAL)?, letters(USUAL)?)),
        (None, _) => Err("the option pieces is missing".to_owned()),
        (Some(USUAL), None) if is_usual => {
            Err(bad_value("pieces", USUAL, "on 4x8 these are left out"))
        }
        (Some(both), None) => Ok((letters(both)?, letters(both)?)),
        (Some(max), Some(min)) if max == min => {
            Err(bad_value("min-pieces", min, "they are left out if Max has the same"))
        }
        (Some(max), Some(min)) => Ok((letters(max)?, letters(min)?)),
    }
}

/// The pieces of a side; the error is a sentence.
fn letters(text: &str) -> Result<Vec<Kind>, String> {
    let kinds: Option<Vec<Kind>> = text.chars().map(Kind::read).collect();
    kinds.filter(|kinds| !kinds.is_empty() && kinds.is_sorted()).ok_or_else(|| {
        bad_value("pieces", text, "they are some of K, G, M, R, N, C and P, in this order")
    })
}

impl ChanceRules for DarkChess {
    type Position = DarkChessPosition;

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "draw", "win"]
    }

    fn read(&self, text: &str) -> Result<DarkChessPosition, String> {
        let position = self.parse(text)?;
        let written = self.write(&position);
        only_text(text, position, &written)
    }

    fn write(&self, position: &DarkChessPosition) -> String {
        self.written(position)
    }

    fn turn(&self, position: &DarkChessPosition) -> Turn {
        if position.flipped.is_some() {
            return Turn::Chance;
        }
        let (mover, other) = (position.side, position.side.other());
        let lost = |side: Side| Turn::Over(if side == Side::Max { 0 } else { 2 });
        let is_stuck = || !position.is_dark_somewhere() && self.turns(position).is_empty();
        if !position.has_pieces(mover) || is_stuck() {
            lost(mover)
        } else if !position.has_pieces(other) {
            lost(other)
        } else if self.limit.is_some_and(|limit| position.quiet >= limit) {
            Turn::Over(1)
        } else {
            mover.turn()
        }
    }

    fn successors(&self, position: &DarkChessPosition, list: &mut Vec<(DarkChessPosition, u64)>) {
        let Some(cell) = position.flipped else {
            list.extend(self.turns(position).into_iter().map(|next| (next, 1)));
            return;
        };
        for piece in Piece::all() {
            let count = position.dark[piece.side as usize][piece.kind.rank()];
            if count > 0 {
                list.push((self.revealed(position, cell, piece), count.into()));
            }
        }
    }

    fn infinite(&self, _: &DarkChessPosition) -> Option<usize> {
        match self.limit {
            None => Some(1),
            Some(_) => None,
        }
    }

    fn heap_bytes(&self, position: &DarkChessPosition) -> usize {
        size_of_val(&*position.cells) + 16
    }
}
