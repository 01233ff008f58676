//! The notation of positions of Chinese dark chess.

use super::super::super::spelling::number_from;
use super::super::Side;
use super::piece::{KINDS, Piece};
use super::{Cell, DarkChess, DarkChessPosition};
use crate::failure::quote;

impl DarkChess {
    /// The name of a cell: `a1` is the one at the bottom left.
    fn cell_name(&self, cell: usize) -> String {
        let column = char::from(b'a' + (cell % self.columns) as u8);
        format!("{column}{}", cell / self.columns + 1)
    }

    /// The text of a position.
    pub(super) fn written(&self, position: &DarkChessPosition) -> String {
        let symbol = |cell: &Cell| match cell {
            Cell::Empty => '.',
            Cell::Dark => 'x',
            Cell::Revealed(piece) => piece.letter(),
        };
        let rows = position.cells.chunks(self.columns).rev();
        let rows: Vec<String> = rows.map(|row| row.iter().map(symbol).collect()).collect();
        let counted = |piece: Piece| position.dark[piece.side as usize][piece.kind.rank()];
        let mut dark: String = Piece::all()
            .flat_map(|piece| core::iter::repeat_n(piece.letter(), counted(piece).into()))
            .collect();
        if dark.is_empty() {
            dark.push('-');
        }
        let mut text = format!("{} {dark} {}", rows.join("/"), position.side.name());
        if let Some(cell) = position.flipped {
            text += &format!(" flip={}", self.cell_name(cell.into()));
        }
        if position.quiet > 0 {
            text += &format!(" quiet={}", position.quiet);
        }
        text
    }

    /// Reads a position; the error is a sentence.
    pub(super) fn parse(&self, text: &str) -> Result<DarkChessPosition, String> {
        let mut words = text.split(' ');
        let cells = self.parse_cells(words.next().unwrap_or_default())?;
        let dark = parse_dark(words.next().unwrap_or_default())?;
        let side = Side::read(words.next())?;
        let mut position = DarkChessPosition { cells, dark, side, flipped: None, quiet: 0 };
        for word in words {
            self.parse_rest(&mut position, word)?;
        }
        let dark_cells = position.cells.iter().filter(|&&cell| cell == Cell::Dark).count();
        let dark_pieces: usize = dark.iter().flatten().map(|&count| usize::from(count)).sum();
        if dark_cells != dark_pieces {
            return Err(format!("{dark_cells} cells are dark, but {dark_pieces} pieces are"));
        }
        if dark_cells == position.cells.len() && side == Side::Min {
            return Err("all cells are dark, but max makes the first turn".to_owned());
        }
        Ok(position)
    }

    fn parse_cells(&self, text: &str) -> Result<Box<[Cell]>, String> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.len() != self.columns) {
            return Err(format!(
                "the position is not {} rows of {} cells",
                self.rows, self.columns
            ));
        }
        let read = |symbol: &char| match symbol {
            '.' => Ok(Cell::Empty),
            'x' => Ok(Cell::Dark),
            letter => Piece::read(*letter).map(Cell::Revealed).ok_or_else(|| no_piece(*letter)),
        };
        rows.iter().rev().flatten().map(read).collect()
    }

    /// What may follow after the player: a flip, and a number of quiet turns.
    fn parse_rest(&self, position: &mut DarkChessPosition, word: &str) -> Result<(), String> {
        if let Some(name) = word.strip_prefix("flip=") {
            let is_it =
                |&cell: &usize| position.cells[cell] == Cell::Dark && self.cell_name(cell) == name;
            let cell = (0..position.cells.len()).find(is_it);
            let cell = cell.ok_or_else(|| format!("{} is no dark cell", quote(name)))?;
            position.flipped = Some(cell as u8);
            return Ok(());
        }
        match (word.strip_prefix("quiet="), self.limit) {
            (Some(text), Some(limit)) => {
                let most = usize::from(limit);
                let turns = number_from(text, "the number of quiet turns", 1, most)?;
                position.quiet = turns as u16;
                Ok(())
            }
            (Some(_), None) => {
                Err("quiet turns are counted only where they are limited".to_owned())
            }
            _ => Err(format!("{} does not belong to a position", quote(word))),
        }
    }
}

/// The numbers of dark pieces; the error is a sentence.
fn parse_dark(text: &str) -> Result<[[u8; KINDS]; 2], String> {
    let mut dark = [[0_u8; KINDS]; 2];
    if text == "-" {
        return Ok(dark);
    }
    for letter in text.chars() {
        let piece = Piece::read(letter).ok_or_else(|| no_piece(letter))?;
        let count = &mut dark[piece.side as usize][piece.kind.rank()];
        // There are never so many.
        *count = count.saturating_add(1);
    }
    Ok(dark)
}

fn no_piece(letter: char) -> String {
    format!("{letter:?} is no piece; pieces are KGMRNCP and kgmrncp")
}
