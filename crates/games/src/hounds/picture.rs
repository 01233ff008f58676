//! Hare and Hounds as a picture.

use foregone_game::{Drawing, Game, Picture, Place, Player};

use super::{CELLS, Hounds, LINES, NAMES, Position, cell, column, row};
use crate::grid::{CELL, label, stone};

/// The lines between two rows of the board, in text.
const UPPER: &str = "    /|\\|/|\\";
const LOWER: &str = "    \\|/|\\|/";

/// Distance of neighbouring cells in a drawing, and the margin.
const STEP: u32 = 72;
const MARGIN: u32 = 40;

impl Hounds {
    fn status(&self, position: &Position) -> &'static str {
        match (self.outcome(position), position.player) {
            (Some(outcome), _) if outcome == self.scale.best() => "over: win for the hounds (x)",
            (Some(_), _) => "over: loss for the hounds (x)",
            (None, Player::Max) => "hounds (x) to move",
            (None, Player::Min) => "hare (o) to move",
        }
    }
}

/// The middle of a cell in a drawing.
fn middle(cell: u8) -> (u32, u32) {
    (MARGIN + u32::from(column(cell)) * STEP, MARGIN + (2 - u32::from(row(cell))) * STEP)
}

impl Picture for Hounds {
    fn text(&self, position: &Position) -> String {
        let spread = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join("-");
        let [top, centre, bottom] = Hounds::rows(position).each_ref().map(spread);
        format!(
            "3    {top}\n{UPPER}\n2  {centre}\n{LOWER}\n1    {bottom}\n   a b c d e\n{}\n",
            self.status(position)
        )
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let (width, height) = (4 * STEP + 2 * MARGIN, 2 * STEP + 2 * MARGIN + 48);
        let status = self.status(position);
        let mut out = Drawing::new(width, height, status);
        for (from, to) in LINES {
            let ((x1, y1), (x2, y2)) =
                (middle(cell(from).expect("a cell")), middle(cell(to).expect("a cell")));
            out.draw(&format!(
                "<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#44546a\" stroke-width=\"2\"/>"
            ));
        }
        for cell in 0..CELLS {
            let (x, y) = middle(cell);
            out.draw(&stone(x, y, Hounds::stands_on(position, cell)));
            out.cell(NAMES[usize::from(cell)], (x, y), (CELL, CELL));
        }
        for (place, letter) in ["a", "b", "c", "d", "e"].iter().enumerate() {
            let x = MARGIN + place as u32 * STEP;
            out.draw(&label(x, height - 36, "middle", letter));
        }
        for (place, number) in ["3", "2", "1"].iter().enumerate() {
            let y = MARGIN + place as u32 * STEP + 5;
            out.draw(&label(10, y, "middle", number));
        }
        out.draw(&label(MARGIN / 2, height - 12, "start", status));
        out
    }

    fn places(&self, _: &Position, mv: u8, _: &Drawing) -> Vec<Place> {
        vec![Place::Path { from: (mv >> 4).into(), to: (mv & 15).into() }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_its_lines() {
        let game = Hounds::new();
        let expected = [
            "3    x-.-.",
            "    /|\\|/|\\",
            "2  x-.-.-.-o",
            "    \\|/|\\|/",
            "1    x-.-.",
            "   a b c d e",
            "hounds (x) to move",
            "",
        ];
        assert_eq!(game.text(&game.start()), expected.join("\n"));
        assert_eq!(game.drawing(&game.start()).shapes.matches("<line ").count(), 22);
    }
}
