//! The notation of EinStein würfelt nicht!, and its picture as text.

use core::fmt::Write;

use foregone_game::{Drawing, NotationError, Place, Player};

use super::{DIRECTIONS, Ewn, GONE, Position, STONES_MAX, place};
use crate::game::{ChanceGame, Turn};
use crate::notation::ChanceNotation;

/// How the directions are written.
const WAYS: [char; 3] = ['-', '|', '\\'];

impl Ewn {
    /// The digit of `Max`'s stone or the letter of `Min`'s on a cell.
    fn symbol(&self, position: &Position, cell: u8) -> char {
        let [max, min] = &position.cells;
        let on = |cells: &[u8; STONES_MAX]| cells.iter().position(|&at| at == cell);
        match (on(max), on(min)) {
            (Some(stone), _) => char::from(b'1' + stone as u8),
            (None, Some(stone)) => char::from(b'a' + stone as u8),
            (None, None) => '.',
        }
    }

    fn board(&self, position: &Position) -> Vec<String> {
        let row = |row: u8| {
            let cells = row * self.columns..(row + 1) * self.columns;
            cells.map(|cell| self.symbol(position, cell)).collect()
        };
        (0..self.rows).map(row).collect()
    }

    /// Puts the stones of one row.
    fn read_row(&self, position: &mut Position, row: u8, text: &str) -> Result<(), String> {
        if text.chars().count() != usize::from(self.columns) {
            return Err(format!("row {} has {} cells, not \"{text}\"", row + 1, self.columns));
        }
        for (column, symbol) in (0..self.columns).zip(text.chars()) {
            let (player, stone) = match symbol {
                '.' => continue,
                '1'..='9' => (Player::Max, symbol as usize - '1' as usize),
                'a'..='z' => (Player::Min, symbol as usize - 'a' as usize),
                _ => {
                    return Err(format!(
                        "\"{symbol}\" is no stone; Max has digits, Min letters, and an empty cell is a dot"
                    ));
                }
            };
            let places = &mut position.cells[place(player)][..usize::from(self.stones)];
            match places.get_mut(stone) {
                None => {
                    return Err(format!(
                        "there is no stone \"{symbol}\" among {} a side",
                        self.stones
                    ));
                }
                Some(place) if *place != GONE => {
                    return Err(format!("the stone \"{symbol}\" stands twice"));
                }
                Some(place) => *place = row * self.columns + column,
            }
        }
        Ok(())
    }

    /// Reads the face that was rolled.
    fn read_roll(&self, position: &mut Position, text: &str) -> Result<(), String> {
        let mut faces = Vec::new();
        if self.turn(position) == Turn::Chance {
            self.moves(position, &mut faces);
        }
        let known: Vec<String> = faces.iter().map(u8::to_string).collect();
        match faces.iter().find(|face| face.to_string() == text) {
            Some(&face) => {
                position.roll = face;
                Ok(())
            }
            None if faces.is_empty() => {
                Err(format!("nothing is rolled here; leave out \"{text}\""))
            }
            None => Err(format!("the roll is one of {}, not \"{text}\"", known.join(", "))),
        }
    }
}

impl ChanceNotation for Ewn {
    /// A stone and its way, such as `2-` along the row, `2|` along the column or `2\` along the diagonal; or a face.
    fn write_move(&self, position: &Position, mv: u8) -> String {
        if self.turn(position) == Turn::Chance {
            return mv.to_string();
        }
        let first = if position.player == Player::Max { b'1' } else { b'a' };
        debug_assert_eq!(WAYS.len(), DIRECTIONS.len());
        format!("{}{}", char::from(first + mv / 3), WAYS[usize::from(mv % 3)])
    }

    /// Rows from `Max`'s corner with digits for `Max`'s stones and letters for `Min`'s, whose turn it is, and the
    /// smallest face that allows the same stones as the one that was rolled: `12./3.c/.ba max 2`.
    fn write_position(&self, position: &Position) -> String {
        let player = if position.player == Player::Max { "max" } else { "min" };
        let roll = if position.roll > 0 { format!(" {}", position.roll) } else { String::new() };
        format!("{} {player}{roll}", self.board(position).join("/"))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        if rows.len() != usize::from(self.rows) {
            return Err(NotationError(format!(
                "a position has {} rows with slashes between them, as in \"{}\"",
                self.rows,
                self.write_position(&self.start())
            )));
        }
        let player = match words.next() {
            None | Some("max") => Player::Max,
            Some("min") => Player::Min,
            Some(other) => {
                return Err(NotationError(format!(
                    "after the rows comes max or min, not \"{other}\""
                )));
            }
        };
        let mut position = Position { cells: [[GONE; STONES_MAX]; 2], player, roll: 0 };
        for (row, text) in (0..).zip(rows) {
            self.read_row(&mut position, row, text).map_err(NotationError)?;
        }
        if position.cells.iter().any(|cells| cells.iter().all(|&cell| cell == GONE))
            && self.winner(&position) == Some(player)
        {
            return Err(NotationError::new(
                "the player to move has captured everything; the turn is the other player's",
            ));
        }
        if let Some(roll) = words.next() {
            self.read_roll(&mut position, roll).map_err(NotationError)?;
        }
        match words.next() {
            Some(more) => Err(NotationError(format!("\"{more}\" is too much; leave it out"))),
            None => Ok(position),
        }
    }

    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in self.board(position) {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            writeln!(text, "{}", cells.join(" ")).expect("writing to a string");
        }
        if position.roll > 0 {
            writeln!(text, "rolled {}", position.roll).expect("writing to a string");
        }
        text + &self.status(position) + "\n"
    }

    fn drawing(&self, position: &Position) -> Drawing {
        self.draw(position)
    }

    fn places(&self, position: &Position, mv: u8, _: &Drawing) -> Vec<Place> {
        match self.turn(position) {
            Turn::Max | Turn::Min => vec![self.path(position, mv)],
            _ => Vec::new(),
        }
    }
}
