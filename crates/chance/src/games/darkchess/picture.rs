//! Chinese dark chess as a drawing: discs in two colours, dark pieces face down, and the list of what they may be.

use foregone_game::drawing::{Below, CELL, Names, board_drawing, label, square};
use foregone_game::{Drawing, Player};

use super::super::picture::stone;
use super::piece::{KINDS, letter, owner};
use super::{DARK, DarkChess, EMPTY, PIECE, Position};
use crate::notation::ChanceNotation;

/// The distance of the small discs in the list of dark pieces.
const STEP: u32 = 24;

impl<const LIMITED: bool> DarkChess<LIMITED> {
    /// The drawing of a position.
    pub(super) fn draw(&self, position: &Position) -> Drawing {
        let draw = |column: u32, row: u32, x: u32, y: u32| {
            let cell = (row * u32::from(self.columns) + column) as u8;
            let is_flipped = cell == position.flipped;
            let (class, fill) =
                if is_flipped { ("flipped", "#ffe9a8") } else { ("cell", "#ffffff") };
            square(x, y, class, fill) + &content(position.cells[usize::from(cell)], x, y)
        };
        let column_name = |column: u32| char::from(b'a' + column as u8).to_string();
        let row_name = |row: u32| (row + 1).to_string();
        let mut status = self.status(position);
        if position.flipped < self.cells() {
            status = format!("{} is being flipped", self.cell_name(position.flipped));
        }
        let (columns, rows) = (u32::from(self.columns), u32::from(self.rows));
        let below = self.dark_pieces(position);
        let cell = |column: u32, row: u32| column_name(column) + &row_name(row);
        let names = Names { column: column_name, row: row_name, cell };
        board_drawing((columns, rows), names, draw, &below, &status)
    }

    /// The dark pieces: a small disc of each kind with how many there are, those of a player in a line.
    fn dark_pieces(&self, position: &Position) -> Below {
        let mut content = label(0, 16, "start", "dark");
        let (mut widest, mut y) = (0, 11);
        for player in [Player::Max, Player::Min] {
            let kinds: Vec<u8> = (0..KINDS as u8)
                .filter(|&kind| owner(PIECE + kind) == Some(player))
                .filter(|&kind| position.dark[usize::from(kind)] > 0)
                .collect();
            if kinds.is_empty() {
                continue;
            }
            let mut x = 56;
            for kind in kinds {
                let count = position.dark[usize::from(kind)];
                let disc = stone(0, 0, player, letter(kind));
                content += &format!("<g transform=\"translate({x} {y}) scale(0.62)\">{disc}</g>");
                if count > 1 {
                    content += &label(x + 13, y + 5, "start", &format!("×{count}"));
                    x += STEP;
                }
                x += STEP;
            }
            (widest, y) = (widest.max(x), y + 28);
        }
        match position.dark_count() {
            0 => Below::default(),
            _ => Below { width: widest, height: y - 3, content },
        }
    }
}

/// What lies on a cell whose middle is there.
fn content(cell: u8, x: u32, y: u32) -> String {
    let radius = CELL * 2 / 5;
    match (cell, owner(cell)) {
        (EMPTY, _) => String::new(),
        (DARK, _) => format!(
            "<circle class=\"dark\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#7d6f60\" stroke=\"#3f362d\" stroke-width=\"2\"/><circle class=\"dark-mark\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#a89a8a\" stroke-width=\"2\"/>",
            radius - 5
        ),
        (piece, Some(player)) => stone(x, y, player, letter(piece - PIECE)),
        (_, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::DarkChess;

    #[test]
    fn dark_pieces_lie_face_down_and_are_listed() {
        let game = DarkChess::new(3, 4, "KGMRCP", "KGMRCP").expect("a board");
        let position = game.read_position("xgc/p../.M./x.. CK max").expect("a position");
        let svg = game.draw(&position).shapes;
        assert_eq!(svg.matches("#7d6f60").count(), 2, "two are dark: {svg}");
        assert_eq!(svg.matches("scale(0.62)").count(), 2, "both are listed: {svg}");
        assert!(svg.contains(">M</text>") && svg.contains(">g</text>"), "{svg}");
        let flipped = game.read_position("xgc/p../.M./x.. CK max flip=a1").expect("a position");
        assert!(game.draw(&flipped).shapes.contains("a1 is being flipped"));
        let usual = DarkChess::usual();
        let svg = usual.draw(&crate::ChanceGame::start(&usual)).shapes;
        assert_eq!(svg.matches("×5").count(), 2, "five pawns a side: {svg}");
    }
}
