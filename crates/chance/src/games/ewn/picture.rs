//! EinStein würfelt nicht! as a drawing: numbered stones, the corners that they walk to, and the die.

use foregone_game::drawing::{Below, CELL, Names, board_drawing, label, square};
use foregone_game::{Drawing, Place, Player};

use super::super::picture::{colours, die, stone};
use super::{Ewn, GONE, Position, place};
use crate::game::{ChanceGame, Turn};
use crate::notation::ChanceNotation;

/// The side of the die, and the space that it takes with what is written beside it.
const DIE: i32 = 36;
const BELOW: u32 = 58;

impl Ewn {
    /// The drawing of a position.
    pub(super) fn draw(&self, position: &Position) -> Drawing {
        let draw = |column: u32, row: u32, x: u32, y: u32| {
            // Rows are counted from the bottom of the drawing, and cells from the top.
            let cell = (u32::from(self.rows) - 1 - row) * u32::from(self.columns) + column;
            square(x, y, "cell", "#ffffff") + &self.content(position, cell as u8, x, y)
        };
        let name = |_: u32| String::new();
        let (columns, rows) = (u32::from(self.columns), u32::from(self.rows));
        let cell = |column: u32, row: u32| format!("column {}, row {}", column + 1, rows - row);
        let names = Names { column: name, row: name, cell };
        let status = self.status(position);
        board_drawing((columns, rows), names, draw, &self.rolled(position), &status)
    }

    /// The place of a cell among those of the drawing.
    fn drawn(&self, cell: u8) -> usize {
        usize::from((self.rows - 1 - cell / self.columns) * self.columns + cell % self.columns)
    }

    /// Where a move of a player is on the drawing.
    pub(super) fn path(&self, position: &Position, mv: u8) -> Place {
        let from = position.cells[place(position.player)][usize::from(mv / 3)];
        let to = self.target(position, mv);
        Place::Path { from: self.drawn(from), to: self.drawn(to) }
    }

    /// The stone on a cell, or the corner that a player walks to.
    fn content(&self, position: &Position, cell: u8, x: u32, y: u32) -> String {
        let [max, min] = &position.cells;
        if let Some(number) = max.iter().position(|&at| at == cell) {
            return stone(x, y, Player::Max, char::from(b'1' + number as u8));
        }
        if let Some(number) = min.iter().position(|&at| at == cell) {
            return stone(x, y, Player::Min, char::from(b'a' + number as u8));
        }
        let home = match cell {
            0 => Player::Min,
            cell if cell == self.turned(0) => Player::Max,
            _ => return String::new(),
        };
        let half = CELL / 2 - 6;
        format!(
            "<rect class=\"goal\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"4 3\"/>",
            x - half,
            y - half,
            2 * half,
            2 * half,
            colours(home)[0]
        )
    }

    /// The die, and which stones it lets walk.
    fn rolled(&self, position: &Position) -> Below {
        let player = position.player;
        let who = if player == Player::Max { "first player" } else { "second player" };
        let first = if player == Player::Max { b'1' } else { b'a' };
        let face = Some(position.roll).filter(|&face| face > 0);
        let sentence = match (self.turn(position), face) {
            (Turn::Over(_), _) => return Below::default(),
            (Turn::Chance, _) => format!("{who} rolls"),
            _ if face.is_none() => format!("{who}: any face, one stone"),
            _ => {
                let (lower, higher) = self.allowed(position, position.roll);
                let name = |stone: u8| char::from(first + stone);
                match lower == higher {
                    true => format!("{who}: stone {}", name(lower)),
                    false => format!("{who}: stone {} or {}", name(lower), name(higher)),
                }
            }
        };
        debug_assert!(position.cells[place(player)].iter().any(|&cell| cell != GONE));
        let width = DIE as u32 + 12 + 8 * sentence.len() as u32;
        let content = die(0, 4, DIE, face) + &label(DIE as u32 + 12, 27, "start", &sentence);
        Below { width, height: BELOW, content }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_corners_and_the_die_are_drawn() {
        let game = Ewn::new(3, 3, 3).expect("a board");
        let svg = game.draw(&game.start()).shapes;
        assert_eq!(svg.matches("font-size=\"17\"").count(), 6, "stones: {svg}");
        assert!(svg.contains(">c</text>") && svg.contains("first player rolls"), "{svg}");
        let one = game.read_position("1.3/.../..a min").expect("a position");
        assert!(game.draw(&one).shapes.contains("second player: any face, one stone"));
        let two = game.read_position("1.3/a.b/... max 2").expect("a position");
        let svg = game.draw(&two).shapes;
        assert!(svg.contains("first player: stone 1 or 3"), "{svg}");
        assert_eq!(svg.matches("stroke-dasharray").count(), 1, "one corner is free: {svg}");
        assert_eq!(svg.matches("fill=\"#22303f\"/>").count(), 2, "the pips of a 2: {svg}");
    }
}
