//! Qubic as a picture: the four layers side by side, the lowest at the left.

use core::fmt::Write;

use foregone_game::{Drawing, Picture, Place};

use super::notation::{cell_name, column_name, place};
use super::{Position, Qubic};
use crate::grid::{self, CELL, label};

/// Cells of a side.
const SIDE: u32 = 4;
/// Space around a layer, for labels.
const GAP: u32 = 28;
/// From the left side of a layer to that of the next one.
const NEXT_LAYER: u32 = SIDE * CELL + GAP;

impl Picture for Qubic {
    fn text(&self, position: &Position) -> String {
        let layer = |layer: u32| {
            let stone = |column, row| {
                grid::letter(position.stone((column + SIDE * row + SIDE * SIDE * layer) as u8))
            };
            let row_name = |row: u32| (row + 1).to_string();
            grid::text(SIDE, SIDE, column_name, row_name, stone)
        };
        let layers: Vec<String> = (0..SIDE).map(layer).collect();
        let mut out = String::new();
        for line in 0..=SIDE as usize {
            let parts = layers.iter().filter_map(|layer| layer.lines().nth(line));
            writeln!(out, "{}", parts.collect::<Vec<_>>().join("   "))
                .expect("writing to a string");
        }
        let names = (1..=SIDE).map(|number| format!("  layer {number}"));
        writeln!(out, "{}", names.collect::<Vec<_>>().join("   ")).expect("writing to a string");
        out + &self.status(position) + "\n"
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let (top, left) = (GAP / 2, GAP);
        let bottom = top + SIDE * CELL;
        let status = self.status(position);
        let mut out = Drawing::new(SIDE * NEXT_LAYER + GAP, bottom + 3 * GAP, status.as_str());
        for layer in 0..SIDE {
            let x = left + layer * NEXT_LAYER;
            let side = SIDE * CELL;
            out.draw(&format!(
                "<rect class=\"board\" x=\"{x}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"#eef2f5\" stroke=\"#44546a\" stroke-width=\"2\"/>"
            ));
            for column in 0..SIDE {
                let x = x + column * CELL + CELL / 2;
                out.draw(&label(x, bottom + 18, "middle", &column_name(column)));
            }
            let name = format!("layer {}", layer + 1);
            out.draw(&label(x + side / 2, bottom + 40, "middle", &name));
        }
        for row in 0..SIDE {
            let y = bottom - row * CELL - CELL / 2;
            out.draw(&label(left / 2, y + 5, "middle", &(row + 1).to_string()));
        }
        for cell in 0..64 {
            let (column, row, layer) = place(cell);
            let x = left + layer * NEXT_LAYER + column * CELL + CELL / 2;
            let y = bottom - row * CELL - CELL / 2;
            out.draw(&grid::stone(x, y, position.stone(cell)));
            out.cell(cell_name(cell), (x, y), (CELL, CELL));
        }
        out.draw(&label(left, bottom + 3 * GAP - 12, "start", &status));
        out
    }

    fn places(&self, _: &Position, cell: u8, _: &Drawing) -> Vec<Place> {
        vec![Place::Cell(cell.into())]
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Game;
    use foregone_game::notation::read_line;

    use super::*;

    #[test]
    fn the_layers_stand_side_by_side() {
        let game = Qubic::new();
        let (position, _) = read_line(&game, game.start(), "a11 d44 b23").expect("legal");
        let expected = [
            "4 . . . .   4 . . . .   4 . . . .   4 . . . o",
            "3 . . . .   3 . . . .   3 . . . .   3 . . . .",
            "2 . . . .   2 . . . .   2 . x . .   2 . . . .",
            "1 x . . .   1 . . . .   1 . . . .   1 . . . .",
            "  a b c d     a b c d     a b c d     a b c d",
            "  layer 1     layer 2     layer 3     layer 4",
            "second player (o) to move",
            "",
        ];
        assert_eq!(game.text(&position), expected.join("\n"));
        assert_eq!(game.drawing(&position).cells[63].name, "d44");
    }
}
