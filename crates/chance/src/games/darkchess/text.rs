//! The notation of Chinese dark chess, and its picture as text.

use core::fmt::Write;

use foregone_game::{Drawing, NotationError, Place, Player};

use super::piece::{KINDS, kind_of, letter};
use super::{CELLS_MAX, DARK, DarkChess, EMPTY, NONE, PIECE, Position};
use crate::notation::ChanceNotation;

impl<const LIMITED: bool> DarkChess<LIMITED> {
    pub(super) fn cell_name(&self, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % self.columns), cell / self.columns + 1)
    }

    fn read_cell(&self, text: &str) -> Option<u8> {
        (0..self.cells()).find(|&cell| self.cell_name(cell) == text)
    }

    /// A row as it is written, from the left.
    fn row(&self, position: &Position, row: u8) -> String {
        let symbol = |cell: u8| match position.cells[usize::from(cell)] {
            EMPTY => '.',
            DARK => 'x',
            piece => letter(piece - PIECE),
        };
        (row * self.columns..(row + 1) * self.columns).map(symbol).collect()
    }

    /// The dark pieces as letters, or `-` if there are none.
    fn dark_letters(&self, position: &Position) -> String {
        let kinds = (0..KINDS as u8).zip(position.dark);
        let letters: String = kinds
            .flat_map(|(kind, count)| core::iter::repeat_n(letter(kind), count.into()))
            .collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    }

    fn read_rows(&self, position: &mut Position, text: &str) -> Result<u32, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(self.rows) {
            return Err(format!(
                "a position has {} rows with slashes between them, not {}",
                self.rows,
                rows.len()
            ));
        }
        let mut dark = 0;
        for (row, text) in (0..self.rows).rev().zip(rows) {
            if text.chars().count() != usize::from(self.columns) {
                return Err(format!("row {} has {} cells, not \"{text}\"", row + 1, self.columns));
            }
            for (column, symbol) in (0..self.columns).zip(text.chars()) {
                let content = match symbol {
                    '.' => EMPTY,
                    'x' => DARK,
                    other => PIECE + kind_of(other).ok_or_else(|| {
                        format!("\"{other}\" in row {} is no piece; pieces are KGMRNCP and kgmrncp, x is dark, and a dot is empty", row + 1)
                    })?,
                };
                dark += u32::from(content == DARK);
                position.cells[usize::from(row * self.columns + column)] = content;
            }
        }
        Ok(dark)
    }

    fn read_dark(&self, position: &mut Position, text: &str, cells: u32) -> Result<(), String> {
        if text != "-" {
            for symbol in text.chars() {
                let kind = kind_of(symbol).ok_or_else(|| {
                    format!("after the rows come the dark pieces, KGMRNCP or kgmrncp, and \"{symbol}\" is none; write - if there are none")
                })?;
                let count = &mut position.dark[usize::from(kind)];
                *count = count.saturating_add(1);
            }
        }
        match position.dark_count() {
            count if count == cells => Ok(()),
            count => Err(format!(
                "{cells} cells are dark, and {count} dark pieces are listed; list one for each"
            )),
        }
    }

    /// What may stand after the player: the cell of a piece that is being flipped, and the turns without a capture.
    fn read_rest(&self, position: &mut Position, word: &str) -> Result<(), String> {
        if let Some(cell) = word.strip_prefix("flip=") {
            let dark = |&cell: &u8| position.cells[usize::from(cell)] == DARK;
            position.flipped = self.read_cell(cell).filter(dark).ok_or_else(|| {
                format!("a piece is flipped on a dark cell, and \"{cell}\" is none")
            })?;
            return Ok(());
        }
        let quiet = word.strip_prefix("quiet=").and_then(|number| number.parse().ok());
        match quiet {
            Some(quiet) if LIMITED && quiet <= self.limit => {
                position.quiet = quiet;
                Ok(())
            }
            Some(_) if LIMITED => Err(format!("quiet turns are limited to {}", self.limit)),
            Some(_) => Err("quiet turns are counted only in a game with a limit".to_owned()),
            None => Err(format!("\"{word}\" is neither flip=CELL nor quiet=NUMBER; leave it out")),
        }
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut words = text.split_whitespace();
        let mut position = Position {
            cells: [EMPTY; CELLS_MAX],
            dark: [0; KINDS],
            player: Player::Max,
            flipped: NONE,
            quiet: 0,
        };
        let cells = self.read_rows(&mut position, words.next().unwrap_or_default())?;
        self.read_dark(&mut position, words.next().unwrap_or_default(), cells)?;
        position.player = match words.next() {
            Some("max") => Player::Max,
            Some("min") => Player::Min,
            _ => return Err("after the dark pieces comes max or min, whose turn it is".to_owned()),
        };
        for word in words {
            self.read_rest(&mut position, word)?;
        }
        if cells == u32::from(self.cells()) && position.player == Player::Min {
            return Err("the first flip is the first player's; write max".to_owned());
        }
        Ok(position)
    }
}

impl<const LIMITED: bool> ChanceNotation for DarkChess<LIMITED> {
    /// `flip-a1` (written with its cell), `b2-a2`, or the letter of the flipped piece.
    fn write_move(&self, position: &Position, mv: u16) -> String {
        if position.flipped != NONE {
            return letter(mv as u8).to_string();
        }
        let (from, to) = ((mv >> 5) as u8, (mv & 31) as u8);
        if from == to {
            format!("flip-{}", self.cell_name(from))
        } else {
            format!("{}-{}", self.cell_name(from), self.cell_name(to))
        }
    }

    /// Rows from the top with `x` for dark pieces, the dark pieces, and whose turn it is: `xgc/p../.M./x.. KC max`. The
    /// cell of a piece that is being flipped and the turns since the last flip or capture follow, if there are any.
    fn write_position(&self, position: &Position) -> String {
        let rows: Vec<String> = (0..self.rows).rev().map(|row| self.row(position, row)).collect();
        let player = if position.player == Player::Max { "max" } else { "min" };
        let mut text = format!("{} {} {player}", rows.join("/"), self.dark_letters(position));
        if position.flipped != NONE {
            text += &format!(" flip={}", self.cell_name(position.flipped));
        }
        if position.quiet > 0 {
            text += &format!(" quiet={}", position.quiet);
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse(text).map_err(NotationError)
    }

    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            let cells: Vec<String> = self.row(position, row).chars().map(String::from).collect();
            writeln!(text, "{} {}", row + 1, cells.join(" ")).expect("writing to a string");
        }
        let columns: Vec<String> =
            (0..self.columns).map(|column| char::from(b'a' + column).to_string()).collect();
        writeln!(text, "  {}", columns.join(" ")).expect("writing to a string");
        writeln!(text, "dark: {}", self.dark_letters(position)).expect("writing to a string");
        text + &self.status(position) + "\n"
    }
    fn drawing(&self, position: &Position) -> Drawing {
        self.draw(position)
    }

    /// A flip is on its cell, and so is what comes of it.
    fn places(&self, position: &Position, mv: u16, _: &Drawing) -> Vec<Place> {
        if position.flipped != NONE {
            return vec![Place::Cell(position.flipped.into())];
        }
        match (usize::from(mv >> 5), usize::from(mv & 31)) {
            (from, to) if from == to => vec![Place::Cell(from)],
            (from, to) => vec![Place::Path { from, to }],
        }
    }
}
