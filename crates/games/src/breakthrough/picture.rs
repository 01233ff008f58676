//! Breakthrough as a picture: pawns with an arrow that says where they go.

use foregone_game::{Drawing, Game, Picture, Place, Player};

use super::board::{Move, ends};
use super::notation::{called, name};
use super::{Breakthrough, Position};
use crate::grid::{self, CELL, Names};

impl Breakthrough {
    fn status(&self, position: &Position) -> String {
        match self.outcome(position) {
            Some(outcome) => format!("over: {} for White (w)", self.scale.name(outcome)),
            None if position.player == Player::Max => "White (w) to move, up".to_owned(),
            None => format!("{} (b) to move, down", called(position.player)),
        }
    }

    fn symbol_at(&self, position: &Position, column: u32, row: u32) -> char {
        self.symbol(position, (row * self.field().width() + column) as u8)
    }
}

fn column_name(column: u32) -> String {
    char::from(b'a' + column as u8).to_string()
}

fn row_name(row: u32) -> String {
    (row + 1).to_string()
}

/// A cell whose middle is there, with what stands on it.
fn cell(x: u32, y: u32, symbol: char) -> String {
    let (class, fill) = if symbol == '#' { ("wall", "#44546a") } else { ("cell", "#ffffff") };
    let square = grid::square(x, y, class, fill);
    let radius = CELL * 2 / 5;
    let (class, disc, line, arrow) = match symbol {
        'w' => ("white", "#f6f1e4", "#22303f", format!("M{} {}l7 -8l7 8", x - 7, y + 4)),
        'b' => ("black", "#22303f", "#f6f1e4", format!("M{} {}l7 8l7 -8", x - 7, y - 4)),
        _ => return square,
    };
    format!(
        "{square}<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{disc}\" stroke=\"#22303f\" stroke-width=\"2\"/><path class=\"{class}-mark\" d=\"{arrow}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
    )
}

impl Picture for Breakthrough {
    fn text(&self, position: &Position) -> String {
        let (width, height) = (self.field().width(), self.field().height());
        let symbol = |column, row| self.symbol_at(position, column, row);
        let board = grid::text(width, height, column_name, row_name, symbol);
        format!("{board}{}\n", self.status(position))
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let field = self.field();
        let draw = |column, row, x, y| cell(x, y, self.symbol_at(position, column, row));
        let cell = |column: u32, row: u32| name(field, (row * field.width() + column) as u8);
        let names = Names { column: column_name, row: row_name, cell };
        grid::drawing((field.width(), field.height()), names, draw, &self.status(position))
    }

    fn places(&self, _: &Position, mv: Move, _: &Drawing) -> Vec<Place> {
        let (from, to) = ends(mv);
        vec![Place::Path { from: from.into(), to: to.into() }]
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;

    use super::*;

    #[test]
    fn boards_show_pawns_and_walls() {
        let game = Breakthrough::new(3, 5, 0).and_then(|game| game.walled("c3")).expect("a board");
        let expected = [
            "5 b b b",
            "4 b b b",
            "3 . . #",
            "2 w w w",
            "1 w w w",
            "  a b c",
            "White (w) to move, up",
            "",
        ];
        assert_eq!(game.text(&game.start()), expected.join("\n"));
        let svg = game.drawing(&game.start()).shapes;
        assert_eq!(svg.matches("<circle ").count(), 12);
        assert_eq!(svg.matches("l7 -8l7 8").count(), 6, "as many go up as down");
        let status = |text: &str| game.status(&game.read_position(text).expect("a position"));
        assert_eq!(status("bbb/.../..#/www/... b"), "Black (b) to move, down");
        assert_eq!(status("bbw/.../..#/www/... b"), "over: win for White (w)");
        assert_eq!(status("bbb/.../..#/.../... w"), "over: loss for White (w)");
    }
}
